//! What follows the program's own verbs.

use super::place::Place;
use super::standing::{Standing, Within};
use super::understood::Sense;
use super::walk::Walk;
use crate::language::token::Kind;
use crate::language::verbs::Own;
use crate::naming::kept::ROLLED;
use crate::naming::{Found, Names, phrase};
use crate::rules::ruling::Sides;
use crate::rules::setting::{Setting, SettingKind};
use crate::rules::shelf::Id;

/// A word of the program's own, and what it means.
pub(super) type OwnWord = (&'static str, &'static str);

/// What a switch can be.
const SWITCH: &[OwnWord] = &[("on", ""), ("off", "")];

/// Who can throw the dice.
const THROWERS: &[OwnWord] = &[
    ("hand", "you, asked for each throw"),
    ("roll", "the program"),
];

/// The program's own settings that take a length.
pub(super) const LENGTHS: &[OwnWord] = &[
    ("square", "how large a square of this table is"),
    ("hex", "how large a hex of this table is"),
    ("scale", "how much ground one of the measure is"),
    ("reach", "what an inch of the rules is on this table"),
];

/// The setting of how much an answer shows.
pub(super) const WORKING: OwnWord = ("working", "how much an answer shows");

/// The setting of which rules are in force.
pub(super) const RULES: OwnWord = ("rules", "the rule set in force");

/// How much that can be.
const WORKINGS: &[OwnWord] = &[
    ("short", "the outcome; `why` shows the working"),
    ("full", "the outcome and its working"),
];

impl Walk<'_, '_, '_> {
    /// Goes along what follows one of the program's own verbs.
    pub(super) fn own(&mut self, own: Own) {
        let form = own.about().map_or("", |verb| verb.form);
        match own {
            Own::Range => self.range(form),
            Own::Power => self.power(form),
            Own::Move => self.moves(form),
            Own::Show => {
                self.stand(|| Place::Type, form);
                self.one_of(&self.grammar.rules.index.types, Sense::Troops);
                self.stand(|| Place::Nameless, "");
            }
            Own::Rule => {
                self.stand(|| Place::Entry, form);
                let entries = self.grammar.books.read_entries();
                self.rest_of(|name| entries.map(|entries| entries.find(name)));
            }
            Own::Scenario => {
                self.stand(|| Place::Scenario, form);
                let scenarios = self.grammar.books.read_scenarios();
                self.rest_of(|name| scenarios.map(|scenarios| scenarios.find(name)));
            }
            Own::Table => self.table(form),
            Own::Roll => self.roll(form),
            Own::Odds | Own::Compare | Own::Simulate => self.lines(own, form),
            Own::Set => self.set(form),
            Own::Dice => {
                self.stand(|| Place::OneOf(THROWERS), form);
                self.one_word(THROWERS);
            }
            Own::Help => self.help(form),
            Own::Rules => {
                self.stand(|| Place::RuleSet, form);
                self.take_rest(Sense::Name);
            }
            Own::Why | Own::Clear | Own::Quit => self.stand(|| Place::Nameless, form),
        }
    }

    fn range(&mut self, form: &'static str) {
        self.weapon(Vec::new, form);
        self.stand(|| Place::Length, "[DISTANCE]");
        self.take_word("at", Sense::Joiner);
        self.length();
    }

    fn power(&mut self, form: &'static str) {
        match self.grammar.rules.powers {
            Some(powers) => {
                let standing = Standing::new(powers.ruling, Sides::Two, Within::Situation);
                self.troops(standing, form);
            }
            None => self.stand(|| Place::Nameless, ""),
        }
    }

    fn moves(&mut self, form: &'static str) {
        let names: Names<usize> = self.grammar.rules.rows_without_troops().collect();
        let words = self.cursor.words();
        let row = phrase::known(&names, &words, |_| true);
        let types = &self.grammar.rules.index.types;
        let troops = phrase::known(types, &words, |_| true);
        if let (Some((used, Found::One(_))), None) = (row, troops)
            && self.cursor.only_words(used)
        {
            self.stand(|| Place::Moved, form);
            let at = self.cursor.take_words(used).at;
            self.mark(at, Sense::Name);
            return;
        }
        if self.cursor.words().len() < 2 {
            self.stand(|| Place::Moved, form);
        }
        if let Some((ruling, _)) = self.grammar.rules.rulings.iter().next() {
            self.troops(Standing::new(ruling, Sides::One, Within::Unit), form);
        }
    }

    fn table(&mut self, form: &'static str) {
        self.stand(|| Place::Chart, form);
        let rules = self.grammar.rules;
        let ruling = self
            .cursor
            .word()
            .and_then(|word| rules.rulings.named(word));
        if ruling.is_some() && self.cursor.only_words(1) {
            self.take(Sense::Name);
        } else {
            self.rest_of(|name| match rules.index.tables.find(name) {
                Found::One(_) => None,
                _ => Some(rules.index.charts.find(name)),
            });
        }
    }

    fn roll(&mut self, form: &'static str) {
        self.stand(|| Place::Nameless, form);
        if self.next_is(|kind| matches!(kind, Kind::Dice(_))) {
            self.take(Sense::Dice);
            self.stand(
                || {
                    Place::OneOf(&[
                        ("at-least", "count the dice that show so much or more"),
                        (ROLLED, "dice thrown on the table"),
                    ])
                },
                "",
            );
            if self.take_word("at-least", Sense::Name) {
                self.number("FACE");
            }
            if self.cursor.word() == Some(ROLLED) {
                self.faces();
            }
        }
    }

    fn set(&mut self, form: &'static str) {
        self.stand(|| Place::Setting, form);
        let settings = &self.grammar.rules.index.settings;
        if !settings.has(RULES.0) && self.take_word(RULES.0, Sense::Name) {
            self.stand(|| Place::RuleSet, "NAME");
            self.take_rest(Sense::Name);
            return;
        }
        let words = self.cursor.words();
        if let Some((used, Found::One(setting))) = phrase::known(settings, &words, |_| true) {
            let at = self.cursor.take_words(used).at;
            self.mark(at, Sense::Name);
            self.value(setting);
        } else if LENGTHS
            .iter()
            .any(|(name, _)| self.take_word(name, Sense::Name))
        {
            self.stand(|| Place::Length, "DISTANCE");
            self.length();
        } else if self.take_word(WORKING.0, Sense::Name) {
            self.stand(|| Place::OneOf(WORKINGS), "full | short");
            self.one_word(WORKINGS);
        }
    }

    fn value(&mut self, setting: Id<Setting>) {
        match &self.grammar.rules.settings.get(setting).of {
            SettingKind::Readings { .. } => {
                self.stand(|| Place::Reading(setting), "READING");
                let names = self
                    .grammar
                    .rules
                    .settings
                    .get(setting)
                    .of
                    .names_of_readings();
                self.one_of(&names, Sense::Name);
            }
            SettingKind::Switch { .. } => {
                self.stand(|| Place::OneOf(SWITCH), "on | off");
                self.one_word(SWITCH);
            }
            SettingKind::Number { least, most, .. } => self.number(format!("{least} to {most}")),
        }
    }

    fn help(&mut self, form: &'static str) {
        self.stand(|| Place::Topic, form);
        let Some(rest) = self.cursor.rest() else {
            return;
        };
        let verb = self.grammar.vocabulary.names().find(&rest.text);
        let word = self.grammar.rules.index.words.find(&rest.text);
        match (verb, word) {
            (Found::One(_), _) | (_, Found::One(_)) => {
                self.mark(rest.at, Sense::Name);
            }
            (Found::None { .. }, Found::None { .. }) => self.mark(rest.at, Sense::Unknown),
            _ => {}
        }
    }

    /// A name of one word or more, if there is anything.
    fn one_of<T: Copy + Eq>(&mut self, names: &Names<T>, sense: Sense) {
        if !self.cursor.is_done() {
            self.name(names, |_| true, sense);
        }
    }

    /// The rest of the line as a name, where the names are known.
    fn rest_of<'n, T>(&mut self, find: impl Fn(&str) -> Option<Found<'n, T>>) {
        let Some(rest) = self.cursor.rest() else {
            return;
        };
        match find(&rest.text) {
            Some(Found::One(_)) | None => self.mark(rest.at, Sense::Name),
            Some(Found::Several(_)) => {}
            Some(Found::None { .. }) => self.mark(rest.at, Sense::Unknown),
        }
    }

    /// One of a few words, if it comes.
    fn one_word(&mut self, words: &[(&str, &str)]) {
        words
            .iter()
            .any(|(word, _)| self.take_word(word, Sense::Name));
    }

    /// A distance, if it comes.
    fn length(&mut self) {
        if self.next_is(|kind| matches!(kind, Kind::Distance(_) | Kind::Number(_))) {
            self.take(Sense::Distance);
        }
    }

    pub(super) fn next_is(&self, kind: impl Fn(&Kind) -> bool) -> bool {
        self.cursor.peek().is_some_and(|token| kind(&token.kind))
    }
}
