//! The files beside a battle's: its seed, and what was set aside.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::entry::Opening;
use super::journal_error::JournalError;
use super::secret::Secret;

/// How many files of one kind are looked for before giving up.
const MOST_BESIDE: u32 = 10_000;

/// A file beside a battle's, whose name ends so.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(end);
    path.with_file_name(name)
}

/// The file beside a battle's that has its seed.
pub(super) fn seed_path(path: &Path) -> PathBuf {
    beside(path, ".seed")
}

/// Makes the first file that is not there yet of those whose names end so: `.torn`, `.torn-2` …
///
/// Nothing is ever written over, nor through a symbolic link.
pub(super) fn new_beside(path: &Path, end: &str) -> io::Result<(File, PathBuf)> {
    for number in 1..=MOST_BESIDE {
        let name = match number {
            1 => beside(path, end),
            _ => beside(path, &format!("{end}-{number}")),
        };
        match OpenOptions::new().append(true).create_new(true).open(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Puts bytes into a new file of their own beside a battle's.
pub(super) fn set_aside(path: &Path, end: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    let (mut file, name) = new_beside(path, end)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    sync_folder(&name)?;
    Ok(name)
}

/// Waits until the disk knows a file by its name.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all()) {
        // Some systems have folders that cannot be synced: theirs is the order of things.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// What the file of a battle was before the battle was begun in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// There was none.
    NoFile,
    /// One that was broken off before a battle was begun.
    NotBegun,
}

/// Writes the seed of a battle that is about to begin, for the referee's eyes only.
///
/// # Errors
/// It cannot be written, or the seed of a battle whose file is gone lies there.
pub(super) fn write_seed(path: &Path, secret: &Secret, before: Before) -> Result<(), JournalError> {
    let seed = seed_path(path);
    let io = JournalError::io(&seed);
    match private(&seed) {
        Ok(mut file) => writeln!(file, "{secret}")
            .and_then(|()| file.sync_all())
            .map_err(io),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if read(&seed).ok().as_ref() == Some(secret) {
                return Ok(());
            }
            if before == Before::NoFile {
                return Err(JournalError::SeedOfAnother(path.to_owned()));
            }
            // It belongs to a beginning that was broken off; it is kept all the same.
            let aside = new_beside(&seed, ".old").map_err(&io)?;
            fs::rename(&seed, aside.1).map_err(&io)?;
            let mut file = private(&seed).map_err(&io)?;
            writeln!(file, "{secret}")
                .and_then(|()| file.sync_all())
                .map_err(io)
        }
        Err(error) => Err(io(error)),
    }
}

/// Makes a new file that only its owner may read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn read(path: &Path) -> io::Result<Secret> {
    let text = fs::read_to_string(path)?;
    text.parse()
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "there is no seed in it"))
}

/// What is known of the seed of a battle that has not revealed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeedAtHand {
    /// It is there.
    Known(Secret),
    /// Its file is not there or cannot be read.
    Missing {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// What its file has is not what was sealed.
    Other {
        /// The file.
        path: PathBuf,
    },
}

/// Looks for the seed of a battle in the file beside it.
pub fn seed_at_hand(path: &Path, opening: &Opening) -> SeedAtHand {
    let seed = seed_path(path);
    match read(&seed) {
        Ok(secret) if secret.seal() == opening.seal => SeedAtHand::Known(secret),
        Ok(_) => SeedAtHand::Other { path: seed },
        Err(error) => SeedAtHand::Missing {
            path: seed,
            why: crate::printable::reason(&error),
        },
    }
}

/// Whether a battle's seed lies by this name, though perhaps no battle does.
pub fn has_seed(path: &Path) -> bool {
    seed_path(path).symlink_metadata().is_ok()
}
