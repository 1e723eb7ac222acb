//! The numbers of `tests-by-target`: units test in the order of their targets until one side is gone.

use crate::dice::Pool;
use crate::rules::bands::Bands;
use crate::rules::kind::Attribute;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// What modifiers can change: the target of a unit.
pub(super) const QUANTITIES: [&str; 1] = ["target"];

/// Tests of the units of both sides, the lowest target first, equal targets together.
#[derive(Debug, Clone)]
pub struct TestsByTarget {
    /// The target of a unit before modifiers.
    pub rating: Id<Attribute>,
    /// The dice of a test; their sum passes at or below the target.
    pub dice: Pool,
    /// The move of which a result gives a share.
    pub moves: Option<Id<Attribute>>,
    /// What a unit does, by how much it missed its target.
    pub misses: Bands<Id<ResultPhrase>>,
    /// A result that does not stand where there is nobody to give oneself up to.
    pub softened: Option<Softened>,
    /// Where the source tells the order of the tests.
    pub order_cite: Option<String>,
}

/// A result that becomes a milder one if a friend is still in contact, or if both sides have it.
#[derive(Debug, Clone)]
pub struct Softened {
    /// The result, such as surrender.
    pub result: Id<ResultPhrase>,
    /// What it becomes, such as rout.
    pub becomes: Id<ResultPhrase>,
    /// Where the source says so.
    pub cite: Option<String>,
}
