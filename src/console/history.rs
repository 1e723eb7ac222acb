//! The lines that were typed, in memory and in a file that consoles share.

use std::io;
use std::path::PathBuf;

use super::line_file::LineFile;
use crate::places;
use crate::printable::{printable, reason};

/// The most lines that are kept.
pub(super) const LONGEST: usize = 1000;

/// The lines that were typed, the latest last, each once.
#[derive(Debug, Default)]
pub(super) struct History {
    lines: Vec<String>,
    /// Nothing where lines cannot be kept.
    file: Option<LineFile>,
    /// What went wrong and has not been said.
    trouble: Option<String>,
}

impl History {
    /// Opens the history of the user, or one in memory if there is no place for it.
    pub(super) fn open() -> Self {
        match places::history_file() {
            Some(file) => History::in_file(file),
            None => History {
                trouble: Some("there is no home to keep the history in".to_owned()),
                ..History::default()
            },
        }
    }

    fn in_file(path: PathBuf) -> Self {
        let file = LineFile::new(path, LONGEST);
        match file.read() {
            Ok(mut lines) => {
                // Another hand may have written to the file.
                lines.retain(|line| printable(line) == *line);
                History {
                    lines,
                    file: Some(file),
                    trouble: None,
                }
            }
            Err(error) => History {
                trouble: Some(said(&file, &error)),
                ..History::default()
            },
        }
    }

    /// Keeps a line at once; it is the latest wherever it stood before.
    ///
    /// Blank lines are not kept, nor those that would steer the terminal when called back.
    pub(super) fn keep(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() || printable(line) != line {
            return;
        }
        self.lines.retain(|known| known != line);
        self.lines.push(line.to_owned());
        let surplus = self.lines.len().saturating_sub(LONGEST);
        self.lines.drain(..surplus);
        if let Some(file) = &self.file
            && let Err(error) = file.add(line)
        {
            self.trouble = Some(said(file, &error));
            self.file = None;
        }
    }

    /// The lines to call back, the latest last.
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }

    /// What keeps lines from being kept, the first time it is asked for.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}

fn said(file: &LineFile, error: &io::Error) -> String {
    let path = file.path().to_string_lossy();
    format!(
        "no history is kept: `{}`: {}",
        printable(&path),
        reason(error)
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn lines(history: &History) -> Vec<&str> {
        history.lines().collect()
    }

    #[test]
    fn a_line_is_kept_once_and_is_the_latest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/history");
        let mut history = History::in_file(path.clone());
        for line in ["why", "roll 3d6", " why ", "", "\u{1b}[2J", "roll 3d6"] {
            history.keep(line);
        }
        assert_eq!(lines(&history), ["why", "roll 3d6"]);
        assert_eq!(lines(&History::in_file(path)), ["why", "roll 3d6"]);
    }

    #[test]
    fn lines_of_the_file_that_would_steer_the_terminal_are_not_called_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        std::fs::write(&path, "why\nroll \u{1b}]0;x\u{7}\nroll 3d6\n\u{9b}2J\n").unwrap();
        assert_eq!(lines(&History::in_file(path)), ["why", "roll 3d6"]);
    }

    #[test]
    fn a_place_that_cannot_be_used_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        // A folder stands where the file should be.
        let mut history = History::in_file(folder.path().to_owned());
        assert!(history.trouble().unwrap().starts_with("no history is kept"));
        history.keep("why");
        assert_eq!(history.trouble(), None);
        assert_eq!(lines(&history), ["why"]);
    }

    #[test]
    fn a_place_that_is_lost_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        let mut history = History::in_file(path.clone());
        std::fs::create_dir(&path).unwrap();
        history.keep("why");
        assert!(history.trouble().is_some());
        history.keep("help");
        assert_eq!(history.trouble(), None);
        assert_eq!(lines(&history), ["why", "help"]);
    }
}
