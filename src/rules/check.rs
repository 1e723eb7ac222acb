//! Checking a table file from the disk, with all that belongs to it.

use std::path::Path;

use super::beside::{NotBeside, entries_of, scenarios_of};
use super::fault::Faults;
use super::library::{Beside, Library, LookupError, Source};
use super::read;
use super::set::RuleSet;
use super::table_file::FileError;
use super::texts::Texts;

/// Reads and checks a file: a rule table with the files beside it and all that it
/// extends, or one of the files beside a rule table.
///
/// Other files are looked for in its own folder first, then in the library. What comes back are the
/// warnings of a sound file.
///
/// # Errors
/// The file cannot be read, or there are faults, all of them.
pub fn check_file(path: &Path, library: &Library) -> Result<Faults, FileError> {
    let source = Source::of_file(path)?;
    let nearby = library.clone().with_folder_of(path);
    let tables = |id: &str| nearby.parent(id);
    let of = |what: Beside| source.id.strip_suffix(&what.stem(""));
    if of(Beside::Rules).is_some() {
        read::entries(&source, &|stem| nearby.beside(stem))?;
        return Ok(none(&source));
    }
    if let Some(id) = of(Beside::Scenarios) {
        // Scenarios are of the troop types of their rule set.
        let of_rules = nearby.find(id).map_err(not_found)?;
        let rules = read::rule_set(&of_rules, &tables)?;
        read::scenarios(&source, &rules)?;
        return Ok(none(&source));
    }
    let rules = read::rule_set_warned(&source, &tables)?;
    sound(entries_of(&rules, &nearby))?;
    sound(scenarios_of(&rules, &nearby))?;
    let RuleSet {
        texts, warnings, ..
    } = rules;
    // Of what is extended its own author is told.
    let own = warnings.into_iter();
    let own = own.filter(|warning| texts.is_own(warning.at.start));
    let own = own.collect();
    Ok(Faults::warnings(texts, own))
}

/// A rule table and all that it extends as one file, which extends nothing.
///
/// # Errors
/// The file cannot be read, or cannot be merged with what it extends.
pub fn merged_file(path: &Path, library: &Library) -> Result<String, FileError> {
    let source = Source::of_file(path)?;
    let nearby = library.clone().with_folder_of(path);
    Ok(super::reader::merged(&source, &|id| nearby.parent(id))?)
}

/// No warnings of a file.
fn none(source: &Source) -> Faults {
    let texts = Texts::new(&[(&source.file_name(), &source.text)]);
    Faults::warnings(texts, Vec::new())
}

/// What a file beside the table came to; a rule set need not have one.
fn sound<T>(read: Result<T, NotBeside>) -> Result<(), FileError> {
    match read {
        Ok(_) | Err(NotBeside::Unnamed { .. }) => Ok(()),
        Err(NotBeside::Faulty(faults)) => Err((*faults).into()),
        Err(NotBeside::NotFound(error)) => Err(not_found(error)),
    }
}

fn not_found(error: LookupError) -> FileError {
    match error {
        LookupError::File(error) => error,
        other => FileError::Beside(other.to_string()),
    }
}
