//! Where a battle is kept, and what is said when it is not kept there.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::entry::{Entry, Opening};
use super::files::{Before, has_seed, seed_path, write_seed};
use super::journal::{Journal, Lies, Lock};
use super::journal_error::JournalError;
use super::mark::Mark;
use super::secret::Secret;
use crate::naming::phrase;
use crate::printable::reason;

/// How the name of a file ends that keeps a battle in another's place.
const RESCUED: &str = "rescued";
/// How many names are tried for such a file in one folder.
const MOST_RESCUED: u32 = 1_000;

/// Where a battle is kept.
#[derive(Debug)]
pub enum Keeping {
    /// In memory: it goes with the program.
    Memory,
    /// In a file that is made with the first entry.
    Planned {
        /// The file.
        path: PathBuf,
    },
    /// In a file.
    File(Journal),
    /// Not in its file, because that cannot be written or is not there any more.
    Failing(Box<Failing>),
}

/// A battle that is not kept where it should be.
#[derive(Debug)]
pub struct Failing {
    /// The file in which it should be kept.
    path: PathBuf,
    /// That file as it was opened; `None` where it never could be.
    journal: Option<Journal>,
    /// Where it is kept instead, as far as that goes.
    rescue: Option<Journal>,
    /// How many entries are in no file.
    missing: usize,
}

/// What keeping needs to know of a battle.
pub(super) struct Kept<'b> {
    pub(super) opening: &'b Opening,
    pub(super) entries: &'b [Entry],
    /// The seed, where it is known.
    pub(super) secret: Option<&'b Secret>,
    /// Folders in which it may be kept should its own be of no use.
    pub(super) shelters: &'b [PathBuf],
}

impl Keeping {
    /// A battle whose file can be read and not written, or not be made.
    pub(super) fn failing(path: &Path) -> Keeping {
        Keeping::Failing(Box::new(Failing {
            path: path.to_owned(),
            journal: None,
            rescue: None,
            missing: 0,
        }))
    }

    /// Keeps the entries that are not kept yet.
    ///
    /// A notice says when that fails, each time, and when it goes again.
    pub(super) fn keep(&mut self, kept: &Kept<'_>) -> Option<String> {
        let mut notice = None;
        *self = match std::mem::replace(self, Keeping::Memory) {
            Keeping::Memory => Keeping::Memory,
            Keeping::Planned { path } => match begun(&path, kept) {
                Ok((mut journal, lock)) => match journal.catch_up(kept.entries) {
                    Ok(()) => {
                        let said = format!(
                            "kept in {}; the dice are sealed: {}",
                            path.display(),
                            short_seal(&kept.opening.seal)
                        );
                        notice = Some(with_lock(said, &path, lock));
                        Keeping::File(journal)
                    }
                    Err(error) => fails(path, Some(journal), &reason(&error), kept, &mut notice),
                },
                Err(error) => fails(path, None, &cause(&error), kept, &mut notice),
            },
            Keeping::File(mut journal) => match journal.catch_up(kept.entries) {
                Ok(()) => Keeping::File(journal),
                Err(error) => {
                    let path = journal.path().to_owned();
                    fails(path, Some(journal), &reason(&error), kept, &mut notice)
                }
            },
            Keeping::Failing(failing) => failing.again(kept, &mut notice),
        };
        notice
    }

    /// The file in which it is or should be kept, where there is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Keeping::Memory => None,
            Keeping::File(journal) => Some(journal.path()),
            Keeping::Planned { path } => Some(path),
            Keeping::Failing(failing) => Some(&failing.path),
        }
    }

    /// The mark of the last line that is on the disk.
    pub fn mark(&self) -> Option<Mark> {
        match self {
            Keeping::Memory | Keeping::Planned { .. } => None,
            Keeping::File(journal) => Some(journal.mark()),
            Keeping::Failing(failing) => Some(failing.rescue.as_ref()?.mark()),
        }
    }

    /// Whether it is not kept where it should be.
    pub fn fails(&self) -> bool {
        matches!(self, Keeping::Failing(_))
    }

    /// Where it is kept, or that it is not, after a look at the disk.
    pub fn said(&self) -> String {
        match self {
            Keeping::Memory => "kept in memory only: it goes with the program".to_owned(),
            Keeping::Planned { path } => format!("will be kept in {}", path.display()),
            Keeping::File(journal) => match journal.look() {
                Ok(()) => format!("kept in {}", journal.path().display()),
                Err(error) => format!(
                    "not kept any more in {}: {}; the next entry is kept elsewhere",
                    journal.path().display(),
                    reason(&error)
                ),
            },
            Keeping::Failing(failing) => match failing.instead() {
                Some(rescue) => format!(
                    "not kept in {}, but in {}",
                    failing.path.display(),
                    rescue.path().display()
                ),
                None => format!("not being kept: {} fails", failing.path.display()),
            },
        }
    }
}

impl Failing {
    /// Tries the file again, and keeps the battle elsewhere while that fails.
    fn again(mut self: Box<Self>, kept: &Kept<'_>, notice: &mut Option<String>) -> Keeping {
        let tried = match self.journal.take() {
            Some(mut journal) => {
                let caught_up = journal.catch_up(kept.entries);
                self.journal = Some(journal);
                caught_up.map_err(|error| error.to_string())
            }
            None => match opened(&self.path, kept) {
                Ok(mut journal) => {
                    let caught_up = journal.catch_up(kept.entries);
                    self.journal = Some(journal);
                    caught_up.map_err(|error| error.to_string())
                }
                Err(error) => Err(cause(&error)),
            },
        };
        match (tried, self.journal.take()) {
            (Ok(()), Some(journal)) => {
                let path = journal.path().display();
                *notice = Some(format!(
                    "`{path}` can be written again, and all of the battle is kept"
                ));
                Keeping::File(journal)
            }
            (tried, journal) => {
                self.journal = journal;
                self.elsewhere(kept);
                let why = tried.err().unwrap_or_default();
                *notice = Some(self.not_kept(&why));
                Keeping::Failing(self)
            }
        }
    }

    /// Keeps the battle in another file, if there is any that can be written.
    fn elsewhere(&mut self, kept: &Kept<'_>) {
        match &mut self.rescue {
            // A disk on which one copy fails has no room for a second.
            Some(rescue) => {
                let _ = rescue.catch_up(kept.entries);
            }
            None => {
                let mut folders = self.folders(kept);
                let rescue = folders.find_map(|folder| rescued(folder, &self.path, kept).ok());
                drop(folders);
                self.rescue = rescue;
            }
        }
        let journals = [&self.journal, &self.rescue];
        let most = journals.into_iter().flatten().map(Journal::kept).max();
        self.missing = kept.entries.len().saturating_sub(most.unwrap_or(0));
    }

    /// The folders in which it may be kept: its own, then the others.
    fn folders<'f>(&'f self, kept: &'f Kept<'_>) -> impl Iterator<Item = &'f Path> {
        let in_a_file = |journal: &Journal| journal.lies() == Lies::InAFile;
        let own = self.path.parent();
        let own = own.filter(|_| self.journal.as_ref().is_none_or(in_a_file));
        own.into_iter()
            .chain(kept.shelters.iter().map(PathBuf::as_path))
    }

    /// Where all of it is kept instead.
    fn instead(&self) -> Option<&Journal> {
        self.rescue.as_ref().filter(|_| self.missing == 0)
    }

    fn not_kept(&self, why: &dyn fmt::Display) -> String {
        let path = self.path.display();
        match self.instead() {
            Some(rescue) => format!(
                "cannot write `{path}`: {why}; the battle is not being kept there, but in `{}`",
                rescue.path().display()
            ),
            None => not_kept(&self.path, why, self.missing),
        }
    }
}

/// Keeps a battle elsewhere, now that its file fails.
fn fails(
    path: PathBuf,
    journal: Option<Journal>,
    why: &dyn fmt::Display,
    kept: &Kept<'_>,
    notice: &mut Option<String>,
) -> Keeping {
    let mut failing = Box::new(Failing {
        path,
        journal,
        rescue: None,
        missing: 0,
    });
    failing.elsewhere(kept);
    *notice = Some(failing.not_kept(why));
    Keeping::Failing(failing)
}

/// Writes a whole battle into a new file of a folder.
fn rescued(folder: &Path, of: &Path, kept: &Kept<'_>) -> Result<Journal, JournalError> {
    let stem = of.file_stem().unwrap_or_default().to_string_lossy();
    if of.parent() != Some(folder) {
        std::fs::create_dir_all(folder).map_err(JournalError::io(folder))?;
    }
    for number in 1..=MOST_RESCUED {
        let path = folder.join(format!("{stem}.{RESCUED}-{number}.jsonl"));
        if path.symlink_metadata().is_ok() || has_seed(&path) {
            continue;
        }
        let (mut journal, _) = begun(&path, kept)?;
        if let Err(error) = journal.catch_up(kept.entries) {
            // Part of a copy would only take room, and its seed lies beside the battle's own file too.
            let _ = std::fs::remove_file(&path);
            let _ = std::fs::remove_file(seed_path(&path));
            return Err(JournalError::io(&path)(error));
        }
        return Ok(journal);
    }
    Err(JournalError::io(folder)(
        io::ErrorKind::AlreadyExists.into(),
    ))
}

/// Opens the file of a battle that goes on in memory, or makes it if it is not there.
fn opened(path: &Path, kept: &Kept<'_>) -> Result<Journal, JournalError> {
    if !path.exists() {
        return begun(path, kept).map(|(journal, _)| journal);
    }
    match Journal::open(path) {
        Ok((journal, loaded, _)) => {
            let ours = loaded.opening == *kept.opening
                && kept.entries.starts_with(loaded.record.entries());
            match ours {
                true => Ok(journal),
                false => Err(JournalError::WentOn(path.to_owned())),
            }
        }
        Err(JournalError::NotBegun(_)) => begun(path, kept).map(|(journal, _)| journal),
        Err(why) => Err(why),
    }
}

/// Makes the file of a battle, with its seed beside it and its first line.
pub(super) fn begun(path: &Path, kept: &Kept<'_>) -> Result<(Journal, Lock), JournalError> {
    let (mut journal, before, lock) = Journal::claim(path)?;
    let begun = match kept.secret {
        Some(secret) => write_seed(path, secret, before),
        None => Ok(()),
    };
    let begun = begun
        .and_then(|()| journal.begin(kept.opening).map_err(JournalError::io(path)))
        .and_then(|()| super::files::sync_folder(path).map_err(JournalError::io(path)));
    match begun {
        Ok(()) => Ok((journal, lock)),
        Err(why) => {
            // Nothing has been said in it yet, and an empty file would only be in the way.
            if before == Before::NoFile {
                let _ = std::fs::remove_file(path);
            }
            Err(why)
        }
    }
}

/// What is said of a file, and that the disk has no locks if it has none.
pub(super) fn with_lock(said: String, path: &Path, lock: Lock) -> String {
    match lock {
        Lock::Held => said,
        Lock::NotToBeHad => format!("{said}; {}", no_locks(path)),
    }
}

/// What is said of a disk without locks.
pub(super) fn no_locks(path: &Path) -> String {
    format!(
        "the disk of `{}` has no locks: open the battle once at a time",
        path.display()
    )
}

/// What is said of a battle that is not being kept, with the number of entries that its file lacks.
pub(super) fn not_kept(path: &Path, why: &dyn fmt::Display, missing: usize) -> String {
    let missing = match i64::try_from(missing).unwrap_or(i64::MAX) {
        0 => String::new(),
        missing => format!(" ({} so far)", phrase::count(missing, "entry", "entries")),
    };
    format!(
        "cannot write `{}`: {why}; the battle goes on in memory and is not being kept{missing}",
        path.display()
    )
}

/// What the system says, without the file that is named already.
fn cause(error: &JournalError) -> String {
    match error {
        JournalError::Io { error, .. } => reason(error),
        other => other.to_string(),
    }
}

/// The beginning of a seal, enough to know it again: all of it stands in the file and in `report`.
pub(super) fn short_seal(seal: &str) -> String {
    let begins: String = seal.chars().take(16).collect();
    format!("{begins}…")
}
