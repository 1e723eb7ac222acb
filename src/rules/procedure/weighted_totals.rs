//! The numbers of `weighted-totals`: survivors times rating and more for each side; the
//! difference of the totals says what the lower side does.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::bands::Bands;
use crate::rules::kind::Attribute;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// What modifiers can change: the rating of each survivor of a unit.
pub(super) const QUANTITIES: [&str; 1] = ["rating"];

/// Totals of two sides after a fight, and what their difference brings.
#[derive(Debug, Clone)]
pub struct WeightedTotals {
    /// What each survivor counts.
    pub rating: Id<Attribute>,
    /// The move of which a result gives a share.
    pub moves: Option<Id<Attribute>>,
    /// What the side gains that lost fewer: the difference of the losses, weighted.
    pub losses: Gain,
    /// What the side gains that has more left: the difference of the survivors, weighted.
    pub survivors: Gain,
    /// When the difference of the totals counts twice.
    pub doubled: Option<Doubled>,
    /// What the lower side does, by the difference.
    pub results: Bands<Id<ResultPhrase>>,
}

/// What a side gains by a difference.
#[derive(Debug, Clone)]
pub struct Gain {
    /// The dice that the difference is multiplied by; it counts once without any.
    pub times: Option<Pool>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// A small fight, in which the difference counts twice.
#[derive(Debug, Clone)]
pub struct Doubled {
    /// The most that either side had at the start, in losses that it could take.
    pub at_most: Number,
    /// Where the source says so.
    pub cite: Option<String>,
}
