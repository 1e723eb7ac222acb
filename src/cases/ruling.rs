//! A line with scripted dice, and what must come of it.

use serde::Deserialize;
use serde_json::Value;

use crate::report;
use crate::session::{Answer, Hand, NoAnswer, Session};

/// One line and what must come of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it shows.
    pub shows: Option<String>,
    /// Lines before it, such as `set house 5`.
    #[serde(default)]
    pub before: Vec<String>,
    /// The line.
    pub line: String,
    /// The outcome by dotted paths: `hits`, `defender.1.lost` (units count from 1).
    #[serde(default)]
    pub outcome: toml::Table,
    /// A part of the error's message.
    pub error: Option<String>,
    /// A part of a warning.
    pub warning: Option<String>,
    /// How many warnings there are.
    pub warnings: Option<usize>,
    /// Parts of the working's steps, in order.
    #[serde(default)]
    pub working: Vec<String>,
    /// Paths that must be null: TOML has no null of its own.
    #[serde(default)]
    pub null: Vec<String>,
}

impl Case {
    /// Checks it in a session that has heard the lines before.
    ///
    /// # Errors
    /// What came out otherwise.
    pub(super) fn check(&self, rules: &str, session: &mut Session) -> Result<(), String> {
        let answered = session.answer(&self.line, Hand::Program);
        match (&self.error, answered) {
            (Some(expected), Err(NoAnswer::Wrong(fault))) if fault.message.contains(expected) => {
                Ok(())
            }
            (Some(expected), Err(NoAnswer::Wrong(fault))) => Err(format!(
                "the error is `{}`, not `{expected}`",
                fault.message
            )),
            (Some(expected), _) => Err(format!("there is no error `{expected}`")),
            (None, Ok(answer)) => self.compare(rules, &answer),
            (None, Err(why)) => Err(format!("there is an error: {}", in_words(&why))),
        }
    }

    fn compare(&self, rules: &str, answer: &Answer) -> Result<(), String> {
        let object = object(rules, &self.line, answer)?;
        let outcome = object.get("outcome").unwrap_or(&Value::Null);
        for (path, expected) in &self.outcome {
            let expected = serde_json::to_value(expected).map_err(|error| error.to_string())?;
            let found = at(outcome, path).ok_or(format!("there is no `{path}`"))?;
            if !same(found, &expected) {
                return Err(format!("`{path}` is {found}, not {expected}"));
            }
        }
        for path in &self.null {
            match at(outcome, path) {
                Some(Value::Null) => {}
                Some(found) => return Err(format!("`{path}` is {found}, not null")),
                None => return Err(format!("there is no `{path}`")),
            }
        }
        self.compare_warnings(answer)?;
        self.compare_working(&object)
    }

    fn compare_warnings(&self, answer: &Answer) -> Result<(), String> {
        let Answer::Ruling(resolution) = answer else {
            return Ok(());
        };
        let warnings = &resolution.warnings;
        if let Some(expected) = &self.warning
            && !warnings.iter().any(|text| text.contains(expected))
        {
            return Err(format!("no warning `{expected}`"));
        }
        match self.warnings {
            Some(expected) if warnings.len() != expected => {
                Err(format!("the warnings are {warnings:?}"))
            }
            _ => Ok(()),
        }
    }

    fn compare_working(&self, object: &Value) -> Result<(), String> {
        let steps = object.get("working").and_then(Value::as_array);
        let steps = steps.into_iter().flatten();
        let steps: Vec<&str> = steps
            .filter_map(|step| step.get("text")?.as_str())
            .collect();
        let mut rest = steps.iter();
        for expected in &self.working {
            if !rest.any(|step| step.contains(expected.as_str())) {
                return Err(format!("no step `{expected}` in order, of {steps:#?}"));
            }
        }
        Ok(())
    }
}

/// Types the lines that go before a case.
pub(super) fn prepare(session: &mut Session, before: &[String]) -> Result<(), String> {
    for line in before {
        session
            .answer(line, Hand::Program)
            .map_err(|why| format!("`{line}` is wrong: {}", in_words(&why)))?;
    }
    Ok(())
}

/// Why a line has no answer, for the author of a case.
pub(super) fn in_words(why: &NoAnswer) -> String {
    match why {
        NoAnswer::Wrong(fault) | NoAnswer::NotKept(fault) => fault.message.clone(),
        NoAnswer::Interrupted => "broken off".to_owned(),
        NoAnswer::NoDice(why) => why.clone(),
    }
}

/// An answer as programs read it.
pub(super) fn object(rules: &str, line: &str, answer: &Answer) -> Result<Value, String> {
    let object = report::answer_json(rules, line, answer).ok_or("there is no answer")?;
    serde_json::from_str(&object).map_err(|error| error.to_string())
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
