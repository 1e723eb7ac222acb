//! Reading a battle's file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread;

use super::entry::{Entry, FORM, Opening};
use super::journal_error::JournalError;
use super::record::{Record, Unfit};

/// How every battle's file begins.
const HEAD: &[u8] = b"{\"battle\":";

/// Fewer lines than these are read sooner than a thread is started.
const WORTH_A_THREAD: usize = 2_000;

/// A battle as its file has it.
#[derive(Debug)]
pub struct Loaded {
    /// Which battle it is.
    pub opening: Opening,
    /// Its entries, and the state they make.
    pub record: Record,
    /// Where a torn last line was set aside, if there was one.
    pub torn: Option<PathBuf>,
}

/// Reads a battle's file without locking it, for those who only look on.
///
/// A torn last line is not read: it may be in the midst of being written.
///
/// # Errors
/// [`JournalError`].
pub fn look_on(path: &Path) -> Result<Loaded, JournalError> {
    is_file(path)?;
    let bytes = std::fs::read(path).map_err(JournalError::io(path))?;
    let read = read(path, &bytes)?;
    Ok(Loaded {
        opening: read.opening,
        record: read.record,
        torn: None,
    })
}

/// Refuses what is there and no file: a device or a pipe might never end.
///
/// # Errors
/// [`JournalError::NotABattle`].
pub(super) fn is_file(path: &Path) -> Result<(), JournalError> {
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => Err(JournalError::NotABattle(path.to_owned())),
        _ => Ok(()),
    }
}

/// What a glance at a battle's file shows.
#[derive(Debug)]
pub struct Glance {
    /// Which battle it is.
    pub opening: Opening,
    /// Whether its seed was revealed.
    pub over: bool,
}

/// How an entry that reveals the seed says so; within a text its signs would be escaped.
const REVEALED: &[u8] = b"\"what\":{\"reveal\":";

/// Looks which battle a file has and whether it is over, without reading its entries.
///
/// # Errors
/// [`JournalError`].
pub fn glance(path: &Path) -> Result<Glance, JournalError> {
    is_file(path)?;
    let bytes = std::fs::read(path).map_err(JournalError::io(path))?;
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let opening = opening(path, lines.next().unwrap_or_default())?;
    let over = lines.any(|line| line.windows(REVEALED.len()).any(|part| part == REVEALED));
    Ok(Glance { opening, over })
}

/// What was read of a file.
pub(super) struct ReadFile {
    pub(super) opening: Opening,
    pub(super) record: Record,
    /// The bytes that are whole entries.
    pub(super) whole: usize,
}

/// Whether a file's bytes are more than the beginning of a battle's first line.
pub(super) fn begun(bytes: &[u8]) -> bool {
    let torn = !bytes.contains(&b'\n');
    let head = bytes.get(..HEAD.len()).unwrap_or(bytes);
    !(torn && HEAD.starts_with(head))
}

pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<ReadFile, JournalError> {
    if !begun(bytes) {
        return Err(JournalError::NotBegun(path.to_owned()));
    }
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let opening = opening(path, first)?;
    // What has no end was torn while it was written, whatever it says.
    let lines: Vec<&[u8]> = lines.filter(|line| line.ends_with(b"\n")).collect();
    let mut record = Record::default();
    for (entry, line) in entries(&lines).into_iter().zip(2..) {
        let added = match entry {
            Ok(entry) => record.add(entry).map_err(|unfit: Unfit| unfit.to_string()),
            Err(error) => Err(error.to_string()),
        };
        added.map_err(|why| JournalError::Damaged {
            path: path.to_owned(),
            line,
            why,
        })?;
    }
    let whole = lines.iter().map(|line| line.len()).sum::<usize>() + first.len();
    Ok(ReadFile {
        opening,
        record,
        whole,
    })
}

/// Reads the first line of a battle's file.
fn opening(path: &Path, line: &[u8]) -> Result<Opening, JournalError> {
    let opening: Opening =
        serde_json::from_slice(line).map_err(|_| JournalError::NotABattle(path.to_owned()))?;
    if opening.battle == FORM {
        return Ok(opening);
    }
    Err(JournalError::Form {
        path: path.to_owned(),
        found: opening.battle,
    })
}

/// Reads the entries of lines; of many, one half in a thread of its own.
fn entries(lines: &[&[u8]]) -> Vec<serde_json::Result<Entry>> {
    if lines.len() < WORTH_A_THREAD {
        return entries_here(lines);
    }
    let (first, second) = lines.split_at(lines.len() / 2);
    thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, || entries_here(second));
        let mut entries = entries_here(first);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(rest)) => entries.extend(rest),
            // There is no thread to be had, or something went wrong in it.
            Ok(Err(_)) | Err(_) => entries.extend(entries_here(second)),
        }
        entries
    })
}

fn entries_here(lines: &[&[u8]]) -> Vec<serde_json::Result<Entry>> {
    lines.iter().map(|line| entry(line)).collect()
}

fn entry(line: &[u8]) -> serde_json::Result<Entry> {
    // A line that is known to be UTF-8 is read faster than one of which every text is checked.
    match std::str::from_utf8(line) {
        Ok(line) => serde_json::from_str(line),
        Err(_) => serde_json::from_slice(line),
    }
}

/// A file beside a battle's, whose name ends so.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(end);
    path.with_file_name(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::battle::{Effect, What};
    use smol_str::SmolStr;

    /// A journal of so many turns.
    fn journal(turns: u64) -> String {
        let opening = Opening {
            battle: FORM,
            opened: String::new(),
            rules: "rules".into(),
            table: String::new(),
            seal: String::new(),
        };
        let turns = (1..=turns).map(|n| {
            let turn = u32::try_from(n).unwrap();
            let entry = Entry {
                n,
                at: SmolStr::default(),
                line: "turn".into(),
                what: What::Order {
                    effects: vec![Effect::Turn { turn }],
                    reason: None,
                    written_out: Vec::new(),
                },
            };
            serde_json::to_string(&entry).unwrap()
        });
        let first = serde_json::to_string(&opening).unwrap();
        let lines: Vec<String> = std::iter::once(first).chain(turns).collect();
        lines.join("\n") + "\n"
    }

    #[test]
    fn long_and_short_journals_are_read_in_order() {
        for turns in [0, 1, 2_001, 5_000] {
            let text = journal(turns);
            let read = read(Path::new("battle"), text.as_bytes()).unwrap();
            assert_eq!(u64::from(read.record.state().turn), turns);
            assert_eq!(read.whole, text.len());
        }
    }

    #[test]
    fn damage_in_either_half_of_a_long_journal_is_found_in_its_line() {
        let text = journal(5_000);
        for line in [2, 1_000, 2_501, 2_502, 4_000, 5_001] {
            let damaged: String = text
                .lines()
                .zip(1..)
                .map(|(text, number)| {
                    let text = if number == line { "{" } else { text };
                    format!("{text}\n")
                })
                .collect();
            match read(Path::new("battle"), damaged.as_bytes()) {
                Err(JournalError::Damaged { line: found, .. }) => assert_eq!(found, line),
                other => panic!("{:?}", other.map(|read| read.whole)),
            }
        }
    }

    #[test]
    fn a_battle_is_over_when_its_seed_was_revealed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("battle.jsonl");
        let mut text = journal(2).replace("\"line\":\"turn\"", r#""line":"\"what\":{\"reveal\":""#);
        std::fs::write(&file, &text).unwrap();
        assert!(!glance(&file).unwrap().over);
        let reveal = Entry {
            n: 3,
            at: SmolStr::default(),
            line: "reveal".into(),
            what: What::Reveal { seed: 1 },
        };
        text = text + &serde_json::to_string(&reveal).unwrap() + "\n";
        std::fs::write(&file, &text).unwrap();
        assert!(glance(&file).unwrap().over);
    }

    #[test]
    fn what_may_be_the_beginning_of_a_first_line_is_no_battle_yet() {
        for bytes in ["", "{", "{\"battle\":", "{\"battle\":1,\"opened"] {
            assert!(!begun(bytes.as_bytes()), "{bytes}");
        }
        for bytes in ["\n", "a letter", "{\"battle\":1}\n", "{\"b\":"] {
            assert!(begun(bytes.as_bytes()), "{bytes}");
        }
    }
}
