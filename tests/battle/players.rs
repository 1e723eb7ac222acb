//! What the players may hear: the same words in the report and on their screen.

#![allow(clippy::expect_used, clippy::indexing_slicing)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn drumhead(file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drumhead"));
    command.env("NO_COLOR", "1").args(["--seed", "1642"]);
    command.arg("--battle").arg(file);
    command
}

fn run(file: &Path, rules: &str, script: &str) -> Output {
    let mut child = drumhead(file)
        .args(["-r", rules, "run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(script.as_bytes()).expect("a script");
    drop(stdin);
    child.wait_with_output().expect("its output")
}

/// What the players' screen shows after its first line, which has the seal.
fn watched(file: &Path) -> Vec<String> {
    let output = drumhead(file).arg("--watch").output().expect("the program");
    let seen = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut lines = seen.lines();
    let first = lines.next().expect("a first line");
    let (_, seal) = first.split_once(" · sealed: ").expect("the seal");
    assert_eq!(seal.len(), 64, "{first}");
    lines.map(str::to_owned).collect()
}

#[test]
fn who_looks_on_sees_what_can_be_seen_on_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.jsonl");
    let script = "muster red grey = 4 musketeer\n\
                  muster blue b1 = 1 pike + 2 musketeer\n\
                  turn\n\
                  fire grey at b1 10in rolled 6 5 4 1\n\
                  amend +supported\n\
                  morale grey\n\
                  melee b1 charge vs grey rolled 6 6 6 1 1 1 4 1\n\
                  undo\n\
                  report for red\n\
                  reveal\n";
    let output = run(&file, "kriegspiel", script);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    let fire = "red grey fires at blue b1: b1: 2 figures lost";
    assert!(report.contains(fire), "{report}");
    // A difference of 3: 1 + 4 figures, and muskets rout. It is taken back, and no report has it.
    let melee = "blue b1 fights red grey: grey: 5 figures lost, routs";
    assert!(!report.contains(melee), "{report}");
    assert_eq!(
        watched(&file),
        [
            "grey joins red",
            "b1 joins blue",
            "turn 1",
            "red grey fires at blue b1: b1: 1 figure lost",
            fire,
            "the referee rules",
            melee,
            "the referee takes a ruling back",
            "the battle is over; the seed was 1642",
        ]
    );
}

#[test]
fn a_check_of_morale_is_not_heard() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.jsonl");
    let script = "muster red p = 6 pike shaken\n\
                  muster blue s = 6 sword\n\
                  morale p rolled 6 6\n\
                  retreat p\n\
                  reveal\n";
    run(&file, "landsknecht", script);
    let seen = watched(&file);
    assert_eq!(seen[2], "the referee rules");
    // A unit in rout is seen to go back its march of one square.
    assert_eq!(seen[3], "red p goes back: p: 1 square");
}
