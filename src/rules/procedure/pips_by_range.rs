//! The numbers of `pips-by-range`: dice by weapon and range, whose pips cost the target losses.

use super::toll::Save;
use crate::dice::Pool;
use crate::rules::condition::{Condition, Role};
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;

/// What modifiers can change: the range, the counts that fire, the dice of each.
pub(super) const QUANTITIES: [&str; 3] = ["range", "firing", "dice"];

/// Dice by weapon and range, whose pips cost the target losses.
#[derive(Debug, Clone)]
pub struct PipsByRange {
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// The number of a band that says how many dice a count throws; parts of a die are dropped.
    pub dice: Id<Attribute>,
    /// The number of a band that says how many pips cost the target a loss.
    pub pips: Id<Attribute>,
    /// The number of a band that says how many pips left over cost a half.
    pub half: Option<Id<Attribute>>,
    /// Weapons of which all units that fire them throw together; others throw unit by unit.
    pub together: Vec<Id<Weapon>>,
    /// Who throws to be saved, the first that applies.
    pub saves: Vec<Save>,
    /// What fire does besides.
    pub marks: Vec<FireMark>,
}

/// Something that fire does besides, whatever the dice show.
#[derive(Debug, Clone)]
pub struct FireMark {
    /// The outcome's field, such as `reloading`.
    pub field: String,
    /// What it says.
    pub say: String,
    /// The side to which it happens.
    pub role: Role,
    /// What must hold of a unit that fires.
    pub when: Vec<Condition>,
    /// Where the source says so.
    pub cite: Option<String>,
}
