//! What an answer looks like: text for a person, JSON for a program.
//!
//! A report is text; nobody prints here.

mod board;
mod columns;
mod csv;
mod ink;
mod json;
mod odds;
mod ruling;
mod spot;
mod styled;
mod text;
mod wrong;

pub use board::board_text;
pub use csv::answer_csv;
pub use ink::Ink;
pub use json::{answer_json, wrong_json};
pub use spot::Spot;
pub use styled::StyledText;
pub use text::{Look, Report, answer_text};
pub use wrong::{wrong_below, wrong_text};

use std::borrow::Cow;

/// The same text in ASCII characters, for a terminal that has no others.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '½' => plain.push_str(" 1/2"),
            '⅓' => plain.push_str(" 1/3"),
            '⅔' => plain.push_str(" 2/3"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '⅛' => plain.push_str(" 1/8"),
            '⅜' => plain.push_str(" 3/8"),
            '⅝' => plain.push_str(" 5/8"),
            '⅞' => plain.push_str(" 7/8"),
            '⅙' => plain.push_str(" 1/6"),
            '⅚' => plain.push_str(" 5/6"),
            '×' => plain.push('x'),
            '±' => plain.push_str("+-"),
            '…' => plain.push_str("..."),
            '÷' => plain.push('/'),
            '–' | '—' | '−' | '─' | '═' => plain.push('-'),
            '·' | '•' => plain.push('*'),
            '†' => plain.push('+'),
            '█' | '▉' | '▊' | '▋' | '▌' | '▍' | '▎' | '▏' => plain.push('#'),
            '“' | '”' => plain.push('"'),
            '‘' | '’' => plain.push('\''),
            character if character.is_ascii() => plain.push(character),
            _ => plain.push('?'),
        }
    }
    Cow::Owned(plain)
}
