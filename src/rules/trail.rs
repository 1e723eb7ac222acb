//! The keys that lead to a value in a table file, as one text: `type.pike.numbers.foot`.

use std::fmt;

/// A path; the items of a list count from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trail(String);

impl Trail {
    /// The path that these keys make.
    pub fn of(keys: &[&str]) -> Trail {
        let mut trail = Trail::default();
        for key in keys {
            trail.push(key);
        }
        trail
    }

    /// The path of what a key of this table holds.
    pub fn to(&self, key: &str) -> Trail {
        let mut trail = self.clone();
        trail.push(key);
        trail
    }

    /// The path as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn push(&mut self, written: &str) {
        if !self.0.is_empty() {
            self.0.push('.');
        }
        // A range may be written with a dash: `2–3` is `2-3`.
        self.0.push_str(&key(&written.replace('\u{2013}', "-")));
    }
}

impl fmt::Display for Trail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key as a TOML file writes it: in quotes where it cannot stand bare.
pub fn key(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !key.is_empty() && key.bytes().all(bare) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// A text in quotes as a TOML file writes it.
pub fn quoted(text: &str) -> String {
    // What JSON escapes, TOML reads as JSON does.
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_quoted_where_they_must_be() {
        let trail = Trail::of(&["chart", "movement", "rows", "medium horse", "cells", "1"]);
        assert_eq!(
            trail.to_string(),
            "chart.movement.rows.\"medium horse\".cells.1"
        );
        assert_eq!(key("a\"b"), r#""a\"b""#);
        assert_eq!(key(""), "\"\"");
    }

    #[test]
    fn a_range_is_written_in_one_way() {
        assert_eq!(Trail::of(&["rows", "2–3"]), Trail::of(&["rows", "2-3"]));
        assert_eq!(Trail::of(&["rows", "9+"]).as_str(), "rows.\"9+\"");
        assert_eq!(Trail::of(&["odds", "1-1"]).as_str(), "odds.1-1");
    }
}
