//! Look-up tables: their rows, columns and cells.

use std::ops::Range;

use smol_str::{SmolStr, format_smolstr};

use super::{Resolver, Section, names, place};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::bands::Span;
use crate::rules::chart::{Body, Cell as ChartCell};
use crate::rules::kind::Kind;
use crate::rules::read::steps::raw::{RawCell, RawCells, RawKey, RawTable};
use crate::rules::read::steps::syntax::Called;
use crate::rules::reader::Text;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableCell, TableKey, TableRow};
use crate::rules::steps::{Cell, Place, TableId};

/// By what a row or a column is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FoundBy {
    Kind,
    Word,
    Value,
}

/// What the keys of one side of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Ranges,
    Ratios,
    Names,
}

impl FoundBy {
    fn of(key: Option<&RawKey>) -> Self {
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

    /// A chart as a table: a row for each kind that one of its rows stands for, and its columns by name.
    fn chart(&mut self, name: &str) -> Option<LookupTable> {
        let rules = self.rules;
        let chart = rules.charts.get(rules.charts.named(name)?);
        let Body::Rows { columns, rows } = &chart.body else {
            return None;
        };
        let mut table_rows = Vec::new();
        for row in rows {
            let mut cells = Vec::with_capacity(columns.len());
            for (column, cell) in columns.iter().zip(&row.cells) {
                let key = TableKey {
                    name: self.symbol_of_key(column)?,
                    heading: SmolStr::new(column),
                    matches: Matches::Name,
                };
                let holds = match cell {
                    ChartCell::Number(Given::Known(number)) => Cell::Number(*number),
                    ChartCell::Number(Given::Blank) => Cell::Blank(Place::default()),
                    ChartCell::Text(text) => Cell::Symbol(self.symbol_of_key(text)?),
                    ChartCell::None => Cell::Nothing,
                };
                let place = Place::default();
                cells.push((key, TableCell { holds, place }));
            }
            let mut kinds = row.of.clone();
            // A unit of several kinds is looked for as what it is before its kinds are.
            kinds.sort_by_key(|kind| !matches!(kind, Kind::Mix(_)));
            for kind in kinds {
                table_rows.push(TableRow {
                    key: TableKey {
                        name: self.symbol_of_key(rules.kind_id(kind))?,
                        heading: SmolStr::new(&row.name),
                        matches: Matches::Kind(kind),
                    },
                    cells: Cells::Columns(cells.clone()),
                });
            }
        }
        table_rows.sort_by_key(|row| !matches!(row.key.matches, Matches::Kind(Kind::Mix(_))));
        Some(LookupTable {
            id: SmolStr::new(name),
            title: Some(chart.title.clone()),
            rows: table_rows,
            cite: chart.cite.clone(),
            place: Place::default(),
        })
    }

    /// Reads the tables of the ruling that no step names: they can still be looked up.
    pub(super) fn take_other_tables(&mut self) {
        let ruling = self.ruling;
        for (key, raw) in &ruling.tables.0 {
            let named = self.tables.iter().any(|(name, _)| *name == key.text);
            if !named && let Some(raw) = raw {
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

    /// The keys of the rows or of the columns, all of one sort.
    fn axis(
        &mut self,
        keys: &[&Text],
        table: &RawTable,
        by: FoundBy,
        name: &SmolStr,
    ) -> Option<Vec<TableKey>> {
        let read: Vec<Option<(TableKey, Sort)>> = keys
            .iter()
            .map(|key| self.table_key(key, table, by))
            .collect();
        let read: Vec<(TableKey, Sort)> = read.into_iter().collect::<Option<_>>()?;
        let first = read.first()?.1;
        if let Some(at) = read.iter().position(|(_, sort)| *sort != first) {
            let key = keys.get(at)?;
            self.fault(
                &key.at,
                format!("`{}` stands among {}", key.text, sort_name(first)),
            )
            .hint("the rows of a table are all found in one way, and so are its columns");
            return None;
        }
        if first == Sort::Ranges {
            self.check_ranges(keys, &read, name)?;
        }
        if first == Sort::Ratios {
            self.check_ratios(keys, &read)?;
        }
        Some(read.into_iter().map(|(key, _)| key).collect())
    }

    /// One key of a table.
    fn table_key(&mut self, key: &Text, table: &RawTable, by: FoundBy) -> Option<(TableKey, Sort)> {
        let text = key.text.as_str();
        let (name, matches, sort) = if let Some(span) = Span::parse(text) {
            (
                format_smolstr!("{span}"),
                Matches::Range(span),
                Sort::Ranges,
            )
        } else if let Some((name, ratio)) = ratio(text) {
            (name, Matches::Ratio(ratio), Sort::Ratios)
        } else if looks_like_range(text) {
            self.fault(&key.at, format!("`{text}` is not a range"))
                .hint("write `3`, `1-5`, `6+` or `-2`; a ratio is written `2:1`");
            return None;
        } else {
            let kind = self.lexicon.kind_named(text).map(Matches::Kind);
            let word = self.lexicon.words.find(text).map(Matches::Word);
            let matches = match by {
                FoundBy::Word => word.or(kind),
                FoundBy::Kind | FoundBy::Value => kind.or(word),
            };
            (
                key.text.clone(),
                matches.unwrap_or(Matches::Name),
                Sort::Names,
            )
        };
        let said = table
            .headings
            .0
            .iter()
            .find(|(known, _)| same_key(&known.text, text));
        let heading = match said {
            Some((_, Some(heading))) => SmolStr::new(heading),
            _ => match matches {
                Matches::Kind(_) => self.kind_heading(text).unwrap_or_else(|| name.clone()),
                _ => name.clone(),
            },
        };
        let name = self.symbol_of_key(&name)?;
        Some((
            TableKey {
                name,
                heading,
                matches,
            },
            sort,
        ))
    }

    /// The symbol of a key; a result that only stands over a row is none that the ruling comes to.
    fn symbol_of_key(&mut self, name: &str) -> Option<crate::rules::steps::symbol::Symbol> {
        let results = self.results.clone();
        let symbol = self.symbol(name);
        self.results = results;
        symbol
    }

    /// What a person calls a kind.
    fn kind_heading(&self, name: &str) -> Option<SmolStr> {
        let rules = self.rules;
        let of_type = rules
            .types
            .named(name)
            .map(|id| rules.types.get(id).name.clone());
        of_type
            .or_else(|| {
                rules
                    .arms
                    .named(name)
                    .map(|id| rules.arms.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .classes
                    .named(name)
                    .map(|id| rules.classes.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .tags
                    .named(name)
                    .map(|id| rules.tags.get(id).0.name.clone())
            })
            .or_else(|| {
                rules
                    .mixes
                    .named(name)
                    .map(|id| SmolStr::new(&rules.mixes.get(id).name))
            })
    }

    /// Notes ranges that overlap or leave a gap.
    fn check_ranges(&self, keys: &[&Text], read: &[(TableKey, Sort)], name: &str) -> Option<()> {
        let mut spans: Vec<(Span, &Text)> = read
            .iter()
            .zip(keys)
            .filter_map(|((key, _), text)| match key.matches {
                Matches::Range(span) => Some((span, *text)),
                _ => None,
            })
            .collect();
        spans.sort_by_key(|(span, _)| span.from);
        for pair in spans.windows(2) {
            let [(first, first_key), (second, second_key)] = pair else {
                continue;
            };
            if first.meets(*second) {
                self.fault(&second_key.at, format!("`{second}` overlaps `{first}`"))
                    .also(first_key.at.clone(), format!("`{first}`"));
                return None;
            }
            let next = first.to.saturating_add(1);
            if next < second.from {
                let gap = Span {
                    from: next,
                    to: second.from.saturating_sub(1),
                };
                self.fault(&second_key.at, format!("nothing in `{name}` covers {gap}"))
                    .hint("what lies beyond the ends is held to them; between them nothing may be missing");
                return None;
            }
        }
        Some(())
    }

    /// Notes ratios that do not rise.
    fn check_ratios(&self, keys: &[&Text], read: &[(TableKey, Sort)]) -> Option<()> {
        let ratios: Vec<(Number, &Text)> = read
            .iter()
            .zip(keys)
            .filter_map(|((key, _), text)| match key.matches {
                Matches::Ratio(ratio) => Some((ratio, *text)),
                _ => None,
            })
            .collect();
        for pair in ratios.windows(2) {
            let [(first, _), (second, key)] = pair else {
                continue;
            };
            if first >= second {
                self.fault(&key.at, "ratios stand from the least to the most");
                return None;
            }
        }
        Some(())
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

fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Ranges => "ranges",
        Sort::Ratios => "ratios",
        Sort::Names => "names",
    }
}

/// `2:1` as JSON has it, with its value.
fn ratio(text: &str) -> Option<(SmolStr, Number)> {
    let (first, second) = text.split_once(':')?;
    let part = |text: &str| {
        let part: i64 = text.trim().parse().ok()?;
        (1..=1000).contains(&part).then_some(part)
    };
    let (first, second) = (part(first)?, part(second)?);
    let name = format_smolstr!("{first}-{second}");
    Some((name, Number::ratio(first, second)?))
}

/// Whether a key is meant as a range or a ratio: it has digits and no letter.
fn looks_like_range(text: &str) -> bool {
    text.contains(|sign: char| sign.is_ascii_digit()) && !text.contains(char::is_alphabetic)
}

/// Whether two keys are the same, however their ranges are written.
fn same_key(one: &str, other: &str) -> bool {
    one == other
        || match (Span::parse(one), Span::parse(other)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{s}")
}
