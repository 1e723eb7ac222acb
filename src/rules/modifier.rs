//! Modifiers: what, how much, when.
//!
//! All modifiers of one quantity stack in one order, whatever their order in
//! the table: set, then add, then multiply, then hold to at most, then hold
//! to at least.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::amount::Amount;
use super::condition::{Condition, Role};
use super::on_paper::OnPaper;
use super::ruling::Ruling;
use super::shelf::{Id, Named};
use super::steps::Place;

/// One modifier.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Modifier {
    /// The key in the table.
    pub id: SmolStr,
    /// What the working calls it.
    pub say: String,
    /// The rulings that it acts in.
    pub rulings: Vec<Id<Ruling>>,
    /// The side whose units it acts on.
    pub role: Role,
    /// All of these must hold.
    pub when: Vec<Condition>,
    /// What it does.
    pub effect: Effect,
    /// What a reference sheet calls it, or says of what it forbids.
    pub on_paper: OnPaper,
    /// Where the source says so.
    pub cite: Option<String>,
    /// Where the table says so.
    pub place: Place,
}

impl Named for Modifier {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What a modifier does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Effect {
    /// Changes a value of the ruling.
    Change(Change),
    /// Makes the declaration an error, for this reason.
    Forbid(String),
    /// Is said to the referee, who decides.
    Warn(String),
}

/// A change of one quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The name of the quantity.
    pub on: SmolStr,
    /// How it changes.
    pub how: How,
    /// By how much.
    pub amount: Amount,
    /// How often.
    pub each: Each,
}

/// How a quantity changes, in the order in which changes stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    /// It becomes the amount.
    Set,
    /// The amount is added.
    Add,
    /// It is multiplied by the amount.
    Times,
    /// It is not above the amount.
    AtMost,
    /// It is not below the amount.
    AtLeast,
}

impl How {
    /// Every way, in the order in which changes stack.
    pub const ALL: [How; 5] = [How::Set, How::Add, How::Times, How::AtMost, How::AtLeast];

    /// The key in the table.
    pub fn key(self) -> &'static str {
        match self {
            How::Set => "set",
            How::Add => "add",
            How::Times => "times",
            How::AtMost => "at-most",
            How::AtLeast => "at-least",
        }
    }
}

/// How often a change applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Each {
    /// Once for the unit.
    Unit,
    /// Once for each count that stands (`together` counted as one, rounded up).
    Count,
}

impl fmt::Display for Effect {
    /// What it does in a few words, such as `points -1 a count`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let change = match self {
            Effect::Change(change) => change,
            Effect::Forbid(reason) => return write!(f, "not allowed: {reason}"),
            Effect::Warn(text) => return f.write_str(text),
        };
        let amount = match change.amount {
            Amount::Fixed(number) if change.how == How::Add => number.signed(),
            Amount::Fixed(number) => number.to_string(),
            Amount::Setting(_) => "as set".to_owned(),
            Amount::Said(_) => "as said".to_owned(),
            Amount::Worked => "as worked out".to_owned(),
        };
        let on = &change.on;
        match change.how {
            How::Set => write!(f, "{on} {amount}")?,
            How::Add => write!(f, "{on} {amount}")?,
            How::Times => write!(f, "{on} ×{amount}")?,
            How::AtMost => write!(f, "{on} at most {amount}")?,
            How::AtLeast => write!(f, "{on} at least {amount}")?,
        }
        match change.each {
            Each::Unit => Ok(()),
            Each::Count => f.write_str(" each"),
        }
    }
}
