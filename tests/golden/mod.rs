//! Golden cases: lines with scripted dice, and what must come of them.

use std::path::{Path, PathBuf};

use drumhead::report;
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use serde::Deserialize;
use serde_json::Value;

/// The cases of one rule set.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseFile {
    pub(crate) rules: String,
    pub(crate) case: Vec<Case>,
}

/// One line and what must come of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    /// What it shows.
    pub(crate) shows: Option<String>,
    /// Lines before it, such as `set house 5`.
    #[serde(default)]
    pub(crate) before: Vec<String>,
    /// The line.
    pub(crate) line: String,
    /// The outcome by dotted paths: `hits`, `defender.1.lost` (units count from 1).
    #[serde(default)]
    pub(crate) outcome: toml::Table,
    /// A part of the error's message.
    pub(crate) error: Option<String>,
    /// A part of a warning.
    pub(crate) warning: Option<String>,
    /// How many warnings there are.
    pub(crate) warnings: Option<usize>,
    /// Parts of the working's steps, in order.
    #[serde(default)]
    pub(crate) working: Vec<String>,
    /// Paths that must be null: TOML has no null of its own.
    #[serde(default)]
    pub(crate) null: Vec<String>,
}

/// The files of a folder whose names end so, in order.
pub(crate) fn case_files(folder: &Path, end: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    files.sort();
    files
}

/// Checks one case; one that sets something has a session of its own, which `open` opens.
pub(crate) fn check(
    rules: &str,
    shared: &mut Session,
    case: &Case,
    open: impl Fn(&str) -> Session,
) -> Result<(), String> {
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

/// What stands at a dotted path; units count from 1.
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
