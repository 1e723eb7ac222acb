//! Parts of a typed line, for whoever points at them.

use std::ops::Range;

use smol_str::SmolStr;

/// Some bytes of one typed line, always whole characters.
///
/// Only the line itself makes one ([`Line::range`](super::normalize::Line::range)), and it knows which
/// line that was: asked for its bytes in another line, it has none. So what points at a line can
/// neither cut a character nor point into the wrong line, whatever is done with it on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct LineRange {
    start: u16,
    end: u16,
    line: LineId,
}

/// Which line it is: a checksum of its text. The default is that of no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct LineId(u32);

impl LineId {
    /// The id of a line as it was typed.
    pub(super) fn of(line: &str) -> Self {
        // FNV-1a: lines are short, and nobody gains by two that agree.
        let sum = line.bytes().fold(0x811c_9dc5_u32, |sum, byte| {
            (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        LineId(sum.max(1))
    }
}

impl LineRange {
    /// All of a line but the blanks at its end; of one too long to be read, nothing.
    pub fn whole(line: &str) -> Self {
        Self::of(LineId::of(line), 0..line.trim_end().len())
    }

    /// Bytes of a line; who makes it sees to it that they are whole characters.
    pub(super) fn of(line: LineId, bytes: Range<usize>) -> Self {
        match (u16::try_from(bytes.start), u16::try_from(bytes.end)) {
            (Ok(start), Ok(end)) if start <= end => LineRange { start, end, line },
            _ => LineRange::default(),
        }
    }

    /// Its bytes in this line; `None` if it is of another.
    pub fn in_line(self, line: &str) -> Option<Range<usize>> {
        let bytes = self.bytes();
        let fits = self.line == LineId::of(line) && line.get(bytes.clone()).is_some();
        fits.then_some(bytes)
    }

    /// Whether it is of the line with this id.
    pub(super) fn is_of(self, line: LineId) -> bool {
        self.line == line
    }

    /// Its bytes, for whoever has the line at hand.
    pub(crate) fn bytes(self) -> Range<usize> {
        usize::from(self.start)..usize::from(self.end)
    }

    /// Where it begins, for whoever has the line at hand.
    pub(crate) fn start(self) -> usize {
        self.bytes().start
    }

    /// Whether it is a place between two characters.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// From its beginning to where another range of the same line ends; no further than itself
    /// where that ends before it.
    #[must_use]
    pub fn to(self, last: LineRange) -> LineRange {
        if last.line != self.line {
            return self;
        }
        LineRange {
            end: last.end.max(self.start),
            ..self
        }
    }

    /// The place where it begins.
    #[must_use]
    pub fn before(self) -> LineRange {
        LineRange {
            end: self.start,
            ..self
        }
    }

    /// The place where it ends.
    #[must_use]
    pub fn after(self) -> LineRange {
        LineRange {
            start: self.end,
            ..self
        }
    }
}

/// A piece of a line with its text, so that parts of it can be pointed at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    plain: SmolStr,
    typed: SmolStr,
    at: LineRange,
}

impl Excerpt {
    /// What stands at a range of a line: as typed, and in plain characters, one for each typed.
    pub(super) fn new(plain: &str, typed: &str, at: LineRange) -> Self {
        Excerpt {
            plain: plain.into(),
            typed: typed.into(),
            at,
        }
    }

    /// Its text in plain characters.
    pub fn text(&self) -> &str {
        &self.plain
    }

    /// Where it stands in the line.
    pub fn at(&self) -> LineRange {
        self.at
    }

    /// The part of it from one byte of its plain text to another, widened to whole characters.
    pub fn part(&self, plain: Range<usize>) -> Excerpt {
        let start = self.plain.floor_char_boundary(plain.start);
        let plain = start..self.plain.ceil_char_boundary(plain.end).max(start);
        let bytes = self.typed_byte(plain.start)..self.typed_byte(plain.end);
        let start = self.at.start();
        Excerpt {
            plain: self.plain.get(plain).unwrap_or_default().into(),
            typed: self.typed.get(bytes.clone()).unwrap_or_default().into(),
            at: LineRange::of(self.at.line, start + bytes.start..start + bytes.end),
        }
    }

    /// It as it was typed.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// The byte of the typed text where a byte of the plain text stands.
    fn typed_byte(&self, plain: usize) -> usize {
        if self.plain.len() == self.typed.len() {
            return plain.min(self.typed.len());
        }
        let before = self.plain.char_indices();
        let before = before.take_while(|(at, _)| *at < plain).count();
        self.typed.chars().take(before).map(char::len_utf8).sum()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::typed_line::Line;
    use proptest::prelude::*;

    #[test]
    fn a_range_is_of_its_own_line_only() {
        let typed = "fire – Schützen";
        let line = Line::read(typed).unwrap();
        let at = line.range(0..4);
        assert_eq!(at.in_line(typed), Some(0..4));
        assert_eq!(at.in_line("fire - Schützen"), None);
        assert_eq!(LineRange::default().in_line(""), None);
    }

    #[test]
    fn ranges_of_two_lines_do_not_join() {
        let one = LineRange::whole("fire");
        let other = LineRange::whole("fire again");
        assert_eq!(one.to(other), one);
        assert_eq!(one.to(one.after()), one);
        assert_eq!(one.after().in_line("fire"), Some(4..4));
    }

    #[test]
    fn parts_of_an_excerpt_are_whole_characters() {
        let typed = "rolled 6–1";
        let line = Line::read(typed).unwrap();
        let word = line.excerpt(7..10);
        let dash = word.part(1..2);
        assert_eq!((dash.text(), dash.typed()), ("-", "–"));
        assert_eq!(dash.at().in_line(typed), Some(8..11));
        assert_eq!(word.part(2..3).at().in_line(typed), Some(11..12));
    }

    #[test]
    fn a_line_too_long_to_be_read_has_no_range() {
        let long = "a".repeat(70_000);
        assert_eq!(LineRange::whole(&long).in_line(&long), None);
    }

    proptest! {
        #[test]
        fn any_range_of_any_line_is_whole_characters(
            typed in "[a#½é”–“′ ×\u{feff}]{0,20}", start in 0_usize..40, length in 0_usize..40,
        ) {
            if let Ok(line) = Line::read(&typed) {
                let at = line.range(start..start + length);
                prop_assert!(at.in_line(&typed).is_some(), "{at:?} of {typed:?}");
                let excerpt = line.excerpt(start..start + length);
                let part = excerpt.part(1..2);
                prop_assert!(part.at().in_line(&typed).is_some(), "{part:?} of {typed:?}");
            }
        }
    }
}
