//! Text for a person at the table.

use std::fmt::Write;

use anstyle::Style;

use super::columns::{block, blocks};
use super::{Ink, StyledText, odds};
use crate::dice::Thrown;
use crate::language::command::WorkingShown;
use crate::resolution::Resolution;
use crate::rulings::outcome::Blank;
use crate::rulings::wording::WorkingLine;
use crate::session::Answer;
use crate::sheet::Sheet;

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
    pub result: StyledText,
    /// For standard error: warnings and hints.
    pub beside: StyledText,
}

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
        Answer::Ruling(resolution) => ruling(&mut report, resolution, look),
        Answer::Sheets(sheets) => {
            for (place, sheet) in sheets.iter().enumerate() {
                if place > 0 {
                    report.result.push("\n");
                }
                report.result.append(laid_out(sheet, look));
            }
        }
        Answer::Working(steps) => report.result.append(steps_text(steps, look)),
        Answer::Odds(reply) => {
            report.result.append(odds::reply_text(reply, look));
            for warning in reply.warnings() {
                report.beside.push(&format!("note: {warning}\n"));
            }
        }
        Answer::Done(text) => {
            report.result.push(&format!("{text}\n"));
        }
    }
    report
}

fn ruling(report: &mut Report, resolution: &Resolution, look: Look) {
    let outcome = &resolution.outcome;
    let Ink { bold, dim } = look.ink;
    let out = &mut report.result;
    let plain = Style::new();
    if let Some(understood) = &resolution.understood {
        put(out, &format!("read as: {understood}"), dim, look.width);
    }
    if !outcome.summary.is_empty() {
        put(out, &outcome.summary, bold, look.width);
    }
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
        out.append(steps_text(&resolution.working, look));
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
fn put(out: &mut StyledText, text: &str, style: Style, width: u16) {
    let columns = usize::from(width);
    // What fits in bytes fits in columns.
    if text.len() <= columns {
        out.push_line(style, text);
        return;
    }
    let options = textwrap::Options::new(columns).subsequent_indent("  ");
    for line in textwrap::wrap(text, options) {
        out.push_line(style, &line);
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

fn steps_text(steps: &[WorkingLine], look: Look) -> StyledText {
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
    let Ink { bold, dim } = ink;
    let mut text = StyledText::default();
    text.push_line(bold, &sheet.title);
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
    if let Some(cite) = &sheet.cite {
        for line in wrapped(&format!("[{cite}]"), width) {
            text.push_line(dim, &format!("  {line}"));
        }
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
