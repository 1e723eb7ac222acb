//! What is wrong with a rule-table file, and where.

use std::fmt;
use std::ops::Range;

use super::fault_report;
use super::harmless::harmless;
use super::place::Place;
use super::texts::Texts;

/// One thing that is wrong in a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fault {
    /// What is wrong: lower-case prose without a full stop.
    pub message: String,
    /// A word or two beside the marked place.
    pub label: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The bytes of the text that are wrong.
    pub at: Range<usize>,
    /// Other places that have to do with it, each with a label.
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

    /// The same fault with all its places moved on by `by` bytes.
    #[must_use]
    pub(super) fn moved(mut self, by: usize) -> Self {
        let places = self.also.iter_mut().map(|(at, _)| at);
        for at in places.chain([&mut self.at]) {
            *at = at.start.saturating_add(by)..at.end.saturating_add(by);
        }
        self
    }

    /// The same fault with one more place that has to do with it.
    #[must_use]
    pub fn also(mut self, at: Range<usize>, label: impl Into<String>) -> Self {
        self.also.push((at, label.into()));
        self
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// The file is refused.
    #[default]
    Fault,
    /// The file is read; its author should know.
    Warning,
}

/// Whether a report carries colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// No escape sequence at all.
    Plain,
    /// ANSI colours.
    Colour,
}

/// All the faults of one file and of those that it extends, in the order of their
/// places, the file's own first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults {
    texts: Texts,
    level: Level,
    faults: Vec<Fault>,
}

impl Faults {
    /// The faults found in a text; `file` is the name that a report shows.
    pub fn new(file: &str, text: &str, faults: Vec<Fault>) -> Self {
        Self::of(Texts::new(&[(file, text)]), faults)
    }

    /// The faults found in a text and those that it extends.
    pub fn of(texts: Texts, faults: Vec<Fault>) -> Self {
        Self::at(Level::Fault, texts, faults)
    }

    /// The warnings of a text and those that it extends, which is read for all that.
    pub fn warnings(texts: Texts, warnings: Vec<Fault>) -> Self {
        Self::at(Level::Warning, texts, warnings)
    }

    fn at(level: Level, texts: Texts, mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| order(&texts, fault));
        Self {
            texts,
            level,
            faults,
        }
    }

    /// How bad they are.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Takes one more fault in, at its place.
    pub fn push(&mut self, fault: Fault) {
        let place = order(&self.texts, &fault);
        let after = self
            .faults
            .partition_point(|other| order(&self.texts, other) <= place);
        self.faults.insert(after, fault);
    }

    /// The name of the file itself.
    pub fn file(&self) -> &str {
        self.texts.name()
    }

    /// The name of the file that a fault is in: the file itself or one that it extends.
    pub fn file_of(&self, fault: &Fault) -> &str {
        self.texts.name_at(fault.at.start)
    }

    /// The texts, which the places refer to.
    pub fn texts(&self) -> &Texts {
        &self.texts
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

    /// The line and column where a fault begins, in its own file.
    pub fn place(&self, fault: &Fault) -> Place {
        self.texts.place(fault.at.start)
    }

    /// The bytes of its own file that are wrong.
    pub fn span(&self, fault: &Fault) -> Range<usize> {
        let start = self.texts.start(self.texts.depth(fault.at.start));
        fault.at.start.saturating_sub(start)..fault.at.end.saturating_sub(start)
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

/// Where a fault comes among the others: by its file, then by its place.
fn order(texts: &Texts, fault: &Fault) -> (usize, usize) {
    (texts.depth(fault.at.start), fault.at.start)
}

/// The counts alone: `3 faults in x.toml`, `1 fault in x.toml, 2 in y.toml`.
impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = 0;
        for (depth, name) in self.texts.names().enumerate() {
            let of_file = |fault: &&Fault| self.texts.depth(fault.at.start) == depth;
            let count = self.iter().filter(of_file).count();
            if count == 0 {
                continue;
            }
            let noun = match (told, count, self.level) {
                (0, 1, Level::Fault) => " fault",
                (0, _, Level::Fault) => " faults",
                (0, 1, Level::Warning) => " warning",
                (0, _, Level::Warning) => " warnings",
                _ => "",
            };
            let comma = if told == 0 { "" } else { ", " };
            write!(out, "{comma}{count}{noun} in {}", harmless(name))?;
            told += 1;
        }
        if told == 0 {
            let nouns = match self.level {
                Level::Fault => "faults",
                Level::Warning => "warnings",
            };
            write!(out, "no {nouns} in {}", harmless(self.file()))?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
