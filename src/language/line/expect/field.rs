//! What follows the verbs of the battle, whose lines are read word by word.

use std::borrow::Cow;

use super::own::OwnWord;
use super::place::{Place, Wanted};
use super::trail::Trail;
use super::understood::Sense;
use super::walk::Walk;
use crate::language::line::Grammar;
use crate::language::line::plain::Plain;
use crate::language::verbs::Field;
use crate::naming::Found;
use crate::number::Number;
use crate::roster::Named;
use crate::typed_line::Line;
use crate::typed_line::LineRange;

/// Who joins, besides a unit that the line describes.
const MUSTERS: &[OwnWord] = &[
    ("load", "the units of a file"),
    ("scenario", "the units of a scenario"),
];

/// What the players may hear, besides of a unit.
const REPORTS: &[OwnWord] = &[("for", "what one side may hear")];

/// Before the target.
const AIMED: &[OwnWord] = &[("at", "another target")];

/// A walk along a line of the battle.
pub(super) struct FieldWalk<'a, 'l> {
    grammar: Grammar<'a>,
    left: Plain<'l>,
    trail: Trail,
}

impl<'a, 'l> FieldWalk<'a, 'l> {
    /// A walk along `left`, which is what follows the verb of `line`.
    pub(super) fn new(
        grammar: Grammar<'a>,
        line: &'l Line<'l>,
        left: Plain<'l>,
        mut trail: Trail,
    ) -> Self {
        let verb = Plain::new(line).here();
        trail.stand(verb, || Place::Verb, "");
        trail.mark(verb, Sense::Verb);
        FieldWalk {
            grammar,
            left,
            trail,
        }
    }

    /// Walks along what follows a verb.
    pub(super) fn whole(mut self, verb: Field) -> Trail {
        let form = verb.about().map_or("", |verb| verb.form);
        match verb {
            Field::Muster => self.muster(form),
            Field::Units | Field::Luck => self.side(form),
            Field::Unit | Field::Remove => self.handle(form),
            Field::Rename => self.handle_and(form, "HANDLE"),
            Field::Note => {
                self.handle_and(form, "TEXT");
                self.left.free_text();
            }
            Field::Rally | Field::Destroy => {
                self.handle_and(form, "[REASON]");
                self.left.free_text_if_any();
            }
            Field::Lose => {
                self.handle(form);
                self.number("N");
                self.stand(|| Place::Nameless, "[REASON]");
                self.left.free_text_if_any();
            }
            Field::State => {
                self.handle(form);
                self.state();
            }
            Field::Phase => {
                self.stand(|| Place::Phase, form);
                self.rest(Sense::Name);
            }
            Field::Log => {
                if self.left.peek().and_then(Number::parse).is_some() {
                    self.take(Sense::Number);
                } else {
                    self.handle(form);
                }
            }
            Field::Undo | Field::Redo => self.number(form),
            Field::Amend => self.amend(form),
            Field::Again => {
                self.stand(|| Place::OneOf(AIMED), form);
                if self.take_word("at") {
                    self.stand(|| Place::Unit(Wanted::default()), "SIDE");
                    self.unit();
                }
            }
            Field::Fill => {
                self.stand(|| Place::Nameless, form);
                self.take(Sense::Name);
                self.stand(|| Place::Nameless, "VALUE");
            }
            Field::Stack => {
                self.stand(|| Place::Nameless, form);
                self.take(Sense::Name);
                self.take_word("=");
                self.handles();
            }
            Field::Merge => self.handles(),
            Field::Split => {
                self.handle(form);
                self.stand(|| Place::Type, "TROOPS > HANDLE");
            }
            Field::Casualties => {
                self.handle(form);
                self.number("N of TYPE");
                self.take_word("of");
                self.stand(|| Place::Type, "TYPE");
            }
            Field::Becomes => {
                self.handle(form);
                self.stand(|| Place::Type, "TYPE | side SIDE");
                if self.take_word("side") {
                    self.side("SIDE");
                }
            }
            Field::Report => {
                self.handle_or_for(form);
            }
            Field::New | Field::SeedWord | Field::Run | Field::Save => {
                self.stand(|| Place::Nameless, form);
                self.rest(Sense::Name);
            }
            Field::GoOn => self.number(form),
            Field::Turn | Field::Reveal | Field::Battles => {
                self.stand(|| Place::Nameless, form);
            }
        }
        self.trail.comment = self.left.comment().map(LineRange::start);
        self.trail
    }

    fn muster(&mut self, form: &'static str) {
        self.stand(|| Place::Mustered(MUSTERS), form);
        if MUSTERS.iter().any(|(word, _)| self.take_word(word)) {
            self.stand(|| Place::Nameless, "NAME");
            self.rest(Sense::Name);
            return;
        }
        self.take(Sense::Name);
        self.stand(|| Place::Type, "HANDLE [NAME] = TROOPS, or TROOPS");
        let Some(names) = self.left.before('=') else {
            self.rest(Sense::Name);
            return;
        };
        self.trail.mark(names.at, Sense::Name);
        self.unit();
    }

    /// The troops of a unit: all that is left.
    fn unit(&mut self) {
        let mut left = self.left;
        let (line, part) = left.part_until(&[]);
        let Ok(tokens) = self.grammar.tokens_within(line, part) else {
            return;
        };
        let walk = Walk::new(self.grammar, line, &tokens, self.trail.another());
        self.trail.go_on(walk.one_unit());
        self.left.rest();
    }

    /// Handles, one after another.
    fn handles(&mut self) {
        while !self.left.is_done() {
            self.handle("UNIT");
        }
        self.stand(|| Place::Handle, "UNIT");
    }

    fn handle_and(&mut self, form: &'static str, rest: &'static str) {
        self.handle(form);
        self.stand(|| Place::Nameless, rest);
    }

    fn handle_or_for(&mut self, form: &'static str) {
        let mut ahead = self.left;
        if ahead.take("for") {
            self.stand(|| Place::HandleOr(REPORTS), form);
            self.take_word("for");
            self.side("SIDE");
            return;
        }
        self.stand(|| Place::HandleOr(REPORTS), form);
        self.handle_after_stand();
    }

    fn handle(&mut self, form: &'static str) {
        self.stand(|| Place::Handle, form);
        self.handle_after_stand();
    }

    fn handle_after_stand(&mut self) {
        if self.left.is_done() {
            return;
        }
        let words: Vec<&str> = self.left.words_ahead().collect();
        let named = self.grammar.roster.named(&words);
        let used = named.as_ref().map_or(1, |(used, _)| *used);
        let typed = self.left.words_as_one(used);
        match named {
            Some((_, Named::One(_))) => self.trail.mark(typed.at, Sense::Unit),
            Some((_, Named::Several(_))) => {}
            None => self.trail.mark(typed.at, Sense::Unknown),
        }
    }

    fn side(&mut self, form: &'static str) {
        self.stand(|| Place::Side, form);
        self.take(Sense::Name);
    }

    fn state(&mut self) {
        self.stand(|| Place::State, "[not] WORD");
        if self.take_word("not") {
            self.stand(|| Place::State, "WORD");
        }
        let Some(typed) = self.left.word() else {
            return;
        };
        self.word(&typed.text, typed.at);
        self.stand(|| Place::Nameless, "[REASON]");
        self.left.free_text_if_any();
    }

    fn word(&mut self, text: &str, at: LineRange) {
        match self.grammar.rules.index.words.find(text) {
            Found::One(_) => self.trail.mark(at, Sense::Word),
            Found::Several(_) => {}
            Found::None { .. } => self.trail.mark(at, Sense::Unknown),
        }
    }

    /// `+supported -flank at 12in`.
    fn amend(&mut self, form: &'static str) {
        self.stand(|| Place::Nameless, form);
        if self.take_word("=") {
            self.left.rest();
            return;
        }
        while let Some(typed) = self.left.word() {
            if let Some(word) = typed.text.strip_prefix(['+', '-']) {
                let (sign, rest) = self.left.parted(typed.at, 1);
                self.trail.stand(rest, || Place::Word, "");
                self.trail.mark(sign, Sense::Joiner);
                self.word(word, rest);
            } else if typed.text.eq_ignore_ascii_case("at") {
                self.trail.mark(typed.at, Sense::Joiner);
                self.stand(|| Place::Length, "DISTANCE");
            } else {
                self.trail.mark(typed.at, Sense::Distance);
            }
        }
    }

    fn number(&mut self, form: &'static str) {
        self.stand(|| Place::Nameless, form);
        if self.left.peek().and_then(Number::parse).is_some() {
            self.take(Sense::Number);
        }
    }

    fn stand(&mut self, place: impl FnOnce() -> Place, form: impl Into<Cow<'static, str>>) {
        let at = self.left.here();
        self.trail.stand(at, place, form);
    }

    fn take(&mut self, sense: Sense) {
        if let Some(typed) = self.left.word() {
            self.trail.mark(typed.at, sense);
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let at = self.left.here();
        let is = self.left.take(word);
        if is {
            self.trail.mark(at, Sense::Joiner);
        }
        is
    }

    fn rest(&mut self, sense: Sense) {
        if let Some(rest) = self.left.rest() {
            self.trail.mark(rest.at, sense);
        }
    }
}
