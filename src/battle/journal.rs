//! The journal: a battle's record in a file of JSON lines, only ever appended to.
//!
//! An entry is written and synced before its answer is shown. The first line
//! is the [`Opening`]; every other line is an [`Entry`].

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::entry::{Entry, Opening};
use super::journal_error::JournalError;
use super::reading::{Loaded, ReadFile, begun, beside, is_file, read};
use super::store::Store;

/// A battle's file, open for appending and locked against others.
#[derive(Debug)]
pub struct Journal {
    store: Box<dyn Store>,
    path: PathBuf,
    /// The bytes of it that are whole lines on the disk.
    whole: u64,
    /// How many entries those are.
    kept: usize,
    end: End,
}

/// What stands at the end of a battle's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A whole line that is on the disk.
    Whole,
    /// Perhaps something of a line that could not be written, nor taken back.
    Ragged,
}

impl Journal {
    /// Makes the file of a battle and locks it; a file in which none was begun serves too.
    ///
    /// # Errors
    /// The file cannot be made or locked, or there is something in it.
    pub(super) fn claim(path: &Path) -> Result<Journal, JournalError> {
        is_file(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(JournalError::io(path))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(JournalError::io(path))?;
        if begun(&bytes) {
            let error = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(JournalError::io(path)(error));
        }
        Ok(Journal::on(Box::new(file), path))
    }

    /// A journal in a store that has nothing of worth in it; `path` is what it is called.
    pub fn on(store: Box<dyn Store>, path: &Path) -> Journal {
        Journal {
            store,
            path: path.to_owned(),
            whole: 0,
            kept: 0,
            end: End::Ragged,
        }
    }

    /// Opens a file and reads the battle in it.
    ///
    /// A torn last line, which a crash in the midst of writing leaves, is set
    /// aside in a file of its own.
    ///
    /// # Errors
    /// [`JournalError`]; nothing is changed in the file then.
    pub fn open(path: &Path) -> Result<(Journal, Loaded), JournalError> {
        let io = JournalError::io(path);
        is_file(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .open(path)
            .map_err(&io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&io)?;
        let ReadFile {
            opening,
            record,
            whole,
        } = read(path, &bytes)?;
        let length = u64::try_from(whole).unwrap_or(u64::MAX);
        let mut torn = None;
        if let Some(rest) = bytes.get(whole..).filter(|rest| !rest.is_empty()) {
            torn = Some(set_aside(path, rest).map_err(&io)?);
            file.set_len(length)
                .and_then(|()| file.sync_data())
                .map_err(&io)?;
        }
        let journal = Journal {
            store: Box::new(file),
            path: path.to_owned(),
            whole: length,
            kept: record.entries().len(),
            end: End::Whole,
        };
        let loaded = Loaded {
            opening,
            record,
            torn,
        };
        Ok((journal, loaded))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many entries are on the disk.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// Writes the first line, and waits until it is on the disk.
    ///
    /// # Errors
    /// It is not on the disk.
    pub(super) fn begin(&mut self, opening: &Opening) -> io::Result<()> {
        self.write(opening)
    }

    /// Writes the entries of a record that it lacks, and waits for each until it is on the disk.
    ///
    /// # Errors
    /// The rest of them are not on the disk, and are written when this is called again.
    pub(super) fn catch_up(&mut self, entries: &[Entry]) -> io::Result<()> {
        for entry in entries.get(self.kept..).unwrap_or_default() {
            self.write(entry)?;
            self.kept += 1;
        }
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        // A line must not follow half a line.
        if self.end == End::Ragged {
            self.store.cut(self.whole)?;
        }
        self.end = End::Ragged;
        let written = self.store.write(&bytes).and_then(|()| self.store.sync());
        match written {
            Ok(()) => self.whole += u64::try_from(bytes.len()).unwrap_or(0),
            Err(error) => {
                if self.store.cut(self.whole).is_ok() {
                    self.end = End::Whole;
                }
                return Err(error);
            }
        }
        self.end = End::Whole;
        Ok(())
    }
}

/// Keeps the whole entries before a damaged line, and the file as it was beside them.
///
/// Returns where the damaged file was put.
///
/// # Errors
/// [`JournalError`] if the file cannot be read or written, is in use, or has no damage.
pub fn mend(path: &Path) -> Result<PathBuf, JournalError> {
    let io = JournalError::io(path);
    let mut damaged = File::open(path).map_err(&io)?;
    lock(&damaged, path)?;
    let mut bytes = Vec::new();
    damaged.read_to_end(&mut bytes).map_err(&io)?;
    let Err(JournalError::Damaged { line, .. }) = read(path, &bytes) else {
        return Err(JournalError::NotABattle(path.to_owned()));
    };
    let good: usize = bytes
        .split_inclusive(|byte| *byte == b'\n')
        .take(line - 1)
        .map(<[u8]>::len)
        .sum();
    // The file itself changes last and at once: a crash leaves the damaged or the mended one.
    let aside = beside(path, ".damaged");
    let mended = beside(path, ".mended");
    write_whole(&aside, &bytes)
        .and_then(|()| write_whole(&mended, bytes.get(..good).unwrap_or_default()))
        .and_then(|()| std::fs::rename(&mended, path))
        .map_err(&io)?;
    Ok(aside)
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
        TryLockError::Error(error) => JournalError::io(path)(error),
    })
}

/// Puts torn bytes into a file of their own beside the journal.
fn set_aside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    let aside = beside(path, ".torn");
    let mut file = OpenOptions::new().append(true).create(true).open(&aside)?;
    file.write_all(bytes)?;
    file.write_all(b"\n")?;
    file.sync_data()?;
    Ok(aside)
}
