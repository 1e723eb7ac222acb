//! Another rule set, and settings, inside a session.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;

use drumhead::battle::Effect;
use drumhead::rules::library::Library;
use drumhead::rulings::outcome::FieldValue as Value;
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use tempfile::TempDir;

const OTHER: &str = "format = 2\nid = \"other\"\nname = \"Other\"\nextends = \"kriegspiel\"\n\
    [setting.mud]\nsay = \"the field is deep\"\nswitch = false\n\
    [modifier.mud]\nsay = \"mud\"\nin = [\"melee\"]\nof = \"attacker\"\n\
    when = [{ setting = \"mud\" }]\non = \"unit-points\"\nadd = -1\n";

/// A session of the default rules, and a folder with others.
fn session(files: &[(&str, &str)]) -> (Session, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let library = Library {
        dirs: vec![folder.path().to_owned()],
        own: None,
    };
    (
        Session::open(library, "kriegspiel", Some(1)).unwrap(),
        folder,
    )
}

fn done(session: &mut Session, line: &str) -> String {
    match session.answer(line, Hand::Program) {
        Ok(Answer::Done(text)) => text,
        other => panic!("{line}: {other:?}"),
    }
}

fn wrong(session: &mut Session, line: &str) -> (String, String) {
    match session.answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => (fault.message, fault.hint.unwrap_or_default()),
        other => panic!("{line}: {other:?}"),
    }
}

/// What a setting is.
fn setting(session: &mut Session, name: &str) -> Option<String> {
    let Ok(Answer::Sheets(sheets)) = session.answer("set", Hand::Program) else {
        panic!("no settings");
    };
    let mut rows = sheets.iter().flat_map(|sheet| &sheet.rows);
    let row = rows.find(|row| row.first().is_some_and(|id| id == name))?;
    row.get(1).cloned()
}

#[test]
fn each_rule_set_keeps_its_settings() {
    let (mut session, _folder) = session(&[("other.toml", OTHER)]);
    done(&mut session, "set house 5");
    done(&mut session, "set square 2in");
    assert_eq!(done(&mut session, "set rules oth"), "the rules are Other");
    assert_eq!(session.rules().id, "other");
    assert_eq!(setting(&mut session, "house").as_deref(), Some("4"));
    assert_eq!(setting(&mut session, "mud").as_deref(), Some("off"));
    assert_eq!(setting(&mut session, "square").as_deref(), Some("2\""));
    done(&mut session, "set mud on");
    assert_eq!(
        done(&mut session, "set rules kriegspiel"),
        "the rules are Le Kriegspiel, 1680"
    );
    assert_eq!(setting(&mut session, "house").as_deref(), Some("5"));
    assert_eq!(setting(&mut session, "mud"), None);
    done(&mut session, "set rules other");
    assert_eq!(setting(&mut session, "mud").as_deref(), Some("on"));
}

#[test]
fn a_switch_is_on_or_off() {
    let (mut session, _folder) = session(&[("other.toml", OTHER)]);
    done(&mut session, "set rules other");
    let line = "melee 2 hussar vs 3 musketeer rolled 6 6 6 1 1 1 5 2";
    let total = |session: &mut Session| match session.answer(line, Hand::Program) {
        Ok(Answer::Ruling(resolution)) => resolution.outcome.summary.clone(),
        other => panic!("{other:?}"),
    };
    // 4 × 2 = 8 points × 18, and a point less in the mud.
    assert_eq!(total(&mut session), "attacker wins 144 to 18");
    done(&mut session, "set mud on");
    assert_eq!(total(&mut session), "attacker wins 126 to 18");
    done(&mut session, "set mud off");
    assert_eq!(total(&mut session), "attacker wins 144 to 18");
    let (message, hint) = wrong(&mut session, "set mud 3");
    assert_eq!(message, "`mud` is `on` or `off`");
    assert_eq!(hint, "the field is deep");
}

#[test]
fn a_faulty_table_leaves_the_old_one_in_force() {
    let faulty = format!("{OTHER}[type.pike]\nfigures = 0\n");
    let (mut session, folder) = session(&[("other.toml", &faulty)]);
    done(&mut session, "set house 5");
    let (message, hint) = wrong(&mut session, "set rules other");
    let path = folder.path().join("other.toml");
    let path = path.to_string_lossy();
    assert_eq!(
        message,
        format!("`other` cannot be loaded: {path}:16:11: `figures` must be more than 0, not `0`")
    );
    assert_eq!(
        hint,
        format!("Le Kriegspiel, 1680 stays in force; `drumhead check {path}` shows every fault")
    );
    assert_eq!(session.rules().id, "kriegspiel");
    assert_eq!(setting(&mut session, "house").as_deref(), Some("5"));
}

#[test]
fn rule_sets_are_named_as_on_the_command_line() {
    let (mut session, _folder) = session(&[("other.toml", OTHER)]);
    let (message, hint) = wrong(&mut session, "set rules othr");
    assert_eq!(message, "unknown rule set `othr`");
    assert_eq!(hint, "did you mean `other`?");
    let (message, hint) = wrong(&mut session, "set rules");
    assert_eq!(message, "which rule set");
    assert_eq!(hint, "`rules` lists them");
    let Ok(Answer::Sheets(sheets)) = session.answer("rules", Hand::Program) else {
        panic!("no list");
    };
    let mut ids = sheets
        .iter()
        .flat_map(|sheet| &sheet.rows)
        .flat_map(|row| row.first());
    assert!(ids.any(|id| id == "other"));
}

#[test]
fn a_table_that_was_changed_is_read_again() {
    let (mut session, folder) = session(&[("other.toml", OTHER)]);
    done(&mut session, "set rules other");
    done(&mut session, "set mud on");
    done(&mut session, "set house 3");
    // The setting is gone by now, and another stands in its place.
    let changed = OTHER.replace("mud", "ice");
    fs::write(folder.path().join("other.toml"), changed).unwrap();
    done(&mut session, "set rules other");
    assert_eq!(setting(&mut session, "ice").as_deref(), Some("off"));
    assert_eq!(setting(&mut session, "house").as_deref(), Some("3"));
}

#[test]
fn a_battle_goes_on_by_other_rules_and_says_so_on_record() {
    let (mut session, _folder) = session(&[("other.toml", OTHER)]);
    done(&mut session, "muster red a = 2 hussar");
    done(&mut session, "set rules other");
    let record = session.battle().unwrap().record();
    let last = record.entries().last().unwrap();
    assert_eq!(last.line, "set rules other");
    assert!(matches!(
        last.what.effects(),
        [Effect::Rules { table }] if table.rules == "other"
    ));
    assert!(matches!(
        session.answer("melee a vs 3 musketeer", Hand::Program),
        Ok(Answer::Ruling(_))
    ));
}

#[test]
fn rules_and_scenarios_are_those_of_the_rule_set_in_force() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    let title = |session: &mut Session, line: &str| match session.answer(line, Hand::Program) {
        Ok(Answer::Sheets(sheets)) => Ok(sheets.first().unwrap().title.clone()),
        Err(NoAnswer::Wrong(fault)) => Err(fault.message),
        other => panic!("`{line}`: {other:?}"),
    };
    assert!(
        title(&mut session, "scenario naseby")
            .unwrap()
            .contains("Naseby")
    );
    assert_eq!(
        title(&mut session, "rule").unwrap(),
        "Rules of Musket & Pike"
    );
    assert_eq!(
        title(&mut session, "rule sequence").unwrap(),
        "4.2: Sequence"
    );
    session
        .answer("set rules kriegspiel", Hand::Program)
        .unwrap();
    assert_eq!(
        title(&mut session, "scenario naseby").unwrap_err(),
        "Le Kriegspiel, 1680 has no scenarios"
    );
    assert!(
        title(&mut session, "rule sequence")
            .unwrap()
            .contains("Order of a turn")
    );
}

#[test]
fn a_line_said_again_is_read_by_what_is_set_by_then() {
    let mut session = Session::open(Library::default(), "kriegspiel", Some(1)).unwrap();
    let hit_on = |session: &mut Session| match session
        .answer("fire 4 musketeer at pike 4sq", Hand::Program)
    {
        Ok(Answer::Ruling(resolution)) => {
            let mut fields = resolution.outcome.fields.iter();
            fields
                .find(|field| field.name == "hit_on")
                .unwrap()
                .value
                .clone()
        }
        other => panic!("{other:?}"),
    };
    // Muskets hit on 5 up to 8 inches, on 6 beyond.
    for (square, on) in [("2in", 5u32), ("3in", 6), ("2in", 5)] {
        done(&mut session, &format!("set square {square}"));
        for _ in 0..2 {
            assert_eq!(hit_on(&mut session), Value::from(on), "{square}");
        }
    }
}
