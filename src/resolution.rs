//! A ruling as it goes on record: what was said, thrown, worked out and decided.

use smol_str::SmolStr;

use crate::dice::Thrown;
use crate::rulings::outcome::Outcome;
use crate::rulings::wording::WorkingLine;

/// What came of one unit, for a person at the table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fate {
    /// Who: a unit of the battle by name and handle, else the troops.
    pub who: String,
    /// The same as short as it can be: its handle, or the troops.
    pub in_short: String,
    /// What it loses in full, such as `3 figures lost`.
    pub loss: Option<String>,
    /// What it loses beside what is left of it, such as `3 lost (of pike)`.
    pub lost: Option<String>,
    /// What is left of it, such as `18 of 21 left`.
    pub left: Option<String>,
    /// What it does by the rules, and why it leaves the table.
    pub does: Vec<String>,
    /// How grave that is.
    pub gravity: Gravity,
    /// The states that it comes into, and those that it is no longer in.
    pub states: Vec<String>,
    /// Whether its losses come off when the phase ends, and not at once.
    pub held: bool,
    /// How near its end is, such as `2 more and it withdraws from the field`.
    pub near: Option<String>,
}

/// How grave it is what a unit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Gravity {
    /// It goes on.
    #[default]
    Bearable,
    /// It routs, or leaves the table.
    Dire,
}

/// A ruling, whole.
#[derive(Debug, Clone)]
pub struct Resolution {
    /// The id of the rule set.
    pub rules: SmolStr,
    /// The verb.
    pub verb: SmolStr,
    /// The line as typed.
    pub said: String,
    /// How it was understood, where it was typed in a hurry.
    pub understood: Option<String>,
    /// The throws, in order.
    pub throws: Vec<Thrown>,
    /// The seed of the generator, where it threw any of them.
    pub seed: Option<u64>,
    /// Every step in order.
    pub working: Vec<WorkingLine>,
    /// What it came to.
    pub outcome: Outcome,
    /// What the referee should know.
    pub warnings: Vec<String>,
    /// What came of each unit of which anything did, in the order typed.
    pub fates: Vec<Fate>,
    /// What the battle knew of the units that counted without being said, such as `grey: shaken`.
    pub known: Vec<String>,
    /// Words that could also have applied but were not said.
    pub not_said: Vec<String>,
}
