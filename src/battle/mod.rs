//! The battle on record: units, losses, states, turns, and every die.
//!
//! A battle is a list of entries, only ever added to. What an entry does is
//! kept with it as effects, so that reading the record needs no rules; undo
//! is an entry like the others. With a journal, an entry is on the disk
//! before its answer is shown.

mod audit;
mod effect;
mod entry;
mod journal;
mod keeping;
mod luck;
mod record;
mod state;
mod unit;

pub use audit::{Audit, audit, fresh, seal, sha256};
pub use effect::Effect;
pub use entry::{Drawn, Entry, Opening, SourceEntry, ThrownEntry, What};
pub use journal::{Journal, JournalError, Loaded, look_on, mend};
pub use keeping::{Keeping, own_seed};
pub use luck::{Luck, luck};
pub use record::{Record, Unfit};
pub use state::{Misfit, State};
pub use unit::{MusteredGroup, MusteredUnit, UnitState};

use std::path::Path;

use crate::dice::{Generator, Pool};

/// A battle: its record, where it is kept, and the dice.
#[derive(Debug)]
pub struct Battle {
    opening: Opening,
    record: Record,
    keeping: Keeping,
}

/// A battle that was opened, with what the referee should know of it.
#[derive(Debug)]
pub struct Opened {
    /// The battle.
    pub battle: Battle,
    /// Its dice, standing where they stood.
    pub generator: Generator,
    /// What the referee should know.
    pub notices: Vec<String>,
}

impl Battle {
    /// Begins a battle that is kept in memory only.
    pub fn in_memory(rules: &str, table: &str, seed: u64) -> Battle {
        Battle {
            opening: opening(rules, table, seed),
            record: Record::default(),
            keeping: Keeping::Memory,
        }
    }

    /// Begins a battle in a file that must not be there yet.
    ///
    /// The seed goes into a file beside it, which only the referee should see.
    ///
    /// # Errors
    /// The files cannot be made or written.
    pub fn begin(path: &Path, rules: &str, table: &str, seed: u64) -> Result<Battle, JournalError> {
        let opening = opening(rules, table, seed);
        keeping::write_seed(path, seed)?;
        let journal = Journal::create(path, &opening)?;
        Ok(Battle {
            opening,
            record: Record::default(),
            keeping: Keeping::File(journal),
        })
    }

    /// Opens a battle that was begun earlier.
    ///
    /// # Errors
    /// [`JournalError`]; the file is then as it was.
    pub fn resume(path: &Path) -> Result<Opened, JournalError> {
        let (journal, loaded) = Journal::open(path)?;
        let mut notices = Vec::new();
        if let Some(torn) = &loaded.torn {
            notices.push(format!(
                "the last line was torn and is set aside in `{}`",
                torn.display()
            ));
        }
        let seed = keeping::read_seed(path, &loaded)?;
        let generator = replayed(&loaded.record, seed);
        let battle = Battle {
            opening: loaded.opening,
            record: loaded.record,
            keeping: Keeping::File(journal),
        };
        Ok(Opened {
            battle,
            generator,
            notices,
        })
    }

    /// Which battle it is.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Its record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// How it stands.
    pub fn state(&self) -> &State {
        self.record.state()
    }

    /// Where it is kept.
    pub fn keeping(&self) -> &Keeping {
        &self.keeping
    }

    /// The rule set that is in force at its end, and the hash of its table.
    pub fn rules(&self) -> (&str, &str) {
        let later = self
            .record
            .entries()
            .iter()
            .rev()
            .find_map(|entry| match &entry.what {
                What::Setting { rules, table } => Some((rules.as_str(), table.as_str())),
                _ => None,
            });
        later.unwrap_or((&self.opening.rules, &self.opening.table))
    }

    /// Enters something: it counts, and it is on the disk, before this returns.
    ///
    /// When the disk fails the battle goes on in memory, and the notice says so.
    ///
    /// # Errors
    /// [`Unfit`] if it does not fit the battle; nothing has changed then.
    pub fn enter(&mut self, line: &str, what: What) -> Result<Option<String>, Unfit> {
        let entry = Entry {
            n: self.record.next_number(),
            at: now(),
            line: line.to_owned(),
            what,
        };
        self.record.add(entry)?;
        match self.record.entries().last() {
            Some(entry) => Ok(self.keeping.keep(entry)),
            None => Ok(None),
        }
    }
}

fn opening(rules: &str, table: &str, seed: u64) -> Opening {
    Opening {
        battle: entry::FORM,
        opened: now(),
        rules: rules.to_owned(),
        table: sha256(table),
        seal: seal(seed),
    }
}

/// The time, in UTC to the second.
fn now() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Second).unwrap_or(now).to_string()
}

/// The day, in UTC.
pub fn today() -> String {
    now().chars().take_while(|sign| *sign != 'T').collect()
}

/// The generator of a seed, after all the dice of a record.
fn replayed(record: &Record, seed: u64) -> Generator {
    let mut generator = Generator::seeded(seed);
    for entry in record.entries() {
        if let What::Ruling { drawn, .. } = &entry.what {
            for die in drawn {
                generator.face(Pool {
                    dice: 1,
                    sides: die.sides,
                    lowest: die.lowest,
                });
            }
        }
    }
    generator
}
