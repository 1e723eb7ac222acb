//! Amounts in a rule table: given, blank, or set by the referee.

use serde::{Deserialize, Serialize};

use super::setting::Setting;
use super::shelf::Id;
use super::word::Word;
use crate::number::Number;

/// What a table says where the source gives no value.
pub const BLANK: &str = "blank";

/// A value that the source gives, or a blank.
///
/// A value that no source gives is never guessed: the table says `"blank"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Given<T> {
    /// The source gives it.
    Known(T),
    /// The source at hand does not give it.
    Blank,
}

impl<T> Given<T> {
    /// The value, or `None` for a blank.
    pub fn known(self) -> Option<T> {
        match self {
            Given::Known(value) => Some(value),
            Given::Blank => None,
        }
    }
}

/// How much: a number, or where the number comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// This number.
    Fixed(Number),
    /// What the setting says.
    Setting(Id<Setting>),
    /// The number said with the word.
    Said(Id<Word>),
    /// What an expression of a ruling of steps comes to.
    Worked,
}
