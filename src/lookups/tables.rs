//! Look-up tables of rulings and of the file as sheets.

use super::settled::Reader;
use crate::rules::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches};
use crate::rules::steps::mentions::Mentions;
use crate::rules::steps::symbol::{Meaning, Record, Symbol};
use crate::rules::steps::{Act, Cell, Key, Look, Program, Rounds};
use crate::rulings::phrasing::Phrasing;
use crate::sheet::{Overflow, Sheet};

/// What a cell shows that says that nothing happens.
const NOTHING: &str = "-";

/// One look-up table of the file.
pub fn file_table(rules: &RuleSet, id: Id<LookupTable>) -> Sheet {
    let table = rules.tables.get(id);
    let mut programs = rules.rulings.iter().map(|(_, ruling)| &ruling.program);
    let read = programs.find_map(|program| {
        let mut tables = program.tables.iter();
        let number = tables.position(|known| known.place == table.place)?;
        Some((program, number))
    });
    let mut sheet = match read {
        Some((program, number)) => lookup_table(Phrasing { rules, program }, number, table),
        None => cells(rules, table),
    };
    sheet.columns = headings(sheet.columns, table);
    sheet
}

/// Every look-up table of a program but the charts, which have sheets of their own.
pub(super) fn lookup_tables(phrasing: Phrasing<'_>, reader: Reader<'_>) -> Vec<Sheet> {
    let charts = &phrasing.rules.charts;
    let tables = phrasing.program.tables.iter().enumerate();
    tables
        .filter(|(_, table)| !is_chart(phrasing.rules, table) || charts.named(&table.id).is_none())
        .map(|(number, table)| {
            let mut sheet = lookup_table(phrasing, number, table);
            sheet.columns = headings(sheet.columns, table);
            if let Reader::OnPaper(_) = reader {
                mark(phrasing.rules, table, &mut sheet);
            }
            sheet
        })
        .collect()
}

/// The same as [`file_table`], with a sign at what a house table changes.
pub fn file_table_on_paper(rules: &RuleSet, id: Id<LookupTable>) -> Sheet {
    let mut sheet = file_table(rules, id);
    mark(rules, rules.tables.get(id), &mut sheet);
    sheet
}

/// Puts a sign at each cell that a house table changes.
fn mark(rules: &RuleSet, table: &LookupTable, sheet: &mut Sheet) {
    for (row, of) in sheet.rows.iter_mut().zip(&table.rows) {
        let cells = row.iter_mut().skip(1);
        match &of.cells {
            Cells::One(cell) => cells.take(1).for_each(|text| {
                super::charts::mark(rules, cell.place, text);
            }),
            Cells::Columns(all) => cells
                .zip(all)
                .for_each(|(text, (_, cell))| super::charts::mark(rules, cell.place, text)),
        }
    }
}

/// Whether a table is a chart that a step reads.
pub(super) fn is_chart(rules: &RuleSet, table: &LookupTable) -> bool {
    table.place == crate::rules::steps::Place::default() && rules.charts.named(&table.id).is_some()
}

/// The headings, with the table's own name over a column that has none.
fn headings(mut headings: Vec<String>, table: &LookupTable) -> Vec<String> {
    if table.columns().next().is_none()
        && let Some(last) = headings.last_mut()
        && last.is_empty()
    {
        "gives".clone_into(last);
    }
    headings
}

/// A table with the values over its rows and columns that find them.
pub(super) fn lookup_table(phrasing: Phrasing<'_>, number: usize, table: &LookupTable) -> Sheet {
    let mut sheet = cells(phrasing.rules, table);
    let looks: Vec<&Look> = looks(phrasing.program, number).collect();
    let mentions = Mentions::of_program(phrasing.program);
    let mut reads = mentions.reads.iter();
    let read = reads.find(|(table, _)| usize::from(table.0) == number);
    let keys = read.map_or(&[][..], |(_, keys)| keys);
    let row = looks.iter().find_map(|look| key_text(phrasing, &look.row));
    let row = row.or_else(|| Some(phrasing.expression(keys.first()?)));
    if let (Some(corner), Some(row)) = (sheet.columns.first_mut(), row) {
        *corner = row;
    }
    let column = looks.iter().find_map(|look| {
        let key = look.column.as_ref()?;
        Some(across(phrasing, look, key_text(phrasing, key)?))
    });
    let column = column.or_else(|| Some(phrasing.expression(keys.get(1)?)));
    if let Some(column) = column {
        sheet.notes.insert(0, format!("across: {column}"));
    }
    sheet
}

/// The steps that read a table.
fn looks(program: &Program, number: usize) -> impl Iterator<Item = &Look> {
    let looks = program.steps.iter().filter_map(|step| match &step.act {
        Act::Look(look) => Some(look),
        _ => None,
    });
    looks.filter(move |look| usize::from(look.table.0) == number)
}

/// By what a row or a column is found; `None` where that is not one thing.
fn key_text(phrasing: Phrasing<'_>, key: &Key) -> Option<String> {
    match key {
        Key::Value(choice) => match phrasing.branches(choice).as_slice() {
            [only] if !is_nothing(only.is) => Some(phrasing.expression(only.is)),
            _ => None,
        },
        Key::Kind => Some("troops".to_owned()),
        Key::Said(_) => Some("said".to_owned()),
    }
}

fn is_nothing(expression: &crate::rules::steps::expression::Expression) -> bool {
    use crate::rules::steps::expression::Expression;
    matches!(expression, Expression::Constant(Cell::Nothing))
}

/// By what a column is found, shifted and rounded.
fn across(phrasing: Phrasing<'_>, look: &Look, key: String) -> String {
    let mut text = key;
    if let Some(shift) = &look.shift {
        text.push_str(", columns to the right: ");
        text.push_str(&phrasing.expression(shift));
    }
    let columns = phrasing.program.tables.get(usize::from(look.table.0));
    let by_ratio = columns.is_some_and(|table| {
        let mut columns = table.columns();
        columns.any(|key| matches!(key.matches, Matches::Ratio(_)))
    });
    if by_ratio {
        match &look.rounds {
            Rounds::Down => text.push_str(", in the defender's favour"),
            Rounds::Up => text.push_str(", in the attacker's favour"),
            Rounds::UpWhen(when) => {
                let when = phrasing.conditions(when);
                text.push_str(&format!(
                    ", in the attacker's favour when {when}, else in the defender's"
                ));
            }
        }
    }
    text
}

/// A table with the keys of its rows and columns.
fn cells(rules: &RuleSet, table: &LookupTable) -> Sheet {
    let columns: Vec<String> = table.columns().map(|key| rules.key_text(key)).collect();
    let mut sheet = Sheet {
        cite: table.cite.clone(),
        overflow: Overflow::SplitColumns,
        ..Sheet::new(table.name(), &[])
    };
    sheet.columns.push(String::new());
    if columns.is_empty() {
        sheet.columns.push(String::new());
    }
    sheet.columns.extend(columns);
    let mut records: Vec<Symbol> = Vec::new();
    for row in &table.rows {
        let cells: Vec<Cell> = match &row.cells {
            Cells::One(cell) => vec![cell.holds],
            Cells::Columns(cells) => cells.iter().map(|(_, cell)| cell.holds).collect(),
        };
        for cell in &cells {
            if let Cell::Symbol(symbol) = cell
                && !records.contains(symbol)
            {
                records.push(*symbol);
            }
        }
        let cells = cells
            .into_iter()
            .map(|cell| match sign_of(rules, table, cell) {
                Some(sign) => sign.to_owned(),
                None => shown(rules, cell),
            });
        sheet.row(std::iter::once(rules.key_text(&row.key)).chain(cells));
    }
    for (sign, name) in &table.signs {
        sheet.note(format!("{sign}: {name}"));
    }
    for symbol in records {
        if let Some(info) = rules.symbols.get(symbol)
            && let Meaning::Record(record) = &info.means
        {
            sheet.note(format!("{}: {}", info.id, record_text(record)));
        }
    }
    sheet
}

/// The sign with which the source prints what a cell holds, where it has one.
fn sign_of<'t>(rules: &RuleSet, table: &'t LookupTable, cell: Cell) -> Option<&'t str> {
    let Cell::Symbol(symbol) = cell else {
        return None;
    };
    let name = rules.symbols.name(symbol);
    let mut signs = table.signs.iter();
    let found = signs.find(|(_, meant)| *meant == name);
    found.map(|(sign, _)| sign.as_str())
}

/// A cell in words; a record by its key, which is told under the table.
pub(super) fn shown(rules: &RuleSet, cell: Cell) -> String {
    match cell {
        Cell::Nothing => NOTHING.to_owned(),
        Cell::Symbol(symbol) => match rules.symbols.get(symbol) {
            Some(info) if matches!(info.means, Meaning::Record(_)) => info.id.to_string(),
            _ => rules.symbol_text(symbol),
        },
        cell => rules.cell_text(cell),
    }
}

/// `disorder 1, hits 1`, after what the author calls it.
fn record_text(record: &Record) -> String {
    let numbers = record.numbers.iter();
    let numbers = numbers.map(|(name, number)| format!("{name} {number}"));
    let said = record.say.iter().cloned();
    said.chain(numbers).collect::<Vec<_>>().join(", ")
}
