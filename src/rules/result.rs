//! What a unit does when a table says so.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::shelf::{Id, Named};
use super::steps::Place;
use super::word::Word;

/// A result: the phrase, and what follows from it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ResultPhrase {
    /// The key in the table.
    pub id: SmolStr,
    /// The phrase, such as `retreats in order`.
    pub say: String,
    /// What the players hear of it, where that is less than the phrase.
    pub heard: Option<String>,
    /// Whether the unit is out of the fight by it.
    pub routs: Routs,
    /// The states that a unit of a battle comes into by it.
    pub gives: Vec<Id<Word>>,
    /// The states that it is no longer in.
    pub sheds: Vec<Id<Word>>,
    /// Whether the unit leaves the table by it.
    pub leaves: Leaves,
    /// What becomes of its place in a stack of a battle.
    pub in_stack: InStack,
    /// Where the source says so.
    pub cite: Option<String>,
    /// Where the table says so.
    pub place: Place,
}

impl Named for ResultPhrase {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Whether a result is a rout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Routs {
    /// It is.
    Yes,
    /// It is not.
    No,
}

/// What becomes of a unit's place in a stack by a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum InStack {
    /// It keeps it.
    Keeps,
    /// It is the lowest from now on.
    Bottom,
    /// It goes away from those that stay.
    Leaves,
}

/// Whether a unit leaves the table by a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leaves {
    /// It does.
    Yes,
    /// It stays.
    No,
}
