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
    /// What the unit loses by it, in the rule set's casualty measure.
    pub loses: Number,
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
