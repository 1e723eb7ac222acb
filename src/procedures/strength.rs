//! What a unit has left, and when it leaves the field.

use super::case::{Case, Subject};
use super::outcome::Field;
use super::working::Working;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::situation::{Counted, Unit};
use crate::typed_line::LineFault;

/// Refuses groups that have lost more than they had, and units of which nothing is left.
///
/// # Errors
/// The first such group or unit.
pub(super) fn check(case: Case<'_>) -> Result<(), LineFault> {
    for role in [Role::Attacker, Role::Defender] {
        for subject in case.subjects(role) {
            for group in &subject.unit.groups {
                let begun = case.begun(group);
                let lost = case.lost(group);
                if lost > begun {
                    let has = case.rules.loss.of(begun);
                    return Err(LineFault::refused(format!(
                        "{} {} cannot have lost {lost}: that is {has} in all",
                        group.count,
                        case.group_name(group),
                    ))
                    .at(group.at));
                }
            }
            let (begun, lost) = case.losses(subject);
            // Of a place without troops nothing can be left.
            if begun == lost && !subject.unit.groups.is_empty() {
                return Err(LineFault::refused(format!(
                    "nothing is left of {}",
                    case.name(subject.unit)
                ))
                .at(subject.unit.at));
            }
        }
    }
    Ok(())
}

/// Refuses units whose counts were left out, where the rules reckon with them.
///
/// # Errors
/// The first group without a count.
pub(super) fn check_counted(case: Case<'_>) -> Result<(), LineFault> {
    for role in [Role::Attacker, Role::Defender] {
        for subject in case.subjects(role) {
            for group in &subject.unit.groups {
                if group.counted == Counted::Unsaid {
                    let name = &case.rules.types.get(group.troop).plural;
                    return Err(LineFault::refused(format!(
                        "how many {name} there were is not said"
                    ))
                    .hinted(format!(
                        "write how many began and how many are lost, as in `20-8 {name}`"
                    ))
                    .at(group.at));
                }
            }
        }
    }
    Ok(())
}

/// How many of `losses` the unit can suffer: all that it has left, if its counts were said.
pub(super) fn suffered(case: Case<'_>, unit: &Unit, losses: Number) -> Number {
    let said = unit
        .groups
        .iter()
        .any(|group| group.counted == Counted::Said);
    if said {
        let left = unit.groups.iter().map(|group| case.left(group)).sum();
        losses.min(left)
    } else {
        losses
    }
}

/// Whether a unit that now loses `more` leaves the field, as a field of its outcome.
///
/// Asked only of units whose counts were said, where the rule set has such a rule.
pub(super) fn withdraws(
    case: Case<'_>,
    unit: &Unit,
    more: Number,
    working: &mut Working,
) -> Option<Field> {
    let rule = case.rules.withdraws.as_ref()?;
    let said = unit
        .groups
        .iter()
        .any(|group| group.counted == Counted::Said);
    let (begun, lost) = case.losses(Subject::unit(Role::Either, unit));
    if !said || begun * rule.at > lost + more {
        return None;
    }
    working.note(&rule.cite, || {
        format!(
            "{} has lost {} of {}: {}",
            case.name(unit),
            lost + more,
            case.rules.loss.of(begun),
            rule.say
        )
    });
    Some(Field::step("withdraws", true))
}
