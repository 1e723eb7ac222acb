//! The numbers of `pips`: dice by ranks, whose pips cost the enemy losses.

use super::roll_test::{RollTest, Verdict};
use super::toll::{Save, Toll};
use crate::dice::Pool;
use crate::rules::condition::Condition;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// What modifiers can change: the ranks that fight, the dice thrown for them, the target of a check in between.
pub(super) const QUANTITIES: [&str; 3] = ["ranks", "dice", "target"];

/// Dice by ranks, one for each, whose pips cost the enemy losses; both sides at once.
#[derive(Debug, Clone)]
pub struct Pips {
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// What the pips of a side cost the other.
    pub toll: Toll,
    /// Who throws to be saved, the first that applies.
    pub saves: Vec<Save>,
    /// An attack that may be struck down before it strikes.
    pub first_blow: Option<FirstBlow>,
    /// What a unit does after the melee, the first that applies.
    pub results: Vec<Verdict>,
    /// What is said of a unit of which nothing is left.
    pub destroyed: Option<Id<ResultPhrase>>,
    /// Attackers that are caught when the enemy does not give way.
    pub caught: Option<Caught>,
}

/// An attack that may be struck down before it strikes.
///
/// Where the defenders show more pips, the attackers suffer first, are checked,
/// and each unit that has fewer dice by then throws those again.
#[derive(Debug, Clone)]
pub struct FirstBlow {
    /// What must hold of every attacking unit.
    pub when: Vec<Condition>,
    /// The check of the attackers.
    pub check: RollTest,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Attackers that are caught among an enemy who does not give way.
#[derive(Debug, Clone)]
pub struct Caught {
    /// The outcome's field, such as `bogged`.
    pub field: String,
    /// Which attackers can be caught.
    pub when: Vec<Condition>,
    /// What one that is caught does.
    pub result: Id<ResultPhrase>,
    /// What is said while the enemy still has to be checked.
    pub unsure: String,
    /// Where the source says so.
    pub cite: Option<String>,
}
