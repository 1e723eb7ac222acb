//! What a table file may hold, from the key lists of its reading.

use serde_json::Value;

use super::read::file_shape;
use super::reader::{json_schema, keys_as_markdown, records};

/// A table of keys: what has them, and what each says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyTable {
    /// What has the keys, such as `step`.
    pub name: &'static str,
    /// What that is.
    pub about: &'static str,
    /// The keys, as a table in Markdown.
    pub keys: String,
}

/// The JSON schema of a table file, for editors.
pub fn schema() -> Value {
    json_schema("Drumhead rule table", &file_shape())
}

/// The keys of every table that a table file may hold, the outer first.
pub fn key_tables() -> Vec<KeyTable> {
    let records = records(file_shape());
    records
        .iter()
        .map(|record| KeyTable {
            name: record.name,
            about: record.about,
            keys: keys_as_markdown(record),
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// Every `$ref` anywhere in a schema.
    fn references<'s>(schema: &'s Value, found: &mut Vec<&'s str>) {
        match schema {
            Value::Object(object) => {
                found.extend(object.get("$ref").and_then(Value::as_str));
                for value in object.values() {
                    references(value, found);
                }
            }
            Value::Array(list) => {
                for value in list {
                    references(value, found);
                }
            }
            _ => {}
        }
    }

    #[test]
    fn what_a_schema_refers_to_is_defined() {
        let schema = schema();
        let mut found = Vec::new();
        references(&schema, &mut found);
        assert!(found.contains(&"#/$defs/step"));
        for reference in found {
            let pointer = reference.trim_start_matches('#');
            assert!(schema.pointer(pointer).unwrap().is_object(), "{reference}");
        }
    }

    #[test]
    fn a_key_says_what_may_be_written_and_whether_it_is_needed() {
        let schema = schema();
        let step = &schema["$defs"]["step"];
        assert_eq!(step["additionalProperties"], false);
        let of = &step["properties"]["of"];
        assert_eq!(
            of["enum"],
            serde_json::json!(["line", "side", "unit", "group", "piece"])
        );
        assert_eq!(
            of["description"],
            "Whose value it is; a unit's where it is left out."
        );
        let modifier = &schema["$defs"]["modifier"];
        let say = modifier["properties"]["say"]["description"].as_str();
        assert!(say.unwrap().ends_with("Needed, unless it is inherited."));
    }

    #[test]
    fn every_key_is_explained() {
        let tables = key_tables();
        let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
        assert_eq!(names.first(), Some(&"file"));
        for name in [
            "ruling",
            "step",
            "condition",
            "branch",
            "reading",
            "value",
            "die",
            "modifier",
        ] {
            assert!(names.contains(&name), "{name}");
        }
        for table in &tables {
            let keys = table.keys.lines().skip(2);
            // Keys that the author names are explained by what may stand there.
            for line in keys.filter(|line| line.starts_with("| `")) {
                let about = line.trim_end_matches(" |").rsplit(" | ").next().unwrap();
                assert!(about.ends_with('.'), "{}: {line}", table.name);
            }
        }
    }
}
