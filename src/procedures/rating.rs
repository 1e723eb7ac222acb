//! The rating of troops, from their type and what changes it.

use super::case::{Case, Subject};
use super::marks;
use super::weigh::weigh;
use super::working::Working;
use crate::number::Number;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;
use crate::situation::Group;
use crate::typed_line::LineFault;

/// The rating of one group, changed by the modifiers of `quantity`.
///
/// # Errors
/// A troop type to which the source gives none.
pub(super) fn of_group(
    case: Case<'_>,
    subject: Subject<'_>,
    group: &Group,
    rating: Id<Attribute>,
    quantity: &str,
    working: &mut Working,
) -> Result<Number, LineFault> {
    let troop = case.rules.types.get(group.troop);
    let known = troop.number(rating).and_then(|given| given.known());
    weigh(case, subject, quantity, known, working).ok_or_else(|| {
        let name = &case.rules.attributes.get(rating).name;
        LineFault::refused(format!(
            "the source at hand gives {} no {name}",
            case.group_name(group)
        ))
        .hinted("fill it in, in a table of your own that extends this one")
        .at(group.at)
    })
}

/// The rating of a unit all of whose groups have the same.
///
/// # Errors
/// Groups whose ratings differ, or one to which the source gives none.
pub(super) fn of_unit(
    case: Case<'_>,
    subject: Subject<'_>,
    rating: Id<Attribute>,
    quantity: &str,
    working: &mut Working,
) -> Result<Number, LineFault> {
    let mut common = None;
    for group in &subject.unit.groups {
        let own = case.rules.types.get(group.troop).number(rating);
        if common.is_some_and(|common| common != own) {
            let name = &case.rules.attributes.get(rating).name;
            return Err(LineFault::refused(format!(
                "{} differ in their {name}, and one unit has one",
                case.name(subject.unit)
            ))
            .hinted("join units with `and`, not with `+`")
            .at(subject.unit.at));
        }
        common = Some(own);
    }
    match subject.unit.groups.first() {
        Some(group) => {
            note(case, subject, group, rating, working);
            of_group(case, subject, group, rating, quantity, working)
        }
        None => Err(LineFault::refused("a unit of nobody has no rating")),
    }
}

/// `heavy foot: morale rating 5, 4 of 12 figures lost`.
fn note(
    case: Case<'_>,
    subject: Subject<'_>,
    group: &Group,
    rating: Id<Attribute>,
    working: &mut Working,
) {
    let troop = case.rules.types.get(group.troop);
    let Some(known) = troop.number(rating).and_then(|given| given.known()) else {
        return;
    };
    working.note(&troop.cite, || {
        let name = case.name(subject.unit);
        let about = &case.rules.attributes.get(rating).name;
        let mark = marks::of_number(case, group, rating);
        let (begun, lost) = case.losses(subject);
        let begun = case.rules.loss.of(begun);
        format!("{name}: {about} {known}{mark}, {lost} of {begun} lost")
    });
}
