//! The parts of a line: words, numbers, counts, distances, dice and faces.

use smol_str::{SmolStr, StrExt};

use crate::distance::{Distance, LengthUnit};
use crate::number::Number;
use crate::typed_line::Line;
use crate::typed_line::LineRange;

pub use super::lexer::{tokens, tokens_within};

/// A part of a line that has a meaning by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the line as typed.
    pub at: LineRange,
    /// Whether it was typed in a hurry, in other signs or words than the language has.
    pub hurried: bool,
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
        let excerpt = line.excerpt_at(self.at);
        let text = excerpt.text();
        let before = text.trim_end_matches(char::is_alphabetic);
        let number = before.trim_end();
        // Inches after feet are no number, a sign of inches is no word.
        if before == number || Number::parse(number) != Some(distance.value) {
            return None;
        }
        let unit = text.get(before.len()..)?;
        LengthUnit::from_word(unit)?;
        Some((
            Self {
                kind: Kind::Number(distance.value),
                at: excerpt.part(0..number.len()).at(),
                hurried: self.hurried,
            },
            Self {
                kind: Kind::Word(unit.to_lowercase_smolstr()),
                at: excerpt.part(before.len()..text.len()).at(),
                hurried: self.hurried,
            },
        ))
    }
}

#[cfg(test)]
mod tests;
