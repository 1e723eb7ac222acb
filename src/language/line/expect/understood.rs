//! What each part of a line is understood as, to be coloured.

use std::ops::Range;

use super::trail;
use super::trail::Watch;
use crate::language::line::Grammar;
use crate::typed_line::FRESH;
use crate::typed_line::comment_start;

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
    let (mut spans, comment) = match trail(grammar, line, Watch::Senses) {
        Ok(trail) => (trail.spans, trail.comment),
        Err(fault) => {
            // A line of the battle, which may hold free text, always leaves a trail.
            let comment = comment_start(line);
            let said = line.get(..comment).unwrap_or_default();
            let sound = fault.at.map_or(0, |at| at.bytes().start);
            let comment = (comment < line.len()).then_some(comment);
            (sound_spans(grammar, said, sound), comment)
        }
    };
    // Who acts may stand before the verb.
    spans.sort_by_key(|span| span.at.start);
    // What is wrong with a line, its parser knows: in one that it takes every word has its place.
    if spans.iter().any(|span| span.sense == Sense::Unknown) && grammar.parse(line).is_ok() {
        let unknown = spans.iter_mut().filter(|span| span.sense == Sense::Unknown);
        unknown.for_each(|span| span.sense = Sense::Joiner);
    }
    let comment = comment.unwrap_or(line.len());
    let said = line.get(..comment).unwrap_or_default().trim_end();
    let fresh = said.len().saturating_sub(FRESH.len());
    if said.ends_with(FRESH) && spans.last().is_none_or(|last| last.at.end <= fresh) {
        spans.push(Span {
            at: fresh..said.len(),
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

/// What is understood of a line up to the byte at which it is wrong, and the rest as not understood.
fn sound_spans(grammar: Grammar<'_>, said: &str, sound: usize) -> Vec<Span> {
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
