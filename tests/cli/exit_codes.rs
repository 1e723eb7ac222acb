//! 0 done · 1 a line or a table is wrong · 2 usage · 3 closed pipe · 4 a failed check, if asked for.

use std::io::Write;
use std::process::Stdio;

use crate::{Ran, folder, program, run, run_with, text_of};

#[test]
fn what_is_done_exits_0_whatever_the_dice_say() {
    for line in [
        "fire 4 musketeer at pike 10in rolled 1 1 1 1",
        "fire 4 musketeer at pike 12.01in",
        "melee 2 musketeer vs 2 musketeer rolled =9 =9",
        "help",
        "--help",
        "--version",
        "rules",
        "man",
        "completions bash",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run(&words);
        assert_eq!(ran.code, 0, "{line}: {ran:?}");
        assert!(!ran.out.is_empty(), "{line}");
    }
}

#[test]
fn a_wrong_line_or_table_exits_1_and_prints_no_result() {
    for line in [
        "fire 4 musketer at pike 10in",
        "fire 4 musketeer at pike -8in",
        "-r nosuch fire 4 musketeer at pike 10in",
        "--tables /nonexistent rules",
        "run /nonexistent",
        "check /nonexistent",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run(&words);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{line}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{line}: {ran:?}");
    }
}

#[test]
fn wrong_usage_exits_2() {
    for line in [
        "--nosuch",
        "--seed many roll d6",
        "--color sometimes rules",
        "run",
        "check",
        "completions",
        "completions nosuch",
        "roll --seed",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run(&words);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{line}: {ran:?}");
        assert!(ran.err.starts_with("error: "), "{line}: {ran:?}");
    }
}

/// A rule set with one check: a die at most 3.
const CHECK: &str = r#"
format = 2
id = "check"
name = "Check"
measure = "inches"
count = ["stand", "stands"]
loss = ["stand", "stands"]
arms = { foot = "foot" }

[type.line]
name = "line"
arm = "foot"

[ruling.courage]
say = "whether it stands"
sides = "one"

[ruling.courage.steps]
die = { roll = "d6", for = "courage" }
passed = { holds = "die ≤ 3", alone = true }
comes-to = { result = [{ when = "passed", is = "stands" }, { is = "runs" }] }

[result.stands]
say = "stands"

[result.runs]
say = "runs"
"#;

#[test]
fn a_failed_check_exits_4_if_asked_for() {
    let files = folder(&[("check.toml", CHECK)]);
    let courage = |options: &[&str], line: &str| -> Ran {
        let tables = ["--tables", text_of(files.path()), "-r", "check"];
        run(&[&tables[..], options, &[line]].concat())
    };
    let passed = "courage line rolled 3";
    let failed = "courage line rolled 4";
    assert_eq!(courage(&[], failed).code, 0);
    assert_eq!(courage(&["--exit-code"], failed).code, 4);
    assert_eq!(courage(&["--exit-code", "--json"], failed).code, 4);
    assert_eq!(courage(&["--exit-code"], passed).code, 0);
    assert_eq!(courage(&["--exit-code"], "courage lime").code, 1);
}

#[test]
fn a_wrong_line_weighs_more_than_a_failed_check() {
    let files = folder(&[("check.toml", CHECK)]);
    let options = ["--tables", text_of(files.path()), "-r", "check"];
    let script = |text: &str| {
        let more = ["--exit-code", "--keep-going", "run", "-"];
        run_with(&[&options[..], &more].concat(), text).code
    };
    assert_eq!(script("courage line rolled 4\ncourage line rolled 1\n"), 4);
    assert_eq!(script("courage line rolled 4\ncourage lime\n"), 1);
}

#[test]
fn a_closed_pipe_exits_3_in_silence() {
    let mut child = program()
        .args(["run", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("its input");
    // More than any buffer on the way holds; writing fails once the program is gone.
    for _ in 0..2_000 {
        if stdin.write_all(b"table movement\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn results_go_to_standard_output_and_the_rest_beside_it() {
    let ran = run_with(
        &[],
        "melee 1 hussar vs 3 musketeer rolled =11 =9 5 2\nfire\n",
    );
    assert_eq!(ran.code, 1);
    // 4 × 11 = 44 to 2 × 3 × 9 = 54: the defender wins, and the hussars lose 1 + 2 at 3.
    assert_eq!(
        ran.out,
        "defender wins 54 to 44\n\
         Polish hussar: 3 figures lost, 3 of 6 left, retreats disordered, withdraws from\n  \
         the field\n\
         musketeers: 1 figure lost, 17 of 18 left\n\
         Polish hussar =11 · musketeers =9 · result 5 2\n"
    );
    assert_eq!(
        ran.err,
        "note: cavalry fights on a front of two bases at the least\n\
         error: a troop type is missing\n  \
           |\n\
         2 | fire\n  \
           |     ^\n  \
           |\n  \
           = help: as in `fire 4 musketeer at pike 10in`\n"
    );
}

#[test]
fn words_not_said_are_recalled_to_whoever_typed_the_line() {
    let line = "melee 1 hussar vs 3 musketeer rolled =11 =9 5 2";
    let typed = run_with(&line.split(' ').collect::<Vec<_>>(), "");
    assert!(
        typed
            .err
            .contains("not said: flank, rear, disordered, general")
    );
    // Nobody can add a word to a line of a script.
    let script = run_with(&["run", "-"], format!("{line}\n"));
    assert_eq!(script.out, typed.out);
    assert!(!script.err.contains("not said"), "{}", script.err);
    // `why` has the steps all the same.
    let why = run_with(&["run", "-"], format!("{line}\nwhy\n")).out;
    let full = run_with(&["run", "-"], format!("set working full\n{line}\n")).out;
    let steps = full.replace("answers show their working\n", "");
    assert_eq!(why, steps);
    assert!(steps.contains("hussar"), "{steps}");
}
