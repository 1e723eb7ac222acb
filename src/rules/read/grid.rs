//! Reading result tables.

use super::charts::cell;
use super::lexicon::Lexicon;
use super::parts::{bands, cite, owned, when};
use crate::dice::Pool;
use crate::rules::bands::{Bands, Span};
use crate::rules::chart::Cell;
use crate::rules::grid::{Columns, Grid, Head, Odds};
use crate::rules::reader::{Reader, Value};

/// One result table, whose rows must cover what `dice` can show.
pub(super) fn grid<'d>(
    lexicon: &Lexicon<'d>,
    id: &str,
    dice: Option<Pool>,
    table: &mut Reader<'d>,
) -> Option<Grid> {
    let title = owned(table.text("title"));
    let when = when(lexicon, table);
    let columns = columns(lexicon, table);
    let keys = columns.as_ref().map(Columns::keys);
    let covered = dice.map_or((0, -1), |dice| {
        (i64::from(dice.min_sum()), i64::from(dice.max_sum()))
    });
    let rows = table.required("rows").and_then(|value| {
        let keys = keys?;
        bands(&value, covered, |row| cells(row, &keys))
    });
    let number_says = owned(table.maybe_text("number-says"));
    let cite = cite(table);
    Some(Grid {
        id: id.to_owned(),
        title: title?,
        when,
        columns: columns?,
        rows: rows.unwrap_or_else(|| Bands::new(Vec::new())),
        number_says,
        cite,
    })
}

/// `strengths = ["1", "2-3"]`, `odds = ["1-2", "1-1"]`, or a table `columns` of kinds.
fn columns<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>) -> Option<Columns> {
    let strengths = table.raw("strengths");
    let odds = table.raw("odds");
    let kinds = heads(lexicon, table, "columns");
    match (strengths, odds, kinds.as_slice()) {
        (Some(value), None, []) => {
            let spans = listed(&value, "a strength such as `4` or `4-6`", Span::parse)?;
            rising(&value, &spans, |span| span.from.into())?;
            Some(Columns::Strengths(spans))
        }
        (None, Some(value), []) => odds_columns(&value),
        (None, None, [_, ..]) => Some(Columns::Kinds(kinds)),
        _ => {
            table
                .fault(
                    table.at(),
                    format!("{} has no one kind of columns", table.named()),
                )
                .hint("write `strengths = […]`, `odds = […]` or tables `columns.NAME`");
            None
        }
    }
}

/// Columns of odds, from the worst to the best.
pub(super) fn odds_columns(value: &Value<'_>) -> Option<Columns> {
    let odds = listed(value, "odds such as `3-1`", Odds::parse)?;
    rising(value, &odds, |odds| odds.value())?;
    Some(Columns::Odds(odds))
}

/// Heads of rows or columns: tables with a name and conditions.
pub(super) fn heads<'d>(
    lexicon: &Lexicon<'d>,
    table: &mut Reader<'d>,
    key: &'static str,
) -> Vec<Head> {
    table.keyed_tables(key, |id, table| {
        let name = owned(table.text("name"));
        let when = when(lexicon, table);
        Some(Head {
            id: id.into_inner().to_owned(),
            name: name?,
            when,
        })
    })
}

/// A list of texts, each read as `what`; `None` if any is not.
fn listed<T>(value: &Value<'_>, what: &str, parse: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    let items = value.items()?;
    let read = |item: &Value<'_>| {
        let text = item.text()?;
        let parsed = parse(text.get_ref());
        if parsed.is_none() {
            item.fault(format!("`{}` is not {what}", text.get_ref()));
        }
        parsed
    };
    let all: Vec<Option<T>> = items.iter().map(read).collect();
    all.into_iter().collect()
}

/// Notes columns that do not stand from the least to the most, or that there is none.
fn rising<T>(
    value: &Value<'_>,
    columns: &[T],
    size: impl Fn(&T) -> crate::number::Number,
) -> Option<()> {
    let rising = columns.windows(2).all(|pair| match pair {
        [first, second] => size(first) < size(second),
        _ => true,
    });
    if columns.is_empty() || !rising {
        value.fault("columns stand from the least to the most");
        return None;
    }
    Some(())
}

/// The cells of a row by the keys of the columns; a column that the row leaves out is blank.
///
/// A cell of no column is a fault, unless it is blank: a table that extends
/// this one may have other columns and inherits those that it does not fill.
fn cells<'d>(row: &Value<'d>, keys: &[String]) -> Option<Vec<Cell>> {
    row.table(|table| {
        let mut cells = vec![blank(); keys.len()];
        for (key, value) in table.keys_left() {
            let Some(read) = cell(&value) else {
                continue;
            };
            let place = keys.iter().position(|known| known == key.get_ref());
            match place.and_then(|place| cells.get_mut(place)) {
                Some(cell) => *cell = read,
                None if read == blank() => {}
                None => {
                    table
                        .fault(
                            key.span(),
                            format!("there is no column `{}`", key.get_ref()),
                        )
                        .hint(format!("there are `{}`", keys.join("`, `")));
                }
            }
        }
        Some(cells)
    })
}

fn blank() -> Cell {
    Cell::Number(crate::rules::amount::Given::Blank)
}
