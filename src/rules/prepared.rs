//! A rule set read when the program was built, so that it need not be read at every start.
//!
//! Reading a table and checking it costs more than all else that one line from a cold start does.
//! The tables that come with the program are read when it is built, by the same reading, and what it
//! came to is kept as bytes beside their texts.

use std::borrow::Cow;

use super::fault::Faults;
use super::library::Source;
use super::reader::Parents;
use super::set::RuleSet;
use super::texts::Texts;

/// Why a table cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum NotPrepared {
    /// It has faults.
    #[error("{0}")]
    Faulty(Box<Faults>),
    /// What was read cannot be written down.
    #[error("cannot write a rule set down: {0}")]
    Unwritten(#[from] postcard::Error),
}

impl From<Faults> for NotPrepared {
    fn from(faults: Faults) -> Self {
        NotPrepared::Faulty(Box::new(faults))
    }
}

/// Reads a table and writes down what it came to.
///
/// # Errors
/// It has faults, or cannot be written down.
pub fn prepare(source: &Source, parents: &Parents<'_>) -> Result<Vec<u8>, NotPrepared> {
    let rules = super::rule_set(source, parents)?;
    Ok(postcard::to_allocvec(&rules)?)
}

/// The rule set that was written down for a table.
///
/// `None` where the table, or one that it extends, is not the one that came with the program.
pub fn read_prepared(bytes: &[u8], source: &Source, parents: &Parents<'_>) -> Option<RuleSet> {
    let mut files = vec![of_the_program(source)?];
    let mut extends = source.extends();
    while let Some(id) = extends {
        let parent = parents(&id).ok()?;
        files.push(of_the_program(&parent)?);
        extends = parent.extends();
    }
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    Some(RuleSet {
        texts: Texts::new(&files),
        ..postcard::from_bytes(bytes).ok()?
    })
}

/// The name and the text of a table that came with the program, if it is one.
fn of_the_program(source: &Source) -> Option<(String, &'static str)> {
    match source.text {
        Cow::Borrowed(text) if source.is_built_in() => Some((source.file_name(), text)),
        _ => None,
    }
}
