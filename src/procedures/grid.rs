//! Reading a cell of a result table.

use super::outcome::Blank;
use crate::number::Number;
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

/// The cell for a sum and the place of a column; rows beyond the table are its first and last.
///
/// `path` is where the table stands in the file, such as `ruling.fire.table.guns`.
pub(super) fn read<'g>(grid: &'g Grid, path: &str, total: i64, column: usize) -> ReadCell<'g> {
    let Some((row, cells)) = grid.rows.nearest(total) else {
        let what = format!("a row for {total} of the {}", grid.title);
        let key = format!("{path}.rows");
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

fn blank(grid: &Grid, path: &str, row: Span, column: usize) -> Blank {
    let name = |names: Vec<String>| names.into_iter().nth(column).unwrap_or_default();
    Blank {
        what: format!(
            "{}, row {row}, column {}",
            grid.title,
            name(grid.columns.names())
        ),
        key: format!(
            "{path}.rows.{}.{}",
            key(&row.to_string()),
            key(&name(grid.columns.keys()))
        ),
    }
}

/// A key as a TOML file writes it: in quotes where it cannot stand bare.
pub(super) fn key(key: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if !key.is_empty() && key.bytes().all(bare) {
        key.to_owned()
    } else {
        format!("\"{key}\"")
    }
}

/// A shift of columns in words: `2 left`, `1 right`.
pub(super) fn shift_in_words(by: i64) -> String {
    let side = if by < 0 { "left" } else { "right" };
    format!("{} {side}", by.unsigned_abs())
}
