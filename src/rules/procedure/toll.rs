//! What pips cost, and what may save from it.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::bands::Bands;
use crate::rules::condition::Condition;

/// How many pips cost the enemy one loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toll {
    /// Pips that cost a whole one; more than 0.
    pub whole: Number,
    /// Pips left over that cost a half; `None` where what is left over costs nothing.
    pub half: Option<Number>,
}

/// Dice that save a unit from what it is about to lose, one for each loss.
#[derive(Debug, Clone)]
pub struct Save {
    /// What saves.
    pub say: String,
    /// Which units throw.
    pub when: Vec<Condition>,
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// What is lost of a whole one, by the face.
    pub whole: Bands<Number>,
    /// What is lost of a half, by the face.
    pub half: Bands<Number>,
    /// Where the source says so.
    pub cite: Option<String>,
}
