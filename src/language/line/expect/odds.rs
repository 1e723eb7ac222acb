//! The lines that odds are asked of.

use super::own::OwnWord;
use super::place::Place;
use super::standing::{Standing, Within};
use super::understood::Sense;
use super::walk::Walk;
use crate::language::token::Kind;
use crate::language::verbs::{Own, Verb, form};
use crate::naming::phrase;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::word::Word;

/// What can follow `until`, besides a number of rounds.
const ENDS: &[OwnWord] = &[("broken", "all of one side are out of the fight")];

/// What a number of rounds is said with.
const ROUNDS: &[OwnWord] = &[("rounds", "")];

impl Walk<'_, '_, '_> {
    /// Goes along one line or several, with `|` between them.
    pub(super) fn lines(&mut self, own: Own, wanted: &'static str) {
        if own == Own::Simulate
            && let Some((_, at)) = self.cursor.take_number()
        {
            self.mark(at, Sense::Number);
        }
        loop {
            self.stand(|| Place::ThrowingVerb, wanted);
            let names = self.grammar.vocabulary.names();
            match self.name(names, Verb::can_be_begun, Sense::Verb) {
                Some(Verb::Ruling(ruling)) => {
                    let about = self.grammar.rules.rulings.get(ruling);
                    let standing = Standing::new(ruling, about.sides, Within::Odds);
                    self.troops(standing, form(about));
                }
                Some(Verb::Own(Own::Roll)) => self.own(Own::Roll),
                _ => {}
            }
            if !self.next_is(|kind| *kind == Kind::Bar) {
                return;
            }
            self.take(Sense::Joiner);
        }
    }

    /// Goes past `until` and the end that it names, or past a `with` that words of the ruling follow.
    pub(super) fn about_odds(&mut self, word: &str, ruling: Id<Ruling>) -> bool {
        let words = self.cursor.words();
        let rules = self.grammar.rules;
        let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&ruling);
        let after = words.get(1..).unwrap_or_default();
        let words_follow = phrase::known(&rules.index.words, after, fits).is_some();
        match word {
            "until" => {
                self.take(Sense::Joiner);
                self.stand(|| Place::OneOf(ENDS), "broken | N rounds");
                if !self.take_word("broken", Sense::Name)
                    && let Some((_, at)) = self.cursor.take_number()
                {
                    self.mark(at, Sense::Number);
                    self.stand(|| Place::OneOf(ROUNDS), "rounds");
                    let _ = self.take_word("rounds", Sense::Name)
                        || self.take_word("round", Sense::Name);
                }
                true
            }
            "with" if words_follow => {
                self.take(Sense::Joiner);
                true
            }
            _ => false,
        }
    }
}
