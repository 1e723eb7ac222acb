//! What is wrong with a rule-table file, and where.

use std::fmt;
use std::ops::Range;

use super::fault_report;
use super::place::Place;

/// One thing that is wrong in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fault {
    /// What is wrong: lower-case prose without a full stop.
    pub message: String,
    /// A word or two beside the marked place.
    pub label: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The bytes of the file's text that are wrong.
    pub at: Range<usize>,
    /// Other places of the same file that have to do with it, each with a label.
    pub also: Vec<(Range<usize>, String)>,
}

impl Fault {
    /// A fault with a message alone.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
            ..Self::default()
        }
    }

    /// The same fault with a word beside its place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The same fault with advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same fault with one more place that has to do with it.
    #[must_use]
    pub fn also(mut self, at: Range<usize>, label: impl Into<String>) -> Self {
        self.also.push((at, label.into()));
        self
    }
}

/// Whether a report carries colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// No escape sequence at all.
    Plain,
    /// ANSI colours.
    Colour,
}

/// All the faults of one file, in the order of their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults {
    file: String,
    text: String,
    faults: Vec<Fault>,
}

impl Faults {
    /// The faults found in a text; `file` is the name that a report shows.
    pub fn new(file: &str, text: &str, mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| fault.at.start);
        Self {
            file: file.to_owned(),
            text: text.to_owned(),
            faults,
        }
    }

    /// Takes one more fault in, at its place.
    pub fn push(&mut self, fault: Fault) {
        let after = self
            .faults
            .partition_point(|other| other.at.start <= fault.at.start);
        self.faults.insert(after, fault);
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The text of the file, which the places refer to.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The faults, in the order of their places.
    pub fn iter(&self) -> std::slice::Iter<'_, Fault> {
        self.faults.iter()
    }

    /// How many faults there are.
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    /// Whether there is no fault.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// The line and column where a fault of this file begins.
    pub fn place(&self, fault: &Fault) -> Place {
        Place::of(&self.text, fault.at.start)
    }

    /// The faults as a person reads them, each with an excerpt of the file.
    ///
    /// The first 50 are shown; the last line counts them all. Ends with a line
    /// feed.
    pub fn render(&self, style: Style) -> String {
        fault_report::render(self, style)
    }
}

impl<'f> IntoIterator for &'f Faults {
    type Item = &'f Fault;
    type IntoIter = std::slice::Iter<'f, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The count alone: `3 faults in x.toml`.
impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.len();
        let noun = if count == 1 { "fault" } else { "faults" };
        write!(
            out,
            "{count} {noun} in {}",
            super::harmless::harmless(&self.file)
        )
    }
}

impl std::error::Error for Faults {}
