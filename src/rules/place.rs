//! Offsets in a text as lines and columns.

use std::ops::Range;

/// A line and a column, both counted from 1, the column in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters (not bytes), from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset; one past the end stands at the end.
    pub fn of(text: &str, offset: usize) -> Self {
        let line = line_around(text, offset);
        let before = text.get(..line.start).unwrap_or_default();
        let offset = character_start(text, offset);
        let left = text.get(line.start..offset).unwrap_or_default();
        Self {
            line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
            column: 1 + left.chars().count(),
        }
    }
}

/// The bytes of the line that holds an offset, without its line end.
pub(super) fn line_around(text: &str, offset: usize) -> Range<usize> {
    let offset = character_start(text, offset);
    let (before, after) = text.split_at_checked(offset).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |feed| feed.saturating_add(1));
    let end = after
        .find('\n')
        .map_or(text.len(), |feed| offset.saturating_add(feed));
    let line = text.get(start..end).unwrap_or_default();
    start..start.saturating_add(line.strip_suffix('\r').unwrap_or(line).len())
}

/// The offset where the character that holds an offset begins.
fn character_start(text: &str, offset: usize) -> usize {
    let mut start = offset.min(text.len());
    while !text.is_char_boundary(start) {
        start = start.saturating_sub(1);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a\r\n½½x\n";
        assert_eq!(Place::of(text, 0), Place { line: 1, column: 1 });
        assert_eq!(Place::of(text, 7), Place { line: 2, column: 3 });
        assert_eq!(Place::of(text, 99), Place { line: 3, column: 1 });
    }

    #[test]
    fn a_line_ends_before_its_carriage_return() {
        let text = "a = 1\r\nb = 2";
        assert_eq!(line_around(text, 2), 0..5);
        assert_eq!(line_around(text, 7), 7..12);
        assert_eq!(line_around(text, 12), 7..12);
    }
}
