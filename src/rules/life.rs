//! The life of a state: what brings it, what ends it, what it changes.
//!
//! All of it stands in the table already, with whatever does it; here it is gathered by state.

use super::modifier::Modifier;
use super::phase::Phase;
use super::result::ResultPhrase;
use super::ruling::{Follows, Ruling};
use super::set::RuleSet;
use super::shelf::Id;
use super::steps::Act;
use super::word::{Lasts, Word};

/// The verb by which a unit rallies, where the rules have no ruling of that name.
pub const RALLY: &str = "rally";

/// What brings or ends a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The referee says it in a line or of a unit.
    Said,
    /// A unit begins in it.
    Begins,
    /// A ruling does.
    Ruling(Id<Ruling>),
    /// A result does.
    Result(Id<ResultPhrase>),
    /// A phase does as it begins.
    Phase(Id<Phase>),
    /// Another state does: one that it follows, brings along or cannot be beside.
    State(Id<Word>),
    /// The end of the phase.
    PhaseEnds,
    /// The end of the turn.
    TurnEnds,
    /// The end of the turn after the one in which it came.
    NextTurnEnds,
    /// The referee's word that the unit rallies.
    Rally,
    /// The referee alone.
    Referee,
}

/// The life of a state.
#[derive(Debug, Clone, Default)]
pub struct Life {
    /// What brings it.
    pub brought: Vec<Cause>,
    /// What ends it; nothing for what a unit is for good.
    pub ended: Vec<Cause>,
    /// The modifiers that ask for it.
    pub changes: Vec<Id<Modifier>>,
}

/// Every state of a rule set, in the author's order.
pub fn states(rules: &RuleSet) -> impl Iterator<Item = (Id<Word>, &Word)> {
    let words = rules.words.iter();
    words.filter(|(_, word)| word.lasts != Lasts::Line)
}

/// The life of one state.
pub fn life(rules: &RuleSet, state: Id<Word>) -> Life {
    let mut life = Life::default();
    let word = rules.words.get(state);
    if !word.rulings.is_empty() || word.lasts == Lasts::Always {
        life.brings(Cause::Said);
    }
    if rules.begins.iter().any(|begins| gives(begins, state)) {
        life.brings(Cause::Begins);
    }
    for (id, ruling) in rules.rulings.iter() {
        for step in &ruling.program.steps {
            match &step.act {
                Act::Gives(words, number, _) if words.contains(&state) => {
                    life.brings(Cause::Ruling(id));
                    // A counter ends at nothing.
                    if number.is_some() {
                        life.ends(Cause::Ruling(id));
                    }
                }
                Act::Sheds(words, _) if words.contains(&state) => life.ends(Cause::Ruling(id)),
                Act::Level(_, levels, _) if levels.contains(&state) => {
                    life.brings(Cause::Ruling(id));
                    life.ends(Cause::Ruling(id));
                }
                _ => {}
            }
        }
    }
    for (id, result) in rules.results.iter() {
        if result.gives.contains(&state) {
            life.brings(Cause::Result(id));
        }
        if result.sheds.contains(&state) {
            life.ends(Cause::Result(id));
        }
    }
    for (id, phase) in rules.phases.iter() {
        if phase.follows.iter().any(|follows| gives(follows, state)) {
            life.brings(Cause::Phase(id));
        }
        let mut follows = phase.follows.iter();
        if follows.any(|follows| follows.sheds.contains(&state)) {
            life.ends(Cause::Phase(id));
        }
    }
    for (id, other) in states(rules) {
        if other.then == Some(state) || other.implies.contains(&state) {
            life.brings(Cause::State(id));
        }
        if id != state && rules.bar_each_other(id, state) {
            life.ends(Cause::State(id));
        }
    }
    match word.lasts {
        Lasts::Phase => life.ends(Cause::PhaseEnds),
        Lasts::Turn => life.ends(Cause::TurnEnds),
        Lasts::NextTurn => life.ends(Cause::NextTurnEnds),
        Lasts::Rally if rules.rulings.named(RALLY).is_none() => life.ends(Cause::Rally),
        Lasts::Referee => life.ends(Cause::Referee),
        Lasts::Line | Lasts::Rally | Lasts::Battle | Lasts::Always => {}
    }
    let modifiers = rules.modifiers.iter();
    let asks = modifiers.filter(|(_, modifier)| modifier.when.iter().any(|when| when.asks(state)));
    life.changes = asks.map(|(id, _)| id).collect();
    life
}

fn gives(follows: &Follows, state: Id<Word>) -> bool {
    follows.gives.contains(&state)
}

impl Life {
    fn brings(&mut self, cause: Cause) {
        if !self.brought.contains(&cause) {
            self.brought.push(cause);
        }
    }

    fn ends(&mut self, cause: Cause) {
        if !self.ended.contains(&cause) {
            self.ended.push(cause);
        }
    }
}
