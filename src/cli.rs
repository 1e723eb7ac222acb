//! The command line.

use std::path::PathBuf;

use anstream::ColorChoice;
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

/// An umpire's assistant for tabletop wargames.
///
/// Without a command the console opens; with a line it is ruled, printed, and that is all.
#[derive(Debug, Parser)]
#[command(
    name = "drumhead",
    version,
    disable_help_subcommand = true,
    subcommand_negates_reqs = true,
    allow_external_subcommands = true,
    override_usage = "drumhead [OPTIONS] [LINE]\n       drumhead [OPTIONS] run <FILE>\n       drumhead check <FILE>...",
    after_help = "A line is what the console takes, such as:\n  drumhead -r kriegspiel fire 4 musketeer at pike 10in\n  drumhead help"
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
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// The rule set, or the beginning of its id.
    #[arg(short, long, value_name = "ID", global = true)]
    pub rules: Option<String>,
    /// A folder of rule tables, looked in before the built-in ones.
    #[arg(long, value_name = "DIR", global = true)]
    pub tables: Vec<PathBuf>,
    /// The seed of the dice.
    #[arg(long, value_name = "N", global = true)]
    pub seed: Option<u64>,
    /// Answer in JSON, one object a line.
    #[arg(long, global = true)]
    pub json: bool,
    /// When to colour.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Colour::Auto, global = true)]
    pub color: Colour,
    /// Go on after a wrong line of a script.
    #[arg(long, global = true)]
    pub keep_going: bool,
    /// Exit with 4 when a check fails.
    #[arg(long, global = true)]
    pub exit_code: bool,
    /// The file that keeps the battle; begun if it is not there.
    #[arg(long, value_name = "FILE", global = true)]
    pub battle: Option<PathBuf>,
    /// Look on at the battle that another drumhead keeps, as the players may.
    #[arg(long, global = true, requires = "battle")]
    pub watch: bool,
    /// Go on with what stands before a damaged line of the battle's file.
    #[arg(long, global = true, requires = "battle")]
    pub mend: bool,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal that takes colours.
    Auto,
    /// Always.
    Always,
    /// Never.
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
        #[arg(long, value_name = "TEMPLATE")]
        like: Option<String>,
    },
    /// Print the JSON schema of rule tables, for editors.
    Schema,
    /// List what the source of a rule set does not give, or write a file to fill it in.
    Blanks {
        /// The rule set, or the beginning of its id.
        #[arg(value_name = "ID")]
        id: Option<String>,
        /// Write a table file that extends the rule set, with every blank ready to be filled in.
        #[arg(long, value_name = "FILE")]
        write: Option<PathBuf>,
    },
    /// List the rule sets that can be loaded.
    Rules,
    /// List the battles on record: number, name, rule set, turn, last entry, over or not.
    Battles,
    /// Rule a battle again, and check every die against its seed.
    Audit {
        /// The battle's file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the lines of a battle with all dice told, so that they can be run again.
    Dump {
        /// The battle's file.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page.
    Man,
    /// A line to be ruled.
    #[command(external_subcommand)]
    Line(Vec<String>),
}

/// The options that may stand between a line's verb and its words.
#[derive(Debug, Parser)]
#[command(name = "drumhead", disable_help_flag = true, no_binary_name = true)]
struct AfterVerb {
    #[command(flatten)]
    options: Options,
    /// The words of the line.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Cli {
    /// Reads the process's arguments.
    ///
    /// # Errors
    /// What clap says of a usage error, of help or of the version, and the exit code that it has for it.
    pub fn from_arguments() -> Result<Cli, clap::Error> {
        let mut cli = Cli::try_parse()?;
        cli.command = match cli.command {
            Some(Command::Line(line)) => {
                let (verb, rest) = match line.split_first() {
                    Some((verb, rest)) => (verb.clone(), rest.to_vec()),
                    None => (String::new(), Vec::new()),
                };
                let after = AfterVerb::try_parse_from(rest)?;
                cli.options = cli.options.with(after.options);
                let words = std::iter::once(verb).chain(after.words).collect();
                Some(Command::Line(words))
            }
            other => other,
        };
        Ok(cli)
    }

    /// The description of the command line, for completions and the manual page.
    pub fn description() -> clap::Command {
        Cli::command()
    }
}

impl Options {
    /// These options, with those that were said later standing before them.
    fn with(self, later: Options) -> Options {
        let mut tables = self.tables;
        tables.extend(later.tables);
        Options {
            rules: later.rules.or(self.rules),
            tables,
            seed: later.seed.or(self.seed),
            json: self.json || later.json,
            color: if later.color == Colour::Auto {
                self.color
            } else {
                later.color
            },
            keep_going: self.keep_going || later.keep_going,
            exit_code: self.exit_code || later.exit_code,
            battle: later.battle.or(self.battle),
            watch: self.watch || later.watch,
            mend: self.mend || later.mend,
        }
    }
}
