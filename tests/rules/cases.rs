//! The golden cases: for each rule set, lines with scripted dice and what must come of them.
//!
//! `tables/cases/ID.toml` holds the cases of rule set `ID`; every die in them
//! is used once and none is left over, which the language itself sees to.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::Path;

use super::golden::{Case, CaseFile, case_files, check};
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Detail, Hand, Session};

#[test]
fn every_golden_case_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/cases");
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in case_files(&folder, ".toml") {
        let text = std::fs::read_to_string(&path).expect("a readable case file");
        let file: CaseFile =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut shared = open(&file.rules);
        let mut brief = open(&file.rules);
        brief.work_out(Detail::Brief);
        for case in &file.case {
            count += 1;
            let checked = check(&file.rules, &mut shared, case, open);
            if let Err(why) = checked.and_then(|()| same_working(&mut shared, &mut brief, case)) {
                let shows = case.shows.as_deref().unwrap_or_default();
                wrong.push(format!("{}: {}\n  {shows}\n  {why}", file.rules, case.line));
            }
        }
    }
    assert!(count > 0, "no cases were found");
    assert!(
        wrong.is_empty(),
        "{} of {count} cases are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn open(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).expect("a rule set that loads")
}

/// The steps that `why` works out after a brief ruling are those that a ruling in full detail keeps.
fn same_working(full: &mut Session, brief: &mut Session, case: &Case) -> Result<(), String> {
    if case.error.is_some() || !case.before.is_empty() {
        return Ok(());
    }
    brief
        .answer(&case.line, Hand::Program)
        .map_err(|why| format!("a brief ruling is wrong: {why:?}"))?;
    let [kept, again] = [full, brief].map(|session| session.answer("why", Hand::Program));
    match (kept, again) {
        (Ok(Answer::Working(kept)), Ok(Answer::Working(again))) if kept == again => Ok(()),
        (Err(_), Err(_)) => Ok(()),
        (kept, again) => Err(format!(
            "`why` after a brief ruling: {again:?}, not {kept:?}"
        )),
    }
}
