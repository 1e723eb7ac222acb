//! Look-up tables: their rows, columns and cells.

use std::ops::Range;

use smol_str::SmolStr;

use super::table_keys::same_key;
use super::{Resolver, Section, names, place};
use crate::rules::read::steps::raw::{RawCell, RawCells, RawKey, RawTable};
use crate::rules::read::steps::syntax::Called;
use crate::rules::reader::Text;
use crate::rules::steps::TableId;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableCell, TableKey, TableRow};

/// By what a row or a column is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FoundBy {
    Kind,
    Word,
    Value,
}

/// What the keys of one side of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Ranges,
    Ratios,
    Names,
}

impl FoundBy {
    pub(super) fn of(key: Option<&RawKey>) -> Self {
        match key {
            Some(RawKey::Kind(_)) => FoundBy::Kind,
            Some(RawKey::Said(_)) => FoundBy::Word,
            _ => FoundBy::Value,
        }
    }
}

impl<'r> Resolver<'r, '_> {
    /// The tables that the ruling can read: its own, then those of the file.
    pub(super) fn known_tables(
        &self,
    ) -> impl Iterator<Item = &'r (Text, Option<RawTable>)> + Clone {
        let own = self.ruling.tables.0.iter();
        let shared = self.read.shared.tables.0.iter();
        own.chain(shared.filter(|_| !self.ruling.is_nobody()))
    }

    pub(super) fn table_names(&self) -> impl Iterator<Item = &'r str> + Clone {
        self.known_tables().map(|(key, _)| key.text.as_str())
    }

    pub(super) fn knows_table(&self, name: &str) -> bool {
        self.table_names().any(|known| known == name) || self.rules.charts.named(name).is_some()
    }

    /// The keys of every row and column that is a name.
    pub(super) fn table_keys(&self) -> impl Iterator<Item = &'r str> + Clone {
        self.known_tables()
            .filter_map(|(_, table)| table.as_ref())
            .flat_map(|table| {
                let columns = table.columns.iter().map(|column| column.text.as_str());
                let rows = table.rows.iter().flat_map(|(key, cells)| {
                    let named = match cells {
                        Some(RawCells::Named(_, cells)) => cells.as_slice(),
                        _ => &[],
                    };
                    let columns = named.iter().map(|(key, _)| key.text.as_str());
                    columns.chain([key.text.as_str()])
                });
                columns.chain(rows)
            })
    }

    /// The table that a step names.
    pub(super) fn want_table(
        &mut self,
        name: &Text,
        row: Option<&RawKey>,
        column: Option<&RawKey>,
    ) -> Option<TableId> {
        if !self.knows_table(&name.text) {
            let noted = self.fault(&name.at, format!("there is no table `{}`", name.text));
            names::hint_nearest(noted, &name.text, self.table_names());
            return None;
        }
        let id = self.take_table(&name.text, FoundBy::of(row), FoundBy::of(column))?;
        for (key, axis) in [(row, Axis::Rows), (column, Axis::Columns)] {
            self.check_found_by(id, key, axis);
        }
        Some(id)
    }

    /// The table that an expression calls, with so many arguments.
    pub(super) fn called_table(&mut self, called: &Called, arguments: usize) -> Option<TableId> {
        let id = self.take_table(&called.name, FoundBy::Value, FoundBy::Value)?;
        let (_, table) = self.tables.get(usize::from(id.0))?;
        let wanted = if table.as_ref()?.has_columns() { 2 } else { 1 };
        if arguments != wanted {
            let form = if wanted == 2 {
                "(row, column)"
            } else {
                "(row)"
            };
            let name = &called.name;
            self.fault(
                &called.at,
                format!("the table `{name}` is read as `{name}{form}`"),
            );
            return None;
        }
        Some(id)
    }

    fn take_table(&mut self, name: &str, rows: FoundBy, columns: FoundBy) -> Option<TableId> {
        let known = self.tables.iter().position(|(known, _)| known == name);
        let number = match known {
            Some(number) => number,
            None => {
                self.uses(Section::Table, name);
                let found = self.known_tables().find(|(key, _)| key.text == name);
                let table = match found {
                    Some((key, raw)) => raw
                        .as_ref()
                        .and_then(|raw| self.table(key, raw, rows, columns)),
                    None => self.chart(name),
                };
                self.tables.push((SmolStr::new(name), table));
                self.tables.len() - 1
            }
        };
        u16::try_from(number).ok().map(TableId)
    }

    /// Reads the tables of the ruling that no step names, and warns of them: they can still be looked up.
    pub(super) fn take_other_tables(&mut self) {
        let ruling = self.ruling;
        for (key, raw) in &ruling.tables.0 {
            let named = self.tables.iter().any(|(name, _)| *name == key.text);
            if named {
                continue;
            }
            self.warning(&key.at, format!("no step reads the table `{}`", key.text));
            if let Some(raw) = raw {
                let table = self.table(key, raw, FoundBy::Value, FoundBy::Value);
                self.tables.push((key.text.clone(), table));
            }
        }
    }

    /// A table of the file that no ruling reads.
    pub(super) fn unread_table(&mut self, key: &Text, raw: &'r RawTable) -> Option<LookupTable> {
        self.table(key, raw, FoundBy::Value, FoundBy::Value)
    }

    fn table(
        &mut self,
        key: &Text,
        raw: &'r RawTable,
        rows_by: FoundBy,
        columns_by: FoundBy,
    ) -> Option<LookupTable> {
        if raw.as_printed {
            // What a copy prints may be any record of the file.
            for (record, _) in &self.read.shared.cells.0 {
                self.uses(Section::Cell, &record.text);
            }
        }
        let columns = self.columns(key, raw);
        let row_keys: Vec<&Text> = raw.rows.iter().map(|(key, _)| key).collect();
        let row_keys = self.axis(&row_keys, raw, rows_by, &key.text);
        let column_keys = match &columns {
            Some(columns) => self.axis(columns, raw, columns_by, &key.text).map(Some),
            None => Some(None),
        };
        if raw.rows.is_empty() {
            self.fault(&raw.at, format!("the table `{}` has no rows", key.text));
            return None;
        }
        let cells: Vec<Option<Cells>> = raw
            .rows
            .iter()
            .map(|(row, cells)| {
                self.cells(
                    row,
                    cells.as_ref()?,
                    columns.as_deref(),
                    column_keys.as_ref()?.as_deref(),
                )
            })
            .collect();
        let cells: Vec<Cells> = cells.into_iter().collect::<Option<_>>()?;
        let rows = row_keys?
            .into_iter()
            .zip(cells)
            .map(|(key, cells)| TableRow { key, cells });
        Some(LookupTable {
            id: key.text.clone(),
            title: raw.title.clone(),
            signs: raw.signs.clone(),
            rows: rows.collect(),
            cite: raw.cite.clone(),
            place: place(&key.at),
        })
    }

    /// The keys of the columns: those that the table names, or those of its first row; `None` for a
    /// table of one column.
    fn columns(&self, key: &Text, raw: &'r RawTable) -> Option<Vec<&'r Text>> {
        if !raw.columns.is_empty() {
            return Some(raw.columns.iter().collect());
        }
        let mut rows = raw.rows.iter().filter_map(|(_, cells)| cells.as_ref());
        if let Some(RawCells::Listed(at, _)) = rows
            .clone()
            .find(|cells| matches!(cells, RawCells::Listed(..)))
        {
            self.fault(
                at,
                format!("the table `{}` does not name its columns", key.text),
            )
            .hint("write `columns = [\"…\", \"…\"]` in the table, or `{ … = … }` for the row");
        }
        match rows.find(|cells| matches!(cells, RawCells::Named(..))) {
            Some(RawCells::Named(_, cells)) => Some(cells.iter().map(|(key, _)| key).collect()),
            _ => None,
        }
    }

    /// The cells of a row, in the order of the columns.
    fn cells(
        &mut self,
        row: &Text,
        cells: &'r RawCells,
        columns: Option<&[&'r Text]>,
        keys: Option<&[TableKey]>,
    ) -> Option<Cells> {
        match (cells, columns) {
            (RawCells::One(cell), None) => self.table_cell(cell).map(Cells::One),
            (RawCells::One(cell), Some(columns)) => {
                self.fault(
                    &cell.at,
                    format!(
                        "row `{}` has one cell for {} columns",
                        row.text,
                        columns.len()
                    ),
                );
                None
            }
            // The table that names no columns has its fault already.
            (RawCells::Listed(..), None) | (RawCells::Named(..), None) => None,
            (RawCells::Listed(at, cells), Some(columns)) => {
                if cells.len() != columns.len() {
                    let (cells, columns) = (
                        counted(cells.len(), "cell"),
                        counted(columns.len(), "column"),
                    );
                    self.fault(at, format!("row `{}` has {cells} for {columns}", row.text));
                    return None;
                }
                let read: Vec<Option<TableCell>> =
                    cells.iter().map(|cell| self.table_cell(cell)).collect();
                let read: Vec<TableCell> = read.into_iter().collect::<Option<_>>()?;
                Some(Cells::Columns(keys?.iter().cloned().zip(read).collect()))
            }
            (RawCells::Named(at, cells), Some(columns)) => {
                self.named_cells(row, at, cells, columns, keys)
            }
        }
    }

    fn named_cells(
        &mut self,
        row: &Text,
        at: &Range<usize>,
        cells: &'r [(Text, Option<RawCell>)],
        columns: &[&'r Text],
        keys: Option<&[TableKey]>,
    ) -> Option<Cells> {
        let mut sound = true;
        for (key, _) in cells {
            if !columns
                .iter()
                .any(|column| same_key(&column.text, &key.text))
            {
                let known = columns.iter().map(|column| column.text.as_str());
                let noted = self.fault(
                    &key.at,
                    format!("there is no column `{}` in the first row", key.text),
                );
                names::hint_nearest(noted, &key.text, known);
                sound = false;
            }
        }
        let mut read = Vec::new();
        for column in columns {
            let found = cells
                .iter()
                .find(|(key, _)| same_key(&column.text, &key.text));
            match found {
                Some((_, Some(cell))) => read.push(self.table_cell(cell)),
                Some((_, None)) => read.push(None),
                None => {
                    if sound {
                        self.fault(
                            at,
                            format!(
                                "row `{}` has no cell for column `{}`",
                                row.text, column.text
                            ),
                        )
                        .hint("write `\"blank\"` where the source does not give it");
                    }
                    read.push(None);
                }
            }
        }
        let read: Vec<TableCell> = read.into_iter().collect::<Option<_>>()?;
        sound.then_some(())?;
        Some(Cells::Columns(keys?.iter().cloned().zip(read).collect()))
    }

    fn table_cell(&mut self, raw: &RawCell) -> Option<TableCell> {
        Some(TableCell {
            holds: self.cell(raw)?,
            place: place(&raw.at),
        })
    }

    /// Notes a look-up by kind or by word in a table that has other keys.
    fn check_found_by(&self, id: TableId, key: Option<&RawKey>, axis: Axis) {
        let Some((name, Some(table))) = self.tables.get(usize::from(id.0)) else {
            return;
        };
        let (at, fits): (_, fn(&Matches) -> bool) = match key {
            Some(RawKey::Kind(at)) => (at, |matches| matches!(matches, Matches::Kind(_))),
            Some(RawKey::Said(at)) => (at, |matches| {
                matches!(matches, Matches::Word(_) | Matches::Name)
            }),
            _ => return,
        };
        let keys: Vec<&TableKey> = match axis {
            Axis::Rows => table.rows.iter().map(|row| &row.key).collect(),
            Axis::Columns => match table.rows.first().map(|row| &row.cells) {
                Some(Cells::Columns(cells)) => cells.iter().map(|(key, _)| key).collect(),
                _ => Vec::new(),
            },
        };
        if let Some(other) = keys.into_iter().find(|key| !fits(&key.matches)) {
            let what = match key {
                Some(RawKey::Kind(_)) => "kind of troops",
                _ => "word",
            };
            let other = self.symbols.name(other.name);
            self.fault(at, format!("`{other}` in the table `{name}` is no {what}"));
        }
    }
}

/// The rows or the columns of a table.
#[derive(Clone, Copy)]
enum Axis {
    Rows,
    Columns,
}

impl LookupTable {
    /// Whether its rows have several columns.
    fn has_columns(&self) -> bool {
        self.rows
            .iter()
            .any(|row| matches!(row.cells, Cells::Columns(_)))
    }
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}
