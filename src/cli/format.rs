//! The form of what is printed, and which form what is asked for can have.

use clap::error::ErrorKind;
use clap::{CommandFactory, ValueEnum};

use super::{Cli, Command, Options};
use crate::naming::phrase;
use crate::paper::Page;
use crate::voice::Form;

/// The form of what is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for a person at the terminal.
    Text,
    /// One JSON object a line, as with `--json`.
    Json,
    /// Comma-separated values, for a spreadsheet: answers that are tables, and odds.
    Csv,
    /// A page for a browser or a printer: `sheet`, `story` and `--watch`.
    Html,
    /// The same as Markdown: `sheet` and `story`.
    Markdown,
}

impl Options {
    /// The form that is asked for, if any is.
    fn asked(&self) -> Option<Format> {
        if self.json {
            return Some(Format::Json);
        }
        self.format
    }

    /// The form of answers to lines.
    pub fn form(&self) -> Form {
        match self.asked() {
            Some(Format::Json) => Form::Json,
            Some(Format::Csv) => Form::Csv,
            Some(Format::Text | Format::Html | Format::Markdown) | None => Form::Text,
        }
    }

    /// The form of a page: HTML unless Markdown is asked for.
    pub fn page(&self) -> Page {
        match self.format {
            Some(Format::Markdown) => Page::Markdown,
            _ => Page::Html,
        }
    }
}

/// Refuses a form that what is asked for does not have.
///
/// # Errors
/// A usage error, which says which forms there are.
pub(super) fn checked(cli: Cli) -> Result<Cli, clap::Error> {
    let Some(format) = cli.options.asked() else {
        return Ok(cli);
    };
    let (what, has): (&str, &[Format]) = match &cli.command {
        Some(Command::Sheet { .. }) => ("`sheet`", &[Format::Html, Format::Markdown]),
        Some(Command::Story { .. }) => ("`story`", &[Format::Html, Format::Markdown]),
        None if cli.options.watch => ("`--watch`", &[Format::Text, Format::Html]),
        Some(Command::Line(_) | Command::Run { .. } | Command::Battles) | None => {
            ("a line", &[Format::Text, Format::Json, Format::Csv])
        }
        Some(_) => ("this command", &[Format::Text, Format::Json]),
    };
    if has.contains(&format) {
        return Ok(cli);
    }
    let name = |format: &Format| {
        let value = format.to_possible_value();
        value.map_or_else(String::new, |value| format!("`{}`", value.get_name()))
    };
    let names: Vec<String> = has.iter().map(name).collect();
    let message = format!(
        "{what} is printed as {}, not as {}",
        phrase::list(&names),
        name(&format)
    );
    Err(Cli::command().error(ErrorKind::InvalidValue, message))
}
