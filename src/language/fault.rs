//! What is wrong with a line.

use std::ops::Range;

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
