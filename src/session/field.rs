//! The battle in a session: where it is kept, and what the roster lists.

use std::path::{Path, PathBuf};

use super::Session;
use super::fill::Filled;
use crate::battle::{Battle, JournalError, MusteredUnit, State, sha256, today};
use crate::dice::Generator;
use crate::naming::phrase;
use crate::number::Number;
use crate::roster::{Listed, ListedStack, Roster};
use crate::rules::RuleSet;
use crate::situation::{Counted, Group, Said};

impl Session {
    /// The battle, where there is one.
    pub fn battle(&self) -> Option<&Battle> {
        self.battle.as_ref()
    }

    /// Whether there is a battle that the disk does not keep.
    pub fn keeping_fails(&self) -> bool {
        self.battle
            .as_ref()
            .is_some_and(|battle| battle.keeping().fails())
    }

    /// Keeps the battle in a file: begins one, or goes on with the one that is there.
    ///
    /// Returns what the referee should know of it.
    ///
    /// # Errors
    /// The file cannot be used; the session is then as it was.
    pub fn keep(&mut self, path: &Path) -> Result<Vec<String>, JournalError> {
        if path.exists() {
            match self.resume(path) {
                Err(JournalError::NotBegun(_)) => {}
                resumed => return resumed,
            }
        }
        let generator = self.new_generator()?;
        let (mut battle, notice) = Battle::begin(
            path,
            &self.rules.id,
            self.rules.texts.whole(),
            generator.seed(),
        )?;
        let seal = format!("the seed of the dice is sealed: {}", battle.opening().seal);
        self.enter_fills(&mut battle);
        self.fight(battle, generator);
        Ok(notice.into_iter().chain([seal]).collect())
    }

    /// Takes up a battle with its dice, whatever was fought before.
    pub fn fight(&mut self, battle: Battle, generator: Generator) {
        self.generator = Some(generator);
        self.battle = Some(battle);
        self.list_units();
    }

    fn resume(&mut self, path: &Path) -> Result<Vec<String>, JournalError> {
        let opened = Battle::resume(path)?;
        let mut notices = opened.notices;
        let (rules, hash) = opened.battle.rules();
        if rules != self.rules.id {
            let here = &self.rules.id;
            notices.push(format!(
                "the battle was fought by `{rules}`, and `{here}` is in force"
            ));
        } else if hash != sha256(self.rules.texts.whole()) {
            notices.push(format!(
                "the table of `{rules}` has changed since the battle began"
            ));
        }
        let entries = i64::try_from(opened.battle.record().entries().len()).unwrap_or(i64::MAX);
        notices.push(format!(
            "the battle of {} goes on: {}",
            opened.battle.opening().opened,
            phrase::count(entries, "entry", "entries")
        ));
        self.generator = Some(opened.generator);
        self.battle = Some(opened.battle);
        if self.fill_from_record() == Filled::NoLonger {
            notices.push(
                "what was filled in from your own copy does not fit the table any more".to_owned(),
            );
        }
        self.list_units();
        Ok(notices)
    }

    /// A generator with the seed that was asked for, or one of the system's.
    fn new_generator(&self) -> Result<Generator, JournalError> {
        match self.seed {
            Some(seed) => Ok(Generator::seeded(seed)),
            None => {
                Generator::from_system().map_err(|error| JournalError::NoSeed(error.to_string()))
            }
        }
    }

    /// Keeps battles that are begun from now on in files of this folder.
    pub fn keep_battles_in(&mut self, folder: PathBuf) {
        self.battles = Some(folder);
    }

    /// The battle; one is begun where there is none, in a file if battles are kept.
    ///
    /// The notice says where it is kept, or why it is not.
    pub(super) fn battle_or_new(&mut self) -> Result<(&mut Battle, Option<String>), JournalError> {
        let mut notice = None;
        if self.battle.is_none()
            && let Some(folder) = &self.battles
        {
            let file = new_file(folder);
            notice = Some(match self.keep(&file) {
                Ok(notices) if self.keeping_fails() => notices.join("; "),
                Ok(notices) => format!("kept in {}; {}", file.display(), notices.join("; ")),
                Err(error) => format!("{error}; the battle is not being kept"),
            });
        }
        let battle = match self.battle.take() {
            Some(battle) => battle,
            None => {
                let generator = match self.generator.take() {
                    Some(generator) => generator,
                    None => self.new_generator()?,
                };
                let seed = generator.seed();
                self.generator = Some(generator);
                let mut battle = Battle::in_memory(&self.rules.id, self.rules.texts.whole(), seed);
                self.enter_fills(&mut battle);
                battle
            }
        };
        Ok((self.battle.insert(battle), notice))
    }

    /// Lists the battle's units anew, after something has happened to them.
    pub(super) fn list_units(&mut self) {
        if let Some(battle) = &self.battle {
            self.roster = self.roster_of(battle.state());
        }
    }

    /// The units of a state, as lines name them.
    pub(super) fn roster_of(&self, state: &State) -> Roster {
        let units = state.units.iter();
        let roster = Roster::of(units.map(|unit| listed(&self.rules, unit)).collect());
        let stacks = state.stacks.iter();
        let stand = stacks.filter_map(|stack| state.stack(&stack.name));
        let stand = stand.map(|stack| ListedStack {
            name: stack.name.clone(),
            units: stack.units.clone(),
        });
        roster.with_stacks(stand.collect())
    }
}

/// A file for a new battle: the day, and the first number of that day that is free.
fn new_file(folder: &Path) -> PathBuf {
    // Should the folder not be there and not be made, the battle's file says why.
    let _ = std::fs::create_dir_all(folder);
    let day = today();
    (1..=u32::MAX)
        .map(|number| folder.join(format!("{day}-{number:03}.jsonl")))
        .find(|file| !file.exists())
        .unwrap_or_else(|| folder.join(day))
}

/// A unit as lines name it; what this rule set does not know of it is left out.
pub(super) fn listed(rules: &RuleSet, unit: &MusteredUnit) -> Listed {
    let known = unit
        .groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.count > Number::ZERO);
    let known = known.filter_map(|(number, group)| {
        let group = Group {
            troop: rules.types.named(&group.troop)?,
            count: group.count,
            counted: Counted::Said,
            lost: group.lost,
            lost_counts: Number::ZERO,
            earlier: group.earlier,
            weapon: group
                .weapon
                .as_deref()
                .and_then(|weapon| rules.weapons.named(weapon)),
            distance: None,
            words: Said::default(),
            at: 0..0,
        };
        Some((number, group))
    });
    let (numbers, groups) = known.unzip();
    let mut words = Said::default();
    for state in &unit.states {
        if let Some(word) = rules.words.named(&state.word) {
            words.add(word, state.number);
        }
    }
    Listed {
        handle: unit.handle.clone(),
        side: unit.side.clone(),
        groups,
        numbers,
        words,
        acted: unit.acted.clone(),
        left: unit.left.clone(),
    }
}
