//! The strength that attacks.

use super::super::case::{Case, Subject};
use super::super::firing::weapon_of;
use super::super::marks;
use super::super::outcome::Blank;
use super::super::weigh::weigh;
use super::super::working::Working;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::kind::Attribute;
use crate::rules::procedure::{AttackBy, OddsTable};
use crate::rules::shelf::Id;
use crate::situation::Group;
use crate::typed_line::LineFault;

/// The strength that attacks, stack by stack.
pub(super) struct Strength {
    /// Of all stacks; `None` where a blank hides it.
    pub(super) total: Option<Number>,
    /// Of each stack.
    pub(super) stacks: Vec<Option<Number>>,
    /// Whether anybody reaches the target.
    pub(super) reach: Reach,
}

/// Whether anybody reaches the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Somebody does.
    Some,
    /// The target is out of range of all.
    None,
}

/// Adds up the attack; `blank` then says what hides it, if anything does.
///
/// # Errors
/// A group without the strength that is asked for, a stack with nothing to fire, no distance.
pub(super) fn strength(
    case: Case<'_>,
    numbers: &OddsTable,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Strength, LineFault> {
    let mut stacks = Vec::new();
    let mut reach = Reach::None;
    for subject in case.subjects(Role::Attacker) {
        let mut stack = Some(Number::ZERO);
        let mut armed = false;
        for group in &subject.unit.groups {
            let of_group = match numbers.attack {
                AttackBy::Type(attribute) => {
                    Part::Strength(own(case, subject, group, attribute, blank, working)?)
                }
                AttackBy::Weapon(attribute) => {
                    fired(case, subject, group, attribute, blank, working)?
                }
            };
            armed |= of_group != Part::Unarmed;
            if let Part::Strength(more) = of_group {
                reach = Reach::Some;
                stack = stack.zip(more).map(|(stack, more)| stack + more);
            }
        }
        if !armed {
            let name = case.name(subject.unit);
            return Err(LineFault::refused(format!("nothing to fire: {name}"))
                .hinted("`range` lists what fires")
                .at(subject.unit.at));
        }
        stacks.push(stack);
    }
    let total: Option<Number> = stacks.iter().copied().sum();
    if let (Some(total), Reach::Some) = (total, reach) {
        working.note(&None, || format!("attack strength {total}"));
    }
    Ok(Strength {
        total: total.filter(|_| reach == Reach::Some),
        stacks,
        reach,
    })
}

/// What a group brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It has nothing to attack with.
    Unarmed,
    /// It does not reach.
    OutOfRange,
    /// This; `None` where the source is blank.
    Strength(Option<Number>),
}

/// The strength that the group's troop type has.
fn own<'a>(
    case: Case<'a>,
    subject: Subject<'a>,
    group: &'a Group,
    attribute: Id<Attribute>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let each = of_type(case, group, attribute)?;
    if each == Given::Blank {
        blank.get_or_insert_with(|| blank_of(case, group, attribute));
    }
    let cite = &case.rules.types.get(group.troop).cite;
    let subject = subject.group(group);
    working.note(cite, || {
        let each = each
            .known()
            .map_or("blank".to_owned(), |each| each.to_string());
        let mark = marks::of_number(case, group, attribute);
        format!("{}: {each}{mark}", case.group_name(group))
    });
    Ok(all_of(case, subject, group, each.known(), working))
}

/// The strength of what the group fires, at its range.
fn fired<'a>(
    case: Case<'a>,
    subject: Subject<'a>,
    group: &'a Group,
    attribute: Id<Attribute>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Part, LineFault> {
    let Some(id) = weapon_of(case, subject, group)? else {
        return Ok(Part::Unarmed);
    };
    let weapon = case.rules.weapons.get(id);
    let range = range_of(case, subject, group)?;
    let shown = case.rules.measure.show(range);
    let Some((_, band)) = weapon.band(range) else {
        working.note(&weapon.cite, || {
            let reach = case.rules.measure.show(weapon.reach());
            let last = weapon.bands.last();
            let mark = last.map_or(String::new(), |band| {
                marks::of_band(case, weapon, band, "to")
            });
            format!(
                "{} reaches {reach}{mark}; {shown} is out of range",
                weapon.name
            )
        });
        return Ok(Part::OutOfRange);
    };
    let each = band.number(attribute).and_then(Given::known);
    let key = &case.rules.attributes.get(attribute).id;
    if each.is_none() {
        blank.get_or_insert_with(|| Blank {
            what: format!("the strength of {} at {shown}", weapon.name),
            key: marks::trail_of_band(weapon, band, key).to_string(),
        });
    }
    working.note(&weapon.cite, || {
        let each = each.map_or("blank".to_owned(), |each| each.to_string());
        let mark = marks::of_band(case, weapon, band, key);
        format!("{} at {shown}: {each}{mark}", weapon.name)
    });
    let subject = subject.group(group).firing(id);
    let all = all_of(case, subject, group, each, working);
    Ok(Part::Strength(all))
}

/// The strength of all units of the group, each with its modifiers.
fn all_of(
    case: Case<'_>,
    subject: Subject<'_>,
    group: &Group,
    each: Option<Number>,
    working: &mut Working,
) -> Option<Number> {
    let each = weigh(case, subject, "strength", each, working)?;
    let standing = case.standing(group);
    if standing != Number::ONE {
        working.note(&None, || product(case, group, each, standing));
    }
    Some(each * standing)
}

/// How far the target of a group is: a stack is all in one place.
fn range_of(case: Case<'_>, subject: Subject<'_>, group: &Group) -> Result<Number, LineFault> {
    let in_stack = || subject.unit.groups.iter().find_map(|group| group.distance);
    group
        .distance
        .or_else(in_stack)
        .or(case.situation.distance)
        .ok_or_else(|| {
            let example = case.rules.measure.show(Number::whole(2));
            LineFault::refused("how far is the target")
                .hinted(format!("add the distance, such as `{example}`"))
                .at(subject.unit.at)
        })
}

/// The strength that a troop type has.
///
/// # Errors
/// It has none at all.
pub(super) fn of_type(
    case: Case<'_>,
    group: &Group,
    attribute: Id<Attribute>,
) -> Result<Given<Number>, LineFault> {
    let troop = case.rules.types.get(group.troop);
    troop.number(attribute).ok_or_else(|| {
        let name = &case.rules.attributes.get(attribute).name;
        LineFault::refused(format!("no {name}: {}", troop.name))
            .at(group.at)
            .cite(&troop.cite)
    })
}

/// What is not given where a troop type's number is blank.
pub(super) fn blank_of(case: Case<'_>, group: &Group, attribute: Id<Attribute>) -> Blank {
    let troop = case.rules.types.get(group.troop);
    let attribute = case.rules.attributes.get(attribute);
    Blank {
        what: format!("the {} of {}", attribute.name, troop.name),
        key: format!("type.{}.numbers.{}", troop.id, attribute.id),
    }
}

/// `professional muskets: 8 × 2 = 16`.
pub(super) fn product(case: Case<'_>, group: &Group, each: Number, count: Number) -> String {
    let name = case.group_name(group);
    format!("{name}: {each} × {count} = {}", each * count)
}
