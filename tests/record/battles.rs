//! The battles of a referee: new ones, the list of them, and which one goes on.

use std::fs;
use std::path::Path;

use drumhead::battle::glance;
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, Home, Session, last_battle};

use super::Place;

const MUSTER: &str = "muster red grey = 4 musketeer\n";

#[test]
fn after_reveal_the_next_entry_begins_another_battle_and_says_so() {
    let place = Place::new();
    let script = format!("{MUSTER}reveal\nturn\n{MUSTER}");
    let ran = place.script("--battle f.jsonl", &script);
    assert!(
        ran.out
            .contains("the last battle is over, and another begins"),
        "{ran:?}"
    );
    // The first has its muster and its end, the second a turn and a muster.
    assert_eq!(super::lines(&place.path("f.jsonl")).len(), 3);
    assert_eq!(super::lines(&place.path("f-2.jsonl")).len(), 3);
    // Nor does the finished file take anything at the next start.
    let ran = place.d("--battle f.jsonl turn");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(super::lines(&place.path("f.jsonl")).len(), 3);
    assert_eq!(super::lines(&place.path("f-3.jsonl")).len(), 2);
}

#[test]
fn the_dice_of_a_revealed_seed_are_not_thrown_again() {
    let place = Place::new();
    let script = format!("{MUSTER}roll 30d6\nreveal\n{MUSTER}roll 30d6\nreveal\n");
    let ran = place.script("--seed 1642 --battle f.jsonl", &script);
    let seeds: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.split_once("the seed was "))
        .map(|(_, rest)| rest.split(':').next().expect("a seed"))
        .collect();
    assert_eq!(seeds.len(), 2, "{ran:?}");
    assert_eq!(seeds[0], "1642");
    assert_ne!(seeds[1], "1642");
}

#[test]
fn battles_are_listed_with_what_there_is_to_know_of_them() {
    let place = Place::new();
    let script = format!(
        "{MUSTER}turn\nturn\nnew Breitenfeld für Gustav\nset rules chainmail\n\
         muster red a = 20 heavy-foot\nreveal\n"
    );
    place.script("--battle f.jsonl", &script);
    let listed = place.d("--battle f.jsonl battles");
    let shell = place.d("battles --battle f.jsonl");
    assert_eq!(listed.out, shell.out);
    let rows: Vec<Vec<&str>> = listed
        .out
        .lines()
        .skip(2)
        .map(|row| {
            row.split("  ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty())
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 2, "{listed:?}");
    assert_eq!(
        (rows[0][0], rows[0][2], rows[0][3], rows[0][5]),
        ("1", "kriegspiel", "2", "goes on")
    );
    assert_eq!(
        rows[1][..4],
        ["2", "Breitenfeld für Gustav", "chainmail", "0"]
    );
    assert_eq!(rows[1][5], "over");
}

#[test]
fn another_battle_goes_on_by_its_number_with_its_own_rules() {
    let place = Place::new();
    let script = format!(
        "{MUSTER}new\nset rules chainmail\nmuster red a = 20 heavy-foot\ngo-on 1\n\
         lose grey 3\nunits\ngo on 2\nlose a 1\nunits\ngo-on 2\ngo-on 9\n"
    );
    let ran = place.script("--battle f.jsonl", &script);
    assert!(ran.out.contains("21 of 24"), "{ran:?}");
    assert_eq!(ran.unit("a"), "red a 20 heavy-foot 19 of 20");
    assert!(
        ran.err.contains("battle 2 is the one that goes on"),
        "{ran:?}"
    );
    assert!(ran.err.contains("there is no battle 9"), "{ran:?}");
    assert_eq!(
        place.d("--battle f.jsonl units").unit("grey"),
        "red grey 4 musket-sword 21 of 24"
    );
}

/// Says lines in a session whose battles lie in a folder, as at the console.
fn at_console(session: &mut Session, lines: &[&str]) {
    for line in lines {
        let answer = session.answer(line, Hand::Program);
        assert!(
            matches!(answer, Ok(Answer::Done(_) | Answer::Ruling(_))),
            "{line}: {answer:?}"
        );
    }
}

fn console(folder: &Path) -> Session {
    let mut session = Session::open(Library::default(), "kriegspiel", None).expect("the rules");
    session.keep_battles(Home::Folder(folder.to_owned()));
    session
}

#[test]
fn the_battle_that_goes_on_is_the_one_with_the_latest_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut a, mut b) = (console(folder.path()), console(folder.path()));
    at_console(&mut a, &["muster red grey = 4 musketeer"]);
    at_console(&mut b, &["muster red other = 4 musketeer"]);
    std::thread::sleep(std::time::Duration::from_millis(5));
    at_console(&mut a, &["turn"]);
    let path = |session: &Session| {
        let battle = session.battle().expect("a battle");
        battle.keeping().path().expect("a file").to_owned()
    };
    let (of_a, of_b) = (path(&a), path(&b));
    // The second has the later name, and the first the later entry.
    assert!(of_a < of_b);
    assert_eq!(last_battle(folder.path(), |_| true), Some(of_a.clone()));
    std::thread::sleep(std::time::Duration::from_millis(5));
    at_console(&mut b, &["turn"]);
    assert_eq!(last_battle(folder.path(), |_| true), Some(of_b.clone()));
    // One that is over goes on no more, however late it ended.
    at_console(&mut b, &["reveal"]);
    assert!(glance(&of_b).expect("a battle").over);
    assert_eq!(last_battle(folder.path(), |_| true), Some(of_a));
    assert_eq!(
        last_battle(folder.path(), |rules| rules == "chainmail"),
        None
    );
}

#[test]
fn two_consoles_never_share_a_battle() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut sessions: Vec<Session> = (0..4).map(|_| console(folder.path())).collect();
    for (number, session) in sessions.iter_mut().enumerate() {
        at_console(
            session,
            &[&format!("muster red u{number} = 4 musketeer"), "turn"],
        );
    }
    let files = fs::read_dir(folder.path()).expect("a folder");
    let journals = files.filter(|file| {
        let path = file.as_ref().expect("a file").path();
        path.extension().is_some_and(|end| end == "jsonl")
    });
    assert_eq!(journals.count(), 4);
    // Nor can one go on with what another has open.
    let wrong = sessions[0].answer("go-on 2", Hand::Program);
    assert!(
        format!("{wrong:?}").contains("another drumhead has"),
        "{wrong:?}"
    );
    let still = sessions[0].answer("lose u0 1", Hand::Program);
    assert!(still.is_ok(), "{still:?}");
}
