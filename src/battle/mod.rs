//! The battle on record: units, losses, states, turns, and every die.
//!
//! A battle is a list of entries, only ever added to. What an entry does is
//! kept with it as effects, so that reading the record needs no rules; undo
//! is an entry like the others. With a journal, an entry is on the disk
//! before its answer is shown.

mod audit;
mod back;
mod effect;
mod entry;
mod journal;
mod journal_error;
mod keeping;
mod luck;
mod lying_dice;
mod notes;
mod reading;
mod record;
mod seed_file;
mod state;
mod store;
mod tally;
mod unit;

pub use audit::{Audit, audit, fresh, seal, sha256};
pub use effect::{Effect, SplitPart};
pub use entry::{Drawn, Entry, FillsIn, Opening, SourceEntry, ThrownEntry, What};
pub use journal::{Journal, mend};
pub use journal_error::JournalError;
pub use keeping::Keeping;
pub use luck::{Luck, luck};
pub use notes::Notes;
pub use reading::{Glance, Loaded, glance, look_on};
pub use record::{Record, Unfit};
pub use seed_file::own_seed;
pub use state::{FilledBlank, Misfit, Stack, State};
pub use store::Store;
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

    /// Begins a battle in a file that has none yet.
    ///
    /// The seed goes into a file beside it, which only the referee should see.
    /// When the disk fails the battle goes on in memory, and the notice says so.
    ///
    /// # Errors
    /// There is a battle in the file already, or another program has it.
    pub fn begin(
        path: &Path,
        rules: &str,
        table: &str,
        seed: u64,
    ) -> Result<(Battle, Option<String>), JournalError> {
        let opening = opening(rules, table, seed);
        let (keeping, notice) = Keeping::begin(path, &opening, seed)?;
        let battle = Battle {
            opening,
            record: Record::default(),
            keeping,
        };
        Ok((battle, notice))
    }

    /// Begins a battle in a journal that has nothing in it yet.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn begin_in(
        mut journal: Journal,
        rules: &str,
        table: &str,
        seed: u64,
    ) -> std::io::Result<Battle> {
        let opening = opening(rules, table, seed);
        journal.begin(&opening)?;
        Ok(Battle {
            opening,
            record: Record::default(),
            keeping: Keeping::File(journal),
        })
    }

    /// Opens a battle that was begun earlier.
    ///
    /// One whose file can be read and not written goes on in memory, and a
    /// notice says so.
    ///
    /// # Errors
    /// [`JournalError`]; the file is then as it was.
    pub fn resume(path: &Path) -> Result<Opened, JournalError> {
        let mut notices = Vec::new();
        let (journal, loaded) = match Journal::open(path) {
            Ok((journal, loaded)) => (Some(journal), loaded),
            Err(JournalError::Io { error, .. }) => {
                notices.push(keeping::not_kept(path, &error, 0));
                (None, look_on(path)?)
            }
            Err(why) => return Err(why),
        };
        if let Some(torn) = &loaded.torn {
            notices.push(format!(
                "the last line was torn and is set aside in `{}`",
                torn.display()
            ));
        }
        let seed = seed_file::read_seed(path, &loaded)?;
        let generator = replayed(&loaded.record, seed);
        let battle = Battle {
            opening: loaded.opening,
            record: loaded.record,
            keeping: match journal {
                Some(journal) => Keeping::File(journal),
                None => Keeping::Shut {
                    path: path.to_owned(),
                    seed,
                },
            },
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
            at: now().into(),
            line: line.to_owned(),
            what,
        };
        self.record.add(entry)?;
        Ok(self.keeping.keep(&self.opening, self.record.entries()))
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
