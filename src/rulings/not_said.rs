//! Words that could also have applied to a unit of the line, but were not said.

use super::compile::{Compiler, Keep};
use super::context::RulingContext;
use super::participant::{Participant, Participants};
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::steps::Scope;
use crate::rules::word::{Recall, Word};

/// The most words that an answer recalls.
const MOST_RECALLED: usize = 6;

/// The words that could also have applied to a unit but were not said, at most six.
pub fn not_said(context: RulingContext<'_>) -> Vec<Id<Word>> {
    let ruling = context.situation.ruling;
    let mut compiler = Compiler::new(context, Keep::Outcome);
    context
        .rules
        .words
        .iter()
        .filter(|(_, word)| word.recall == Recall::Yes && word.rulings.contains(&ruling))
        .filter(|(id, word)| could_apply(context, &mut compiler, *id, word))
        .map(|(id, _)| id)
        .take(MOST_RECALLED)
        .collect()
}

fn could_apply(
    context: RulingContext<'_>,
    compiler: &mut Compiler<'_>,
    id: Id<Word>,
    word: &Word,
) -> bool {
    let roles: &[Role] = match word.role {
        _ if context.ruling().sides == Sides::One => &[Role::Attacker],
        Role::Either => &[Role::Attacker, Role::Defender],
        Role::Attacker => &[Role::Attacker],
        Role::Defender => &[Role::Defender],
    };
    let people = Participants::new(context);
    let units: Vec<Participant> = roles
        .iter()
        .flat_map(|role| people.within(Scope::Unit, Participant::side(*role)))
        .collect();
    let said_somewhere = units.iter().any(|unit| compiler.was_said(*unit, id));
    !said_somewhere
        && units.into_iter().any(|unit| {
            compiler.holds_surely(&word.needs, unit)
                && !word
                    .bars
                    .iter()
                    .any(|barred| compiler.was_said(unit, *barred))
        })
}
