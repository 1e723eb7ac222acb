//! The sides, units and groups of a ruling.

mod amended;
mod counts;
mod hurried;
mod listed;
mod troops;
mod words;

use super::Grammar;
use super::cursor::{Cursor, Typed};
use crate::language::token::Kind;
use crate::naming::kept::{AND, BETWEEN, ROLLED, parts_a_line};
use crate::naming::{Found, phrase};
use crate::number::Number;
use crate::roster::{Listed, Named, Place};
use crate::rules::condition::Role;
use crate::rules::kind::Mix;
use crate::rules::ruling::{AimsAt, Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use crate::situation::{Counted, Group, Side, Situation, Unit};
use crate::typed_line::LineRange;
use crate::typed_line::{FaultKind, LineFault};
use words::Goes;

/// The most that a count can be.
const MOST: i64 = 10_000;

pub use amended::Amended;
pub(super) use amended::{WITHOUT, amended};
pub(super) use hurried::{
    is_little, is_little_only, names_troops, says_nothing_before_troops, skip_after_count,
};
pub(super) use troops::{troop_type, units};
pub(super) use words::is_known_word;

/// Reads a situation.
pub(super) fn situation(
    grammar: Grammar<'_>,
    ruling: Id<Ruling>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Situation, LineFault> {
    let mut reading = Reading::of(grammar, ruling);
    reading.sides(cursor)?;
    reading.settle()?;
    Ok(reading.situation)
}

/// Whom of the battle some words name.
pub(super) enum Handle {
    /// This unit.
    Of(Place),
    /// They are the beginning of the handles or names of these.
    Several(Vec<Place>),
    /// Nobody.
    Nobody,
}

/// Whom of the battle the next words name, and how many of them do.
///
/// A unit stands before troop types, in full or begun; only a type in full stands before a unit's
/// name, so that what is written out by types always reads back.
pub(super) fn handle(grammar: Grammar<'_>, words: &[&str]) -> (usize, Handle) {
    let roster = grammar.roster;
    let nobody = (0, Handle::Nobody);
    let Some(first) = words.first().filter(|first| !parts_a_line(first)) else {
        return nobody;
    };
    if roster.is_empty() {
        return nobody;
    }
    let types = phrase::whole(&grammar.rules.index.types, words).map_or(0, |(used, _)| used);
    let unit = roster.whole(words).map_or(0, |(used, _)| used);
    if types > 0 && unit <= types && roster.exactly(first).is_none() {
        return nobody;
    }
    match roster.named(words) {
        Some((used, Named::One(place))) => (used, Handle::Of(place)),
        Some((used, Named::Several(places))) => (used, Handle::Several(places)),
        None => nobody,
    }
}

/// A name that could be several units.
pub(super) fn several_units(grammar: Grammar<'_>, typed: &Typed, places: &[Place]) -> LineFault {
    let units = places.iter().filter_map(|place| grammar.roster.get(*place));
    let units: Vec<String> = units.map(Listed::called).collect();
    let message = format!("`{}` could be {}", typed.text, phrase::list(&units));
    LineFault::of(FaultKind::Ambiguous, message)
        .at(typed.at)
        .hinted("type a little more of it")
}

/// Reads the troops of a unit that is mustered, with the words that stay with it.
pub(super) fn composition(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Unit, LineFault> {
    let Some((ruling, _)) = grammar.rules.rulings.iter().next() else {
        return Err(LineFault::refused("this rule set rules on nothing").at(cursor.here()));
    };
    one_unit(grammar, ruling, Scope::Muster, cursor)
}

/// Reads one unit of which the moves are looked up.
pub(super) fn moving(
    grammar: Grammar<'_>,
    ruling: Id<Ruling>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Unit, LineFault> {
    one_unit(grammar, ruling, Scope::Moves, cursor)
}

fn one_unit(
    grammar: Grammar<'_>,
    ruling: Id<Ruling>,
    scope: Scope,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Unit, LineFault> {
    let mut reading = Reading {
        scope,
        sides: Sides::One,
        ..Reading::of(grammar, ruling)
    };
    reading.unit(Role::Attacker, cursor)?;
    Ok(reading.situation.attacker.units.pop().unwrap_or_default())
}

/// Takes the name of a mix, where no troop type is called so.
pub(super) fn mix_that_comes(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) -> Option<Id<Mix>> {
    let index = &grammar.rules.index;
    let words = cursor.words();
    let types = phrase::longest(&index.types, &words, |_| true);
    if !matches!(types, None | Some((_, Found::None { .. }))) {
        return None;
    }
    let (used, found) = phrase::known(&index.mixes, &words, |_| true)?;
    let Found::One(mix) = found else {
        return None;
    };
    cursor.take_words(used);
    Some(mix)
}

/// Which words can be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Those of the ruling.
    Ruling,
    /// Those that stay with a unit of a battle, whatever is being ruled.
    Muster,
    /// All of the rule set: what counts is looked up.
    Moves,
}

/// What becomes of something that was said already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaidTwice {
    /// It is a fault: the line contradicts itself.
    Fault,
    /// What is said now takes its place.
    Replaces,
}

/// A situation being read.
struct Reading<'a> {
    grammar: Grammar<'a>,
    ruling: Id<Ruling>,
    scope: Scope,
    sides: Sides,
    situation: Situation,
    twice: SaidTwice,
    /// The unit that words belong to, by its place, where it is not the one read last.
    meant: Option<(Role, usize)>,
    /// Words that only the other side can have, said before it or outside it.
    of_foe: Vec<(Id<Word>, Number, LineRange)>,
}

impl<'a> Reading<'a> {
    fn of(grammar: Grammar<'a>, ruling: Id<Ruling>) -> Self {
        let sides = grammar.rules.rulings.get(ruling).sides;
        let mut situation = Situation::of(ruling);
        if sides == Sides::None {
            situation.sides = grammar.roster.sides();
        }
        Reading {
            grammar,
            ruling,
            scope: Scope::Ruling,
            sides,
            situation,
            twice: SaidTwice::Fault,
            meant: None,
            of_foe: Vec::new(),
        }
    }

    /// Everything of a line between its verb and its dice.
    fn sides(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        self.skip_after_verb(cursor);
        match self.sides {
            Sides::None => self.items(cursor),
            Sides::One => {
                self.side(Role::Attacker, cursor)?;
                self.past(cursor)
            }
            Sides::Two => {
                self.side(Role::Attacker, cursor)?;
                self.between(cursor)?;
                self.side(Role::Defender, cursor)
            }
        }
    }

    /// The units that are gone past, if the word before them has been said and they come.
    fn past(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let past = self.grammar.rules.rulings.get(self.ruling).past;
        let said = past.is_some_and(|word| self.situation.attacker.words.is_typed(word));
        match said && names_troops(self.grammar, cursor) {
            true => self.side(Role::Defender, cursor),
            false => Ok(()),
        }
    }

    fn side(&mut self, role: Role, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        loop {
            self.unit(role, cursor)?;
            let comma = cursor.peek().is_some_and(|token| token.kind == Kind::Comma);
            if comma {
                cursor.skip();
            }
            if !cursor.take_word(AND) && !comma {
                return Ok(());
            }
        }
    }

    /// What parts the two sides.
    fn between(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        if BETWEEN.iter().any(|word| cursor.take_word(word)) {
            // `at 10in at pike`: how far stands before whom.
            if !matches!(
                cursor.peek().map(|token| &token.kind),
                Some(Kind::Distance(_))
            ) || names_troops(self.grammar, cursor)
            {
                return Ok(());
            }
            cursor.hurry();
            self.words_of(Role::Attacker, cursor)?;
            return self.between(cursor);
        }
        if names_troops(self.grammar, cursor) {
            cursor.hurry();
            return Ok(());
        }
        let about = self.grammar.rules.rulings.get(self.ruling);
        let wrong = match cursor.peek() {
            Some(_) => LineFault::missing("`at` or `vs` and the other side are missing here"),
            None => LineFault::missing(format!("`{}` at whom", about.id)),
        };
        let wrong = wrong.at(cursor.here());
        Err(match (units(self.grammar), about.examples.first()) {
            (Some(units), _) => wrong.hinted(units),
            (None, Some(example)) => wrong.hinted(format!("as in `{example}`")),
            (None, None) => wrong,
        })
    }

    fn unit(&mut self, role: Role, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        if role == Role::Attacker && self.sides == Sides::Two {
            self.check_who_acts(cursor)?;
        }
        self.skip_before_troops(cursor);
        let start = cursor.here();
        self.side_of(role).units.push(Unit::default());
        if self.place_comes(role, cursor) {
            self.words_of(role, cursor)?;
        } else {
            self.groups(role, cursor)?;
        }
        if let Some(unit) = self.side_of(role).units.last_mut() {
            unit.at = start.to(cursor.behind());
        }
        Ok(())
    }

    /// Whether a place comes that only words name: `woods` where no troops are called so.
    fn place_comes(&self, role: Role, cursor: &Cursor<'_, '_>) -> bool {
        let rules = self.grammar.rules;
        let about = rules.rulings.get(self.ruling);
        if about.aims_at != AimsAt::TroopsOrPlace || role != Role::Defender {
            return false;
        }
        let words = cursor.words();
        let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&self.ruling);
        let of_battle = !matches!(handle(self.grammar, &words).1, Handle::Nobody);
        let is_stack = |word: &str| self.grammar.roster.stack(word).is_some();
        if of_battle || cursor.word().is_some_and(is_stack) {
            return false;
        }
        phrase::known(&rules.index.types, &words, |_| true).is_none()
            && phrase::known(&rules.index.words, &words, fits).is_some()
    }

    /// The groups of a unit, joined by `+`: troops as typed, or units of the battle in a stack.
    fn groups(&mut self, role: Role, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        loop {
            let places = self.listed(role, cursor)?;
            if places.is_empty() {
                self.group(role, cursor)?;
            } else {
                for place in places {
                    self.join(role, place);
                }
                self.words_of(role, cursor)?;
            }
            let more = cursor.peek().is_some_and(|token| token.kind == Kind::Plus);
            if !more {
                return Ok(());
            }
            cursor.skip();
        }
    }

    fn side_of(&mut self, role: Role) -> &mut Side {
        match role {
            Role::Defender => &mut self.situation.defender,
            Role::Attacker | Role::Either => &mut self.situation.attacker,
        }
    }

    /// The unit of a side that words now belong to.
    fn unit_meant(&mut self, role: Role) -> Option<&mut Unit> {
        let meant = self.meant.filter(|(of, _)| *of == role);
        let units = &mut self.side_of(role).units;
        match meant {
            Some((_, place)) => units.get_mut(place),
            None => units.last_mut(),
        }
    }

    fn group(&mut self, role: Role, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let start = cursor.here();
        let (count, counted, lost) = self.count(cursor)?;
        if let Some(mix) = mix_that_comes(self.grammar, cursor) {
            self.mix(role, mix, (count, lost), start.to(cursor.behind()))?;
            return self.words_of(role, cursor);
        }
        if counted == Counted::Said {
            self.check_counted(cursor)?;
        }
        let troop = troop_type(self.grammar, cursor)?;
        let group = Group {
            lost_counts: lost,
            ..Group::of(troop, count, counted, start.to(cursor.behind()))
        };
        if let Some(unit) = self.side_of(role).units.last_mut() {
            unit.groups.push(group);
        }
        self.words_of(role, cursor)
    }

    /// The groups that a mix is made of; what is left of it can be said of its kinds alone.
    fn mix(
        &mut self,
        role: Role,
        mix: Id<Mix>,
        (count, lost): (Number, Number),
        at: LineRange,
    ) -> Result<(), LineFault> {
        let mix = self.grammar.rules.mixes.get(mix);
        if !lost.is_zero() {
            let message = format!("the losses of {} are said of its kinds", mix.name);
            return Err(LineFault::misplaced(message).at(at));
        }
        let groups = mix
            .made_of
            .iter()
            .map(|(troop, each)| Group::of(*troop, count * *each, Counted::Said, at));
        if let Some(unit) = self.side_of(role).units.last_mut() {
            unit.groups.extend(groups);
        }
        Ok(())
    }

    /// The words and distances after a group.
    fn words_of(&mut self, role: Role, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        loop {
            match cursor.peek().map(|token| token.kind.clone()) {
                Some(Kind::Word(word)) => {
                    let ends = word == AND
                        || word == ROLLED
                        || (role == Role::Attacker
                            && self.sides == Sides::Two
                            && BETWEEN.contains(&word.as_str()));
                    if ends {
                        return Ok(());
                    }
                    if self.word(role, cursor)? == Goes::ToTheOtherSide {
                        return Ok(());
                    }
                }
                Some(Kind::Number(_)) if self.is_count_of_foe(role, cursor) => return Ok(()),
                Some(Kind::Number(number)) if self.hurried_number(role, number, cursor)? => {}
                Some(Kind::Comma) if self.comma_says_nothing(role, cursor) => {
                    cursor.skip_hurried();
                }
                Some(Kind::Distance(distance)) => {
                    let at = cursor.here();
                    cursor.skip();
                    let length = self.grammar.length(distance, at)?;
                    self.distance(role, length, at)?;
                }
                Some(Kind::Number(number)) => {
                    let at = cursor.here();
                    cursor.skip();
                    let length = self.grammar.bare_length(number, at)?;
                    self.distance(role, length, at)?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Words where no units are named.
    fn items(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        while cursor.word().is_some_and(|word| word != ROLLED) {
            self.word(Role::Either, cursor)?;
        }
        Ok(())
    }

    fn distance(&mut self, role: Role, length: Number, at: LineRange) -> Result<(), LineFault> {
        let of = match self.scope {
            Scope::Ruling => &self.grammar.rules.rulings.get(self.ruling).id,
            Scope::Muster => "muster",
            Scope::Moves => "move",
        };
        if self.scope != Scope::Ruling || !self.grammar.rules.asks_distance(self.ruling) {
            let wrong = LineFault::misplaced(format!("`{of}` takes no distance")).at(at);
            return Err(self.of_count(role, length, wrong));
        }
        let twice = || LineFault::misplaced("a second distance").at(at);
        let replaces = self.twice == SaidTwice::Replaces;
        if replaces && self.meant.is_none() {
            // What is said of the whole line holds for every group.
            let units = self.situation.attacker.units.iter_mut();
            for group in units.flat_map(|unit| &mut unit.groups) {
                group.distance = None;
            }
        }
        let of_group = role == Role::Attacker && self.sides == Sides::Two;
        if !of_group || (replaces && self.meant.is_none()) {
            let place = &mut self.situation.distance;
            if place.is_some() && !replaces {
                return Err(twice());
            }
            *place = Some(length);
            return Ok(());
        }
        let unit = self.unit_meant(Role::Attacker).ok_or_else(twice)?;
        let last = unit.groups.len().saturating_sub(1);
        // A distance after a handle is that of all its groups.
        let of_handle = unit.mustered.last().map(|part| part.groups.clone());
        let of_handle = of_handle.filter(|groups| groups.contains(&last));
        let groups = of_handle.unwrap_or(last..last.saturating_add(1));
        for group in unit.groups.get_mut(groups).unwrap_or_default() {
            if group.distance.is_some() && !replaces {
                return Err(twice());
            }
            group.distance = Some(length);
        }
        Ok(())
    }
}
