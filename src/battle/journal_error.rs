//! Why a battle's file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::entry::FORM;
use super::files::seed_path;
use crate::printable::reason;

/// Why a battle's file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another program has it open.
    #[error("another drumhead has `{}` open", .0.display())]
    InUse(PathBuf),
    /// It cannot be read or written.
    #[error("cannot use `{}`: {}", path.display(), reason(.error))]
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
    /// It was made for a battle that was broken off before it began.
    #[error("no battle was begun in `{}`", .0.display())]
    NotBegun(PathBuf),
    /// There are entries in it that the battle in memory does not have.
    #[error("the battle in `{}` has gone on elsewhere", .0.display())]
    WentOn(PathBuf),
    /// The system gives no seed.
    #[error("the system gives no seed for dice: {0}")]
    NoSeed(String),
    /// A seed lies beside it, of a battle that is not there.
    #[error("`{}` is gone, and the seed of its battle still lies beside it", .0.display())]
    SeedOfAnother(PathBuf),
    /// It was written by an earlier version.
    #[error(
        "`{}` has form 1, which keeps neither the rule table nor what was set nor any marks against tampering: this program cannot go on with it",
        .0.display()
    )]
    EarlierForm(PathBuf),
    /// It was written by a later version.
    #[error("`{}` has form {found}, and this program reads form {FORM}", path.display())]
    LaterForm {
        /// The file.
        path: PathBuf,
        /// The form that it has.
        found: u32,
    },
    /// There is something in it that only a later version understands.
    #[error("line {line} of `{}` is sound, and of a later version of this program", path.display())]
    LaterEntry {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
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
    /// What the system says of a file, as an error.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> JournalError {
        move |error| JournalError::Io {
            path: path.to_owned(),
            error,
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            JournalError::InUse(_) => {
                Some("leave it there first, or look on with `--watch`".to_owned())
            }
            // Nothing stands before the first line that could go on.
            JournalError::Damaged { line: 0..=1, .. } => {
                Some("the first line says which battle it is: look for a copy".to_owned())
            }
            JournalError::Damaged { line, .. } => Some(format!(
                "`--mend` goes on with the {} before it, and keeps the file as it is beside",
                crate::naming::phrase::count(
                    i64::try_from(line - 1).unwrap_or(i64::MAX),
                    "line",
                    "lines"
                )
            )),
            JournalError::SeedOfAnother(path) => Some(format!(
                "put the file back, or take `{}` away too, or give another name",
                seed_path(path).display()
            )),
            JournalError::EarlierForm(_) => Some(
                "the version that wrote it can `dump` it: the lines can be run here".to_owned(),
            ),
            JournalError::LaterForm { .. } | JournalError::LaterEntry { .. } => {
                Some("use the version that wrote it".to_owned())
            }
            _ => None,
        }
    }
}
