//! Lines of which the verb stands elsewhere than first, or is left out: `grey b1 8`.

use std::borrow::Cow;

use super::cursor::Cursor;
use super::ruling::{self, names_troops};
use super::{Grammar, faces};
use crate::language::token::{Kind, Token};
use crate::language::verbs::{Own, Verb};
use crate::language::written;
use crate::naming::kept::BETWEEN;
use crate::naming::{Found, phrase};
use crate::rules::ruling::{Ruling, Sides};
use crate::rules::shelf::Id;
use crate::rules::word::{Lasts, Word};
use crate::situation::{Group, Situation};
use crate::typed_line::{FaultKind, Line, LineFault, LineRange};

/// The most readings that are written out where a line can mean several things.
const MOST_WRITTEN: usize = 4;

/// The tokens of a line with its verb first; as they stand, where they begin with one already, and
/// where no verb can be found for them.
///
/// # Errors
/// The line could mean several things, or it begins with troops and no verb fits it.
pub(super) fn with_verb<'t>(
    grammar: Grammar<'_>,
    line: &Line<'_>,
    tokens: &'t [Token],
) -> Result<Cow<'t, [Token]>, LineFault> {
    let as_they_stand = Cow::Borrowed(tokens);
    let Some(first) = tokens.first() else {
        return Ok(as_they_stand);
    };
    if matches!(first.kind, Kind::Dice(_)) {
        let name = Own::Roll.about().map_or("", |verb| verb.name);
        return Ok(Cow::Owned(after_verb(name, first.at, tokens)));
    }
    let finder = Finder { grammar, line };
    let words = words_of(tokens);
    match grammar.vocabulary.at_start(&words).map(|verb| verb.found) {
        Some(Found::One(Verb::Ruling(ruling))) => {
            return Ok(match finder.turned(ruling, tokens) {
                Some(tokens) => Cow::Owned(tokens),
                None => as_they_stand,
            });
        }
        Some(Found::One(_)) => return Ok(as_they_stand),
        Some(Found::Several(names)) => {
            let rest = tokens.get(1..).unwrap_or_default();
            let rulings = names
                .iter()
                .filter_map(|name| match grammar.vocabulary.whole(name) {
                    Some(Verb::Ruling(ruling)) => Some(ruling),
                    _ => None,
                });
            let read = finder.readings(rulings, |name| after_verb(name, first.at, rest));
            return Ok(match finder.choose(read, first.at) {
                Ok(tokens) => Cow::Owned(tokens),
                Err(_) => as_they_stand,
            });
        }
        Some(Found::None { .. }) | None => {}
    }
    with_verb_left_out(grammar, line, tokens)
}

/// The tokens of a line that does not begin with its verb, with the verb first; as they stand, where none
/// can be found for them.
///
/// # Errors
/// The line could mean several things, or it begins with troops and no verb fits it.
pub(super) fn with_verb_left_out<'t>(
    grammar: Grammar<'_>,
    line: &Line<'_>,
    tokens: &'t [Token],
) -> Result<Cow<'t, [Token]>, LineFault> {
    let as_they_stand = Cow::Borrowed(tokens);
    let Some(first) = tokens.first() else {
        return Ok(as_they_stand);
    };
    let finder = Finder { grammar, line };
    let words = words_of(tokens);
    let rulings = || grammar.rules.rulings.iter().map(|(id, _)| id);
    let counts = matches!(first.kind, Kind::Number(_) | Kind::Count { .. });
    let begins_with_word = |token: &Token| matches!(token.kind, Kind::Word(_));
    if names_troops(grammar, &Cursor::new(line, tokens))
        || (counts && tokens.get(1).is_some_and(begins_with_word))
    {
        let read = || finder.readings(rulings(), |name| after_verb(name, first.at, tokens));
        if let Some((place, ruling)) = finder.verb_inside(tokens) {
            let moved = finder.moved(tokens, place, ruling);
            // A verb may be a word of another ruling, too.
            if finder.read(ruling, &moved).is_err()
                && let Ok(otherwise) = finder.choose(read(), first.at)
            {
                return Ok(Cow::Owned(otherwise));
            }
            return Ok(Cow::Owned(moved));
        }
        return finder.choose(read(), first.at).map(Cow::Owned);
    }
    // `charge 2 hussars at 3 musketeers`: what is said of them stands before them.
    if let Some((used, word)) = finder.word(&words) {
        let about = grammar.rules.words.get(word);
        let (said, rest) = tokens.split_at(used.min(tokens.len()));
        let of_word = about.rulings.iter().copied();
        let of_word = of_word.filter(|id| grammar.rules.rulings.get(*id).sides != Sides::None);
        let read: Vec<ReadBy> = of_word
            .map(|ruling| finder.said_first(ruling, said, rest, first.at))
            .collect();
        if read.iter().any(|reading| reading.read.is_ok()) {
            return finder.choose(read, first.at).map(Cow::Owned);
        }
    }
    Ok(as_they_stand)
}

/// The tokens of a line that is still being typed, with a verb first where who acts stands first: the
/// one that fits, else one that belongs to the phase, else the first of the rule set.
pub(super) fn as_begun<'t>(
    grammar: Grammar<'_>,
    line: &Line<'_>,
    tokens: &'t [Token],
) -> Cow<'t, [Token]> {
    let as_they_stand = Cow::Borrowed(tokens);
    let Some(first) = tokens.first() else {
        return as_they_stand;
    };
    let begins_with_troops = || names_troops(grammar, &Cursor::new(line, tokens));
    match with_verb(grammar, line, tokens) {
        Ok(read) => return read,
        Err(_) if !begins_with_troops() => return as_they_stand,
        Err(_) => {}
    }
    let finder = Finder { grammar, line };
    let of_two = || {
        let rulings = grammar.rules.rulings.iter();
        rulings.filter(|(_, ruling)| ruling.sides == Sides::Two)
    };
    let due = of_two().find(|(id, _)| finder.is_of_phase(*id));
    match due.or_else(|| of_two().next()) {
        Some((_, ruling)) => Cow::Owned(after_verb(&ruling.id, first.at, tokens)),
        None => as_they_stand,
    }
}

/// A verb, and tokens after it.
fn after_verb(name: &str, at: LineRange, tokens: &[Token]) -> Vec<Token> {
    let verb = Token {
        kind: Kind::Word(name.into()),
        at: at.before(),
        hurried: true,
    };
    std::iter::once(verb)
        .chain(tokens.iter().cloned())
        .collect()
}

/// The run of words with which tokens begin.
fn words_of(tokens: &[Token]) -> Vec<&str> {
    tokens
        .iter()
        .map_while(|token| match &token.kind {
            Kind::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect()
}

/// A line read by a verb that it does not begin with.
struct ReadBy {
    ruling: Id<Ruling>,
    tokens: Vec<Token>,
    read: Result<Situation, LineFault>,
}

/// A verb that fits a line, what it says by that verb, and its tokens.
type Fit = (Id<Ruling>, Situation, Vec<Token>);

/// Whether more is said of who acts than who it is.
fn says_words(said: &Situation) -> bool {
    let mut units = said.attacker.units.iter();
    units.any(|unit| unit.words.typed().next().is_some())
}

/// Looks for the verb of a line.
struct Finder<'a, 'l> {
    grammar: Grammar<'a>,
    line: &'l Line<'l>,
}

impl Finder<'_, '_> {
    /// The line by each of some verbs of which the two sides, or one, are named.
    fn readings(
        &self,
        rulings: impl Iterator<Item = Id<Ruling>>,
        order: impl Fn(&str) -> Vec<Token>,
    ) -> Vec<ReadBy> {
        let rules = self.grammar.rules;
        rulings
            .filter(|ruling| rules.rulings.get(*ruling).sides != Sides::None)
            .map(|ruling| {
                let tokens = order(&rules.rulings.get(ruling).id);
                let read = self.read(ruling, &tokens);
                ReadBy {
                    ruling,
                    tokens,
                    read,
                }
            })
            .collect()
    }

    /// `fire at pike 4 musketeers 10in` with who acts first, if it can be read so.
    fn turned(&self, ruling: Id<Ruling>, tokens: &[Token]) -> Option<Vec<Token>> {
        let ([verb, at], rest) = tokens.split_first_chunk::<2>()?;
        let parts = |token: &Token| matches!(&token.kind, Kind::Word(word) if BETWEEN.contains(&word.as_str()));
        if !parts(at) || self.grammar.rules.rulings.get(ruling).sides != Sides::Two {
            return None;
        }
        (1..rest.len()).find_map(|place| {
            let (aimed_at, acting) = rest.split_at(place);
            let mut at = at.clone();
            at.hurried = true;
            let turned = [std::slice::from_ref(verb), acting, &[at], aimed_at].concat();
            self.read(ruling, &turned).is_ok().then_some(turned)
        })
    }

    /// A line that begins with a word: it is said of who acts, so it stands as early as it can.
    fn said_first(
        &self,
        ruling: Id<Ruling>,
        said: &[Token],
        rest: &[Token],
        at: LineRange,
    ) -> ReadBy {
        let name = &self.grammar.rules.rulings.get(ruling).id;
        let readings = (1..=rest.len()).map(|place| {
            let (before, after) = rest.split_at(place);
            let tokens = after_verb(name, at, &[before, said, after].concat());
            let read = self.read(ruling, &tokens);
            ReadBy {
                ruling,
                tokens,
                read,
            }
        });
        let mut readings: Vec<ReadBy> = readings.collect();
        match readings.iter().position(|reading| reading.read.is_ok()) {
            Some(place) => readings.swap_remove(place),
            None => ReadBy {
                ruling,
                tokens: rest.to_vec(),
                read: Err(LineFault::missing("a line begins with a verb").at(at)),
            },
        }
    }

    fn read(&self, ruling: Id<Ruling>, tokens: &[Token]) -> Result<Situation, LineFault> {
        let mut cursor = Cursor::new(self.line, tokens);
        cursor.skip();
        let situation = ruling::situation(self.grammar, ruling, &mut cursor)?;
        faces(&mut cursor);
        cursor.finish()?;
        Ok(situation)
    }

    /// The tokens by the one verb that fits them.
    fn choose(&self, read: Vec<ReadBy>, at: LineRange) -> Result<Vec<Token>, LineFault> {
        let mut fits: Vec<Fit> = Vec::new();
        let mut wrong: Option<LineFault> = None;
        for one in read {
            match one.read {
                Ok(situation) => fits.push((one.ruling, situation, one.tokens)),
                // The verb by which most of it can be read tells best what is wrong.
                Err(fault) => {
                    let place = |fault: &LineFault| fault.at.map_or(0, LineRange::start);
                    if wrong
                        .as_ref()
                        .is_none_or(|known| place(known) < place(&fault))
                    {
                        wrong = Some(fault);
                    }
                }
            }
        }
        // Whoever has no weapon does not fire.
        if fits.iter().any(|fit| self.can_reach(fit)) {
            fits.retain(|fit| self.can_reach(fit));
        }
        // What belongs to the phase stays among what could be meant though it is not whole: who leaves
        // the distance out where everybody fires did not mean to fight, unless more is said of them.
        let is_whole = |fit: &Fit| self.is_whole(fit.0, &fit.1);
        let is_due = |fit: &Fit| self.is_of_phase(fit.0);
        if fits.iter().any(|fit| is_whole(fit) && is_due(fit)) {
            fits.retain(|fit| is_whole(fit) && is_due(fit));
        } else if fits.iter().any(is_whole) {
            fits.retain(|fit| is_whole(fit) || (is_due(fit) && !says_words(&fit.1)));
        } else if fits.iter().any(is_due) {
            fits.retain(is_due);
        }
        let mut written = self.written(&fits);
        written.extend(fits.iter().find_map(|fit| self.as_state(fit)));
        if written.len() > 1 {
            let message = format!("a verb is missing: it could be {}", phrase::list(&written));
            return Err(LineFault::of(FaultKind::Ambiguous, message).at(at));
        }
        match (fits.pop(), wrong) {
            (Some((_, _, tokens)), _) => Ok(tokens),
            (None, Some(fault)) => Err(fault),
            (None, None) => Err(LineFault::missing("a line begins with a verb").at(at)),
        }
    }

    /// Whether a ruling belongs to the phase that the battle is in.
    fn is_of_phase(&self, ruling: Id<Ruling>) -> bool {
        let rules = self.grammar.rules;
        let phase = self.grammar.phase.map(|phase| rules.phases.get(phase));
        phase.is_some_and(|phase| phase.rulings.iter().any(|one| one.ruling == ruling))
    }

    /// Whether a distance is given where the ruling asks for one.
    fn is_whole(&self, ruling: Id<Ruling>, said: &Situation) -> bool {
        said.distance.is_some() || !self.grammar.rules.asks_distance(ruling)
    }

    /// Whether those who act have what the ruling reaches with, where it asks how far.
    fn can_reach(&self, (ruling, said, _): &Fit) -> bool {
        let rules = self.grammar.rules;
        let units = || said.attacker.units.iter();
        let is_armed = |group: &Group| {
            group.weapon.is_some() || !rules.types.get(group.troop).weapons.is_empty()
        };
        rules.weapons.is_empty()
            || !rules.asks_distance(*ruling)
            || units().flat_map(|unit| &unit.groups).any(is_armed)
    }

    /// The lines that are meant, written out.
    fn written(&self, fits: &[Fit]) -> Vec<String> {
        let fits = fits.iter().take(MOST_WRITTEN);
        fits.map(|(_, said, _)| format!("`{}`", written::as_said(self.grammar.rules, said)))
            .collect()
    }

    /// The order that `b1 shaken` could be, where it is no ruling of the phase.
    fn as_state(&self, fit: &Fit) -> Option<String> {
        let rules = self.grammar.rules;
        let (ruling, said, _) = fit;
        let ([unit], []) = (&*said.attacker.units, &*said.defender.units) else {
            return None;
        };
        let [part] = unit.mustered.as_slice() else {
            return None;
        };
        let words: Vec<&Word> = unit
            .words
            .typed()
            .map(|(id, _)| rules.words.get(id))
            .collect();
        let [word] = words.as_slice() else {
            return None;
        };
        let is_state = word.lasts != Lasts::Line && !self.is_of_phase(*ruling);
        is_state.then(|| format!("`state {} {}`", part.handle, word.id))
    }

    /// The verb of a ruling that stands in full after who acts.
    fn verb_inside(&self, tokens: &[Token]) -> Option<(usize, Id<Ruling>)> {
        let mut words = tokens.iter().enumerate().skip(1);
        words.find_map(|(place, token)| match &token.kind {
            Kind::Word(word) => match self.grammar.vocabulary.whole(word)? {
                Verb::Ruling(ruling) => Some((place, ruling)),
                _ => None,
            },
            _ => None,
        })
    }

    /// The tokens with the verb at a place moved before them.
    fn moved(&self, tokens: &[Token], place: usize, ruling: Id<Ruling>) -> Vec<Token> {
        let (before, from) = tokens.split_at(place.min(tokens.len()));
        let name = &self.grammar.rules.rulings.get(ruling).id;
        let at = from.first().map(|verb| verb.at).unwrap_or_default();
        let rest = [before, from.get(1..).unwrap_or_default()].concat();
        let mut moved = after_verb(name, at, &rest);
        if let Some(verb) = moved.first_mut() {
            verb.at = at;
        }
        moved
    }

    /// A word of the rule set in full with which a line begins.
    fn word(&self, words: &[&str]) -> Option<(usize, Id<Word>)> {
        match phrase::whole(&self.grammar.rules.index.words, words)? {
            (used, Found::One(word)) => Some((used, word)),
            _ => None,
        }
    }
}
