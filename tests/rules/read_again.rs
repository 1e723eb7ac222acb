//! A rule table that is edited while it is in force.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;

use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, ReadAgain, Session};

const TABLE: &str = include_str!("../gallery/slips.base.toml");

/// Saves the table with one text changed, and a time that differs from the last.
fn save(file: &Path, old: &str, new: &str, seconds: u64) {
    std::fs::write(file, TABLE.replace(old, new)).expect("a table");
    let time = std::time::SystemTime::now() + std::time::Duration::from_secs(seconds);
    let file = std::fs::File::options().write(true).open(file);
    file.expect("the table").set_modified(time).expect("a time");
}

fn summary(session: &mut Session, line: &str) -> String {
    match session.answer(line, Hand::Program).expect("an answer") {
        Answer::Ruling(resolution) => resolution.outcome.summary.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_that_is_saved_is_taken_in_and_again_rules_by_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("slip.toml");
    save(&file, "", "", 1);
    let library = Library::new(vec![folder.path().to_owned()]);
    let mut session = Session::open(library, "slip", Some(1)).expect("rules");
    assert!(session.read_again().is_none(), "it is looked at first");
    let line = "fire 4 rifle at 6 rifle 10in rolled 6 5 4 1";
    assert_eq!(summary(&mut session, line), "2 hits");
    assert!(session.read_again().is_none(), "nothing was saved");
    save(
        &file,
        "{ to = 24, to-hit = 5 }",
        "{ to = 24, to-hit = 4 }",
        2,
    );
    let Some(ReadAgain::InForce(said)) = session.read_again() else {
        panic!("it is not taken in");
    };
    assert!(said.ends_with("has changed, and is read again"), "{said}");
    assert_eq!(summary(&mut session, "again rolled 6 5 4 1"), "3 hits");
    save(&file, "to-hit = 5", "to-hit = five", 3);
    let Some(ReadAgain::Faulty(faults)) = session.read_again() else {
        panic!("it is taken in");
    };
    assert_eq!(faults.len(), 1, "{faults}");
    assert_eq!(summary(&mut session, "again rolled 6 5 4 1"), "3 hits");
    assert!(session.read_again().is_none(), "it is said once");
}
