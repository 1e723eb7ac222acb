//! A ruling as a line: what a situation says, in the words of its rule set.
//!
//! The line reads back as the same situation. Words stand in the order of the
//! rule set, so that two lines that say the same are written alike.

use std::fmt::Write;

use smol_str::SmolStr;

use crate::distance::LengthUnit;
use crate::naming::Found;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::{Takes, Word};
use crate::situation::{Counted, Group, Said, Side, Situation, Unit};

/// What a situation says, as a line without its dice.
///
/// What the battle knows of its units is left out: it counts without being said.
pub fn line(rules: &RuleSet, situation: &Situation) -> String {
    written(rules, situation, Names::Keys)
}

/// The same in the names that people say, as far as they read back: `fire 4 musketeers at pike 10in`.
pub fn as_said(rules: &RuleSet, situation: &Situation) -> String {
    written(rules, situation, Names::Spoken)
}

fn written(rules: &RuleSet, situation: &Situation, names: Names) -> String {
    let ruling = rules.rulings.get(situation.ruling);
    let mut writing = Writing {
        rules,
        order: Order::OfRules,
        names,
        past: ruling.past,
        line: ruling.id.to_string(),
    };
    match ruling.sides {
        Sides::None => {}
        Sides::One => {
            writing.side(&situation.attacker);
            writing.side(&situation.defender);
        }
        Sides::Two => {
            writing.side(&situation.attacker);
            let between = if situation.distance.is_some() || rules.asks_distance(situation.ruling) {
                "at"
            } else {
                "vs"
            };
            writing.word(between);
            writing.side(&situation.defender);
        }
    }
    writing.words(&situation.words);
    if let Some(distance) = situation.distance {
        writing.distance(distance);
    }
    writing.line
}

/// The troops of a unit with all that was said of them, as a line musters it.
pub fn troops(rules: &RuleSet, unit: &Unit) -> String {
    let mut writing = Writing {
        rules,
        order: Order::AsSaid,
        names: Names::Keys,
        past: None,
        line: String::new(),
    };
    writing.unit(unit);
    writing.line.trim_start().to_owned()
}

/// The order of the words of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    OfRules,
    AsSaid,
}

/// How troop types are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// By their keys in the table.
    Keys,
    /// As people say them.
    Spoken,
}

struct Writing<'a> {
    rules: &'a RuleSet,
    order: Order,
    names: Names,
    /// The word after which the units stand that a side goes past.
    past: Option<Id<Word>>,
    line: String,
}

impl Writing<'_> {
    fn word(&mut self, word: &str) {
        self.line.push(' ');
        self.line.push_str(word);
    }

    fn side(&mut self, side: &Side) {
        for (place, unit) in side.units.iter().enumerate() {
            if place > 0 {
                self.word("and");
            }
            self.unit(unit);
        }
        self.words(&side.words);
    }

    fn unit(&mut self, unit: &Unit) {
        let mut joined = false;
        let mut place = 0;
        while let Some(group) = unit.groups.get(place) {
            if joined {
                self.word("+");
            }
            joined = true;
            let part = unit.mustered.iter().find(|part| part.groups.start == place);
            // A distance and words of a unit of the battle stand after its handle.
            let last = match part {
                Some(part) if part.groups.end > place => {
                    self.word(&part.handle);
                    if let Some(weapon) = part.armed {
                        self.armed(weapon);
                    }
                    place = part.groups.end;
                    unit.groups.get(part.groups.end - 1).unwrap_or(group)
                }
                _ => {
                    self.group(group);
                    place += 1;
                    group
                }
            };
            self.words(&last.words);
            if let Some(distance) = last.distance {
                self.distance(distance);
            }
        }
        self.words(&unit.words);
    }

    fn group(&mut self, group: &Group) {
        if group.lost_counts > Number::ZERO {
            let _ = write!(self.line, " {}-{}", group.count, group.lost_counts);
        } else if group.counted == Counted::Said {
            let _ = write!(self.line, " {}", group.count);
        }
        self.word(&self.troops(group));
        if group.lost > Number::ZERO
            && let Some(word) = self.word_that_takes(&Takes::Losses)
        {
            let _ = write!(self.line, " {word} {}", group.lost);
        }
        if let Some(weapon) = group.weapon {
            self.armed(weapon);
        }
    }

    /// What the troops of a group are called.
    fn troops(&self, group: &Group) -> SmolStr {
        let troop = self.rules.types.get(group.troop);
        let spoken = match group.count == Number::ONE {
            true => &troop.name,
            false => &troop.plural,
        };
        // A key of one word is what people say where the name is of several.
        let is_short = spoken.contains(' ') && !troop.id.contains('-');
        let reads_back = self.rules.index.types.find(spoken) == Found::One(group.troop);
        let reads_back = reads_back && !is_short;
        match self.names {
            Names::Spoken if reads_back => spoken.clone(),
            _ => troop.id.clone(),
        }
    }

    fn armed(&mut self, weapon: Id<Weapon>) {
        if let Some(word) = self.word_that_takes(&Takes::Weapon) {
            let weapon = &self.rules.weapons.get(weapon).id;
            let _ = write!(self.line, " {word} {weapon}");
        }
    }

    /// The first word of the rule set that takes this.
    fn word_that_takes(&self, takes: &Takes) -> Option<String> {
        let mut words = self.rules.words.iter();
        words
            .find(|(_, word)| word.takes == *takes)
            .map(|(_, word)| word.id.to_string())
    }

    fn words(&mut self, said: &Said) {
        let mut words: Vec<(Id<Word>, Number)> = said.typed().collect();
        if self.order == Order::OfRules {
            // Those whom a side goes past stand right after the word for it.
            words.sort_unstable_by_key(|(word, _)| (Some(*word) == self.past, *word));
        }
        for (word, number) in words {
            let about = self.rules.words.get(word);
            self.word(&about.id.clone());
            if matches!(about.takes, Takes::Number(..)) {
                let _ = write!(self.line, " {number}");
            }
        }
    }

    fn distance(&mut self, distance: Number) {
        // As it is measured on the table, so that it reads the same again.
        let distance = self.rules.measure.on_table(distance);
        let unit = LengthUnit::short_words().find(|(_, unit)| *unit == distance.unit);
        let unit = unit.map_or("", |(word, _)| word);
        let _ = write!(self.line, " {}{unit}", distance.value);
    }
}
