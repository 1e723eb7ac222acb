//! Killed at any moment: what was answered is in the journal, the journal loads, nothing is there twice.
//!
//! `tests/battle/deaths.rs` lets the program die at each single step of writing.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use drumhead::battle::Battle;
use tempfile::TempDir;

fn drumhead(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    command
        .env("NO_COLOR", "1")
        .args(["--seed", "1642", "--battle"])
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// A folder in memory where there is one: what a killed program wrote is there
/// all the same, and no disk need be waited for.
fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() {
        tempfile::tempdir_in(memory)
    } else {
        tempfile::tempdir()
    };
    folder.expect("a folder")
}

/// A battle with a unit called `grey`.
fn battle() -> (TempDir, PathBuf) {
    let folder = folder();
    let file = folder.path().join("battle.jsonl");
    let muster = ["muster", "red", "grey", "=", "4", "musketeer"];
    let mustered = drumhead(&file).args(muster).status().expect("the program");
    assert!(mustered.success());
    (folder, file)
}

/// How many kills of one kind there are, unless `DRUMHEAD_KILLS` says how many.
const KILLS: usize = 60;

fn kills() -> usize {
    let said = std::env::var("DRUMHEAD_KILLS").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(KILLS)
}

/// The whole entries of a journal.
fn entries(file: &Path) -> usize {
    let text = fs::read(file).expect("the journal");
    let lines = text.iter().filter(|byte| **byte == b'\n').count();
    lines.saturating_sub(1)
}

/// Checks that a journal loads and has each note once.
fn loads_and_has_all_once(file: &Path) {
    let opened = Battle::resume(file).expect("the battle");
    let record = opened.battle.record();
    let notes = &opened.battle.state().units[0].notes;
    let apart: BTreeSet<&str> = notes.iter().collect();
    assert_eq!(apart.len(), notes.len());
    let other = record.entries().iter();
    let other = other
        .filter(|entry| !entry.line.starts_with("note "))
        .count();
    assert_eq!(notes.len() + other, record.entries().len());
    assert!(opened.battle.dice().is_some());
}

#[test]
fn a_script_that_is_killed_has_kept_what_it_answered() {
    let (_folder, file) = battle();
    let mut kept = 1;
    for round in 0..kills() {
        let mut child = drumhead(&file)
            .args(["run", "-"])
            .spawn()
            .expect("the program");
        let mut input = child.stdin.take().expect("its input");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let script: String = (0..12)
            .map(|number| {
                // What is set is an entry like any other.
                let set = if number % 4 == 0 { "set house 5\n" } else { "" };
                format!("{set}note grey round {round} note {number}\n")
            })
            .collect();
        input.write_all(script.as_bytes()).expect("a script");
        // Killed after so many answers, wherever it is then.
        let mut answered = 0;
        let mut line = String::new();
        while answered < round % 9 && output.read_line(&mut line).expect("an answer") > 0 {
            answered += 1;
        }
        child.kill().expect("the end of it");
        while output.read_line(&mut line).expect("what was under way") > 0 {
            answered += 1;
        }
        child.wait().expect("its end");
        let now = entries(&file);
        assert!(
            now >= kept + answered,
            "round {round}: {answered} answers, {kept} to {now} entries"
        );
        kept = now;
    }
    loads_and_has_all_once(&file);
}

#[test]
fn a_single_line_that_is_killed_is_kept_if_it_was_answered() {
    let (_folder, file) = battle();
    let one = |round: usize| {
        let mut command = drumhead(&file);
        command
            .args(["note", "grey", "in", "round"])
            .arg(round.to_string());
        command.spawn().expect("the program")
    };
    let started = Instant::now();
    one(0).wait().expect("its end");
    let whole = started.elapsed();
    let mut kept = 2;
    for round in 1..=kills() {
        let mut child = one(round);
        // From the start of it to after its end.
        sleep(
            whole
                .mul_f64(f64::from(u32::try_from(round % 30).expect("a number")) / 25.0)
                .min(Duration::from_millis(200)),
        );
        child.kill().expect("the end of it");
        let mut answer = String::new();
        let mut output = child.stdout.take().expect("its output");
        output.read_to_string(&mut answer).expect("its answer");
        child.wait().expect("its end");
        let now = entries(&file);
        assert!(
            now == kept || now == kept + 1,
            "round {round}: {kept} to {now} entries"
        );
        assert!(
            answer.is_empty() || now == kept + 1,
            "round {round}: {answer}"
        );
        kept = now;
    }
    loads_and_has_all_once(&file);
}

#[test]
fn a_battle_that_is_killed_while_it_is_begun_can_be_begun() {
    let folder = folder();
    for round in 0..40_u64 {
        let file = folder.path().join(format!("{round}.jsonl"));
        let muster = ["muster", "red", "grey", "=", "4", "musketeer"];
        let mut child = drumhead(&file).args(muster).spawn().expect("the program");
        // Until its file is there, and a little longer.
        let started = Instant::now();
        while !file.exists() && started.elapsed() < Duration::from_secs(5) {}
        sleep(Duration::from_micros(round * 20));
        child.kill().expect("the end of it");
        child.wait().expect("its end");
        let note = drumhead(&file).args(["note", "grey", "here"]).status();
        // The unit is there or it is not, but the battle goes on.
        let there = note.expect("the program").success();
        assert_eq!(entries(&file), if there { 2 } else { 0 }, "round {round}");
    }
}
