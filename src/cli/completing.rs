//! What a shell offers when Tab is pressed: asked of the program, which alone knows the words.
//!
//! The script of a shell (`drumhead completions SHELL`) calls the program again with what is typed;
//! clap answers for options and commands, the grammar of the console for the words of a line.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, CommandFactory};
use clap_complete::Shell;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter,
};
use clap_complete::env::Shells;

use super::arguments::{self, Sorted};
use super::{Cli, Options, opening};
use crate::language::Grammar;
use crate::language::expect::{self, Candidate};
use crate::printable::{is_unprintable, printable};
use crate::rules::library::Library;
use crate::session;
use crate::{places, tables};

/// What is set to the name of the shell that asks.
const ASKED: &str = "DRUMHEAD_COMPLETE";
/// Where shells that complete in the middle of a line say which argument it is.
const INDEX: &str = "_CLAP_COMPLETE_INDEX";

/// Where each shell wants it.
pub(super) const WHERE: &str = "\
Where to put it; it asks the program for rule sets, verbs, words and battles, so it stays true:
  bash        echo 'source <(drumhead completions bash)' >> ~/.bashrc
  zsh         echo 'source <(drumhead completions zsh)' >> ~/.zshrc
              (after compinit)
  fish        drumhead completions fish > ~/.config/fish/completions/drumhead.fish
  elvish      echo 'eval (drumhead completions elvish | slurp)' >> ~/.elvish/rc.elv
  powershell  drumhead completions powershell >> $PROFILE";

/// What a shell reads to know that it has to ask.
///
/// # Errors
/// Never, as it is written to memory.
pub fn registration(shell: Shell) -> io::Result<Vec<u8>> {
    let mut script = Vec::new();
    if let Some(shell) = Shells::builtins().completer(&shell.to_string()) {
        shell.write_registration(ASKED, "drumhead", "drumhead", "drumhead", &mut script)?;
    }
    Ok(script)
}

/// What can stand where a shell asks, in its own form; nothing where no shell asks.
pub fn answer() -> Option<io::Result<Vec<u8>>> {
    let asks = std::env::var_os(ASKED)?;
    let shells = Shells::builtins();
    let shell = shells.completer(&asks.to_string_lossy())?;
    let arguments: Vec<OsString> = std::env::args_os()
        .skip_while(|argument| argument != "--")
        .skip(1)
        .collect();
    let at = std::env::var(INDEX).ok().and_then(|at| at.parse().ok());
    let at: usize = at.unwrap_or_else(|| arguments.len().saturating_sub(1));
    let typed = arguments.get(1..at).unwrap_or_default();
    let mut command = command_after(typed);
    let folder = std::env::current_dir().ok();
    let mut told = Vec::new();
    let written = shell.write_complete(&mut command, arguments, folder.as_deref(), &mut told);
    Some(written.map(|()| told))
}

/// The command line as it can go on after some arguments.
fn command_after(typed: &[OsString]) -> clap::Command {
    let whole = Cli::command();
    let sorted = arguments::sorted(&whole, typed);
    let first = sorted.words.first().and_then(|first| first.to_str());
    match first {
        None => whole.arg(line_after(sorted)),
        Some(first) if whole.find_subcommand(first).is_some() => whole,
        Some(_) => {
            // Options may follow the words, and are offered once one is begun.
            let options = whole.get_arguments().cloned();
            let options = options.map(|option| option.hide(true));
            clap::Command::new("drumhead")
                .version(env!("CARGO_PKG_VERSION"))
                .disable_version_flag(true)
                .disable_help_flag(true)
                .args(options)
                .arg(line_after(sorted))
        }
    }
}

/// The words of a line, of which some are typed.
fn line_after(typed: Sorted) -> Arg {
    let completer = move |begun: &OsStr| words(&typed, begun).unwrap_or_default();
    Arg::new("line")
        .num_args(1..)
        .add(ArgValueCompleter::new(completer))
}

/// The words that can come next.
fn words(typed: &Sorted, begun: &OsStr) -> Option<Vec<CompletionCandidate>> {
    let options = arguments::options(&typed.options);
    let (session, roster) = opening::to_look_on(&options)?;
    let grammar = Grammar {
        roster: &roster,
        seen: &roster,
        ..session.grammar()
    };
    let begun = begun.to_str()?;
    let mut line = String::new();
    for word in &typed.words {
        line.push_str(word.to_str()?);
        line.push(' ');
    }
    let start = line.len();
    line.push_str(begun);
    let expected = expect::at(grammar, &line, line.len());
    let before = line.get(..start)?;
    let names = expected.what.iter();
    // A name that would steer the terminal is not offered, as it could not be typed either.
    let names = names.filter(|name| !name.text.contains(is_unprintable));
    let words = names.filter_map(|name| word(name, before, &line, expected.from));
    Some(words.collect())
}

/// The part of a name that is one more word after `before`, as the argument `start` begins.
fn word(
    name: &Candidate<'_>,
    before: &str,
    line: &str,
    from: usize,
) -> Option<CompletionCandidate> {
    // A shell cuts its arguments at blanks; a hyphen reads the same.
    let text = name.text.replace(' ', "-");
    let text = match from.checked_sub(before.len()) {
        // It ends a word that is begun with something else, as `in` ends `10in`.
        Some(_) => format!("{}{text}", line.get(before.len()..from)?),
        // It began some words ago: what they say of it is left out.
        None => {
            let said = before.get(from..)?.trim_end().len();
            let rest = text.get(said..)?.strip_prefix('-')?;
            rest.to_owned()
        }
    };
    Some(explained(text, name.about))
}

fn explained(value: String, about: &str) -> CompletionCandidate {
    let help = (!about.is_empty()).then(|| StyledStr::from(printable(about).into_owned()));
    CompletionCandidate::new(value).help(help)
}

/// The rule sets that can be loaded.
pub(super) fn rule_sets() -> Vec<CompletionCandidate> {
    let typed: Vec<OsString> = std::env::args_os().skip_while(|one| one != "--").collect();
    let sorted = arguments::sorted(&Cli::command(), typed.get(2..).unwrap_or_default());
    let Options { tables, .. } = arguments::options(&sorted.options);
    let listed = Library::new(tables).ids().unwrap_or_default();
    let listed = listed.into_iter();
    let named = listed.map(|one| {
        let name = one.name().unwrap_or_default();
        explained(one.id, &name)
    });
    named.collect()
}

/// The templates that a rule table can begin with.
pub(super) fn templates() -> Vec<CompletionCandidate> {
    let templates = tables::templates();
    let named = templates.map(|(name, about)| explained(name.to_owned(), about));
    named.collect()
}

/// Files, and the battles that the console keeps.
pub(super) fn battle_files(begun: &OsStr) -> Vec<CompletionCandidate> {
    let kept = places::battles_folder().map(|folder| session::battles_of(&folder));
    let text = begun.to_string_lossy();
    let fits = |path: &Path| path.to_string_lossy().starts_with(text.as_ref());
    let kept = kept.into_iter().flatten().filter(|(path, _)| fits(path));
    let kept = kept.map(|(path, about)| explained(path.to_string_lossy().into_owned(), &about));
    let mut candidates: Vec<CompletionCandidate> = kept.collect();
    candidates.extend(PathCompleter::file().complete(begun));
    candidates
}
