//! Where a journal's bytes lie.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};

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
}

/// A file that was opened for appending.
impl Store for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}
