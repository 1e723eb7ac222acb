//! Tables read by a number: rows of ranges that neither overlap nor leave a gap.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A range of whole numbers, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The lowest number in it.
    pub from: i64,
    /// The highest number in it; `i64::MAX` for `N+`.
    pub to: i64,
}

impl Span {
    /// Reads `4`, `2-3` or `100+`.
    pub fn parse(text: &str) -> Option<Span> {
        let number = |text: &str| {
            let text = text.trim();
            let digits = text.strip_prefix('-').unwrap_or(text);
            let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<i64>().ok()).flatten()
        };
        let text = text.trim();
        if let Some(from) = text.strip_suffix('+') {
            return Some(Span {
                from: number(from)?,
                to: i64::MAX,
            });
        }
        // A minus at the start is a sign; one after it parts the two ends.
        let parted = text
            .char_indices()
            .skip(1)
            .find(|(_, sign)| matches!(sign, '-' | '\u{2013}'));
        let span = match parted {
            Some((at, sign)) => Span {
                from: number(text.get(..at)?)?,
                to: number(text.get(at + sign.len_utf8()..)?)?,
            },
            None => {
                let only = number(text)?;
                Span {
                    from: only,
                    to: only,
                }
            }
        };
        (span.from <= span.to).then_some(span)
    }

    /// Whether `number` is in it.
    pub fn holds(self, number: i64) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// Whether it shares a number with `other`.
    pub fn meets(self, other: Span) -> bool {
        self.from <= other.to && other.from <= self.to
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (from, i64::MAX) => write!(f, "{from}+"),
            (from, to) if from == to => write!(f, "{from}"),
            (from, to) => write!(f, "{from}-{to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn ranges_are_read_as_an_author_writes_them() {
        let span = |from, to| Some(Span { from, to });
        assert_eq!(Span::parse("4"), span(4, 4));
        assert_eq!(Span::parse("2-3"), span(2, 3));
        assert_eq!(Span::parse("2–3"), span(2, 3));
        assert_eq!(Span::parse("100+"), span(100, i64::MAX));
        assert_eq!(Span::parse("-2"), span(-2, -2));
        assert_eq!(Span::parse("-3--1"), span(-3, -1));
        for wrong in ["", "+", "a", "3-2", "1-", "--1", "1.5"] {
            assert_eq!(Span::parse(wrong), None, "{wrong}");
        }
    }
}
