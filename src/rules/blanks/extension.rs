//! Writing a table file that extends another and gives some of its values anew.

use std::fmt::Write;

use toml::de::{DeTable, DeValue};

use super::choices::{self, Offered};
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
        "{rules}, for your own copy. Put what it says in place of \"blank\", row by row: a number, \
         or in quotes the sign that the sheet prints. What you leave as it is stays blank."
    )) + "\n"
}

/// The text of the file: rows of tables on a line each, as tables are written. A list is given as a
/// whole, as it cannot be inherited in part.
pub(super) fn text<'t>(
    head: &Head<'_>,
    file: &'t DeTable<'t>,
    leaves: &[Leaf<'t>],
    cells: Cells<'_>,
) -> String {
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
    let wanted = |leaf: &&Leaf<'t>| leaf.blanks.iter().any(|blank| cells.has(blank));
    let wanted: Vec<&Leaf<'t>> = leaves.iter().filter(wanted).collect();
    let mut heading: &[&str] = &[];
    for row in wanted.chunk_by(|one, next| one.tables == next.tables) {
        let Some(first) = row.first() else { continue };
        let (tables, inner) = parted(&first.tables);
        if tables != heading {
            heading = tables;
            let keys: Vec<String> = tables.iter().map(|table| key(table)).collect();
            text.push('\n');
            if inner.is_some() && is_look_up(tables) {
                text.push_str(&about_table(file, first));
            }
            let _ = writeln!(text, "[{}]", keys.join("."));
        }
        let written = |leaf: &Leaf<'_>| {
            let value = value(leaf.value, &leaf.trail, cells);
            format!("{} = {value}", key(leaf.key))
        };
        let Some(inner) = inner else {
            for leaf in row {
                text.push_str(&comment(&about(leaf)));
                let _ = writeln!(text, "{}", written(leaf));
            }
            continue;
        };
        if !is_look_up(tables) {
            text.push_str(&comment(&about_row(row)));
        }
        let values: Vec<String> = row.iter().map(|leaf| written(leaf)).collect();
        let _ = writeln!(text, "{inner} = {{ {} }}", values.join(", "));
    }
    text
}

/// The tables of a value that are written over it in brackets, and the key of the row that it is in.
fn parted<'l, 't>(tables: &'l [&'t str]) -> (&'l [&'t str], Option<String>) {
    let most = match tables.first() {
        Some(&"chart") => 4,
        Some(&"ruling") => 3,
        _ => 2,
    };
    let (heading, inner) = tables.split_at(tables.len().min(most));
    let inner: Vec<String> = inner.iter().map(|table| key(table)).collect();
    (heading, (!inner.is_empty()).then(|| inner.join(".")))
}

/// Whether a heading is that of a table that is looked up.
fn is_look_up(tables: &[&str]) -> bool {
    matches!(tables, ["ruling", _, _] | ["table", _])
}

/// What a look-up table is called, and what can stand in it, a line each.
fn about_table<'t>(file: &'t DeTable<'t>, first: &Leaf<'t>) -> String {
    let (tables, _) = parted(&first.tables);
    let mut table = Some(file);
    for key in tables {
        table = table.and_then(|table| table.get(*key)?.get_ref().as_table());
    }
    let title = table.and_then(|table| table.get("title")?.get_ref().as_str());
    let title = title.or_else(|| tables.last().copied()).unwrap_or_default();
    let mut text = comment(title);
    let (names, number) = match choices::offered(file, first) {
        Offered::Names(names) => (names, false),
        Offered::Groups(groups) => (groups.into_iter().next().unwrap_or_default(), true),
        Offered::Expression => (Vec::new(), false),
    };
    for name in &names {
        let (typed, called) = (name.sign(), name.called.as_str());
        let called = if typed == called { "" } else { called };
        let _ = writeln!(text, "#   {}", format!("{typed}  {called}").trim_end());
    }
    if number && !names.is_empty() {
        text.push_str("#   or a number\n");
    }
    text
}

/// What the values of a row are: `medium horse: v infantry, v cavalry`.
fn about_row(row: &[&Leaf<'_>]) -> String {
    let mut text = String::new();
    for about in row.iter().map(|leaf| about(leaf)) {
        let thing = about.split_once(": ").filter(|(thing, _)| {
            let rest = text.strip_prefix(thing);
            rest.is_some_and(|rest| rest.starts_with(": "))
        });
        match thing {
            Some((_, part)) => text = format!("{text}, {part}"),
            None if text.is_empty() => text = about,
            None => text = format!("{text}; {about}"),
        }
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
