//! Typographic characters read as plain ones, with every byte's place kept.

use std::borrow::Cow;
use std::ops::Range;

use super::FRESH;
use super::fault::{FaultKind, LineFault};
use super::range::{Excerpt, LineId, LineRange};
use crate::printable::is_unprintable;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 4096;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line as typed, and the same line in plain characters.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    original: &'a str,
    id: LineId,
    text: Cow<'a, str>,
    /// Where plain and typed offsets begin to differ by another amount, in
    /// order; empty while they are the same.
    shifts: Vec<Shift>,
}

/// From `plain` on, an offset lies as far from `typed` as from `plain`.
#[derive(Clone, Copy, Debug)]
struct Shift {
    plain: usize,
    typed: usize,
}

impl<'a> Line<'a> {
    /// Reads a line, with or without its line end or a byte order mark.
    ///
    /// A fault is a line above [`LONGEST_LINE`] bytes, or a control or
    /// invisible character anywhere, comment included, as lines are quoted.
    pub fn read(original: &'a str) -> Result<Self, LineFault> {
        if original.len() > LONGEST_LINE {
            return Err(unreadable(format!(
                "the line is {} bytes long, the limit is {LONGEST_LINE}",
                original.len()
            )));
        }
        let unmarked = original.strip_prefix(BYTE_ORDER_MARK).unwrap_or(original);
        let mark = original.len() - unmarked.len();
        let body = without_line_end(unmarked);
        let id = LineId::of(original);
        refuse_unprintable(body, mark, id)?;

        let mut shifts = Vec::new();
        if mark > 0 {
            shifts.push(Shift {
                plain: 0,
                typed: mark,
            });
        }
        let text = if body.is_ascii() {
            Cow::Borrowed(body)
        } else {
            Cow::Owned(folded(body, mark, &mut shifts))
        };
        Ok(Self {
            original,
            id,
            text,
            shifts,
        })
    }

    /// The line in plain characters, its comment included.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The words from a byte of the plain text on, where no free text follows: up to a comment and
    /// the word for fresh dice.
    pub fn words_from(&self, from: usize) -> &str {
        let words = self.words_before_comment(from);
        without_fresh(words).unwrap_or(words)
    }

    /// The word for fresh dice, where the line ends with it.
    pub fn fresh(&self) -> Option<LineRange> {
        let words = self.words_before_comment(0);
        let before = without_fresh(words)?;
        Some(self.range(before.len()..words.len()))
    }

    fn words_before_comment(&self, from: usize) -> &str {
        let left = self.text.get(from..).unwrap_or_default();
        left.get(..comment_start(left)).unwrap_or(left).trim_end()
    }

    /// The line as typed.
    pub fn original(&self) -> &'a str {
        self.original
    }

    /// What stands at these bytes of [`Line::text`], widened to whole characters.
    pub fn range(&self, plain: Range<usize>) -> LineRange {
        let Range { start, end } = self.whole_characters(plain);
        LineRange::of(self.id, self.typed_offset(start)..self.typed_offset(end))
    }

    /// The same, with its text.
    pub fn excerpt(&self, plain: Range<usize>) -> Excerpt {
        let plain = self.whole_characters(plain);
        let at = self.range(plain.clone());
        Excerpt::new(
            self.text.get(plain).unwrap_or_default(),
            self.original.get(at.bytes()).unwrap_or_default(),
            at,
        )
    }

    /// The items of a line that is nothing but a list, parted by blanks and commas.
    pub fn listed(&self) -> Vec<Excerpt> {
        let list = self.words_from(0);
        let parts = list.split_inclusive([' ', ',']).scan(0, |end, part| {
            let start = *end;
            *end += part.len();
            Some(start..start + part.trim_end_matches([' ', ',']).len())
        });
        parts
            .filter(|part| !part.is_empty())
            .map(|part| self.excerpt(part))
            .collect()
    }

    /// What was typed at a range of this line; nothing for one of another line.
    pub fn typed(&self, at: LineRange) -> &'a str {
        if !at.is_of(self.id) {
            return "";
        }
        self.original.get(at.bytes()).unwrap_or_default()
    }

    /// A range of this line with its text.
    pub fn excerpt_at(&self, at: LineRange) -> Excerpt {
        let typed = self.typed(at);
        if typed.is_ascii() {
            return Excerpt::new(typed, typed, at);
        }
        let plain: String = typed.chars().map(plain).collect();
        Excerpt::new(&plain, typed, at)
    }

    /// The place at the end of what was typed, before any blanks.
    pub fn end(&self) -> LineRange {
        let end = self.text.trim_end().len();
        self.range(end..end)
    }

    fn whole_characters(&self, plain: Range<usize>) -> Range<usize> {
        let start = self.text.floor_char_boundary(plain.start);
        start..self.text.ceil_char_boundary(plain.end).max(start)
    }

    fn typed_offset(&self, plain: usize) -> usize {
        let after = self.shifts.partition_point(|shift| shift.plain <= plain);
        match after.checked_sub(1).and_then(|last| self.shifts.get(last)) {
            Some(shift) => shift.typed + (plain - shift.plain),
            None => plain,
        }
    }
}

/// What stands before the word for fresh dice, where some words end with it.
fn without_fresh(words: &str) -> Option<&str> {
    let before = words.strip_suffix(FRESH)?;
    (before.is_empty() || before.ends_with(char::is_whitespace)).then_some(before)
}

/// Where the comment of a text without free text begins, or its end: at a `#` where a word could begin.
pub fn comment_start(text: &str) -> usize {
    let mut hashes = text.match_indices('#').map(|(at, _)| at);
    let comment = hashes.find(|at| {
        let before = text.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with(char::is_whitespace)
    });
    comment.unwrap_or(text.len())
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

fn refuse_unprintable(body: &str, mark: usize, line: LineId) -> Result<(), LineFault> {
    // Nearly every line is plain, and bytes are looked at faster than characters.
    if body.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(());
    }
    let found = body
        .char_indices()
        .find(|&(_, character)| character != '\t' && is_unprintable(character));
    let Some((start, character)) = found else {
        return Ok(());
    };
    let kind = if character.is_control() {
        "a control character"
    } else {
        "an invisible character"
    };
    let at = mark + start;
    let fault = unreadable(format!(
        "{kind}, U+{:04X}, is in the line",
        u32::from(character)
    ));
    Err(fault.at(LineRange::of(line, at..at + character.len_utf8())))
}

fn unreadable(message: String) -> LineFault {
    LineFault::of(FaultKind::Unreadable, message)
}

/// The text in plain characters; `shifts` gets every place where offsets part.
fn folded(said: &str, mark: usize, shifts: &mut Vec<Shift>) -> String {
    let mut text = String::with_capacity(said.len());
    for (start, character) in said.char_indices() {
        let plain = plain(character);
        text.push(plain);
        if plain.len_utf8() != character.len_utf8() {
            shifts.push(Shift {
                plain: text.len(),
                typed: mark + start + character.len_utf8(),
            });
        }
    }
    text
}

/// The plain character that a typographic one stands for.
fn plain(character: char) -> char {
    match character {
        '“' | '”' | '„' | '‟' | '″' | '‶' | 'ʺ' | '＂' => '"',
        '‘' | '’' | '‚' | '‛' | '′' | '‵' | 'ʹ' | 'ʼ' | '´' | '＇' => '\'',
        // The hyphens and dashes, the minus sign, and their small and wide forms.
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        // No-break and typographic blanks.
        '\t'
        | '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => ' ',
        // The fraction slash and the division slash.
        '\u{2044}' | '\u{2215}' => '/',
        '×' => 'x',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_ascii_line_is_not_copied() {
        let line = Line::read("fire 4 musketeer at pike 10in # first turn\r\n").unwrap();
        assert!(matches!(
            line.text,
            Cow::Borrowed("fire 4 musketeer at pike 10in # first turn")
        ));
        assert_eq!(line.range(5..6).bytes(), 5..6);
    }

    #[test]
    fn typographic_characters_read_as_plain_ones() {
        let line = Line::read("12–4 pike’s\u{a0}8” 8″ 8′′ −3 — 2×4 1⁄2 ½").unwrap();
        assert_eq!(line.text(), "12-4 pike's 8\" 8\" 8'' -3 - 2x4 1/2 ½");
    }

    #[test]
    fn places_are_those_of_the_line_as_typed() {
        let typed = "at “pike” 8½” é x";
        let line = Line::read(typed).unwrap();
        for part in ["at", "pike", "8½", "é", "x"] {
            let start = line.text().find(part).unwrap();
            let at = line.range(start..start + part.len());
            assert_eq!(line.typed(at), part);
        }
        let inch = line.text().rfind('"').unwrap();
        assert_eq!(line.typed(line.range(inch..inch + 1)), "”");
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_counted() {
        let line = Line::read("\u{feff}fire – x").unwrap();
        assert_eq!(line.text(), "fire - x");
        assert_eq!(line.range(0..4).bytes(), 3..7);
        assert_eq!(line.range(5..6).bytes(), 8..11);
    }

    #[test]
    fn control_characters_are_refused_with_their_place() {
        let typed = "–fire \u{1b}[2J";
        let fault = Line::read(typed).unwrap_err();
        assert_eq!(fault.message, "a control character, U+001B, is in the line");
        assert_eq!(fault.at.and_then(|at| at.in_line(typed)), Some(8..9));
        let fault = Line::read("fire # \u{202e}").unwrap_err();
        assert_eq!(
            fault.message,
            "an invisible character, U+202E, is in the line"
        );
        assert_eq!(Line::read("a\tb").unwrap().text(), "a\tb");
    }

    #[test]
    fn a_line_has_4096_bytes_at_most() {
        assert!(Line::read(&"a".repeat(4096)).is_ok());
        let fault = Line::read(&"a".repeat(4097)).unwrap_err();
        assert_eq!(
            fault.message,
            "the line is 4097 bytes long, the limit is 4096"
        );
    }

    #[test]
    fn a_comment_begins_where_a_word_could() {
        let words_of = |typed: &str| Line::read(typed).unwrap().words_from(0).to_owned();
        for (typed, words) in [
            ("# all of it", ""),
            ("fire # one # two", "fire"),
            ("fire \u{a0}# one", "fire"),
            ("fire a#1 # one", "fire a#1"),
            ("fire --fresh # one", "fire "),
            ("fire--fresh", "fire--fresh"),
            ("fire", "fire"),
        ] {
            assert_eq!(words_of(typed), words, "{typed}");
        }
        let fresh = Line::read("fire é —-fresh # one").unwrap();
        assert_eq!(fresh.fresh().map(|at| fresh.typed(at)), Some("—-fresh"));
        assert!(Line::read("fire--fresh").unwrap().fresh().is_none());
        let after_a_name = Line::read("Company #3 = 4 pike # fresh").unwrap();
        assert_eq!(after_a_name.words_from(12), " 4 pike");
    }

    proptest! {
        #[test]
        fn every_character_keeps_its_place(typed in "[a#½é”–“′ ×\u{feff}]{0,20}") {
            if let Ok(line) = Line::read(&typed) {
                for (start, character) in line.text().char_indices() {
                    let at = line.range(start..start + character.len_utf8());
                    let original: Vec<char> = line.typed(at).chars().collect();
                    prop_assert_eq!(original.len(), 1);
                    prop_assert_eq!(plain(original[0]), character);
                }
            }
        }
    }
}
