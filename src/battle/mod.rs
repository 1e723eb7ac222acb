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
mod files;
mod journal;
mod journal_error;
mod keeping;
mod luck;
mod lying_dice;
mod mark;
mod notes;
mod reading;
mod record;
mod revised;
mod secret;
mod setting;
mod state;
mod store;
mod tally;
mod unit;

pub use audit::{Audit, audit, fresh};
pub use effect::{Effect, SplitPart};
pub use entry::{Drawn, Entry, FillsIn, Opening, SourceEntry, ThrownEntry, What};
pub use files::{SeedAtHand, has_seed, seed_at_hand};
pub use journal::{Journal, mend};
pub use journal_error::JournalError;
pub use keeping::{Failing, Keeping};
pub use luck::{Luck, luck};
pub use mark::Mark;
pub use notes::Notes;
pub use reading::{Glance, Loaded, glance, look_on};
pub use record::{Record, Unfit};
pub use revised::Revised;
pub use secret::{NoSecret, Secret};
pub use setting::{Chosen, SettingOf};
pub use state::{FilledBlank, Misfit, Stack, State};
pub use store::Store;
pub use unit::{MusteredGroup, MusteredUnit, UnitState};

pub use crate::situation::GroupId;

use std::path::{Path, PathBuf};

use smol_str::SmolStr;

use crate::dice::{Generator, Pool};
use crate::rules::identity::TableIdentity;

/// A battle: its record, where it is kept, and the seed of its dice.
#[derive(Debug)]
pub struct Battle {
    opening: Opening,
    record: Record,
    keeping: Keeping,
    /// The seed, where it is known.
    secret: Option<Secret>,
    /// Folders in which it may be kept should its own be of no use.
    shelters: Vec<PathBuf>,
}

/// With what a battle begins.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// What the referee calls it.
    pub name: Option<SmolStr>,
    /// The rule table.
    pub table: TableIdentity,
    /// What has been set.
    pub settings: Vec<Chosen>,
    /// The seed of the dice.
    pub secret: Secret,
}

/// A battle that was opened, with what the referee should know of it.
#[derive(Debug)]
pub struct Opened {
    /// The battle.
    pub battle: Battle,
    /// What the referee should know.
    pub notices: Vec<String>,
}

impl Battle {
    fn new(beginning: Beginning, keeping: Keeping) -> Battle {
        let Beginning {
            name,
            table,
            settings,
            secret,
        } = beginning;
        let opening = Opening {
            battle: entry::FORM,
            opened: now(),
            name,
            table,
            settings,
            seal: secret.seal(),
        };
        Battle {
            record: Record::opened(&opening),
            opening,
            keeping,
            secret: Some(secret),
            shelters: Vec::new(),
        }
    }

    /// Begins a battle that is kept in memory only.
    pub fn in_memory(beginning: Beginning) -> Battle {
        Battle::new(beginning, Keeping::Memory)
    }

    /// Plans a battle whose file is made with its first entry, so that mere look-ups make none.
    pub fn planned(path: &Path, beginning: Beginning) -> Battle {
        let path = path.to_owned();
        Battle::new(beginning, Keeping::Planned { path })
    }

    /// Begins a battle in a file that has none yet.
    ///
    /// The seed goes into a file beside it, which only the referee should see.
    ///
    /// # Errors
    /// The file cannot be made, there is a battle in it already, or another program has it.
    pub fn begin(path: &Path, beginning: Beginning) -> Result<(Battle, Vec<String>), JournalError> {
        let mut battle = Battle::new(beginning, Keeping::Memory);
        let (journal, lock) = keeping::begun(path, &battle.kept())?;
        battle.keeping = Keeping::File(journal);
        let said = format!(
            "kept in {}; the dice are sealed: {}",
            path.display(),
            keeping::short_seal(&battle.opening.seal)
        );
        Ok((battle, vec![keeping::with_lock(said, path, lock)]))
    }

    /// Begins a battle in a journal that has nothing in it yet.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn begin_in(mut journal: Journal, beginning: Beginning) -> std::io::Result<Battle> {
        let mut battle = Battle::new(beginning, Keeping::Memory);
        journal.begin(&battle.opening)?;
        battle.keeping = Keeping::File(journal);
        Ok(battle)
    }

    /// A battle in memory that begins as another did, to try out its entries.
    pub fn like(opening: &Opening) -> Battle {
        Battle {
            opening: opening.clone(),
            record: Record::opened(opening),
            keeping: Keeping::Memory,
            secret: None,
            shelters: Vec::new(),
        }
    }

    /// A battle in memory as another stands, to look at; it is not over, whatever the other is.
    pub fn seen(opening: &Opening, record: &Record) -> Battle {
        let mut battle = Battle::like(opening);
        for entry in record.entries() {
            // They fitted the other, up to its end.
            if entry.what.revealed().is_some() || battle.record.add(entry.clone()).is_err() {
                break;
            }
        }
        battle
    }

    /// Opens a battle that was begun earlier.
    ///
    /// One whose file can be read and not written goes on elsewhere, and a
    /// notice says so.
    ///
    /// # Errors
    /// [`JournalError`]; the file is then as it was.
    pub fn resume(path: &Path) -> Result<Opened, JournalError> {
        let mut notices = Vec::new();
        let (keeping, loaded) = match Journal::open(path) {
            Ok((journal, loaded, lock)) => {
                if lock == journal::Lock::NotToBeHad {
                    notices.push(keeping::no_locks(path));
                }
                (Keeping::File(journal), loaded)
            }
            Err(JournalError::Io { error, .. }) => {
                notices.push(keeping::not_kept(path, &error, 0));
                (Keeping::failing(path), look_on(path)?)
            }
            Err(why) => return Err(why),
        };
        if let Some(torn) = &loaded.torn {
            notices.push(format!(
                "the last line was torn and is set aside in `{}`",
                torn.display()
            ));
        }
        let secret = match loaded.record.revealed() {
            Some(secret) => Some(secret),
            None => match seed_at_hand(path, &loaded.opening) {
                SeedAtHand::Known(secret) => Some(secret),
                SeedAtHand::Missing { path, why } => {
                    notices.push(format!(
                        "cannot read `{}`: {why}; no more dice of its seed can be thrown",
                        path.display()
                    ));
                    None
                }
                SeedAtHand::Other { path } => {
                    notices.push(format!(
                        "`{}` is not the seed that was sealed; no more dice of it can be thrown",
                        path.display()
                    ));
                    None
                }
            },
        };
        let battle = Battle {
            opening: loaded.opening,
            record: loaded.record,
            keeping,
            secret,
            shelters: Vec::new(),
        };
        Ok(Opened { battle, notices })
    }

    /// Keeps the battle in one of these folders should its own be of no use.
    pub fn shelter_in(&mut self, folders: Vec<PathBuf>) {
        self.shelters = folders;
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

    /// The seed of its dice, where that is known.
    pub fn secret(&self) -> Option<&Secret> {
        self.secret.as_ref()
    }

    /// Its dice, standing where they stood; `None` where their seed is not known, or is known to all.
    pub fn dice(&self) -> Option<Generator> {
        if self.record.is_over() {
            return None;
        }
        let mut generator = self.secret.as_ref()?.dice(self.record.seed_words());
        throw_again(&self.record, &mut generator);
        Some(generator)
    }

    /// Enters something: it counts, and it is on the disk, before this returns.
    ///
    /// When the disk fails the battle is kept elsewhere or goes on in memory, and the notice says so.
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
        let mut keeping = std::mem::replace(&mut self.keeping, Keeping::Memory);
        let notice = keeping.keep(&self.kept());
        self.keeping = keeping;
        Ok(notice)
    }

    /// Makes the file of a battle that is planned, and says where it is kept or why not.
    pub fn make_file(&mut self) -> Option<String> {
        let mut keeping = std::mem::replace(&mut self.keeping, Keeping::Memory);
        let planned = matches!(keeping, Keeping::Planned { .. });
        let notice = planned.then(|| keeping.keep(&self.kept())).flatten();
        self.keeping = keeping;
        notice
    }

    fn kept(&self) -> keeping::Kept<'_> {
        keeping::Kept {
            opening: &self.opening,
            entries: self.record.entries(),
            secret: self.secret.as_ref(),
            shelters: &self.shelters,
        }
    }
}

/// The time, in UTC to the millisecond.
fn now() -> SmolStr {
    let now = jiff::Timestamp::now();
    // Always so many digits: times are compared as they are written.
    smol_str::format_smolstr!("{now:.3}")
}

/// Throws all the dice of a record.
fn throw_again(record: &Record, generator: &mut Generator) {
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
}

/// The day, in UTC.
pub fn today() -> String {
    now().chars().take_while(|sign| *sign != 'T').collect()
}
