//! Reading a table by a row, a column, a shift and how ratios are rounded.

use super::operation::Knowledge;
use super::value::Value;
use crate::number::Number;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableCell, TableKey};
use crate::rules::steps::symbol::{Meaning, Symbol};
use crate::rules::steps::{Place, Reads};

/// What a table holds at a row and a column, or the name of the row or column that is read.
///
/// `values` are the row, and for a table of several columns the column, how many columns to the right,
/// and whether ratios are rounded up. Ranges and ratios are held to both ends.
pub(super) fn read(
    knowledge: Knowledge<'_>,
    table: &LookupTable,
    reads: Reads,
    values: &[Value],
) -> Value {
    match found(knowledge, table, reads, values) {
        Read::Cell(cell) => Value::from(cell.holds),
        Read::Value(value) => value,
    }
}

fn found<'t>(
    knowledge: Knowledge<'_>,
    table: &'t LookupTable,
    reads: Reads,
    values: &[Value],
) -> Read<'t> {
    let value = |place: usize| values.get(place).copied().unwrap_or(Value::Nothing);
    let (row, column, shift, up) = (value(0), value(1), value(2), value(3));
    let needed: &[Value] = match reads {
        Reads::Cell => &[row, column, shift, up],
        Reads::Row => &[row],
        Reads::Column => &[column, shift, up],
    };
    if let Some(blank) = needed.iter().find(|value| value.is_blank()) {
        return Read::Value(*blank);
    }
    let rounding = if up.truth() == Some(true) {
        Rounding::Up
    } else {
        Rounding::Down
    };
    // The name of a column is the same in every row that has it: the first row tells.
    let row = match reads {
        Reads::Column if row.is_blank() || row == Value::Nothing => table.rows.first(),
        _ => {
            let keys = table.rows.iter().map(|row| &row.key);
            let found = find(knowledge, &keys.collect::<Vec<_>>(), row, 0, rounding);
            found.and_then(|place| table.rows.get(place))
        }
    };
    let Some(row) = row else {
        return Read::Value(Value::Nothing);
    };
    let columns = match (&row.cells, reads) {
        (_, Reads::Row) => return Read::Value(Value::Symbol(row.key.name)),
        (Cells::One(cell), _) => return Read::Cell(cell),
        (Cells::Columns(columns), _) => columns,
    };
    let keys: Vec<&TableKey> = columns.iter().map(|(key, _)| key).collect();
    let shift = shift.number().map_or(0, Number::floor);
    let found = find(knowledge, &keys, column, shift, rounding);
    let Some((key, cell)) = found.and_then(|place| columns.get(place)) else {
        return Read::Value(Value::Nothing);
    };
    match reads {
        Reads::Column => Read::Value(Value::Symbol(key.name)),
        Reads::Cell | Reads::Row => Read::Cell(cell),
    }
}

/// Where the cell stands that a table holds at a row and a column.
pub(super) fn place(
    knowledge: Knowledge<'_>,
    table: &LookupTable,
    values: &[Value],
) -> Option<Place> {
    match found(knowledge, table, Reads::Cell, values) {
        Read::Cell(cell) => Some(cell.place),
        Read::Value(_) => None,
    }
}

/// What was found in a table.
enum Read<'t> {
    Cell(&'t TableCell),
    Value(Value),
}

/// How a ratio between two columns is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Down,
    Up,
}

/// The place of the key that a value finds, moved along by the shift and held to both ends.
fn find(
    knowledge: Knowledge<'_>,
    keys: &[&TableKey],
    value: Value,
    shift: i64,
    rounding: Rounding,
) -> Option<usize> {
    let place = match value {
        Value::Symbol(symbol) => keys
            .iter()
            .position(|key| key.name == symbol || stands_for(knowledge, key, symbol))?,
        _ => by_number(keys, value.number()?, rounding)?,
    };
    let last = keys.len().checked_sub(1)?;
    let moved = i64::try_from(place).ok()?.saturating_add(shift).max(0);
    Some(usize::try_from(moved).ok()?.min(last))
}

/// Whether a key and an answer name the same thing.
fn stands_for(knowledge: Knowledge<'_>, key: &TableKey, symbol: Symbol) -> bool {
    let means = knowledge.rules.symbols.get(symbol).map(|info| &info.means);
    match (&key.matches, means) {
        (Matches::Kind(kind), Some(Meaning::Kind(named))) => kind == named,
        (Matches::Word(word), Some(Meaning::Word(named))) => word == named,
        _ => false,
    }
}

fn by_number(keys: &[&TableKey], number: Number, rounding: Rounding) -> Option<usize> {
    let whole = number.floor();
    let mut lowest: Option<(i64, usize)> = None;
    let mut highest: Option<(i64, usize)> = None;
    let mut below: Option<(Number, usize)> = None;
    let mut above: Option<(Number, usize)> = None;
    let mut least: Option<(Number, usize)> = None;
    let mut most: Option<(Number, usize)> = None;
    for (place, key) in keys.iter().enumerate() {
        match key.matches {
            Matches::Range(span) if span.holds(whole) => return Some(place),
            Matches::Range(span) => {
                if lowest.is_none_or(|(from, _)| span.from < from) {
                    lowest = Some((span.from, place));
                }
                if highest.is_none_or(|(to, _)| span.to > to) {
                    highest = Some((span.to, place));
                }
            }
            Matches::Ratio(ratio) => {
                if ratio <= number && below.is_none_or(|(best, _)| ratio > best) {
                    below = Some((ratio, place));
                }
                if ratio >= number && above.is_none_or(|(best, _)| ratio < best) {
                    above = Some((ratio, place));
                }
                if least.is_none_or(|(best, _)| ratio < best) {
                    least = Some((ratio, place));
                }
                if most.is_none_or(|(best, _)| ratio > best) {
                    most = Some((ratio, place));
                }
            }
            Matches::Kind(_) | Matches::Word(_) | Matches::Name => {}
        }
    }
    let by_range = match (lowest, highest) {
        (Some((from, place)), _) if whole < from => Some(place),
        (_, Some((to, place))) if whole > to => Some(place),
        _ => None,
    };
    let by_ratio = match rounding {
        Rounding::Down => below.or(least),
        Rounding::Up => above.or(most),
    };
    by_range.or(by_ratio.map(|(_, place)| place))
}
