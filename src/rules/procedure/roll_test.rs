//! The numbers of `roll-test`: dice against a target, and what passing and failing do.

use crate::dice::Pool;
use crate::rules::amount::{Amount, Given};
use crate::rules::condition::Condition;
use crate::rules::kind::Attribute;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::rules::word::Word;

/// What modifiers can change: what has to be thrown, and what was thrown.
pub(super) const QUANTITIES: [&str; 2] = ["target", "roll"];

/// Dice against a target.
#[derive(Debug, Clone)]
pub struct RollTest {
    /// What each unit throws.
    pub dice: Pool,
    /// A number of the troop types that is added to what was thrown.
    ///
    /// Of a unit of several types the one that makes passing hardest counts.
    pub adds: Option<Id<Attribute>>,
    /// Which side of the target passes.
    pub passes: Passes,
    /// Where the target comes from, the first that applies.
    pub targets: Vec<Target>,
    /// What to say when no target applies.
    pub asks: String,
    /// Units that are settled without dice, the first that applies.
    pub settled: Vec<Settled>,
    /// What a unit that passes does, the first that applies.
    pub passed: Vec<Verdict>,
    /// What a unit that fails does, the first that applies.
    pub failed: Vec<Verdict>,
    /// The ladder of levels that the check moves a unit on.
    pub ladder: Option<Ladder>,
}

/// Which side of the target passes; the target itself always does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// The target or less.
    AtMost,
    /// The target or more.
    AtLeast,
}

/// One place that a target comes from.
#[derive(Debug, Clone)]
pub struct Target {
    /// When it is asked.
    pub when: Vec<Condition>,
    /// The target.
    pub from: TargetFrom,
}

/// Where a target comes from.
#[derive(Debug, Clone, Copy)]
pub enum TargetFrom {
    /// An amount of the table, or a blank; a word applies where it was said.
    Amount(Given<Amount>),
    /// A number of the troop types; applies where every group has it.
    ///
    /// Of a unit of several types the hardest target counts.
    Attribute(Id<Attribute>),
}

/// A unit that is settled without dice.
#[derive(Debug, Clone)]
pub struct Settled {
    /// When it is.
    pub when: Vec<Condition>,
    /// How.
    pub how: Outright,
    /// The reason.
    pub say: String,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// How a unit is settled without dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outright {
    /// It is not checked at all.
    NotChecked,
    /// It cannot fail.
    Passes,
    /// It cannot pass.
    Fails,
}

/// What a unit does by a check.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// When it does.
    pub when: Vec<Condition>,
    /// What it does.
    pub result: Id<ResultPhrase>,
}

/// An ordered list of levels, and how the check moves a unit on it.
#[derive(Debug, Clone)]
pub struct Ladder {
    /// The words of the levels, the lowest first; the lowest is level 1.
    pub levels: Vec<Id<Word>>,
    /// How many levels a unit that passes goes up.
    pub up: usize,
    /// How many levels a unit that fails goes down.
    pub down: usize,
    /// The level up to which the check raises, from 1.
    pub ceiling: usize,
}
