//! Units of a file: each key is its own value, all faults at once, and a dump that needs the file no more.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::PathBuf;

use drumhead::battle::State;
use drumhead::language::fault::LineFault;
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, NoAnswer, Session, dump};
use tempfile::TempDir;

fn session() -> Session {
    Session::open(Library::default(), "kriegspiel", Some(1)).unwrap()
}

fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("army.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn load(session: &mut Session, text: &str) -> Result<String, LineFault> {
    let (_folder, path) = file(text);
    let line = format!("muster load {}", path.display());
    match session.answer(&line, Hand::Program) {
        Ok(Answer::Done(said)) => Ok(said),
        Err(NoAnswer::Wrong(fault)) => Err(fault),
        other => panic!("{other:?}"),
    }
}

fn state(session: &Session) -> State {
    let battle = session.battle();
    battle.map_or_else(State::default, |battle| battle.state().clone())
}

const ARMY: &str = r##"
[[unit]]
side = "Rote Armee"
handle = "grey"
name = "Grey = 20 hussar #"
troops = "1 pike"

[[unit]]
side = "blau [2]"
handle = "schütz"
name = "Schützen “von Ö” \\ 1"
troops = "2-1 pike + 3 musketeer lost 4 disordered"
"##;

#[test]
fn each_key_is_its_own_value() {
    let mut session = session();
    load(&mut session, ARMY).unwrap();
    let units = state(&session).units;
    assert_eq!(units.len(), 2);
    assert_eq!(units[0].side, "rote armee");
    assert_eq!(units[0].name.as_deref(), Some("Grey = 20 hussar #"));
    assert_eq!(units[0].groups.len(), 1);
    assert_eq!(units[0].groups[0].troop, "pike");
    assert_eq!(units[1].side, "blau [2]");
    assert_eq!(units[1].name.as_deref(), Some("Schützen “von Ö” \\ 1"));
    // One of two bases of nine pikes, and four musketeers.
    let lost: Vec<String> = units[1]
        .groups
        .iter()
        .map(|group| group.lost.to_string())
        .collect();
    assert_eq!(lost, ["9", "4"]);
    assert!(units[1].is_in("disordered"));
}

#[test]
fn a_dump_needs_the_file_no_more() {
    let mut first = session();
    load(&mut first, ARMY).unwrap();
    first.answer("lose grey 2", Hand::Program).unwrap();
    first.answer("undo 2", Hand::Program).unwrap();
    first.answer("redo 2", Hand::Program).unwrap();
    let battle = first.battle().unwrap();
    let lines = dump(battle.opening(), battle.record());
    assert_eq!(
        lines[1],
        r#"muster "rote armee" grey "Grey = 20 hussar \u{23}" = 1 pike"#
    );
    let mut second = session();
    for line in &lines {
        assert!(!line.contains("load"), "{line}");
        second.answer(line, Hand::Program).unwrap();
    }
    assert_eq!(state(&first), state(&second));
}

#[test]
fn all_faults_are_said_at_once_and_nobody_is_mustered() {
    let text = r#"[[unit]]
side = "red"
handle = "pike"
troops = "1 pyke"

[[unit]]
side = "red"
handle = "grey"
nam = "Grey"
troops = "2-6 pike"

[[unit]]
side = 3
handle = "grey"
troops = "1 pike # two"

[[unit]]
handle = "b\u001b"
troops = ""
"#;
    let mut session = session();
    let fault = load(&mut session, text).unwrap_err();
    let places: Vec<String> = fault
        .message
        .lines()
        .map(|line| line.split_once("army.toml:").unwrap().1.to_owned())
        .collect();
    assert_eq!(
        places,
        [
            "3: `handle`: `pike` is a troop type; choose a handle that is no name of the rules",
            "4: `troops`: there is no troop type `pyke`; did you mean `pike`?",
            "9: `nam` is no key of a unit; did you mean `name`?",
            "10: `troops`: 2 pikes cannot have lost 54: that is 18 figures in all; `12-4` had twelve and has lost four of them",
            "13: `side`: a text in quotes is wanted",
            "14: `handle`: `grey` is in the file twice",
            "15: `troops`: `#` has no place among troops",
            "17: `side`: it is missing",
            "18: `handle`: a control or invisible character is in it",
            "19: `troops`: it is empty",
        ]
    );
    assert!(session.battle().is_none());
}

#[test]
fn a_file_that_is_no_toml_or_has_no_units_is_refused() {
    let mut session = session();
    for (text, message) in [
        ("[[unit]]\nside = \n", "army.toml:2: "),
        ("", "army.toml:1: there is no unit in it"),
        (
            "[unit]\nside = \"red\"\n",
            "army.toml:1: `unit`: units are written `[[unit]]`",
        ),
        (
            "[[units]]\n",
            "army.toml:1: `units` is no key of such a file",
        ),
    ] {
        let fault = load(&mut session, text).unwrap_err();
        assert!(
            fault.message.contains(message),
            "{text:?}: {}",
            fault.message
        );
        assert!(session.battle().is_none());
    }
}

#[test]
fn units_with_handles_that_were_given_are_dumped_with_them() {
    let mut first = session();
    first
        .answer("muster red 3 x 4 musketeer, 2 x 2 hussar", Hand::Program)
        .unwrap();
    let handles: Vec<String> = state(&first)
        .units
        .iter()
        .map(|unit| unit.handle.to_string())
        .collect();
    assert_eq!(handles, ["m1", "m2", "m3", "h1", "h2"]);
    let battle = first.battle().unwrap();
    let lines = dump(battle.opening(), battle.record());
    assert_eq!(lines[1], "muster red m1 = 4 musket-sword");
    let mut second = session();
    for line in &lines {
        second.answer(line, Hand::Program).unwrap();
    }
    assert_eq!(state(&first), state(&second));
}
