//! Text for a person at the table.

use super::columns::{block, blocks};
use anstyle::Style;

use super::{Ink, StyledText, odds, ruling};
use crate::language::command::WorkingShown;
use crate::rulings::wording::WorkingLine;
use crate::session::Answer;
use crate::sheet::Sheet;

/// How an answer is to look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The columns that there are, at least 40.
    pub width: u16,
    /// The lines of the screen; as many as there can be where nothing scrolls away.
    pub height: u16,
    /// How much working an answer shows.
    pub working: WorkingShown,
    /// How the result is styled; what is said beside it has ANSI codes that the caller may strip.
    pub ink: Ink,
}

/// An answer in two parts: the result, and what is said beside it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// For standard output.
    pub result: StyledText,
    /// For standard error: warnings and hints.
    pub beside: StyledText,
}

/// The columns that prose takes at the most: longer lines are hard to read.
const LONGEST_LINE: usize = 110;
/// How long the answer to a line usually is, in bytes.
const USUAL: usize = 256;

/// An answer as text.
pub fn answer_text(answer: &Answer, look: Look) -> Report {
    let mut report = Report {
        result: StyledText::with_capacity(USUAL),
        ..Report::default()
    };
    match answer {
        Answer::Nothing | Answer::Quit | Answer::Run(_) | Answer::Clear => {}
        Answer::Ruling(resolution) => ruling::ruling(&mut report, resolution, look),
        Answer::Sheets(sheets) => {
            for (place, sheet) in sheets.iter().enumerate() {
                if place > 0 {
                    report.result.push("\n");
                }
                let sheet = sheet.for_person.as_deref().unwrap_or(sheet);
                report.result.append(laid_out(sheet, look));
            }
        }
        Answer::Working(steps) => report.result.append(steps_text(steps, look)),
        Answer::Odds(reply) => {
            report.result.append(odds::reply_text(reply, look));
            for warning in reply.warnings() {
                let note = format!("note: {warning}");
                ruling::put(&mut report.beside, &note, Style::new(), look.width);
            }
        }
        Answer::Done(text) => {
            for line in text.lines() {
                ruling::put(&mut report.result, line, Style::new(), look.width);
            }
        }
    }
    report
}

/// Steps of a working, each with its place in the source.
pub(super) fn steps_text(steps: &[WorkingLine], look: Look) -> StyledText {
    let dim = look.ink.dim;
    let columns = usize::from(look.width);
    let options = textwrap::Options::new(columns)
        .initial_indent("  ")
        .subsequent_indent("    ");
    let mut text = StyledText::default();
    for step in steps {
        let whole = match &step.cite {
            Some(cite) => format!("{} [{cite}]", step.text),
            None => step.text.clone(),
        };
        // A place that is broken over two lines is not set off from the rest.
        let lines = textwrap::wrap(&whole, &options);
        match (lines.as_slice(), &step.cite) {
            ([_], Some(cite)) => {
                text.push(&format!("  {} ", step.text));
                text.push_line(dim, &format!("[{cite}]"));
            }
            (lines, _) => {
                for line in lines {
                    text.push(&format!("{line}\n"));
                }
            }
        }
    }
    text
}

/// A sheet with its title, in so many columns.
fn laid_out(sheet: &Sheet, look: Look) -> StyledText {
    let Look { width, ink, .. } = look;
    let Ink { bold, dim, .. } = ink;
    let mut text = StyledText::default();
    for line in textwrap::wrap(&sheet.title, usize::from(width)) {
        text.push_line(bold, &line);
    }
    for line in &sheet.examples {
        text.push(&format!("  {line}\n"));
    }
    for (place, columns) in blocks(sheet, usize::from(width)).iter().enumerate() {
        if place > 0 {
            text.push("\n");
        }
        for line in block(sheet, columns, width).lines() {
            text.push(&format!("{}\n", line.trim_end()));
        }
    }
    for note in &sheet.notes {
        for line in wrapped(note, width) {
            text.push(&format!("  {line}\n"));
        }
    }
    for note in &sheet.asides {
        for line in wrapped(note, width) {
            text.push_line(dim, &format!("  {line}"));
        }
    }
    if let Some(cite) = &sheet.cite {
        for line in wrapped(&format!("[{cite}]"), width) {
            text.push_line(dim, &format!("  {line}"));
        }
    }
    text
}

/// A text in lines that fit, indented by two.
fn wrapped(text: &str, width: u16) -> Vec<String> {
    let most = usize::from(width.saturating_sub(2)).clamp(20, LONGEST_LINE);
    textwrap::wrap(text, most)
        .into_iter()
        .map(|line| line.into_owned())
        .collect()
}
