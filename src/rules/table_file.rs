//! A rule-table file taken from the disk: not too large, and UTF-8.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::fault::{Fault, Faults};
use super::harmless::quoted;
use crate::printable::reason;

/// The largest file that is read, in bytes: 1 MiB.
pub const LARGEST_FILE: u64 = 1 << 20;

/// Why a file could not be taken in.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be opened or read.
    #[error("cannot read {}: {}", quoted(&path.to_string_lossy()), reason(.error))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// It is larger than [`LARGEST_FILE`].
    #[error("{} is too large for a table file: at most 1 MiB is read", quoted(&path.to_string_lossy()))]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is a folder, a pipe or a device.
    #[error("cannot read {}: it is no plain file", quoted(&path.to_string_lossy()))]
    NoPlainFile {
        /// What it is called.
        path: PathBuf,
    },
    /// It is a link to somewhere else.
    #[error("{} is a link that leads out of the folders that tables are read from", quoted(&path.to_string_lossy()))]
    Outside {
        /// What it is called.
        path: PathBuf,
    },
    /// It is not UTF-8.
    #[error(transparent)]
    Encoding(#[from] Faults),
    /// A file that belongs to it cannot be found.
    #[error("{0}")]
    Beside(String),
}

/// The text of a table file, without the byte-order mark it may begin with.
///
/// # Errors
///
/// [`FileError`], before more than [`LARGEST_FILE`] bytes are read.
pub fn read_table_file(path: &Path) -> Result<String, FileError> {
    let unreadable = |error| FileError::Unreadable {
        path: path.to_owned(),
        error,
    };
    // Opening a named pipe would wait until somebody writes to it.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(FileError::NoPlainFile {
            path: path.to_owned(),
        });
    }
    let bytes = read_bytes(path)
        .map_err(unreadable)?
        .ok_or_else(|| FileError::TooLarge {
            path: path.to_owned(),
        })?;
    Ok(decode(&path.to_string_lossy(), bytes)?)
}

/// The bytes of a file, or none if it is too large.
///
/// The size that the system states is asked first, so that a large file is
/// refused at once; the limit on reading holds for one that grows meanwhile.
fn read_bytes(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > LARGEST_FILE {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).is_ok_and(|length| length <= LARGEST_FILE);
    Ok(fits.then_some(bytes))
}

/// Bytes as text, without the byte-order mark they may begin with.
///
/// # Errors
///
/// A fault at the first byte that is not UTF-8.
pub fn decode(file: &str, bytes: Vec<u8>) -> Result<String, Faults> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let fault = Fault::new(0..0, "the file is UTF-16, not UTF-8").hint("save it as UTF-8");
        return Err(Faults::new(file, "", vec![fault]));
    }
    let text = String::from_utf8(bytes).map_err(|error| not_utf8(file, &error))?;
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}

fn not_utf8(file: &str, error: &std::string::FromUtf8Error) -> Faults {
    // What is valid before the bad byte is the same in the lossy text, so the
    // offset holds there; the bad byte itself has become one U+FFFD.
    let text = String::from_utf8_lossy(error.as_bytes());
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let from = error.utf8_error().valid_up_to();
    let byte = error.as_bytes().get(from).copied().unwrap_or_default();
    let start = from.saturating_sub(mark);
    let fault = Fault::new(
        start..start.saturating_add('\u{fffd}'.len_utf8()),
        format!("the file is not UTF-8: byte 0x{byte:02X} stands for no character"),
    )
    .hint("save it as UTF-8");
    Faults::new(file, text.get(mark..).unwrap_or_default(), vec![fault])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::place::Place;
    use super::*;

    fn encoding_fault(bytes: &[u8]) -> (Place, String) {
        let faults = decode("x.toml", bytes.to_vec()).unwrap_err();
        let fault = faults.iter().next().unwrap();
        (faults.place(fault), fault.message.clone())
    }

    #[test]
    fn latin_1_is_refused_at_its_byte() {
        let (place, message) = encoding_fault(b"a = 1\nname = \"caf\xe9\"\n");
        assert_eq!(
            place,
            Place {
                line: 2,
                column: 12
            }
        );
        assert_eq!(
            message,
            "the file is not UTF-8: byte 0xE9 stands for no character"
        );
    }

    #[test]
    fn columns_do_not_count_the_byte_order_mark() {
        let (place, _) = encoding_fault(b"\xef\xbb\xbfab\xff");
        assert_eq!(place, Place { line: 1, column: 3 });
    }

    #[test]
    fn utf_16_is_named() {
        let (place, message) = encoding_fault(b"\xff\xfea\0");
        assert_eq!(place, Place { line: 1, column: 1 });
        assert_eq!(message, "the file is UTF-16, not UTF-8");
    }

    #[test]
    fn a_byte_order_mark_is_dropped() {
        assert_eq!(
            decode("x", b"\xef\xbb\xbfa = 1\r\n".to_vec()).unwrap(),
            "a = 1\r\n"
        );
    }

    #[test]
    fn a_file_just_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.toml");
        let limit = usize::try_from(LARGEST_FILE).unwrap();
        std::fs::write(&path, vec![b'\n'; limit]).unwrap();
        assert_eq!(read_table_file(&path).unwrap().len(), limit);
        std::fs::write(&path, vec![b'\n'; limit + 1]).unwrap();
        assert!(matches!(
            read_table_file(&path),
            Err(FileError::TooLarge { .. })
        ));
    }

    #[cfg(unix)]
    #[test]
    fn an_endless_device_is_refused() {
        let endless = read_table_file(Path::new("/dev/zero"));
        assert!(matches!(endless, Err(FileError::NoPlainFile { .. })));
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read_table_file(Path::new("no/such.toml")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "cannot read `no/such.toml`: there is no such file or folder"
        );
    }
}
