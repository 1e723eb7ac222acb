//! Blanks: listed, written to a file, filled in there or at the prompt.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::rc::Rc;

use std::fs;
use std::path::Path;

use drumhead::battle::{FillsIn, What};
use drumhead::number::Number;
use drumhead::resolution::Resolution;
use drumhead::rules::library::Library;
use drumhead::rulings::outcome::FieldValue;
use drumhead::session::{Answer, Answers, Hand, NoAnswer, Session};
use serde_json::Value;

use super::harness::{complained, drumhead, said};

/// The keys and what they are, as `blanks ID --json` lists them.
fn listed(folder: &Path, arguments: &[&str]) -> Vec<(String, String)> {
    let output = drumhead(folder, &[&["--json", "blanks"], arguments].concat());
    let object: Value = serde_json::from_str(&said(&output)).unwrap();
    let rows = object["sheets"][0]["rows"].as_array().unwrap();
    let cell = |row: &Value, place: usize| row[place].as_str().unwrap().to_owned();
    rows.iter()
        .map(|row| (cell(row, 0), cell(row, 1)))
        .collect()
}

#[test]
fn every_blank_is_listed_with_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let blanks = listed(folder.path(), &["kriegspiel"]);
    // Medium horse: a class and three numbers; three guns: two numbers each; six cells of a row;
    // what troops without a class do; dragoons mounted and dismounted: a class, figures, and three or four numbers.
    assert_eq!(blanks.len(), 4 + 3 * 2 + 6 + 1 + 5 + 6);
    let has = |key: &str, what: &str| blanks.contains(&(key.to_owned(), what.to_owned()));
    assert!(has("type.medium.class", "medium horse: class"));
    assert!(has("type.heavy-gun.numbers.horse", "heavy gun: v cavalry"));
    assert!(has(
        "chart.movement.rows.\"medium horse\".cells.2",
        "Movement, in inches: medium horse, trot"
    ));
}

#[test]
fn the_list_fits_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let output = drumhead(folder.path(), &["blanks", "krieg"]);
    assert_eq!(output.status.code(), Some(0));
    let text = said(&output);
    assert!(
        text.starts_with("28 blanks of Le Kriegspiel, 1680\n"),
        "{text}"
    );
    assert!(
        // A row of the table is one line, however long.
        text.lines()
            .filter(|line| line.starts_with('#'))
            .all(|line| line.chars().count() <= 80),
        "{text}"
    );
}

#[test]
fn a_file_to_fill_in_is_written_once() {
    let folder = tempfile::tempdir().unwrap();
    let write = ["blanks", "kriegspiel", "--write", "mine.toml"];
    let output = drumhead(folder.path(), &write);
    assert_eq!(output.status.code(), Some(0));
    let text = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    let part = "[type.medium]\n# medium horse: class\nclass = \"blank\"\n\
                # medium horse: v infantry, v cavalry, impetus\nnumbers = {";
    assert!(text.contains(part), "{text}");
    assert!(
        // A row of the table is one line, however long.
        text.lines()
            .filter(|line| line.starts_with('#'))
            .all(|line| line.chars().count() <= 80),
        "{text}"
    );
    let output = drumhead(folder.path(), &["check", "mine.toml"]);
    assert_eq!(
        said(&output),
        "no faults in mine.toml: 8 examples are ruled\n"
    );
    let output = drumhead(folder.path(), &write);
    assert_eq!(output.status.code(), Some(1));
    assert!(complained(&output).contains("`mine.toml` is there already"));
    assert_eq!(
        fs::read_to_string(folder.path().join("mine.toml")).unwrap(),
        text
    );
}

#[test]
fn a_file_that_could_not_be_loaded_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    for (name, why) in [
        (
            "My Rules.toml",
            "`My Rules.toml` is no name for a table file",
        ),
        ("mine.txt", "`mine.txt` is no name for a table file"),
        ("kriegspiel.toml", "`kriegspiel` cannot extend itself"),
        ("no/such/mine.toml", "cannot write `no/such/mine.toml`"),
    ] {
        let output = drumhead(folder.path(), &["blanks", "kriegspiel", "--write", name]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(complained(&output).contains(why), "{}", complained(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The object that one line of JSON is.
fn ruled(folder: &Path, line: &str) -> Value {
    let mut arguments = vec!["--tables", ".", "-r", "mine", "--json"];
    arguments.extend(line.split(' '));
    serde_json::from_str(&said(&drumhead(folder, &arguments))).unwrap()
}

#[test]
fn cells_that_are_filled_in_resolve_and_the_others_stay_blank() {
    let folder = tempfile::tempdir().unwrap();
    drumhead(
        folder.path(),
        &["blanks", "kriegspiel", "--write", "mine.toml"],
    );
    let path = folder.path().join("mine.toml");
    let text = fs::read_to_string(&path).unwrap();
    let text = text
        .replacen("class = \"blank\"", "class = \"heavy-cavalry\"", 1)
        .replacen("foot = \"blank\"", "foot = 3", 1);
    fs::write(&path, text).unwrap();
    assert_eq!(
        said(&drumhead(folder.path(), &["check", "mine.toml"])),
        "no faults in mine.toml: 8 examples are ruled\n"
    );
    // 3 × 2 points × 18 against 2 × 3 points × 3; the difference of 5 and 2 is 3.
    let object = ruled(
        folder.path(),
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1 5 2",
    );
    assert_eq!(object["outcome"]["attacker_total"], 108);
    assert_eq!(object["outcome"]["defender_total"], 18);
    assert_eq!(object["outcome"]["defender"][0]["lost"], 5);
    let steps = object["working"].to_string();
    assert!(
        steps.contains("medium horse: 3 (own copy, blank in the source) × 2 = 6"),
        "{steps}"
    );
    let object = ruled(
        folder.path(),
        "melee 2 medium vs 2 hussar rolled 6 6 6 1 1 1",
    );
    assert_eq!(object["outcome"]["blank"], true);
    assert_eq!(object["outcome"]["winner"], Value::Null);
    assert_eq!(object["outcome"]["attacker"][0]["result"], Value::Null);
    assert_eq!(listed(folder.path(), &["mine", "--tables", "."]).len(), 26);
}

#[test]
fn a_list_with_a_blank_is_written_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let bands =
        "[weapon.pistol]\nbands = [{ to = 4, hits-on = 6 }, { to = 6.5, hits-on = \"blank\" }]\n";
    let head = "format = 2\nid = \"odd\"\nname = \"Odd \\\"rules\\\"\"\nextends = \"kriegspiel\"\n";
    fs::write(folder.path().join("odd.toml"), format!("{head}{bands}")).unwrap();
    let blanks = listed(folder.path(), &["odd", "--tables", "."]);
    let band = (
        "weapon.pistol.bands.2.hits-on",
        "pistol: up to 6.5, hits on",
    );
    assert!(
        blanks.contains(&(band.0.to_owned(), band.1.to_owned())),
        "{blanks:?}"
    );
    drumhead(
        folder.path(),
        &["--tables", ".", "blanks", "odd", "--write", "mine.toml"],
    );
    let text = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert!(
        text.contains("name = \"Odd \\\"rules\\\", filled in\"\n"),
        "{text}"
    );
    let list = "[weapon.pistol]\n# pistol (up to 6.5, hits on)\nbands = [\n  \
                { to = 4, hits-on = 6 },\n  { to = 6.5, hits-on = \"blank\" },\n]\n";
    assert!(text.contains(list), "{text}");
    assert_eq!(
        said(&drumhead(folder.path(), &["check", "mine.toml"])),
        "no faults in mine.toml: 8 examples are ruled\n"
    );
}

fn session() -> Session {
    Session::open(Library::default(), "kriegspiel", Some(1)).unwrap()
}

fn ruling(answer: Result<Answer, NoAnswer>) -> Rc<Resolution> {
    match answer {
        Ok(Answer::Ruling(resolution)) => resolution,
        other => panic!("no ruling: {other:?}"),
    }
}

fn value<'r>(resolution: &'r Resolution, name: &str) -> &'r FieldValue {
    let fields = &resolution.outcome.fields;
    let field = fields.iter().find(|field| field.name == name).unwrap();
    &field.value
}

#[test]
fn a_blank_is_filled_in_at_the_prompt_with_the_same_dice() {
    let mut session = session();
    let line = "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1";
    let first = ruling(session.answer(line, Hand::Program));
    assert!(first.outcome.blank.is_some());
    let wanted = session.wanted().unwrap();
    assert_eq!(wanted.what, "medium horse, v infantry");
    assert_eq!(wanted.answers, Answers::Number);

    // The two dice for what the defeated do were not thrown before.
    let mut asked = 0;
    let mut ask = |_: &drumhead::dice::Question<'_>| {
        asked += 1;
        Ok("5 2".to_owned())
    };
    let second = ruling(session.fill_blank("3", Hand::Referee(&mut ask)));
    assert_eq!(asked, 1);
    assert_eq!(second.outcome.summary, "attacker wins 108 to 18");
    assert_eq!(*value(&first, "difference"), FieldValue::Null);
    assert_eq!(*value(&second, "difference"), 3u32.into());
    assert_eq!(second.outcome.defender[0].lost, Some(Number::whole(5)));
    assert_eq!(second.throws[0].faces, [6, 6, 6]);
    assert_eq!(
        second.working[0].text,
        "the referee's own copy: medium horse, v infantry: 3"
    );
    let points = "medium horse: 3 (the referee's own copy, blank in the source) × 2 = 6";
    assert!(second.working.iter().any(|step| step.text == points));
    assert_eq!(session.wanted(), None);

    // It stays filled in: 6 points × 3 against 6 × 18, and now the class is wanted.
    let third = ruling(session.answer(
        "melee 2 medium vs 3 musketeer rolled 1 1 1 6 6 6 5 2",
        Hand::Program,
    ));
    assert_eq!(third.outcome.summary, "defender wins 108 to 18");
    let Answers::OneOf(classes) = session.wanted().unwrap().answers else {
        panic!("a class is wanted");
    };
    let classes: Vec<&str> = classes.iter().map(|class| class.called.as_str()).collect();
    assert_eq!(
        classes,
        ["light", "muskets", "mixed", "heavy cavalry", "guns"]
    );
    let fourth = ruling(session.fill_blank("heavy", Hand::Program));
    assert_eq!(
        fourth.outcome.attacker[0].result.as_deref(),
        Some("retreats disordered")
    );
    assert_eq!(fourth.outcome.attacker[0].lost, Some(Number::whole(1 + 2)));
}

#[test]
fn a_cell_of_a_result_table_is_filled_in() {
    let mut session = Session::open(Library::default(), "lion-of-the-north", Some(1)).unwrap();
    ruling(session.answer("fire 4 hi at te rolled 5", Hand::Program));
    let wanted = session.wanted().unwrap();
    assert_eq!(wanted.what, "Small-Arms Fire Table, row 5, column 4");
    assert_eq!(wanted.answers, Answers::AsPrinted);
    let filled = ruling(session.fill_blank("2", Hand::Program));
    assert_eq!(filled.outcome.blank, None);
    assert_eq!(*value(&filled, "result"), 2u32.into());
    let cell = "row 5, column 4: 2 (the referee's own copy, blank in the source)";
    assert!(
        filled.working.iter().any(|step| step.text == cell),
        "{:#?}",
        filled.working
    );
}

#[test]
fn the_results_that_a_ruling_names_can_be_answered() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    let line = "melee 1 PP + 1 EP vs 1 MP village rolled 4";
    ruling(session.answer(line, Hand::Program));
    let wanted = session.wanted().unwrap();
    assert_eq!(wanted.what, "Melee results, row 4, column 2-1");
    let Answers::OneOf(results) = wanted.answers else {
        panic!("a result is wanted");
    };
    let keys: Vec<&str> = results.iter().map(|result| result.key.as_str()).collect();
    assert_eq!(keys, ["none", "D", "E1", "E2"]);
    let filled = ruling(session.fill_blank("d", Hand::Program));
    assert_eq!(*value(&filled, "result"), "D".into());
    assert_eq!(filled.outcome.blank, None);
    // A gun's strength is in a list of bands, of which one is filled in.
    ruling(session.answer("fire 1 MA at 1 MP clear 3hex rolled 4", Hand::Program));
    assert_eq!(session.wanted().unwrap().answers, Answers::Number);
    let filled = ruling(session.fill_blank("9", Hand::Program));
    let band = "medium artillery at 3 hexes: 9 (the referee's own copy, blank in the source)";
    assert!(
        filled.working.iter().any(|step| step.text == band),
        "{:#?}",
        filled.working
    );
}

#[test]
fn an_answer_that_cannot_be_leaves_all_as_it_was() {
    let mut session = session();
    let nothing = session.fill_blank("3", Hand::Program);
    assert!(
        matches!(nothing, Err(NoAnswer::Wrong(fault)) if fault.message == "no blank waits to be filled in")
    );
    ruling(session.answer(
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1",
        Hand::Program,
    ));
    let wrong = session.fill_blank("many", Hand::Program);
    assert!(matches!(wrong, Err(NoAnswer::Wrong(fault)) if fault.message == "`many` is no number"));
    assert_eq!(session.wanted().unwrap().what, "medium horse, v infantry");
    let mut broken_off = |_: &drumhead::dice::Question<'_>| Err(drumhead::dice::Halt::Interrupted);
    let interrupted = session.fill_blank("3", Hand::Referee(&mut broken_off));
    assert!(matches!(interrupted, Err(NoAnswer::Interrupted)));
    let again = ruling(session.answer(
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1",
        Hand::Program,
    ));
    assert!(again.outcome.blank.is_some());
}

#[test]
fn the_record_has_the_ruling_that_was_filled_in() {
    let mut session = session();
    for line in ["muster red a = 2 medium", "muster blue b = 3 musketeer"] {
        session.answer(line, Hand::Program).unwrap();
    }
    ruling(session.answer("melee a vs b rolled 6 6 6 1 1 1", Hand::Program));
    let mut ask = |_: &drumhead::dice::Question<'_>| Ok("5 2".to_owned());
    ruling(session.fill_blank("3", Hand::Referee(&mut ask)));
    let record = session.battle().unwrap().record();
    let last = record.last_ruling().unwrap();
    assert_eq!(last.line, "melee a vs b");
    let What::Ruling { fills_in, .. } = &last.what else {
        panic!("{last:?}");
    };
    let blank = FillsIn {
        entry: 3,
        key: "type.medium.numbers.foot".to_owned(),
        value: "3".to_owned(),
    };
    assert_eq!(fills_in.as_deref(), Some(&blank));
    let lost = session.battle().unwrap().state().unit("b").unwrap().groups[0].lost;
    assert_eq!(lost, Number::whole(5));
}
