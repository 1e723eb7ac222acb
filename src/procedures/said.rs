//! Words against the units that have them: what cannot be, and what was not said.

use smol_str::SmolStr;

use super::case::{Case, Subject};
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::word::{Recall, Stands, Word};
use crate::typed_line::LineFault;

/// The most words that an answer recalls.
const MOST_RECALLED: usize = 6;

/// Refuses words that their unit cannot have, and words that bar one another.
///
/// # Errors
/// The first such word.
pub(super) fn check(case: Case<'_>) -> Result<(), LineFault> {
    for role in [Role::Attacker, Role::Defender] {
        for subject in case.subjects(role) {
            // What one group of a unit has must fit that group.
            for group in &subject.unit.groups {
                for (id, _) in group.words.iter() {
                    check_one(case, subject.group(group), case.rules.words.get(id))?;
                }
            }
            for id in of_whole_unit(case, subject) {
                let word = case.rules.words.get(id);
                if word.stands != Stands::Group {
                    check_one(case, subject, word)?;
                }
            }
        }
    }
    Ok(())
}

/// The words that hold of a whole unit: its own, its mix's, its side's and the line's.
fn of_whole_unit<'a>(case: Case<'a>, subject: Subject<'a>) -> impl Iterator<Item = Id<Word>> + 'a {
    let of_mix = case
        .mix(subject.unit)
        .map(|mix| case.rules.mixes.get(mix).words.as_slice())
        .unwrap_or_default();
    let said = [
        &subject.unit.words,
        &case.situation.side(subject.role).words,
        &case.situation.words,
    ];
    let said = said.into_iter().flat_map(|said| said.iter());
    said.map(|(id, _)| id).chain(of_mix.iter().copied())
}

fn check_one(case: Case<'_>, subject: Subject<'_>, word: &Word) -> Result<(), LineFault> {
    if !case.all_hold(subject, &word.needs) {
        return Err(LineFault::refused(format!(
            "`{}` does not fit {}",
            word.id,
            name(case, subject)
        ))
        .hinted(format!("`{}`: {}", word.id, word.say))
        .at(subject.unit.at));
    }
    let barred = word
        .bars
        .iter()
        .find(|barred| case.said(subject, **barred).is_some());
    match barred {
        Some(barred) => Err(LineFault::refused(format!(
            "`{}` and `{}` cannot both be",
            word.id,
            case.rules.words.get(*barred).id
        ))
        .at(subject.unit.at)
        .cite(&word.cite)),
        None => Ok(()),
    }
}

/// What a person calls the subject: the one group that is meant, or the whole unit.
fn name(case: Case<'_>, subject: Subject<'_>) -> SmolStr {
    match subject.group {
        Some(group) => case.group_name(group).clone(),
        None => case.name(subject.unit),
    }
}

/// The words that could also have applied to a unit but were not said, at most six.
pub fn not_said(case: Case<'_>) -> Vec<Id<Word>> {
    let ruling = case.situation.ruling;
    case.rules
        .words
        .iter()
        .filter(|(_, word)| word.recall == Recall::Yes && word.rulings.contains(&ruling))
        .filter(|(id, word)| could_apply(case, *id, word))
        .map(|(id, _)| id)
        .take(MOST_RECALLED)
        .collect()
}

fn could_apply(case: Case<'_>, id: Id<Word>, word: &Word) -> bool {
    let one_sided = case.rules.rulings.get(case.situation.ruling).sides == Sides::One;
    let roles = match word.role {
        _ if one_sided => [Some(Role::Attacker), None],
        Role::Either => [Some(Role::Attacker), Some(Role::Defender)],
        role => [Some(role), None],
    };
    let subjects: Vec<Subject<'_>> = roles
        .into_iter()
        .flatten()
        .flat_map(|role| case.subjects(role))
        .collect();
    let said_somewhere = subjects
        .iter()
        .any(|subject| case.said(*subject, id).is_some());
    !said_somewhere
        && subjects.into_iter().any(|subject| {
            case.all_hold(subject, &word.needs)
                && !word
                    .bars
                    .iter()
                    .any(|barred| case.said(subject, *barred).is_some())
        })
}
