//! How modifiers change a quantity: one stacking order for all of them.

use super::case::{Case, Subject};
use super::working::Working;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::modifier::{Change, Each, Effect, How, Modifier};
use crate::typed_line::LineFault;

/// The quantity `on` of the subject after every modifier that applies, starting from `base`.
///
/// They stack in the order of [`How`]: set, add, multiply, at most, at least.
/// A `base` that nobody gave stays `None` unless a modifier sets it.
pub(super) fn weigh(
    case: Case<'_>,
    subject: Subject<'_>,
    on: &str,
    base: Option<Number>,
    working: &mut Working,
) -> Option<Number> {
    weigh_together(case, &[subject], on, base, working)
}

/// The same of several subjects together: a modifier that applies to any of them counts once.
pub(super) fn weigh_together(
    case: Case<'_>,
    subjects: &[Subject<'_>],
    on: &str,
    base: Option<Number>,
    working: &mut Working,
) -> Option<Number> {
    let mut value = base;
    for (subject, modifier, change) in changes(case, subjects, on) {
        let Some(amount) = case.amount(subject, change.amount) else {
            continue;
        };
        let times = match change.each {
            Each::Unit => 1,
            Each::Count => case.acting(subject),
        };
        let how = change.how;
        let after = apply(value, how, amount.times(times));
        if after != value || how == How::Add {
            working.note(&modifier.cite, || {
                step(case, modifier, change, amount, times, after)
            });
        }
        value = after;
    }
    value
}

/// The changes of `on` that apply, in the order in which they stack, each with the first subject that it applies to.
fn changes<'a>(
    case: Case<'a>,
    subjects: &'a [Subject<'a>],
    on: &'a str,
) -> impl Iterator<Item = (Subject<'a>, &'a Modifier, &'a Change)> {
    let stacked = case.rules.stacks.changes(case.situation.ruling, on);
    stacked.filter_map(move |id| {
        let modifier = case.rules.modifiers.get(id);
        let Effect::Change(change) = &modifier.effect else {
            return None;
        };
        let mut met = subjects.iter().copied();
        let subject = met.find(|subject| applies(case, *subject, modifier))?;
        Some((subject, modifier, change))
    })
}

/// Whether a modifier applies to the subject.
fn applies<'a>(case: Case<'a>, subject: Subject<'a>, modifier: &Modifier) -> bool {
    (modifier.role == Role::Either || modifier.role == subject.role)
        && case.all_hold(subject, &modifier.when)
}

fn apply(value: Option<Number>, how: How, amount: Number) -> Option<Number> {
    if how == How::Set {
        return Some(amount);
    }
    value.map(|value| match how {
        How::Set => amount,
        How::Add => value + amount,
        How::Times => value * amount,
        How::AtMost => value.min(amount),
        How::AtLeast => value.max(amount),
    })
}

fn step(
    case: Case<'_>,
    modifier: &Modifier,
    change: &Change,
    amount: Number,
    times: i64,
    after: Option<Number>,
) -> String {
    let say = &modifier.say;
    let each = match change.each {
        Each::Unit => String::new(),
        Each::Count => format!(" a {} on {times}", case.rules.count.one),
    };
    let now = after.map_or(String::new(), |after| format!(" ({after})"));
    let mark = mark(case, modifier, change.how);
    match change.how {
        How::Set => format!("{say}: {amount}{each}{mark}"),
        How::Add => format!("{say}: {}{each}{now}{mark}", amount.signed()),
        How::Times => format!("{say}: ×{amount}{each}{now}{mark}"),
        How::AtMost => format!("{say}: at most {amount}{each}{now}{mark}"),
        How::AtLeast => format!("{say}: at least {amount}{each}{now}{mark}"),
    }
}

/// The mark of a modifier of which the amount, or anything else, is a house rule.
fn mark(case: Case<'_>, modifier: &Modifier, how: How) -> String {
    let house = &case.rules.house;
    let of_amount = house.mark(&["modifier", &modifier.id, how.key()]);
    if of_amount.is_empty() {
        house.mark_any(&["modifier", &modifier.id])
    } else {
        of_amount
    }
}

/// Refuses what the table forbids, and notes what it warns of.
///
/// # Errors
/// The first modifier with `forbid` that applies to a unit of either side.
pub(super) fn declare(case: Case<'_>, warnings: &mut Vec<String>) -> Result<(), LineFault> {
    for role in [Role::Attacker, Role::Defender] {
        for subject in case.subjects(role) {
            for id in case.rules.stacks.orders(case.situation.ruling) {
                let modifier = case.rules.modifiers.get(id);
                match &modifier.effect {
                    // What only changes a quantity is asked when the quantity is weighed.
                    Effect::Change(_) => {}
                    _ if !applies(case, subject, modifier) => {}
                    Effect::Forbid(reason) => {
                        return Err(LineFault::refused(reason.clone())
                            .at(subject.unit.at)
                            .cite(&modifier.cite));
                    }
                    Effect::Warn(text) => warnings.push(text.clone()),
                }
            }
        }
    }
    Ok(())
}
