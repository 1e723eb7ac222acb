//! The points of a unit, before any dice.

use super::super::case::{Case, Subject};
use super::super::marks;
use super::super::outcome::Blank;
use super::super::weigh::weigh;
use super::super::working::Working;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::kind::Attribute;
use crate::rules::procedure::PointsTimesScore;
use crate::rules::shelf::Id;
use crate::situation::Group;
use crate::typed_line::LineFault;

/// The points of a unit: those of its counts, its impetus, its modifiers; never below 0.
///
/// `None` where the source does not give a number that is needed; `blank` then says which.
///
/// # Errors
/// A group that has no such points at all.
pub(super) fn of_unit<'a>(
    case: Case<'a>,
    numbers: &PointsTimesScore,
    subject: Subject<'a>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let mut points = Some(Number::ZERO);
    for group in &subject.unit.groups {
        let of_group = of_group(case, numbers, subject.group(group), group, blank, working)?;
        points = points.zip(of_group).map(|(points, more)| points + more);
    }
    let points = weigh(case, subject, "points", points, working);
    Ok(points.map(|points| points.max(Number::ZERO)))
}

fn of_group<'a>(
    case: Case<'a>,
    numbers: &PointsTimesScore,
    subject: Subject<'a>,
    group: &'a Group,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let standing = case.standing(group);
    let attribute = attribute(case, numbers, subject, group);
    let each = match attribute {
        Some(attribute) => number(case, group, attribute)?,
        None => Given::Known(Number::ZERO),
    };
    let each = weigh(case, subject, "count-points", each.known(), working);
    if each.is_none() && blank.is_none() {
        *blank = attribute.map(|attribute| blank_of(case, group, attribute));
    }
    let impetus = impetus(case, numbers, subject, group, blank, working);
    let total = each
        .zip(impetus)
        .map(|(each, impetus)| (each + impetus) * standing);
    working.note(&case.rules.types.get(group.troop).cite, || {
        let name = case.group_name(group);
        let shown = |number: Option<Number>| number.map_or("blank".into(), |n| n.to_string());
        let mark = |attribute| marks::of_number(case, group, attribute);
        let each = shown(each) + &attribute.map_or(String::new(), mark);
        let with = match impetus {
            Some(none) if none.is_zero() => each,
            impetus => {
                let rushing = numbers.impetus.as_ref().map(|(_, attribute)| *attribute);
                let mark = rushing.map_or(String::new(), mark);
                format!("({each} + {} impetus{mark})", shown(impetus))
            }
        };
        format!("{name}: {with} × {standing} = {}", shown(total))
    });
    Ok(total)
}

/// Which number counts: the one that stands instead, or the lowest of those against the enemy's kinds.
fn attribute(
    case: Case<'_>,
    numbers: &PointsTimesScore,
    subject: Subject<'_>,
    group: &Group,
) -> Option<Id<Attribute>> {
    let instead = numbers
        .instead
        .iter()
        .find(|(when, _)| case.all_hold(subject, when))
        .map(|(_, attribute)| *attribute);
    instead.or_else(|| {
        let enemy = match subject.role {
            Role::Defender => &case.situation.attacker,
            Role::Attacker | Role::Either => &case.situation.defender,
        };
        let met = |kind| {
            let mut groups = enemy.units.iter().flat_map(|unit| &unit.groups);
            groups.any(|foe| case.rules.is(foe.troop, kind))
        };
        let troop = case.rules.types.get(group.troop);
        numbers
            .against
            .iter()
            .filter(|(kind, _)| met(*kind))
            .map(|(_, attribute)| *attribute)
            .min_by_key(|attribute| troop.number(*attribute).and_then(Given::known))
    })
}

fn number(
    case: Case<'_>,
    group: &Group,
    attribute: Id<Attribute>,
) -> Result<Given<Number>, LineFault> {
    let troop = case.rules.types.get(group.troop);
    troop.number(attribute).ok_or_else(|| {
        LineFault::refused(format!(
            "{} has no `{}`",
            troop.name,
            case.rules.attributes.get(attribute).name
        ))
        .at(group.at)
        .cite(&troop.cite)
    })
}

fn impetus(
    case: Case<'_>,
    numbers: &PointsTimesScore,
    subject: Subject<'_>,
    group: &Group,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Option<Number> {
    let with_impetus = numbers
        .impetus
        .as_ref()
        .filter(|(when, _)| case.all_hold(subject, when));
    let Some((_, attribute)) = with_impetus else {
        return Some(Number::ZERO);
    };
    let given = case.rules.types.get(group.troop).number(*attribute);
    let base = match given {
        None => Some(Number::ZERO),
        Some(given) => given.known(),
    };
    let impetus = weigh(case, subject, "impetus", base, working);
    if impetus.is_none() && blank.is_none() {
        *blank = Some(blank_of(case, group, *attribute));
    }
    impetus
}

fn blank_of(case: Case<'_>, group: &Group, attribute: Id<Attribute>) -> Blank {
    let troop = case.rules.types.get(group.troop);
    let attribute = case.rules.attributes.get(attribute);
    Blank {
        what: format!("{}, {}", troop.name, attribute.name),
        key: format!("type.{}.numbers.{}", troop.id, attribute.id),
    }
}
