//! Rows and columns of look-up tables that nothing reaches, and values that go beyond them.

use super::warnings::{above, shown};
use super::{Body, Resolver};
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::read::steps::answers_of::{self, Asker};
use crate::rules::read::steps::bounds::{Bounds, Reckoner};
use crate::rules::read::steps::raw::{RawChoice, RawKey, RawTable};
use crate::rules::reader::Text;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableKey};
use crate::rules::steps::{Act, Key, Look, Program, Reads, TableId};

impl Resolver<'_, '_> {
    /// Rows and columns that nothing reaches, and values beyond them.
    pub(super) fn warn_of_tables(&self, reckoner: &Reckoner<'_>) {
        for (number, (name, _)) in self.tables.iter().enumerate() {
            let Ok(number) = u16::try_from(number) else {
                continue;
            };
            let Some((_, Some(raw))) = self.known_tables().find(|(key, _)| key.text == *name)
            else {
                continue;
            };
            let id = TableId(number);
            let Some(table) = reckoner.program.tables.get(usize::from(number)) else {
                continue;
            };
            let called = self.called.contains(&id);
            let looks: Vec<&Look> = looks(reckoner.program, id).collect();
            let of_rows = looks.iter().filter(|look| look.reads != Reads::Column);
            let of_columns = looks.iter().filter(|look| look.reads != Reads::Row);
            let rows: Vec<&TableKey> = table.rows.iter().map(|row| &row.key).collect();
            let row_keys: Vec<&Text> = raw.rows.iter().map(|(key, _)| key).collect();
            let by: Option<Vec<&Key>> = of_rows.map(|look| Some(&look.row)).collect();
            self.warn_of_axis(reckoner, name, &rows, &row_keys, by.filter(|_| !called));
            let columns: Vec<&TableKey> = match table.rows.first().map(|row| &row.cells) {
                Some(Cells::Columns(cells)) => cells.iter().map(|(key, _)| key).collect(),
                _ => continue,
            };
            let shifted = looks.iter().any(|look| look.shift.is_some());
            let by: Option<Vec<&Key>> = of_columns.map(|look| look.column.as_ref()).collect();
            let by = by.filter(|_| !called && !shifted);
            self.warn_of_axis(reckoner, name, &columns, &column_keys(raw), by);
        }
    }

    /// Rows, or columns, that no value reaches, and values that go beyond them.
    fn warn_of_axis(
        &self,
        reckoner: &Reckoner<'_>,
        table: &str,
        keys: &[&TableKey],
        written: &[&Text],
        by: Option<Vec<&Key>>,
    ) {
        let Some(bounds) = by.and_then(|by| reached(reckoner, &by)) else {
            // Another ruling may know by what it is read, but not of this one.
            written.iter().for_each(|text| self.verdict(&text.at, None));
            return;
        };
        let mut spans: Vec<(Span, &Text)> = keys
            .iter()
            .zip(written)
            .filter_map(|(key, text)| match key.matches {
                Matches::Range(span) => Some((span, *text)),
                _ => None,
            })
            .collect();
        spans.sort_by_key(|(span, _)| span.from);
        self.warn_of_ratios(table, keys, written, bounds);
        let last = spans.len().saturating_sub(1);
        for (place, (span, text)) in spans.iter().enumerate() {
            let under = place != last
                && above(bounds, Number::whole(span.to))
                && bounds.least.is_some_and(|least| least.floor() > span.to);
            let over = place != 0 && bounds.most.is_some_and(|most| most.floor() < span.from);
            let end = match place {
                _ if under || over => Some(unreached(table, text, bounds)),
                _ => None,
            };
            let end =
                end.or_else(|| beyond(table, (place == 0, place == last), span, text, bounds));
            self.verdict(&text.at, end);
        }
    }

    /// Ratios that no value comes to, whichever way it is rounded.
    fn warn_of_ratios(&self, table: &str, keys: &[&TableKey], written: &[&Text], bounds: Bounds) {
        let ratios: Vec<(Number, &Text)> = keys
            .iter()
            .zip(written)
            .filter_map(|(key, text)| match key.matches {
                Matches::Ratio(ratio) => Some((ratio, *text)),
                _ => None,
            })
            .collect();
        let before = std::iter::once(None).chain(ratios.iter().map(Some));
        for (place, ((_, text), before)) in ratios.iter().zip(before).enumerate() {
            let next = ratios.get(place.saturating_add(1));
            let under =
                next.is_some_and(|(next, _)| bounds.least.is_some_and(|least| least >= *next));
            let over =
                before.is_some_and(|(before, _)| bounds.most.is_some_and(|most| most <= *before));
            let said = (under || over).then(|| unreached(table, text, bounds));
            self.verdict(&text.at, said);
        }
    }

    /// Look-ups by a word in a table of numbers, by a number in one of names, or by names that it has not.
    pub(super) fn warn_of_keys(&self, program: &Program) {
        for (entry, step) in self.entries.iter().zip(&program.steps) {
            let (Body::Step(raw), Act::Look(look)) = (entry.body, &step.act) else {
                continue;
            };
            let Some(table) = program.tables.get(usize::from(look.table.0)) else {
                continue;
            };
            let name = &table.id;
            let rows: Vec<&TableKey> = table.rows.iter().map(|row| &row.key).collect();
            let columns: Vec<&TableKey> = table.columns().collect();
            self.warn_of_key(program, (name, "row"), raw.row.as_ref(), &look.row, &rows);
            if let Some(column) = &look.column {
                let raw = raw.column.as_ref();
                self.warn_of_key(program, (name, "column"), raw, column, &columns);
            }
        }
    }

    fn warn_of_key(
        &self,
        program: &Program,
        (table, what): (&str, &str),
        raw: Option<&RawKey>,
        key: &Key,
        keys: &[&TableKey],
    ) {
        let (Some(RawKey::Value(RawChoice::Value(node))), Key::Value(choice)) = (raw, key) else {
            return;
        };
        let can = answers_of::of_choice(&Asker::new(program), choice, 0);
        if can.unknown || keys.is_empty() {
            return;
        }
        let number = |key: &&TableKey| matches!(key.matches, Matches::Range(_) | Matches::Ratio(_));
        let words: Vec<&str> = can
            .words
            .iter()
            .map(|word| self.symbols.name(*word))
            .collect();
        let numbers = keys.iter().all(number);
        let names = !keys.iter().any(number);
        let known = || keys.iter().map(|key| self.symbols.name(key.name));
        let lacking = || {
            words
                .iter()
                .filter(|word| !known().any(|key| key == **word))
        };
        // One that another table has may be kept away from this one by conditions.
        let elsewhere = |word: &str| {
            let tables = program.tables.iter();
            let rows = tables.flat_map(|table| table.rows.iter().map(|row| &row.key));
            let columns = program.tables.iter().flat_map(LookupTable::columns);
            let mut all = rows.chain(columns);
            all.any(|key| self.symbols.name(key.name) == word)
        };
        let stray = lacking().find(|word| !elsewhere(word));
        let said = if numbers && can.number.is_none() && lacking().count() == words.len() {
            (!words.is_empty()).then(|| {
                (
                    format!("`{table}` has numbers for {what}s, and this is none"),
                    format!("the value can be `{}`", words.join("`, `")),
                )
            })
        } else if names && can.number.is_some() && words.is_empty() {
            Some((
                format!("`{table}` has names for {what}s, and this is a number"),
                format!("there are `{}`", known().collect::<Vec<_>>().join("`, `")),
            ))
        } else if let (true, Some(word)) = (names, stray) {
            let hint = match nearest(word, known()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are `{}`", known().collect::<Vec<_>>().join("`, `")),
            };
            Some((
                format!("`{table}` has no {what} `{word}`, which this can be"),
                hint,
            ))
        } else {
            None
        };
        self.verdict(&node.at, said);
    }
}

/// What is said of a row or a column that no value comes to.
fn unreached(table: &str, text: &Text, bounds: Bounds) -> (String, String) {
    (
        format!("nothing reaches `{}` of `{table}`", text.text),
        format!("what it is read by is {}", shown(bounds)),
    )
}

/// What is said of the first or the last of them, where a value goes beyond it.
fn beyond(
    table: &str,
    (first, last): (bool, bool),
    span: &Span,
    text: &Text,
    bounds: Bounds,
) -> Option<(String, String)> {
    let closed = last && span.to != i64::MAX;
    let open = format!(
        "what is more is held to it; write `\"{}+\"` if that is meant",
        span.from
    );
    let text = &text.text;
    match (bounds.least, bounds.most) {
        (_, Some(most)) if closed && most.floor() > span.to => Some((
            format!("`{table}` is read by up to {most}, and its last is `{text}`"),
            open,
        )),
        (Some(least), None) if closed => Some((
            format!("`{table}` is read by {least} or more, and its last is `{text}`"),
            open,
        )),
        (Some(least), _) if first && least.floor() < span.from => Some((
            format!("`{table}` is read by as little as {least}, and its first is `{text}`"),
            "what is less is held to it; write a row for it if that is not meant".to_owned(),
        )),
        _ => None,
    }
}

/// The look-ups in a table.
fn looks(program: &Program, table: TableId) -> impl Iterator<Item = &Look> {
    program
        .steps
        .iter()
        .filter_map(move |step| match &step.act {
            Act::Look(look) if look.table == table => Some(look),
            _ => None,
        })
}

/// What the values by which a table is read can be; `None` where one is not a number.
fn reached(reckoner: &Reckoner<'_>, by: &[&Key]) -> Option<Bounds> {
    let bounds: Option<Vec<Bounds>> = by
        .iter()
        .map(|key| match key {
            Key::Value(choice) if !choice.0.is_empty() => Some(reckoner.choice(choice)),
            _ => None,
        })
        .collect();
    bounds?.into_iter().reduce(Bounds::or)
}

fn column_keys(raw: &RawTable) -> Vec<&Text> {
    if !raw.columns.is_empty() {
        return raw.columns.iter().collect();
    }
    raw.first_named_row()
}
