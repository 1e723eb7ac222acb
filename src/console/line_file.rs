//! A file of lines that several processes add to.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Files above this size, in bytes, are not ours and are left alone.
const LARGEST: u64 = 8 << 20;

/// A file of lines, each once, the latest last, and only so many of them.
///
/// Every change is made under a lock and in place, so that of several
/// processes none loses what another has added.
#[derive(Debug)]
pub(super) struct LineFile {
    path: PathBuf,
    most: usize,
}

impl LineFile {
    /// A file that keeps at most `most` lines; it need not exist.
    pub(super) fn new(path: PathBuf, most: usize) -> Self {
        LineFile { path, most }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The lines; none where there is no file yet.
    ///
    /// # Errors
    /// When it cannot be read, or is no plain file.
    pub(super) fn read(&self) -> io::Result<Vec<String>> {
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            opened => opened?,
        };
        check(&file)?;
        file.lock_shared()?;
        let text = text(&mut file)?;
        Ok(self.tidied(&text, None))
    }

    /// Adds a line, and takes away the same line before it and what is too old.
    ///
    /// # Errors
    /// When the file or its folder cannot be written.
    pub(super) fn add(&self, line: &str) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = open_private(&self.path)?;
        check(&file)?;
        // Given back when the file is closed.
        file.lock()?;
        let before = text(&mut file)?;
        let mut after = self.tidied(&before, Some(line)).join("\n");
        after.push('\n');
        let kept = match after.strip_prefix(before.as_str()) {
            Some(_) if before.is_empty() || before.ends_with('\n') => before.len(),
            _ => 0,
        };
        file.seek(SeekFrom::Start(kept as u64))?;
        file.write_all(after.as_bytes().get(kept..).unwrap_or_default())?;
        file.set_len(after.len() as u64)
    }

    /// The lines of a text and one more, each only where it stands last.
    fn tidied(&self, text: &str, more: Option<&str>) -> Vec<String> {
        let mut seen = std::collections::HashSet::new();
        let latest_first = text.lines().chain(more).rev();
        let mut lines: Vec<String> = latest_first
            .filter(|line| !line.is_empty() && seen.insert(*line))
            .take(self.most)
            .map(str::to_owned)
            .collect();
        lines.reverse();
        lines
    }
}

/// Opens a file to read and write it, new ones for the user's eyes only.
fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Refuses what is no plain file of a likely size.
fn check(file: &File) -> io::Result<()> {
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file"));
    }
    if about.len() > LARGEST {
        return Err(io::Error::other("it is too large"));
    }
    Ok(())
}

/// All of a file, with characters for what is not UTF-8.
fn text(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn file(most: usize) -> (tempfile::TempDir, LineFile) {
        let folder = tempfile::tempdir().unwrap();
        let file = LineFile::new(folder.path().join("lines"), most);
        (folder, file)
    }

    #[test]
    fn lines_are_added_at_the_end() {
        let (_folder, file) = file(10);
        assert_eq!(file.read().unwrap(), Vec::<String>::new());
        for line in ["a", "b", "a", "c"] {
            file.add(line).unwrap();
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "b\na\nc\n");
        assert_eq!(file.read().unwrap(), ["b", "a", "c"]);
    }

    #[test]
    fn the_oldest_lines_are_dropped() {
        let (_folder, file) = file(3);
        for number in 0..10 {
            file.add(&number.to_string()).unwrap();
        }
        assert_eq!(fs::read_to_string(file.path()).unwrap(), "7\n8\n9\n");
    }

    #[test]
    fn a_file_that_another_hand_wrote_is_mended() {
        let (_folder, file) = file(10);
        fs::write(file.path(), b"a\r\n\n\xff\na\nunfinished").unwrap();
        file.add("b").unwrap();
        assert_eq!(
            fs::read_to_string(file.path()).unwrap(),
            "\u{fffd}\na\nunfinished\nb\n"
        );
    }

    #[test]
    fn two_at_once_lose_nothing() {
        let (folder, _) = file(10);
        let path = folder.path().join("lines");
        std::thread::scope(|scope| {
            for who in ["red", "blue"] {
                let file = LineFile::new(path.clone(), 1000);
                scope.spawn(move || {
                    for number in 0..200 {
                        file.add(&format!("{who} {number}")).unwrap();
                    }
                });
            }
        });
        let lines = LineFile::new(path, 1000).read().unwrap();
        assert_eq!(lines.len(), 400);
        for who in ["red", "blue"] {
            let of: Vec<&String> = lines.iter().filter(|line| line.starts_with(who)).collect();
            let expected: Vec<String> = (0..200).map(|number| format!("{who} {number}")).collect();
            assert_eq!(of, expected.iter().collect::<Vec<_>>());
        }
    }
}
