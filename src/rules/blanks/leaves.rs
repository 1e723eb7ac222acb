//! Every value of a table file, with the keys that lead to it and what a person calls it.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::BlankCell;
use crate::rules::amount::BLANK;
use crate::rules::trail::Trail;

/// A blank that the source prints in brackets, whatever stands in them.
const IN_BRACKETS: &str = "(blank)";

/// Keys that only hold things together: what they hold says more.
const STRUCTURE: [&str; 6] = ["bands", "cells", "is", "numbers", "rows", "steps"];

/// Keys that hold words and no values: `blank` is a word like any other there.
const WORDS: [&str; 7] = ["cite", "field", "name", "note", "plural", "say", "title"];

/// Keys whose text is what a person calls the table that has it.
const NAMES: [&str; 2] = ["name", "title"];

/// A value that is no table: one that a file can give anew.
pub(super) struct Leaf<'t> {
    /// The tables that hold it, the outermost first.
    pub(super) tables: Vec<&'t str>,
    /// Its key in the last of them.
    pub(super) key: &'t str,
    pub(super) value: &'t DeValue<'t>,
    /// Its path, as blanks are known by.
    pub(super) trail: Trail,
    /// What a person calls it.
    pub(super) called: Called,
    /// The blanks in it: itself, or items of the list that it is.
    pub(super) blanks: Vec<BlankCell>,
}

/// What a person calls a value: the thing that it belongs to, then closer and closer.
#[derive(Debug, Clone, Default)]
pub(super) struct Called(Vec<String>);

impl Called {
    fn and(&self, more: Option<String>) -> Called {
        Called(self.0.iter().cloned().chain(more).collect())
    }
}

/// `medium horse: v infantry`.
impl std::fmt::Display for Called {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.split_first() {
            None => Ok(()),
            Some((only, [])) => f.write_str(only),
            Some((thing, closer)) => write!(f, "{thing}: {}", closer.join(", ")),
        }
    }
}

/// The values of a file, in the author's order; those of a table before its own tables.
pub(super) fn leaves<'t>(file: &'t DeTable<'t>) -> Vec<Leaf<'t>> {
    let mut walk = Walk {
        numbers: file
            .get("number")
            .and_then(|value| value.get_ref().as_table()),
        found: Vec::new(),
    };
    walk.table(file, &Place::default());
    walk.found
}

/// Where a walk through the file stands.
#[derive(Debug, Clone, Default)]
struct Place<'t> {
    tables: Vec<&'t str>,
    trail: Trail,
    called: Called,
    /// The columns of the chart that it is in.
    columns: Vec<&'t str>,
}

struct Walk<'t> {
    /// What a person calls each of the numbers.
    numbers: Option<&'t DeTable<'t>>,
    found: Vec<Leaf<'t>>,
}

impl<'t> Walk<'t> {
    fn table(&mut self, table: &'t DeTable<'t>, place: &Place<'t>) {
        let mut entries: Vec<_> = table
            .iter()
            .map(|(key, value)| (key.span().start, key.get_ref().as_ref(), value))
            .collect();
        entries.sort_by_key(|(at, key, value)| (value.get_ref().is_table(), *at, *key));
        let columns = list(table.get("columns").map(|value| value.get_ref()));
        for (_, key, value) in entries {
            let mut inner = Place {
                trail: place.trail.to(key),
                called: place.called.and(self.name(place, key, value.get_ref())),
                ..place.clone()
            };
            if !columns.is_empty() {
                inner.columns.clone_from(&columns);
            }
            match value.get_ref().as_table() {
                Some(table) => {
                    inner.tables.push(key);
                    self.table(table, &inner);
                }
                None => self.leaf(key, value, inner),
            }
        }
    }

    fn leaf(&mut self, key: &'t str, value: &'t Spanned<DeValue<'t>>, place: Place<'t>) {
        let mut blanks = Vec::new();
        if !WORDS.contains(&key) {
            self.blanks(value, &place, &mut blanks);
        }
        self.found.push(Leaf {
            tables: place.tables,
            key,
            value: value.get_ref(),
            trail: place.trail,
            called: place.called,
            blanks,
        });
    }

    /// What a person calls what a key holds; nothing for a key that only holds things together.
    fn name(&self, place: &Place<'t>, key: &str, value: &DeValue<'_>) -> Option<String> {
        let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
        if let Some(table) = value.as_table() {
            let own = |name: &&str| table.get(*name).and_then(|value| text(value.get_ref()));
            if let Some(name) = NAMES.iter().find_map(own) {
                return Some(name);
            }
            // A section such as `type` is plain from what is in it.
            if place.tables.is_empty() {
                return None;
            }
        }
        if STRUCTURE.contains(&key) {
            return None;
        }
        // A ruling may have the name of a number.
        let number = match place.tables.as_slice() {
            ["ruling"] => None,
            _ => self.numbers.and_then(|numbers| numbers.get(key)),
        };
        let named = number.and_then(|value| text(value.get_ref()));
        Some(named.unwrap_or_else(|| key.to_owned()))
    }

    /// Adds the blanks in a value.
    fn blanks(&self, value: &Spanned<DeValue<'_>>, place: &Place<'_>, found: &mut Vec<BlankCell>) {
        match value.get_ref() {
            DeValue::String(text) if text == BLANK || text == IN_BRACKETS => {
                found.push(BlankCell {
                    key: place.trail.to_string(),
                    what: place.called.to_string(),
                    in_brackets: text == IN_BRACKETS,
                    at: value.span(),
                });
            }
            DeValue::Array(items) => {
                for (number, item) in (1..).zip(items) {
                    let name = item_name(item.get_ref(), number, &place.columns);
                    let inner = Place {
                        trail: place.trail.to(&usize::to_string(&number)),
                        called: place.called.and(Some(name)),
                        ..place.clone()
                    };
                    self.blanks(item, &inner, found);
                }
            }
            DeValue::Table(table) => {
                for (key, value) in table {
                    let key = key.get_ref();
                    if WORDS.contains(&key.as_ref()) {
                        continue;
                    }
                    let number = self.numbers.and_then(|numbers| numbers.get(key.as_ref()));
                    let named = number.and_then(|value| value.get_ref().as_str());
                    let name = named.unwrap_or(key).to_owned();
                    let inner = Place {
                        trail: place.trail.to(key),
                        called: place.called.and(Some(name)),
                        ..place.clone()
                    };
                    self.blanks(value, &inner, found);
                }
            }
            _ => {}
        }
    }
}

/// What a person calls an item of a list: its column, the range that a band goes up to, or its number.
fn item_name(item: &DeValue<'_>, number: usize, columns: &[&str]) -> String {
    let reach = item.as_table().and_then(|table| table.get("to"));
    let column = number.checked_sub(1).and_then(|place| columns.get(place));
    match (reach.map(|value| value.get_ref()), column) {
        (Some(DeValue::Integer(to)), _) => format!("up to {to}"),
        (Some(DeValue::Float(to)), _) => format!("up to {to}"),
        (_, Some(column)) => (*column).to_owned(),
        _ => number.to_string(),
    }
}

/// The texts of a list.
fn list<'t>(value: Option<&'t DeValue<'t>>) -> Vec<&'t str> {
    let items = value.and_then(DeValue::as_array).into_iter().flatten();
    items.filter_map(|item| item.get_ref().as_str()).collect()
}
