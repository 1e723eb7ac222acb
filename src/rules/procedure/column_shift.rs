//! The numbers of `column-shift`: strength gives a column that modifiers shift, a die and modifiers give the row.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::bands::Bands;
use crate::rules::condition::Condition;
use crate::rules::grid::Grid;

/// What modifiers can change: the strength, the columns to the right, the sum of the dice, the number in the cell.
pub(super) const QUANTITIES: [&str; 4] = ["strength", "shift", "roll", "printed"];

/// A result table read by strength and dice.
#[derive(Debug, Clone)]
pub struct ColumnShift {
    /// The dice that give the row.
    pub dice: Pool,
    /// What distance adds to the dice, by who acts; the first that applies.
    pub ranges: Vec<RangeEffect>,
    /// The tables, of which the first that applies is read.
    pub tables: Vec<Grid>,
    /// What the number in a cell does besides; all that apply.
    pub hits: Vec<Hits>,
    /// What the dice do by what they show before any modifier.
    pub marks: Vec<NaturalMark>,
}

/// What distance adds to the dice.
#[derive(Debug, Clone)]
pub struct RangeEffect {
    /// The key in the table.
    pub id: String,
    /// Whose it is.
    pub name: String,
    /// When it applies.
    pub when: Vec<Condition>,
    /// What is added at each distance, in whole units of the rule set's measure.
    pub rows: Bands<Given<Number>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Losses for a number printed in a cell.
#[derive(Debug, Clone)]
pub struct Hits {
    /// When they apply.
    pub when: Vec<Condition>,
    /// The least number that does it.
    pub at_least: Number,
    /// The losses.
    pub lost: Number,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Something that happens when the dice show a sum, whatever is added.
#[derive(Debug, Clone)]
pub struct NaturalMark {
    /// The outcome's field, such as `exploding_check`.
    pub field: String,
    /// What it says when it happens.
    pub say: String,
    /// The sum that does it.
    pub natural: u32,
    /// When it can happen.
    pub when: Vec<Condition>,
    /// Where the source says so.
    pub cite: Option<String>,
}
