//! What a table file says of steps, before any name in it is known.

mod conditions;
mod head;
mod modifiers;
mod sayings;
mod tables;

use std::ops::Range;

use super::syntax::{Node, RawTemplate};
use crate::number::Number;
use crate::rules::condition::{Lead, Role};
use crate::rules::on_paper::OnPaper;
use crate::rules::reader::{FromToml, Many, Map, Shape, Text, Value, Whole, record, words};
use crate::rules::steps::{LoopOf, Reads, Scope, To};

pub(in crate::rules::read) use conditions::{Asks, RawCondition, condition_shape};
pub(in crate::rules::read) use head::{RawGoesOn, RawHead, ruling_shape};
pub(in crate::rules::read) use modifiers::{RawAmount, RawModifier};
pub(in crate::rules::read) use sayings::{RawSays, RawSummary, Summary};
pub(in crate::rules::read) use tables::{RawCell, RawCells, RawHolds, RawRecord, RawTable};

/// How dice are read that show numbers, and which way a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules::read) enum Read {
    /// The highest face.
    Highest,
    /// The lowest face.
    Lowest,
    /// The highest face less the lowest.
    Spread,
    /// The name of a row or of a column.
    Of(Reads),
}

words! { Scope {
    "line" => Scope::Line,
    "side" => Scope::Side,
    "unit" => Scope::Unit,
    "group" => Scope::Group,
    "piece" => Scope::Piece,
}}

words! { Read {
    "highest" => Read::Highest,
    "lowest" => Read::Lowest,
    "spread" => Read::Spread,
    "row" => Read::Of(Reads::Row),
    "column" => Read::Of(Reads::Column),
}}

words! { To {
    "opposite" => To::Opposite,
    "fought" => To::Fought,
}}

words! { Role {
    "attacker" => Role::Attacker,
    "defender" => Role::Defender,
    "either" => Role::Either,
}}

/// One of the two sides.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules::read) struct OneSide(pub(in crate::rules::read) Role);

words! { OneSide {
    "attacker" => OneSide(Role::Attacker),
    "defender" => OneSide(Role::Defender),
}}

words! { Lead {
    "has-more-left" => Lead::MoreLeft,
    "lost-fewer" => Lead::LostFewer,
}}

words! { LoopOf {
    "unit" => LoopOf::Unit,
    "side" => LoopOf::Side,
}}

record! {
    /// One step of a ruling: whose value it is, when it happens, and the one thing that it does.
    pub(in crate::rules::read) struct RawStep = "step" {
        /// Whose value it is; a unit's where it is left out.
        "of" => of: Option<Scope>,
        /// The side that it is of: `attacker`, `defender`, `foe`, or a step whose value is a side.
        "side" => side: Option<Text>,
        /// It happens when all of these hold.
        "when" => when: Many<RawCondition>,
        /// Works out a value.
        "is" => is: Option<RawChoice>,
        /// Asks whether conditions hold.
        "holds" => holds: Option<Many<RawCondition>>,
        /// Throws dice: `3d6`, or `die.NAME` for a die with named faces.
        "roll" => roll: Option<Text>,
        /// How many dice are thrown, where that is worked out.
        "dice" => dice: Option<Node>,
        /// The lowest face of a die.
        "lowest" => lowest: Option<Whole<0, 1>>,
        /// Reads the highest die, the lowest, or their spread; or the row or the column of a table.
        "read" => read: Option<Read>,
        /// Counts the dice that show at least this.
        "at-least" => at_least: Option<Node>,
        /// Counts the dice that show at most this.
        "at-most" => at_most: Option<Node>,
        /// What each face is worth; or `unit` or `side`, to run a row of steps for each of them in turn.
        "each" => each: Option<RawEach>,
        /// Counts the dice that show one of these named faces.
        "count" => count: Many<Text>,
        /// Further readings of the same dice, each a step of its own.
        "also" => also: Map<RawReading>,
        /// All of it is thrown again while these hold.
        "again" => again: Many<RawCondition>,
        /// It is thrown once more, and added, while these hold: twenty times at most.
        "add-again" => add_again: Many<RawCondition>,
        /// The most times that it may be thrown, the last throw counting.
        "choices" => choices: Option<Node>,
        /// The side that throws, for a throw of the line.
        "thrower" => thrower: Option<Node>,
        /// What the throw is for, as records name it.
        "for" => purpose: Option<Text>,
        /// What each die that counts makes, such as `hits`: the answer says `hits on 5+` with the dice.
        "makes" => makes: Option<Text>,
        /// Reads a table.
        "table" => table: Option<Text>,
        /// The row of the table; or the name of the row of steps that `each` runs.
        "row" => row: Option<RawKey>,
        /// The column of the table.
        "column" => column: Option<RawKey>,
        /// The row or column that is read where no word was said.
        "unsaid" => unsaid: Option<Text>,
        /// How many columns to the right.
        "shift" => shift: Option<Node>,
        /// How a ratio between two columns is rounded: `down`, `up`, or up where conditions hold.
        "rounds" => rounds: Option<RawRounds>,
        /// Loses so many.
        "lose" => lose: Option<RawChoice>,
        /// Whom an effect falls on, where not its own unit: the one typed `opposite`, or whom it has `fought`
        /// hand to hand in this turn of the battle or the last (`gives` and `sheds` alone).
        "to" => to: Option<To>,
        /// Comes to a result.
        "result" => result: Option<RawChoice>,
        /// Comes into states.
        "gives" => gives: Option<Many<Text>>,
        /// The number that the states come with, as a counter; at 0 or less it is no longer in them.
        "number" => number: Option<Node>,
        /// Is no longer in states.
        "sheds" => sheds: Option<Many<Text>>,
        /// Comes into the state of this number in `levels`, and leaves the others.
        "level" => level: Option<RawChoice>,
        /// The states by their numbers, from 1.
        "levels" => levels: Vec<Text>,
        /// Leaves the table, for this reason.
        "leaves" => leaves: Option<RawTemplate>,
        /// What it loses in this ruling comes off at once, in a phase whose losses come off at its end.
        "at-once" => at_once: Option<bool>,
        /// By what the units or sides take their turns, the lowest first.
        "by" => by: Option<Node>,
        /// Turns go on while these hold.
        "while" => keep_on: Many<RawCondition>,
        /// What the value is at least, after all modifiers.
        "least" => least: Option<Number>,
        /// What the value is at most, after all modifiers.
        "most" => most: Option<Number>,
        /// The value where `when` does not hold.
        "else" => otherwise: Option<RawCell>,
        /// Its name in JSON where the key is not it; `false` leaves it out.
        "field" => field: Option<RawField>,
        /// Whether odds are given for it.
        "headline" => headline: Option<bool>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
        /// What the working says of it; alone, what the referee is told; `false` for nothing.
        "say" => say: Option<RawSays>,
        /// What a reference sheet says of it; `false` where another step's words say it too.
        "sheet" => on_paper: Option<OnPaper>,
        /// Whether the value of the one unit of a side stands at the top of the outcome too.
        "alone" => alone: Option<bool>,
        /// Whether it is left out of the outcome where its value is nothing or no.
        "optional" => optional: Option<bool>,
        /// It is in the outcome only where these hold.
        "shown" => shown: Many<RawCondition>,
        /// Bare words that it may answer.
        "answers" => answers: Vec<Text>,
        /// In a file that extends another: the step that it stands before.
        "before" => before: Option<Text>,
    }
}

record! {
    /// A further reading of the dice of a step.
    pub(in crate::rules::read) struct RawReading = "reading" {
        /// Reads the highest die, the lowest, or their spread.
        "read" => read: Option<Read>,
        /// Counts the dice that show at least this.
        "at-least" => at_least: Option<Node>,
        /// Counts the dice that show at most this.
        "at-most" => at_most: Option<Node>,
        /// What each face is worth.
        "each" => each: Option<RawEach>,
        /// Counts the dice that show one of these named faces.
        "count" => count: Many<Text>,
        /// Its name in JSON where the key is not it; `false` leaves it out.
        "field" => field: Option<RawField>,
        /// Whether odds are given for it.
        "headline" => headline: Option<bool>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
        /// What the working says of it; `false` for nothing.
        "say" => say: Option<RawSays>,
        /// What a reference sheet says of it; `false` where another step's words say it too.
        "sheet" => on_paper: Option<OnPaper>,
    }
}

record! {
    /// A value that several rulings or steps share, worked out where it is named.
    pub(in crate::rules::read) struct RawValue = "value" {
        /// Whose value it is; a unit's where it is left out.
        "of" => of: Option<Scope>,
        /// Works out a value.
        "is" => is: Option<RawChoice>,
        /// Asks whether conditions hold.
        "holds" => holds: Option<Many<RawCondition>>,
        /// What the value is at least, after all modifiers.
        "least" => least: Option<Number>,
        /// What the value is at most, after all modifiers.
        "most" => most: Option<Number>,
        /// What the working says of it.
        "say" => say: Option<RawTemplate>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
    }
}

record! {
    /// A die with named faces.
    pub(in crate::rules::read) struct RawDie = "die" {
        /// Its faces, as many as it has sides.
        "faces" => faces: Vec<Text>,
    }
}

record! {
    /// One branch of a choice.
    pub(in crate::rules::read) struct RawBranch = "branch" {
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// The value.
        "is" => is: RawChoice,
    }
}

/// An expression, or a list of branches.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawChoice {
    /// One value, whatever holds.
    Value(Node),
    /// The first branch whose conditions hold.
    Branches(Vec<Option<RawBranch>>),
}

impl FromToml for RawChoice {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            let items = value.items()?;
            let branches = items.iter().map(RawBranch::from_toml).collect();
            return Some(RawChoice::Branches(branches));
        }
        if value.get().as_table().is_some() {
            value
                .unexpected("an expression or a list")
                .hint("put branches in brackets: `[{ when = …, is = … }, { is = … }]`");
            return None;
        }
        Node::from_toml(value).map(RawChoice::Value)
    }

    fn shape() -> Shape {
        // Branches hold choices again: a schema names them.
        Shape::Any(vec![
            Node::shape(),
            Shape::List(Box::new(RawBranch::shape())),
        ])
    }
}

/// The values of dice by their faces, or what a row of steps runs for.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawEach {
    /// What each face is worth.
    Worth(Map<Number>),
    /// A row of steps in turn.
    Turn(LoopOf),
}

impl FromToml for RawEach {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_table().is_some() {
            return Map::from_toml(value).map(RawEach::Worth);
        }
        LoopOf::from_toml(value).map(RawEach::Turn)
    }

    fn shape() -> Shape {
        let worth = Shape::Map("a face or a range of faces", Box::new(Shape::Number));
        Shape::Any(vec![worth, LoopOf::shape()])
    }
}

/// How a row or a column is found.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawKey {
    /// By the kind of the subject.
    Kind(Range<usize>),
    /// By a word said of the subject.
    Said(Range<usize>),
    /// By a value.
    Value(RawChoice),
}

impl FromToml for RawKey {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        match value.get().as_str() {
            Some("kind") => Some(RawKey::Kind(value.at())),
            Some("said") => Some(RawKey::Said(value.at())),
            _ => RawChoice::from_toml(value).map(RawKey::Value),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Words(vec!["kind", "said"]), RawChoice::shape()])
    }
}

/// How a ratio between two columns is rounded.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawRounds {
    /// To the lower.
    Down,
    /// To the higher.
    Up,
    /// To the higher where these hold.
    UpWhen(Many<RawCondition>),
}

impl FromToml for RawRounds {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        match value.get().as_str() {
            Some("down") => Some(RawRounds::Down),
            Some("up") => Some(RawRounds::Up),
            _ => Many::from_toml(value).map(RawRounds::UpWhen),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![
            Shape::Words(vec!["down", "up"]),
            Many::<RawCondition>::shape(),
        ])
    }
}

/// The name of a step in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::rules::read) enum RawField {
    /// It is not shown.
    Hidden,
    /// This name.
    Named(Text),
}

impl FromToml for RawField {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        match value.get().as_bool() {
            Some(false) => Some(RawField::Hidden),
            Some(true) => {
                value
                    .unexpected("`false` or a name")
                    .hint("a step is shown under its key unless `field` says otherwise");
                None
            }
            None => Text::from_toml(value).map(RawField::Named),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Text("a name"), Shape::Switch])
    }
}
