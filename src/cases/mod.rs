//! Cases of a rule set: lines with scripted dice, and what must come of them.
//!
//! `ID.cases.toml` stands beside the table `ID.toml`; `drumhead check` runs it.

mod chances;
mod coverage;
mod recording;
mod ruling;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

pub use chances::Chances;
pub use coverage::{Counted, Coverage, Untouched, coverage};
pub use recording::record;
pub use ruling::Case;

use crate::session::Session;

/// The ending of the file of cases beside a table.
pub const ENDING: &str = ".cases.toml";

/// The cases of one rule set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFile {
    /// The rule set that they are of.
    pub rules: String,
    /// The cases, each with its place in the file.
    pub case: Vec<Spanned<Entry>>,
}

/// One case.
#[derive(Debug)]
pub enum Entry {
    /// The chances of a line.
    Chances(Chances),
    /// A line with its dice, and what must come of it.
    Ruling(Box<Case>),
}

impl<'de> Deserialize<'de> for Entry {
    // By hand, so that a key that no case has is named in the message.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let table = toml::Table::deserialize(from)?;
        let read = if table.contains_key("odds") {
            table.try_into().map(Entry::Chances)
        } else {
            table.try_into().map(Entry::Ruling)
        };
        read.map_err(D::Error::custom)
    }
}

impl CaseFile {
    /// Reads the text of a file of cases.
    ///
    /// # Errors
    /// The text is no TOML, or a case says neither `line` nor `odds`, or has a key that no case has.
    pub fn read(text: &str) -> Result<CaseFile, toml::de::Error> {
        toml::from_str(text)
    }
}

impl Entry {
    /// What it shows, in its author's words.
    pub fn shows(&self) -> Option<&str> {
        match self {
            Entry::Chances(chances) => chances.shows.as_deref(),
            Entry::Ruling(case) => case.shows.as_deref(),
        }
    }

    /// The line that is ruled.
    pub fn line(&self) -> String {
        match self {
            Entry::Chances(chances) => chances.line(),
            Entry::Ruling(case) => case.line.clone(),
        }
    }

    /// Checks it; one that sets something has a session of its own, which `open` opens.
    ///
    /// # Errors
    /// What came out otherwise.
    pub fn check(
        &self,
        rules: &str,
        shared: &mut Session,
        open: impl Fn() -> Result<Session, String>,
    ) -> Result<(), String> {
        let before = match self {
            Entry::Chances(chances) => &chances.before,
            Entry::Ruling(case) => &case.before,
        };
        let mut own;
        let session = if before.is_empty() {
            shared
        } else {
            own = open()?;
            ruling::prepare(&mut own, before)?;
            &mut own
        };
        match self {
            Entry::Chances(chances) => chances.check(rules, session),
            Entry::Ruling(case) => case.check(rules, session),
        }
    }
}
