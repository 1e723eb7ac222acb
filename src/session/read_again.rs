//! The rule table in force, read again when its file is saved.

use std::path::PathBuf;
use std::time::SystemTime;

use super::battles::noted;
use super::{Session, prepared};
use crate::rules::fault::Faults;
use crate::rules::library::Origin;

/// When a file was saved last, and how long it is.
type Saved = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// What came of reading a changed table again.
#[derive(Debug)]
pub enum ReadAgain {
    /// It is in force, with what there is to say of it.
    InForce(String),
    /// It has faults; the one that was read before stays in force.
    Faulty(Faults),
}

/// What the files of the rule set in force were like when they were last looked at.
#[derive(Debug, Default)]
pub(super) struct Watched {
    rules: String,
    saved: Saved,
}

impl Session {
    /// Reads the rule table in force again if one of its files has been saved since; nothing where
    /// none has, or where the rule set is built in.
    pub fn read_again(&mut self) -> Option<ReadAgain> {
        let saved = self.saved();
        let before = std::mem::replace(
            &mut self.watched,
            Watched {
                rules: self.source.id.clone(),
                saved,
            },
        );
        if before.rules != self.source.id || before.saved == self.watched.saved {
            return None;
        }
        let source = self.library.find(&self.source.id).ok()?;
        let read = match prepared::rule_set(&source, &|id| self.library.parent(id)) {
            Ok(read) => read,
            Err(faults) => return Some(ReadAgain::Faulty(faults)),
        };
        if read.texts == self.rules.texts {
            return None;
        }
        let said = format!("`{}` has changed, and is read again", source.file_name());
        let table = read.identity(&source.id);
        self.put_in_force(source, read);
        let notice = self.table_changed(table);
        Some(ReadAgain::InForce(noted(said, notice)))
    }

    /// What the files of the rule set in force are like now.
    fn saved(&self) -> Saved {
        let Origin::File(_) = &self.source.origin else {
            return Saved::new();
        };
        let names = self.rules.texts.names().map(PathBuf::from);
        names
            .map(|path| {
                let state = std::fs::metadata(&path).ok();
                let modified = state.as_ref().and_then(|state| state.modified().ok());
                (path, modified, state.map_or(0, |state| state.len()))
            })
            .collect()
    }
}
