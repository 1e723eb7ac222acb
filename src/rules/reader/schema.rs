//! What may be written, from the key lists of the reading itself: as a JSON schema for editors, and
//! as tables of keys for people.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::from_toml::{KeyShape, Needed, RecordShape, Shape};

/// The address by which editors know this kind of schema.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The JSON schema of a file that holds such a table.
pub fn json_schema(title: &str, file: &RecordShape) -> Value {
    let mut records = Records::default();
    let mut schema = records.table(file);
    if let Some(object) = schema.as_object_mut() {
        object.insert("$schema".to_owned(), DIALECT.into());
        object.insert("title".to_owned(), title.into());
        object.insert("$defs".to_owned(), json!(records.defined));
    }
    schema
}

/// A table with fixed keys and every such table that stands in it, each once, the outer first.
pub fn records(file: RecordShape) -> Vec<RecordShape> {
    let mut found = Vec::new();
    collect(&Shape::Record(file), &mut found);
    found
}

/// The keys of a table as Markdown: the key, what may be written, what it says.
pub fn keys_as_markdown(record: &RecordShape) -> String {
    let mut table = String::from("| key | may be | |\n|---|---|---|\n");
    for key in (record.keys)() {
        let needed = match key.needed {
            Needed::Always => " (needed)",
            Needed::Sometimes => "",
        };
        let line = format!(
            "| `{}`{needed} | {} | {} |\n",
            key.key,
            in_words(&key.shape),
            key.about.replace('|', "\\|")
        );
        table.push_str(&line);
    }
    if let Some(others) = record.others {
        let others = others();
        let line = format!("| *{}* | {} | |\n", others.key, in_words(&others.shape));
        table.push_str(&line);
    }
    table
}

/// What may be written, in a few words.
fn in_words(shape: &Shape) -> String {
    match shape {
        // A bar would end the cell of the table.
        Shape::Text(about) => about.replace('|', "\\|"),
        Shape::Whole(least, most) => format!("a whole number, {least} to {most}"),
        Shape::Number => "a number".to_owned(),
        Shape::Switch => "`true` or `false`".to_owned(),
        Shape::Words(words) => format!("`{}`", words.join("`, `")),
        Shape::List(of) => format!("a list of: {}", in_words(of)),
        Shape::Map(key, of) => format!("a table, each key {key}: {}", in_words(of)),
        Shape::Record(record) => {
            format!("[{}](#{})", record.name, record.name.replace(' ', "-"))
        }
        Shape::Any(shapes) => {
            let mut all: Vec<String> = Vec::new();
            for one in shapes.iter().map(in_words) {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
            all.join("; or ")
        }
    }
}

fn collect(shape: &Shape, found: &mut Vec<RecordShape>) {
    match shape {
        Shape::List(of) | Shape::Map(_, of) => collect(of, found),
        Shape::Any(shapes) => {
            for one in shapes {
                collect(one, found);
            }
        }
        Shape::Record(record) => {
            if !found.iter().any(|known| known.name == record.name) {
                found.push(*record);
                for key in (record.keys)() {
                    collect(&key.shape, found);
                }
                if let Some(others) = record.others {
                    collect(&others().shape, found);
                }
            }
        }
        Shape::Text(_) | Shape::Whole(..) | Shape::Number | Shape::Switch | Shape::Words(_) => {}
    }
}

/// The tables with fixed keys, by their names; a table may hold tables of its own kind.
#[derive(Default)]
struct Records {
    defined: BTreeMap<String, Value>,
}

impl Records {
    fn schema(&mut self, shape: &Shape) -> Value {
        match shape {
            Shape::Text(about) => json!({ "type": "string", "description": about }),
            Shape::Whole(least, most) => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            // A fraction is written as a text: "1/2".
            Shape::Number => json!({ "type": ["number", "string"] }),
            Shape::Switch => json!({ "type": "boolean" }),
            Shape::Words(words) => json!({ "enum": words }),
            Shape::List(of) => json!({ "type": "array", "items": self.schema(of) }),
            Shape::Map(about, of) => json!({
                "type": "object",
                "description": format!("each key is {about}"),
                "additionalProperties": self.schema(of),
            }),
            Shape::Record(record) => {
                self.define(record);
                json!({ "$ref": format!("#/$defs/{}", key_of(record.name)) })
            }
            Shape::Any(shapes) => {
                let any: Vec<Value> = shapes.iter().map(|one| self.schema(one)).collect();
                json!({ "anyOf": any })
            }
        }
    }

    fn define(&mut self, record: &RecordShape) {
        if self.defined.contains_key(&key_of(record.name)) {
            return;
        }
        // Its name is taken before its keys are read, which may be tables of the same kind.
        self.defined.insert(key_of(record.name), Value::Null);
        let schema = self.table(record);
        self.defined.insert(key_of(record.name), schema);
    }

    /// What a table may hold.
    ///
    /// No key is required: a file that extends another need not repeat what it inherits.
    fn table(&mut self, record: &RecordShape) -> Value {
        let keys = (record.keys)();
        let properties: Map<String, Value> = keys
            .iter()
            .map(|key| (key.key.to_owned(), self.key(key)))
            .collect();
        let others = record.others.map(|others| self.schema(&others().shape));
        json!({
            "type": "object",
            "description": record.about,
            "properties": properties,
            "additionalProperties": others.unwrap_or(Value::Bool(false)),
        })
    }

    fn key(&mut self, key: &KeyShape) -> Value {
        let mut schema = self.schema(&key.shape);
        if let Some(object) = schema.as_object_mut() {
            let needed = match key.needed {
                Needed::Always => " Needed, unless it is inherited.",
                Needed::Sometimes => "",
            };
            let about = format!("{}{needed}", key.about);
            object.insert("description".to_owned(), about.into());
        }
        schema
    }
}

/// The name of a table as a part of an address, in which no space may stand.
fn key_of(name: &str) -> String {
    name.replace(' ', "-")
}
