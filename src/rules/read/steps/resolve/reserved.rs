//! Names that every table has, and that nothing of a table can be called.

use std::ops::Range;

use super::File;
use super::calls::is_function;
use super::names::is_built_in;
use crate::rules::read::steps::raw::RawStep;
use crate::rules::word::Takes;

impl File<'_, '_> {
    /// Notes what is called like something that every table has: an expression could not name it.
    pub(in crate::rules::read::steps) fn check_built_in(&self) {
        let lexicon = self.lexicon;
        let sections = [
            (&lexicon.arms, "an arm"),
            (&lexicon.classes, "a class"),
            (&lexicon.tags, "a tag"),
            (&lexicon.attributes, "a number"),
            (&lexicon.types, "a troop type"),
            (&lexicon.mixes, "a mix"),
            (&lexicon.weapons, "a weapon"),
            (&lexicon.settings, "a setting"),
            (&lexicon.words, "a word"),
            (&lexicon.results, "a result"),
        ];
        for (keys, what) in sections {
            for (name, at) in keys.names() {
                if !self.is_said_of_losses(name) {
                    self.check_name(name, &at, what);
                }
            }
        }
        let shared = &self.read.shared;
        for (key, _) in &shared.values.0 {
            self.check_name(&key.text, &key.at, "a shared value");
        }
        for (key, _) in &shared.cells.0 {
            self.check_name(&key.text, &key.at, "a record");
        }
        let dice = shared.dice.0.iter().filter_map(|(_, die)| die.as_ref());
        for face in dice.flat_map(|die| &die.faces) {
            self.check_name(&face.text, &face.at, "a face");
        }
        let tables = self.read.rulings.iter().flat_map(|one| &one.tables.0);
        for (key, _) in tables.chain(&shared.tables.0) {
            if is_function(&key.text) {
                self.say(&key.text, &key.at, "a table", "a function");
            }
        }
        let rulings = self.read.rulings.iter().flat_map(|one| &one.steps.0);
        let rows = shared.rows.0.iter().filter_map(|(_, row)| row.as_ref());
        for (_, step) in rulings.chain(rows.flat_map(|row| &row.0)) {
            self.check_answers(step.as_ref());
        }
    }

    fn check_answers(&self, step: Option<&RawStep>) {
        for answer in step.into_iter().flat_map(|step| &step.answers) {
            // The sides are answers of their own, and may be listed with the others.
            if !matches!(answer.text.as_str(), "attacker" | "defender") {
                self.check_name(&answer.text, &answer.at, "an answer");
            }
        }
    }

    /// The number said with such a word is what every table calls so.
    fn is_said_of_losses(&self, name: &str) -> bool {
        let word = self.rules.words.named(name);
        // One that could not be read has its fault.
        name == "lost"
            && word.is_none_or(|word| matches!(self.rules.words.get(word).takes, Takes::Losses))
    }

    fn check_name(&self, name: &str, at: &Range<usize>, what: &str) {
        if is_built_in(name) {
            self.say(name, at, what, "a name");
        }
    }

    fn say(&self, name: &str, at: &Range<usize>, what: &str, also: &str) {
        let message = format!("`{name}` is {what} and {also} that every table has");
        let noted = self.sink.fault(at.clone(), message);
        noted.hint(format!(
            "give it another name: where an expression says `{name}`, it means the one of every table"
        ));
    }
}
