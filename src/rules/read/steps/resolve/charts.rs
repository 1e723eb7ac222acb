//! Charts that steps look up as tables.

use smol_str::SmolStr;

use super::Resolver;
use crate::rules::amount::Given;
use crate::rules::chart::{Body, Cell as ChartCell};
use crate::rules::kind::Kind;
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableCell, TableKey, TableRow};
use crate::rules::steps::{Cell, Place};

impl Resolver<'_, '_> {
    /// A chart as a table: a row for each kind that one of its rows stands for, and its columns by name.
    pub(super) fn chart(&mut self, name: &str) -> Option<LookupTable> {
        let rules = self.rules;
        let chart = rules.charts.sound(rules.charts.named(name)?)?;
        let Body::Rows { columns, rows } = &chart.body else {
            return None;
        };
        let mut table_rows = Vec::new();
        for row in rows {
            let mut cells = Vec::with_capacity(columns.len());
            let placed = row.cells.iter().zip(&row.places);
            for (column, (cell, place)) in columns.iter().zip(placed) {
                let key = TableKey {
                    name: self.symbol_of_key(column)?,
                    heading: SmolStr::new(column),
                    matches: Matches::Name,
                };
                let holds = match cell {
                    ChartCell::Number(Given::Known(number)) => Cell::Number(*number),
                    ChartCell::Number(Given::Blank) => Cell::Blank(*place),
                    ChartCell::Text(text) => Cell::Symbol(self.symbol_of_key(text)?),
                    ChartCell::None => Cell::Nothing,
                };
                let place = *place;
                cells.push((key, TableCell { holds, place }));
            }
            let mut kinds = row.of.clone();
            // A unit of several kinds is looked for as what it is before its kinds are.
            kinds.sort_by_key(|kind| !matches!(kind, Kind::Mix(_)));
            for kind in kinds {
                table_rows.push(TableRow {
                    key: TableKey {
                        name: self.symbol_of_key(self.lexicon.kind_key(kind)?)?,
                        heading: SmolStr::new(&row.name),
                        matches: Matches::Kind(kind),
                    },
                    cells: Cells::Columns(cells.clone()),
                });
            }
        }
        table_rows.sort_by_key(|row| !matches!(row.key.matches, Matches::Kind(Kind::Mix(_))));
        Some(LookupTable {
            signs: Vec::new(),
            id: SmolStr::new(name),
            title: Some(chart.title.clone()),
            rows: table_rows,
            cite: chart.cite.clone(),
            place: Place::default(),
        })
    }
}
