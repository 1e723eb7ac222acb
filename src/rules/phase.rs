//! The sequence of play: phases, and what is due in each.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::condition::Condition;
use super::ruling::{Follows, Ruling};
use super::shelf::{Id, Named};

/// One phase of a turn.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
    /// The rulings that belong to it.
    pub rulings: Vec<Belongs>,
    /// When what is lost in it comes off.
    pub losses: LossesTaken,
    /// When it comes off so; at once else.
    pub losses_when: Vec<Condition>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Phase {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Whose phase it is: sides are counted in the order in which they joined the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhaseOf {
    /// Everybody's.
    All,
    /// The first side's.
    First,
    /// The second side's.
    Second,
}

/// A ruling that belongs to a phase.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Belongs {
    /// The ruling.
    pub ruling: Id<Ruling>,
    /// It does for units that act in such a situation.
    pub when: Vec<Condition>,
}

/// When what is lost in a phase comes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LossesTaken {
    /// With each ruling.
    AtOnce,
    /// When the phase ends, all together: until then everybody acts as he stood when it began.
    AtTheEnd,
}

/// Something that is due of a unit.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Due {
    /// When it is due.
    pub when: Vec<Condition>,
    /// What is due, such as `rally`.
    pub say: String,
    /// The rulings that do it; none where it is only to be borne in mind.
    pub by: Vec<Id<Ruling>>,
}
