//! What each part of a line is understood as, to be coloured.

use std::ops::Range;

use super::trail;
use super::trail::Watch;
use crate::language::FRESH;
use crate::language::line::Grammar;

/// What a part of a line is understood as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// The verb.
    Verb,
    /// A troop type.
    Troops,
    /// A unit of the battle.
    Unit,
    /// A word of the rule set.
    Word,
    /// A weapon.
    Weapon,
    /// A name that is looked up or set.
    Name,
    /// A count, or a number that a word takes.
    Number,
    /// A distance.
    Distance,
    /// Dice, or the faces that they show.
    Dice,
    /// What joins the others: `at`, `and`, `+`, `rolled`.
    Joiner,
    /// A comment.
    Comment,
    /// Nothing that has a meaning there.
    Unknown,
}

/// A part of a line and its sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Its bytes.
    pub at: Range<usize>,
    /// What it is understood as.
    pub sense: Sense,
}

/// What the parts of a line are understood as, in order and apart from each other.
///
/// A part that may still become several things, such as the beginning of two names, is left out.
pub fn understood(grammar: Grammar<'_>, line: &str) -> Vec<Span> {
    let comment = line.find('#').unwrap_or(line.len());
    let said = line.get(..comment).unwrap_or_default();
    let without_end = said.trim_end().strip_suffix(FRESH);
    let mut spans = said_spans(grammar, without_end.unwrap_or(said));
    if let Some(without_end) = without_end {
        let start = without_end.len();
        spans.push(Span {
            at: start..start + FRESH.len(),
            sense: Sense::Joiner,
        });
    }
    if comment < line.len() {
        spans.push(Span {
            at: comment..line.len(),
            sense: Sense::Comment,
        });
    }
    spans
}

fn said_spans(grammar: Grammar<'_>, said: &str) -> Vec<Span> {
    let fault = match trail(grammar, said, Watch::Senses) {
        Ok(trail) => return trail.spans,
        Err(fault) => fault,
    };
    let sound = fault.at.map_or(0, |at| at.start);
    let before = said.get(..sound).unwrap_or_default();
    let mut spans = trail(grammar, before, Watch::Senses)
        .map(|trail| trail.spans)
        .unwrap_or_default();
    spans.push(Span {
        at: before.len()..said.trim_end().len(),
        sense: Sense::Unknown,
    });
    spans
}
