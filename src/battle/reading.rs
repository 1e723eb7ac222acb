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
    lines
        .iter()
        .map(|line| serde_json::from_slice(line))
        .collect()
}

/// A file beside a battle's, whose name ends so.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(end);
    path.with_file_name(name)
}
