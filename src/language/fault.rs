//! What is wrong with a line.

use std::ops::Range;

use crate::naming::phrase;
use crate::roster::NotKnown;

/// A line that cannot be understood, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LineFault {
    /// What is wrong, in lower-case prose without a full stop.
    pub message: String,
    /// What to type instead, if that can be said.
    pub hint: Option<String>,
    /// The bytes of the line as typed that are wrong, if it is a part of it.
    pub at: Option<Range<usize>>,
}

impl LineFault {
    /// A fault of the line as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            at: None,
        }
    }

    /// A name that was typed fits several things.
    pub fn several(typed: &str, names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        Self::new(format!("`{typed}` could be {}", phrase::list(&names)))
            .hinted("type a little more of it")
    }

    /// The same fault, with its place in the line as typed.
    #[must_use]
    pub fn at(self, at: Range<usize>) -> Self {
        Self {
            at: Some(at),
            ..self
        }
    }

    /// The same fault, with what to do about it.
    #[must_use]
    pub fn hinted(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl From<NotKnown> for LineFault {
    fn from(missing: NotKnown) -> Self {
        LineFault::new(missing.to_string())
            .hinted("nothing can be ruled on it until its table is as it was")
    }
}
