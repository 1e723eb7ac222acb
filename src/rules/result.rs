//! What a unit does when a table says so.

use super::shelf::Named;
use crate::number::Number;

/// A result: the phrase, and what follows from it.
#[derive(Debug, Clone)]
pub struct ResultPhrase {
    /// The key in the table.
    pub id: String,
    /// The phrase, such as `retreats in order`.
    pub say: String,
    /// Whether the unit is out of the fight by it.
    pub routs: Routs,
    /// How many of its moves the unit goes by it, such as ½; `None` where it goes nowhere.
    pub moves: Option<Number>,
    /// How many of those that give themselves up by it one guard holds; `None` where nobody does.
    pub prisoners_a_guard: Option<Number>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for ResultPhrase {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Whether a result is a rout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Routs {
    /// It is.
    Yes,
    /// It is not.
    No,
}
