//! The exact chances of a line.

use serde::Deserialize;
use serde_json::Value;

use super::ruling::{in_words, object};
use crate::session::{Hand, Session};

/// The chances of one headline of a line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chances {
    /// What it shows.
    pub shows: Option<String>,
    /// Lines before it, such as `set house 5`.
    #[serde(default)]
    pub before: Vec<String>,
    /// The line, without dice.
    pub odds: String,
    /// The headline, as JSON names it.
    pub of: String,
    /// Chances by the value as JSON shows it, `null` for nothing, as fractions in lowest terms; those
    /// that are not told may be anything.
    pub chances: toml::Table,
}

impl Chances {
    /// The line that asks for them.
    pub fn line(&self) -> String {
        format!("odds {}", self.odds)
    }

    /// Checks them in a session that has heard the lines before.
    ///
    /// # Errors
    /// What came out otherwise.
    pub(super) fn check(&self, rules: &str, session: &mut Session) -> Result<(), String> {
        let line = self.line();
        let answer = session
            .answer(&line, Hand::Program)
            .map_err(|why| format!("there is an error: {}", in_words(&why)))?;
        let object = object(rules, &line, &answer)?;
        let rows = object.get("odds").and_then(|odds| odds.get(&self.of));
        let rows = rows.and_then(Value::as_array);
        let rows = rows.ok_or(format!("no odds are given for `{}`", self.of))?;
        for (value, expected) in &self.chances {
            let found = rows.iter().find(|row| is_of(row, value));
            let found = found.map_or("0".to_owned(), chance);
            let expected = expected.as_str();
            let expected = expected.ok_or("a chance is a fraction in quotes")?;
            if found != expected {
                return Err(format!("`{value}` has the chance {found}, not {expected}"));
            }
        }
        Ok(())
    }
}

/// Whether a row of odds is that of a value as JSON shows it.
fn is_of(row: &Value, value: &str) -> bool {
    match row.get("value") {
        Some(Value::String(text)) => text == value,
        Some(other) => {
            let shown = other.to_string();
            shown == value
        }
        None => false,
    }
}

/// The chance of a row as a fraction in lowest terms.
fn chance(row: &Value) -> String {
    let part = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
    match (part("ways"), part("of")) {
        (ways, of) if ways == of => "1".to_owned(),
        (ways, of) => format!("{ways}/{of}"),
    }
}
