//! Reading `weighted-totals`.

use super::super::lexicon::Lexicon;
use super::super::parts::{NO_END, above_zero, bands, cite, maybe_pool};
use super::maybe_attribute;
use crate::rules::procedure::{Doubled, Gain, WeightedTotals};
use crate::rules::reader::Reader;

/// The differences that a table of results has to cover: all that there can be.
const DIFFERENCES: (i64, i64) = (0, NO_END);

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<WeightedTotals> {
    let rating = table
        .required("rating")
        .and_then(|value| lexicon.attribute(&value));
    let moves = maybe_attribute(lexicon, table, "move");
    let losses = table.table("losses", |table| Some(gain(table)));
    let survivors = table.table("survivors", |table| Some(gain(table)));
    let doubled = table.maybe_table("doubled", |table| {
        let at_most = table
            .required("at-most")
            .and_then(|value| above_zero(&value));
        let cite = cite(table);
        Some(Doubled {
            at_most: at_most?,
            cite,
        })
    });
    let results = table
        .required("results")
        .and_then(|value| bands(&value, DIFFERENCES, |value| lexicon.result(value)));
    Some(WeightedTotals {
        rating: rating?,
        moves,
        losses: losses?,
        survivors: survivors?,
        doubled,
        results: results?,
    })
}

fn gain(table: &mut Reader<'_>) -> Gain {
    let times = maybe_pool(table, "times");
    let cite = cite(table);
    Gain { times, cite }
}
