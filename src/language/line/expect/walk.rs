//! The walk along a line: every token gets its sense, every place on the way is told.

use std::borrow::Cow;

use super::place::{Place, Wanted};
use super::standing::{Measured, Standing, Whole, Within};
use super::trail::Trail;
use super::understood::Sense;
use super::wanted::wanted_after;
use crate::language::line::Grammar;
use crate::language::line::cursor::Cursor;
use crate::language::line::ruling::{self, Handle};
use crate::language::token::{Kind, Token};
use crate::language::verbs::{Verb, form};
use crate::naming::kept::{BETWEEN, ROLLED, parts_a_line};
use crate::naming::{Found, Names, phrase};
use crate::rules::kind::TroopType;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::word::{Takes, Word};
use crate::typed_line::Line;
use crate::typed_line::LineRange;

/// A walk along the tokens of a line.
pub(super) struct Walk<'a, 'l, 't> {
    pub(super) grammar: Grammar<'a>,
    pub(super) cursor: Cursor<'l, 't>,
    trail: Trail,
}

/// What comes next in the description of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The handle of a unit, a count or a troop type.
    Unit,
    /// A count or a troop type, after `+`.
    Group,
    /// A troop type, after a count.
    Type,
    /// A word, a distance, a joiner.
    After,
}

impl<'a, 'l, 't> Walk<'a, 'l, 't> {
    /// A walk that begins where a line does.
    pub(super) fn new(
        grammar: Grammar<'a>,
        line: &'l Line<'l>,
        tokens: &'t [Token],
        trail: Trail,
    ) -> Self {
        Walk {
            grammar,
            cursor: Cursor::new(line, tokens),
            trail,
        }
    }

    /// Walks along a whole line.
    pub(super) fn whole(mut self) -> Trail {
        self.line();
        self.trail
    }

    /// Walks along the troops of one unit and nothing else.
    pub(super) fn one_unit(mut self) -> Trail {
        if let Some((ruling, _)) = self.grammar.rules.rulings.iter().next() {
            self.troops(Standing::new(ruling, Sides::One, Within::Muster), "TROOPS");
        }
        self.trail
    }

    fn line(&mut self) {
        self.stand(|| Place::Verb, "");
        let names = self.grammar.vocabulary.names();
        match self.name(names, Verb::can_be_begun, Sense::Verb) {
            Some(Verb::Ruling(ruling)) => {
                let about = self.grammar.rules.rulings.get(ruling);
                let standing = Standing::new(ruling, about.sides, Within::Ruling);
                self.troops(standing, form(about));
            }
            Some(Verb::Own(own)) => {
                self.own(own);
                self.take_rest(Sense::Unknown);
            }
            // Lines of the battle are walked along word by word.
            Some(Verb::Field(_)) | None => {}
        }
    }

    /// Tells that something can come here, unless nobody asks.
    pub(super) fn stand(
        &mut self,
        place: impl FnOnce() -> Place,
        form: impl Into<Cow<'static, str>>,
    ) {
        let at = self.cursor.here();
        self.trail.stand(at, place, form);
    }

    /// Goes past the next token in a sense.
    pub(super) fn take(&mut self, sense: Sense) {
        let at = self.cursor.here();
        self.cursor.skip();
        self.mark(at, sense);
    }

    /// Goes past the next token if it is this word.
    pub(super) fn take_word(&mut self, word: &str, sense: Sense) -> bool {
        let is = self.cursor.word() == Some(word);
        if is {
            self.take(sense);
        }
        is
    }

    /// Goes past what is left, in a sense.
    pub(super) fn take_rest(&mut self, sense: Sense) {
        while !self.cursor.is_done() {
            self.take(sense);
        }
    }

    pub(super) fn mark(&mut self, at: LineRange, sense: Sense) {
        self.trail.mark(at, sense);
    }

    /// Goes past a name, or past one word that is none.
    pub(super) fn name<T: Copy + Eq>(
        &mut self,
        names: &Names<T>,
        admits: impl Fn(T) -> bool,
        sense: Sense,
    ) -> Option<T> {
        let words = self.cursor.words();
        let Some((used, found)) = phrase::longest(names, &words, admits) else {
            if !self.cursor.is_done() {
                self.take(Sense::Unknown);
            }
            return None;
        };
        let at = self.cursor.take_words(used).at;
        match found {
            Found::One(value) => {
                self.mark(at, sense);
                Some(value)
            }
            Found::Several(_) => None,
            Found::None { .. } => {
                self.mark(at, Sense::Unknown);
                None
            }
        }
    }

    /// Goes along the troops of a ruling or a look-up, their words and what joins them.
    ///
    /// `side` is how help writes what the first side is the beginning of.
    pub(super) fn troops(&mut self, mut standing: Standing, mut side: &'static str) {
        let mut stage = match standing.sides {
            Sides::None => Stage::After,
            Sides::One | Sides::Two => Stage::Unit,
        };
        let ruling = self.grammar.rules.rulings.get(standing.ruling);
        loop {
            if stage != Stage::After {
                while ruling::says_nothing_before_troops(self.grammar, &self.cursor) {
                    self.take(Sense::Joiner);
                }
            }
            match stage {
                Stage::Unit => {
                    let form = std::mem::replace(&mut side, "SIDE");
                    let place = || match standing.within {
                        // A unit that joins is made of troops.
                        Within::Muster => Place::Type,
                        _ => Place::Unit(standing.wanted(ruling)),
                    };
                    self.stand(place, form);
                }
                // A stack may go on with a unit of the battle.
                Stage::Group if standing.within == Within::Muster => {
                    self.stand(|| Place::Type, "TYPE");
                }
                Stage::Group => self.stand(
                    || {
                        Place::Unit(Wanted {
                            aimed: None,
                            ..standing.wanted(ruling)
                        })
                    },
                    "TYPE",
                ),
                Stage::Type => self.stand(|| Place::Type, "TYPE"),
                Stage::After => {
                    let wanted = wanted_after(&standing, ruling);
                    self.stand(|| Place::After(Box::new(standing.clone())), wanted);
                }
            }
            let Some(kind) = self.cursor.peek().map(|token| token.kind.clone()) else {
                return;
            };
            stage = match (stage, kind) {
                (Stage::After, Kind::Word(_) | Kind::Number(_) | Kind::Count { .. })
                    if self.foe_comes(&standing) =>
                {
                    standing.next_side(self.grammar.rules);
                    Stage::Unit
                }
                (Stage::Unit | Stage::Group, Kind::Word(_)) if self.listed(&mut standing) => {
                    Stage::After
                }
                (Stage::Unit | Stage::Group, Kind::Count { .. }) => {
                    self.take(Sense::Number);
                    ruling::skip_after_count(self.grammar, &mut self.cursor);
                    Stage::Type
                }
                (Stage::Unit, Kind::Word(_))
                    if standing.may_aim_at_place(ruling) && self.place_comes(&standing) =>
                {
                    standing.whole = Whole::Closed;
                    Stage::After
                }
                // `4 m` may be the beginning of four men.
                (Stage::Unit | Stage::Group, Kind::Number(_) | Kind::Distance(_)) => {
                    match self.cursor.take_number() {
                        Some((_, at)) => self.mark(at, Sense::Number),
                        None => self.take(Sense::Unknown),
                    }
                    ruling::skip_after_count(self.grammar, &mut self.cursor);
                    Stage::Type
                }
                // The troops are missing, and the line goes on.
                (Stage::Unit | Stage::Group | Stage::Type, Kind::Word(word))
                    if parts_a_line(&word) =>
                {
                    Stage::After
                }
                (Stage::Unit | Stage::Group | Stage::Type, Kind::Word(_)) => {
                    let rules = self.grammar.rules;
                    let words = self.cursor.words();
                    let types = phrase::longest(&rules.index.types, &words, |_| true);
                    let is_type = !matches!(types, None | Some((_, Found::None { .. })));
                    let mix = phrase::known(&rules.index.mixes, &words, |_| true);
                    if let (false, Some((_, Found::One(mix)))) = (is_type, mix) {
                        self.name(&rules.index.mixes, |_| true, Sense::Troops);
                        let made_of = &rules.mixes.get(mix).made_of;
                        let troops = made_of.iter().map(|(troop, _)| *troop);
                        standing.troops.extend(troops);
                    } else {
                        let troop = self.name(&rules.index.types, |_| true, Sense::Troops);
                        standing.troops.extend(troop);
                    }
                    Stage::After
                }
                (_, Kind::Bar) if standing.within == Within::Odds => return,
                (Stage::After, Kind::Word(word)) => {
                    if word == ROLLED && standing.within == Within::Ruling {
                        return self.faces();
                    }
                    self.word_after(&word, &mut standing)
                }
                (Stage::After, Kind::Number(_) | Kind::Distance(_)) => {
                    self.take(Sense::Distance);
                    standing.measured = Measured::Given;
                    Stage::After
                }
                (Stage::After, Kind::Plus) if standing.whole == Whole::Described => {
                    self.take(Sense::Joiner);
                    standing.next_group(self.grammar.rules);
                    Stage::Group
                }
                (Stage::After, Kind::Comma) if standing.may_have_others() => {
                    self.take(Sense::Joiner);
                    standing.next_unit(self.grammar.rules);
                    Stage::Unit
                }
                (stage, _) => {
                    self.take(Sense::Unknown);
                    stage
                }
            };
        }
    }

    /// Whether a place comes that only words name.
    fn place_comes(&self, standing: &Standing) -> bool {
        let rules = self.grammar.rules;
        let words = self.cursor.words();
        let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&standing.ruling);
        phrase::known(&rules.index.types, &words, |_| true).is_none()
            && phrase::known(&rules.index.words, &words, fits).is_some()
    }

    /// Takes in a unit of the battle, if the next word is its handle.
    fn listed(&mut self, standing: &mut Standing) -> bool {
        let (used, place) = match ruling::handle(self.grammar, &self.cursor.words()) {
            (used, Handle::Of(place)) => (used, place),
            // It may still become either.
            (used, Handle::Several(_)) => {
                self.cursor.take_words(used);
                return true;
            }
            (_, Handle::Nobody) => return false,
        };
        let Some(unit) = self.grammar.roster.get(place) else {
            return false;
        };
        let at = self.cursor.take_words(used).at;
        self.mark(at, Sense::Unit);
        standing.named.push(unit.handle.clone());
        if standing.awaits_foe() && !standing.acting.contains(&unit.side) {
            standing.acting.push(unit.side.clone());
        }
        standing
            .troops
            .extend(unit.groups.iter().map(|group| group.troop));
        standing
            .said
            .extend(unit.words.iter().map(|(word, _)| word));
        true
    }

    /// Whether the other side begins here, without a word before it.
    fn foe_comes(&self, standing: &Standing) -> bool {
        let rules = self.grammar.rules;
        let words = self.cursor.words();
        let fits = |word: Id<Word>| standing.takes(rules.words.get(word));
        standing.awaits_foe()
            && standing.within != Within::Muster
            && self.cursor.word().is_none_or(|word| !parts_a_line(word))
            && phrase::known(&rules.index.words, &words, fits).is_none()
            && ruling::names_troops(self.grammar, &self.cursor)
            && (self.cursor.word().is_some() || standing.counts_foe(self.cursor.left()))
    }

    /// A word after troops: a joiner or a word of the rule set.
    fn word_after(&mut self, word: &str, standing: &mut Standing) -> Stage {
        let rules = self.grammar.rules;
        if word == "and" && standing.may_have_others() {
            self.take(Sense::Joiner);
            standing.next_unit(rules);
            return Stage::Unit;
        }
        if standing.awaits_foe() && BETWEEN.contains(&word) {
            self.take(Sense::Joiner);
            standing.next_side(rules);
            return Stage::Unit;
        }
        if !standing.awaits_foe() && BETWEEN.contains(&word) {
            self.take(Sense::Joiner);
            return Stage::After;
        }
        if standing.within == Within::Odds && self.about_odds(word, standing.ruling) {
            return Stage::After;
        }
        let asked = standing.clone();
        let fits = |word: Id<Word>| asked.takes(rules.words.get(word));
        let words = self.cursor.words();
        let used = phrase::known(&rules.index.words, &words, fits).map_or(0, |(used, _)| used);
        if used < 2 && words.len() > 1 && ruling::is_little_only(&rules.index.words, &words) {
            self.take(Sense::Joiner);
            return Stage::After;
        }
        if let Some(id) = self.name(&rules.index.words, fits, Sense::Word) {
            let word = rules.words.get(id);
            standing.say(id, word);
            self.taken_by(word, standing);
            let ruling = rules.rulings.get(standing.ruling);
            if standing.may_go_past(ruling, id) {
                if ruling::names_troops(self.grammar, &self.cursor) {
                    standing.next_side(rules);
                    return Stage::Unit;
                }
                self.stand(|| Place::Unit(standing.wanted(ruling)), "SIDE");
            }
        }
        Stage::After
    }

    /// What a word takes.
    fn taken_by(&mut self, word: &Word, standing: &Standing) {
        match &word.takes {
            Takes::Nothing => {}
            Takes::Step(steps) => self.number(format!("1 to {}", steps.len())),
            Takes::Number(least, most) => self.number(format!("{least} to {most}")),
            Takes::Losses => self.number(self.grammar.rules.loss.many.clone()),
            Takes::Weapon => self.weapon(|| standing.troops.clone(), "WEAPON"),
        }
    }

    /// A number, which help writes as `form`.
    pub(super) fn number(&mut self, form: impl Into<Cow<'static, str>>) {
        self.stand(|| Place::Nameless, form);
        if let Some((_, at)) = self.cursor.take_number() {
            self.mark(at, Sense::Number);
        }
    }

    /// A weapon, or troops whose usual weapon is meant.
    pub(super) fn weapon(
        &mut self,
        troops: impl FnOnce() -> Vec<Id<TroopType>>,
        form: &'static str,
    ) {
        self.stand(|| Place::Weapon(troops()), form);
        let index = &self.grammar.rules.index;
        let words = self.cursor.words();
        let is_type = phrase::known(&index.weapons, &words, |_| true).is_none()
            && phrase::known(&index.types, &words, |_| true).is_some();
        if is_type {
            self.name(&index.types, |_| true, Sense::Weapon);
        } else {
            self.name(&index.weapons, |_| true, Sense::Weapon);
        }
    }

    /// `rolled` and the faces after it.
    pub(super) fn faces(&mut self) {
        self.take(Sense::Joiner);
        self.stand(|| Place::Nameless, "FACES");
        self.take_rest(Sense::Dice);
    }
}
