//! The parts of a line: words, numbers, counts, distances, dice and faces.

use std::ops::Range;

use smol_str::{SmolStr, StrExt};

use super::signs::Line;
use crate::distance::{Distance, LengthUnit};
use crate::number::Number;

pub use super::lexer::tokens;

/// A part of a line that has a meaning by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the line as typed.
    pub at: Range<usize>,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A word in lower case, hyphens kept: `musketeer`, `heavy-gun`. Digits
    /// may come first in one that is no number: `12pdr`, `8.27a`.
    Word(SmolStr),
    /// A number, which may be negative.
    Number(Number),
    /// `12-4`: so many at the start, so many of them lost.
    Count {
        /// How many at the start.
        of: Number,
        /// How many are lost, not below 0 but perhaps more than there were.
        lost: Number,
    },
    /// A number with a unit of length; it may be negative.
    Distance(Distance),
    /// Dice in lower case without blanks: `3d6`, `d10`, `3d6+2`.
    Dice(String),
    /// One item after `rolled`, or a sum such as `=11` anywhere, as typed.
    Faces(String),
    /// `+`
    Plus,
    /// `,`
    Comma,
    /// `|`
    Bar,
}

impl Token {
    /// A distance whose unit is a word of its own, read as a number and that
    /// word: the `5 in` of `lost 5 in woods`, where a number is wanted.
    ///
    /// `line` is the line that the token comes from. `None` for anything else.
    pub fn apart(&self, line: &Line<'_>) -> Option<(Self, Self)> {
        let Kind::Distance(distance) = self.kind else {
            return None;
        };
        let typed = line.original().get(self.at.clone())?;
        let before = typed.trim_end_matches(char::is_alphabetic);
        let (number, unit) = typed.split_at_checked(before.len())?;
        let plain = Line::read(number.trim_end()).ok()?;
        // Inches after feet are no number, a sign of inches is no word.
        if plain.original() == number || Number::parse(plain.text()) != Some(distance.value) {
            return None;
        }
        LengthUnit::from_word(unit)?;
        let number_end = self.at.start + plain.original().len();
        Some((
            Self {
                kind: Kind::Number(distance.value),
                at: self.at.start..number_end,
            },
            Self {
                kind: Kind::Word(unit.to_lowercase_smolstr()),
                at: self.at.end - unit.len()..self.at.end,
            },
        ))
    }
}

#[cfg(test)]
mod tests;
