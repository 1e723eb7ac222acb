//! The record of a battle in memory: every entry, and the state they make.
//!
//! Nothing is ever taken out. An undone entry stays and no longer counts;
//! the state is what the entries that count have made of the table.

use smol_str::SmolStr;

use super::back::Back;
use super::effect::Effect;
use super::entry::{Entry, Opening, What};
use super::lying_dice::LyingDice;
use super::revised::{Revised, Revisions};
use super::secret::Secret;
use super::state::{Misfit, State};
use super::tally::Tally;
use crate::rules::identity::TableIdentity;

/// Every entry of a battle, and the state that those which count have made.
#[derive(Debug, Clone)]
pub struct Record {
    entries: Vec<Entry>,
    /// What was done, in order; undo takes from its end.
    done: Vec<Done>,
    /// What was undone and can be done again, the latest last.
    undone: Vec<Done>,
    /// The entries that count, in order.
    counting: Vec<Counting>,
    /// Their numbers.
    counted: Tally,
    /// Whose dice lie on the table.
    dice: LyingDice,
    /// What later entries have come to since one before them was amended.
    revisions: Revisions,
    state: State,
    /// The rule table by which the battle was opened.
    table: TableIdentity,
}

/// An entry that counts.
#[derive(Debug, Clone)]
struct Counting {
    entry: u64,
    /// What takes it back, the last effect last.
    back: Vec<Back>,
}

/// One thing that undo takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Done {
    entry: u64,
    /// The entry in whose place it counts.
    instead_of: Option<u64>,
}

/// An entry that does not fit the record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Its number is not the next one.
    #[error("entry {found} stands where {expected} should")]
    Number {
        /// The number that should stand there.
        expected: u64,
        /// The number that it has.
        found: u64,
    },
    /// What it does does not fit the battle.
    #[error(transparent)]
    Effect(#[from] Misfit),
    /// The battle is over.
    #[error("the battle is over: its seed was revealed")]
    Over,
    /// A word comes too late to be mixed into the seed.
    #[error("dice have been thrown already")]
    Dice,
    /// It undoes, does again or amends what cannot be.
    #[error("entry {0} cannot be taken back or done again here")]
    Order(u64),
}

impl Record {
    /// The record of a battle that is opened, without entries yet.
    pub fn opened(opening: &Opening) -> Record {
        Record {
            entries: Vec::new(),
            done: Vec::new(),
            undone: Vec::new(),
            counting: Vec::new(),
            counted: Tally::default(),
            dice: LyingDice::default(),
            revisions: Revisions::default(),
            state: State::opened(opening),
            table: opening.table.clone(),
        }
    }

    /// Whether the seed was revealed: nothing can follow.
    pub fn is_over(&self) -> bool {
        let last = self.entries.last();
        last.is_some_and(|entry| matches!(entry.what, What::Reveal { .. }))
    }

    /// The seed, where it was revealed.
    pub fn revealed(&self) -> Option<Secret> {
        self.entries.last()?.what.revealed()
    }

    /// The words of the players that are mixed into the seed.
    pub fn seed_words(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().filter_map(|entry| match &entry.what {
            What::SeedWord { word } => Some(word.as_str()),
            _ => None,
        })
    }

    /// The table of a rule set as it was last in force; `None` where it never was.
    pub fn table_of(&self, rules: &str) -> Option<&TableIdentity> {
        let entries = self.entries.iter().rev();
        let tables = entries.filter_map(|entry| match &entry.what {
            What::Table { table } => Some(&**table),
            What::Order { effects, .. } => effects.iter().find_map(|effect| match effect {
                Effect::Rules { table } => Some(&**table),
                _ => None,
            }),
            _ => None,
        });
        let mut tables = tables.chain([&self.table]);
        tables.find(|table| table.rules == rules)
    }

    /// Whether the program has thrown any dice.
    pub fn has_dice(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.any(|entry| matches!(&entry.what, What::Ruling { drawn, .. } if !drawn.is_empty()))
    }

    /// The number that the next entry has.
    pub fn next_number(&self) -> u64 {
        u64::try_from(self.entries.len()).map_or(u64::MAX, |count| count + 1)
    }

    /// How the battle stands.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Every entry, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of a number.
    pub fn entry(&self, number: u64) -> Option<&Entry> {
        let place = usize::try_from(number.checked_sub(1)?).ok()?;
        self.entries.get(place)
    }

    /// Whether an entry counts; entries about entries always do.
    pub fn counts(&self, number: u64) -> bool {
        self.entry(number)
            .is_some_and(|entry| !entry.what.can_be_undone() || self.counted.has(number))
    }

    /// The entries that count, each in the place of the one that it amends.
    pub fn counting_entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        let counting = self.counting.iter();
        counting.filter_map(|counting| self.entry(counting.entry))
    }

    /// The latest entries that can be undone, the latest first, at most `count`.
    pub fn undoable(&self, count: usize) -> Vec<u64> {
        let latest = self.done.iter().rev().take(count);
        latest.map(|done| done.entry).collect()
    }

    /// The entries that can be done again, in the order in which they would be, at most `count`.
    pub fn redoable(&self, count: usize) -> Vec<u64> {
        let latest = self.undone.iter().rev().take(count);
        latest.map(|done| done.entry).collect()
    }

    /// The latest ruling that counts.
    pub fn last_ruling(&self) -> Option<&Entry> {
        let mut latest = self.counting_entries().rev();
        latest.find(|entry| matches!(entry.what, What::Ruling { .. }))
    }

    /// The latest ruling that was understood so and undone, while no ruling uses its dice.
    pub fn undone_ruling(&self, understood: &str) -> Option<&Entry> {
        self.entry(self.dice.undone(understood)?)
    }

    /// Whether what an entry held until the phase ends has come off by now.
    pub fn came_off_since(&self, number: u64) -> bool {
        let holds = |effect: &Effect| matches!(effect, Effect::Held { .. });
        let ends = |effect: &Effect| matches!(effect, Effect::Phase { .. } | Effect::Turn { .. });
        let place = self.place_of(number);
        let mut since = place
            .into_iter()
            .flat_map(|place| self.counting_from(place));
        self.effects_of(number).iter().any(holds)
            && since.any(|entry| self.effects_of(entry).iter().any(ends))
    }

    /// How the battle stood before an entry that counts; as it stands where it does not.
    pub fn state_before(&self, number: u64) -> State {
        let mut state = self.state.clone();
        if let Some(place) = self.place_of(number) {
            for counting in self.counting.iter().skip(place).rev() {
                take_back(&mut state, counting.back.clone());
            }
        }
        state
    }

    /// Takes an entry in, and lets it count.
    ///
    /// # Errors
    /// [`Unfit`] if it does not fit; the record is then as it was.
    pub fn add(&mut self, entry: Entry) -> Result<(), Unfit> {
        let expected = self.next_number();
        if entry.n != expected {
            return Err(Unfit::Number {
                expected,
                found: entry.n,
            });
        }
        if self.is_over() {
            return Err(Unfit::Over);
        }
        self.dice.comes(entry.n, entry.what.dice_of());
        match &entry.what {
            What::Ruling {
                fills_in: Some(blank),
                ..
            } => self.complete(&entry, blank.entry)?,
            What::Ruling {
                amends, revises, ..
            } => self.count(&entry, *amends, revises)?,
            What::Order { .. } => self.count(&entry, None, &[])?,
            What::Undo { of } => self.undo(of)?,
            What::Redo { of } => self.redo(of)?,
            What::SeedWord { .. } if self.has_dice() => return Err(Unfit::Dice),
            What::Table { .. } | What::SeedWord { .. } | What::Reveal { .. } => {}
        }
        self.entries.push(entry);
        Ok(())
    }

    fn count(
        &mut self,
        entry: &Entry,
        amends: Option<u64>,
        revises: &[Revised],
    ) -> Result<(), Unfit> {
        let done = Done {
            entry: entry.n,
            instead_of: amends,
        };
        match amends {
            None => {
                let back = apply(&mut self.state, entry.what.effects())?;
                self.push(entry.n, back);
            }
            Some(old) => {
                let place = self.place_of(old).ok_or(Unfit::Order(old))?;
                let come_later = |revised: &Revised| {
                    let mut later = self.counting_from(place).skip(1);
                    later.any(|number| number == revised.entry)
                };
                if let Some(wrong) = revises.iter().find(|revised| !come_later(revised)) {
                    return Err(Unfit::Order(wrong.entry));
                }
                self.revisions.add(entry.n, revises);
                let replaced = self.replace(place, entry.n, entry.what.effects());
                if replaced.is_err() {
                    self.revisions.forget(entry.n);
                }
                replaced?;
            }
        }
        self.done.push(done);
        self.undone.clear();
        Ok(())
    }

    /// Puts an entry in the place of one that landed on a blank: one step with it from now on.
    fn complete(&mut self, entry: &Entry, blank: u64) -> Result<(), Unfit> {
        let is_last = self.done.last().is_some_and(|done| done.entry == blank);
        let place = self.place_of(blank).filter(|_| is_last);
        let place = place.ok_or(Unfit::Order(blank))?;
        self.replace(place, entry.n, entry.what.effects())?;
        if let Some(done) = self.done.last_mut() {
            done.entry = entry.n;
        }
        self.undone.clear();
        Ok(())
    }

    fn undo(&mut self, of: &[u64]) -> Result<(), Unfit> {
        let wrong = || Unfit::Order(of.first().copied().unwrap_or(0));
        if !are_last(of, &self.done) {
            return Err(wrong());
        }
        for number in of {
            let Some(done) = self.done.pop() else { break };
            let place = self.place_of(*number).ok_or_else(wrong)?;
            match done.instead_of {
                Some(old) => {
                    let effects = self.effects_of(old).to_vec();
                    self.replace(place, old, &effects)?;
                }
                // What was done last counts last, save in another's place.
                None => self.leave_out(place),
            }
            if let Some(understood) = self.entry(*number).and_then(Entry::understood) {
                let understood = SmolStr::new(understood);
                self.dice.undo(understood, *number);
            }
            self.undone.push(done);
        }
        Ok(())
    }

    fn redo(&mut self, of: &[u64]) -> Result<(), Unfit> {
        let wrong = || Unfit::Order(of.first().copied().unwrap_or(0));
        if !are_last(of, &self.undone) {
            return Err(wrong());
        }
        for number in of {
            let Some(done) = self.undone.pop() else { break };
            let effects = self.effects_of(*number).to_vec();
            match done.instead_of {
                Some(old) => {
                    let place = self.place_of(old).ok_or_else(wrong)?;
                    self.replace(place, *number, &effects)?;
                }
                None => {
                    let back = apply(&mut self.state, &effects)?;
                    self.push(*number, back);
                }
            }
            self.done.push(done);
        }
        Ok(())
    }

    /// The place of an entry among those that count; it is looked for from the end, where it most often is.
    fn place_of(&self, number: u64) -> Option<usize> {
        if !self.counted.has(number) {
            return None;
        }
        self.counting
            .iter()
            .rposition(|counting| counting.entry == number)
    }

    /// What follows from an entry, as it is since a ruling before it was last amended.
    pub fn effects_of(&self, number: u64) -> &[Effect] {
        self.effects_but(number, None)
    }

    /// The same, as if one of the entries that amend did not.
    fn effects_but(&self, number: u64, but: Option<u64>) -> &[Effect] {
        let revised = self.revisions.of(number, &self.counted, but);
        revised.unwrap_or_else(|| self.entry(number).map_or(&[], |entry| entry.what.effects()))
    }

    /// The entries that count after one that does, in order, with what follows from each if that one is
    /// left out.
    pub fn counting_after(&self, number: u64) -> impl Iterator<Item = (u64, &[Effect])> {
        let place = self
            .place_of(number)
            .map_or(self.counting.len(), |place| place + 1);
        let after = self.counting_from(place);
        after.map(move |later| (later, self.effects_but(later, Some(number))))
    }

    fn push(&mut self, entry: u64, back: Vec<Back>) {
        self.counting.push(Counting { entry, back });
        self.counted.put(entry);
        self.dice.count(entry);
    }

    /// Puts an entry in the place of the one that counts there; those after it count as before.
    ///
    /// # Errors
    /// The effects do not fit, or those of a later entry then do not; all is as it was.
    fn replace(&mut self, place: usize, number: u64, effects: &[Effect]) -> Result<(), Misfit> {
        let old: Vec<u64> = self.counting_from(place).collect();
        self.leave_out(place);
        match self.count_on(number, effects, old.get(1..).unwrap_or_default()) {
            Ok(()) => Ok(()),
            Err(misfit) => {
                self.leave_out(place);
                // What was so before fits again.
                for entry in old {
                    let effects = self.effects_of(entry).to_vec();
                    let back = apply(&mut self.state, &effects)?;
                    self.push(entry, back);
                }
                Err(misfit)
            }
        }
    }

    /// From here on an entry counts, and others after it.
    fn count_on(&mut self, number: u64, effects: &[Effect], after: &[u64]) -> Result<(), Misfit> {
        let back = apply(&mut self.state, effects)?;
        self.push(number, back);
        for later in after {
            let effects = self.effects_of(*later).to_vec();
            let back = apply(&mut self.state, &effects)?;
            self.push(*later, back);
        }
        Ok(())
    }

    /// The entries that count, from a place on.
    fn counting_from(&self, place: usize) -> impl Iterator<Item = u64> {
        let counting = self.counting.iter().skip(place);
        counting.map(|counting| counting.entry)
    }

    /// Takes the last counting entry back.
    fn leave_out(&mut self, place: usize) {
        for counting in self.counting.drain(place..).rev() {
            self.counted.take(counting.entry);
            self.dice.leave_out(counting.entry);
            take_back(&mut self.state, counting.back);
        }
    }
}

/// Whether these entries are the last of a list, the last of it first.
fn are_last(of: &[u64], list: &[Done]) -> bool {
    let last = list.iter().rev();
    !of.is_empty()
        && of.len() <= list.len()
        && of
            .iter()
            .zip(last)
            .all(|(number, done)| *number == done.entry)
}

/// Lets effects happen one after another, and says what takes them back.
///
/// # Errors
/// [`Misfit`] if one does not fit; the state is then as it was.
fn apply(state: &mut State, effects: &[Effect]) -> Result<Vec<Back>, Misfit> {
    let mut back = Vec::with_capacity(effects.len());
    for effect in effects {
        match state.change(effect) {
            Ok(one) => back.push(one),
            Err(misfit) => {
                take_back(state, back);
                return Err(misfit);
            }
        }
    }
    Ok(back)
}

fn take_back(state: &mut State, back: Vec<Back>) {
    for one in back.into_iter().rev() {
        one.apply(state);
    }
}

#[cfg(test)]
mod tests;
