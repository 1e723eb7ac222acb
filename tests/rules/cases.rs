//! The golden cases: for each rule set, lines with scripted dice and what must come of them.
//!
//! `tables/cases/ID.toml` holds the cases of rule set `ID`; every die in them
//! is used once and none is left over, which the language itself sees to.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::Path;

use super::golden::{case_files, read_cases};
use drumhead::cases::{Case, Entry};
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Detail, Hand, Session};

#[test]
fn every_golden_case_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/cases");
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in case_files(&folder, ".toml") {
        let file = read_cases(&path);
        let mut shared = open(&file.rules);
        let mut brief = open(&file.rules);
        brief.work_out(Detail::Brief);
        for entry in file.case.iter().map(toml::Spanned::get_ref) {
            count += 1;
            let checked = entry.check(&file.rules, &mut shared, || Ok(open(&file.rules)));
            let checked = checked.and_then(|()| match entry {
                Entry::Ruling(case) => same_working(&mut shared, &mut brief, case),
                Entry::Chances(_) => Ok(()),
            });
            if let Err(why) = checked {
                let shows = entry.shows().unwrap_or_default();
                wrong.push(format!(
                    "{}: {}\n  {shows}\n  {why}",
                    file.rules,
                    entry.line()
                ));
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
