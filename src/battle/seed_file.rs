//! The seed of a battle, in a file beside the battle's.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::audit::seal;
use super::entry::What;
use super::journal_error::JournalError;
use super::reading::{Loaded, beside};

/// The file beside a battle's that has its seed.
fn seed_path(path: &Path) -> PathBuf {
    beside(path, ".seed")
}

/// Writes the seed before the battle is begun, so that no battle is without one.
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
    write().map_err(JournalError::io(&path))
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
    let text = std::fs::read_to_string(&path).map_err(JournalError::io(&path))?;
    let seed = text.trim().parse::<u64>().ok();
    seed.filter(|seed| seal(*seed) == loaded.opening.seal)
        .ok_or(JournalError::OtherSeed(path))
}

/// The seed in the file beside a battle's, where the referee has it.
pub fn own_seed(path: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(seed_path(path)).ok()?;
    text.trim().parse().ok()
}
