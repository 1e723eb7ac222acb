//! Text for a person at the table.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use textwrap::core::display_width;

use super::{Ink, odds};
use crate::dice::Thrown;
use crate::language::command::WorkingShown;
use crate::resolution::Resolution;
use crate::rulings::outcome::Blank;
use crate::rulings::wording::WorkingLine;
use crate::session::Answer;
use crate::sheet::{Overflow, Sheet};

/// How an answer is to look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The columns that there are, at least 40.
    pub width: u16,
    /// How much working an answer shows.
    pub working: WorkingShown,
    /// How the result is styled; what is said beside it has ANSI codes that the caller may strip.
    pub ink: Ink,
}

/// An answer in two parts: the result, and what is said beside it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For standard output.
    pub result: String,
    /// For standard error: warnings and hints.
    pub beside: String,
}

/// How long the answer to a line usually is, in bytes.
const USUAL: usize = 256;

/// An answer as text.
pub fn answer_text(answer: &Answer, look: Look) -> Report {
    let mut report = Report {
        result: String::with_capacity(USUAL),
        ..Report::default()
    };
    match answer {
        Answer::Nothing | Answer::Quit => {}
        Answer::Ruling(resolution) => ruling(&mut report, resolution, look),
        Answer::Sheets(sheets) => {
            for (place, sheet) in sheets.iter().enumerate() {
                if place > 0 {
                    report.result.push('\n');
                }
                report.result.push_str(&laid_out(sheet, look));
            }
        }
        Answer::Working(steps) => report.result.push_str(&steps_text(steps, look)),
        Answer::Odds(reply) => {
            report.result.push_str(&odds::reply_text(reply, look));
            for warning in reply.warnings() {
                let _ = writeln!(report.beside, "note: {warning}");
            }
        }
        Answer::Done(text) => {
            let _ = writeln!(report.result, "{text}");
        }
    }
    report
}

fn ruling(report: &mut Report, resolution: &Resolution, look: Look) {
    let outcome = &resolution.outcome;
    let Ink { bold, dim } = look.ink;
    let out = &mut report.result;
    let plain = Style::new();
    put(out, &outcome.summary, bold, look.width);
    for line in &outcome.brief {
        put(out, line, plain, look.width);
    }
    if !resolution.throws.is_empty() {
        put(out, &throws_text(&resolution.throws), dim, look.width);
    }
    if let Some(Blank { what, .. }) = &outcome.blank {
        let blank = format!("blank: the source at hand does not give {what}");
        put(out, &blank, plain, look.width);
    }
    if !resolution.record.is_empty() {
        put(out, &resolution.record.join(" · "), dim, look.width);
    }
    if look.working == WorkingShown::Full {
        out.push_str(&steps_text(&resolution.working, look));
    }
    for warning in &resolution.warnings {
        put(
            &mut report.beside,
            &format!("note: {warning}"),
            plain,
            look.width,
        );
    }
    if !resolution.not_said.is_empty() {
        let words = format!("not said: {}", resolution.not_said.join(", "));
        put(&mut report.beside, &words, Ink::STYLED.dim, look.width);
    }
}

/// Adds a line, or several where one is too narrow: those that follow are indented.
fn put(out: &mut String, text: &str, style: Style, width: u16) {
    let columns = usize::from(width);
    // What fits in bytes fits in columns.
    if text.len() <= columns {
        let _ = writeln!(out, "{style}{text}{style:#}");
        return;
    }
    let options = textwrap::Options::new(columns).subsequent_indent("  ");
    for line in textwrap::wrap(text, options) {
        let _ = writeln!(out, "{style}{line}{style:#}");
    }
}

fn throws_text(throws: &[Thrown]) -> String {
    let mut text = String::with_capacity(USUAL);
    for (place, throw) in throws.iter().enumerate() {
        if place > 0 {
            text.push_str(" · ");
        }
        thrown(&mut text, throw);
    }
    text
}

/// `musketeers 6 5 4 1`, or `hussars 11` where only the sum is known.
fn thrown(out: &mut String, thrown: &Thrown) {
    let throw = &thrown.throw;
    out.push_str(if throw.label.is_empty() {
        &throw.by
    } else {
        &throw.label
    });
    if thrown.faces.is_empty() {
        let _ = write!(out, " ={}", thrown.sum);
    }
    for face in &thrown.faces {
        out.push(' ');
        match char::from_digit(*face, 10) {
            Some(digit) => out.push(digit),
            None => {
                let _ = write!(out, "{face}");
            }
        }
    }
}

fn steps_text(steps: &[WorkingLine], look: Look) -> String {
    let dim = look.ink.dim;
    let columns = usize::from(look.width);
    let options = textwrap::Options::new(columns)
        .initial_indent("  ")
        .subsequent_indent("    ");
    let mut text = String::new();
    for step in steps {
        let whole = match &step.cite {
            Some(cite) => format!("{} [{cite}]", step.text),
            None => step.text.clone(),
        };
        // A place that is broken over two lines is not set off from the rest.
        let lines = textwrap::wrap(&whole, &options);
        match (lines.as_slice(), &step.cite) {
            ([_], Some(cite)) => {
                let _ = writeln!(text, "  {} {dim}[{cite}]{dim:#}", step.text);
            }
            (lines, _) => {
                for line in lines {
                    let _ = writeln!(text, "{line}");
                }
            }
        }
    }
    text
}

/// The blank columns around each column of a table.
const PADDING: usize = 2;

/// The columns that stand beside one another, block by block; the first column stands in each.
fn blocks(sheet: &Sheet, width: usize) -> Vec<Vec<Column>> {
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
struct Column {
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
fn block(sheet: &Sheet, columns: &[Column], width: u16) -> Table {
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

/// A sheet with its title, in so many columns.
fn laid_out(sheet: &Sheet, look: Look) -> String {
    let Look { width, ink, .. } = look;
    let Ink { bold, dim } = ink;
    let mut text = format!("{bold}{}{bold:#}\n", sheet.title);
    for (place, columns) in blocks(sheet, usize::from(width)).iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        for line in block(sheet, columns, width).lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    for note in &sheet.notes {
        for line in wrapped(note, width) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(cite) = &sheet.cite {
        let _ = writeln!(text, "{dim}  [{cite}]{dim:#}");
    }
    text
}

/// A text in lines that fit, indented by two.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let most = usize::from(width.saturating_sub(2)).max(20);
    textwrap::wrap(text, most)
        .into_iter()
        .map(|line| line.into_owned())
        .collect()
}
