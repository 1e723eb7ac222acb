//! Reading a battle's file.

use std::path::{Path, PathBuf};
use std::thread;

use serde::Deserialize;
use smol_str::SmolStr;

use super::entry::{Entry, FORM, Opening};
use super::journal_error::JournalError;
use super::mark::{Mark, MarkedLine};
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
    /// The mark of its last line.
    pub mark: Mark,
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
        mark: read.mark,
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
    /// When its last entry was made, or else when it was opened; in UTC.
    pub last: SmolStr,
    /// Whether its seed was revealed.
    pub over: bool,
}

/// Looks which battle a file has and whether it is over, without reading its entries.
///
/// # Errors
/// [`JournalError`].
pub fn glance(path: &Path) -> Result<Glance, JournalError> {
    is_file(path)?;
    let bytes = std::fs::read(path).map_err(JournalError::io(path))?;
    let lines = Lines::of(&bytes);
    let Some((first, rest)) = lines.lines.split_first() else {
        return Err(JournalError::NotBegun(path.to_owned()));
    };
    let (opening, _) = opening(path, first)?;
    // A line that is being written is no line yet.
    let last = rest.iter().rev().find_map(|line| {
        let line = MarkedLine::read(line)?;
        serde_json::from_slice::<Entry>(line.json(&mut Vec::new())).ok()
    });
    Ok(Glance {
        over: last
            .as_ref()
            .is_some_and(|entry| entry.what.revealed().is_some()),
        last: last.map_or_else(|| opening.opened.clone(), |entry| entry.at),
        opening,
    })
}

/// What was read of a file.
#[derive(Debug)]
pub(super) struct ReadFile {
    pub(super) opening: Opening,
    pub(super) record: Record,
    /// The mark of the last line.
    pub(super) mark: Mark,
    /// Where the last whole line ends, without its line end.
    pub(super) whole: usize,
    /// What follows it.
    pub(super) tail: Tail,
}

/// What follows the last whole line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// A line end and nothing else.
    Ended,
    /// No line end, or several.
    Untidy,
    /// Part of a line, which a crash in the midst of writing leaves.
    Torn,
}

/// What some programs write before a text to say that it is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The lines of a file, and where they stand in it.
struct Lines<'b> {
    lines: Vec<&'b [u8]>,
    /// Where the last of them ends.
    end: usize,
    /// What follows that.
    after: &'b [u8],
}

impl<'b> Lines<'b> {
    fn of(bytes: &'b [u8]) -> Self {
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
        let lines = text.trim_ascii_end();
        let end = bytes.len() - text.len() + lines.len();
        Lines {
            after: text.get(lines.len()..).unwrap_or_default(),
            end,
            lines: if lines.is_empty() {
                Vec::new()
            } else {
                let lines = lines.split(|byte| *byte == b'\n');
                lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect()
            },
        }
    }

    /// Takes the last line off where it is not whole.
    fn without_torn(mut self) -> (Self, Tail) {
        let ended = self.after.starts_with(b"\n") || self.after.starts_with(b"\r\n");
        let last = self.lines.last().copied().unwrap_or_default();
        if ended || MarkedLine::read(last).is_some() {
            let tail = match self.after {
                b"\n" => Tail::Ended,
                _ => Tail::Untidy,
            };
            return (self, tail);
        }
        // Where only the line end is not what it was, the line itself is whole.
        match last.split_last() {
            Some((_, line)) if MarkedLine::read(line).is_some() => {
                self.lines.pop();
                self.lines.push(line);
                self.end -= 1;
            }
            _ => {
                self.lines.pop();
                self.end -= last.len();
                // The line end before it belongs to the line before.
                if !self.lines.is_empty() {
                    self.end -= 1;
                }
            }
        }
        (self, Tail::Torn)
    }
}

/// Whether a file's bytes are more than the beginning of a battle's first line.
pub(super) fn begun(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let torn = !text.contains(&b'\n') && MarkedLine::read(text).is_none();
    let head = text.get(..HEAD.len()).unwrap_or(text);
    !(torn && HEAD.starts_with(head))
}

pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<ReadFile, JournalError> {
    if !begun(bytes) {
        return Err(JournalError::NotBegun(path.to_owned()));
    }
    let (lines, tail) = Lines::of(bytes).without_torn();
    let Some((first, rest)) = lines.lines.split_first() else {
        return Err(JournalError::NotABattle(path.to_owned()));
    };
    let (opening, before) = opening(path, first)?;
    let mut record = Record::opened(&opening);
    for (entry, line) in entries(before, rest).into_iter().zip(2..) {
        let damaged = |why: String| JournalError::Damaged {
            path: path.to_owned(),
            line,
            why,
        };
        match entry {
            Ok(entry) => record
                .add(entry)
                .map_err(|unfit: Unfit| damaged(unfit.to_string()))?,
            Err(NoEntry::Changed) => {
                let why = "its mark is not that of what stands in it and before it";
                return Err(damaged(why.to_owned()));
            }
            Err(NoEntry::Unknown) => {
                return Err(JournalError::LaterEntry {
                    path: path.to_owned(),
                    line,
                });
            }
        }
    }
    let last = rest.last().and_then(|line| MarkedLine::read(line));
    Ok(ReadFile {
        opening,
        record,
        mark: last.map_or(before, |line| line.mark),
        whole: lines.end,
        tail,
    })
}

/// The version of the form, whatever else the first line has.
#[derive(Deserialize)]
struct FormOf {
    battle: u32,
}

/// Reads the first line of a battle's file, and its mark.
fn opening(path: &Path, line: &[u8]) -> Result<(Opening, Mark), JournalError> {
    let form = || serde_json::from_slice::<FormOf>(line).map(|form| form.battle);
    let damaged = || JournalError::Damaged {
        path: path.to_owned(),
        line: 1,
        why: "its mark is not that of what stands in it".to_owned(),
    };
    let Some(marked) = MarkedLine::read(line) else {
        return Err(match form() {
            Ok(1) => JournalError::EarlierForm(path.to_owned()),
            Ok(found) if found > FORM => JournalError::LaterForm {
                path: path.to_owned(),
                found,
            },
            _ if line.starts_with(HEAD) => damaged(),
            _ => JournalError::NotABattle(path.to_owned()),
        });
    };
    if !marked.follows(Mark::NONE) {
        return Err(damaged());
    }
    match form() {
        Ok(FORM) => {}
        Ok(found) if found > FORM => {
            return Err(JournalError::LaterForm {
                path: path.to_owned(),
                found,
            });
        }
        _ => return Err(JournalError::NotABattle(path.to_owned())),
    }
    let opening = serde_json::from_slice(marked.json(&mut Vec::new()));
    let opening = opening.map_err(|_| JournalError::LaterEntry {
        path: path.to_owned(),
        line: 1,
    })?;
    Ok((opening, marked.mark))
}

/// Why a line is no entry.
enum NoEntry {
    /// Its mark is not that of what stands in it and before it.
    Changed,
    /// It is as it was written, and this program does not know what it says.
    Unknown,
}

/// Reads the entries of lines; of many, one half in a thread of its own.
fn entries(before: Mark, lines: &[&[u8]]) -> Vec<Result<Entry, NoEntry>> {
    if lines.len() < WORTH_A_THREAD {
        return entries_here(before, lines);
    }
    let (first, second) = lines.split_at(lines.len() / 2);
    // Where this line has no mark, it is the first that is damaged.
    let between = first.last().and_then(|line| MarkedLine::read(line));
    let between = between.map_or(Mark::NONE, |line| line.mark);
    thread::scope(|scope| {
        let worker = thread::Builder::new().spawn_scoped(scope, || entries_here(between, second));
        let mut entries = entries_here(before, first);
        match worker.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(rest)) => entries.extend(rest),
            // There is no thread to be had, or something went wrong in it.
            Ok(Err(_)) | Err(_) => entries.extend(entries_here(between, second)),
        }
        entries
    })
}

fn entries_here(mut before: Mark, lines: &[&[u8]]) -> Vec<Result<Entry, NoEntry>> {
    let mut buffer = Vec::new();
    let mut read = |line: &[u8]| {
        let line = MarkedLine::read(line).ok_or(NoEntry::Changed)?;
        if !line.follows(before) {
            return Err(NoEntry::Changed);
        }
        before = line.mark;
        entry(line.json(&mut buffer))
    };
    lines.iter().map(|line| read(line)).collect()
}

fn entry(json: &[u8]) -> Result<Entry, NoEntry> {
    // A line that is known to be UTF-8 is read faster than one of which every text is checked.
    let entry = match std::str::from_utf8(json) {
        Ok(json) => serde_json::from_str(json),
        Err(_) => serde_json::from_slice(json),
    };
    entry.map_err(|_| NoEntry::Unknown)
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
