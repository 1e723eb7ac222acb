//! Reading `tests-by-target`.

use super::super::lexicon::Lexicon;
use super::super::parts::{NO_END, bands, cite, owned, pool};
use super::maybe_attribute;
use crate::rules::procedure::{Softened, TestsByTarget};
use crate::rules::reader::Reader;

/// By how much a target can be missed: 1 and all that is more.
const MISSES: (i64, i64) = (1, NO_END);

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<TestsByTarget> {
    let rating = table
        .required("rating")
        .and_then(|value| lexicon.attribute(&value));
    let dice = pool(table, "dice");
    let moves = maybe_attribute(lexicon, table, "move");
    let misses = table
        .required("misses")
        .and_then(|value| bands(&value, MISSES, |value| lexicon.result(value)));
    let softened = table.maybe_table("softened", |table| {
        let result = table
            .required("result")
            .and_then(|value| lexicon.result(&value));
        let becomes = table
            .required("becomes")
            .and_then(|value| lexicon.result(&value));
        let cite = cite(table);
        Some(Softened {
            result: result?,
            becomes: becomes?,
            cite,
        })
    });
    let order_cite = owned(table.maybe_text("order-cite"));
    Some(TestsByTarget {
        rating: rating?,
        dice: dice?,
        moves,
        misses: misses?,
        softened,
        order_cite,
    })
}
