//! What a ruling comes to.

use smol_str::SmolStr;

use crate::number::Number;
pub use crate::rulings::outcome::FieldValue as Value;

/// The outcome of a ruling, as text, JSON and odds read it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// The outcome in a few words, such as `1 hit`.
    pub summary: String,
    /// One to three lines for a person at the table.
    pub brief: Vec<String>,
    /// The procedure's own values.
    pub fields: Vec<Field>,
    /// The units of the side that acts, in the order typed.
    pub attacker: Vec<UnitOutcome>,
    /// The units of the side acted upon, in the order typed.
    pub defender: Vec<UnitOutcome>,
    /// The cell that the source at hand does not give.
    pub blank: Option<Blank>,
}

/// What a ruling comes to for one unit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UnitOutcome {
    /// The ids of its troop types.
    pub types: SmolStr,
    /// What a person calls it.
    pub name: SmolStr,
    /// What it loses, in the rule set's casualty measure; `None` where a blank decides.
    pub lost: Option<Number>,
    /// What it does, in a phrase of the rule set.
    pub result: Option<String>,
    /// The procedure's own values for it.
    pub fields: Vec<Field>,
}

/// One named value.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the outcome, such as `hits`.
    pub name: SmolStr,
    /// The value.
    pub value: Value,
    /// Whether odds are given for it.
    pub odds: Headline,
}

/// Whether odds are given for a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Headline {
    /// It is what the referee asks about.
    Yes,
    /// It is a step on the way.
    No,
}

impl Field {
    /// A value that odds are given for.
    pub fn headline(name: &str, value: impl Into<Value>) -> Self {
        Field {
            name: SmolStr::new(name),
            value: value.into(),
            odds: Headline::Yes,
        }
    }

    /// A value on the way.
    pub fn step(name: &str, value: impl Into<Value>) -> Self {
        Field {
            odds: Headline::No,
            ..Field::headline(name, value)
        }
    }
}

/// A cell that the source at hand does not give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blank {
    /// What is not given, such as `melee points of heavy gun`.
    pub what: String,
    /// Where it would stand in the table's file.
    pub key: String,
}
