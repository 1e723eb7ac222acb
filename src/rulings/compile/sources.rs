//! Where values come from, so that a line of the working can say what a house file changed.
//!
//! A line is marked for what its own step reads, and for what the steps read that it names without
//! their having a line of their own: behind a number of troops or weapons, else at its end. A step
//! that tells whether something holds is marked for the tags of the troops too. Where no house file
//! changes anything, nothing is noted.

use rustc_hash::FxHashMap;

use super::sayings::From;
use super::{Compiler, Keep};
use crate::rules::kind::{Attribute, TroopType};
use crate::rules::shelf::Id;
use crate::rules::steps::{Act, Place, Step, StepId, StepSays, TableId};
use crate::rulings::form::Form;
use crate::rulings::participant::Participant;

/// What was read for the step at hand, and what was read for the steps before it.
#[derive(Default)]
pub(super) struct Sources {
    /// What the step at hand has read so far.
    read: Vec<From>,
    /// Whether the step at hand tells whether something holds.
    tells_whether: bool,
    /// What the steps before it have read.
    of_steps: FxHashMap<(StepId, Participant), Vec<From>>,
}

impl Compiler<'_> {
    /// Begins to note what a step reads.
    pub(super) fn begin_sources(&mut self, step: &Step) {
        self.sources.read.clear();
        self.sources.tells_whether = matches!(step.act, Act::Holds(_));
    }

    /// What the step at hand has read, kept for those that name it.
    pub(super) fn sources_of(&mut self, id: StepId, of: Participant) -> Vec<From> {
        if self.notes_nothing() {
            return Vec::new();
        }
        let read = std::mem::take(&mut self.sources.read);
        self.sources.of_steps.insert((id, of), read.clone());
        [vec![From::Step(id)], read].concat()
    }

    /// Begins to note what the words of a line read.
    pub(super) fn begin_words(&mut self) {
        self.sources.read.clear();
    }

    /// What the words of a line have read.
    pub(super) fn read_for_words(&mut self) -> Vec<From> {
        std::mem::take(&mut self.sources.read)
    }

    /// Notes that the value of a step before it is read.
    pub(super) fn source_of_value(&mut self, id: StepId, step: &Step, of: Participant) {
        let passes_on = match step.act {
            Act::Look(_) => true,
            Act::Work(_) => has_no_line(step),
            Act::Holds(_) => self.sources.tells_whether,
            _ => false,
        };
        if passes_on && let Some(read) = self.sources.of_steps.get(&(id, of)) {
            self.sources.read.extend(read.iter().cloned());
        }
    }

    /// The numbers that a step has read that a line names and that has no line of its own.
    pub(super) fn numbers_without_line(&self, id: StepId, of: Participant) -> Vec<From> {
        let read = || self.sources.of_steps.get(&(id, of)).cloned();
        let read = match self.program.step(id) {
            Some(step) if has_no_line(step) => read().unwrap_or_default(),
            _ => Vec::new(),
        };
        let numbers = read.into_iter();
        numbers
            .filter(|from| matches!(from, From::Place(_)))
            .collect()
    }

    /// Notes that a cell of a table is read: its row, its column, how many columns to the right, and
    /// whether ratios are rounded up.
    pub(super) fn source_of_cell(&mut self, table: TableId, keys: &[Form; 4]) {
        if self.notes_nothing() {
            return;
        }
        let operands = keys.each_ref().map(|form| self.builder.operand(form));
        self.sources.read.push(From::Cell(table, operands));
    }

    /// Notes that a number of troop types is read.
    pub(super) fn source_of_number(&mut self, number: Id<Attribute>, of: Participant) {
        for group in self.people.groups(of) {
            if let Some(group) = self.people.group(group) {
                let troop = self.context.rules.types.get(group.troop);
                self.source_at(troop.place_of(number));
            }
        }
    }

    /// Notes that what a troop type is has been asked for.
    pub(super) fn source_of_tags(&mut self, troop: Id<TroopType>) {
        if self.sources.tells_whether && !self.notes_nothing() {
            self.sources.read.push(From::Tags(troop));
        }
    }

    /// Notes that what stands at a place is read.
    pub(super) fn source_at(&mut self, place: Place) {
        if !self.notes_nothing() {
            self.sources.read.push(From::Place(place));
        }
    }

    fn notes_nothing(&self) -> bool {
        self.keep == Keep::Outcome || self.context.rules.house.is_empty()
    }
}

/// Whether the working never tells of a step.
fn has_no_line(step: &Step) -> bool {
    match step.say {
        StepSays::Nothing => true,
        StepSays::Engine => step.field.is_none(),
        StepSays::Words(_) => false,
    }
}
