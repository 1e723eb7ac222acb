//! Writing a table file that extends another and gives some of its values anew.

use std::fmt::Write;

use toml::de::DeValue;

use super::leaves::Leaf;
use super::{BlankCell, Fill};
use crate::rules::trail::{Trail, key, quoted};

/// The columns that comments are wrapped to.
const WIDTH: usize = 80;

/// What stands at the head of the file.
pub(super) struct Head<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// The id of the rule set that it extends.
    pub(super) extends: &'a str,
    /// What the working calls its changes.
    pub(super) mark: &'a str,
}

/// The values that the file gives anew.
#[derive(Clone, Copy)]
pub(super) enum Cells<'a> {
    /// Every blank: these as they are filled in, the others still blank.
    All(&'a [Fill]),
    /// These, filled in.
    Filled(&'a [Fill]),
}

impl Cells<'_> {
    fn has(self, blank: &BlankCell) -> bool {
        match self {
            Cells::All(_) => true,
            Cells::Filled(fills) => fills.iter().any(|fill| fill.key == blank.key),
        }
    }

    fn value(self, trail: &Trail) -> Option<String> {
        match self {
            Cells::All(fills) | Cells::Filled(fills) => {
                let fill = fills.iter().find(|fill| fill.key == trail.as_str());
                fill.map(|fill| fill.value.clone())
            }
        }
    }
}

/// How a person is to fill the file in, as its first comment.
pub(super) fn introduction(rules: &str) -> String {
    comment(&format!(
        "{rules}, for your own copy. Put what it says in place of \"blank\": a number, or the \
         key of a result or a class. What you leave as it is stays blank."
    )) + "\n"
}

/// The text of the file. A list is given as a whole, as it cannot be inherited in part.
pub(super) fn text(head: &Head<'_>, leaves: &[Leaf<'_>], cells: Cells<'_>) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "format = {}", crate::rules::read::FORMAT);
    for (own, value) in [
        ("id", head.id),
        ("name", head.name),
        ("extends", head.extends),
        ("mark", head.mark),
    ] {
        let _ = writeln!(text, "{own} = {}", quoted(value));
    }
    let mut tables: &[&str] = &[];
    for leaf in leaves {
        if !leaf.blanks.iter().any(|blank| cells.has(blank)) {
            continue;
        }
        if leaf.tables != tables {
            tables = &leaf.tables;
            let keys: Vec<String> = tables.iter().map(|table| key(table)).collect();
            let _ = writeln!(text, "\n[{}]", keys.join("."));
        }
        text.push_str(&comment(&about(leaf)));
        let _ = writeln!(
            text,
            "{} = {}",
            key(leaf.key),
            value(leaf.value, &leaf.trail, cells)
        );
    }
    text
}

/// What the blanks of a value are: `medium horse: v infantry`, `moves: medium horse (walk, trot)`.
fn about(leaf: &Leaf<'_>) -> String {
    let called = leaf.called.to_string();
    let parts: Vec<&str> = leaf
        .blanks
        .iter()
        .filter_map(|blank| blank.what.strip_prefix(&called))
        .map(|part| part.trim_start_matches([',', ':', ' ']))
        .filter(|part| !part.is_empty())
        .collect();
    if parts.is_empty() {
        called
    } else {
        format!("{called} ({})", parts.join(", "))
    }
}

/// A comment in lines that fit.
fn comment(text: &str) -> String {
    let options = textwrap::Options::new(WIDTH)
        .initial_indent("# ")
        .subsequent_indent("# ");
    let mut lines = textwrap::fill(text, options);
    lines.push('\n');
    lines
}

/// A value as TOML writes it, with what is filled in.
fn value(of: &DeValue<'_>, trail: &Trail, cells: Cells<'_>) -> String {
    if let Some(filled) = cells.value(trail) {
        return filled;
    }
    match of {
        DeValue::String(text) => quoted(text),
        DeValue::Integer(number) => number.to_string(),
        DeValue::Float(number) => number.to_string(),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::Datetime(time) => time.to_string(),
        DeValue::Array(items) => {
            let written = (1..).zip(items).map(|(number, item)| {
                let trail = trail.to(&usize::to_string(&number));
                value(item.get_ref(), &trail, cells)
            });
            let written: Vec<String> = written.collect();
            if items.iter().any(|item| item.get_ref().is_table()) {
                format!("[\n  {},\n]", written.join(",\n  "))
            } else {
                format!("[{}]", written.join(", "))
            }
        }
        DeValue::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            entries.sort_by_key(|(key, _)| key.span().start);
            let written = entries.into_iter().map(|(name, inner)| {
                let trail = trail.to(name.get_ref());
                let inner = value(inner.get_ref(), &trail, cells);
                format!("{} = {inner}", key(name.get_ref()))
            });
            let written: Vec<String> = written.collect();
            format!("{{ {} }}", written.join(", "))
        }
    }
}
