//! What the referee fills in from his own copy: of every kind of blank, and for as long as a battle goes on.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;
use std::rc::Rc;

use drumhead::battle::Effect;
use drumhead::number::Number;
use drumhead::report;
use drumhead::resolution::Resolution;
use drumhead::rules::blanks::blanks;
use drumhead::rules::library::Library;
use drumhead::rulings::outcome::FieldValue as Value;
use drumhead::session::{Answer, Answers, Hand, NoAnswer, Session};

use super::harness::session_extending;

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).unwrap()
}

fn ruling(answer: Result<Answer, NoAnswer>) -> Rc<Resolution> {
    match answer {
        Ok(Answer::Ruling(resolution)) => resolution,
        other => panic!("no ruling: {other:?}"),
    }
}

fn say(session: &mut Session, line: &str) -> Rc<Resolution> {
    ruling(session.answer(line, Hand::Program))
}

fn order(session: &mut Session, line: &str) {
    session.answer(line, Hand::Program).unwrap();
}

fn value<'r>(resolution: &'r Resolution, name: &str) -> &'r Value {
    let mut fields = resolution.outcome.fields.iter();
    &fields.find(|field| field.name == name).unwrap().value
}

/// What is on record as filled in: key and value.
fn on_record(session: &Session) -> Vec<(String, String)> {
    let entries = session.battle().unwrap().record().entries();
    let effects = entries.iter().flat_map(|entry| entry.what.effects());
    let fills = effects.filter_map(|effect| match effect {
        Effect::Fill { key, value, .. } => Some((key.clone(), value.clone()?)),
        _ => None,
    });
    fills.collect()
}

const MEDIUM: &str = "melee m vs b rolled 6 6 6 1 1 1";

fn kept_in(file: &Path) -> Session {
    let mut session = session("kriegspiel");
    session.keep(file).unwrap();
    session
}

#[test]
fn what_was_filled_in_is_on_record_and_is_filled_in_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("battle.jsonl");
    let mut first = kept_in(&file);
    order(&mut first, "muster red m = 2 medium");
    order(&mut first, "muster blue b = 3 musketeer");
    assert!(say(&mut first, MEDIUM).outcome.blank.is_some());
    // 3 points × 2 bases × 18 against 3 × 2 × 3, with the same dice.
    let filled = ruling(first.fill_blank("3", Hand::Program));
    assert_eq!(filled.outcome.summary, "attacker wins 108 to 18");
    let expected = [("type.medium.numbers.foot".to_owned(), "3".to_owned())];
    assert_eq!(on_record(&first), expected);
    drop(first);

    let mut second = kept_in(&file);
    order(&mut second, "muster red m2 = 2 medium");
    order(&mut second, "muster blue b2 = 3 musketeer");
    let again = say(&mut second, "melee m2 vs b2 rolled 6 6 6 1 1 1 5 2");
    assert_eq!(again.outcome.summary, "attacker wins 108 to 18");
    let points = "m2: 3 (the referee's own copy, blank in the source) × 2 = 6";
    assert!(again.working.iter().any(|step| step.text == points));
    assert_eq!(on_record(&second), expected);
}

#[test]
fn what_was_filled_in_before_a_battle_is_on_its_record() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session("kriegspiel");
    say(
        &mut session,
        "melee 2 medium vs 3 musketeer rolled 6 6 6 1 1 1",
    );
    ruling(session.fill_blank("1/2", Hand::Program));
    session.keep(&folder.path().join("battle.jsonl")).unwrap();
    // Nothing is written before there is an entry.
    assert_eq!(on_record(&session), []);
    session.answer("turn", Hand::Program).unwrap();
    let expected = [("type.medium.numbers.foot".to_owned(), "\"1/2\"".to_owned())];
    assert_eq!(on_record(&session), expected);
}

#[test]
fn a_sign_of_the_table_is_filled_in_like_a_number() {
    let mut session = session("lion-of-the-north");
    let line = "shock 6 hc charge vs 6 hi rolled 4";
    let blank = say(&mut session, line).outcome.blank.clone().unwrap();
    let library = Library::default();
    let source = library.find("lion-of-the-north").unwrap();
    let cells = blanks(&source, &|id: &str| library.find(id)).unwrap();
    let cell = cells.iter().find(|cell| cell.is_at(blank.place)).unwrap();
    assert_eq!(cell.key, "ruling.shock.superiority.HC.HI");
    // What is no degree of superiority is refused by the table itself, and nothing has changed.
    let wrong = session.fill_blank("XY", Hand::Program);
    assert!(matches!(wrong, Err(NoAnswer::Wrong(_))), "{wrong:?}");
    assert!(session.wanted().is_some());
    let filled = ruling(session.fill_blank("AS2", Hand::Program));
    assert_eq!(*value(&filled, "superiority"), "AS2".into());
    assert_eq!(filled.throws[0].faces, [4]);
}

#[test]
fn a_printed_result_such_as_d1_is_filled_in() {
    let mut session = session("lion-of-the-north");
    say(&mut session, "fire 4 hi at te rolled 5");
    assert_eq!(session.wanted().unwrap().answers, Answers::AsPrinted);
    let filled = ruling(session.fill_blank("D1", Hand::Program));
    assert_eq!(*value(&filled, "result"), "D1".into());
}

#[test]
fn a_cell_of_a_chart_that_a_ruling_reads_is_filled_in() {
    let mut session = session("kriegspiel");
    let blank = say(&mut session, "retreat 2 medium again")
        .outcome
        .blank
        .clone();
    let what = "Movement, in inches, row medium horse, column charge/gallop";
    assert_eq!(blank.unwrap().what, what);
    assert_eq!(session.wanted().unwrap().what, what);
    let filled = ruling(session.fill_blank("12", Hand::Program));
    assert_eq!(filled.outcome.blank, None);
    let back = "second or later retreat: 12\", at charge or gallop speed";
    assert_eq!(filled.outcome.attacker[0].result.as_deref(), Some(back));
}

/// Le Kriegspiel with a pistol band whose number nobody knows.
fn with_blank_band(band: &str) -> (Session, tempfile::TempDir) {
    session_extending("kriegspiel", band)
}

#[test]
fn fire_ends_at_a_blank_like_other_rulings() {
    let band =
        "[weapon.musket]\nbands = [{ to = 8, hits-on = \"blank\" }, { to = 12, hits-on = 6 }]";
    let (mut session, _folder) = with_blank_band(band);
    let line = "fire 4 musketeer at pike 6in rolled 6 5 4 1";
    let answer = session.answer(line, Hand::Program).unwrap();
    let json = report::answer_json("mine", line, &answer).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let outcome = &json["outcome"];
    assert_eq!(outcome["blank"], true);
    assert_eq!(outcome["result"], serde_json::Value::Null);
    assert_eq!(outcome["hits"], serde_json::Value::Null);
    assert_eq!(outcome["dice"], 4);
    assert_eq!(outcome["defender"][0]["lost"], serde_json::Value::Null);
    assert_eq!(json["throws"][0]["faces"], serde_json::json!([6, 5, 4, 1]));

    let wanted = session.wanted().unwrap();
    assert_eq!(wanted.what, "musket up to 8\": hits on");
    assert_eq!(wanted.answers, Answers::Number);
    // The same dice on 5 and more: two hits.
    let filled = ruling(session.fill_blank("5", Hand::Program));
    assert_eq!(filled.outcome.summary, "2 hits");
    assert_eq!(filled.outcome.defender[0].lost, Some(Number::whole(2)));
    assert_eq!(filled.throws[0].faces, [6, 5, 4, 1]);
}

#[test]
fn where_the_number_of_dice_is_blank_none_are_thrown_yet() {
    let band = "[weapon.light-gun]\nbands = [{ to = 8, hits-on = 4, dice = \"blank\" }]";
    let (mut session, _folder) = with_blank_band(band);
    let first = say(&mut session, "fire 1 light-gun at pike 6in");
    assert!(first.outcome.blank.is_some());
    assert!(first.throws.is_empty(), "{:?}", first.throws);
    let mut asked = |_: &drumhead::dice::Question<'_>| Ok("4 3".to_owned());
    let filled = ruling(session.fill_blank("2", Hand::Referee(&mut asked)));
    assert_eq!(filled.outcome.summary, "1 hit");
}

#[test]
fn a_number_that_a_modifier_sets_is_no_blank() {
    // Pistols on entering a melee hit on 4, whatever the band says.
    let band = "[weapon.pistol]\nbands = [{ to = 4, hits-on = \"blank\" }]";
    let (mut session, _folder) = with_blank_band(band);
    let entering = say(&mut session, "fire 2 hussar close at musketeer rolled 4 3");
    assert_eq!(entering.outcome.summary, "1 hit");
    assert_eq!(entering.outcome.blank, None);
}

#[test]
fn the_next_line_is_no_answer_for_a_blank() {
    let mut session = session("lion-of-the-north");
    let fire = "fire 4 hi double-salvo at te ditch 1hex rolled 2";
    session.answer(fire, Hand::Program).unwrap();
    let wanted = session.wanted().unwrap();
    let line = "disruption te tq 6 add 2";
    match session.fill_blank(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => {
            assert_eq!(fault.message, format!("`{line}` is a line of its own"));
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(session.wanted(), Some(wanted));
    session.fill_blank("2 hits", Hand::Program).unwrap();
}
