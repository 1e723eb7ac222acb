//! Where a journal's bytes lie.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;

/// What a journal needs of the disk, one step at a time.
///
/// It is a file, except where a test lets the disk fail or the program die at
/// one of these steps.
pub trait Store: fmt::Debug {
    /// Writes bytes at the end.
    ///
    /// # Errors
    /// The system's own; some of the bytes may have been written then.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until all that was written is on the disk.
    ///
    /// # Errors
    /// The system's own; what was written may or may not be on the disk then.
    fn sync(&mut self) -> io::Result<()>;

    /// Takes back all that stands after the first `length` bytes.
    ///
    /// # Errors
    /// The system's own; nothing may have been taken back then.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// How many bytes are found by whoever looks for them by the name that was given.
    ///
    /// # Errors
    /// There is nothing by that name any more, or something else.
    fn length(&self) -> io::Result<u64>;
}

/// A file that was opened for appending, and the name that it was opened by.
#[derive(Debug)]
pub(super) struct NamedFile {
    pub(super) file: File,
    pub(super) path: PathBuf,
}

impl Store for NamedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Where files cannot be opened to append alone, the end is sought.
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    fn length(&self) -> io::Result<u64> {
        let named = match fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(io::Error::new(error.kind(), "the file was taken away"));
            }
            about => about?,
        };
        if !is_same(&named, &self.file.metadata()?) {
            return Err(io::Error::other("another file lies in its place"));
        }
        Ok(named.len())
    }
}

/// Whether two are one file.
#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether two are one file, as far as that can be told here.
#[cfg(not(unix))]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    one.len() == other.len()
}
