//! The manual page: how to call the program and how a line is written, from what the program knows of itself.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::CommandFactory;
use clap_mangen::Man;

use super::Cli;
use crate::config;
use crate::language::verbs::{FIELD, OWN};
use crate::typed_line::FaultKind;

/// What no code knows: how a line is written, files, exit codes, examples.
const LINES: &str = include_str!("manual/lines.roff");
const REST: &str = include_str!("manual/rest.roff");

/// The manual page as `man` reads it.
///
/// # Errors
/// Never, as it is written to memory.
pub fn manual() -> io::Result<Vec<u8>> {
    let description = Cli::command();
    let page = Man::new(description.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    text.write_all(SYNOPSIS.as_bytes())?;
    page.render_description_section(&mut text)?;
    text.write_all(commands(&description).as_bytes())?;
    page.render_options_section(&mut text)?;
    text.write_all(LINES.as_bytes())?;
    text.write_all(verbs().as_bytes())?;
    text.write_all(settings().as_bytes())?;
    text.write_all(REST.as_bytes())?;
    text.write_all(kinds().as_bytes())?;
    page.render_version_section(&mut text)?;
    Ok(text)
}

const SYNOPSIS: &str = "\
.SH SYNOPSIS
\\fBdrumhead\\fR [\\fIOPTIONS\\fR]
.br
\\fBdrumhead\\fR [\\fIOPTIONS\\fR] \\fILINE\\fR [\\fIOPTIONS\\fR]
.br
\\fBdrumhead\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR
";

/// Each command with its own arguments.
fn commands(description: &clap::Command) -> String {
    let mut text = String::from(".SH COMMANDS\n");
    for command in description.get_subcommands() {
        if command.is_hide_set() {
            continue;
        }
        let mut called = format!("\\fB{}\\fR", roff(command.get_name()));
        let own = command.get_arguments().filter(|one| !one.is_global_set());
        let own: Vec<&clap::Arg> = own.filter(|one| one.get_id() != "help").collect();
        for argument in own.iter().filter(|one| one.is_positional()) {
            let name = argument.get_value_names().and_then(|names| names.first());
            let name = name.map_or_else(
                || argument.get_id().as_str().to_uppercase(),
                ToString::to_string,
            );
            let _ = match argument.is_required_set() {
                true => write!(called, " \\fI{name}\\fR"),
                false => write!(called, " [\\fI{name}\\fR]"),
            };
        }
        let about = command.get_about().map(ToString::to_string);
        let _ = writeln!(text, ".TP\n{called}\n{}", roff(&about.unwrap_or_default()));
        for option in own.iter().filter(|one| !one.is_positional()) {
            let Some(long) = option.get_long() else {
                continue;
            };
            let value = option.get_value_names().and_then(|names| names.first());
            let takes = option.get_action().takes_values();
            let value = value.filter(|_| takes);
            let value = value.map_or_else(String::new, |value| format!(" \\fI{value}\\fR"));
            let help = option.get_help().map(ToString::to_string);
            let help = roff(&help.unwrap_or_default());
            let _ = writeln!(
                text,
                ".br\n\\fB{}\\fR{value}: {help}",
                roff(&format!("--{long}"))
            );
        }
    }
    text
}

/// The verbs that every rule set has.
fn verbs() -> String {
    let own = OWN.iter().map(|verb| (verb.name, verb.form, verb.say));
    let field = FIELD.iter().map(|verb| (verb.name, verb.form, verb.say));
    let mut text = String::from(".SS Verbs of every rule set\n");
    for (name, form, say) in own.chain(field) {
        let _ = writeln!(
            text,
            ".TP\n\\fB{}\\fR \\fI{}\\fR\n{}",
            roff(name),
            roff(form),
            roff(say)
        );
    }
    text
}

/// The keys of the configuration.
fn settings() -> String {
    let mut text = String::from(
        ".SH CONFIGURATION\nThe keys of \\fIconfig.toml\\fR, each of which may be left out:\n",
    );
    for key in config::keys() {
        let _ = writeln!(text, ".TP\n\\fB{}\\fR\n{}", roff(key.key), roff(key.about));
    }
    text
}

/// The kinds of error that JSON tells.
fn kinds() -> String {
    let words: Vec<&str> = FaultKind::ALL.iter().map(|kind| kind.word()).collect();
    format!(
        ".SH JSON\nWith \\fB\\-\\-json\\fR every line has an object of its own; the \\fIkind\\fR of an error is one of {}.\n",
        words.join(", ")
    )
}

/// A text as roff takes it: no sign in it steers.
fn roff(text: &str) -> String {
    let plain = text.replace('\\', "\\e").replace('-', "\\-");
    match plain.starts_with(['.', '\'']) {
        true => format!("\\&{plain}"),
        false => plain,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_steers_the_page() {
        assert_eq!(roff(".SH a-b\\c"), "\\&.SH a\\-b\\ec");
    }
}
