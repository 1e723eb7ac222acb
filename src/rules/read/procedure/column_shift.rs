//! Reading `column-shift`.

use super::super::grid::grid;
use super::super::lexicon::Lexicon;
use super::super::parts::{bands, cite, given, number, owned, pool_from, when};
use crate::dice::Pool;
use crate::rules::procedure::{ColumnShift, Hits, NaturalMark, RangeEffect};
use crate::rules::reader::Reader;

/// The nearest distance for which a range effect must have a row.
const NEAREST: i64 = 1;

pub(super) fn read<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<ColumnShift> {
    let dice = pool_from(table, "dice");
    let ranges = table.keyed_tables("range", |id, table| {
        range_effect(lexicon, id.into_inner(), table)
    });
    let tables = table.keyed_tables("table", |id, table| {
        grid(lexicon, id.into_inner(), dice, table)
    });
    if tables.is_empty() {
        table.fault(
            table.at(),
            format!("{} has no table to read", table.named()),
        );
    }
    let hits = table.tables("hits", |table| {
        let when = when(lexicon, table);
        let at_least = table.number("at-least");
        let lost = table.number("lost");
        let cite = cite(table);
        Some(Hits {
            when,
            at_least: at_least?.into_inner(),
            lost: lost?.into_inner(),
            cite,
        })
    });
    let marks = table.keyed_tables("mark", |field, table| {
        natural_mark(lexicon, field.into_inner(), dice, table)
    });
    Some(ColumnShift {
        dice: dice?,
        ranges,
        tables,
        hits,
        marks,
    })
}

fn range_effect<'d>(
    lexicon: &Lexicon<'d>,
    id: &str,
    table: &mut Reader<'d>,
) -> Option<RangeEffect> {
    let name = owned(table.text("name"));
    let when = when(lexicon, table);
    let rows = table
        .required("rows")
        .and_then(|value| bands(&value, (NEAREST, NEAREST), |value| given(value, number)));
    let cite = cite(table);
    Some(RangeEffect {
        id: id.to_owned(),
        name: name?,
        when,
        rows: rows?,
        cite,
    })
}

fn natural_mark<'d>(
    lexicon: &Lexicon<'d>,
    field: &str,
    dice: Option<Pool>,
    table: &mut Reader<'d>,
) -> Option<NaturalMark> {
    let say = owned(table.text("say"));
    let (least, most) = dice.map_or((0, 0), |dice| (dice.min_sum(), dice.max_sum()));
    let natural = table
        .integer("natural", i64::from(least)..=i64::from(most))
        .and_then(|sum| u32::try_from(sum.into_inner()).ok());
    let when = when(lexicon, table);
    let cite = cite(table);
    Some(NaturalMark {
        field: field.to_owned(),
        say: say?,
        natural: natural?,
        when,
        cite,
    })
}
