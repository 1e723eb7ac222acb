//! A battle as lines that can be run again, with all its dice told.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::Session;
use crate::battle::{
    Chosen, Effect, Entry, FillsIn, Opening, Record, SettingOf, ThrownEntry, What,
};
use crate::printable::reason;
use crate::typed_line::LineFault;

/// The lines of a battle, in the order in which they were answered.
///
/// Run into a new battle they bring it to the same state, with whatever was
/// undone, done again, amended and filled in on the way. What a line took from a file is
/// written out, a line for each unit, and what had been set before the battle began comes first.
pub fn dump(opening: &Opening, record: &Record) -> Vec<String> {
    let first = format!("set rules {}", opening.table.rules);
    let settings = opening.settings.iter().map(set_line);
    let entries = record.entries().iter();
    let lines = entries.flat_map(|entry| match &entry.what {
        What::Undo { of } => vec![format!("undo {}", lines_of(record, of))],
        What::Redo { of } => vec![format!("redo {}", lines_of(record, of))],
        _ => lines(record, entry),
    });
    std::iter::once(first)
        .chain(settings)
        .chain(lines)
        .collect()
}

impl Session {
    /// Writes the battle as a file of lines; what is there already is left alone.
    ///
    /// # Errors
    /// There is nothing on record, or the file cannot be written.
    pub(super) fn save(&self, file: &Path) -> Result<String, LineFault> {
        let battle = self.battle.as_ref();
        let battle = battle.filter(|battle| !battle.record().entries().is_empty());
        let battle = battle.ok_or_else(|| LineFault::battle("nothing is on record yet"))?;
        let lines = dump(battle.opening(), battle.record());
        let saved = File::create_new(file).and_then(|mut to| {
            for line in &lines {
                writeln!(to, "{line}")?;
            }
            to.sync_all()
        });
        let name = file.display();
        match saved {
            Ok(()) => Ok(format!(
                "{} lines are in `{name}`; `run {name}` plays them again",
                lines.len()
            )),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                Err(LineFault::file(format!("`{name}` is there already"))
                    .hinted("give another name; nothing is overwritten"))
            }
            Err(error) => Err(LineFault::file(format!(
                "cannot write `{name}`: {}",
                reason(&error)
            ))),
        }
    }
}

/// How many lines some entries are written in, each of which is undone by itself.
fn lines_of(record: &Record, of: &[u64]) -> usize {
    let entries = of.iter().filter_map(|number| record.entry(*number));
    entries.map(|entry| lines(record, entry).len()).sum()
}

/// The lines that come to the same as an entry.
fn lines(record: &Record, entry: &Entry) -> Vec<String> {
    match &entry.what {
        What::Ruling {
            throws,
            amends,
            fills_in,
            effects,
            ..
        } => {
            let filled = match fills_in.as_deref() {
                Some(FillsIn { key, value, .. }) => Some(format!("fill {key} {value}")),
                None => {
                    // What was filled in before stays so in what is amended.
                    let amended = amends.and_then(|amended| record.entry(amended));
                    let before = amended.map(|amended| amended.what.filled());
                    let before = before.unwrap_or_default();
                    let mut new = effects.iter().filter(|effect| !before.contains(effect));
                    new.find_map(fill_line)
                }
            };
            let line = entry.understood().unwrap_or(&entry.line);
            let line = match (filled, amends) {
                (Some(filled), _) => filled,
                (None, Some(_)) => format!("amend = {line}"),
                (None, None) => line.to_owned(),
            };
            vec![format!("{line}{}", told(throws))]
        }
        What::Order { written_out, .. } if !written_out.is_empty() => written_out.clone(),
        What::Table { table } => vec![format!("# the table of {} changed here", table.rules)],
        _ => vec![entry.line.clone()],
    }
}

/// The line that sets something as it was set when the battle began.
fn set_line(chosen: &Chosen) -> String {
    let value = chosen.value;
    match &chosen.setting {
        SettingOf::Square => format!("set square {value}in"),
        SettingOf::Hex => format!("set hex {value}in"),
        SettingOf::Ground => format!("set scale {value}yd"),
        SettingOf::Reach => format!("set reach {value}"),
        SettingOf::Rule(id) => format!("set {id} {value}"),
    }
}

/// The line that fills in a blank as an effect does.
pub(super) fn fill_line(effect: &Effect) -> Option<String> {
    match effect {
        Effect::Fill { key, value, .. } => {
            let value = value.as_deref().unwrap_or(crate::rules::amount::BLANK);
            Some(format!("fill {key} {value}"))
        }
        _ => None,
    }
}

/// The dice of a ruling as a line tells them.
fn told(throws: &[ThrownEntry]) -> String {
    let thrown = throws.iter().filter(|throw| throw.dice > 0);
    let faces: String = thrown.map(faces).collect();
    if faces.is_empty() {
        return faces;
    }
    format!(" rolled{faces}")
}

fn faces(throw: &ThrownEntry) -> String {
    if throw.faces.is_empty() {
        return format!(" ={}", throw.sum);
    }
    throw.faces.iter().map(|face| format!(" {face}")).collect()
}
