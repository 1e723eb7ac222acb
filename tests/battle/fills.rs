//! The `fill` line: blanks that a battle has filled in, corrected, taken back, written out.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use drumhead::battle::State;
use drumhead::number::Number;
use drumhead::resolution::Resolution;
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, NoAnswer, Session, dump};

use super::harness;

/// The blank of the melee below.
const KEY: &str = "type.medium.numbers.foot";
/// Two bases of medium horse against three of musketeers: 18 against 3 on three dice each.
const MELEE: &str = "melee m vs b rolled 6 6 6 1 1 1";

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).unwrap()
}

fn answer(session: &mut Session, line: &str) -> Answer {
    match session.answer(line, Hand::Program) {
        Ok(answer) => answer,
        Err(why) => panic!("{line}: {why:?}"),
    }
}

fn ruling(session: &mut Session, line: &str) -> Resolution {
    match answer(session, line) {
        Answer::Ruling(resolution) => (*resolution).clone(),
        other => panic!("{line}: {other:?}"),
    }
}

fn done(session: &mut Session, line: &str) -> String {
    match answer(session, line) {
        Answer::Done(said) => said,
        other => panic!("{line}: {other:?}"),
    }
}

fn wrong(session: &mut Session, line: &str) -> String {
    match session.answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => fault.message,
        other => panic!("{line}: {other:?}"),
    }
}

/// What `fill` lists: key and value.
fn filled(session: &mut Session) -> Vec<(String, String)> {
    match answer(session, "fill") {
        Answer::Sheets(sheets) => {
            let rows = sheets[0].rows.iter();
            rows.map(|row| (row[0].to_string(), row[2].to_string()))
                .collect()
        }
        other => panic!("{other:?}"),
    }
}

fn mustered() -> Session {
    let mut session = session("kriegspiel");
    done(&mut session, "muster red m = 2 medium");
    done(&mut session, "muster blue b = 3 musketeer");
    session
}

fn state(session: &Session) -> State {
    session.battle().unwrap().state().clone()
}

fn lost(session: &Session, unit: &str) -> Number {
    state(session).unit(unit).unwrap().groups[0].lost
}

#[test]
fn one_undo_takes_a_filled_ruling_back_with_what_filled_it() {
    let mut session = mustered();
    let before = state(&session);
    assert!(ruling(&mut session, MELEE).outcome.blank.is_some());
    // 3 points × 2 bases × 18 = 108 against 2 × 3 × 3 = 18; 5 and 2 differ by 3.
    let line = format!("fill {KEY} 3 rolled 6 6 6 1 1 1 5 2");
    let answer = ruling(&mut session, &line);
    assert_eq!(answer.outcome.summary, "attacker wins 108 to 18");
    assert_eq!(filled(&mut session), [(KEY.to_owned(), "3".to_owned())]);
    assert_eq!(done(&mut session, "undo"), "undone: melee m vs b");
    assert_eq!(state(&session), before);
    assert_eq!(filled(&mut session), []);
    done(&mut session, "redo");
    assert_eq!(filled(&mut session), [(KEY.to_owned(), "3".to_owned())]);
    assert!(lost(&session, "b") > Number::ZERO);
}

#[test]
fn a_mistyped_fill_is_corrected_and_its_ruling_made_again_with_the_same_dice() {
    let mut session = mustered();
    ruling(&mut session, MELEE);
    let line = format!("fill {KEY} 30 rolled 6 6 6 1 1 1 5 2");
    let mistyped = ruling(&mut session, &line);
    assert_eq!(mistyped.outcome.summary, "attacker wins 1080 to 18");
    let corrected = ruling(&mut session, &format!("fill {KEY} 3"));
    assert_eq!(corrected.outcome.summary, "attacker wins 108 to 18");
    assert_eq!(corrected.throws[2].faces, [5, 2]);
    assert_eq!(filled(&mut session), [(KEY.to_owned(), "3".to_owned())]);
    // One step back is the mistyped one, and one more the whole ruling.
    done(&mut session, "undo");
    assert_eq!(filled(&mut session), [(KEY.to_owned(), "30".to_owned())]);
    done(&mut session, "undo");
    assert_eq!(filled(&mut session), []);
    assert_eq!(lost(&session, "b"), Number::ZERO);
}

#[test]
fn blanks_are_filled_in_and_taken_back_without_a_ruling() {
    let mut session = mustered();
    let said = done(&mut session, "fill type.medium.numbers.horse 2");
    assert!(
        said.contains("rulings before it stand as they are"),
        "{said}"
    );
    done(&mut session, "fill type.medium.numbers.horse 3");
    let key = "type.medium.numbers.horse".to_owned();
    assert_eq!(filled(&mut session), [(key.clone(), "3".to_owned())]);
    done(&mut session, "fill type.medium.numbers.horse blank");
    assert_eq!(filled(&mut session), []);
    done(&mut session, "undo");
    assert_eq!(filled(&mut session), [(key.clone(), "3".to_owned())]);
    done(&mut session, "undo");
    assert_eq!(filled(&mut session), [(key, "2".to_owned())]);
    done(&mut session, "undo");
    for (line, message) in [
        ("fill type.medium.numbers.horse", "the value is missing"),
        ("fill type.medium.numbers.horse many", "`many` is no number"),
        (
            "fill type.pike.numbers.horse 3",
            "there is no blank `type.pike.numbers.horse`",
        ),
        (
            "fill type.medium.numbers.horse blank",
            "`type.medium.numbers.horse` is not filled in",
        ),
        (
            "fill type.medium.numbers.horse 3 rolled 1",
            "no ruling waits for that, so no dice are thrown",
        ),
    ] {
        assert_eq!(wrong(&mut session, line), message, "{line}");
    }
    assert_eq!(filled(&mut session), []);
}

#[test]
fn fills_are_there_without_a_battle_too() {
    let mut session = session("kriegspiel");
    ruling(
        &mut session,
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1",
    );
    let answer = ruling(
        &mut session,
        &format!("fill {KEY} 3 rolled 6 6 6 1 1 1 5 2"),
    );
    assert_eq!(answer.outcome.summary, "attacker wins 108 to 18");
    assert_eq!(filled(&mut session), [(KEY.to_owned(), "3".to_owned())]);
    done(&mut session, &format!("fill {KEY} blank"));
    let again = ruling(
        &mut session,
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1",
    );
    assert!(again.outcome.blank.is_some());
}

#[test]
fn a_dump_fills_in_what_was_filled_in() {
    let mut first = mustered();
    ruling(&mut first, MELEE);
    ruling(&mut first, &format!("fill {KEY} 30 rolled 6 6 6 1 1 1 5 2"));
    ruling(&mut first, &format!("fill {KEY} 3"));
    done(&mut first, "fill type.medium.numbers.horse 1/2");
    done(&mut first, "undo 3");
    done(&mut first, "redo 2");
    let battle = first.battle().unwrap();
    let lines = dump(battle.opening(), battle.record());
    let mut second = session("kriegspiel");
    for line in &lines {
        answer(&mut second, line);
    }
    assert_eq!(state(&first), state(&second), "{lines:#?}");
    assert_eq!(filled(&mut second), [(KEY.to_owned(), "3".to_owned())]);
}

#[test]
fn a_battle_that_goes_on_waits_for_the_same_blank() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("battle.jsonl");
    let mut first = session("kriegspiel");
    first.keep(&file).unwrap();
    for line in [
        "muster red m = 2 medium",
        "muster blue b = 3 musketeer",
        "note b on the hill",
    ] {
        done(&mut first, line);
    }
    ruling(&mut first, MELEE);
    done(&mut first, "turn");
    done(&mut first, "undo");
    drop(first);
    let mut second = session("kriegspiel");
    second.keep(&file).unwrap();
    assert_eq!(second.wanted().unwrap().what, "medium horse, v infantry");
    let line = format!("fill {KEY} 3 rolled 6 6 6 1 1 1 5 2");
    assert_eq!(
        ruling(&mut second, &line).outcome.summary,
        "attacker wins 108 to 18"
    );
    done(&mut second, "undo");
    assert_eq!(filled(&mut second), []);
    assert_eq!(lost(&second, "b"), Number::ZERO);
    assert!(second.wanted().is_none());
}

#[test]
fn a_number_of_a_unit_is_kept_for_that_unit_and_no_other() {
    let mut session = session("lion-of-the-north");
    done(&mut session, "muster imperialists t1 = 10 te imperialist");
    done(&mut session, "muster imperialists t2 = 10 te imperialist");
    // Disrupted where the die and 3 are above the Troop Quality.
    let blank = ruling(&mut session, "disruption t1 add 3 rolled 4");
    assert!(blank.outcome.blank.is_some());
    let filled_in = ruling(&mut session, "fill type.te.numbers.troop-quality 6");
    // 4 + 3 = 7 is above 6.
    assert_eq!(filled_in.outcome.summary, "fails: 7, 6 or less needed");
    assert_eq!(filled_in.throws[0].faces, [4]);
    assert!(state(&session).unit("t1").unwrap().is_in("tq"));
    // The other counter of that type has its own.
    assert!(!state(&session).unit("t2").unwrap().is_in("tq"));
    assert_eq!(filled(&mut session), []);
    assert!(
        ruling(&mut session, "disruption t2 add 3 rolled 4")
            .outcome
            .blank
            .is_some()
    );
    done(&mut session, "undo 2");
    assert!(!state(&session).unit("t1").unwrap().is_in("tq"));
    assert!(session.wanted().is_none());
    // Without a ruling that waits it is said with `state`.
    assert_eq!(
        wrong(&mut session, "fill type.te.numbers.troop-quality 6"),
        "each unit has a `tq` of its own"
    );
}

#[test]
fn a_blank_in_a_row_of_several_numbers_can_be_asked_for() {
    // Musket & Pike with one row for 3 to 7 in place of five.
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/musket-and-pike.toml");
    let text = std::fs::read_to_string(table).unwrap();
    let (before, results) = text.split_once("[ruling.melee.results]\n").unwrap();
    let rows = results.lines().filter(|line| {
        !["4 = {", "5 = {", "6 = {", "7 = {"]
            .iter()
            .any(|row| line.starts_with(row))
    });
    let rows: Vec<String> = rows
        .map(|line| match line.strip_prefix("3 = {") {
            Some(row) => format!("\"3-7\" = {{{row}"),
            None => line.to_owned(),
        })
        .collect();
    let text = format!("{before}[ruling.melee.results]\n{}\n", rows.join("\n"));
    let text = text.replace("id = \"musket-and-pike\"", "id = \"mine\"");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.toml"), text).unwrap();
    let library = Library::new(vec![folder.path().to_owned()]);
    let mut session = Session::open(library, "mine", Some(1)).unwrap();
    // 10 against 4 are 2-1.
    let line = "melee 1 PP + 1 EP vs 1 MP village rolled 4";
    assert!(ruling(&mut session, line).outcome.blank.is_some());
    let wanted = session.wanted().unwrap();
    assert_eq!(wanted.what, "Melee results, row 3-7, column 2-1");
    let filled_in = ruling(&mut session, "fill ruling.melee.results.3-7.\"2:1\" D");
    assert_eq!(
        filled_in.outcome.defender[0].result.as_deref(),
        Some("disrupted and retreats")
    );
}

/// Runs drumhead in a folder.
fn drumhead(folder: &Path, arguments: &[&str]) -> String {
    let ran = harness::ran(harness::drumhead(folder, arguments));
    assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
    ran.out
}

#[test]
fn what_a_battle_filled_in_is_written_out_as_a_table_for_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "muster red m = 2 medium\nmuster blue b = 3 musketeer\n{MELEE}\nfill {KEY} 3 rolled 6 6 6 1 1 1 5 2\n"
    );
    std::fs::write(folder.path().join("script.txt"), script).unwrap();
    drumhead(folder.path(), &["--battle", "b.jsonl", "run", "script.txt"]);
    let write = [
        "--battle",
        "b.jsonl",
        "blanks",
        "kriegspiel",
        "--write",
        "mine.toml",
    ];
    drumhead(folder.path(), &write);
    let text = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert!(text.contains("foot = 3"), "{text}");
    assert!(text.contains("horse = \"blank\""), "{text}");
    let line = [
        "--tables",
        ".",
        "-r",
        "mine",
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1 5 2",
    ];
    let ruled = drumhead(folder.path(), &line);
    assert!(ruled.contains("attacker wins 108 to 18"), "{ruled}");
}

#[test]
fn one_blank_after_another_is_filled_in_and_all_of_them_stay() {
    let mut session = session("lion-of-the-north");
    for line in [
        "muster swede s = 6 hc",
        "muster imp p = 5 cr",
        "shock s charge vs p rolled 6",
    ] {
        answer(&mut session, line);
    }
    // The superiority, the columns that a degree of it counts, then the result of row 6: each is
    // asked for once, whatever stands in it.
    let mut asked = Vec::new();
    for copy in ["AS1", "1", "1"] {
        asked.push(
            session
                .wanted()
                .map(|wanted| wanted.what)
                .unwrap_or_default(),
        );
        session.fill_blank(copy, Hand::Program).unwrap();
    }
    asked.dedup();
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert_eq!(filled(&mut session).len(), 3);
    // An amendment keeps them too, and one undo takes all of it back.
    answer(&mut session, "amend -charge");
    assert_eq!(filled(&mut session).len(), 3);
    let battle = session.battle().unwrap();
    let mut again = self::session("lion-of-the-north");
    for line in dump(battle.opening(), battle.record()) {
        answer(&mut again, &line);
    }
    assert_eq!(filled(&mut again), filled(&mut session));
    answer(&mut session, "undo 2");
    assert_eq!(filled(&mut session), []);
}

#[test]
fn a_minus_takes_a_state_away_and_several_units_are_struck_off_at_once() {
    let mut session = mustered();
    done(&mut session, "state m disordered");
    done(&mut session, "state m -disordered");
    assert!(state(&session).unit("m").unwrap().states.is_empty());
    done(&mut session, "remove m, b");
    assert!(state(&session).units.is_empty());
}
