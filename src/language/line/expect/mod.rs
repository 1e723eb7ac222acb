//! What of a line is understood so far, and what can come next, for whoever is typing it.
//!
//! Both are told by one walk over the tokens that goes the way of the parser,
//! but never stops: what it does not understand it marks and goes past.

mod candidates;
mod field;
mod fits;
mod odds;
mod own;
mod place;
mod standing;
mod trail;
mod understood;
mod walk;
mod wanted;

use std::borrow::Cow;
use std::collections::HashSet;

pub use understood::{Sense, Span, understood};

use super::{Grammar, hurried};
use crate::naming::begins;
use crate::typed_line::LineFault;
use crate::typed_line::{Line, comment_start};
use field::FieldWalk;
use place::Stand;
use trail::{Trail, Watch};
use walk::Walk;

/// What can come at a place in a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected<'a> {
    /// Where the name that is being typed begins, in bytes; the cursor itself before a new one.
    pub from: usize,
    /// The names that can stand there and begin with what is typed, in the order of the tables.
    pub what: Vec<Candidate<'a>>,
    /// What is wanted there, as help writes it: `SIDE`, `at SIDE`, `DISTANCE`; empty if nothing need follow.
    pub form: Cow<'static, str>,
}

/// A name that can come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The name, as it can be typed.
    pub text: &'a str,
    /// What it means, in a few words; empty where the name says it.
    pub about: &'a str,
}

impl Candidate<'_> {
    /// What is left of the name after a text that it begins with.
    fn after(self, before: &str) -> Option<Self> {
        let (head, tail) = self.text.split_at_checked(before.len())?;
        begins(head, before).then_some(Candidate { text: tail, ..self })
    }
}

/// What can come at the cursor, a byte of `line`; nothing in a comment or a line that cannot be read.
pub fn at<'a>(grammar: Grammar<'a>, line: &str, cursor: usize) -> Expected<'a> {
    let nothing = Expected {
        from: cursor,
        ..Expected::default()
    };
    let Some(typed) = line.get(..cursor) else {
        return nothing;
    };
    let Ok(trail) = trail(grammar, typed, Watch::Places) else {
        return nothing;
    };
    if trail.comment.is_some() {
        return nothing;
    }
    let end = typed.trim_end().len();
    let expected = if end > 0 && end == typed.len() {
        name_begun(grammar, typed, &trail.stands)
    } else {
        name_to_come(grammar, typed, &trail.stands, end)
    };
    expected.unwrap_or(nothing)
}

/// Walks along a line.
///
/// # Errors
/// A character in it has no meaning.
fn trail(grammar: Grammar<'_>, line: &str, watch: Watch) -> Result<Trail, LineFault> {
    let line = Line::read(line)?;
    let trail = Trail::new(watch);
    if let Some((verb, left)) = grammar.field_verb(&line) {
        return Ok(FieldWalk::new(grammar, &line, left, trail).whole(verb));
    }
    let tokens = grammar.tokens(&line, 0)?;
    let tokens = hurried::as_begun(grammar, &line, &tokens);
    let mut trail = Walk::new(grammar, &line, &tokens, trail).whole();
    let comment = comment_start(line.original());
    trail.comment = (comment < line.original().len()).then_some(comment);
    Ok(trail)
}

/// What can end the name that the cursor touches.
///
/// `heavy g` may be the beginning of one name, or a name and the beginning of a word: names that
/// begin earlier are given from where the last of them begins.
fn name_begun<'a>(grammar: Grammar<'a>, typed: &str, stands: &[Stand]) -> Option<Expected<'a>> {
    let mut found: Vec<(usize, Vec<Candidate<'a>>)> = Vec::new();
    for stand in stands {
        let Some(begun) = typed.get(stand.at..).filter(|begun| !begun.is_empty()) else {
            continue;
        };
        let of = candidates::of(grammar, &stand.place, begun);
        if !of.what.is_empty() {
            found.push((stand.at + of.skipped, of.what));
        }
    }
    let from = found.iter().map(|(from, _)| *from).max()?;
    let what = found.into_iter().flat_map(|(begin, what)| {
        let before = typed.get(begin..from).unwrap_or_default();
        what.into_iter().filter_map(move |one| one.after(before))
    });
    // A line may begin with a verb or with who acts: one name can come at both places.
    let mut known = HashSet::new();
    let what = what.filter(|one| known.insert(one.text)).collect();
    Some(Expected {
        from,
        what,
        form: Cow::Borrowed(""),
    })
}

/// What can come after a blank, or at the very start: what the first place there wants, for others may only follow it.
fn name_to_come<'a>(
    grammar: Grammar<'a>,
    typed: &str,
    stands: &[Stand],
    end: usize,
) -> Option<Expected<'a>> {
    let next = stands.iter().find(|stand| stand.at >= end)?;
    Some(Expected {
        from: typed.len(),
        what: candidates::of(grammar, &next.place, "").what,
        form: next.form.clone(),
    })
}
