//! A ruling written down as a case, for its author to read over.

use serde_json::Value;

use super::ruling::object;
use crate::session::Answer;

/// The case that holds what a line came to, with the dice that were thrown told in it.
///
/// # Errors
/// Why there is nothing to write down.
pub fn record(rules: &str, line: &str, answer: &Answer) -> Result<String, String> {
    let object = object(rules, line, answer)?;
    let outcome = object.get("outcome").ok_or("there is no outcome")?;
    let (mut values, mut nulls) = (Vec::new(), Vec::new());
    flatten(outcome, "", &mut values, &mut nulls);
    let mut case = format!("[[case]]\nline = {}\n", quoted(&told(line, &object)));
    if !values.is_empty() {
        case.push_str(&format!("outcome = {{ {} }}\n", values.join(", ")));
    }
    if !nulls.is_empty() {
        case.push_str(&format!("null = [{}]\n", nulls.join(", ")));
    }
    Ok(case)
}

/// The line with the faces that were thrown, in the order of the throws.
fn told(line: &str, object: &Value) -> String {
    let throws = object.get("throws").and_then(Value::as_array);
    let thrown = throws.into_iter().flatten();
    let told = |throw: &&Value| throw.get("source").and_then(Value::as_str) == Some("told");
    if thrown.clone().any(|throw| told(&throw)) {
        return line.to_owned();
    }
    let faces = thrown.filter_map(|throw| throw.get("faces")?.as_array());
    let faces: Vec<String> = faces.flatten().map(Value::to_string).collect();
    if faces.is_empty() {
        return line.to_owned();
    }
    format!("{line} rolled {}", faces.join(" "))
}

/// The values of an outcome by dotted paths; what only says again what a line is, is left out.
fn flatten(value: &Value, path: &str, values: &mut Vec<String>, nulls: &mut Vec<String>) {
    let below = |key: &str| match path {
        "" => key.to_owned(),
        _ => format!("{path}.{key}"),
    };
    match value {
        Value::Object(keys) => {
            let left = keys
                .iter()
                .filter(|(key, _)| !["summary", "type"].contains(&key.as_str()));
            for (key, value) in left {
                flatten(value, &below(key), values, nulls);
            }
        }
        Value::Array(items) if items.iter().any(Value::is_object) => {
            for (place, item) in items.iter().enumerate() {
                flatten(
                    item,
                    &below(&place.saturating_add(1).to_string()),
                    values,
                    nulls,
                );
            }
        }
        Value::Array(items) if items.is_empty() => {}
        Value::Null => nulls.push(quoted(path)),
        _ => values.push(format!("{} = {value}", quoted(path))),
    }
}

/// A text as TOML has it; what JSON escapes, TOML does alike.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
