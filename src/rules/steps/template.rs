//! Texts with values in them: `{hits:hit} of {dice} dice show {hit-on} or more`.

use serde::{Deserialize, Serialize};

use super::expression::{Expression, Whose};

/// A text with values in it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Template(pub Vec<Piece>);

/// A piece of such a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// Words that stand as they are.
    Text(String),
    /// What a person calls the unit, side or group that the step is of: `{name}`, `{opposite.name}`.
    Name(Whose),
    /// What the unit comes to, its results joined: `{results}`.
    Results,
    /// A value: `{difference}`.
    Value(Expression, Format),
}

/// How a value is put into words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// As it is: a number, or what a person calls the answer.
    Plain,
    /// With its sign: `{shift:signed}`.
    Signed,
    /// A number of losses, with what one or several are called: `{lost:loss}`.
    Losses,
    /// A number of counts, with what one or several are called: `{firing:count}`.
    Counts,
    /// A distance in the rule set's measure: `{move:distance}`.
    Distance,
    /// A number with one of two words: `{hits:hit|hits}`; with one word, its plural is made.
    Counted(String, String),
}
