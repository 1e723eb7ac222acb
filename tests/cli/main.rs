//! The program as its users run it: arguments in; output, messages and exit code out.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod authors;
mod checking;
mod colours;
mod completions;
mod config;
mod distances;
mod exit_codes;
#[path = "../harness/mod.rs"]
mod harness;
mod help;
mod json;
mod odd_characters;
mod options;
mod pages;
mod rule_sets;
mod scripts;
mod seeds;
mod templates;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use harness::{Ran, finish, folder, ran};

impl Ran {
    /// The one JSON object of the output.
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// The program, in an environment of which only what a test sets is known.
fn program() -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    program
        .env_clear()
        .env("HOME", "/nonexistent")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null());
    program
}

/// A volley whose dice are told.
const VOLLEY: &[&str] = &[
    "fire",
    "4",
    "musketeer",
    "at",
    "pike",
    "10in",
    "rolled",
    "6541",
];

/// Runs it with these arguments.
fn run(arguments: &[&str]) -> Ran {
    finish(program().args(arguments))
}

/// Runs it with these arguments and this standard input.
fn run_with(arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that runs");
    let mut stdin = child.stdin.take().expect("its input");
    let input = input.as_ref().to_vec();
    // Apart, so that neither side waits for the other with a full pipe.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("its output");
    // A script that stops early leaves the rest of its lines unread.
    let _ = writer.join();
    ran(output)
}

fn text_of(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// The built-in default table under another name.
fn renamed(name: &str) -> String {
    let table = include_str!("../../tables/kriegspiel.toml");
    let renamed = table.replacen(
        "name = \"Le Kriegspiel, 1680\"",
        &format!("name = \"{name}\""),
        1,
    );
    assert_ne!(renamed, table);
    renamed
}
