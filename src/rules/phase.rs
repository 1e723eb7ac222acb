//! The sequence of play: phases, and what is due in each.

use smol_str::SmolStr;

use super::condition::Condition;
use super::ruling::Follows;
use super::shelf::Named;

/// One phase of a turn.
#[derive(Debug, Clone)]
pub struct Phase {
    /// The key in the table.
    pub id: SmolStr,
    /// What a person calls it.
    pub name: SmolStr,
    /// Whose phase it is.
    pub of: PhaseOf,
    /// What happens by itself to such units as it begins.
    pub follows: Vec<Follows>,
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

/// Whose phase it is: sides are counted in the order in which they joined the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhaseOf {
    /// Everybody's.
    All,
    /// The first side's.
    First,
    /// The second side's.
    Second,
}

/// Something that is due of a unit.
#[derive(Debug, Clone)]
pub struct Due {
    /// When it is due.
    pub when: Vec<Condition>,
    /// What is due, such as `rally`.
    pub say: String,
}
