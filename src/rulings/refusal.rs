//! Why a ruling is not given.

use std::ops::Range;

use crate::dice::Halt;

/// Something in the declaration that the rules do not allow or do not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What to do instead.
    pub hint: Option<String>,
    /// The place in the line, where there is one.
    pub at: Option<Range<usize>>,
}

impl Refusal {
    /// A refusal that says this.
    pub fn new(message: impl Into<String>) -> Self {
        Refusal {
            message: message.into(),
            hint: None,
            at: None,
        }
    }

    /// Adds what to do instead.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the place in the line.
    pub fn at(mut self, at: Range<usize>) -> Self {
        self.at = Some(at);
        self
    }

    /// Adds where the source says so, to the hint.
    pub fn cite(mut self, cite: &Option<String>) -> Self {
        if let Some(cite) = cite {
            self.hint = Some(match self.hint.take() {
                Some(hint) => format!("{hint} ({cite})"),
                None => format!("see {cite}"),
            });
        }
        self
    }
}

/// Why a procedure stops before its outcome.
#[derive(Debug)]
pub enum Stop {
    /// The declaration is refused.
    Refused(Refusal),
    /// The dice stop it.
    Halt(Halt),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Stop::Refused(refusal)
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}
