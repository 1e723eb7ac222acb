//! Lines about other lines: their odds, two compared, a simulation.

use super::cursor::Cursor;
use super::{Grammar, hurried, lookups, ruling};
use crate::language::command::{Command, Goes, Open, Throws};
use crate::language::token::{Kind, Token};
use crate::language::verbs::{Own, Verb};
use crate::naming::{Found, phrase};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use crate::situation::Situation;
use crate::typed_line::Line;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;

/// The most rounds that may be asked for.
const MOST_ROUNDS: i64 = 1000;
/// The most times that a line is thrown in a simulation.
const MOST_TIMES: i64 = 10_000_000;
/// How many times it is thrown where that is not said.
const TIMES: u64 = 100_000;

/// `odds LINE`, `odds LINE with WORDS`, each with `until …` at the end or without.
pub(super) fn odds(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Command, LineFault> {
    let part = rest(cursor);
    let (about, goes) = until(&part)?;
    if let Some([without, with]) = with_words(grammar, &about)? {
        return Ok(Command::Compare(Box::new([
            Open { goes, ..without },
            Open { goes, ..with },
        ])));
    }
    let open = open(grammar, &about)?;
    Ok(Command::Odds(Box::new(Open { goes, ..open })))
}

/// `compare LINE | LINE`.
pub(super) fn compare(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Command, LineFault> {
    let part = rest(cursor);
    let mut lines = part.tokens.split(|token| token.kind == Kind::Bar);
    let (Some(left), Some(right), None) = (lines.next(), lines.next(), lines.next()) else {
        return Err(
            LineFault::missing("two lines are compared, with `|` between them")
                .at(part.at)
                .hinted("as in `compare roll 3d6 | roll 2d6+3`"),
        );
    };
    let read = |tokens| -> Result<Open, LineFault> {
        let (about, goes) = until(&part.of(tokens))?;
        Ok(Open {
            goes,
            ..open(grammar, &about)?
        })
    };
    Ok(Command::Compare(Box::new([read(left)?, read(right)?])))
}

/// `simulate 1000 LINE`, with `until …` at the end or without.
pub(super) fn simulate(
    grammar: Grammar<'_>,
    cursor: &mut Cursor<'_, '_>,
) -> Result<Command, LineFault> {
    let times = match cursor.take_number() {
        None => TIMES,
        Some((number, at)) => whole(number, MOST_TIMES).ok_or_else(|| {
            LineFault::number(format!(
                "a line is thrown 1 to {MOST_TIMES} times, not {number}"
            ))
            .at(at)
        })?,
    };
    let (about, goes) = until(&rest(cursor))?;
    let open = open(grammar, &about)?;
    Ok(Command::Simulate(times, Box::new(Open { goes, ..open })))
}

fn whole(number: Number, most: i64) -> Option<u64> {
    let fits = number.is_whole() && Number::ONE <= number && number <= Number::whole(most);
    fits.then(|| u64::try_from(number.floor()).ok()).flatten()
}

/// A part of a line, between two of its tokens.
#[derive(Clone)]
struct Part<'l> {
    line: &'l Line<'l>,
    at: LineRange,
    tokens: &'l [Token],
}

impl<'l> Part<'l> {
    /// These tokens of it.
    fn of(&self, tokens: &'l [Token]) -> Part<'l> {
        let ends = tokens.first().zip(tokens.last());
        let at = ends.map(|(first, last)| first.at.to(last.at));
        Part {
            at: at.unwrap_or(self.at.after()),
            tokens,
            ..self.clone()
        }
    }

    fn text(&self) -> &'l str {
        self.line.typed(self.at)
    }

    /// What stands before and after the last `word`.
    fn around(&self, word: &str) -> Option<(Part<'l>, Part<'l>)> {
        let is = |token: &Token| matches!(&token.kind, Kind::Word(said) if said == word);
        let place = self.tokens.iter().rposition(is)?;
        let (before, from) = self.tokens.split_at_checked(place)?;
        let (_, after) = from.split_first()?;
        Some((self.of(before), self.of(after)))
    }
}

/// All that is left of the line.
fn rest<'p, 'l: 'p, 't: 'p>(cursor: &mut Cursor<'l, 't>) -> Part<'p> {
    let whole = Part {
        line: cursor.line(),
        at: cursor.here(),
        tokens: cursor.left(),
    };
    cursor.rest();
    whole.of(whole.tokens)
}

/// What is repeated, and how often: `until broken`, `until 3 rounds`, or once.
fn until<'l>(part: &Part<'l>) -> Result<(Part<'l>, Goes), LineFault> {
    let Some((about, end)) = part.around("until") else {
        return Ok((part.clone(), Goes::Once));
    };
    let kinds: Vec<&Kind> = end.tokens.iter().map(|token| &token.kind).collect();
    let rounds = match kinds.as_slice() {
        [Kind::Word(broken)] if broken == "broken" => return Ok((about, Goes::UntilBroken)),
        [Kind::Number(rounds), Kind::Word(word)] if word == "rounds" || word == "round" => {
            whole(*rounds, MOST_ROUNDS)
        }
        _ => None,
    };
    match rounds.and_then(|rounds| u32::try_from(rounds).ok()) {
        Some(rounds) => Ok((about, Goes::ForRounds(rounds))),
        None => Err(LineFault::missing("until when").at(end.at).hinted(format!(
            "`until broken`, or `until 3 rounds` (at most {MOST_ROUNDS})"
        ))),
    }
}

/// The line without and with the words after the last `with`, where these are words of the ruling.
///
/// A weapon may also stand after a `with`: that is no comparison.
fn with_words(grammar: Grammar<'_>, part: &Part<'_>) -> Result<Option<[Open; 2]>, LineFault> {
    let Some((about, said)) = part.around("with") else {
        return Ok(None);
    };
    let Ok(without) = open(grammar, &about) else {
        return Ok(None);
    };
    let Throws::Ruling(situation) = &without.throws else {
        return Ok(None);
    };
    let Some(role) = role_of_word(grammar, situation, &said) else {
        return Ok(None);
    };
    // Said of the side that acts, unless only the other side can have it.
    let text = about.text();
    let place = match situation.attacker.units.last() {
        Some(unit) if role != Role::Defender => unit.at.bytes().end - about.at.start(),
        _ => text.len(),
    };
    let Some((before, after)) = text.split_at_checked(place) else {
        return Ok(None);
    };
    // A line of its own, whose places are not those of the line typed.
    let line = format!("{before} {}{after}", said.text());
    let read = |line: &str| {
        let line = Line::read(line)?;
        let tokens = grammar.tokens(&line, 0)?;
        throws(grammar, &line, &tokens)
    };
    let with = read(&line).map_err(|fault| fault.at(said.at))?;
    let with = Open {
        said: line,
        throws: with,
        goes: Goes::Once,
    };
    Ok(Some([without, with]))
}

/// The side that can have the word of the ruling with which `said` begins; `None` if it begins with none.
fn role_of_word(grammar: Grammar<'_>, situation: &Situation, said: &Part<'_>) -> Option<Role> {
    let words: Vec<&str> = said
        .tokens
        .iter()
        .map_while(|token| match &token.kind {
            Kind::Word(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    let rules = grammar.rules;
    let fits = |word: Id<Word>| rules.words.get(word).rulings.contains(&situation.ruling);
    match phrase::known(&rules.index.words, &words, fits)? {
        (_, Found::One(word)) => Some(rules.words.get(word).role),
        _ => None,
    }
}

/// Reads a part of a line as a line of its own.
fn open(grammar: Grammar<'_>, part: &Part<'_>) -> Result<Open, LineFault> {
    if part.tokens.is_empty() {
        return Err(LineFault::missing("the odds of what")
            .at(part.at)
            .hinted("a line that throws dice follows, such as `roll 3d6`"));
    }
    Ok(Open {
        said: part.text().to_owned(),
        throws: throws(grammar, part.line, part.tokens)?,
        goes: Goes::Once,
    })
}

fn throws(grammar: Grammar<'_>, line: &Line<'_>, tokens: &[Token]) -> Result<Throws, LineFault> {
    let tokens = hurried::with_verb(grammar, line, tokens)?;
    let mut cursor = Cursor::new(line, &tokens);
    let at = cursor.here();
    let throws = match grammar.verb(&mut cursor)? {
        Verb::Ruling(ruling) => {
            let situation = ruling::situation(grammar, ruling, &mut cursor)?;
            Throws::Ruling(Box::new(situation))
        }
        Verb::Own(Own::Roll) => Throws::Roll(lookups::roll(&mut cursor)?),
        Verb::Own(_) | Verb::Field(_) => {
            return Err(LineFault::misplaced("such a line throws no dice")
                .at(at)
                .hinted("odds are of rulings and of `roll`"));
        }
    };
    let at = cursor.here();
    if super::faces(&mut cursor).is_some() {
        return Err(
            LineFault::misplaced("odds are of dice that have not been thrown yet")
                .at(at)
                .hinted("leave out `rolled` and what follows it"),
        );
    }
    cursor.finish()?;
    Ok(throws)
}
