//! The numbers of `instructions`: what a unit has to do, without dice.

use crate::number::Number;
use crate::rules::chart::Chart;
use crate::rules::condition::Condition;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;

/// What a unit has to do: every instruction whose conditions hold, in order.
#[derive(Debug, Clone)]
pub struct Instructions {
    /// What the answer says in any case; empty for nothing.
    pub first: String,
    /// The instructions.
    pub list: Vec<Instruction>,
}

/// One instruction.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// When it applies.
    pub when: Vec<Condition>,
    /// What to do; `{move}` stands for the distance.
    pub say: String,
    /// How far, if anywhere.
    pub far: Option<Move>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// A distance to move.
#[derive(Debug, Clone)]
pub enum Move {
    /// This far, in the rule set's own measure.
    Fixed(Number),
    /// A share of a number of the unit's troop type, of several types the lowest.
    OfType {
        /// The number, such as the move.
        number: Id<Attribute>,
        /// The share.
        times: Number,
        /// How a part of the measure counts.
        round: Round,
    },
    /// A share of what a chart gives the unit.
    Of {
        /// The chart.
        chart: Id<Chart>,
        /// The place of its column, from 0.
        column: usize,
        /// The share.
        times: Number,
        /// How a part of the measure counts.
        round: Round,
    },
}

/// How a fraction is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Round {
    /// It is kept.
    Keep,
    /// Up.
    Up,
    /// Down.
    Down,
}
