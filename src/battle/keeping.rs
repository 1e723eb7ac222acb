//! Where a battle is kept, and what is said when the disk fails.

use std::fmt;
use std::path::{Path, PathBuf};

use super::entry::{Entry, Opening};
use super::journal::Journal;
use super::journal_error::JournalError;
use super::seed_file::write_seed;
use crate::naming::phrase;

/// Where a battle is kept.
#[derive(Debug)]
pub enum Keeping {
    /// In memory: it goes with the program.
    Memory,
    /// In a file.
    File(Journal),
    /// In a file that has not all of it, because the disk failed.
    ///
    /// What it lacks is written as soon as that goes.
    Behind(Journal),
    /// In a file that cannot even be made or opened, which is tried again with each entry.
    Shut {
        /// The file.
        path: PathBuf,
        /// The seed of the battle's dice.
        seed: u64,
    },
}

impl Keeping {
    /// Begins the file of a battle, or leaves that for later where the disk does not let it.
    ///
    /// # Errors
    /// There is a battle in the file already, or another program has it.
    pub(super) fn begin(
        path: &Path,
        opening: &Opening,
        seed: u64,
    ) -> Result<(Keeping, Option<String>), JournalError> {
        match begun(path, opening, seed) {
            Ok(journal) => Ok((Keeping::File(journal), None)),
            Err(JournalError::Io { error, .. })
                if error.kind() != std::io::ErrorKind::AlreadyExists =>
            {
                let keeping = Keeping::Shut {
                    path: path.to_owned(),
                    seed,
                };
                let notice = not_kept(path, &error, 0);
                Ok((keeping, Some(notice)))
            }
            Err(why) => Err(why),
        }
    }

    /// Keeps the entries that are not kept yet.
    ///
    /// A notice says when that fails, each time, and when it goes again.
    pub(super) fn keep(&mut self, opening: &Opening, entries: &[Entry]) -> Option<String> {
        let mut notice = None;
        *self = match std::mem::replace(self, Keeping::Memory) {
            Keeping::Memory => Keeping::Memory,
            Keeping::File(mut journal) => match journal.catch_up(entries) {
                Ok(()) => Keeping::File(journal),
                Err(error) => {
                    notice = Some(behind(&journal, entries, &error));
                    Keeping::Behind(journal)
                }
            },
            Keeping::Behind(journal) => again(journal, entries, &mut notice),
            Keeping::Shut { path, seed } => match opened(&path, opening, entries, seed) {
                Ok(journal) => again(journal, entries, &mut notice),
                Err(error) => {
                    notice = Some(not_kept(&path, &cause(&error), entries.len()));
                    Keeping::Shut { path, seed }
                }
            },
        };
        notice
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Keeping::Memory => None,
            Keeping::File(journal) | Keeping::Behind(journal) => Some(journal.path()),
            Keeping::Shut { path, .. } => Some(path),
        }
    }

    /// Whether the disk failed, so that the battle would be lost with the program.
    pub fn fails(&self) -> bool {
        matches!(self, Keeping::Behind(_) | Keeping::Shut { .. })
    }
}

/// Opens the file of a battle that goes on in memory, or makes it if it is not there.
fn opened(
    path: &Path,
    opening: &Opening,
    entries: &[Entry],
    seed: u64,
) -> Result<Journal, JournalError> {
    if !path.exists() {
        return begun(path, opening, seed);
    }
    match Journal::open(path) {
        Ok((journal, loaded)) => {
            if loaded.opening == *opening && entries.starts_with(loaded.record.entries()) {
                Ok(journal)
            } else {
                Err(JournalError::WentOn(path.to_owned()))
            }
        }
        Err(JournalError::NotBegun(_)) => begun(path, opening, seed),
        Err(why) => Err(why),
    }
}

/// Makes the file of a battle, with its seed beside it and its first line.
fn begun(path: &Path, opening: &Opening, seed: u64) -> Result<Journal, JournalError> {
    let mut journal = Journal::claim(path)?;
    write_seed(path, seed)?;
    journal.begin(opening).map_err(JournalError::io(path))?;
    Ok(journal)
}

/// Writes what a file lacks, after the disk failed.
fn again(mut journal: Journal, entries: &[Entry], notice: &mut Option<String>) -> Keeping {
    match journal.catch_up(entries) {
        Ok(()) => {
            let path = journal.path().display();
            *notice = Some(format!(
                "`{path}` can be written again, and all of the battle is kept"
            ));
            Keeping::File(journal)
        }
        Err(error) => {
            *notice = Some(behind(&journal, entries, &error));
            Keeping::Behind(journal)
        }
    }
}

fn behind(journal: &Journal, entries: &[Entry], error: &dyn fmt::Display) -> String {
    let missing = entries.len().saturating_sub(journal.kept());
    not_kept(journal.path(), error, missing)
}

/// What is said of a battle that is not being kept, with the number of entries that its file lacks.
pub(super) fn not_kept(path: &Path, error: &dyn fmt::Display, missing: usize) -> String {
    let missing = match i64::try_from(missing).unwrap_or(i64::MAX) {
        0 => String::new(),
        missing => format!(" ({} so far)", phrase::count(missing, "entry", "entries")),
    };
    format!(
        "cannot write `{}`: {error}; the battle goes on in memory and is not being kept{missing}",
        path.display()
    )
}

/// What the system says, without the file that is named already.
fn cause(error: &JournalError) -> String {
    match error {
        JournalError::Io { error, .. } => error.to_string(),
        other => other.to_string(),
    }
}
