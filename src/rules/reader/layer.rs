//! One file of those that a rule set is read from.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::sink::Damage;
use super::syntax;
use crate::rules::fault::Fault;

/// A file parsed on its own: its tree, its faults of syntax, what these took from the tree.
pub(super) struct Layer<'t> {
    pub(super) file: String,
    pub(super) text: &'t str,
    pub(super) tree: DeTable<'t>,
    pub(super) faults: Vec<Fault>,
    pub(super) damage: Damage,
}

impl<'t> Layer<'t> {
    pub(super) fn parse(file: impl Into<String>, text: &'t str) -> Self {
        let (tree, errors) = DeTable::parse_recoverable(text);
        let (faults, damage) = syntax::faults(text, tree.get_ref(), &errors);
        Layer {
            file: file.into(),
            text,
            tree: tree.into_inner(),
            faults,
            damage,
        }
    }

    /// The value of a key before the first table, if it is a text.
    pub(super) fn said(&self, key: &str) -> Option<Spanned<String>> {
        let value = self.tree.get(key)?;
        let text = value.get_ref().as_str()?;
        Some(Spanned::new(value.span(), text.to_owned()))
    }

    /// The same file with all its places moved on by `by` bytes.
    pub(super) fn moved(self, by: usize) -> Self {
        if by == 0 {
            return self;
        }
        let Damage { lines, from } = self.damage;
        Layer {
            tree: moved_table(self.tree, by),
            faults: self
                .faults
                .into_iter()
                .map(|fault| fault.moved(by))
                .collect(),
            damage: Damage {
                lines: lines.into_iter().map(|at| at.saturating_add(by)).collect(),
                from: from.map(|at| at.saturating_add(by)),
            },
            ..self
        }
    }
}

fn moved_table(table: DeTable<'_>, by: usize) -> DeTable<'_> {
    table
        .into_iter()
        .map(|(key, value)| {
            let at = moved_range(key.span(), by);
            (Spanned::new(at, key.into_inner()), moved_value(value, by))
        })
        .collect()
}

fn moved_value(value: Spanned<DeValue<'_>>, by: usize) -> Spanned<DeValue<'_>> {
    let at = moved_range(value.span(), by);
    let inner = match value.into_inner() {
        DeValue::Table(table) => DeValue::Table(moved_table(table, by)),
        DeValue::Array(list) => {
            DeValue::Array(list.into_iter().map(|item| moved_value(item, by)).collect())
        }
        plain => plain,
    };
    Spanned::new(at, inner)
}

fn moved_range(at: Range<usize>, by: usize) -> Range<usize> {
    at.start.saturating_add(by)..at.end.saturating_add(by)
}
