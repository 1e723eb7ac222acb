//! The user's settings for all sessions: `drumhead/config.toml` in the folder of configurations.
//!
//! A file with a fault sets nothing: all its faults are told, and the program stops, so that nobody
//! plays by what he did not set.

use std::io;
use std::path::Path;

use anstream::ColorChoice;

use crate::language::command::WorkingShown;
use crate::places;
use crate::rules::fault::Faults;
use crate::rules::reader::{self, KeyShape, Record, Whole, record, words};
use crate::rules::table_file::{FileError, read_table_file};

/// The fewest columns that anything is laid out in.
pub const NARROWEST: u16 = 40;
/// The most columns that can be asked for.
const WIDEST: i64 = 1000;

/// How lines are edited at the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditMode {
    /// By the keys of Emacs, as most shells do.
    Emacs,
    /// By the keys of vi.
    Vi,
}

words! { EditMode {
    "emacs" => EditMode::Emacs,
    "vi" => EditMode::Vi,
}}

/// What stands before the sign of the prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptShown {
    /// All that it knows.
    Full,
    /// Nothing, unless the battle is not being kept.
    Short,
}

words! { PromptShown {
    "full" => PromptShown::Full,
    "short" => PromptShown::Short,
}}

/// What an empty line does in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyLine {
    /// Nothing.
    Nothing,
    /// The next phase begins.
    Phase,
}

words! { EmptyLine {
    "nothing" => EmptyLine::Nothing,
    "phase" => EmptyLine::Phase,
}}

words! { WorkingShown {
    "short" => WorkingShown::Short,
    "full" => WorkingShown::Full,
}}

words! { ColorChoice {
    "auto" => ColorChoice::Auto,
    "always" => ColorChoice::Always,
    "never" => ColorChoice::Never,
}}

record! {
    /// The file of the user's settings.
    struct ConfigKeys = "config" {
        /// The rule set where neither `--rules`, nor `DRUMHEAD_RULES`, nor a battle says another.
        "rules" => rules: Option<String>,
        /// The keys of the console's line editor: `emacs` (unless you say) or `vi`.
        "edit-mode" => edit_mode: Option<EditMode>,
        /// What stands before the sign of the prompt: `full` (unless you say), or `short`: nothing.
        "prompt" => prompt: Option<PromptShown>,
        /// What an empty line does in a battle: `nothing` (unless you say), or `phase`: the next phase begins.
        "empty-line" => empty_line: Option<EmptyLine>,
        /// How much working an answer shows: `short` (unless you say) or `full`.
        "working" => working: Option<WorkingShown>,
        /// Whether notes and hints are shown: `true` (unless you say) or `false`, which `--quiet` says for once.
        "notes" => notes: Option<bool>,
        /// The most columns that are used, 40 or more; all that the terminal has unless you say.
        "width" => width: Option<Whole<{ NARROWEST as i64 }, WIDEST>>,
        /// When to colour: `auto` (unless you say), `always` or `never`; `--color` says it for once.
        "color" => color: Option<ColorChoice>,
    }
}

/// The user's settings; what he did not set is nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Config {
    /// The rule set.
    pub rules: Option<String>,
    /// How lines are edited at the console.
    pub edit_mode: Option<EditMode>,
    /// What stands before the sign of the prompt.
    pub prompt: Option<PromptShown>,
    /// What an empty line does in a battle.
    pub empty_line: Option<EmptyLine>,
    /// How much working an answer shows.
    pub working: Option<WorkingShown>,
    /// Whether notes and hints are shown.
    pub notes: Option<bool>,
    /// The most columns that are used.
    pub width: Option<u16>,
    /// When to colour.
    pub color: Option<ColorChoice>,
}

/// Why the settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NoConfig {
    /// The file cannot be taken in.
    #[error(transparent)]
    File(FileError),
    /// It has faults.
    #[error("{0}")]
    Faulty(Faults),
}

impl Config {
    /// Reads the user's file; where there is none, nothing is set.
    ///
    /// # Errors
    /// The file cannot be read, or has faults.
    pub fn read() -> Result<Config, NoConfig> {
        match places::config_file() {
            Some(file) => Config::of_file(&file),
            None => Ok(Config::default()),
        }
    }

    fn of_file(file: &Path) -> Result<Config, NoConfig> {
        match read_table_file(file) {
            Ok(text) => Config::of_text(&file.to_string_lossy(), &text).map_err(NoConfig::Faulty),
            Err(FileError::Unreadable { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Config::default())
            }
            Err(error) => Err(NoConfig::File(error)),
        }
    }

    /// Reads the text of a file that is called so.
    ///
    /// # Errors
    /// All the faults that it has.
    pub fn of_text(file: &str, text: &str) -> Result<Config, Faults> {
        reader::read(file, text, |file| {
            let keys = ConfigKeys::read(file)?;
            Some(Config {
                rules: keys.rules,
                edit_mode: keys.edit_mode,
                prompt: keys.prompt,
                empty_line: keys.empty_line,
                working: keys.working,
                notes: keys.notes,
                width: keys
                    .width
                    .map(|Whole(width)| u16::try_from(width).unwrap_or(u16::MAX)),
                color: keys.color,
            })
        })
    }
}

/// The keys of the file, each with what it says.
pub fn keys() -> Vec<KeyShape> {
    ConfigKeys::keys()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_key_sets_something() {
        let text = "rules = \"x\"\nedit-mode = \"vi\"\nprompt = \"short\"\nempty-line = \"phase\"\nworking = \"full\"\nnotes = false\nwidth = 120\ncolor = \"never\"\n";
        let config = Config::of_text("config.toml", text).unwrap();
        assert_eq!(
            config,
            Config {
                rules: Some("x".to_owned()),
                edit_mode: Some(EditMode::Vi),
                prompt: Some(PromptShown::Short),
                empty_line: Some(EmptyLine::Phase),
                working: Some(WorkingShown::Full),
                notes: Some(false),
                width: Some(120),
                color: Some(ColorChoice::Never),
            }
        );
        for key in keys() {
            assert!(text.contains(&format!("{} = ", key.key)), "{}", key.key);
        }
        assert_eq!(
            Config::of_text("config.toml", "").unwrap(),
            Config::default()
        );
    }

    #[test]
    fn every_fault_is_told() {
        let text = "edit-mod = \"vi\"\nwidth = 20\nworking = \"ful\"\nnotes = 1\n";
        let faults = Config::of_text("config.toml", text).unwrap_err();
        assert_eq!(faults.len(), 4, "{faults}");
    }
}
