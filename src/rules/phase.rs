//! The sequence of play: phases, and what is due in each.

use super::condition::Condition;
use super::shelf::Named;

/// One phase of a turn.
#[derive(Debug, Clone)]
pub struct Phase {
    /// The key in the table.
    pub id: String,
    /// What a person calls it.
    pub name: String,
    /// What is due in it, for units in such a situation.
    pub due: Vec<Due>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Phase {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Something that is due of a unit.
#[derive(Debug, Clone)]
pub struct Due {
    /// When it is due.
    pub when: Vec<Condition>,
    /// What is due, such as `rally`.
    pub say: String,
}
