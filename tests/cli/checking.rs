//! `check`: every fault of every file, each with its place.

use crate::{folder, renamed, run, text_of};

#[test]
fn a_table_without_faults_is_said_to_have_none() {
    let mine = renamed("Mine").replacen("id = \"kriegspiel\"", "id = \"mine\"", 1);
    let files = folder(&[("mine.toml", &mine)]);
    let path = files.path().join("mine.toml");
    let ran = run(&["check", text_of(&path)]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let said = format!("no faults in {}: ", path.display());
    assert!(ran.out.starts_with(&said), "{}", ran.out);
    assert!(ran.out.ends_with("examples are ruled\n"), "{}", ran.out);
}

#[test]
fn every_fault_of_every_file_is_said_with_its_place() {
    let faulty = renamed("Mine")
        .replacen("arm = \"cavalry\"", "arm = \"cavalri\"", 1)
        .replacen("figures = 6", "figures = true", 1);
    let files = folder(&[
        ("one.toml", &faulty),
        ("two.toml", "format = 3\n"),
        ("kriegspiel.toml", &renamed("3")),
    ]);
    let paths = ["one.toml", "two.toml", "kriegspiel.toml"].map(|name| files.path().join(name));
    let ran = run(&[
        "check",
        text_of(&paths[0]),
        text_of(&paths[1]),
        text_of(&paths[2]),
    ]);
    assert_eq!(ran.code, 1);
    for expected in [
        "there is no arm `cavalri`",
        "did you mean `cavalry`?",
        "expected a number for `figures`, found `true`",
        "2 faults in",
        "tables of format 3 are not read here",
        "no faults in",
    ] {
        assert!(ran.out.contains(expected), "{expected}: {}", ran.out);
    }
    assert!(ran.out.contains("one.toml:"), "{}", ran.out);
}

#[test]
fn warnings_are_said_and_refuse_nothing() {
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/gallery/tables/warnings.toml"
    );
    let ran = run(&["check", table]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for expected in [
        "warning: this never holds",
        "nothing reaches `7+` of `dooms`",
        " warnings in ",
    ] {
        assert!(ran.out.contains(expected), "{expected}: {}", ran.out);
    }
    assert!(!ran.out.contains("no faults"), "{}", ran.out);
}

#[test]
fn the_faults_of_a_rule_set_asked_for_are_said_too() {
    let files = folder(&[("broken.toml", "format = 2\nid = broken\n")]);
    let ran = run(&["--tables", text_of(files.path()), "-r", "broken", "help"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("text without quotes"), "{ran:?}");
    let ran = run(&[
        "--json",
        "--tables",
        text_of(files.path()),
        "-r",
        "broken",
        "help",
    ]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let message = ran.json()["error"]["message"].to_string();
    assert!(message.contains("broken.toml"), "{message}");
}
