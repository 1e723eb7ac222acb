//! What stands behind a value in a working step that a table changes: ` (house rule, printed 2)`.

use super::case::Case;
use crate::rules::kind::Attribute;
use crate::rules::shelf::{Id, Named};
use crate::rules::trail::Trail;
use crate::rules::weapon::{Band, Weapon};
use crate::situation::Group;

/// The mark of a value of the ruling, by the keys that lead to it there.
pub(super) fn of_ruling(case: Case<'_>, keys: &[&str]) -> String {
    let ruling = case.rules.rulings.get(case.situation.ruling).id();
    let keys: Vec<&str> = ["ruling", ruling].iter().chain(keys).copied().collect();
    case.rules.house.mark(&keys)
}

/// The mark of a number of the group's troop type.
pub(super) fn of_number(case: Case<'_>, group: &Group, number: Id<Attribute>) -> String {
    let troop = case.rules.types.get(group.troop).id();
    let number = case.rules.attributes.get(number).id();
    case.rules.house.mark(&["type", troop, "numbers", number])
}

/// The mark of a value of a weapon's band.
pub(super) fn of_band(case: Case<'_>, weapon: &Weapon, band: &Band, key: &str) -> String {
    case.rules
        .house
        .mark_at(trail_of_band(weapon, band, key).as_str())
}

/// Where a value of a weapon's band stands in the table's file.
pub(super) fn trail_of_band(weapon: &Weapon, band: &Band, key: &str) -> Trail {
    let mut reaches = weapon.bands.iter().map(|other| other.to);
    let place = reaches.position(|to| to == band.to).unwrap_or(0) + 1;
    Trail::of(&["weapon", &weapon.id, "bands", &place.to_string(), key])
}
