//! What tests share that bring tables of their own: folders, sessions, runs of the program.

#![allow(clippy::unwrap_used, clippy::panic, dead_code)]

pub(crate) mod pages;

use std::path::Path;
use std::process::{Command, Output};

use drumhead::report;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoAnswer, Session};
use serde_json::Value;
use tempfile::TempDir;

/// A folder of files, each with its text.
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// A table file `mine` that extends another by these rows.
pub(crate) fn extending(parent: &str, rows: &str) -> String {
    format!("format = 2\nid = \"mine\"\nname = \"Mine\"\nextends = \"{parent}\"\n{rows}")
}

/// A session of a rule set that may stand in a folder.
pub(crate) fn session_in(folder: &TempDir, rules: &str) -> Session {
    let library = Library::new(vec![folder.path().to_owned()]);
    match Session::open(library, rules, Some(1)) {
        Ok(session) => session,
        Err(why) => panic!("{why:?}"),
    }
}

/// A session by a table that extends another by these rows, and its folder.
pub(crate) fn session_extending(parent: &str, rows: &str) -> (Session, TempDir) {
    let folder = folder(&[("mine.toml", &extending(parent, rows))]);
    (session_in(&folder, "mine"), folder)
}

/// The whole answer to a line, as JSON has it.
pub(crate) fn answer(session: &mut Session, line: &str) -> Value {
    let answer = match session.answer(line, Hand::Program) {
        Ok(answer) => answer,
        Err(NoAnswer::Wrong(fault)) => panic!("`{line}`: {}", fault.message),
        Err(other) => panic!("`{line}`: {other:?}"),
    };
    serde_json::from_str(&report::answer_json("mine", line, &answer).unwrap()).unwrap()
}

/// The outcome of a line, as JSON has it.
pub(crate) fn outcome(session: &mut Session, line: &str) -> Value {
    answer(session, line)["outcome"].take()
}

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// What a run of the program came to, whose output is UTF-8.
pub(crate) fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the program.
pub(crate) fn finish(program: &mut Command) -> Ran {
    ran(program.output().unwrap())
}

/// Runs the program in a folder, away from the user's own tables.
pub(crate) fn drumhead(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_drumhead"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CONFIG_HOME", folder.join("no-such"))
        .env("HOME", folder.join("no-such"))
        .output()
        .unwrap()
}

/// What a run of the program said on standard output.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a run of the program said on standard error.
pub(crate) fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A text with every run of spaces and line ends made one space: where a long line is broken says nothing.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// Whether an answer says of the unit before the colon what stands after it, as in `b1: 2 lost`.
pub(crate) fn said_of_unit(answer: &str, wanted: &str) -> bool {
    let wanted = one_line(wanted);
    let Some((handle, what)) = wanted.split_once(": ") else {
        return false;
    };
    let (own, named) = (format!("{handle}:"), format!("({handle}):"));
    let mut lines = answer.lines().map(one_line);
    lines.any(|line| (line.contains(&own) || line.contains(&named)) && line.contains(what))
}

/// Whether an answer says this, of the unit that it begins with where it begins with one.
pub(crate) fn says(answer: &str, wanted: &str) -> bool {
    said_of_unit(answer, wanted) || one_line(answer).contains(&one_line(wanted))
}
