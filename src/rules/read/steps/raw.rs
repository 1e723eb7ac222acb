//! What a table file says of steps, before any name in it is known.

use std::ops::Range;

use smol_str::SmolStr;

use super::syntax::{Node, NodeKind, RawComparison, RawTemplate};
use crate::number::Number;
use crate::rules::condition::{Lead, Role};
use crate::rules::modifier::How;
use crate::rules::reader::{
    Asked, FromToml, KeyShape, Listed, Many, Map, Needed, Others, Record, RecordShape, Shape,
    Sound, Text, Value, Whole, key_text, record, words,
};
use crate::rules::ruling::{AimsAt, Heard, Often, Sides};
use crate::rules::steps::{LoopOf, Reads, Scope, SummaryOf, To};

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
        /// Whom an effect falls on: the unit typed opposite, not its own.
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

record! {
    /// Words that are said under conditions.
    pub(in crate::rules::read) struct RawSaying = "saying" {
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// What is said.
        "say" => say: RawTemplate,
        /// Where the source says so.
        "cite" => cite: Option<String>,
    }
}

record! {
    /// What an answer may say first.
    pub(in crate::rules::read) struct RawSummary = "summary" {
        /// Of whom it is said: `unit` for the first unit of the side that acts.
        "of" => of: Option<SummaryOf>,
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// What is said.
        "say" => say: Option<RawTemplate>,
        /// Goes on with the list `[summary] KEY = […]`.
        "shared" => shared: Option<Text>,
    }
}

words! { SummaryOf {
    "unit" => SummaryOf::FirstUnit,
    "line" => SummaryOf::Line,
}}

/// What the working says of a step.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawSays {
    /// Nothing.
    Nothing,
    /// This.
    Text(RawTemplate),
    /// The first of these that holds.
    Choices(Vec<RawSaying>),
}

impl FromToml for RawSays {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            return Vec::from_toml(value).map(RawSays::Choices);
        }
        match value.get().as_bool() {
            Some(false) => Some(RawSays::Nothing),
            Some(true) => {
                value
                    .unexpected("`false` or a text")
                    .hint("a step that is shown says what it came to unless `say` says otherwise");
                None
            }
            None => RawTemplate::from_toml(value).map(RawSays::Text),
        }
    }

    fn shape() -> Shape {
        Shape::Any(vec![
            RawTemplate::shape(),
            Shape::Switch,
            Shape::List(Box::new(RawSaying::shape())),
        ])
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

/// What stands in a cell, or as the value of `else`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) struct RawCell {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What it says.
    pub(in crate::rules::read) holds: RawHolds,
}

/// What a cell says.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) enum RawHolds {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// A number.
    Number(Number),
    /// A word.
    Word(SmolStr),
}

impl FromToml for RawCell {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let at = value.at();
        let holds = match value.get().as_str() {
            Some(text) => match Number::parse(text) {
                Some(number) => RawHolds::Number(number),
                None => Text::from_toml(value)
                    .map_or(RawHolds::Faulty, |word| RawHolds::Word(word.text)),
            },
            None => value.number().map_or(RawHolds::Faulty, |number| {
                RawHolds::Number(number.into_inner())
            }),
        };
        Some(RawCell { at, holds })
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Number, Shape::Text("a result or another name")])
    }
}

/// A record of numbers that a cell holds.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawRecord {
    /// What a person reads in its place.
    pub(in crate::rules::read) say: Option<String>,
    /// Where the source says so.
    pub(in crate::rules::read) cite: Option<String>,
    /// Its numbers by name.
    pub(in crate::rules::read) numbers: Vec<(Text, Option<Number>)>,
}

impl FromToml for RawRecord {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.table(|table| {
            let say = table.field("say");
            let cite = table.field("cite");
            let keys = table.keys_left().into_iter();
            let numbers = keys
                .map(|(key, value)| (key_text(&key), Number::from_toml(&value)))
                .collect();
            Some(RawRecord {
                say: say?,
                cite: cite?,
                numbers,
            })
        })
    }

    fn shape() -> Shape {
        Shape::Record(RecordShape {
            name: "cell",
            about: "What a cell of a table stands for.",
            keys: || {
                vec![
                    optional::<String>("say", "What a person reads in its place."),
                    optional::<String>("cite", "Where the source says so."),
                ]
            },
            others: Some(|| Others {
                key: "a name",
                shape: Shape::Number,
            }),
        })
    }
}

/// A key that may be left out.
fn optional<T: FromToml>(key: &'static str, about: &'static str) -> KeyShape {
    KeyShape {
        key,
        about,
        shape: T::shape(),
        needed: Needed::Sometimes,
    }
}

/// What a ruling may hold: its head, and look-up tables under any other key.
pub(in crate::rules::read) fn ruling_shape() -> Shape {
    match RawHead::shape() {
        Shape::Record(head) => Shape::Record(RecordShape {
            others: Some(|| Others {
                key: "a look-up table",
                shape: RawTable::shape(),
            }),
            ..head
        }),
        other => other,
    }
}

/// What a condition is where no name of a step can stand: a table with one key.
pub(in crate::rules::read) fn condition_shape() -> Shape {
    ConditionKeys::shape()
}

/// A look-up table.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawTable {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What a person calls it.
    pub(in crate::rules::read) title: Option<String>,
    /// Where the source says so.
    pub(in crate::rules::read) cite: Option<String>,
    /// The columns of rows that are lists.
    pub(in crate::rules::read) columns: Vec<Text>,
    /// What a person reads over rows and columns.
    pub(in crate::rules::read) headings: Map<String>,
    /// Its rows, in the author's order.
    pub(in crate::rules::read) rows: Vec<(Text, Option<RawCells>)>,
}

impl RawTable {
    /// The keys of the columns of the first row that names them.
    pub(in crate::rules::read) fn first_named_row(&self) -> Vec<&Text> {
        let named = self.rows.iter().find_map(|(_, cells)| match cells {
            Some(RawCells::Named(_, cells)) => Some(cells),
            _ => None,
        });
        named.into_iter().flatten().map(|(key, _)| key).collect()
    }
}

/// The cells of a row.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawCells {
    /// The one cell of a table of one column.
    One(RawCell),
    /// Cells by the keys of their columns.
    Named(Range<usize>, Vec<(Text, Option<RawCell>)>),
    /// Cells in the order of the columns.
    Listed(Range<usize>, Vec<RawCell>),
}

impl FromToml for RawTable {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.table(|table| {
            let at = table.at();
            let title = table.field("title");
            let cite = table.field("cite");
            let columns = table.field("columns");
            let headings = table.field("headings");
            let keys = table.keys_left().into_iter();
            let rows = keys
                .map(|(key, value)| (key_text(&key), RawCells::from_toml(&value)))
                .collect();
            Some(RawTable {
                at,
                title: title?,
                cite: cite?,
                columns: columns?,
                headings: headings?,
                rows,
            })
        })
    }

    fn shape() -> Shape {
        Shape::Record(RecordShape {
            name: "table",
            about: "A look-up table.",
            keys: || {
                vec![
                    optional::<String>("title", "What a person calls it."),
                    optional::<String>("cite", "Where the source says so."),
                    optional::<Vec<Text>>("columns", "The columns, where rows are lists."),
                    optional::<Map<String>>(
                        "headings",
                        "What a person reads over rows and columns.",
                    ),
                ]
            },
            others: Some(|| Others {
                key: "a row: a range, a ratio, a kind, a word or a name",
                shape: RawCells::shape(),
            }),
        })
    }
}

impl FromToml for RawCells {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            return Vec::from_toml(value).map(|cells| RawCells::Listed(value.at(), cells));
        }
        if value.get().as_table().is_some() {
            return Map::from_toml(value).map(|Map(cells)| RawCells::Named(value.at(), cells));
        }
        RawCell::from_toml(value).map(RawCells::One)
    }

    fn shape() -> Shape {
        let cell = || Box::new(RawCell::shape());
        Shape::Any(vec![
            RawCell::shape(),
            Shape::List(cell()),
            Shape::Map("a column", cell()),
        ])
    }
}

/// One condition, before any name in it is known.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawCondition {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What it asks.
    pub(in crate::rules::read) asks: Asks,
}

/// What a condition asks.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum Asks {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// A fact or a comparison.
    Compare(RawComparison),
    /// `{ said = "word" }`.
    Said(Text),
    /// `{ is = "kind" }`.
    Is(Text),
    /// `{ has = "kind" }`.
    Has(Text),
    /// `{ fires = "weapon" }`.
    Fires(Text),
    /// `{ lost = "1/2" }`.
    Lost(Number),
    /// `{ lost-own = "number" }`.
    LostOwn(Text),
    /// `{ counted = true }`.
    Counted(bool),
    /// `{ its-side = "lost-fewer" }`.
    ItsSide(Lead),
    /// `{ fewer = 3 }`.
    Fewer(i64),
    /// `{ beyond = 6 }`.
    Beyond(Number),
    /// `{ units = 2 }`.
    Units(i64),
    /// `{ setting = "switch" }`.
    Setting(Text),
    /// `{ side = "attacker" }`.
    Side(Role),
    /// It holds for some unit of the other side.
    Foe(Box<RawCondition>),
    /// It holds for some unit of its own side.
    Friend(Box<RawCondition>),
    /// It does not hold.
    Not(Box<RawCondition>),
    /// At least one holds.
    Any(Vec<RawCondition>),
    /// All hold.
    All(Vec<RawCondition>),
}

record! {
    /// A condition that is written as a table: one of these keys.
    struct ConditionKeys = "condition" {
        /// This word was said.
        "said" => said: Option<Text>,
        /// Every group is of this kind.
        "is" => is: Option<Text>,
        /// Some group is of this kind.
        "has" => has: Option<Text>,
        /// It fires this weapon.
        "fires" => fires: Option<Text>,
        /// It has lost at least this share of what it began with.
        "lost" => lost: Option<Share>,
        /// It has lost at least the share that this number of its type gives.
        "lost-own" => lost_own: Option<Text>,
        /// Its counts were said.
        "counted" => counted: Option<bool>,
        /// Its side has more left than the other, or has lost fewer.
        "its-side" => its_side: Option<Lead>,
        /// It has fewer counts left than this.
        "fewer" => fewer: Option<Whole<1, 10_000>>,
        /// The target is farther than this.
        "beyond" => beyond: Option<Number>,
        /// Its side has at least so many units.
        "units" => units: Option<Whole<2, 100>>,
        /// This switch is on.
        "setting" => setting: Option<Text>,
        /// It is on this side.
        "side" => side: Option<OneSide>,
        /// This holds for some unit of the other side.
        "foe" => foe: Option<Box<RawCondition>>,
        /// This holds for some unit of its own side, itself included.
        "friend" => friend: Option<Box<RawCondition>>,
        /// This does not hold.
        "not" => not: Option<Box<RawCondition>>,
        /// At least one of these holds.
        "any" => any: Option<Vec<RawCondition>>,
        /// All of these hold.
        "all" => all: Option<Vec<RawCondition>>,
    }
}

impl ConditionKeys {
    /// Everything that is asked; one thing in a sound condition.
    fn asks(self) -> Vec<Asks> {
        let all = [
            self.said.map(Asks::Said),
            self.is.map(Asks::Is),
            self.has.map(Asks::Has),
            self.fires.map(Asks::Fires),
            self.lost.map(|Share(share)| Asks::Lost(share)),
            self.lost_own.map(Asks::LostOwn),
            self.counted.map(Asks::Counted),
            self.its_side.map(Asks::ItsSide),
            self.fewer.map(|Whole(fewer)| Asks::Fewer(fewer)),
            self.beyond.map(Asks::Beyond),
            self.units.map(|Whole(units)| Asks::Units(units)),
            self.setting.map(Asks::Setting),
            self.side.map(|OneSide(side)| Asks::Side(side)),
            self.foe.map(Asks::Foe),
            self.friend.map(Asks::Friend),
            self.not.map(Asks::Not),
            self.any.map(Asks::Any),
            self.all.map(Asks::All),
        ];
        all.into_iter().flatten().collect()
    }
}

impl FromToml for RawCondition {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let at = value.at();
        if value.get().as_str().is_some() {
            let asks = RawComparison::from_toml(value).map_or(Asks::Faulty, Asks::Compare);
            return Some(RawCondition { at, asks });
        }
        let read = value.table(|table| {
            let at = table.at();
            let empty = table.is_empty();
            let keys = ConditionKeys::read(table)?;
            if keys.sound == Sound::No {
                return None;
            }
            let asks = keys.asks();
            let count = asks.len();
            match asks.into_iter().next() {
                Some(asks) if count == 1 => Some(RawCondition { at, asks }),
                Some(_) => {
                    table
                        .fault(at, "a condition is one thing")
                        .hint("write several conditions as `{ … }, { … }`: all must hold");
                    None
                }
                // A condition of unknown keys has its fault already.
                None if !empty => None,
                None => {
                    table.fault(at, "a condition says what must hold");
                    None
                }
            }
        });
        let asks = Asks::Faulty;
        Some(read.unwrap_or(RawCondition { at, asks }))
    }

    fn shape() -> Shape {
        Shape::Any(vec![RawComparison::shape(), ConditionKeys::shape()])
    }
}

/// A share above 0 and up to 1.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules::read) struct Share(pub(super) Number);

impl FromToml for Share {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        super::super::parts::share(value).map(Share)
    }

    fn shape() -> Shape {
        Shape::Number
    }
}

record! {
    /// What changes a value, forbids a line or warns of it.
    pub(in crate::rules::read) struct RawModifier = "modifier" {
        /// What the working calls it.
        "say" => say: Asked<String>,
        /// The rulings that it acts in.
        "in" => rulings: Listed<Text>,
        /// The side whose units it acts on.
        "of" => role: Option<Role>,
        /// All of these must hold.
        "when" => when: Many<RawCondition>,
        /// Makes the line an error, for this reason.
        "forbid" => forbid: Option<RawTemplate>,
        /// Is said to the referee, who decides.
        "warn" => warn: Option<RawTemplate>,
        /// The step, value or number that it changes, or `range`.
        "on" => on: Option<Text>,
        /// It becomes this.
        "set" => set: Option<RawAmount>,
        /// This is added.
        "add" => add: Option<RawAmount>,
        /// It is multiplied by this.
        "times" => times: Option<RawAmount>,
        /// It is not above this.
        "at-most" => at_most: Option<RawAmount>,
        /// It is not below this.
        "at-least" => at_least: Option<RawAmount>,
        /// How often: once a unit, or once for each count that stands.
        "each" => each: Option<Text>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
    }
}

impl RawModifier {
    /// The changes that it says, each with its amount; one in a sound modifier.
    pub(in crate::rules::read) fn changes(&self) -> Vec<(How, &RawAmount)> {
        let all = [
            (How::Set, &self.set),
            (How::Add, &self.add),
            (How::Times, &self.times),
            (How::AtMost, &self.at_most),
            (How::AtLeast, &self.at_least),
        ];
        let said = all.into_iter();
        said.filter_map(|(how, amount)| amount.as_ref().map(|amount| (how, amount)))
            .collect()
    }
}

/// By how much a modifier changes a value.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawAmount {
    /// A number, or an expression.
    Worked(Node),
    /// The number of a setting.
    Setting(Text),
    /// The number said with a word.
    Said(Text),
}

record! {
    /// An amount that is a setting or was said.
    struct AmountKeys = "amount" {
        /// The number of this setting.
        "setting" => setting: Option<Text>,
        /// The number said with this word.
        "said" => said: Option<Text>,
    }
}

impl FromToml for RawAmount {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_table().is_none() {
            return Node::from_toml(value).map(RawAmount::Worked);
        }
        let read = value.table(|table| match AmountKeys::read(table)? {
            AmountKeys {
                sound: Sound::No, ..
            } => None,
            AmountKeys {
                setting: Some(setting),
                said: None,
                ..
            } => Some(RawAmount::Setting(setting)),
            AmountKeys {
                setting: None,
                said: Some(said),
                ..
            } => Some(RawAmount::Said(said)),
            _ => {
                table
                    .fault(table.at(), "an amount is one thing")
                    .hint("write a number, `{ setting = \"…\" }` or `{ said = \"…\" }`");
                None
            }
        });
        let faulty = Node {
            at: value.at(),
            kind: NodeKind::Faulty,
        };
        Some(read.unwrap_or(RawAmount::Worked(faulty)))
    }

    fn shape() -> Shape {
        Shape::Any(vec![Node::shape(), AmountKeys::shape()])
    }
}

words! { Sides {
    "none" => Sides::None,
    "one" => Sides::One,
    "two" => Sides::Two,
}}

words! { AimsAt {
    "troops" => AimsAt::Troops,
    "troops-or-place" => AimsAt::TroopsOrPlace,
}}

words! { Often {
    "once a phase" => Often::OnceAPhase,
}}

record! {
    /// What of a ruling holds in the rounds after the first.
    pub(in crate::rules::read) struct RawGoesOn = "rounds" {
        /// The results by which a unit stays in the fight; any other takes it out.
        "after" => after: Vec<Text>,
        /// What is said of every unit from the second round on.
        "words" => words: Vec<Text>,
    }
}

record! {
    /// What can be resolved: its head, its steps, and look-up tables under any other key.
    pub(in crate::rules::read) struct RawHead = "ruling" {
        /// What it resolves, in a few words.
        "say" => say: Asked<String>,
        /// Who takes part.
        "sides" => sides: Asked<Sides>,
        /// What the side acted upon can be.
        "aims-at" => aims_at: Option<AimsAt>,
        /// Lines that show how it is typed.
        "examples" => examples: Vec<String>,
        /// Where the source says so.
        "cite" => cite: Option<String>,
        /// What of it holds in the rounds after the first.
        "goes-on" => goes_on: Option<RawGoesOn>,
        /// What the players hear that one unit and that several do.
        "heard" => heard: Option<Heard>,
        /// How often a unit of a battle may do it.
        "often" => often: Option<Often>,
        /// Whether every group's count must be said.
        "needs-counts" => needs_counts: Option<bool>,
        /// What the answer says first: a text, or texts under conditions.
        "summary" => summary: Many<Summary>,
        /// How it resolves, in the order of the rulebook.
        "steps" => steps: Asked<Map<RawStep>>,
    }
}

/// What an answer may say first.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct Summary(pub(in crate::rules::read) RawSummary);

impl FromToml for Summary {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_str().is_none() {
            return RawSummary::from_toml(value).map(Summary);
        }
        let say = RawTemplate::from_toml(value)?;
        Some(Summary(RawSummary {
            at: value.at(),
            sound: Sound::Yes,
            of: None,
            when: Many::default(),
            say: Some(say),
            shared: None,
        }))
    }

    fn shape() -> Shape {
        Shape::Any(vec![RawTemplate::shape(), RawSummary::shape()])
    }
}

impl FromToml for Heard {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let items = value.items()?;
        match items.as_slice() {
            [one, several] => {
                let (one, several) = (String::from_toml(one), String::from_toml(several));
                Some(Heard {
                    one: one?,
                    several: several?,
                })
            }
            _ => {
                value
                    .fault("`heard` is what one and what several are heard to do")
                    .hint("write `[\"fires at\", \"fire at\"]`");
                None
            }
        }
    }

    fn shape() -> Shape {
        Shape::List(Box::new(Shape::Text("text")))
    }
}
