//! Typographic signs read as plain ones, with every byte's place kept.

use std::borrow::Cow;
use std::ops::Range;

use super::fault::LineFault;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 4096;

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A line as typed, and the same line in plain signs without its comment.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    original: &'a str,
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
            return Err(LineFault::new(format!(
                "the line is {} bytes long, the limit is {LONGEST_LINE}",
                original.len()
            )));
        }
        let unmarked = original.strip_prefix(BYTE_ORDER_MARK).unwrap_or(original);
        let mark = original.len() - unmarked.len();
        let body = without_line_end(unmarked);
        refuse_unprintable(body, mark)?;

        let (said, _comment) = body.split_once('#').unwrap_or((body, ""));
        let mut shifts = Vec::new();
        if mark > 0 {
            shifts.push(Shift {
                plain: 0,
                typed: mark,
            });
        }
        let text = if said.is_ascii() {
            Cow::Borrowed(said)
        } else {
            Cow::Owned(folded(said, mark, &mut shifts))
        };
        Ok(Self {
            original,
            text,
            shifts,
        })
    }

    /// The line in plain signs, without its comment.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line as typed.
    pub fn original(&self) -> &'a str {
        self.original
    }

    /// The bytes of the line as typed for a range of [`Line::text`].
    pub fn typed(&self, plain: Range<usize>) -> Range<usize> {
        self.typed_offset(plain.start)..self.typed_offset(plain.end)
    }

    fn typed_offset(&self, plain: usize) -> usize {
        let after = self.shifts.partition_point(|shift| shift.plain <= plain);
        match after.checked_sub(1).and_then(|last| self.shifts.get(last)) {
            Some(shift) => shift.typed + (plain - shift.plain),
            None => plain,
        }
    }
}

/// Makes a text harmless to print: control and invisible characters are
/// written as `\u{1b}`, `\n` and the like.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for sign in text.chars() {
        if is_unprintable(sign) {
            shown.extend(sign.escape_default());
        } else {
            shown.push(sign);
        }
    }
    Cow::Owned(shown)
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}

fn refuse_unprintable(body: &str, mark: usize) -> Result<(), LineFault> {
    // Nearly every line is plain, and bytes are looked at faster than characters.
    if body.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Ok(());
    }
    let found = body
        .char_indices()
        .find(|&(_, sign)| sign != '\t' && is_unprintable(sign));
    let Some((start, sign)) = found else {
        return Ok(());
    };
    let kind = if sign.is_control() {
        "a control character"
    } else {
        "an invisible character"
    };
    let at = mark + start;
    let fault = LineFault::new(format!("{kind}, U+{:04X}, is in the line", u32::from(sign)));
    Err(fault.at(at..at + sign.len_utf8()))
}

/// Whether a character steers the terminal or hides: controls, marks of
/// direction, separators of lines, and those without width.
fn is_unprintable(sign: char) -> bool {
    if sign.is_ascii() {
        return sign.is_ascii_control();
    }
    sign.is_control()
        || matches!(sign,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | BYTE_ORDER_MARK | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// The text in plain signs; `shifts` gets every place where offsets part.
fn folded(said: &str, mark: usize, shifts: &mut Vec<Shift>) -> String {
    let mut text = String::with_capacity(said.len());
    for (start, sign) in said.char_indices() {
        let plain = plain(sign);
        text.push(plain);
        if plain.len_utf8() != sign.len_utf8() {
            shifts.push(Shift {
                plain: text.len(),
                typed: mark + start + sign.len_utf8(),
            });
        }
    }
    text
}

/// The plain sign that a typographic one stands for.
fn plain(sign: char) -> char {
    match sign {
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
        _ => sign,
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
            Cow::Borrowed("fire 4 musketeer at pike 10in ")
        ));
        assert_eq!(line.typed(5..6), 5..6);
    }

    #[test]
    fn typographic_signs_read_as_plain_ones() {
        let line = Line::read("12–4 pike’s\u{a0}8” 8″ 8′′ −3 — 2×4 1⁄2 ½").unwrap();
        assert_eq!(line.text(), "12-4 pike's 8\" 8\" 8'' -3 - 2x4 1/2 ½");
    }

    #[test]
    fn places_are_those_of_the_line_as_typed() {
        let typed = "at “pike” 8½” é x";
        let line = Line::read(typed).unwrap();
        for part in ["at", "pike", "8½", "é", "x"] {
            let start = line.text().find(part).unwrap();
            let at = line.typed(start..start + part.len());
            assert_eq!(&typed[at], part);
        }
        let inch = line.text().rfind('"').unwrap();
        assert_eq!(&typed[line.typed(inch..inch + 1)], "”");
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_counted() {
        let line = Line::read("\u{feff}fire – x").unwrap();
        assert_eq!(line.text(), "fire - x");
        assert_eq!(line.typed(0..4), 3..7);
        assert_eq!(line.typed(5..6), 8..11);
    }

    #[test]
    fn control_characters_are_refused_with_their_place() {
        let fault = Line::read("–fire \u{1b}[2J").unwrap_err();
        assert_eq!(fault.message, "a control character, U+001B, is in the line");
        assert_eq!(fault.at, Some(8..9));
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
    fn quoted_input_cannot_steer_the_terminal() {
        assert_eq!(
            printable("a\u{1b}[2Jb\n\u{9b}\u{202e}"),
            "a\\u{1b}[2Jb\\n\\u{9b}\\u{202e}"
        );
        assert!(matches!(printable("2½ pike"), Cow::Borrowed("2½ pike")));
    }

    proptest! {
        #[test]
        fn every_character_keeps_its_place(typed in "[a#½é”–“′ ×\u{feff}]{0,20}") {
            if let Ok(line) = Line::read(&typed) {
                for (start, sign) in line.text().char_indices() {
                    let at = line.typed(start..start + sign.len_utf8());
                    let original: Vec<char> = typed[at].chars().collect();
                    prop_assert_eq!(original.len(), 1);
                    prop_assert_eq!(plain(original[0]), sign);
                }
            }
        }

        #[test]
        fn printable_text_has_no_control_characters(text: String) {
            prop_assert!(!printable(&text).contains(is_unprintable));
        }
    }
}
