//! A ruling with changes made to what was said.

use std::ops::Range;

use super::super::cursor::{Cursor, Typed};
use super::super::{Grammar, Verb, hurried};
use super::{Handle, Reading, SaidTwice, handle, troop_type};
use crate::language::command::Faces;
use crate::language::token::Kind;
use crate::language::written;
use crate::naming::kept::{BETWEEN, ROLLED};
use crate::naming::{Found, phrase};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::word::{Stands, Takes, Word};
use crate::situation::{Origin, Said, Side, Situation, Unit};
use crate::typed_line::{FaultKind, Line, LineFault};

/// A ruling with changes made to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Amended {
    /// The ruling as a line, without its dice.
    pub line: String,
    /// The dice that were told with the changes.
    pub faces: Option<Faces>,
}

/// Reads the ruling `of`, and makes the changes that `line` has from byte `from` on.
///
/// The changes are made to what was said, not to how it was typed; places are
/// those of `line`.
///
/// # Errors
/// `of` is no ruling, or a change does not fit it.
pub(in super::super) fn amended(
    grammar: Grammar<'_>,
    of: &str,
    line: &str,
    from: usize,
) -> Result<Amended, LineFault> {
    let mut reading = as_said(grammar, of)?;
    let read = Line::read(line)?;
    let mut faces = None;
    for change in changes(&read, from) {
        let tokens = grammar.tokens_within(&read, change.at)?;
        let mut cursor = Cursor::new(&read, &tokens);
        match change.sign {
            Sign::Without => reading.without(&mut cursor)?,
            Sign::With => reading.change(&mut cursor)?,
        }
        faces = faces.or(super::super::faces(&mut cursor));
        cursor.finish()?;
    }
    reading.settle_anew()?;
    Ok(Amended {
        line: written::line(grammar.rules, &reading.situation),
        faces,
    })
}

/// Words that take the next one back.
pub(in super::super) const WITHOUT: [&str; 2] = ["not", "without"];

/// Whether a change says something besides, or takes something back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    With,
    Without,
}

/// A change, with its place in the plain text of the line, without its sign.
struct Change {
    sign: Sign,
    at: Range<usize>,
}

/// The changes of a line from a place on: each ends where the next `+WORD`, `-WORD`, word before a
/// side, or the dice begin.
fn changes(line: &Line<'_>, from: usize) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut before = "";
    let mut place = from;
    for word in line.words_from(from).split(' ') {
        let at = place..place + word.len();
        place = at.end + 1;
        if word.is_empty() {
            continue;
        }
        let is = |one: &str| word.eq_ignore_ascii_case(one);
        let sign = match word.split_at_checked(1) {
            Some(("-", rest)) if begins_a_word(rest) => Some(Sign::Without),
            // A `+` after another one, or alone, joins two units.
            Some(("+", rest)) if begins_a_word(rest) && !before.ends_with('+') => Some(Sign::With),
            _ if WITHOUT.iter().any(|one| is(one)) => Some(Sign::Without),
            _ => None,
        };
        let signed = match sign {
            Some(_) if word.starts_with(['+', '-']) => 1,
            Some(_) => word.len(),
            None => 0,
        };
        let begins = sign.is_some() || is(ROLLED) || BETWEEN.iter().any(|one| is(one));
        match changes.last_mut() {
            Some(last) if !begins => last.at.end = at.end,
            _ => changes.push(Change {
                sign: sign.unwrap_or(Sign::With),
                at: at.start + signed..at.end,
            }),
        }
        before = word;
    }
    changes
}

fn begins_a_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
}

/// The ruling of a line as the referee said it, before what the battle knows counts.
fn as_said<'a>(grammar: Grammar<'a>, line: &str) -> Result<Reading<'a>, LineFault> {
    let no_ruling = || LineFault::new(format!("`{}` is no ruling", line.trim()));
    let read = Line::read(line)?;
    let tokens = grammar.tokens(&read, 0)?;
    let tokens = hurried::with_verb(grammar, &read, &tokens)?;
    let mut cursor = Cursor::new(&read, &tokens);
    if cursor.is_done() {
        return Err(no_ruling());
    }
    let Verb::Ruling(ruling) = grammar.verb(&mut cursor)? else {
        return Err(no_ruling());
    };
    let mut reading = Reading::of(grammar, ruling);
    reading.sides(&mut cursor)?;
    reading.settle()?;
    for said in all_said(&mut reading.situation) {
        said.keep_typed();
    }
    for side in [
        &mut reading.situation.attacker,
        &mut reading.situation.defender,
    ] {
        for part in side.units.iter_mut().flat_map(|unit| &mut unit.mustered) {
            part.counted = Said::default();
        }
    }
    reading.twice = SaidTwice::Replaces;
    Ok(reading)
}

/// Every set of words of a situation.
fn all_said(situation: &mut Situation) -> impl Iterator<Item = &mut Said> {
    let Situation {
        attacker,
        defender,
        words,
        ..
    } = situation;
    let of_sides = [attacker, defender].into_iter().flat_map(|side| {
        let Side { units, words } = side;
        let of_units = units.iter_mut().flat_map(|unit| {
            let Unit { groups, words, .. } = unit;
            let of_groups = groups.iter_mut().map(|group| &mut group.words);
            of_groups.chain(std::iter::once(words))
        });
        of_units.chain(std::iter::once(words))
    });
    of_sides.chain(std::iter::once(words))
}

impl Reading<'_> {
    /// Reads one change: another side, a distance, words that are said besides.
    fn change(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        if BETWEEN.iter().any(|word| cursor.take_word(word)) {
            return self.at(cursor);
        }
        self.mean(cursor);
        if cursor.is_done() || cursor.word() == Some(ROLLED) {
            return Ok(());
        }
        self.more(cursor)?;
        self.past(cursor)
    }

    /// What follows `at`: a distance, or another side.
    fn at(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let is_length = match cursor.peek().map(|token| &token.kind) {
            Some(Kind::Distance(_)) => true,
            // A number before troops is their count.
            Some(Kind::Number(_)) => !is_before_troops(self.grammar, cursor),
            None => {
                return Err(LineFault::missing("at whom, or how far").at(cursor.here()));
            }
            _ => false,
        };
        if is_length {
            return self.words_of(Role::Attacker, cursor);
        }
        if self.sides != Sides::Two {
            let about = &self.grammar.rules.rulings.get(self.ruling).id;
            return Err(LineFault::misplaced(format!("`{about}` has no target")).at(cursor.here()));
        }
        self.meant = None;
        self.situation.defender = Side::default();
        self.side(Role::Defender, cursor)
    }

    /// A unit of the line, before the words that are meant for it.
    fn mean(&mut self, cursor: &mut Cursor<'_, '_>) {
        let roster = self.grammar.roster;
        let (used, Handle::Of(place)) = handle(self.grammar, &cursor.words()) else {
            return;
        };
        let Some(listed) = roster.get(place) else {
            return;
        };
        for role in [Role::Attacker, Role::Defender] {
            let units = &self.situation.side(role).units;
            let is_it = |unit: &Unit| {
                unit.mustered
                    .iter()
                    .any(|part| part.handle == listed.handle)
            };
            if let Some(place) = units.iter().position(is_it) {
                self.meant = Some((role, place));
                cursor.take_words(used);
                return;
            }
        }
    }

    /// Words and distances that are said besides.
    fn more(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let at = cursor.here();
        let role = match (self.meant, self.sides) {
            (Some((role, _)), _) => role,
            (None, Sides::None) => return self.items(cursor),
            (None, _) => Role::Attacker,
        };
        let word = self.word_that_comes(cursor);
        let about = word.map(|word| self.grammar.rules.words.get(word));
        let of_unit = about.is_some_and(|word| {
            word.role != Role::Defender && !matches!(word.stands, Stands::Line | Stands::Side)
        });
        if self.meant.is_none() && of_unit && self.situation.attacker.units.len() > 1 {
            let name = about.map_or_else(String::new, |word| word.id.to_string());
            let message = format!("`{name}` could be of several units");
            return Err(LineFault::of(FaultKind::Ambiguous, message)
                .at(at)
                .hinted("say it after the unit that you mean"));
        }
        self.words_of(role, cursor)
    }

    /// The word of the ruling that comes next, if it is one.
    fn word_that_comes(&self, cursor: &Cursor<'_, '_>) -> Option<Id<Word>> {
        let rules = self.grammar.rules;
        let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&self.ruling);
        match phrase::longest(&rules.index.words, &cursor.words(), fits)? {
            (_, Found::One(word)) => Some(word),
            _ => None,
        }
    }

    /// Takes a word back that was said.
    fn without(&mut self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let rules = self.grammar.rules;
        let words = cursor.words();
        let Some((used, found)) = phrase::longest(&rules.index.words, &words, |_| true) else {
            return Err(LineFault::missing("a word is missing").at(cursor.here()));
        };
        let found = match found {
            Found::One(word) => Some(word),
            Found::Several(_) | Found::None { .. } => None,
        };
        let typed = cursor.take_words(used);
        let Some(word) = found else {
            return Err(
                LineFault::unknown(format!("there is no word `{}`", typed.text)).at(typed.at),
            );
        };
        // The number that a word takes goes with it.
        if rules.words.get(word).takes != Takes::Nothing {
            cursor.take_number();
        }
        self.take_out(word, &typed)
    }

    fn take_out(&mut self, word: Id<Word>, typed: &Typed) -> Result<(), LineFault> {
        let about = self.grammar.rules.words.get(word);
        let meant = self.meant;
        let mut taken = 0_usize;
        match &about.takes {
            Takes::Losses | Takes::Weapon => taken = self.take_out_of_groups(&about.takes),
            Takes::Step(steps) => {
                for said in all_said(&mut self.situation) {
                    for step in steps {
                        taken += usize::from(said.is_typed(*step));
                        said.remove(*step);
                    }
                }
            }
            Takes::Nothing | Takes::Number(..) => match meant {
                Some((role, _)) => {
                    if let Some(unit) = self.unit_meant(role) {
                        let of_groups = unit.groups.iter_mut().map(|group| &mut group.words);
                        for said in of_groups.chain([&mut unit.words]) {
                            taken += usize::from(said.is_typed(word));
                            said.remove(word);
                        }
                    }
                }
                None => {
                    for said in all_said(&mut self.situation) {
                        taken += usize::from(said.is_typed(word));
                        said.remove(word);
                    }
                }
            },
        }
        // Without the word for it, nobody is gone past.
        if self.grammar.rules.rulings.get(self.ruling).past == Some(word) {
            self.situation.defender = Side::default();
        }
        match taken {
            0 => Err(self.was_not_said(word, typed)),
            1 => Ok(()),
            _ if meant.is_some() => Ok(()),
            _ => {
                let message = format!("`{}` is said of several units", about.id);
                Err(LineFault::of(FaultKind::Ambiguous, message)
                    .at(typed.at)
                    .hinted("name the unit first that you mean, as in `amend grey -flank`"))
            }
        }
    }

    /// Takes losses or weapons back that were said of groups; how many.
    fn take_out_of_groups(&mut self, takes: &Takes) -> usize {
        let Situation {
            attacker, defender, ..
        } = &mut self.situation;
        let mut taken = 0;
        for unit in [attacker, defender]
            .into_iter()
            .flat_map(|side| &mut side.units)
        {
            for group in &mut unit.groups {
                let said = match takes {
                    Takes::Losses => std::mem::take(&mut group.lost) > Number::ZERO,
                    _ if unit.mustered.is_empty() => group.weapon.take().is_some(),
                    _ => false,
                };
                taken += usize::from(said);
            }
            for part in &mut unit.mustered {
                if *takes == Takes::Weapon {
                    taken += usize::from(part.armed.take().is_some());
                }
            }
        }
        taken
    }

    /// What is wrong with taking back a word that was not said.
    fn was_not_said(&self, word: Id<Word>, typed: &Typed) -> LineFault {
        let about = self.grammar.rules.words.get(word);
        let sides = [&self.situation.attacker, &self.situation.defender];
        let mut parts = sides
            .into_iter()
            .flat_map(|side| &side.units)
            .flat_map(|unit| &unit.mustered);
        let known = parts.find(|part| part.known.has(word));
        let wrong = LineFault::misplaced(format!("`{}` was not said", about.id)).at(typed.at);
        match known {
            Some(part) => wrong.hinted(format!(
                "`{}` is in that state: `state {} not {}` ends it",
                part.handle, part.handle, about.id
            )),
            None => wrong,
        }
    }

    /// Settles what was amended: words bring others along, and states of the battle count.
    fn settle_anew(&mut self) -> Result<(), LineFault> {
        let rules = self.grammar.rules;
        for said in all_said(&mut self.situation) {
            said.keep_typed();
            let typed: Vec<Id<Word>> = said.typed().map(|(word, _)| word).collect();
            for also in typed
                .iter()
                .flat_map(|word| &rules.words.get(*word).implies)
            {
                if !said.has(*also) {
                    said.add_from(Origin::Implied, *also, Number::ZERO);
                }
            }
        }
        self.settle()
    }
}

/// Whether the number that comes counts troops.
fn is_before_troops(grammar: Grammar<'_>, cursor: &Cursor<'_, '_>) -> bool {
    let mut ahead = cursor.ahead();
    ahead.skip();
    troop_type(grammar, &mut ahead).is_ok()
}
