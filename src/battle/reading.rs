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
                lines
                    .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
                    .collect()
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
#[allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::battle::mark::marked_line;
    use crate::battle::{Effect, What};
    use crate::rules::identity::TableIdentity;

    fn opening() -> Opening {
        Opening {
            battle: FORM,
            opened: SmolStr::default(),
            name: None,
            table: TableIdentity {
                rules: "printed".into(),
                extends: Vec::new(),
                hash: SmolStr::default(),
                parts: BTreeMap::new(),
            },
            settings: Vec::new(),
            seal: SmolStr::default(),
        }
    }

    fn entry(n: u64, what: What) -> Entry {
        Entry {
            n,
            at: "2026-11-30T20:00:00Z".into(),
            line: r#""what":{"reveal":"#.into(),
            what,
        }
    }

    fn turn(n: u64) -> Entry {
        let turn = u32::try_from(n).unwrap();
        let effects = vec![Effect::Turn { turn }];
        entry(
            n,
            What::Order {
                effects,
                reason: None,
                written_out: Vec::new(),
            },
        )
    }

    /// The lines of a journal with these entries.
    fn lines(entries: impl IntoIterator<Item = Entry>) -> Vec<Vec<u8>> {
        let (first, mut mark) = marked_line(Mark::NONE, &opening()).unwrap();
        let mut lines = vec![first];
        for entry in entries {
            let (line, next) = marked_line(mark, &entry).unwrap();
            mark = next;
            lines.push(line);
        }
        lines
    }

    /// A journal of so many turns.
    fn journal(turns: u64) -> Vec<u8> {
        lines((1..=turns).map(turn)).concat()
    }

    fn file(bytes: &[u8]) -> Result<ReadFile, JournalError> {
        read(Path::new("battle"), bytes)
    }

    #[test]
    fn long_and_short_journals_are_read_in_order() {
        for turns in [0, 1, 2_001, 5_000] {
            let bytes = journal(turns);
            let read = file(&bytes).unwrap();
            assert_eq!(u64::from(read.record.state().turn), turns);
            assert_eq!(read.whole, bytes.len() - 1);
            assert_eq!(read.tail, Tail::Ended);
        }
    }

    #[test]
    fn damage_in_either_half_of_a_long_journal_is_found_in_its_line() {
        let whole = lines((1..=5_000).map(turn));
        for line in [2, 1_000, 2_501, 2_502, 4_000, 5_001] {
            let mut damaged = whole.clone();
            damaged[line - 1] = b"{\n".to_vec();
            match file(&damaged.concat()) {
                Err(JournalError::Damaged { line: found, .. }) => assert_eq!(found, line),
                other => panic!("{:?}", other.map(|read| read.whole)),
            }
        }
    }

    #[test]
    fn every_flipped_bit_is_found_and_what_stands_before_it_is_read() {
        let whole = lines((1..=4).map(turn));
        let bytes = whole.concat();
        let mut ends = 0;
        for place in 0..bytes.len() {
            let before = whole
                .iter()
                .scan(0, |end, line| {
                    *end += line.len();
                    Some(*end)
                })
                .take_while(|end| *end <= place)
                .count();
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[place] ^= 1 << bit;
                let what = format!("bit {bit} of byte {place}");
                match file(&flipped) {
                    Err(JournalError::Damaged { line, .. }) => {
                        assert_eq!(line, before + 1, "{what}")
                    }
                    // The very beginning shows that it is a battle's file at all.
                    Err(JournalError::NotABattle(_)) => assert!(place < HEAD.len(), "{what}"),
                    // Of the last line only its end may be otherwise, and then it is whole.
                    Ok(read) => {
                        ends += 1;
                        assert_eq!(place, bytes.len() - 1, "{what}");
                        assert_eq!(read.record.state().turn, 4, "{what}");
                        assert_ne!(read.tail, Tail::Ended, "{what}");
                    }
                    Err(other) => panic!("{what}: {other}"),
                }
            }
        }
        assert_eq!(ends, 8);
    }

    #[test]
    fn an_entry_that_is_left_out_put_in_or_moved_is_found() {
        let whole = lines((1..=4).map(turn));
        let mut without = whole.clone();
        without.remove(2);
        let mut twice = whole.clone();
        twice.insert(2, whole[2].clone());
        let mut moved = whole.clone();
        moved.swap(2, 3);
        for (lines, line) in [(without, 3), (twice, 4), (moved, 3)] {
            match file(&lines.concat()) {
                Err(JournalError::Damaged { line: found, .. }) => assert_eq!(found, line),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn what_other_programs_do_to_the_ends_of_a_file_is_no_damage() {
        let bytes = journal(3);
        let bare = bytes.strip_suffix(b"\n").unwrap();
        let with_returns = String::from_utf8(bytes.clone())
            .unwrap()
            .replace('\n', "\r\n")
            .into_bytes();
        for file_of in [
            [b"\xEF\xBB\xBF", bytes.as_slice()].concat(),
            [&bytes, b"\n\n".as_slice()].concat(),
            [&bytes, b"  \n".as_slice()].concat(),
            bare.to_vec(),
            with_returns,
        ] {
            let read = file(&file_of).unwrap();
            assert_eq!(read.record.state().turn, 3);
            assert_eq!(file_of[read.whole - 1], b'}');
        }
    }

    #[test]
    fn what_was_torn_while_it_was_written_is_left_out() {
        let whole = lines((1..=3).map(turn));
        let (last, before) = whole.split_last().unwrap();
        let before = before.concat();
        for length in 1..last.len() - 1 {
            let torn = [&before, &last[..length]].concat();
            let read = file(&torn).unwrap();
            assert_eq!(read.record.state().turn, 2, "{length}");
            assert_eq!(read.whole, before.len() - 1, "{length}");
            assert_eq!(read.tail, Tail::Torn, "{length}");
        }
    }

    #[test]
    fn a_sound_line_of_a_later_version_is_said_to_be_one() {
        let (first, mark) = marked_line(Mark::NONE, &opening()).unwrap();
        let later = serde_json::json!({ "n": 1, "at": "", "line": "", "what": { "weather": {} } });
        let (line, _) = marked_line(mark, &later).unwrap();
        let read = file(&[first.clone(), line].concat());
        assert!(matches!(
            read,
            Err(JournalError::LaterEntry { line: 2, .. })
        ));
        // A key that this version does not know may mean something.
        let mut known = serde_json::to_value(turn(1)).unwrap();
        known["weather"] = "rain".into();
        let (line, _) = marked_line(mark, &known).unwrap();
        let read = file(&[first, line].concat());
        assert!(matches!(
            read,
            Err(JournalError::LaterEntry { line: 2, .. })
        ));
    }

    #[test]
    fn other_forms_are_named() {
        let earlier =
            b"{\"battle\":1,\"opened\":\"\",\"rules\":\"\",\"table\":\"\",\"seal\":\"\"}\n";
        assert!(matches!(file(earlier), Err(JournalError::EarlierForm(_))));
        for later in [
            b"{\"battle\":7}\n".to_vec(),
            marked_line(Mark::NONE, &serde_json::json!({ "battle": 7 }))
                .unwrap()
                .0,
        ] {
            assert!(matches!(
                file(&later),
                Err(JournalError::LaterForm { found: 7, .. })
            ));
        }
    }

    #[test]
    fn a_battle_is_over_when_its_seed_was_revealed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("battle.jsonl");
        std::fs::write(&path, journal(2)).unwrap();
        let seen = glance(&path).unwrap();
        assert!(!seen.over);
        assert_eq!(seen.last, "2026-11-30T20:00:00Z");
        let reveal = What::Reveal {
            seed: 1,
            salt: SmolStr::default(),
        };
        let over = lines([turn(1), turn(2), entry(3, reveal)]).concat();
        std::fs::write(&path, over).unwrap();
        assert!(glance(&path).unwrap().over);
    }

    #[test]
    fn what_may_be_the_beginning_of_a_first_line_is_no_battle_yet() {
        for bytes in ["", "{", "{\"battle\":", "{\"battle\":2,\"opened"] {
            assert!(!begun(bytes.as_bytes()), "{bytes}");
        }
        for bytes in ["\n", "a letter", "{\"battle\":2}\n", "{\"b\":"] {
            assert!(begun(bytes.as_bytes()), "{bytes}");
        }
    }
}
