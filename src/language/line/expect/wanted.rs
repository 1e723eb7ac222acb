//! What a line still wants after troops, as its ruling's examples show it.

use std::borrow::Cow;

use super::standing::{Measured, Standing, Within};
use crate::language::token::{self, Kind, Token};
use crate::naming::kept::BETWEEN;
use crate::rules::ruling::Ruling;
use crate::typed_line::Line;

/// What is still wanted after troops.
pub(super) fn wanted_after(standing: &Standing, ruling: &Ruling) -> Cow<'static, str> {
    if standing.awaits_foe() {
        return Cow::Owned(format!("{} SIDE", between(ruling)));
    }
    let wants_distance = standing.measured == Measured::NotYet
        && matches!(standing.within, Within::Ruling | Within::Odds)
        && example_tokens(ruling).any(|token| matches!(token.kind, Kind::Distance(_)));
    Cow::Borrowed(if wants_distance { "DISTANCE" } else { "" })
}

/// The word by which the examples of a ruling part the sides.
pub(super) fn between(ruling: &Ruling) -> &'static str {
    let said = example_tokens(ruling).find_map(|token| match token.kind {
        Kind::Word(word) => BETWEEN.into_iter().find(|known| *known == word),
        _ => None,
    });
    said.unwrap_or("at")
}

/// The tokens of all examples of a ruling, which show how it is typed.
fn example_tokens(ruling: &Ruling) -> impl Iterator<Item = Token> {
    ruling
        .examples
        .iter()
        .filter_map(|example| token::tokens(&Line::read(example).ok()?).ok())
        .flatten()
}
