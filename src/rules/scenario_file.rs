//! Where the scenarios of a rule set are kept: in a file of their own, read only when asked for.
//!
//! A rule set that says `scenarios = "NAME"` has them in `NAME.scenarios.toml`, looked for where
//! rule sets are: the folders given, the user's own, what is built in.

use std::borrow::Cow;

use super::fault::Faults;
use super::library::{BUILT_IN_SCENARIOS, Library};
use super::read;
use super::scenario::Scenarios;
use super::set::RuleSet;
use super::table_file::{FileError, read_table_file};

/// What the name of a file of scenarios ends in.
const ENDING: &str = ".scenarios.toml";

/// Why there are no scenarios.
#[derive(Debug, thiserror::Error)]
pub enum NoScenarios {
    /// The rule set says nothing of scenarios.
    #[error("{0} has no scenarios")]
    None(String),
    /// The file is in none of the places.
    #[error("there is no file `{0}`")]
    NotFound(String),
    /// The file cannot be taken in.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file has faults.
    #[error("{0}")]
    Faulty(Box<Faults>),
}

/// Finds and reads the scenarios of a rule set.
///
/// # Errors
/// [`NoScenarios`]: it has none, or their file is missing or wrong.
pub fn scenarios_of(rules: &RuleSet, library: &Library) -> Result<Scenarios, NoScenarios> {
    let Some(name) = &rules.scenarios else {
        return Err(NoScenarios::None(rules.name.clone()));
    };
    let (file, text) = found(name, library)?;
    read::scenarios(&file, &text, rules).map_err(|faults| NoScenarios::Faulty(Box::new(faults)))
}

/// The file's name as reports show it, and its text.
fn found(name: &str, library: &Library) -> Result<(String, Cow<'static, str>), NoScenarios> {
    let file = format!("{name}{ENDING}");
    let folders = library.dirs.iter().chain(&library.own);
    if let Some(path) = folders
        .map(|folder| folder.join(&file))
        .find(|path| path.exists())
    {
        let text = read_table_file(&path)?;
        return Ok((path.to_string_lossy().into_owned(), Cow::Owned(text)));
    }
    match BUILT_IN_SCENARIOS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok((format!("{file} (built in)"), Cow::Borrowed(*text))),
        None => Err(NoScenarios::NotFound(file)),
    }
}
