//! What all fire has in common: one target, who fires which weapon, and how far.

use super::case::{Case, Subject};
use super::weigh::weigh;
use super::working::Working;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::shelf::Id;
use crate::rules::weapon::{Band, Weapon};
use crate::rules::word::Takes;
use crate::situation::{Group, Unit};
use crate::typed_line::LineFault;

/// The one target.
///
/// # Errors
/// There are several, or none.
pub(super) fn target(case: Case<'_>) -> Result<&Unit, LineFault> {
    match case.situation.defender.units.as_slice() {
        [target] => Ok(target),
        [_, second, ..] => Err(LineFault::refused("one target at a time")
            .hinted("give each target a line of its own")
            .at(second.at)),
        [] => Err(LineFault::refused("nobody to fire at")),
    }
}

/// Why a unit without any weapon cannot fire, and how to name one that it could.
pub(super) fn unarmed(case: Case<'_>, unit: &Unit) -> LineFault {
    let rules = case.rules;
    let refusal =
        LineFault::refused(format!("there is nothing for {} to fire", case.name(unit))).at(unit.at);
    let mut words = rules.words.iter().map(|(_, word)| word);
    let names_weapon = words
        .find(|word| word.takes == Takes::Weapon && word.rulings.contains(&case.situation.ruling));
    let mut weapons = rules.weapons.iter().map(|(_, weapon)| weapon);
    let anybodys = weapons.find(|weapon| weapon.only.is_empty());
    match names_weapon.zip(anybodys) {
        Some((word, weapon)) => refusal.hinted(format!(
            "name a weapon, such as `{} {}`",
            word.id, weapon.id
        )),
        None => refusal.hinted("`show` and a troop type says what it fires"),
    }
}

/// The weapon that a group fires: the one said, or its usual one; `None` if it has none.
///
/// # Errors
/// A weapon that such troops cannot fire.
pub(super) fn weapon_of(
    case: Case<'_>,
    subject: Subject<'_>,
    group: &Group,
) -> Result<Option<Id<Weapon>>, LineFault> {
    let usual = case.rules.types.get(group.troop).weapons.first().copied();
    let Some(weapon) = group.weapon.or(usual) else {
        return Ok(None);
    };
    let known = case.rules.weapons.get(weapon);
    let can = known.only.is_empty()
        || known
            .only
            .iter()
            .any(|kind| case.rules.is(group.troop, *kind));
    if !can {
        return Err(LineFault::refused(format!(
            "{} cannot fire a {}",
            case.group_name(group),
            known.name
        ))
        .at(group.at));
    }
    // Conditions may swap the numbers: a supported musket reaches farther.
    let firing = subject.group(group).firing(weapon);
    let becomes = known
        .becomes
        .iter()
        .find(|(when, _)| case.all_hold(firing, when))
        .map(|(_, weapon)| *weapon);
    Ok(Some(becomes.unwrap_or(weapon)))
}

/// The distance said for the group, or for all, after its modifiers.
///
/// # Errors
/// None was said.
pub(super) fn range_of(
    case: Case<'_>,
    subject: Subject<'_>,
    working: &mut Working,
) -> Result<Number, LineFault> {
    let said = subject
        .group
        .and_then(|group| group.distance)
        .or(case.situation.distance);
    weigh(case, subject, "range", said, working).ok_or_else(|| {
        let target = case.situation.defender.units.first();
        LineFault::refused("how far is the target")
            .hinted(format!(
                "add the distance, such as `{}`",
                case.rules.measure.show(Number::whole(8))
            ))
            .at(target.unwrap_or(subject.unit).at)
    })
}

/// The band of a weapon at a range, and where it begins; `None` out of range.
pub(super) fn band_at<'a>(
    case: Case<'a>,
    weapon: &'a Weapon,
    range: Number,
    working: &mut Working,
) -> Option<(Number, &'a Band)> {
    let found = weapon.band(range);
    if found.is_none() {
        let measure = case.rules.measure;
        working.note(&weapon.cite, || {
            format!(
                "{} reaches {}; {} is out of range",
                weapon.name,
                measure.show(weapon.reach()),
                measure.show(range)
            )
        });
    }
    found
}

/// A number of the band in which a group fires; `None` where bands have no such number.
///
/// # Errors
/// The source at hand does not give it.
pub(super) fn known(
    case: Case<'_>,
    group: &Group,
    weapon: &Weapon,
    range: Number,
    given: Option<Given<Number>>,
) -> Result<Option<Number>, LineFault> {
    match given {
        Some(Given::Blank) => Err(LineFault::refused(format!(
            "the source at hand does not say what a {} does at {}",
            weapon.name,
            case.rules.measure.show(range)
        ))
        .hinted("fill the cell in a table of your own that extends this one")
        .at(group.at)),
        Some(Given::Known(number)) => Ok(Some(number)),
        None => Ok(None),
    }
}
