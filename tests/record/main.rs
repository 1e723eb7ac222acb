//! The record tells the truth: one battle is one game, what is said to be kept is kept, dice are sealed.

#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod battle_lines;
mod battles;
mod board;
mod fair;
mod forged;
#[path = "../harness/mod.rs"]
mod harness;
mod kept;
mod one_game;
mod stories;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;

use harness::{Ran, finish};

/// A folder of its own for the battles of a test, and another for those of the console.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new() -> Place {
        Place {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_drumhead"));
        program
            .env("NO_COLOR", "1")
            .env("HOME", self.path("home"))
            .env("XDG_STATE_HOME", self.path("state"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        program
    }

    /// Runs the program with these words, parted by blanks.
    fn d(&self, words: &str) -> Ran {
        let mut program = self.program();
        finish(program.args(words.split_whitespace()))
    }

    /// Runs a script with these options, whether its lines are right or wrong.
    fn script(&self, options: &str, script: &str) -> Ran {
        let file = self.path("script.txt");
        fs::write(&file, script).expect("a script");
        self.d(&format!("{options} --keep-going run script.txt"))
    }

    /// Starts the program on a battle, to be spoken to line by line.
    fn open(&self, options: &str) -> Open {
        let mut child = self
            .program()
            .args(options.split_whitespace())
            .args(["--keep-going", "run", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        Open {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().expect("its output")),
            child,
        }
    }
}

/// A program that is being spoken to.
struct Open {
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    child: Child,
}

impl Open {
    /// Says a line, and returns its answer.
    fn say(&mut self, line: &str) -> String {
        let input = self.input.as_mut().expect("its input");
        // A look-up whose answer is known shows where the answer to the line ends.
        writeln!(input, "{line}\nhelp quit").expect("a line");
        input.flush().expect("a line");
        let mut answer = String::new();
        while !answer.ends_with("quit\n  leave\n") {
            let read = self.output.read_line(&mut answer).expect("an answer");
            assert!(read > 0, "{answer}");
        }
        answer
    }

    /// Lets it end, and returns its exit code.
    fn end(mut self) -> i32 {
        self.input = None;
        let status = self.child.wait().expect("its end");
        status.code().expect("an exit code")
    }
}

impl Ran {
    /// The row of a unit in an answer to `units`, its columns parted by one blank.
    fn unit(&self, handle: &str) -> String {
        let rows = self.out.lines().map(|row| {
            let words: Vec<&str> = row.split_whitespace().collect();
            words.join(" ")
        });
        let mut of_unit = rows.filter(|row| row.split(' ').nth(1) == Some(handle));
        let row = of_unit
            .next_back()
            .unwrap_or_else(|| panic!("{handle}: {self:?}"));
        without_share(&row)
    }
}

/// A row of units without the share that is left, `, 95 %`.
fn without_share(row: &str) -> String {
    match row.split_once(", ") {
        Some((before, rest)) => match rest.split_once(" %") {
            Some((share, after)) if share.parse::<u8>().is_ok() => format!("{before}{after}"),
            _ => row.to_owned(),
        },
        None => row.to_owned(),
    }
}

/// The lines of a journal.
fn lines(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a journal");
    text.lines().map(str::to_owned).collect()
}
