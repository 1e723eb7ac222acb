//! What the console remembers from one time to the next: the rule set.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::places;

/// The longest id that is believed, in bytes.
const LONGEST_ID: u64 = 100;

/// The id of the rule set that the console had last, if it is remembered.
pub fn last_rules() -> Option<String> {
    read(&rules_file()?)
}

fn rules_file() -> Option<PathBuf> {
    Some(places::state_folder()?.join("rules"))
}

/// Remembers the rule set as it changes.
#[derive(Debug)]
pub(super) struct Memory {
    file: Option<PathBuf>,
    rules: Option<String>,
}

impl Memory {
    pub(super) fn open() -> Self {
        Memory::in_file(rules_file())
    }

    fn in_file(file: Option<PathBuf>) -> Self {
        Memory {
            rules: file.as_deref().and_then(read),
            file,
        }
    }

    /// Remembers a rule set. If it cannot, the next console merely starts with another.
    pub(super) fn remember(&mut self, id: &str) {
        if self.rules.as_deref() == Some(id) {
            return;
        }
        self.rules = Some(id.to_owned());
        if let Some(file) = &self.file {
            if let Some(folder) = file.parent() {
                let _ = fs::create_dir_all(folder);
            }
            let _ = fs::write(file, format!("{id}\n"));
        }
    }
}

/// The id in a file, unless something else is in it.
fn read(file: &Path) -> Option<String> {
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    let mut text = String::new();
    let file = fs::File::open(file).ok()?;
    file.take(LONGEST_ID + 1).read_to_string(&mut text).ok()?;
    let id = text.trim();
    let fits = |character: u8| {
        character.is_ascii_lowercase() || character.is_ascii_digit() || character == b'-'
    };
    (!id.is_empty() && id.bytes().all(fits)).then(|| id.to_owned())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_set_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/rules");
        let mut memory = Memory::in_file(Some(file.clone()));
        memory.remember("first-2");
        memory.remember("first-2");
        assert_eq!(read(&file), Some("first-2".to_owned()));
        memory.remember("second");
        assert_eq!(read(&file), Some("second".to_owned()));
    }

    #[test]
    fn what_is_no_id_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rules");
        for text in ["", "\n", "../x", "a b", "\u{1b}[2J", "é"] {
            fs::write(&file, text).unwrap();
            assert_eq!(read(&file), None, "{text:?}");
        }
        fs::write(&file, b"\xff").unwrap();
        assert_eq!(read(&file), None);
        assert_eq!(read(folder.path()), None);
        assert_eq!(read(&folder.path().join("none")), None);
    }
}
