//! The columns of a sheet: those that stand beside one another, and those that find no room.

use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use textwrap::core::display_width;

use crate::sheet::{Overflow, Sheet};

/// The blank columns around each column of a table.
const PADDING: usize = 2;

/// The columns that stand beside one another, block by block; the first column stands in each.
pub(super) fn blocks(sheet: &Sheet, width: usize) -> Vec<Vec<Column>> {
    if sheet.rows.is_empty() {
        return Vec::new();
    }
    let columns = columns(sheet, width);
    let Some((first, others)) = columns.split_first() else {
        return Vec::new();
    };
    let needed = blocks_of(*first, others, width, others.len());
    // As many columns in each block as in the others.
    let each = others.len().div_ceil(needed.len());
    let even = blocks_of(*first, others, width, each);
    if even.len() == needed.len() {
        even
    } else {
        needed
    }
}

/// Blocks of at most so many columns beside the first, as many in each as find room.
fn blocks_of(first: Column, others: &[Column], width: usize, most: usize) -> Vec<Vec<Column>> {
    let mut blocks = vec![vec![first]];
    let mut used = first.least + PADDING;
    for column in others {
        let needs = column.least + PADDING;
        let in_block = blocks.last().map_or(0, |block| block.len() - 1);
        if in_block > 0 && (used + needs > width || in_block >= most) {
            blocks.push(vec![first]);
            used = first.least + PADDING;
        }
        used += needs;
        if let Some(block) = blocks.last_mut() {
            block.push(*column);
        }
    }
    blocks
}

/// A column of a sheet.
#[derive(Clone, Copy)]
pub(super) struct Column {
    place: usize,
    /// The least width in which nothing is broken that should stay whole.
    least: usize,
}

/// Every column with its least width: of its widest cell, or only of its longest word.
fn columns(sheet: &Sheet, width: usize) -> Vec<Column> {
    let in_rows = sheet.rows.iter().map(Vec::len).max().unwrap_or_default();
    let count = in_rows.max(sheet.columns.len());
    let longest_word = |text: &str| {
        let words = text.split_whitespace().map(display_width);
        words.max().unwrap_or_default()
    };
    (0..count)
        .map(|place| {
            let heading = sheet.columns.get(place);
            let heading = heading.map_or(0, |heading| longest_word(heading));
            let cells = || sheet.rows.iter().filter_map(|row| row.get(place));
            let words = cells().map(|cell| longest_word(cell)).max();
            let whole = cells().map(|cell| display_width(cell)).max();
            let words = words.unwrap_or_default().max(heading);
            let whole = whole.unwrap_or_default().max(heading);
            // A cell that would fill half the screen is a text.
            let splits = sheet.overflow == Overflow::SplitColumns && whole <= width / 2;
            let least = if splits { whole } else { words };
            Column { place, least }
        })
        .collect()
}

/// Some columns of a sheet beside one another.
pub(super) fn block(sheet: &Sheet, columns: &[Column], width: u16) -> Table {
    let cells = |row: &[String]| -> Vec<String> {
        let cells = columns.iter().map(|column| row.get(column.place));
        cells
            .map(|cell| cell.cloned().unwrap_or_default())
            .collect()
    };
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(width);
    if !sheet.columns.is_empty() {
        table.set_header(cells(&sheet.columns));
    }
    table.add_rows(sheet.rows.iter().map(|row| cells(row)));
    for (column, Column { least, .. }) in table.column_iter_mut().zip(columns) {
        let least = u16::try_from(least + PADDING).unwrap_or(width);
        column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
    }
    table
}
