//! Where a battle is kept, and its seed beside it.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::entry::{Entry, What};
use super::journal::{Journal, JournalError, Loaded};

/// Where a battle is kept.
#[derive(Debug)]
pub enum Keeping {
    /// In memory: it goes with the program.
    Memory,
    /// In a file.
    File(Journal),
    /// It was in a file that can no longer be written; it goes on in memory.
    Lost(PathBuf),
}

impl Keeping {
    /// Keeps an entry; a notice says when that fails, then and from then on.
    pub(super) fn keep(&mut self, entry: &Entry) -> Option<String> {
        match self {
            Keeping::Memory => None,
            Keeping::Lost(path) => Some(format!(
                "the battle is not being kept: `{}` could not be written",
                path.display()
            )),
            Keeping::File(journal) => {
                let error = journal.append(entry).err()?;
                let path = journal.path().to_owned();
                let notice = format!(
                    "cannot write `{}`: {error}; the battle goes on in memory and is not being kept",
                    path.display()
                );
                *self = Keeping::Lost(path);
                Some(notice)
            }
        }
    }

    /// The file, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Keeping::Memory => None,
            Keeping::File(journal) => Some(journal.path()),
            Keeping::Lost(path) => Some(path),
        }
    }
}

/// The file beside a battle's that has its seed.
pub(super) fn seed_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".seed");
    path.with_file_name(name)
}

/// Writes the seed before the battle's file is made, so that no battle is without one.
pub(super) fn write_seed(path: &Path, seed: u64) -> Result<(), JournalError> {
    let path = seed_path(path);
    let write = || {
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)?;
        writeln!(file, "{seed}")?;
        file.sync_all()
    };
    write().map_err(|error| JournalError::Io {
        path: path.clone(),
        error,
    })
}

/// The seed of a battle: from its record if it was revealed, or from the file beside it.
pub(super) fn read_seed(path: &Path, loaded: &Loaded) -> Result<u64, JournalError> {
    let revealed = loaded.record.entries().iter().find_map(|entry| {
        if let What::Reveal { seed } = entry.what {
            Some(seed)
        } else {
            None
        }
    });
    if let Some(seed) = revealed {
        return Ok(seed);
    }
    let path = seed_path(path);
    let text = std::fs::read_to_string(&path).map_err(|error| JournalError::Io {
        path: path.clone(),
        error,
    })?;
    let seed = text.trim().parse::<u64>().ok();
    seed.filter(|seed| super::seal(*seed) == loaded.opening.seal)
        .ok_or(JournalError::OtherSeed(path))
}

/// The seed in the file beside a battle's, where the referee has it.
pub fn own_seed(path: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(seed_path(path)).ok()?;
    text.trim().parse().ok()
}
