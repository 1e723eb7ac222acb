//! The numbers of `hit-dice`: dice a count by weapon and range, hits at or above a number.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::condition::Condition;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;
use crate::rules::word::Word;

/// What modifiers can change: the range, the counts that fire, the dice of each, the face that hits.
pub(super) const QUANTITIES: [&str; 4] = ["range", "firing", "dice", "hits-on"];

/// Dice that hit at or above a number given by the weapon and the range.
#[derive(Debug, Clone)]
pub struct HitDice {
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// The number of a band that a die has to show.
    pub hits_on: Id<Attribute>,
    /// The number of a band that says how many dice a count throws; one where a band has none.
    pub dice: Option<Id<Attribute>>,
    /// A count that has lost this share of its figures does not fire.
    pub silent_at: Option<Number>,
    /// What single faces do besides hitting.
    pub marks: Vec<Mark>,
}

/// Something that happens when any die shows a face.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The outcome's field, such as `stops_charge`.
    pub field: String,
    /// What it says when it happens.
    pub say: String,
    /// The lowest face that does it.
    pub face: u32,
    /// When it can happen.
    pub when: Vec<Condition>,
    /// The states that the target comes into by it.
    pub gives: Vec<Id<Word>>,
    /// Where the source says so.
    pub cite: Option<String>,
}
