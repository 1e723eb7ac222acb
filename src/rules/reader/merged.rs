//! A table file and those that it extends written down as one file.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::inherit::{Merged, OWN};
use crate::rules::texts::Texts;
use crate::rules::trail::{Trail, key as written, quoted};

/// Keys that only a file that extends another has.
const OF_CHILDREN: [&str; 3] = ["extends", "without", "mark"];

/// The section whose tables have tables of their own under a heading.
const RULINGS: &str = "ruling";

type Entry<'m, 't> = (&'m Spanned<Cow<'t, str>>, &'m Spanned<DeValue<'t>>);

/// The merged tree as a file that says the same and extends nothing.
///
/// What is inherited says from where.
pub(super) fn merged_text(merged: &Merged<'_>) -> String {
    let mut writer = Writer {
        texts: &merged.texts,
        text: String::new(),
    };
    let Parted { mut plain, tables } = parted(&merged.tree);
    // What is the file's own comes first, as in any file.
    plain.sort_by_key(|(key, _)| !OWN.contains(&key.get_ref().as_ref()));
    for (key, value) in plain {
        if !OF_CHILDREN.contains(&key.get_ref().as_ref()) {
            writer.line(key, value);
        }
    }
    for (key, table) in tables {
        let section = Trail::default().to(key.get_ref());
        let Parted {
            plain,
            tables: below,
        } = parted(table);
        if !plain.is_empty() {
            writer.heading(&section, key);
            for (key, value) in plain {
                writer.line(key, value);
            }
        }
        for (name, table) in below {
            writer.table(&section.to(name.get_ref()), name, table, key.get_ref());
        }
    }
    writer.text
}

/// A key with the table that it holds.
type Section<'m, 't> = (&'m Spanned<Cow<'t, str>>, &'m DeTable<'t>);

/// The entries of a table, apart from one another, each in the order of the texts.
struct Parted<'m, 't> {
    /// What is no table.
    plain: Vec<Entry<'m, 't>>,
    tables: Vec<Section<'m, 't>>,
}

fn parted<'m, 't>(table: &'m DeTable<'t>) -> Parted<'m, 't> {
    let (mut plain, mut tables) = (Vec::new(), Vec::new());
    for (key, value) in ordered(table) {
        match value.get_ref() {
            DeValue::Table(table) => tables.push((key, table)),
            _ => plain.push((key, value)),
        }
    }
    Parted { plain, tables }
}

/// The entries of a table in the order of the texts.
fn ordered<'m, 't>(table: &'m DeTable<'t>) -> Vec<Entry<'m, 't>> {
    let mut entries: Vec<Entry<'m, 't>> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

struct Writer<'m> {
    texts: &'m Texts,
    text: String,
}

impl Writer<'_> {
    /// `[type.pike]`, with the file that it is inherited from.
    fn heading(&mut self, trail: &Trail, key: &Spanned<Cow<'_, str>>) {
        let file = self.texts.name_at(key.span().start);
        let from = if file == self.texts.name() {
            String::new()
        } else {
            let line = self.texts.place(key.span().start).line;
            format!(" # {file}:{line}")
        };
        self.text.push_str(&format!("\n[{trail}]{from}\n"));
    }

    fn line(&mut self, key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) {
        let key = written(key.get_ref());
        self.text
            .push_str(&format!("{key} = {}\n", inline(value.get_ref())));
    }

    /// A table under its heading; those of a ruling have headings of their own.
    fn table(
        &mut self,
        trail: &Trail,
        key: &Spanned<Cow<'_, str>>,
        table: &DeTable<'_>,
        section: &str,
    ) {
        self.heading(trail, key);
        let mut below = Vec::new();
        for (key, value) in ordered(table) {
            match value.get_ref() {
                DeValue::Table(inner) if section == RULINGS => below.push((key, inner)),
                _ => self.line(key, value),
            }
        }
        for (key, inner) in below {
            self.table(&trail.to(key.get_ref()), key, inner, "");
        }
    }
}

/// A value on one line.
fn inline(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(digits) => digits.to_string(),
        DeValue::Float(digits) => digits.as_str().to_owned(),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(list) => {
            let items: Vec<String> = list.iter().map(|item| inline(item.get_ref())).collect();
            format!("[{}]", items.join(", "))
        }
        DeValue::Table(table) => {
            let entries = ordered(table);
            let entries: Vec<String> = entries
                .into_iter()
                .map(|(key, value)| {
                    format!("{} = {}", written(key.get_ref()), inline(value.get_ref()))
                })
                .collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}
