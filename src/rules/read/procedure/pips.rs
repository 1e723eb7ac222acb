//! Reading `pips`.

use super::super::lexicon::Lexicon;
use super::super::parts::{cite, owned, pool, when};
use super::roll_test::{self, verdicts};
use super::toll::{saves, toll};
use crate::rules::procedure::{Caught, FirstBlow, Pips};
use crate::rules::reader::Reader;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Pips> {
    let die = pool(table, "die");
    let toll = toll(table);
    let saves = saves(lexicon, table);
    let first_blow = table.maybe_table("first-blow", |table| {
        let when = when(lexicon, table);
        let check = table.table("check", |table| roll_test::read(lexicon, table));
        let cite = cite(table);
        Some(FirstBlow {
            when,
            check: check?,
            cite,
        })
    });
    let results = verdicts(lexicon, table, "results");
    let destroyed = table
        .raw("destroyed")
        .and_then(|value| lexicon.result(&value));
    let caught = table.maybe_table("caught", |table| {
        let field = owned(table.text("field"));
        let when = when(lexicon, table);
        let result = table.required("result");
        let result = result.and_then(|value| lexicon.result(&value));
        let unsure = owned(table.text("unsure"));
        let cite = cite(table);
        Some(Caught {
            field: field?,
            when,
            result: result?,
            unsure: unsure?,
            cite,
        })
    });
    Some(Pips {
        die: die?,
        toll: toll?,
        saves,
        first_blow,
        results,
        destroyed,
        caught,
    })
}
