//! Text for a person at the table.

use std::fmt::Write;

use anstyle::Style;
use comfy_table::{ContentArrangement, Table, presets};

use super::odds;
use crate::dice::Thrown;
use crate::language::command::WorkingShown;
use crate::procedures::{Blank, Step};
use crate::resolution::Resolution;
use crate::session::Answer;
use crate::sheet::Sheet;

/// How an answer is to look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The columns that there are, at least 40.
    pub width: u16,
    /// How much working an answer shows.
    pub working: WorkingShown,
}

/// An answer in two parts: the result, and what is said beside it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For standard output.
    pub result: String,
    /// For standard error: warnings and hints.
    pub beside: String,
}

/// What is less important.
const DIM: Style = Style::new().dimmed();
/// What the eye should find first.
const BOLD: Style = Style::new().bold();

/// An answer as text, styled with ANSI codes that the caller may strip.
pub fn answer_text(answer: &Answer, look: Look) -> Report {
    let mut report = Report::default();
    match answer {
        Answer::Nothing | Answer::Quit => {}
        Answer::Ruling(resolution) => ruling(&mut report, resolution, look),
        Answer::Sheets(sheets) => {
            for (place, sheet) in sheets.iter().enumerate() {
                if place > 0 {
                    report.result.push('\n');
                }
                report.result.push_str(&laid_out(sheet, look.width));
            }
        }
        Answer::Working(steps) => report.result.push_str(&steps_text(steps)),
        Answer::Odds(reply) => {
            report.result.push_str(&odds::reply_text(reply, look.width));
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
    let out = &mut report.result;
    let _ = writeln!(out, "{BOLD}{}{BOLD:#}", outcome.summary);
    for line in &outcome.brief {
        let _ = writeln!(out, "{line}");
    }
    let throws: Vec<String> = resolution.throws.iter().map(thrown).collect();
    if !throws.is_empty() {
        let _ = writeln!(out, "{DIM}{}{DIM:#}", throws.join(" · "));
    }
    if let Some(Blank { what, .. }) = &outcome.blank {
        let _ = writeln!(out, "blank: the source at hand does not give {what}");
    }
    if !resolution.record.is_empty() {
        let _ = writeln!(out, "{DIM}{}{DIM:#}", resolution.record.join(" · "));
    }
    if look.working == WorkingShown::Full {
        out.push_str(&steps_text(&resolution.working));
    }
    for warning in &resolution.warnings {
        let _ = writeln!(report.beside, "note: {warning}");
    }
    if !resolution.not_said.is_empty() {
        let words = resolution.not_said.join(", ");
        let _ = writeln!(report.beside, "{DIM}not said: {words}{DIM:#}");
    }
}

/// `musketeers 6 5 4 1`, or `hussars 11` where only the sum is known.
fn thrown(thrown: &Thrown) -> String {
    let faces: Vec<String> = thrown.faces.iter().map(u32::to_string).collect();
    let shown = if faces.is_empty() {
        format!("={}", thrown.sum)
    } else {
        faces.join(" ")
    };
    let throw = &thrown.throw;
    let of = if throw.label.is_empty() {
        &throw.by
    } else {
        &throw.label
    };
    format!("{of} {shown}")
}

fn steps_text(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = match &step.cite {
            Some(cite) => writeln!(text, "  {} {DIM}[{cite}]{DIM:#}", step.text),
            None => writeln!(text, "  {}", step.text),
        };
    }
    text
}

/// A sheet with its title, in so many columns.
fn laid_out(sheet: &Sheet, width: u16) -> String {
    let mut text = format!("{BOLD}{}{BOLD:#}\n", sheet.title);
    if !sheet.rows.is_empty() {
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width);
        if !sheet.columns.is_empty() {
            table.set_header(&sheet.columns);
        }
        table.add_rows(&sheet.rows);
        for line in table.lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    for note in &sheet.notes {
        for line in wrapped(note, width) {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(cite) = &sheet.cite {
        let _ = writeln!(text, "{DIM}  [{cite}]{DIM:#}");
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
