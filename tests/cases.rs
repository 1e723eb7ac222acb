//! The golden cases: for each rule set, lines with scripted dice and what must come of them.
//!
//! `tables/cases/ID.toml` holds the cases of rule set `ID`; every die in them
//! is used once and none is left over, which the language itself sees to.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use drumhead::report;
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Detail, Hand, NoAnswer, Session};
use serde::Deserialize;
use serde_json::Value;

/// The cases of one rule set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    rules: String,
    case: Vec<Case>,
}

/// One line and what must come of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// What it shows.
    shows: Option<String>,
    /// Lines before it, such as `set house 5`.
    #[serde(default)]
    before: Vec<String>,
    /// The line.
    line: String,
    /// The outcome by dotted paths: `hits`, `defender.1.lost` (units count from 1).
    #[serde(default)]
    outcome: toml::Table,
    /// A part of the error's message.
    error: Option<String>,
    /// A part of a warning.
    warning: Option<String>,
    /// How many warnings there are.
    warnings: Option<usize>,
    /// Parts of the working's steps, in order.
    #[serde(default)]
    working: Vec<String>,
    /// Paths that must be null: TOML has no null of its own.
    #[serde(default)]
    null: Vec<String>,
}

#[test]
fn every_golden_case_comes_out_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/cases");
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in case_files(&folder) {
        let text = std::fs::read_to_string(&path).expect("a readable case file");
        let file: CaseFile =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut shared = open(&file.rules);
        let mut brief = open(&file.rules);
        brief.work_out(Detail::Brief);
        for case in &file.case {
            count += 1;
            let checked = check(&file.rules, &mut shared, case);
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

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    files
}

fn open(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).expect("a rule set that loads")
}

/// Checks one case; one that sets something has a session of its own.
fn check(rules: &str, shared: &mut Session, case: &Case) -> Result<(), String> {
    let mut own;
    let session = if case.before.is_empty() {
        shared
    } else {
        own = open(rules);
        &mut own
    };
    for line in &case.before {
        session
            .answer(line, Hand::Program)
            .map_err(|why| format!("`{line}` is wrong: {why:?}"))?;
    }
    let answered = session.answer(&case.line, Hand::Program);
    match (&case.error, answered) {
        (Some(expected), Err(NoAnswer::Wrong(fault))) if fault.message.contains(expected) => Ok(()),
        (Some(expected), Err(NoAnswer::Wrong(fault))) => Err(format!(
            "the error is `{}`, not `{expected}`",
            fault.message
        )),
        (Some(expected), _) => Err(format!("there is no error `{expected}`")),
        (None, Ok(answer)) => compare(rules, case, &answer),
        (None, Err(why)) => Err(format!("there is an error: {why:?}")),
    }
}

fn compare(rules: &str, case: &Case, answer: &Answer) -> Result<(), String> {
    let object = report::answer_json(rules, &case.line, answer).ok_or("there is no answer")?;
    let object: Value = serde_json::from_str(&object).map_err(|error| error.to_string())?;
    for (path, expected) in &case.outcome {
        let expected = serde_json::to_value(expected).map_err(|error| error.to_string())?;
        let found = at(&object["outcome"], path).ok_or(format!("there is no `{path}`"))?;
        if !same(found, &expected) {
            return Err(format!("`{path}` is {found}, not {expected}"));
        }
    }
    for path in &case.null {
        match at(&object["outcome"], path) {
            Some(Value::Null) => {}
            found => return Err(format!("`{path}` is {found:?}, not null")),
        }
    }
    if let (Some(expected), Answer::Ruling(resolution)) = (&case.warning, answer)
        && !resolution
            .warnings
            .iter()
            .any(|text| text.contains(expected))
    {
        return Err(format!("no warning `{expected}`"));
    }
    if let (Some(expected), Answer::Ruling(resolution)) = (case.warnings, answer)
        && resolution.warnings.len() != expected
    {
        return Err(format!("the warnings are {:?}", resolution.warnings));
    }
    let steps: Vec<&str> = object["working"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|step| step["text"].as_str())
        .collect();
    let mut rest = steps.iter();
    for expected in &case.working {
        if !rest.any(|step| step.contains(expected)) {
            return Err(format!("no step `{expected}` in order, of {steps:#?}"));
        }
    }
    Ok(())
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

fn at<'v>(outcome: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.')
        .try_fold(outcome, |value, part| match part.parse::<usize>() {
            Ok(place) => value.get(place.checked_sub(1)?),
            Err(_) => value.get(part),
        })
}

fn same(found: &Value, expected: &Value) -> bool {
    match (found.as_f64(), expected.as_f64()) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-12,
        _ => found == expected,
    }
}
