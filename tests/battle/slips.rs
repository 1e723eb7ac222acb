//! What a hurried referee types, and what must not come of it.

use drumhead::battle::{Record, What};
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, Session};

/// A session in which these lines have been answered; the last answer where it is words.
fn after(rules: &str, lines: &[&str]) -> (Session, String) {
    let mut session = Session::open(Library::default(), rules, Some(1)).unwrap();
    let mut last = String::new();
    for line in lines {
        last = match session.answer(line, Hand::Program) {
            Ok(Answer::Done(said)) => said,
            Ok(Answer::Odds(reply)) => reply.warnings().join("\n"),
            Ok(_) => String::new(),
            Err(wrong) => panic!("`{line}`: {wrong:?}"),
        };
    }
    (session, last)
}

fn record(session: &Session) -> &Record {
    session.battle().unwrap().record()
}

fn undoes(record: &Record) -> usize {
    let entries = record.entries().iter();
    entries
        .filter(|entry| matches!(entry.what, What::Undo { .. }))
        .count()
}

const FIELD: [&str; 4] = [
    "muster red q = 4 arquebus",
    "muster blue f = 10 infantry",
    "turn",
    "phase combat",
];

#[test]
fn again_repeats_the_last_ruling_and_never_an_undo() {
    for between in [&["undo"][..], &["units", "undo"], &["undo", "redo", "undo"]] {
        let fight = ["melee f vs q rolled 666 111"];
        let lines = [&FIELD[..], &fight[..], between, &["again"]].concat();
        let (session, _) = after("landsknecht", &lines);
        let undone = between.iter().filter(|line| **line == "undo").count();
        assert_eq!(undoes(record(&session)), undone, "{between:?}");
        // The same dice: 18 pips are 4½, and 4 gleven stood.
        let last = record(&session).last_ruling().unwrap();
        assert!(last.line.starts_with("melee f vs q"), "{last:?}");
    }
}

#[test]
fn a_turn_in_which_nothing_was_done_is_told() {
    let idle = "note: nothing was done in turn 2";
    let lines = [&FIELD[..3], &["turn", "turn"][..]].concat();
    assert!(after("landsknecht", &lines).1.contains(idle));
    let lines = [
        &FIELD[..3],
        &["turn", "phase", "phase", "phase", "phase"][..],
    ]
    .concat();
    assert!(after("landsknecht", &lines).1.contains(idle));
    let lines = [&FIELD[..3], &["turn", "lose f 1", "turn"][..]].concat();
    assert!(!after("landsknecht", &lines).1.contains("note:"));
}

#[test]
fn a_side_that_is_called_like_another_is_told() {
    for (first, second) in [("imperial", "imp"), ("fr", "france")] {
        let lines = [
            format!("muster {first} a1 = 4 pike"),
            format!("muster {second} b1 = 4 pike"),
        ];
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let (_, said) = after("landsknecht", &lines);
        let note = format!("`{second}` is another side than `{first}`");
        assert!(said.contains(&note), "{said}");
    }
}

/// One gleve at two squares: a die, and 6 pips are 1½.
#[test]
fn odds_are_given_of_what_a_state_forbids_now() {
    let lines = [
        &FIELD[..],
        &["fire q at f 1 rolled 6", "odds fire q at f 2"][..],
    ]
    .concat();
    let (_, warned) = after("landsknecht", &lines);
    assert!(warned.contains("reloading do not fire"), "{warned}");
    assert!(
        warned.contains("as if `q` were not `reloading`"),
        "{warned}"
    );
    // What is typed is refused as ever.
    let mut session = Session::open(Library::default(), "landsknecht", Some(1)).unwrap();
    let typed = session.answer(
        "odds fire 4 arquebus reloading at 3 infantry 2",
        Hand::Program,
    );
    assert!(typed.is_err());
}

#[test]
fn the_reading_by_which_units_begin_is_told_with_the_first() {
    let (_, first) = after("landsknecht", &FIELD[..1]);
    assert!(
        first.contains("by `set begins-at spirited` it begins spirited"),
        "{first}"
    );
    let (_, second) = after("landsknecht", &FIELD[..2]);
    assert!(!second.contains("begins-at"), "{second}");
    let lines = [&["set begins-at normal"][..], &FIELD[..1]].concat();
    let (_, chosen) = after("landsknecht", &lines);
    assert!(!chosen.contains("begins-at"), "{chosen}");
}
