//! The words of a ruling: what each takes, and to whom it belongs.

use std::ops::Range;

use super::super::cursor::{Cursor, Typed};
use super::super::{Grammar, several, unknown};
use super::hurried::{is_little_only, names_troops};
use super::{MOST, Reading, SaidTwice, Scope};
use crate::naming::{Found, Names, phrase};
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::word::{Stands, Takes, Word};
use crate::situation::{Group, Mustered, Origin, Said, Side, Unit};
use crate::typed_line::{FaultKind, LineFault, LineRange};

/// Where a line goes on after a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goes {
    /// With what else is said of the same unit.
    On,
    /// To the other side, which begins here.
    ToTheOtherSide,
}

impl Reading<'_> {
    /// Reads a word, or goes past what says nothing.
    pub(super) fn word(
        &mut self,
        role: Role,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<Goes, LineFault> {
        let rules = self.grammar.rules;
        let ruling = self.ruling;
        let words = cursor.words();
        let scope = self.scope;
        let fits = |word: Id<Word>| {
            let word = rules.words.get(word);
            match scope {
                Scope::Ruling => word.rulings.contains(&ruling),
                Scope::Muster => word.stays_when_mustered(),
                Scope::Moves => true,
            }
        };
        let Some((used, found)) = phrase::longest(&rules.index.words, &words, fits) else {
            return Err(LineFault::missing("a word is missing").at(cursor.here()));
        };
        let inflected = match found {
            Found::None { .. } => inflected(&rules.index.words, &words, fits),
            _ => None,
        };
        // `in` is the beginning of no word: it says nothing before one.
        let is_little = used == 1 && is_little_only(&rules.index.words, &words);
        if (is_little || !matches!(found, Found::One(_)))
            && let Some(goes) = self.hurried_word(role, cursor)?
        {
            return Ok(goes);
        }
        if inflected.is_some() {
            cursor.hurry();
        }
        let word = match (inflected, found) {
            (Some(word), _) | (None, Found::One(word)) => word,
            (None, Found::Several(names)) => {
                let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
                let typed = cursor.take_words(used);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                return Err(several(&typed.text, &names, typed.at));
            }
            (None, Found::None { nearest }) => {
                let typed = cursor.take_words(1);
                return Err(match self.scope {
                    Scope::Ruling => {
                        let fault =
                            unknown::word(self.grammar, ruling, self.sides, &typed, nearest);
                        self.of_longer_name(role, nearest, fault)
                    }
                    Scope::Muster => unknown::of_unit(self.grammar, "muster", &typed, nearest),
                    Scope::Moves => unknown::of_unit(self.grammar, "move", &typed, nearest),
                });
            }
        };
        let typed = cursor.take_words(used);
        let about = rules.words.get(word);
        let number = match &about.takes {
            Takes::Nothing => Number::ZERO,
            Takes::Number(least, most) => self.number(about, *least, *most, cursor)?,
            Takes::Step(steps) => {
                self.step(role, about, steps, cursor, typed)?;
                return Ok(Goes::On);
            }
            Takes::Losses => {
                self.lose(role, about, cursor, typed)?;
                return Ok(Goes::On);
            }
            Takes::Weapon => {
                self.arm(role, cursor, typed)?;
                return Ok(Goes::On);
            }
        };
        let past = self.scope == Scope::Ruling
            && role == Role::Attacker
            && rules.rulings.get(ruling).past == Some(word)
            && names_troops(self.grammar, cursor);
        if past && self.twice == SaidTwice::Replaces {
            self.situation.attacker.words.remove(word);
            self.situation.defender = Side::default();
        }
        self.place(role, word, number, typed)?;
        Ok(match past {
            true => Goes::ToTheOtherSide,
            false => Goes::On,
        })
    }

    pub(super) fn number(
        &self,
        word: &Word,
        least: Number,
        most: Number,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<Number, LineFault> {
        let here = cursor.here();
        match cursor.take_number() {
            Some((number, _)) if least <= number && number <= most => Ok(number),
            Some((_, at)) => Err(LineFault::number(format!(
                "`{}` is not between {least} and {most}",
                cursor.text(at)
            ))
            .at(at)
            .hinted(format!("`{}`: {}", word.id, word.say))),
            None => Err(LineFault::missing(format!("`{}` takes a number", word.id))
                .at(here)
                .hinted(word.say.clone())),
        }
    }

    /// Takes in a word whose number stands before it.
    pub(super) fn numbered(
        &mut self,
        role: Role,
        word: Id<Word>,
        number: Number,
        typed: Typed,
    ) -> Result<(), LineFault> {
        let about = self.grammar.rules.words.get(word);
        match about.takes {
            Takes::Number(least, most) if number < least || most < number => {
                let message = format!("`{number}` is not between {least} and {most}");
                let hint = format!("`{}`: {}", about.id, about.say);
                Err(LineFault::number(message).at(typed.at).hinted(hint))
            }
            _ => self.place(role, word, number, typed),
        }
    }

    /// A word said by its number in a list, from 1.
    fn step(
        &mut self,
        role: Role,
        word: &Word,
        steps: &[Id<Word>],
        cursor: &mut Cursor<'_, '_>,
        typed: Typed,
    ) -> Result<(), LineFault> {
        let at = cursor.here();
        let number = self.number(word, Number::ONE, Number::from(steps.len()), cursor)?;
        let place = number.to_i64().and_then(|n| usize::try_from(n - 1).ok());
        match place.and_then(|place| steps.get(place)) {
            Some(step) => self.place(role, *step, Number::ZERO, typed),
            None => Err(LineFault::number(format!("`{}` takes a whole number", word.id)).at(at)),
        }
    }

    /// The group of a side that a word stands after.
    pub(super) fn last_group(
        &mut self,
        role: Role,
        typed: &Typed,
    ) -> Result<&mut Group, LineFault> {
        let unit = self.unit_meant(role);
        unit.and_then(|unit| unit.groups.last_mut()).ok_or_else(|| {
            LineFault::misplaced(format!("`{}` stands after troops", typed.text)).at(typed.at)
        })
    }

    fn lose(
        &mut self,
        role: Role,
        word: &Word,
        cursor: &mut Cursor<'_, '_>,
        typed: Typed,
    ) -> Result<(), LineFault> {
        let at = cursor.here();
        let number = self.number(word, Number::ZERO, Number::whole(MOST * 100), cursor)?;
        self.lost(role, number, at, &typed)
    }

    /// Takes in what the last group has lost.
    pub(super) fn lost(
        &mut self,
        role: Role,
        number: Number,
        at: LineRange,
        typed: &Typed,
    ) -> Result<(), LineFault> {
        let loss = &self.grammar.rules.loss;
        if !number.over(loss.least).is_whole() {
            let many = &loss.many;
            return Err(
                LineFault::number(format!("`{number}` does not come out in {many}")).at(at),
            );
        }
        if let Some(part) = self.part_meant(role) {
            let handle = part.handle.clone();
            return Err(
                LineFault::misplaced(format!("the losses of `{handle}` are on record"))
                    .at(typed.at)
                    .hinted(format!("`lose {handle} {number}` adds to them")),
            );
        }
        let twice = self.twice;
        let group = self.last_group(role, typed)?;
        let given = group.lost > Number::ZERO || group.lost_counts > Number::ZERO;
        if given && twice == SaidTwice::Fault {
            return Err(LineFault::misplaced("losses are given twice").at(typed.at));
        }
        group.lost_counts = Number::ZERO;
        group.lost = number;
        Ok(())
    }

    /// The unit of the battle that the last group of a side belongs to.
    fn part_meant(&mut self, role: Role) -> Option<&mut Mustered> {
        let unit = self.unit_meant(role)?;
        let last = unit.groups.len().checked_sub(1)?;
        let mut parts = unit.mustered.iter_mut();
        parts.find(|part| part.groups.contains(&last))
    }

    fn arm(
        &mut self,
        role: Role,
        cursor: &mut Cursor<'_, '_>,
        typed: Typed,
    ) -> Result<(), LineFault> {
        let weapon = super::super::lookups::weapon(self.grammar, cursor)?;
        if let Some(part) = self.part_meant(role) {
            part.armed = Some(weapon);
        }
        self.last_group(role, &typed)?.weapon = Some(weapon);
        Ok(())
    }

    /// Puts a word where it belongs.
    fn place(
        &mut self,
        role: Role,
        word: Id<Word>,
        number: Number,
        typed: Typed,
    ) -> Result<(), LineFault> {
        let about = self.grammar.rules.words.get(word);
        let two = self.sides == Sides::Two || !self.situation.defender.units.is_empty();
        let foe = two && about.role != Role::Either && about.role != role;
        if foe && about.stands != Stands::Line {
            self.of_foe.push((word, number, typed.at));
            return Ok(());
        }
        let twice = self.twice;
        if twice == SaidTwice::Replaces {
            self.drop_barred(role, word);
        }
        let said = match about.stands {
            Stands::Line => &mut self.situation.words,
            _ if role == Role::Either => &mut self.situation.words,
            Stands::Side => &mut self.side_of(role).words,
            // At a place without troops there is no group that could be meant.
            Stands::Group if !self.at_place(role) => &mut self.last_group(role, &typed)?.words,
            Stands::Unit | Stands::Group => match self.unit_meant(role) {
                Some(unit) => &mut unit.words,
                None => &mut self.situation.words,
            },
        };
        say(said, (word, number), about, twice, &typed)
    }

    /// Leaves out the words of a unit that cannot be beside one that is said now.
    fn drop_barred(&mut self, role: Role, word: Id<Word>) {
        let rules = self.grammar.rules;
        let Some(unit) = self.unit_meant(role) else {
            return;
        };
        let of_groups = unit.groups.iter_mut().map(|group| &mut group.words);
        for said in of_groups.chain([&mut unit.words]) {
            let barred = said.typed().map(|(other, _)| other);
            let barred: Vec<Id<Word>> = barred
                .filter(|other| rules.bar_each_other(*other, word))
                .collect();
            for other in barred {
                said.remove(other);
            }
        }
    }

    /// Whether the last unit of a side is a place without troops.
    fn at_place(&self, role: Role) -> bool {
        let last = self.situation.side(role).units.last();
        last.is_some_and(|unit| unit.groups.is_empty())
    }

    /// Gives the other side's words to it, once all units are known.
    pub(super) fn settle(&mut self) -> Result<(), LineFault> {
        let rules = self.grammar.rules;
        for (word, number, at) in std::mem::take(&mut self.of_foe) {
            let about = rules.words.get(word);
            let twice = self.twice;
            if twice == SaidTwice::Replaces {
                self.drop_barred(about.role, word);
            }
            let side = self.side_of(about.role);
            let typed = Typed {
                text: about.id.as_str().into(),
                at,
            };
            let said = match (about.stands, side.units.as_mut_slice()) {
                (Stands::Side, _) => &mut side.words,
                (_, [unit]) => &mut unit.words,
                _ => {
                    return Err(LineFault::of(
                        FaultKind::Ambiguous,
                        format!("`{}` could be of several units", about.id),
                    )
                    .at(typed.at)
                    .hinted("say it after the unit that you mean"));
                }
            };
            say(said, (word, number), about, twice, &typed)?;
        }
        for role in [Role::Attacker, Role::Defender] {
            self.let_states_count(role);
        }
        Ok(())
    }

    /// Lets the states of units of the battle count, unless the line says otherwise.
    fn let_states_count(&mut self, role: Role) {
        let rules = self.grammar.rules;
        let (ruling, sides) = (self.ruling, self.sides);
        for unit in &mut self.side_of(role).units {
            let mut parts = std::mem::take(&mut unit.mustered);
            for part in &mut parts {
                for (id, number) in part.known.iter() {
                    let word = rules.words.get(id);
                    let of_side =
                        word.role == Role::Either || word.role == role || sides == Sides::One;
                    if !of_side || !word.rulings.contains(&ruling) {
                        continue;
                    }
                    if unit_says(rules, unit, &part.groups, id) {
                        continue;
                    }
                    part.counted.add(id, number);
                }
            }
            for part in &parts {
                for (id, number) in part.counted.iter() {
                    let word = rules.words.get(id);
                    let groups = unit.groups.get_mut(part.groups.clone());
                    if word.stands == Stands::Group {
                        for group in groups.unwrap_or_default() {
                            group.words.add_from(Origin::Known, id, number);
                        }
                    } else if !unit.words.has(id) {
                        unit.words.add_from(Origin::Known, id, number);
                        for also in &word.implies {
                            if !unit.words.has(*also) {
                                unit.words.add_from(Origin::Known, *also, Number::ZERO);
                            }
                        }
                    }
                }
            }
            unit.mustered = parts;
        }
    }
}

/// Whether a line says a word of a unit itself, or one that cannot be beside it.
fn unit_says(rules: &RuleSet, unit: &Unit, groups: &Range<usize>, word: Id<Word>) -> bool {
    let of_groups = unit.groups.get(groups.clone()).unwrap_or_default();
    let said = of_groups.iter().map(|group| &group.words);
    said.chain([&unit.words])
        .flat_map(Said::iter)
        .any(|(other, _)| other == word || rules.bar_each_other(other, word))
}

/// Whether a word is one of the rule set's, in full, begun or in another form.
pub(in super::super) fn is_known_word(grammar: Grammar<'_>, word: &str) -> bool {
    let names = &grammar.rules.index.words;
    matches!(names.find(word), Found::One(_)) || inflected(names, &[word], |_| true).is_some()
}

/// The word of which the first that comes is another form: `supporting` of `supported`.
fn inflected(
    names: &Names<Id<Word>>,
    words: &[&str],
    fits: impl Fn(Id<Word>) -> bool,
) -> Option<Id<Word>> {
    let first = words.first()?;
    let stems = ["s", "ed", "d", "ing"].into_iter();
    let stems = stems.filter_map(|end| first.strip_suffix(end));
    let mut stems = stems.filter(|stem| stem.len() >= SHORTEST_STEM);
    stems.find_map(|stem| match names.find_where(stem, &fits) {
        Found::One(word) => Some(word),
        Found::Several(_) | Found::None { .. } => None,
    })
}

/// The fewest letters by which another form of a word is known.
const SHORTEST_STEM: usize = 4;

fn say(
    said: &mut Said,
    (word, number): (Id<Word>, Number),
    about: &Word,
    twice: SaidTwice,
    typed: &Typed,
) -> Result<(), LineFault> {
    // A number that is said anew takes the place of the other.
    let same = said.number(word) == Some(number);
    if said.is_typed(word) && (twice == SaidTwice::Fault || same) {
        return Err(LineFault::misplaced(format!("`{}` is said twice", about.id)).at(typed.at));
    }
    said.remove(word);
    said.add(word, number);
    for also in &about.implies {
        if !said.has(*also) {
            said.add_from(Origin::Implied, *also, Number::ZERO);
        }
    }
    Ok(())
}
