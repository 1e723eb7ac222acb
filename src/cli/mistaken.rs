//! A line that was meant to be a command.

use clap::CommandFactory;

use super::Cli;
use crate::language::line::Grammar;
use crate::naming::{Found, nearest};
use crate::typed_line::{Line, LineFault};

/// What is wrong with a line that begins with a command that was mistyped: `auditt x`.
///
/// What the grammar understands, or what begins with a verb, is a line.
pub fn meant(line: &str, grammar: Grammar<'_>) -> Option<LineFault> {
    let first = line.split_whitespace().next()?;
    let is_verb = !matches!(grammar.vocabulary.find(first), Found::None { .. });
    if is_verb || grammar.parse(line).is_ok() {
        return None;
    }
    let description = Cli::command();
    let known = description.get_subcommands().map(clap::Command::get_name);
    let known: Vec<&str> = known.collect();
    let command = nearest(first, known)?;
    let rest = line.trim_start().get(first.len()..).unwrap_or_default();
    let fault = LineFault::unknown(format!("there is no command or verb `{first}`"))
        .hinted(format!("did you mean `drumhead {command}{rest}`?"));
    let start = line.len() - line.trim_start().len();
    let read = Line::read(line).ok()?;
    Some(fault.at(read.range(start..start + first.len())))
}
