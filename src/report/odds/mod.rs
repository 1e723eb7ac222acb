//! Odds as text for a person at the table.

mod bar;
mod compared;
mod gist;
mod once;
mod rows;
mod simulated;
mod title;

use std::fmt::Write;

use comfy_table::{Cell, CellAlignment, ContentArrangement, Table, presets};

use super::{Ink, Look, StyledText};
use crate::odds::Reply;

/// An answer about odds.
pub(super) fn reply_text(reply: &Reply, look: Look) -> StyledText {
    match reply {
        Reply::Odds(found) => once::text(found, look),
        Reply::Compared(both) => {
            let [left, right] = both.as_ref();
            compared::text(left, right, look)
        }
        Reply::Simulated(simulated) => simulated::text(simulated, look),
    }
}

/// Cells of a table: the first and the last column to the left, numbers to the right.
struct Cells {
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Cells {
    /// The lines of the table, with bars under `head` in the columns that are left.
    ///
    /// A length is a share of the longest bar.
    fn with_bars(self, bars: &'static str, lengths: &[f64], width: u16) -> String {
        let Cells { mut head, mut rows } = self;
        let width = usize::from(width);
        let cells = bar::cells(width.saturating_sub(widest(&head, &rows)));
        if cells > 0 {
            head.push(bars);
            for (row, length) in rows.iter_mut().zip(lengths) {
                row.push(bar::bar(*length, cells));
            }
        }
        laid_out(&head, &rows, width, if cells > 0 { 1 } else { 0 })
    }

    /// The lines of the table as it is.
    fn plain(self, width: u16) -> String {
        laid_out(&self.head, &self.rows, usize::from(width), 0)
    }
}

/// How many columns a table takes: its cells with a blank on both sides of each, and the indent.
fn widest(head: &[&str], rows: &[Vec<String>]) -> usize {
    let mut widths: Vec<usize> = head.iter().map(|cell| cell.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(unicode_width::UnicodeWidthStr::width(cell.as_str()));
        }
    }
    widths.iter().map(|width| width + 2).sum::<usize>() + 1
}

fn laid_out(head: &[&str], rows: &[Vec<String>], width: usize, left_at_end: usize) -> String {
    let numbers = 1..head.len().saturating_sub(left_at_end);
    let aligned = |texts: Vec<String>| -> Vec<Cell> {
        let cells = texts.into_iter().enumerate();
        cells
            .map(|(place, text)| {
                let cell = Cell::new(text);
                if numbers.contains(&place) {
                    cell.set_alignment(CellAlignment::Right)
                } else {
                    cell
                }
            })
            .collect()
    };
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(width).unwrap_or(u16::MAX));
    if head.iter().any(|cell| !cell.is_empty()) {
        table.set_header(aligned(head.iter().map(|&cell| cell.to_owned()).collect()));
    }
    for row in rows {
        table.add_row(aligned(row.clone()));
    }
    let mut text = String::new();
    for line in table.lines() {
        let _ = writeln!(text, " {}", line.trim_end());
    }
    text
}
