//! Rule sets: from TOML files to checked tables that the procedures read.

pub mod amount;
pub mod bands;
pub mod blanks;
pub mod chart;
pub mod condition;
pub mod entry;
pub mod fault;
pub mod grid;
pub mod house;
pub mod kind;
pub mod library;
pub mod modifier;
pub mod phase;
pub mod procedure;
pub mod reader;
pub mod result;
pub mod ruling;
pub mod scenario;
pub mod scenario_file;
pub mod set;
pub mod setting;
pub mod shelf;
pub mod table_file;
pub mod texts;
pub mod trail;
pub mod weapon;
pub mod word;

mod fault_report;
mod harmless;
mod place;
mod read;

pub use read::rule_set;
pub use set::RuleSet;

use std::path::Path;

use library::{Library, Source};
use table_file::FileError;

/// Reads and checks a rule-table file, with all that it extends.
///
/// What it extends is looked for in its own folder first, then in the library.
///
/// # Errors
/// The file cannot be read, or there are faults, all of them.
pub fn check_file(path: &Path, library: &Library) -> Result<RuleSet, FileError> {
    let source = Source::of_file(path)?;
    let nearby = library.clone().with_folder_of(path);
    Ok(rule_set(&source, &|id| nearby.find(id))?)
}
