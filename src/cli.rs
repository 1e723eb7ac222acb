//! The command line.

mod arguments;
mod completing;
mod format;
mod manual;
mod mistaken;
mod opening;

use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{ArgAction, Args, CommandFactory, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter};

pub use completing::{answer as complete, registration};
pub use format::Format;

pub use manual::manual;
pub use mistaken::meant;
pub use opening::{Opening, library};

/// The rule set in force unless another is asked for.
const DEFAULT_RULES: &str = "kriegspiel";

/// An umpire's assistant for tabletop wargames.
///
/// Without a command the console opens; with a line it is ruled, printed, and that is all.
#[derive(Debug, Parser)]
#[command(
    name = "drumhead",
    version,
    disable_version_flag = true,
    disable_help_subcommand = true,
    override_usage = "drumhead [OPTIONS]\n       drumhead [OPTIONS] LINE [OPTIONS]\n       drumhead [OPTIONS] COMMAND",
    help_template = "{about-with-newline}\n{usage-heading} {usage}\n\nExamples:\n  drumhead                                           the console: a line, its answer, the next\n  drumhead fire 4 musketeer at pike 10in             one line, ruled and printed\n  drumhead fire --help                               what a verb takes\n  drumhead morale 8 infantry -r landsknecht          by another rule set\n  drumhead odds fire 4 musketeer at pike 10in --json for another program\n\n{all-args}{after-help}",
    after_help = "`drumhead help` lists the verbs of a line, `drumhead rules` the rule sets."
)]
pub struct Cli {
    /// What holds for all commands.
    #[command(flatten)]
    pub options: Options,
    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What holds for all commands.
#[derive(Debug, Clone, Default, Args)]
pub struct Options {
    /// The rule set: its id, the beginning of it, or a short name.
    #[arg(short, long, value_name = "ID", global = true, add = ArgValueCandidates::new(completing::rule_sets))]
    pub rules: Option<String>,
    /// A folder of rule tables, looked in before the built-in ones.
    #[arg(long, value_name = "DIR", global = true, value_hint = ValueHint::DirPath)]
    pub tables: Vec<PathBuf>,
    /// The seed of the dice, a whole number.
    #[arg(long, value_name = "N", global = true, allow_hyphen_values = true, value_parser = seed)]
    pub seed: Option<u64>,
    /// Answer in JSON, one object a line.
    #[arg(long, global = true)]
    pub json: bool,
    /// The form of what is printed.
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        global = true,
        conflicts_with = "json"
    )]
    pub format: Option<Format>,
    /// Leave out notes and hints; what is wrong is still said.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// When to colour.
    #[arg(long, value_name = "WHEN", value_enum, global = true)]
    pub color: Option<Colour>,
    /// Go on after a wrong line of a script.
    #[arg(long, global = true)]
    pub keep_going: bool,
    /// Exit with 4 when a check fails.
    #[arg(long, global = true)]
    pub exit_code: bool,
    /// The file that keeps the battle; begun if it is not there.
    #[arg(long, value_name = "FILE", global = true, add = ArgValueCompleter::new(completing::battle_files))]
    pub battle: Option<PathBuf>,
    /// Look on at the battle that another drumhead keeps, as the players may.
    #[arg(long, global = true, requires = "battle")]
    pub watch: bool,
    /// Go on with what stands before a damaged line of the battle's file.
    #[arg(long, global = true, requires = "battle")]
    pub mend: bool,
    /// Print the version.
    #[arg(short = 'V', short_alias = 'v', long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// A seed as typed.
fn seed(typed: &str) -> Result<u64, String> {
    let wrong = |_| format!("a seed is a whole number from 0 to {}", u64::MAX);
    typed.parse().map_err(wrong)
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal that takes colours.
    Auto,
    /// Wherever it goes.
    Always,
    /// Nowhere.
    Never,
}

impl Colour {
    /// The choice as the output streams take it.
    pub fn choice(self) -> ColorChoice {
        match self {
            Colour::Auto => ColorChoice::Auto,
            Colour::Always => ColorChoice::Always,
            Colour::Never => ColorChoice::Never,
        }
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Rule one line after another.
    Run {
        /// The script, or `-` for standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Check rule-table files: report every fault, rule the examples, run the cases beside them.
    Check {
        /// The files.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        /// A file of cases, besides the `NAME.cases.toml` beside a table.
        #[arg(long, value_name = "FILE")]
        cases: Vec<PathBuf>,
        /// Write down what the examples come to, as cases to read over.
        #[arg(long, conflicts_with_all = ["cases", "json"])]
        record: bool,
        /// Say which steps, rows, cells, modifiers and results no example and no case runs through.
        #[arg(long, conflicts_with_all = ["record", "merged"])]
        coverage: bool,
        /// Print each table with all that it extends as one file.
        #[arg(long, conflicts_with_all = ["record", "cases", "json", "watch"])]
        merged: bool,
        /// Check again at every save, until Ctrl-C.
        #[arg(long, conflicts_with = "record")]
        watch: bool,
    },
    /// Begin a rule table of one's own: a short one that rules at once, with two cases.
    New {
        /// What the rule set is to be called.
        #[arg(value_name = "ID")]
        id: String,
        /// What it is to be like; asked for where it is left out.
        #[arg(long, value_name = "TEMPLATE", add = ArgValueCandidates::new(completing::templates))]
        like: Option<String>,
    },
    /// Print the JSON schema of rule tables, for editors.
    Schema,
    /// List what the source of a rule set does not give, or write a file to fill it in.
    Blanks {
        /// The rule set: its id, the beginning of it, or a short name.
        #[arg(value_name = "ID", add = ArgValueCandidates::new(completing::rule_sets))]
        id: Option<String>,
        /// Write a table file that extends the rule set, with every blank ready to be filled in.
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
    /// Print a rule set's reference sheet, from its table.
    Sheet {
        /// The rule set, or the beginning of its id.
        #[arg(value_name = "ID")]
        id: Option<String>,
        /// Roster cards with boxes to tick, a card for each unit of a battle.
        #[arg(long, value_name = "BATTLE", conflicts_with_all = ["id", "cheat"])]
        units: Option<PathBuf>,
        /// What can be typed, on one page.
        #[arg(long)]
        cheat: bool,
    },
    /// Tell the story of a battle: turns, losses, luck, odds of what decided it.
    Story {
        /// The battle's file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Tell only what this side could see.
        #[arg(long = "for", value_name = "SIDE")]
        side: Option<String>,
    },
    /// List the rule sets that can be loaded.
    Rules,
    /// List the battles on record: number, name, rule set, turn, last entry, over or not.
    Battles,
    /// Rule a battle again, and check every die against its seed.
    Audit {
        /// The battle's file.
        #[arg(value_name = "FILE", add = ArgValueCompleter::new(completing::battle_files))]
        file: PathBuf,
    },
    /// Print the lines of a battle with all dice told, so that they can be run again.
    Dump {
        /// The battle's file.
        #[arg(value_name = "FILE", add = ArgValueCompleter::new(completing::battle_files))]
        file: PathBuf,
    },
    /// Print what a shell needs to complete commands, options and the words of a line.
    #[command(after_help = completing::WHERE)]
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page.
    Man,
    /// Print the version.
    #[command(hide = true)]
    Version,
    /// A line to be ruled.
    #[command(skip)]
    Line(Vec<String>),
}

impl Cli {
    /// Reads the process's arguments.
    ///
    /// # Errors
    /// What clap says of a usage error, of help or of the version, and the exit code that it has for it.
    pub fn from_arguments() -> Result<Cli, clap::Error> {
        format::checked(arguments::read(std::env::args_os().skip(1).collect())?)
    }

    /// The description of the command line, for completions and the manual page.
    pub fn description() -> clap::Command {
        Cli::command()
    }
}
