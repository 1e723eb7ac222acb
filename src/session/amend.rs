//! The last ruling otherwise: its line with a word more or less, and the same dice.

use std::ops::Range;

use super::{Answer, Hand, NoAnswer, Session, ruling};
use crate::battle::{Entry, What};
use crate::dice::Thrown;
use crate::language::battle::Change;
use crate::language::command::Command;
use crate::language::token::{Kind, Token, tokens};
use crate::naming::kept::{BETWEEN, ROLLED};
use crate::naming::{Found, phrase};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;
use crate::typed_line::{Line, comment_start};

/// Dice that lie on the table already, and whose they are.
#[derive(Debug, Clone, Default)]
pub(super) struct Lying {
    /// The throws.
    pub(super) throws: Vec<Thrown>,
    /// The entry that they belong to.
    pub(super) of: Option<u64>,
    /// The entry that the new ruling stands for.
    pub(super) amends: Option<u64>,
}

impl Session {
    /// Rules the last ruling again, changed, with its dice; only missing ones are thrown.
    pub(super) fn amend(
        &mut self,
        line: &str,
        changes: &[Change],
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let mut said = bare(&self.amendable()?.line).to_owned();
        for change in changes {
            said = changed(&self.rules, &said, change)?;
        }
        self.amend_to(line, &said, hand)
    }

    /// Rules a whole line in place of the last ruling, with its dice unless the line tells some.
    pub(super) fn amend_to(
        &mut self,
        line: &str,
        said: &str,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let last = self.amendable()?;
        let number = last.n;
        let throws = match &last.what {
            What::Ruling { throws, .. } => throws.iter().map(|throw| throw.thrown()).collect(),
            _ => Vec::new(),
        };
        let lying = Lying {
            throws,
            of: Some(number),
            amends: Some(number),
        };
        let before = self
            .battle
            .as_ref()
            .map(|battle| battle.record().state_before(number))
            .unwrap_or_default();
        let now = self.roster_of(&before);
        let roster = std::mem::replace(&mut self.roster, now);
        let ruled = self.amended(said, hand, lying);
        match ruled {
            Err(_) => self.roster = roster,
            // `again` repeats what was ruled, not the amending of it.
            Ok(_) => self.last_line = Some(said.to_owned()),
        }
        // Places in the amended line are not places in the one that was typed.
        ruled.map_err(|why| match why {
            NoAnswer::Wrong(fault) => NoAnswer::Wrong(LineFault {
                hint: fault
                    .hint
                    .or_else(|| Some(format!("that would be `{said}`"))),
                at: Some(LineRange::whole(line)),
                ..fault
            }),
            other => other,
        })
    }

    /// The last ruling.
    ///
    /// # Errors
    /// There is none.
    fn amendable(&self) -> Result<&Entry, LineFault> {
        self.live()
            .and_then(|battle| battle.record().last_ruling())
            .ok_or_else(|| LineFault::new("there is no ruling to amend"))
    }

    fn amended(&mut self, said: &str, hand: Hand<'_>, lying: Lying) -> Result<Answer, NoAnswer> {
        match self.grammar().parse(said)? {
            Command::Ruling(situation, faces) => self.rule(said, situation, faces, hand, lying),
            _ => Err(LineFault::new(format!("`{said}` is no ruling")).into()),
        }
    }
}

/// What was said in a line: without a comment, the word for fresh dice, and dice told in it.
pub(super) fn bare(line: &str) -> &str {
    let words = line.get(..comment_start(line)).unwrap_or(line);
    without_dice(ruling::said(words))
}

/// A line without the dice that were told in it.
pub(super) fn without_dice(line: &str) -> &str {
    let at = line
        .to_ascii_lowercase()
        .match_indices(ROLLED)
        .map(|(at, _)| at)
        .find(|at| {
            let before = line.get(..*at).unwrap_or_default();
            *at > 0 && before.ends_with(char::is_whitespace)
        });
    line.get(..at.unwrap_or(line.len())).unwrap_or(line).trim()
}

/// A line with its second side replaced; `None` where it has none.
pub(super) fn aimed(line: &str, target: &str) -> Option<String> {
    let said = bare(line);
    let read = Line::read(said).ok()?;
    let tokens = tokens(&read).ok()?;
    let between = tokens.iter().position(is_between)?;
    let joiner = tokens.get(between)?;
    // What stands after the old target's troops, distances above all, stays.
    let kept: Vec<&str> = tokens
        .get(between + 1..)?
        .iter()
        .filter(|token| matches!(token.kind, Kind::Distance(_)))
        .map(|token| read.typed(token.at))
        .collect();
    let head = said.get(..joiner.at.bytes().end)?;
    Some(
        format!("{head} {target} {}", kept.join(" "))
            .trim_end()
            .to_owned(),
    )
}

fn is_between(token: &Token) -> bool {
    matches!(&token.kind, Kind::Word(word) if BETWEEN.contains(&word.as_str()))
}

/// A line with one change made.
fn changed(rules: &RuleSet, said: &str, change: &Change) -> Result<String, LineFault> {
    let line = Line::read(said)?;
    let tokens = tokens(&line)?;
    match change {
        Change::At(distance) => {
            let places: Vec<Range<usize>> = tokens
                .iter()
                .filter(|token| matches!(token.kind, Kind::Distance(_)))
                .map(|token| token.at.bytes())
                .collect();
            Ok(match places.as_slice() {
                [] => format!("{said} {distance}"),
                [first, ..] => replaced(said, first.clone(), distance),
            })
        }
        Change::With(word) => {
            let name = word.split_whitespace().next().unwrap_or_default();
            let attackers = match rules.index.words.find(name) {
                Found::One(id) => rules.words.get(id).role == Role::Attacker,
                _ => false,
            };
            let between = tokens.iter().find(|token| is_between(token));
            Ok(match between {
                Some(between) if attackers => {
                    let at = between.at.start();
                    replaced(said, at..at, &format!("{word} "))
                }
                _ => format!("{said} {word}"),
            })
        }
        Change::Without(word) => {
            let Found::One(wanted) = rules.index.words.find(word) else {
                return Err(LineFault::new(format!("there is no word `{word}`")));
            };
            let place = (0..tokens.len()).find_map(|from| {
                let words: Vec<&str> = tokens
                    .get(from..)?
                    .iter()
                    .map_while(|token| match &token.kind {
                        Kind::Word(word) => Some(word.as_str()),
                        _ => None,
                    })
                    .collect();
                let (used, found) = phrase::longest(&rules.index.words, &words, |_| true)?;
                matches!(found, Found::One(id) if id == wanted).then_some((from, used))
            });
            let Some((from, used)) = place else {
                return Err(LineFault::new(format!("`{word}` was not said")));
            };
            let mut last = from + used - 1;
            // The number that a word takes goes with it.
            if let Some(Kind::Number(_)) = tokens.get(last + 1).map(|token| &token.kind)
                && takes_number(rules, wanted)
            {
                last += 1;
            }
            let start = tokens.get(from).map_or(0, |token| token.at.start());
            let end = tokens.get(last).map_or(start, |token| token.at.bytes().end);
            Ok(replaced(said, start..end, ""))
        }
    }
}

fn takes_number(rules: &RuleSet, word: crate::rules::shelf::Id<crate::rules::word::Word>) -> bool {
    !matches!(
        rules.words.get(word).takes,
        crate::rules::word::Takes::Nothing
    )
}

fn replaced(text: &str, at: Range<usize>, with: &str) -> String {
    let before = text.get(..at.start).unwrap_or_default();
    let after = text.get(at.end..).unwrap_or_default();
    let joined = format!("{before}{with}{after}");
    joined.split_whitespace().collect::<Vec<&str>>().join(" ")
}
