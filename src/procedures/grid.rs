//! Reading a cell of a result table.

use super::outcome::Blank;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::Given;
use crate::rules::bands::Span;
use crate::rules::chart::Cell;
use crate::rules::grid::Grid;

/// A cell that was read, with the row that it is in.
pub(super) struct ReadCell<'g> {
    /// The row; `None` where the table has none.
    pub(super) row: Option<Span>,
    /// What it says.
    pub(super) says: Says<'g>,
}

/// What a cell says.
pub(super) enum Says<'g> {
    /// A number.
    Number(Number),
    /// A phrase.
    Text(&'g str),
    /// Nothing happens.
    Nothing,
    /// The source at hand does not give it.
    Blank(Blank),
}

/// Where a result table stands in the file: the keys that lead to it.
pub(super) type Path<'p> = [&'p str];

/// The cell for a sum and the place of a column; rows beyond the table are its first and last.
pub(super) fn read<'g>(grid: &'g Grid, path: &Path<'_>, total: i64, column: usize) -> ReadCell<'g> {
    let Some((row, cells)) = grid.rows.nearest(total) else {
        let what = format!("a row for {total} of the {}", grid.title);
        let key = joined(path, &["rows"]);
        return ReadCell {
            row: None,
            says: Says::Blank(Blank { what, key }),
        };
    };
    let says = match cells.get(column) {
        Some(Cell::Number(Given::Known(number))) => Says::Number(*number),
        Some(Cell::Text(text)) => Says::Text(text),
        Some(Cell::None) => Says::Nothing,
        Some(Cell::Number(Given::Blank)) | None => Says::Blank(blank(grid, path, row, column)),
    };
    ReadCell {
        row: Some(row),
        says,
    }
}

fn blank(grid: &Grid, path: &Path<'_>, row: Span, column: usize) -> Blank {
    let name = grid.columns.names().into_iter().nth(column);
    Blank {
        what: format!(
            "{}, row {row}, column {}",
            grid.title,
            name.unwrap_or_default()
        ),
        key: joined(path, &["rows", &row.to_string(), &column_key(grid, column)]),
    }
}

/// The mark of a cell that is a house rule; nothing if it is as printed.
pub(super) fn mark(
    rules: &RuleSet,
    grid: &Grid,
    path: &Path<'_>,
    row: Option<Span>,
    column: Option<usize>,
) -> String {
    let (Some(row), Some(column)) = (row, column) else {
        return String::new();
    };
    let row = row.to_string();
    let column = column_key(grid, column);
    let keys = [path, &["rows", row.as_str(), column.as_str()]].concat();
    rules.house.mark(&keys)
}

fn column_key(grid: &Grid, column: usize) -> String {
    let key = grid.columns.keys().into_iter().nth(column);
    key.unwrap_or_default()
}

/// A path with more keys after it, as blanks are named.
pub(super) fn joined(path: &Path<'_>, more: &[&str]) -> String {
    [path, more].concat().join(".")
}

/// A shift of columns in words: `2 left`, `1 right`.
pub(super) fn shift_in_words(by: i64) -> String {
    let side = if by < 0 { "left" } else { "right" };
    format!("{} {side}", by.unsigned_abs())
}

/// A modifier as it stands in a sum: `+ 3`, `- 2`.
pub(super) fn in_a_sum(modifier: Number) -> String {
    let sign = if modifier.is_negative() { "-" } else { "+" };
    format!("{sign} {}", modifier.abs())
}
