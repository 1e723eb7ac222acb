//! The journal: a battle's record in a file of JSON lines, only ever appended to.
//!
//! An entry is written and synced before its answer is shown. The first line
//! is the [`Opening`]; every other line is an [`Entry`].

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::entry::{Entry, FORM, Opening};
use super::record::{Record, Unfit};

/// A battle's file, open for appending and locked against others.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The bytes of it that are whole entries.
    whole: u64,
}

/// A battle as its file has it.
#[derive(Debug)]
pub struct Loaded {
    /// Which battle it is.
    pub opening: Opening,
    /// Its entries, and the state they make.
    pub record: Record,
    /// Where a torn last line was set aside, if there was one.
    pub torn: Option<PathBuf>,
}

/// Why a battle's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another program has it open.
    #[error("another drumhead has `{}` open", .0.display())]
    InUse(PathBuf),
    /// It cannot be read or written.
    #[error("cannot use `{}`: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// It is not a battle's file.
    #[error("`{}` is not the record of a battle", .0.display())]
    NotABattle(PathBuf),
    /// The system gives no seed.
    #[error("the system gives no seed for dice: {0}")]
    NoSeed(String),
    /// The seed beside it is not its own.
    #[error("`{}` is not the seed that was sealed", .0.display())]
    OtherSeed(PathBuf),
    /// It was written by a later version.
    #[error("`{}` has form {found}, and this program reads form {FORM}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// The form that it has.
        found: u32,
    },
    /// A line in the middle is damaged.
    #[error("line {line} of `{}` is damaged: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl JournalError {
    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            JournalError::InUse(_) => {
                Some("leave it there first, or look on with `--watch`".to_owned())
            }
            JournalError::Damaged { line, .. } => Some(format!(
                "`--mend` goes on with the {} lines before it, and keeps the file as it is beside",
                line - 1
            )),
            JournalError::OtherSeed(_) => {
                Some("look at the battle with `--watch`; its dice cannot go on".to_owned())
            }
            _ => None,
        }
    }
}

impl Journal {
    /// Starts a file that must not be there yet.
    ///
    /// # Errors
    /// The file cannot be made or written.
    pub fn create(path: &Path, opening: &Opening) -> Result<Journal, JournalError> {
        let io = |error| JournalError::Io {
            path: path.to_owned(),
            error,
        };
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create_new(true)
            .open(path)
            .map_err(io)?;
        lock(&file, path)?;
        let mut journal = Journal {
            file,
            path: path.to_owned(),
            whole: 0,
        };
        journal.write(opening).map_err(io)?;
        Ok(journal)
    }

    /// Opens a file and reads the battle in it.
    ///
    /// A torn last line, which a crash in the midst of writing leaves, is set
    /// aside in a file of its own.
    ///
    /// # Errors
    /// [`JournalError`]; nothing is changed in the file then.
    pub fn open(path: &Path) -> Result<(Journal, Loaded), JournalError> {
        let io = |error| JournalError::Io {
            path: path.to_owned(),
            error,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .open(path)
            .map_err(io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let read = read(path, &bytes)?;
        let whole = u64::try_from(read.whole).unwrap_or(u64::MAX);
        let mut torn = None;
        if let Some(rest) = bytes.get(read.whole..).filter(|rest| !rest.is_empty()) {
            let aside = set_aside(path, rest).map_err(io)?;
            file.set_len(whole).map_err(io)?;
            file.sync_data().map_err(io)?;
            torn = Some(aside);
        }
        let journal = Journal {
            file,
            path: path.to_owned(),
            whole,
        };
        let loaded = Loaded {
            opening: read.opening,
            record: read.record,
            torn,
        };
        Ok((journal, loaded))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes an entry and waits until it is on the disk.
    ///
    /// # Errors
    /// It is not on the disk; what was written of it is taken back, so that a
    /// later entry does not follow half a line.
    pub fn append(&mut self, entry: &Entry) -> io::Result<()> {
        self.write(entry)
    }

    fn write(&mut self, line: &impl serde::Serialize) -> io::Result<()> {
        let mut bytes = serde_json::to_vec(line)?;
        bytes.push(b'\n');
        let written = self
            .file
            .write_all(&bytes)
            .and_then(|()| self.file.sync_data());
        match written {
            Ok(()) => {
                self.whole += u64::try_from(bytes.len()).unwrap_or(0);
                Ok(())
            }
            Err(error) => {
                let _ = self.file.set_len(self.whole);
                let _ = self.file.seek(SeekFrom::End(0));
                Err(error)
            }
        }
    }
}

/// Reads a battle's file without locking it, for those who only look on.
///
/// A torn last line is not read: it may be in the midst of being written.
///
/// # Errors
/// [`JournalError`].
pub fn look_on(path: &Path) -> Result<Loaded, JournalError> {
    let bytes = std::fs::read(path).map_err(|error| JournalError::Io {
        path: path.to_owned(),
        error,
    })?;
    let read = read(path, &bytes)?;
    Ok(Loaded {
        opening: read.opening,
        record: read.record,
        torn: None,
    })
}

/// Keeps the whole entries before a damaged line, and the file as it was beside them.
///
/// Returns where the damaged file was put.
///
/// # Errors
/// [`JournalError`] if the file cannot be read or written, or has no damage.
pub fn mend(path: &Path) -> Result<PathBuf, JournalError> {
    let io = |error| JournalError::Io {
        path: path.to_owned(),
        error,
    };
    let bytes = std::fs::read(path).map_err(io)?;
    let Err(JournalError::Damaged { line, .. }) = read(path, &bytes) else {
        return Err(JournalError::NotABattle(path.to_owned()));
    };
    let good = bytes
        .split_inclusive(|byte| *byte == b'\n')
        .take(line - 1)
        .map(<[u8]>::len)
        .sum();
    let aside = beside(path, ".damaged");
    std::fs::rename(path, &aside).map_err(io)?;
    let mut file = File::create_new(path).map_err(io)?;
    file.write_all(bytes.get(..good).unwrap_or_default())
        .and_then(|()| file.sync_all())
        .map_err(io)?;
    Ok(aside)
}

fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => JournalError::InUse(path.to_owned()),
        TryLockError::Error(error) => JournalError::Io {
            path: path.to_owned(),
            error,
        },
    })
}

/// What was read of a file.
struct ReadFile {
    opening: Opening,
    record: Record,
    /// The bytes that are whole entries.
    whole: usize,
}

fn read(path: &Path, bytes: &[u8]) -> Result<ReadFile, JournalError> {
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let opening: Opening =
        serde_json::from_slice(first).map_err(|_| JournalError::NotABattle(path.to_owned()))?;
    if opening.battle != FORM {
        return Err(JournalError::Form {
            path: path.to_owned(),
            found: opening.battle,
        });
    }
    let mut record = Record::default();
    let mut whole = first.len();
    for (line, number) in lines.zip(2..) {
        // What has no end was torn while it was written, whatever it says.
        if line.last() != Some(&b'\n') {
            break;
        }
        let entry: Result<Entry, _> = serde_json::from_slice(line);
        let added = match entry {
            Ok(entry) => record.add(entry).map_err(|unfit: Unfit| unfit.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = added {
            return Err(JournalError::Damaged {
                path: path.to_owned(),
                line: number,
                why,
            });
        }
        whole += line.len();
    }
    Ok(ReadFile {
        opening,
        record,
        whole,
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

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(end);
    path.with_file_name(name)
}
