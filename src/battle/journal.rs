//! The journal: a battle's record in a file of JSON lines, only ever appended to.
//!
//! An entry is written and synced before its answer is shown. The first line
//! is the [`Opening`]; every other line is an [`Entry`]. Each has a mark.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::entry::{Entry, Opening};
use super::files::{Before, new_beside, set_aside, sync_folder};
use super::journal_error::JournalError;
use super::mark::{Mark, marked_line};
use super::reading::{Loaded, ReadFile, Tail, begun, is_file, read};
use super::store::{NamedFile, Store};

/// A battle's file, open for appending and locked against others.
#[derive(Debug)]
pub struct Journal {
    store: Box<dyn Store>,
    path: PathBuf,
    /// The bytes of it that are whole lines on the disk.
    whole: u64,
    /// How many entries those are.
    kept: usize,
    /// The mark of the last of those lines.
    mark: Mark,
    end: End,
    lies: Lies,
}

/// Where the bytes of a journal lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lies {
    /// In a file, beside which others can be made.
    InAFile,
    /// In a store of the caller's own.
    InAStore,
}

/// What stands at the end of a battle's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// A whole line that is on the disk.
    Whole,
    /// Perhaps something of a line that could not be written, nor taken back.
    Ragged,
}

/// Whether others are kept from a file while it is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lock {
    /// They are.
    Held,
    /// The disk has no locks.
    NotToBeHad,
}

impl Journal {
    /// Makes the file of a battle and locks it; a file in which none was begun serves too.
    ///
    /// # Errors
    /// The file cannot be made or locked, or there is something in it.
    pub(super) fn claim(path: &Path) -> Result<(Journal, Before, Lock), JournalError> {
        is_file(path)?;
        let (mut file, before) = match to_write().create_new(true).open(path) {
            Ok(file) => (file, Before::NoFile),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                (opened(path)?, Before::NotBegun)
            }
            Err(error) => return Err(JournalError::io(path)(error)),
        };
        let held = lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)
            .map_err(JournalError::io(path))?;
        if begun(&bytes) {
            let error = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(JournalError::io(path)(error));
        }
        let store = NamedFile {
            file,
            path: path.to_owned(),
        };
        let journal = Journal {
            lies: Lies::InAFile,
            ..Journal::on(Box::new(store), path)
        };
        Ok((journal, before, held))
    }

    /// A journal in a store that has nothing of worth in it; `path` is what it is called.
    pub fn on(store: Box<dyn Store>, path: &Path) -> Journal {
        Journal {
            store,
            path: path.to_owned(),
            whole: 0,
            kept: 0,
            mark: Mark::NONE,
            end: End::Ragged,
            lies: Lies::InAStore,
        }
    }

    /// Opens a file and reads the battle in it.
    ///
    /// A torn last line, which a crash in the midst of writing leaves, is set
    /// aside in a file of its own.
    ///
    /// # Errors
    /// [`JournalError`]; nothing is changed in the file then.
    pub(super) fn open(path: &Path) -> Result<(Journal, Loaded, Lock), JournalError> {
        let io = JournalError::io(path);
        is_file(path)?;
        let mut file = opened(path)?;
        let held = lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(&io)?;
        let ReadFile {
            opening,
            record,
            mark,
            whole,
            tail,
        } = read(path, &bytes)?;
        let torn = match tail {
            Tail::Torn => {
                let rest = bytes.get(whole..).unwrap_or_default();
                let rest = rest.strip_prefix(b"\r").unwrap_or(rest);
                let rest = rest.strip_prefix(b"\n").unwrap_or(rest);
                Some(set_aside(path, ".torn", rest).map_err(&io)?)
            }
            Tail::Ended | Tail::Untidy => None,
        };
        if tail != Tail::Ended {
            tidy(&mut file, whole).map_err(&io)?;
        }
        let journal = Journal {
            store: Box::new(NamedFile {
                file,
                path: path.to_owned(),
            }),
            path: path.to_owned(),
            whole: to_u64(whole).saturating_add(1),
            kept: record.entries().len(),
            mark,
            end: End::Whole,
            lies: Lies::InAFile,
        };
        let loaded = Loaded {
            opening,
            record,
            mark,
            torn,
        };
        Ok((journal, loaded, held))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where its bytes lie.
    pub(super) fn lies(&self) -> Lies {
        self.lies
    }

    /// How many entries are on the disk.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The mark of the last line that is on the disk.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// Looks whether the file is still there, and as it was left.
    ///
    /// # Errors
    /// What is the matter with it.
    pub(super) fn look(&self) -> io::Result<()> {
        let length = self.store.length()?;
        match self.end {
            _ if length < self.whole => Err(io::Error::other("part of it is gone")),
            End::Whole if length > self.whole => {
                Err(io::Error::other("something else was written to it"))
            }
            End::Whole | End::Ragged => Ok(()),
        }
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
        let (bytes, mark) = marked_line(self.mark, line)?;
        self.look()?;
        // A line must not follow half a line.
        if self.end == End::Ragged {
            self.store.cut(self.whole)?;
        }
        self.end = End::Ragged;
        let written = self.store.write(&bytes).and_then(|()| self.store.sync());
        match written {
            Ok(()) => self.whole += to_u64(bytes.len()),
            Err(error) => {
                if self.store.cut(self.whole).is_ok() {
                    self.end = End::Whole;
                }
                return Err(error);
            }
        }
        self.mark = mark;
        self.end = End::Whole;
        Ok(())
    }
}

fn to_u64(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// Leaves nothing but a line end after the last whole line.
fn tidy(file: &mut File, whole: usize) -> io::Result<()> {
    file.set_len(to_u64(whole))?;
    file.seek(SeekFrom::End(0))?;
    file.write_all(b"\n")?;
    file.sync_data()
}

/// Keeps the whole entries before a damaged line, and the file as it was beside them.
///
/// Returns where the damaged file was put.
///
/// # Errors
/// [`JournalError`] if the file cannot be read or written, is in use, or has no damage.
pub fn mend(path: &Path) -> Result<PathBuf, JournalError> {
    let io = JournalError::io(path);
    // Where no lock is taken, who would write it has to find it free.
    let mut damaged = match cfg!(windows) {
        true => opened(path)?,
        false => File::open(path).map_err(&io)?,
    };
    lock(&damaged, path)?;
    let mut bytes = Vec::new();
    damaged.read_to_end(&mut bytes).map_err(&io)?;
    let line = match read(path, &bytes) {
        Err(JournalError::Damaged { line, .. }) if line > 1 => line,
        Ok(_) => return Err(JournalError::NotABattle(path.to_owned())),
        Err(why) => return Err(why),
    };
    let good: usize = bytes
        .split_inclusive(|byte| *byte == b'\n')
        .take(line - 1)
        .map(<[u8]>::len)
        .sum();
    // The file itself changes last and at once: a crash leaves the damaged or the mended one.
    let aside = set_aside(path, ".damaged", &bytes).map_err(&io)?;
    let mended = new_beside(path, ".mended").and_then(|(mut file, mended)| {
        file.write_all(bytes.get(..good).unwrap_or_default())?;
        file.sync_all()?;
        Ok(mended)
    });
    if cfg!(windows) {
        // There, nothing takes the place of a file that is open.
        drop(damaged);
    }
    mended
        .and_then(|mended| std::fs::rename(&mended, path))
        .and_then(|()| sync_folder(path))
        .map_err(&io)?;
    Ok(aside)
}

/// How the file of a battle is opened to be written.
fn to_write() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(not(windows))]
    options.append(true);
    // On Windows a lock keeps readers out, such as the players' board, and who may only append can take
    // nothing back. So it is opened to be written, in a way that lets others read it and nobody write.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::share_mode(options.write(true), SHARE_READ);
    options
}

/// What others may do with a file that is open: read it.
#[cfg(windows)]
const SHARE_READ: u32 = 1;

/// Opens the file of a battle to be written.
fn opened(path: &Path) -> Result<File, JournalError> {
    /// `ERROR_SHARING_VIOLATION`: somebody else has it open to be written.
    const SHARED: i32 = 32;
    to_write().open(path).map_err(|error| {
        if cfg!(windows) && error.raw_os_error() == Some(SHARED) {
            JournalError::InUse(path.to_owned())
        } else {
            JournalError::io(path)(error)
        }
    })
}

fn lock(file: &File, path: &Path) -> Result<Lock, JournalError> {
    if cfg!(windows) {
        // It is held by the way in which it was opened.
        return Ok(Lock::Held);
    }
    match file.try_lock() {
        Ok(()) => Ok(Lock::Held),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) if has_no_locks(&error) => Ok(Lock::NotToBeHad),
        Err(TryLockError::Error(error)) => Err(JournalError::io(path)(error)),
    }
}

/// Whether the system says that a disk has no locks at all.
fn has_no_locks(error: &io::Error) -> bool {
    /// `ENOLCK`, as Linux and macOS number it.
    const NO_LOCKS: [i32; 2] = [37, 77];
    error.kind() == io::ErrorKind::Unsupported
        || error
            .raw_os_error()
            .is_some_and(|code| NO_LOCKS.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_without_locks_is_told_from_one_that_fails() {
        assert!(has_no_locks(&io::ErrorKind::Unsupported.into()));
        assert!(has_no_locks(&io::Error::from_raw_os_error(37)));
        assert!(!has_no_locks(&io::ErrorKind::PermissionDenied.into()));
        assert!(!has_no_locks(&io::ErrorKind::StorageFull.into()));
    }
}
