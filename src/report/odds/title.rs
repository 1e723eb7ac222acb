//! What a headline is called.

use crate::odds::{Odds, Of, Topic};
use crate::rules::condition::Role;

/// `hits`, or `attacker 2, Polish hussars: lost` of several units.
pub(super) fn title(odds: &Odds, topic: &Topic) -> String {
    let name = topic.name.replace('_', " ");
    let Of::Unit {
        role,
        place,
        called,
    } = &topic.of
    else {
        return name;
    };
    let side = match role {
        Role::Attacker | Role::Either => "attacker",
        Role::Defender => "defender",
    };
    let alone = !odds.topics().any(|other| {
        matches!(&other.of, Of::Unit { role: also, place, .. } if also == role && *place > 1)
    });
    if alone {
        format!("{side}, {called}: {name}")
    } else {
        format!("{side} {place}, {called}: {name}")
    }
}
