//! Files beside a table file, read only when they are asked for.
//!
//! A rule set that says `rules = "NAME"` has what its rules say in
//! `NAME.rules.toml`, and one that says `scenarios = "NAME"` has its scenarios
//! in `NAME.scenarios.toml`. They are looked for where rule sets are: the
//! folders given, the user's own, what is built in.

use super::entry::Entries;
use super::fault::Faults;
use super::library::{Beside, Library, LookupError};
use super::read;
use super::scenario::Scenarios;
use super::set::RuleSet;

/// Why a file beside a table file gives nothing.
#[derive(Debug, thiserror::Error)]
pub enum NotBeside {
    /// The rule set names no such file.
    #[error("{rules} has no {}", what.key())]
    Unnamed {
        /// The name of the rule set.
        rules: String,
        /// What was asked for.
        what: Beside,
    },
    /// The file is in none of the places, or cannot be taken in.
    #[error(transparent)]
    NotFound(#[from] LookupError),
    /// The file has faults.
    #[error("{0}")]
    Faulty(Box<Faults>),
}

impl From<Faults> for NotBeside {
    fn from(faults: Faults) -> Self {
        NotBeside::Faulty(Box::new(faults))
    }
}

/// What was read so far from the files beside a table file.
#[derive(Debug, Default)]
pub struct Books {
    entries: Option<Entries>,
    scenarios: Option<Scenarios>,
}

impl Books {
    /// What the rules say, read if it was not.
    ///
    /// # Errors
    /// [`NotBeside`]: there is no such file, or it is wrong.
    pub fn entries(&mut self, rules: &RuleSet, library: &Library) -> Result<&Entries, NotBeside> {
        match &mut self.entries {
            Some(entries) => Ok(entries),
            unread => Ok(unread.insert(entries_of(rules, library)?)),
        }
    }

    /// The scenarios, read if they were not.
    ///
    /// # Errors
    /// [`NotBeside`]: there is no such file, or it is wrong.
    pub fn scenarios(
        &mut self,
        rules: &RuleSet,
        library: &Library,
    ) -> Result<&Scenarios, NotBeside> {
        match &mut self.scenarios {
            Some(scenarios) => Ok(scenarios),
            unread => Ok(unread.insert(scenarios_of(rules, library)?)),
        }
    }

    /// Reads all that there is, for whoever wants to know the names; what is wrong waits
    /// until it is asked for.
    pub fn open(&mut self, rules: &RuleSet, library: &Library) {
        let _ = self.entries(rules, library);
        let _ = self.scenarios(rules, library);
    }

    /// What the rules say, if it was read.
    pub fn read_entries(&self) -> Option<&Entries> {
        self.entries.as_ref()
    }

    /// The scenarios, if they were read.
    pub fn read_scenarios(&self) -> Option<&Scenarios> {
        self.scenarios.as_ref()
    }
}

/// Finds and reads what the rules of a rule set say.
///
/// # Errors
/// [`NotBeside`]: there is no such file, or it is wrong.
pub fn entries_of(rules: &RuleSet, library: &Library) -> Result<Entries, NotBeside> {
    let source = library.beside(&named(rules, Beside::Rules)?)?;
    Ok(read::entries(&source, &|stem| library.beside(stem))?)
}

/// Finds and reads the scenarios of a rule set.
///
/// # Errors
/// [`NotBeside`]: there is no such file, or it is wrong.
pub fn scenarios_of(rules: &RuleSet, library: &Library) -> Result<Scenarios, NotBeside> {
    let source = library.beside(&named(rules, Beside::Scenarios)?)?;
    Ok(read::scenarios(&source, rules)?)
}

/// The name of the file of a rule set, without `.toml`.
fn named(rules: &RuleSet, what: Beside) -> Result<String, NotBeside> {
    let name = match what {
        Beside::Rules => &rules.rules,
        Beside::Scenarios => &rules.scenarios,
    };
    match name {
        Some(name) => Ok(what.stem(name)),
        None => Err(NotBeside::Unnamed {
            rules: rules.name.to_string(),
            what,
        }),
    }
}
