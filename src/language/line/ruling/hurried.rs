//! What a referee in a hurry types besides, leaves out, or puts in another place.
//!
//! All of it stands where a line would be wrong otherwise, so that no line which is right reads otherwise.

use smol_str::SmolStr;

use super::super::Grammar;
use super::super::cursor::Cursor;
use super::troops::is_troop_type;
use super::words::Goes;
use super::{Handle, Reading, Scope, handle};
use crate::language::token::Kind;
use crate::language::verbs::Verb;
use crate::naming::kept::{BETWEEN, ROLLED};
use crate::naming::{Found, Names, phrase};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::ruling::{AimsAt, Sides};
use crate::rules::shelf::Id;
use crate::rules::word::{Takes, Word};
use crate::situation::{Counted, Group, Said};
use crate::typed_line::LineFault;

/// Words that say nothing of their own.
const LITTLE: [&str; 26] = [
    "the", "a", "an", "some", "my", "our", "their", "his", "its", "of", "in", "with", "from",
    "behind", "to", "into", "on", "onto", "upon", "inside", "near", "is", "are", "range",
    "distance", "for",
];

/// What a check is called besides its name.
const CHECK: [&str; 4] = ["check", "checks", "test", "tests"];

/// Words that may stand after a distance and say nothing.
const AFTER_DISTANCE: [&str; 5] = ["range", "away", "off", "distance", "apart"];

/// Whether troops or a unit of the battle come next, with or without a count and little words before them.
pub(in super::super) fn names_troops(grammar: Grammar<'_>, cursor: &Cursor<'_, '_>) -> bool {
    let mut ahead = cursor.ahead();
    while ahead.word().is_some_and(is_little) && !is_unit(grammar, &ahead) {
        ahead.skip();
    }
    match ahead.peek().map(|token| &token.kind) {
        Some(Kind::Count { .. }) => ahead.skip(),
        Some(Kind::Number(_) | Kind::Distance(_)) => {
            if ahead.take_number().is_none() {
                return false;
            }
        }
        Some(Kind::Word(_)) => {
            return is_unit(grammar, &ahead) || is_troop_type(grammar, &ahead.words());
        }
        _ => return false,
    }
    skip_counted(grammar, &mut ahead);
    is_troop_type(grammar, &ahead.words())
}

/// Whether a unit of the battle, or a stack of them, is what the next words name.
fn is_unit(grammar: Grammar<'_>, cursor: &Cursor<'_, '_>) -> bool {
    let is_stack = |word: &str| grammar.roster.stack(word).is_some();
    cursor.word().is_some_and(is_stack)
        || !matches!(handle(grammar, &cursor.words()).1, Handle::Nobody)
}

/// Whether words begin with a little word that is no name by itself.
pub(in super::super) fn is_little_only<T: Copy + Eq>(names: &Names<T>, words: &[&str]) -> bool {
    let first = words.get(..1).unwrap_or_default();
    first.iter().any(|word| is_little(word)) && phrase::whole(names, first).is_none()
}

/// Whether a word says nothing of its own.
pub(in super::super) fn is_little(word: &str) -> bool {
    LITTLE.contains(&word)
}

/// Goes past what may stand between a count and its troops: `x`, `of`, what is counted.
fn skip_counted(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) {
    loop {
        let words = cursor.words();
        let used = match words.first() {
            Some(first) if *first == "x" || is_little(first) => 1,
            _ => counted(grammar, &words),
        };
        if used == 0 || is_troop_type(grammar, &words) {
            return;
        }
        cursor.take_words(used);
        cursor.hurry();
    }
}

/// How many of the next words name what is counted: `bases`, `strength points`.
fn counted(grammar: Grammar<'_>, words: &[&str]) -> usize {
    let count = &grammar.rules.count;
    let names: Names<()> = [count.one.as_str(), count.many.as_str()]
        .into_iter()
        .map(|name| (name, ()))
        .collect();
    phrase::whole(&names, words).map_or(0, |(used, _)| used)
}

/// Whether the next word is a little one, and troops follow it.
pub(in super::super) fn says_nothing_before_troops(
    grammar: Grammar<'_>,
    cursor: &Cursor<'_, '_>,
) -> bool {
    let mut ahead = cursor.ahead();
    ahead.skip();
    cursor.word().is_some_and(is_little)
        && !is_unit(grammar, cursor)
        && names_troops(grammar, &ahead)
}

/// Goes past what stands between a count and its troops, if troops follow.
pub(in super::super) fn skip_after_count(grammar: Grammar<'_>, cursor: &mut Cursor<'_, '_>) {
    let mut ahead = cursor.ahead();
    skip_counted(grammar, &mut ahead);
    if is_troop_type(grammar, &ahead.words()) {
        skip_counted(grammar, cursor);
    }
}

/// A word behind the number that it takes.
struct Numbered {
    used: usize,
    word: Id<Word>,
    takes_losses: bool,
}

impl Reading<'_> {
    /// Goes past the `check` of `morale check 8 pike` and the `by` of `pursuit by 4 hussars`.
    pub(super) fn skip_after_verb(&self, cursor: &mut Cursor<'_, '_>) {
        let mut after = cursor.ahead();
        after.skip();
        let says_nothing = cursor.word().is_some_and(|word| {
            CHECK.contains(&word) || (self.sides == Sides::One && BETWEEN.contains(&word))
        });
        if says_nothing && !is_unit(self.grammar, cursor) && names_troops(self.grammar, &after) {
            cursor.skip_hurried();
        }
    }

    /// Goes past little words before troops.
    pub(super) fn skip_before_troops(&self, cursor: &mut Cursor<'_, '_>) {
        while says_nothing_before_troops(self.grammar, cursor) {
            cursor.skip_hurried();
        }
    }

    /// The count that comes as `x4`, unless something is called so.
    pub(super) fn times(&self, cursor: &Cursor<'_, '_>) -> Option<Number> {
        let digits = cursor.word()?.strip_prefix('x')?;
        let number = digits.parse::<i64>().ok().map(Number::whole)?;
        let words = cursor.words();
        let first = words.get(..1).unwrap_or_default();
        let is_name = is_unit(self.grammar, cursor) || is_troop_type(self.grammar, first);
        (!is_name).then_some(number)
    }

    /// Refuses a line that begins with whom it is aimed at.
    pub(super) fn check_who_acts(&self, cursor: &Cursor<'_, '_>) -> Result<(), LineFault> {
        let about = self.grammar.rules.rulings.get(self.ruling);
        if let (true, [example, ..]) = (cursor.is_done(), about.examples.as_slice())
            && self.situation.attacker.units.is_empty()
        {
            let wrong = LineFault::missing("a troop type is missing").at(cursor.here());
            return Err(wrong.hinted(format!("as in `{example}`")));
        }
        let at = cursor.word().filter(|word| BETWEEN.contains(word));
        let Some(at) = at.filter(|_| !is_unit(self.grammar, cursor)) else {
            return Ok(());
        };
        if !self.situation.attacker.units.is_empty() {
            return Ok(());
        }
        let message = format!("who acts stands first, before `{at}`");
        let wrong = LineFault::missing(message).at(cursor.here());
        Err(match about.examples.first() {
            Some(example) => wrong.hinted(format!("as in `{example}`")),
            None => wrong,
        })
    }

    /// Refuses a count before a unit of the battle.
    pub(super) fn check_counted(&self, cursor: &mut Cursor<'_, '_>) -> Result<(), LineFault> {
        let words = cursor.words();
        if is_troop_type(self.grammar, &words) {
            return Ok(());
        }
        let (used, Handle::Of(place)) = handle(self.grammar, &words) else {
            return Ok(());
        };
        let called = self.grammar.roster.get(place).map(|unit| unit.called());
        let typed = cursor.take_words(used);
        let message = format!("{} is a unit of the battle", called.unwrap_or_default());
        Err(LineFault::misplaced(message)
            .at(typed.at)
            .hinted("it is named without a count; the battle knows how many it has left"))
    }

    /// Reads a word that none of the ruling's is: `None` where nothing can be made of it.
    pub(super) fn hurried_word(
        &mut self,
        role: Role,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<Option<Goes>, LineFault> {
        let Some(word) = cursor.word().map(SmolStr::from) else {
            return Ok(None);
        };
        let word = word.as_str();
        let mut after = cursor.ahead();
        after.skip();
        if self.awaits_foe(role) && self.foe_comes(cursor) {
            if !self.is_foe(cursor)? {
                return Ok(None);
            }
            if self.is_verb(word) && !names_troops(self.grammar, cursor) {
                cursor.skip_hurried();
            }
            cursor.hurry();
            return Ok(Some(Goes::ToTheOtherSide));
        }
        let says_nothing = if BETWEEN.contains(&word) {
            self.distance_comes(&after) || self.knows_word(&after.words())
        } else if (AFTER_DISTANCE.contains(&word) && after.is_done())
            || self.is_this_verb(word)
            || (self.sides == Sides::One && CHECK.contains(&word))
        {
            true
        } else {
            is_little(word) && !after.is_done() && after.word() != Some(ROLLED)
                || AFTER_DISTANCE.contains(&word) && self.grammar.rules.asks_distance(self.ruling)
        };
        if says_nothing {
            cursor.skip_hurried();
            return Ok(Some(Goes::On));
        }
        if let Some(number) = self.times(cursor)
            && let Some(group) = self
                .unit_meant(role)
                .and_then(|unit| unit.groups.last_mut())
            && group.counted == Counted::Unsaid
        {
            group.count = number;
            group.counted = Counted::Said;
            let at = cursor.here();
            self.check_count(number, at, cursor)?;
            cursor.skip_hurried();
            return Ok(Some(Goes::On));
        }
        let used = counted(self.grammar, &cursor.words());
        if used > 0 && self.unit_meant(role).is_some() {
            cursor.take_words(used);
            cursor.hurry();
            return Ok(Some(Goes::On));
        }
        Ok(None)
    }

    /// Whether the other side is still to come in a ruling.
    fn awaits_foe(&self, role: Role) -> bool {
        self.scope == Scope::Ruling && self.sides == Sides::Two && role == Role::Attacker
    }

    /// Whether the other side comes, with a verb or little words before it or without.
    fn foe_comes(&self, cursor: &Cursor<'_, '_>) -> bool {
        if names_troops(self.grammar, cursor) {
            return true;
        }
        let mut ahead = cursor.ahead();
        ahead.skip();
        cursor.word().is_some_and(|word| self.is_verb(word)) && names_troops(self.grammar, &ahead)
    }

    /// Whether a word is the verb of this ruling once more: `8 infantry test morale`.
    fn is_this_verb(&self, word: &str) -> bool {
        self.grammar.vocabulary.whole(word) == Some(Verb::Ruling(self.ruling))
    }

    fn is_verb(&self, word: &str) -> bool {
        matches!(self.grammar.vocabulary.whole(word), Some(Verb::Ruling(_)))
    }

    /// Whether what comes is the other side, as none comes behind it.
    ///
    /// # Errors
    /// It is a unit that stands beside another of its side without a word between them.
    fn is_foe(&self, cursor: &mut Cursor<'_, '_>) -> Result<bool, LineFault> {
        let mut later = cursor.ahead();
        while !later.is_done() && !later.word().is_some_and(|word| BETWEEN.contains(&word)) {
            later.skip();
        }
        later.skip();
        if !names_troops(self.grammar, &later) {
            return Ok(true);
        }
        let last = self.situation.attacker.units.last();
        let before = last.and_then(|unit| unit.mustered.last());
        let (used, Handle::Of(place)) = handle(self.grammar, &cursor.words()) else {
            return Ok(false);
        };
        let (Some(before), Some(next)) = (before, self.grammar.roster.get(place)) else {
            return Ok(false);
        };
        let typed = cursor.take_words(used);
        let (one, other) = (&before.handle, &next.handle);
        let message = format!("`and` or `+` is missing before `{}`", typed.text);
        Err(LineFault::missing(message).at(typed.at).hinted(format!(
            "two units are `{one} and {other}`, one stack is `{one} + {other}`"
        )))
    }

    /// Whether a distance comes, and no troops of which it is the count.
    fn distance_comes(&self, cursor: &Cursor<'_, '_>) -> bool {
        let mut ahead = cursor.ahead();
        while ahead.word().is_some_and(is_little) {
            ahead.skip();
        }
        let is_number = matches!(
            ahead.peek().map(|token| &token.kind),
            Some(Kind::Number(_) | Kind::Distance(_))
        );
        is_number && !names_troops(self.grammar, &ahead)
    }

    /// Whether the number that comes counts the other side's troops, and is no distance: `4 pike 10in`
    /// has one behind it.
    pub(super) fn is_count_of_foe(&self, role: Role, cursor: &Cursor<'_, '_>) -> bool {
        if !self.awaits_foe(role)
            || !names_troops(self.grammar, cursor)
            || self.word_follows(cursor)
        {
            return false;
        }
        let is_length = |kind: &Kind| matches!(kind, Kind::Number(_) | Kind::Distance(_));
        let later = cursor.left().iter().skip(1);
        let mut later = later.take_while(|token| !is_dice(&token.kind));
        !self.grammar.rules.asks_distance(self.ruling) || later.any(|token| is_length(&token.kind))
    }

    /// Reads a number that is no distance: `2 lost`, the losses of `12 pike -4`, the count of `pike 4`.
    ///
    /// # Errors
    /// It is one of them, and cannot be.
    pub(super) fn hurried_number(
        &mut self,
        role: Role,
        number: Number,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<bool, LineFault> {
        if let Some(word) = self.word_of_number(cursor) {
            let at = cursor.here();
            cursor.skip_hurried();
            let typed = cursor.take_words(word.used);
            match word.takes_losses {
                true => self.lost(role, number, at, &typed)?,
                false => self.numbered(role, word.word, number, typed)?,
            }
            return Ok(true);
        }
        let takes_distance = self.grammar.rules.asks_distance(self.ruling);
        let Some(group) = self
            .unit_meant(role)
            .and_then(|unit| unit.groups.last_mut())
        else {
            return Ok(false);
        };
        let is_fresh = group.lost.is_zero() && group.lost_counts.is_zero();
        if number < Number::ZERO && group.counted == Counted::Said && is_fresh {
            group.lost_counts = Number::ZERO - number;
            cursor.skip_hurried();
            return Ok(true);
        }
        let is_count = number.is_whole() && number > Number::ZERO;
        if group.counted == Counted::Unsaid
            && is_count
            && !takes_distance
            && !cursor.is_verb_left_out()
            && self.scope == Scope::Ruling
            && self.sides == Sides::Two
        {
            return self.count_behind(role, number, cursor);
        }
        Ok(false)
    }

    /// Takes the count that stands behind the troops it counts.
    fn count_behind(
        &mut self,
        role: Role,
        number: Number,
        cursor: &mut Cursor<'_, '_>,
    ) -> Result<bool, LineFault> {
        self.check_count(number, cursor.here(), cursor)?;
        if let Some(group) = self
            .unit_meant(role)
            .and_then(|unit| unit.groups.last_mut())
            && group.counted == Counted::Unsaid
        {
            group.count = number;
            group.counted = Counted::Said;
            cursor.skip_hurried();
            return Ok(true);
        }
        Ok(false)
    }

    /// The word behind a number that takes it, where no other number follows: the `lost` of `2 lost`.
    fn word_of_number(&self, cursor: &Cursor<'_, '_>) -> Option<Numbered> {
        let rules = self.grammar.rules;
        let mut after = cursor.ahead();
        after.skip();
        let fits = |word: Id<Word>| match self.scope {
            Scope::Muster => rules.words.get(word).stays_when_mustered(),
            _ => rules.words.get(word).rulings.contains(&self.ruling),
        };
        let known = phrase::known(&rules.index.words, &after.words(), fits)?;
        let (used, Found::One(word)) = known else {
            return None;
        };
        after.take_words(used);
        let takes_losses = match rules.words.get(word).takes {
            Takes::Losses => true,
            Takes::Number(..) => false,
            _ => return None,
        };
        let number_follows = matches!(after.peek().map(|token| &token.kind), Some(Kind::Number(_)));
        (!number_follows).then_some(Numbered {
            used,
            word,
            takes_losses,
        })
    }

    /// Whether a word of the ruling stands after the next token.
    fn word_follows(&self, cursor: &Cursor<'_, '_>) -> bool {
        let mut after = cursor.ahead();
        after.skip();
        self.knows_word(&after.words())
    }

    fn knows_word(&self, words: &[&str]) -> bool {
        let rules = self.grammar.rules;
        let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&self.ruling);
        matches!(
            phrase::known(&rules.index.words, words, fits),
            Some((_, Found::One(_)))
        )
    }

    /// Whether a comma parts nothing, as no other unit follows it: `grey, at b1, 8`.
    pub(super) fn comma_says_nothing(&self, role: Role, cursor: &Cursor<'_, '_>) -> bool {
        let mut after = cursor.ahead();
        after.skip();
        if names_troops(self.grammar, &after) {
            return false;
        }
        if self.distance_comes(&after) {
            return true;
        }
        let about = self.grammar.rules.rulings.get(self.ruling);
        let may_be_place = about.aims_at == AimsAt::TroopsOrPlace && role == Role::Defender;
        match after.peek().map(|token| &token.kind) {
            None | Some(Kind::Number(_) | Kind::Distance(_)) => true,
            Some(Kind::Word(word)) => {
                word == ROLLED
                    || BETWEEN.contains(&word.as_str())
                    || (self.knows_word(&after.words()) && !may_be_place)
            }
            _ => false,
        }
    }

    /// A fault of the word after troops, where their name begins longer ones: `medium cannon` for `medium gun`.
    pub(super) fn of_longer_name(
        &mut self,
        role: Role,
        nearest: Option<&str>,
        fault: LineFault,
    ) -> LineFault {
        let types = &self.grammar.rules.types;
        let last = self.unit_meant(role).and_then(|unit| unit.groups.last());
        let is_fit = |group: &&Group| nearest.is_none() && group.words == Said::default();
        let Some(group) = last.filter(is_fit).filter(|_| fault.hint.is_some()) else {
            return fault;
        };
        let stem = format!("{}-", types.get(group.troop).id);
        let longer = types.iter().map(|(_, troop)| troop.id.as_str());
        let longer: Vec<String> = longer
            .filter(|id| id.starts_with(&stem))
            .map(|id| format!("`{id}`"))
            .collect();
        match longer.is_empty() {
            true => fault,
            false => fault.hinted(format!("did you mean {}?", phrase::list(&longer))),
        }
    }

    /// What is wrong with a number where no distance is taken, if it may be a count that stands behind.
    pub(super) fn of_count(&mut self, role: Role, number: Number, wrong: LineFault) -> LineFault {
        let rules = self.grammar.rules;
        let last = self.unit_meant(role).and_then(|unit| unit.groups.last());
        match last.filter(|group| group.counted == Counted::Unsaid && number.is_whole()) {
            Some(group) => {
                let troop = &rules.types.get(group.troop).plural;
                wrong.hinted(format!("a count stands before: `{number} {troop}`"))
            }
            None => match rules.rulings.get(self.ruling).examples.first() {
                Some(example) if self.scope == Scope::Ruling => {
                    wrong.hinted(format!("as in `{example}`"))
                }
                _ => wrong,
            },
        }
    }
}

fn is_dice(kind: &Kind) -> bool {
    matches!(kind, Kind::Word(word) if word == ROLLED)
}
