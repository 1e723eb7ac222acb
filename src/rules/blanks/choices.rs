//! The names that could stand in a blank.

use toml::de::{DeTable, DeValue};

use super::leaves::Leaf;
use crate::number::Number;
use crate::rules::amount::BLANK;

/// One name of a table, with what a person calls what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The key, which a cell holds.
    pub key: String,
    /// What a person calls it; the key where it has no other name.
    pub called: String,
    /// The sign with which the source prints it, where it has one.
    pub sign: Option<String>,
}

impl Choice {
    /// As the source prints it and a person types it: its sign, or its key.
    pub fn sign(&self) -> &str {
        self.sign.as_deref().unwrap_or(&self.key)
    }
}

/// What the file itself says could stand in a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offered {
    /// One of these names, and no number.
    Names(Vec<Choice>),
    /// The names of one of these groups, those nearest to the blank first; or a number.
    Groups(Vec<Vec<Choice>>),
    /// An expression, as the reading of the file takes it.
    Expression,
}

impl Default for Offered {
    fn default() -> Self {
        Offered::Groups(Vec::new())
    }
}

/// What could stand in a value with a blank.
pub(super) fn offered<'t>(file: &'t DeTable<'t>, leaf: &Leaf<'t>) -> Offered {
    match leaf.tables.as_slice() {
        ["value" | "row", ..] | ["ruling", _, "steps", ..] => Offered::Expression,
        ["ruling", ruling, table, ..] => {
            let rulings = inner(file, "ruling");
            let ruling = rulings.and_then(|rulings| inner(rulings, ruling));
            ruling.map_or_else(Offered::default, |ruling| in_cell(file, ruling, table))
        }
        ["table", table, ..] => {
            let tables = inner(file, "table");
            tables.map_or_else(Offered::default, |tables| in_cell(file, tables, table))
        }
        _ => Offered::Groups(choices(file, leaf)),
    }
}

/// What could stand in a cell of a look-up table: what the table beside it has rows for in which its
/// cells are looked up, or results, where it prints those.
fn in_cell<'t>(file: &'t DeTable<'t>, beside: &'t DeTable<'t>, key: &str) -> Offered {
    let Some(table) = inner(beside, key) else {
        return Offered::default();
    };
    let mut printed = Printed::default();
    for (key, cells) in in_order(table) {
        if !TABLE_KEYS.contains(&key) {
            printed.add(cells);
        }
    }
    if printed.words.is_empty() {
        return Offered::default();
    }
    if let Some(signs) = inner(table, "signs") {
        for word in &mut printed.words {
            let name = signs.get(*word).and_then(|name| name.get_ref().as_str());
            *word = name.unwrap_or(word);
        }
    }
    let says = |result: &str| -> Option<&'t str> {
        let result = inner(inner(file, "result")?, result)?;
        result.get("say")?.get_ref().as_str()
    };
    let signs = inner(table, "signs");
    let choice = |key: &str, called: Option<&str>| {
        let mut signs = signs.into_iter().flat_map(in_order);
        let sign = signs.find(|(_, name)| name.as_str() == Some(key));
        Choice {
            key: key.to_owned(),
            called: called.unwrap_or(key).to_owned(),
            sign: sign.map(|(sign, _)| sign.to_owned()),
        }
    };
    let others = in_order(beside)
        .into_iter()
        .filter(|(name, _)| *name != key);
    let mut read_on = others.filter_map(|(_, other)| {
        let rows: Vec<Choice> = in_order(other.as_table()?)
            .into_iter()
            .filter(|(row, _)| !TABLE_KEYS.contains(row))
            .map(|(row, cell)| choice(row, cell.as_str().and_then(says).or_else(|| says(row))))
            .collect();
        let has = |word: &&str| rows.iter().any(|row| row.key == **word);
        printed.words.iter().all(has).then_some(rows)
    });
    let named = read_on.next().or_else(|| {
        let results = inner(file, "result")?;
        let known = |word: &&str| results.contains_key(*word);
        printed.words.iter().all(known).then(|| {
            let results = in_order(results).into_iter();
            results.map(|(key, _)| choice(key, says(key))).collect()
        })
    });
    match named {
        Some(named) if printed.numbers => Offered::Groups(vec![named]),
        Some(named) => Offered::Names(named),
        None => Offered::default(),
    }
}

/// Keys of a look-up table that are no rows.
const TABLE_KEYS: [&str; 8] = [
    "as-printed",
    "cite",
    "columns",
    "headings",
    "least",
    "most",
    "signs",
    "title",
];

/// What stands in the cells of a table that are not blank.
#[derive(Default)]
struct Printed<'t> {
    words: Vec<&'t str>,
    numbers: bool,
}

impl<'t> Printed<'t> {
    fn add(&mut self, cells: &'t DeValue<'t>) {
        match cells {
            DeValue::String(text) if Number::parse(text).is_some() => self.numbers = true,
            DeValue::String(text) if text != BLANK && text != "nothing" => {
                self.words.push(text);
            }
            DeValue::Integer(_) | DeValue::Float(_) => self.numbers = true,
            DeValue::Array(cells) => cells.iter().for_each(|cell| self.add(cell.get_ref())),
            DeValue::Table(cells) => cells.values().for_each(|cell| self.add(cell.get_ref())),
            _ => {}
        }
    }
}

fn inner<'t>(table: &'t DeTable<'t>, key: &str) -> Option<&'t DeTable<'t>> {
    table.get(key)?.get_ref().as_table()
}

/// Groups of names, those nearest to a value first: what the tables that hold it name, then
/// what the file names.
fn choices<'t>(file: &'t DeTable<'t>, leaf: &Leaf<'t>) -> Vec<Vec<Choice>> {
    let mut holding = vec![file];
    for key in &leaf.tables {
        let inner = holding.last().and_then(|table| table.get(*key));
        holding.extend(inner.and_then(|value| value.get_ref().as_table()));
    }
    let mut groups = Vec::new();
    for table in holding.into_iter().rev() {
        for (_, section) in in_order(table) {
            groups.extend(names(section));
        }
    }
    groups
}

/// The names that a section gives, if it is one that gives names.
fn names(section: &DeValue<'_>) -> Option<Vec<Choice>> {
    let table = section.as_table()?;
    let named: Option<Vec<Choice>> = in_order(table)
        .into_iter()
        .map(|(key, value)| {
            let called = match value {
                DeValue::String(called) => called,
                DeValue::Table(inner) => {
                    let name = inner.get("name").or_else(|| inner.get("say"))?;
                    name.get_ref().as_str()?
                }
                _ => return None,
            };
            Some(Choice {
                key: key.to_owned(),
                called: called.to_owned(),
                sign: None,
            })
        })
        .collect();
    named.filter(|named| !named.is_empty())
}

/// The entries of a table in the author's order.
fn in_order<'t>(table: &'t DeTable<'t>) -> Vec<(&'t str, &'t DeValue<'t>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
        .into_iter()
        .map(|(key, value)| (key.get_ref().as_ref(), value.get_ref()))
        .collect()
}
