//! The numbers of `points-times-score`: points of each unit times a sum of dice, the higher total wins.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::bands::Bands;
use crate::rules::condition::Condition;
use crate::rules::kind::{Arm, Attribute, Class, Kind};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// What modifiers can change: the points of a count, its impetus, the points of the
/// unit, the dice of its score, the counts of its front.
pub(super) const QUANTITIES: [&str; 5] =
    ["count-points", "impetus", "points", "score-dice", "front"];

/// Points times a score of dice.
#[derive(Debug, Clone)]
pub struct PointsTimesScore {
    /// The dice of a unit's score.
    pub score: Pool,
    /// The points of a count against each kind of enemy; against several, the lowest.
    pub against: Vec<(Kind, Id<Attribute>)>,
    /// Points that stand instead of those under conditions, the first that holds.
    pub instead: Vec<(Vec<Condition>, Id<Attribute>)>,
    /// The impetus of a count, and when the unit has it.
    pub impetus: Option<(Vec<Condition>, Id<Attribute>)>,
    /// Dice that some units throw on entering, before the scores.
    pub entry: Vec<EntryDice>,
    /// Units that do not fight, and what becomes of them.
    pub aside: Option<Aside>,
    /// Two dice whose difference reads the tables below.
    pub after: Pool,
    /// What a defeated unit loses, by its arm and the difference.
    pub losses: Vec<(Kind, Bands<Number>)>,
    /// What a defeated unit does, by its class and the difference.
    pub results: Vec<(Id<Class>, Bands<Id<ResultPhrase>>)>,
    /// What a defeated unit does by its arm, where that stands before its class.
    pub results_by_arm: Vec<(Id<Arm>, Bands<Id<ResultPhrase>>)>,
    /// Classes that stand instead of a unit's own under conditions, the first that holds.
    pub class_instead: Vec<(Vec<Condition>, Id<Class>)>,
}

/// Dice thrown on entering a melee: one a count of the front.
#[derive(Debug, Clone)]
pub struct EntryDice {
    /// What the throw is for.
    pub say: String,
    /// When a unit throws them.
    pub when: Vec<Condition>,
    /// One die of the kind that is thrown.
    pub die: Pool,
    /// The lowest face of any die that counts.
    pub face: u32,
    /// The points that the unit then gains.
    pub points: Number,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// Units that do not fight.
#[derive(Debug, Clone)]
pub struct Aside {
    /// When a unit does not fight.
    pub when: Vec<Condition>,
    /// What it loses for each enemy unit.
    pub lost: Number,
    /// What it does.
    pub result: Id<ResultPhrase>,
    /// Where the source says so.
    pub cite: Option<String>,
}
