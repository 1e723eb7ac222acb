//! The numbers of `dice-a-man`: dice for each man and a killing score, by who strikes whom.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::kind::Class;
use crate::rules::shelf::Id;

/// What modifiers can change: the men that fight, the dice of each, the score that kills.
pub(super) const QUANTITIES: [&str; 3] = ["fighting", "dice", "kills-on"];

/// Dice for each man, of which those at or above a score kill.
#[derive(Debug, Clone)]
pub struct DiceAMan {
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// Those who strike, each with a cell for every class that is struck.
    pub matrix: Vec<MatrixRow>,
}

/// What the men of one class do to those of each.
#[derive(Debug, Clone)]
pub struct MatrixRow {
    /// The class of those who strike.
    pub striker: Id<Class>,
    /// By the class of those who are struck.
    pub cells: Vec<(Id<Class>, Given<Blows>)>,
}

/// One cell of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blows {
    /// How many dice a man throws; a part of one where several men share a die.
    pub dice: Number,
    /// The lowest score that kills.
    pub kills_on: u32,
}

impl DiceAMan {
    /// What `striker` does to `struck`; `None` where the matrix does not have them.
    pub fn blows(&self, striker: Id<Class>, struck: Id<Class>) -> Option<Given<Blows>> {
        let row = self.matrix.iter().find(|row| row.striker == striker)?;
        let cell = row.cells.iter().find(|(class, _)| *class == struck)?;
        Some(cell.1)
    }
}
