//! Answers that are words: results, kinds, sides, declared names; and names that stand for nothing.

use std::ops::Range;

use smol_str::{SmolStr, format_smolstr};

use super::names::BUILT_IN;
use super::{Body, Resolver, Section, place};
use crate::naming::nearest;
use crate::rules::condition::Role;
use crate::rules::harmless::quoted;
use crate::rules::read::steps::raw::{RawCell, RawHolds, RawTable};
use crate::rules::steps::Cell;
use crate::rules::steps::symbol::{Meaning, Record, Symbol};

impl<'r> Resolver<'r, '_> {
    pub(super) fn members(&self) -> impl Iterator<Item = &'r str> + Clone {
        let cells = self.read.shared.cells.0.iter();
        cells
            .filter_map(|(_, record)| record.as_ref())
            .flat_map(|record| record.numbers.iter().map(|(name, _)| name.text.as_str()))
    }

    pub(super) fn has_member(&self, name: &str) -> bool {
        self.members().any(|known| known == name)
    }

    /// What a bare word answers: a result, a kind, a side, a word, a record, or a declared name.
    pub(super) fn answer(&mut self, name: &str, at: &Range<usize>) -> Option<Cell> {
        match name {
            "nothing" => return Some(Cell::Nothing),
            "blank" => return Some(Cell::Blank(place(at))),
            "yes" => return Some(Cell::Truth(true)),
            "no" => return Some(Cell::Truth(false)),
            _ => {}
        }
        let known = self.has_meaning(name) || self.is_declared(name);
        if !known {
            return None;
        }
        self.symbol(name).map(Cell::Symbol)
    }

    pub(super) fn has_meaning(&self, name: &str) -> bool {
        matches!(name, "attacker" | "defender")
            || self.lexicon.results.find::<()>(name).is_some()
            || self.lexicon.kind_named(name).is_some()
            || self.lexicon.words.find::<()>(name).is_some()
            || self.lexicon.weapons.find::<()>(name).is_some()
            || self.record_named(name).is_some()
    }

    pub(super) fn record_named(
        &self,
        name: &str,
    ) -> Option<&'r Option<super::super::raw::RawRecord>> {
        let cells = self.read.shared.cells.0.iter();
        let mut found = cells.filter(|(key, _)| key.text == name);
        found.next().map(|(_, record)| record)
    }

    /// Whether a name is declared in the ruling: an answer of a step, a row or column, a face.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        let answers = self.entries.iter().any(|entry| match entry.body {
            Body::Step(raw) => raw.answers.iter().any(|answer| answer.text == name),
            _ => false,
        });
        answers || self.declared_names().any(|known| known == name)
    }

    /// The names of rows, columns and faces, and the words that tables hold as printed.
    pub(super) fn declared_names(&self) -> impl Iterator<Item = &'r str> + Clone {
        let faces = self.read.shared.dice.0.iter();
        let faces = faces
            .filter_map(|(_, die)| die.as_ref())
            .flat_map(|die| die.faces.iter().map(|face| face.text.as_str()));
        self.table_keys().chain(faces).chain(self.printed_words())
    }

    /// The words in the cells of tables that hold what the source prints.
    fn printed_words(&self) -> impl Iterator<Item = &'r str> + Clone {
        let tables = self.known_tables().filter_map(|(_, table)| table.as_ref());
        tables
            .filter(|table| table.as_printed)
            .flat_map(RawTable::words)
    }

    /// The symbol of a name, whatever it means.
    pub(super) fn symbol(&mut self, name: &str) -> Option<Symbol> {
        let result = self.lexicon.results.find(name);
        self.results.extend(result);
        self.lexicon.results.refer(name);
        self.lexicon.words.refer(name);
        let meaning = if let Some(id) = result {
            Meaning::Result(id)
        } else if name == "attacker" {
            Meaning::Side(Role::Attacker)
        } else if name == "defender" {
            Meaning::Side(Role::Defender)
        } else if let Some(kind) = self.lexicon.kind_named(name) {
            Meaning::Kind(kind)
        } else if let Some(id) = self.lexicon.words.find(name) {
            Meaning::Word(id)
        } else if let Some(id) = self.lexicon.weapons.find(name) {
            Meaning::Weapon(id)
        } else if let Some(record) = self.record_named(name) {
            self.uses(Section::Cell, name);
            Meaning::Record(record.as_ref().map_or_else(Record::default, |raw| {
                Record {
                    say: raw.say.clone(),
                    numbers: raw
                        .numbers
                        .iter()
                        .filter_map(|(name, number)| {
                            number.map(|number| (name.text.clone(), number))
                        })
                        .collect(),
                    cite: raw.cite.clone(),
                }
            }))
        } else {
            Meaning::Name
        };
        self.symbols.intern(name, meaning)
    }

    /// What stands in a cell of a table, or after `else`.
    pub(super) fn cell(&mut self, raw: &RawCell) -> Option<Cell> {
        let name = match &raw.holds {
            RawHolds::Faulty => return None,
            RawHolds::Number(number) => match &raw.quoted {
                // A sign of the source that looks like a fraction, such as `1/2`, is that sign.
                Some(sign) if self.is_record(sign) => sign,
                _ => return Some(Cell::Number(*number)),
            },
            RawHolds::Word(name) => name,
        };
        let read = self.answer(name, &raw.at);
        if read.is_none() {
            let results = self.lexicon.results.names().map(|(name, _)| name);
            let records = self
                .read
                .shared
                .cells
                .0
                .iter()
                .map(|(key, _)| key.text.as_str());
            let known = results
                .chain(records)
                .chain(self.declared_names())
                .chain(["blank", "nothing"]);
            let noted = self.fault(
                &raw.at,
                format!("{} is nothing that can be answered", quoted(name)),
            );
            match nearest(name, known) {
                Some(near) => noted.hint(format!("did you mean `{near}`?")),
                None => noted.hint("write a number, a result, a kind, `blank` or `nothing`, or declare the word with `answers`"),
            };
        }
        read
    }

    /// Whether the file has a record of numbers of this name, under `[cell]`.
    fn is_record(&self, name: &str) -> bool {
        let records = &self.read.shared.cells.0;
        records.iter().any(|(key, _)| key.text == name)
    }

    /// Notes a name that stands for nothing.
    pub(super) fn unknown(&self, name: &str, at: &Range<usize>) {
        // The steps may stand under a key that could not be read as theirs.
        if self.entries.is_empty() && !self.ruling.is_nobody() && self.sink.count() > 0 {
            return;
        }
        let noted = self.fault(at, format!("there is nothing called {}", quoted(name)));
        let steps = self.entries.iter().map(|entry| entry.key.text.as_str());
        let values = self
            .read
            .shared
            .values
            .0
            .iter()
            .map(|(key, _)| key.text.as_str());
        let lexicon = self.lexicon;
        let sections = [
            &lexicon.attributes,
            &lexicon.settings,
            &lexicon.results,
            &lexicon.words,
            &lexicon.types,
            &lexicon.arms,
            &lexicon.classes,
            &lexicon.tags,
            &lexicon.mixes,
        ];
        let sections = sections.into_iter().flat_map(|keys| keys.names());
        let answers = self.entries.iter().flat_map(|entry| match entry.body {
            Body::Step(raw) => raw.answers.as_slice(),
            _ => &[],
        });
        let known: Vec<&str> = steps
            .chain(values)
            .chain(sections.map(|(name, _)| name))
            .chain(BUILT_IN.iter().map(|(name, ..)| *name))
            .chain(answers.map(|answer| answer.text.as_str()))
            .chain(self.declared_names())
            .collect();
        if let Some(apart) = minus_in(name, &known) {
            noted.hint(format!("put spaces around a minus: `{apart}`"));
            return;
        }
        match nearest(name, known.iter().copied()) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => noted.hint("a name is a step, a value, a number of types, a setting or a word; a word that is only answered is declared with `answers`"),
        };
    }

    /// Whether a bare word answers something, but no result.
    pub(super) fn answers_other_than_result(&self, name: &str) -> bool {
        !matches!(name, "nothing" | "blank")
            && self.step_named(name).is_none()
            && self.lexicon.results.find::<()>(name).is_none()
            && self.lexicon.attributes.find::<()>(name).is_none()
            && (self.has_meaning(name) || self.is_declared(name))
    }

    /// What else may be answered by the name of a step.
    pub(super) fn other_meaning(&self, name: &str) -> Option<&'static str> {
        let lexicon = self.lexicon;
        let sections = [
            (&lexicon.results, "a result"),
            (&lexicon.words, "a word"),
            (&lexicon.types, "a troop type"),
            (&lexicon.arms, "an arm"),
            (&lexicon.classes, "a class"),
            (&lexicon.tags, "a tag"),
            (&lexicon.mixes, "a mix"),
        ];
        let mut found = sections
            .into_iter()
            .filter(|(keys, _)| keys.find::<()>(name).is_some());
        found.next().map(|(_, what)| what)
    }
}

/// `left-1` as `left − 1`, where both sides of the hyphen mean something.
pub(super) fn minus_in(name: &str, known: &[&str]) -> Option<SmolStr> {
    let (before, after) = name.rsplit_once('-')?;
    let number = after.bytes().all(|byte| byte.is_ascii_digit());
    let sound = known.contains(&before) && (number || known.contains(&after));
    sound.then(|| format_smolstr!("{before} − {after}"))
}
