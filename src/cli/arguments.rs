//! The arguments of the process, sorted: what is an option, what is a word of a line.
//!
//! A line is free text, and what it begins with is no command that clap knows; so the options that
//! stand before, between or after its words are picked out here, and clap reads them alone.

use std::ffi::{OsStr, OsString};

use clap::{ArgAction, CommandFactory, Parser};

use super::{Cli, Command, Options};
use crate::typed_line::FRESH;

/// The verb that tells about another.
const HELP: &str = "help";

/// The options of a line, without its words.
#[derive(Debug, Parser)]
#[command(
    name = "drumhead",
    no_binary_name = true,
    version,
    disable_version_flag = true,
    disable_help_flag = true,
    override_usage = "drumhead [OPTIONS] LINE [OPTIONS]"
)]
struct OfLine {
    #[command(flatten)]
    options: Options,
}

/// Arguments of which the first that is no option is no command.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sorted {
    /// The options, each before its value.
    pub(super) options: Vec<OsString>,
    /// The words of the line.
    pub(super) words: Vec<OsString>,
    /// Whether help is asked for.
    pub(super) help: bool,
}

/// What an argument that looks like an option is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An option with its value, or without one.
    Whole,
    /// An option whose value is the next argument.
    WantsValue,
    /// It asks for help.
    Help,
    /// A word of the line.
    Word,
}

/// Reads the arguments without the name of the program.
///
/// # Errors
/// What clap says of a usage error, of help or of the version.
pub(super) fn read(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    let description = Cli::command();
    let sorted = sorted(&description, &arguments);
    let begins_line = sorted.words.first().is_some_and(|first| {
        let first = first.to_str();
        first.is_none_or(|first| description.find_subcommand(first).is_none())
    });
    if !begins_line {
        let program = std::iter::once(OsString::from("drumhead"));
        return Cli::try_parse_from(program.chain(arguments));
    }
    let of_line = OfLine::try_parse_from(sorted.options)?;
    let mut words = Vec::new();
    for word in sorted.words {
        match word.into_string() {
            Ok(word) => words.push(word),
            Err(_) => {
                let message = "the words of a line are UTF-8";
                return Err(Cli::command().error(clap::error::ErrorKind::InvalidUtf8, message));
            }
        }
    }
    if sorted.help {
        // `fire --help` asks what `help fire` answers.
        let mut first = words.into_iter().next().into_iter();
        let first = first.by_ref().flat_map(|word: String| {
            let first = word.split_whitespace().next().unwrap_or_default();
            (first != HELP).then(|| first.to_owned())
        });
        words = std::iter::once(HELP.to_owned()).chain(first).collect();
    }
    Ok(Cli {
        options: of_line.options,
        command: Some(Command::Line(words)),
    })
}

/// The options among arguments that may not be whole yet.
pub(super) fn options(typed: &[OsString]) -> Options {
    let none: [OsString; 0] = [];
    let read = OfLine::try_parse_from(typed).or_else(|_| OfLine::try_parse_from(none));
    read.map(|of_line| of_line.options).unwrap_or_default()
}

/// Sorts arguments into options and words; after `--` there are only words.
pub(super) fn sorted(description: &clap::Command, arguments: &[OsString]) -> Sorted {
    let mut sorted = Sorted::default();
    let mut left = arguments.iter();
    while let Some(argument) = left.next() {
        if argument == "--" {
            sorted.words.extend(left.cloned());
            break;
        }
        match kind(description, argument, !sorted.words.is_empty()) {
            Kind::Word => sorted.words.push(argument.clone()),
            Kind::Help => sorted.help = true,
            Kind::Whole => sorted.options.push(argument.clone()),
            Kind::WantsValue => {
                sorted.options.push(argument.clone());
                sorted.options.extend(left.next().cloned());
            }
        }
    }
    sorted
}

/// What an argument is; `within` a line only what can be nothing else is an option.
fn kind(description: &clap::Command, argument: &OsStr, within: bool) -> Kind {
    let Some(text) = argument.to_str() else {
        return Kind::Word;
    };
    if let Some(long) = text.strip_prefix("--") {
        if within && (text == FRESH || !long.starts_with(char::is_alphabetic)) {
            return Kind::Word;
        }
        if long == "help" {
            return Kind::Help;
        }
        let mut all = description.get_arguments();
        let option = all.find(|option| option.get_long() == Some(long));
        return option.map_or(Kind::Whole, wants);
    }
    let Some(short) = text.strip_prefix('-') else {
        return Kind::Word;
    };
    let mut letters = short.chars();
    match (letters.next(), letters.next()) {
        (Some('h'), None) => Kind::Help,
        (Some(letter), None) => {
            let mut all = description.get_arguments();
            let option = all.find(|option| option.get_short() == Some(letter));
            match (option, within) {
                (Some(option), _) => wants(option),
                // A word that is taken away, such as `-f`; before the line clap says what is wrong.
                (None, true) => Kind::Word,
                (None, false) => Kind::Whole,
            }
        }
        // `-flank` takes a word away, and `-` alone is one.
        (Some(_), Some(_)) if !within => Kind::Whole,
        _ => Kind::Word,
    }
}

/// Whether an option has a value after it.
fn wants(option: &clap::Arg) -> Kind {
    match option.get_action() {
        ArgAction::Set | ArgAction::Append => Kind::WantsValue,
        _ => Kind::Whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(arguments: &str) -> (Vec<String>, Vec<String>, bool) {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        let sorted = sorted(&Cli::command(), &arguments);
        let texts = |all: Vec<OsString>| {
            all.iter()
                .map(|one| one.to_string_lossy().into_owned())
                .collect()
        };
        (texts(sorted.options), texts(sorted.words), sorted.help)
    }

    fn all(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn options_are_found_before_among_and_after_the_words() {
        assert_eq!(
            of("--json a 1 -r x b --seed=2 c --tables d"),
            (
                all(&["--json", "-r", "x", "--seed=2", "--tables", "d"]),
                all(&["a", "1", "b", "c"]),
                false
            )
        );
        assert_eq!(of("-rx a -h"), (all(&["-rx"]), all(&["a"]), true));
    }

    #[test]
    fn what_may_be_a_word_of_the_line_is_one() {
        let words = all(&["a", "-flank", "-1", "-", "--fresh", "-f"]);
        assert_eq!(of("a -flank -1 - --fresh -f"), (vec![], words, false));
        let words = all(&["a", "--json", "-r"]);
        assert_eq!(of("a -- --json -r"), (vec![], words, false));
    }

    #[test]
    fn a_negative_value_is_the_value() {
        assert_eq!(of("a --seed -1").0, all(&["--seed", "-1"]));
    }
}
