//! A battle as lines that can be run again, with all its dice told.

use super::amend::bare;
use crate::battle::{Entry, Opening, Record, ThrownEntry, What};

/// The lines of a battle, in the order in which they were answered.
///
/// Run into a new battle they bring it to the same state, with whatever was
/// undone, done again and amended on the way. A file of units that a line
/// musters must still be there, and settings that were chosen before the
/// battle must be in force.
pub fn dump(opening: &Opening, record: &Record) -> Vec<String> {
    let entries = record.entries().iter();
    let first = format!("set rules {}", opening.table.rules);
    std::iter::once(first).chain(entries.map(line)).collect()
}

fn line(entry: &Entry) -> String {
    match &entry.what {
        What::Ruling { throws, amends, .. } => {
            let amend = if amends.is_some() { "amend = " } else { "" };
            format!("{amend}{}{}", bare(&entry.line), told(throws))
        }
        What::Order { .. } | What::SeedWord { .. } | What::Reveal { .. } => entry.line.clone(),
        What::Table { table } => format!("# the table of {} changed here", table.rules),
        What::Fill { key, value, .. } => format!("# filled in: {key} = {value}"),
        What::Undo { of } => format!("undo {}", of.len()),
        What::Redo { of } => format!("redo {}", of.len()),
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
