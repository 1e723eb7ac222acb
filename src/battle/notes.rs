//! The referee's notes on a unit.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// Notes, the earliest first.
///
/// A copy of a unit shares them until one of the two gets another: a long
/// battle's notes would make every copy dear.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<SmolStr>", into = "Vec<SmolStr>")]
pub struct Notes(Arc<Vec<SmolStr>>);

impl Notes {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(SmolStr::as_str)
    }

    /// Adds one.
    pub(super) fn push(&mut self, note: SmolStr) {
        Arc::make_mut(&mut self.0).push(note);
    }

    /// Takes the last one back.
    pub(super) fn pop(&mut self) {
        Arc::make_mut(&mut self.0).pop();
    }
}

impl From<Vec<SmolStr>> for Notes {
    fn from(notes: Vec<SmolStr>) -> Self {
        Notes(Arc::new(notes))
    }
}

impl From<Notes> for Vec<SmolStr> {
    fn from(notes: Notes) -> Self {
        Arc::unwrap_or_clone(notes.0)
    }
}
