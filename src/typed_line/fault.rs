//! What is wrong with a line.

use super::range::LineRange;
use crate::naming::phrase;

/// Why a line has no answer, where, and what to do: of whoever reads it, rules on it or throws for it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LineFault {
    /// What sort of fault it is, for programs.
    pub kind: FaultKind,
    /// What is wrong, in lower-case prose without a full stop.
    pub message: String,
    /// What to type instead, if that can be said.
    pub hint: Option<String>,
    /// The part of the line that is wrong, if it is a part of it.
    pub at: Option<LineRange>,
}

/// What sort of fault it is; programs read it as a fixed word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// The line is no text that can be read: its encoding, its length, a control character.
    Unreadable,
    /// A name that means nothing where it stands.
    Unknown,
    /// A name that could mean several things.
    Ambiguous,
    /// Something that must be said is not.
    Missing,
    /// Something is said where it has no place, or a second time.
    Misplaced,
    /// A number, a count or a distance that cannot be.
    Number,
    /// Dice told that cannot be what was thrown, or dice that cannot be thrown.
    Dice,
    /// The rules do not allow it.
    Refused,
    /// The battle on record does not allow it.
    Battle,
    /// More than the program works out.
    Limit,
    /// A file or a folder that cannot be used.
    File,
    /// A rule table with faults.
    Table,
    /// The system does not give what is needed.
    System,
    /// Anything else that cannot be.
    Invalid,
}

impl FaultKind {
    /// Every kind, in the order in which the documentation lists them.
    pub const ALL: [FaultKind; 14] = [
        FaultKind::Unreadable,
        FaultKind::Unknown,
        FaultKind::Ambiguous,
        FaultKind::Missing,
        FaultKind::Misplaced,
        FaultKind::Number,
        FaultKind::Dice,
        FaultKind::Refused,
        FaultKind::Battle,
        FaultKind::Limit,
        FaultKind::File,
        FaultKind::Table,
        FaultKind::System,
        FaultKind::Invalid,
    ];

    /// The fixed word by which programs know it.
    pub fn word(self) -> &'static str {
        match self {
            FaultKind::Unreadable => "unreadable",
            FaultKind::Unknown => "unknown",
            FaultKind::Ambiguous => "ambiguous",
            FaultKind::Missing => "missing",
            FaultKind::Misplaced => "misplaced",
            FaultKind::Number => "number",
            FaultKind::Dice => "dice",
            FaultKind::Refused => "refused",
            FaultKind::Battle => "battle",
            FaultKind::Limit => "limit",
            FaultKind::File => "file",
            FaultKind::Table => "table",
            FaultKind::System => "system",
            FaultKind::Invalid => "invalid",
        }
    }
}

impl LineFault {
    /// A fault of the line as a whole, of no kind in particular.
    pub fn new(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Invalid, message)
    }

    /// A fault of a kind, of the line as a whole.
    pub fn of(kind: FaultKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            at: None,
        }
    }

    /// Something that must be said is missing.
    pub fn missing(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Missing, message)
    }

    /// A name means nothing where it stands.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Unknown, message)
    }

    /// Something has no place where it stands.
    pub fn misplaced(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Misplaced, message)
    }

    /// A number, a count or a distance cannot be.
    pub fn number(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Number, message)
    }

    /// The rules do not allow what the line describes.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Refused, message)
    }

    /// The battle on record does not allow it.
    pub fn battle(message: impl Into<String>) -> Self {
        Self::of(FaultKind::Battle, message)
    }

    /// A file or a folder cannot be used.
    pub fn file(message: impl Into<String>) -> Self {
        Self::of(FaultKind::File, message)
    }

    /// A name that was typed fits several things.
    pub fn several(typed: &str, names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let message = format!("`{typed}` could be {}", phrase::list(&names));
        Self::of(FaultKind::Ambiguous, message).hinted("type a little more of it")
    }

    /// The same fault, with its place in the line.
    #[must_use]
    pub fn at(self, at: LineRange) -> Self {
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

    /// The same fault, with where the source says so added to the hint.
    #[must_use]
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
