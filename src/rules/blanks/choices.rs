//! The names that could stand in a blank.

use toml::de::{DeTable, DeValue};

use super::leaves::Leaf;

/// One name of a table, with what a person calls what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The key, which a cell holds.
    pub key: String,
    /// What a person calls it; the key where it has no other name.
    pub called: String,
}

/// Groups of names, those nearest to a value first: what the tables that hold it name, then
/// what the file names.
pub(super) fn choices<'t>(file: &'t DeTable<'t>, leaf: &Leaf<'t>) -> Vec<Vec<Choice>> {
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
