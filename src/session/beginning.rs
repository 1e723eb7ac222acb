//! In which states a unit that joins begins, and how the source is read for that.

use super::Session;
use super::field::listed;
use crate::battle::MusteredUnit;
use crate::number::Number;
use crate::roster::{Listed, Roster};
use crate::rules::condition::Condition;
use crate::rules::setting::number_of_reading;
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use crate::settings::Settings;
use crate::situation::{Said, Unit};

impl Session {
    /// Puts a unit that joins in the states in which such units begin.
    pub(super) fn begin(&self, unit: &mut MusteredUnit) {
        let listed = listed(&self.rules, unit);
        let mut said = Said::default();
        for word in self.begins_in(&listed, &self.settings) {
            if !listed.words.has(*word) {
                said.add(*word, Number::ZERO);
            }
        }
        unit.states.extend(self.as_states(&said));
        self.sort_states(unit);
    }

    /// The states in which a unit begins, as some settings have it.
    fn begins_in(&self, listed: &Listed, settings: &Settings) -> &[Id<Word>] {
        let mut begins = self.rules.begins.iter();
        let is_so = |when: &[Condition]| self.is_so_by(settings, listed, &Roster::default(), when);
        let begins = begins.find(|begins| is_so(&begins.when));
        begins.map_or(&[], |begins| begins.gives.as_slice())
    }

    /// How the source is read, where the first unit of a battle would begin in other states if it were read
    /// otherwise, and the referee has not chosen.
    pub(super) fn readings_at_the_start(&self, unit: &Unit) -> Vec<String> {
        let rules = &self.rules;
        if self
            .live()
            .is_some_and(|battle| !battle.state().units.is_empty())
        {
            return Vec::new();
        }
        let mut words = unit.words.clone();
        for group in &unit.groups {
            group
                .words
                .iter()
                .for_each(|(word, number)| words.add(word, number));
        }
        let listed = Listed {
            groups: unit.groups.clone(),
            words,
            ..Listed::default()
        };
        let now = self.begins_in(&listed, &self.settings);
        let called = |states: &[Id<Word>]| {
            let states = states.iter().map(|word| rules.words.get(*word).id.as_str());
            states.collect::<Vec<&str>>().join(", ")
        };
        let mut notes = Vec::new();
        for (id, setting) in rules.settings.iter() {
            let taken = setting.of.reading(self.settings.number(rules, id));
            let Some(taken) = taken.filter(|_| !self.settings.is_chosen(id)) else {
                continue;
            };
            for (place, other) in setting.of.readings().iter().enumerate() {
                let mut settings = self.settings.clone();
                settings.choose(id, number_of_reading(place));
                let then = self.begins_in(&listed, &settings);
                if then != now {
                    notes.push(format!(
                        "reading `{} {}`: {}; by `set {} {}` it begins {}",
                        setting.id,
                        taken.id,
                        taken.say,
                        setting.id,
                        other.id,
                        called(then)
                    ));
                }
            }
        }
        notes
    }
}
