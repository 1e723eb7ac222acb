//! Why a battle's file cannot be used.

use std::io;
use std::path::{Path, PathBuf};

use super::entry::FORM;

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
    /// It was made for a battle that was broken off before it began.
    #[error("no battle was begun in `{}`", .0.display())]
    NotBegun(PathBuf),
    /// There are entries in it that the battle in memory does not have.
    #[error("the battle in `{}` has gone on elsewhere", .0.display())]
    WentOn(PathBuf),
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
