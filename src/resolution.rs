//! A ruling as it goes on record: what was said, thrown, worked out and decided.

use smol_str::SmolStr;

use crate::dice::Thrown;
use crate::rulings::outcome::Outcome;
use crate::rulings::wording::WorkingLine;

/// A ruling, whole.
#[derive(Debug, Clone)]
pub struct Resolution {
    /// The id of the rule set.
    pub rules: SmolStr,
    /// The verb.
    pub verb: SmolStr,
    /// The line as typed.
    pub said: String,
    /// How it was understood, where it was typed in a hurry.
    pub understood: Option<String>,
    /// The throws, in order.
    pub throws: Vec<Thrown>,
    /// The seed of the generator, where it threw any of them.
    pub seed: Option<u64>,
    /// Every step in order.
    pub working: Vec<WorkingLine>,
    /// What it came to.
    pub outcome: Outcome,
    /// What the referee should know.
    pub warnings: Vec<String>,
    /// What the battle knew of the units, and what it now knows.
    pub record: Vec<String>,
    /// Words that could also have applied but were not said.
    pub not_said: Vec<String>,
}
