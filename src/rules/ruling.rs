//! Rulings: what can be resolved, and by which procedure.

use super::procedure::Procedure;
use super::shelf::Named;

/// A ruling of the rule set: fire, melee, morale and each other named check.
#[derive(Debug, Clone)]
pub struct Ruling {
    /// The verb, such as `fire`.
    pub id: String,
    /// What it resolves, in a few words.
    pub say: String,
    /// Who takes part.
    pub sides: Sides,
    /// What the side acted upon can be.
    pub target: Target,
    /// Lines that show how it is typed.
    pub examples: Vec<String>,
    /// The procedure with its numbers.
    pub procedure: Procedure,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Ruling {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What the side acted upon can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Troops.
    Troops,
    /// Troops, or a place that only words name, such as `at woods`.
    TroopsOrPlace,
}

/// Who takes part in a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Nobody is named: the two commanders.
    None,
    /// One side.
    One,
    /// An attacker and a defender.
    Two,
}
