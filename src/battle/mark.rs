//! The mark of a line: a hash over it and over the mark of the line before.
//!
//! Whoever has written down the mark of a battle's last line can tell whether
//! anything before it was changed, taken out, put in or moved.

use std::fmt;

use serde::Serialize;
use sha2::{Digest, Sha256};

/// What stands between a line's contents and its mark.
const BETWEEN: &str = ",\"mark\":\"";
/// What ends a line.
const END: &str = "\"}";
/// How many bytes a mark has.
const BYTES: usize = 32;
/// How many hexadecimal digits of a mark people write down.
const SHORT: usize = 16;

/// The mark of a line of a battle's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark([u8; BYTES]);

/// A mark in full, in hexadecimal.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Mark {
    /// The mark before the first line.
    pub(super) const NONE: Mark = Mark([0; BYTES]);

    /// What people write down of it: `9f31 04aa 77c2 e80b`.
    pub fn short(self) -> String {
        let whole = self.to_string();
        let digits: Vec<char> = whole.chars().take(SHORT).collect();
        let groups: Vec<String> = digits.chunks(4).map(|four| four.iter().collect()).collect();
        groups.join(" ")
    }

    /// The mark of what is written after this one.
    fn after(self, contents: &[u8]) -> Mark {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(contents);
        Mark(hash.finalize().into())
    }

    fn read(digits: &[u8]) -> Option<Mark> {
        let mut bytes = [0; BYTES];
        if digits.len() != 2 * BYTES {
            return None;
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let [high, low] = pair else { return None };
            *byte = digit(*high)? << 4 | digit(*low)?;
        }
        Some(Mark(bytes))
    }
}

/// A hexadecimal digit as marks are written with; capitals are none of them.
fn digit(sign: u8) -> Option<u8> {
    match sign {
        b'0'..=b'9' => Some(sign - b'0'),
        b'a'..=b'f' => Some(sign - b'a' + 10),
        _ => None,
    }
}

/// A value as a whole line with its mark, which follows the mark of the line before.
///
/// # Errors
/// The value's own.
pub(super) fn marked_line(
    before: Mark,
    value: &impl Serialize,
) -> serde_json::Result<(Vec<u8>, Mark)> {
    let mut line = serde_json::to_vec(value)?;
    // The mark stands inside the object, last.
    line.pop();
    let mark = before.after(&line);
    line.extend_from_slice(BETWEEN.as_bytes());
    line.extend_from_slice(mark.to_string().as_bytes());
    line.extend_from_slice(END.as_bytes());
    line.push(b'\n');
    Ok((line, mark))
}

/// A line taken apart.
pub(super) struct MarkedLine<'l> {
    contents: &'l [u8],
    /// The mark that stands in it.
    pub(super) mark: Mark,
}

impl<'l> MarkedLine<'l> {
    /// Takes a line apart, without its end; `None` where no mark stands in it.
    pub(super) fn read(line: &'l [u8]) -> Option<Self> {
        let line = line.strip_suffix(END.as_bytes())?;
        let (rest, digits) = line.split_at_checked(line.len().checked_sub(2 * BYTES)?)?;
        Some(MarkedLine {
            contents: rest.strip_suffix(BETWEEN.as_bytes())?,
            mark: Mark::read(digits)?,
        })
    }

    /// Whether its mark is that of its contents after the mark before.
    pub(super) fn follows(&self, before: Mark) -> bool {
        before.after(self.contents) == self.mark
    }

    /// Its contents as JSON, in a buffer.
    pub(super) fn json<'b>(&self, buffer: &'b mut Vec<u8>) -> &'b [u8] {
        buffer.clear();
        buffer.extend_from_slice(self.contents);
        buffer.push(b'}');
        buffer
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart_as_it_was_put_together() {
        let value = serde_json::json!({ "n": 1, "mark": "none" });
        let (line, mark) = marked_line(Mark::NONE, &value).unwrap();
        let read = MarkedLine::read(line.strip_suffix(b"\n").unwrap()).unwrap();
        assert_eq!(read.mark, mark);
        assert!(read.follows(Mark::NONE));
        assert!(!read.follows(mark));
        let again: serde_json::Value = serde_json::from_slice(read.json(&mut Vec::new())).unwrap();
        assert_eq!(again, value);
    }

    /// SHA-256 of 32 bytes of 0 and `{"n":1`, reckoned apart from this program.
    #[test]
    fn a_mark_is_the_hash_that_it_is_said_to_be() {
        let (_, mark) = marked_line(Mark::NONE, &serde_json::json!({ "n": 1 })).unwrap();
        assert_eq!(mark.to_string(), KNOWN);
        assert_eq!(mark.short().replace(' ', ""), KNOWN.split_at(16).0);
    }

    const KNOWN: &str = "52fdaa515e710eed0bd38f8c6e48f4eb5090735cb825be51de3ed9a2082a258c";

    #[test]
    fn no_flipped_bit_of_a_line_is_taken_for_the_line() {
        let value = serde_json::json!({ "n": 7, "line": "fire grey at b1" });
        let (line, mark) = marked_line(Mark::NONE, &value).unwrap();
        let line = line.strip_suffix(b"\n").unwrap();
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut flipped = line.to_vec();
                if let Some(byte) = flipped.get_mut(place) {
                    *byte ^= 1 << bit;
                }
                let read = MarkedLine::read(&flipped);
                let sound = read.is_some_and(|read| read.follows(Mark::NONE) && read.mark == mark);
                assert!(!sound, "bit {bit} of byte {place}");
            }
        }
    }
}
