//! What the die comes to: the row, the cell, the words for it.

use super::super::grid::{self, Says, in_a_sum};
use super::super::outcome::{Blank, Field, Outcome, UnitOutcome};
use super::super::working::Working;
use super::{Clash, Degree};
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::condition::Role;

/// What was thrown and read.
struct Reading {
    natural: u32,
    total: i64,
    row: Option<Span>,
    result: Option<String>,
    blank: Option<Blank>,
}

impl Clash<'_> {
    /// The outcome of the die.
    pub(super) fn outcome(&self, natural: u32, working: &mut Working) -> Outcome {
        let reading = self.read(natural, working);
        let brief = if working.has_words() {
            self.brief(&reading)
        } else {
            Vec::new()
        };
        Outcome {
            summary: self.summary(&reading),
            brief,
            fields: self.fields(&reading),
            attacker: self.units(Role::Attacker),
            defender: self.units(Role::Defender),
            blank: reading.blank,
        }
    }

    fn read(&self, natural: u32, working: &mut Working) -> Reading {
        let total = (self.modifier + Number::from(natural)).floor();
        working.note(&None, || {
            format!("{natural} {} = {total}", in_a_sum(self.modifier))
        });
        let (row, says) = match &self.column {
            Ok(column) => {
                let read = grid::read(&self.numbers.table, &self.table_path(), total, *column);
                (read.row, read.says)
            }
            Err(blank) => {
                let row = self.numbers.table.rows.nearest(total);
                (row.map(|(row, _)| row), Says::Blank(blank.clone()))
            }
        };
        let (result, blank) = match says {
            Says::Number(number) => (Some(number.to_string()), None),
            Says::Text(text) => (Some(text.to_owned()), None),
            Says::Nothing => (Some("-".to_owned()), None),
            Says::Blank(blank) => (None, Some(blank)),
        };
        working.note(&self.numbers.table.cite, || {
            let place = self.column.as_ref().ok().copied();
            let mark = grid::mark(
                self.case.rules,
                &self.numbers.table,
                &self.table_path(),
                row,
                place,
            );
            let row = row.map_or("unknown".to_owned(), |row| row.to_string());
            let column = self.column_name();
            let column = column.as_deref().unwrap_or("unknown");
            let result = result.as_deref().unwrap_or("blank");
            format!("row {row}, column {column}: {result}{mark}")
        });
        Reading {
            natural,
            total,
            row,
            result,
            blank,
        }
    }

    fn table_path(&self) -> [&str; 3] {
        let [section, ruling] = self.path;
        [section, ruling, "table"]
    }

    fn column_name(&self) -> Option<String> {
        let column = *self.column.as_ref().ok()?;
        self.numbers.table.columns.names().into_iter().nth(column)
    }

    fn odds_name(&self) -> String {
        let names = self.numbers.table.columns.names();
        names.into_iter().nth(self.odds).unwrap_or_default()
    }

    fn shown(&self, degree: &Degree) -> Option<String> {
        degree.known().map(|degree| self.numbers.signs.show(degree))
    }

    fn fields(&self, reading: &Reading) -> Vec<Field> {
        let row = reading.row.map(|row| row.to_string());
        vec![
            Field::step("position", self.by_position.is_some()),
            Field::step("superiority", self.shown(&self.by_kind).as_deref()),
            Field::step("attack", self.attack),
            Field::step("defence", self.defence),
            Field::step("ratio", self.odds_name().as_str()),
            Field::step("column", self.column_name().as_deref()),
            Field::step("modifier", self.modifier),
            Field::step("die", reading.natural),
            Field::step("total", reading.total),
            Field::headline("row", row.as_deref()),
            Field::headline("result", reading.result.as_deref()),
        ]
    }

    fn summary(&self, reading: &Reading) -> String {
        if let Some(result) = &reading.result {
            return format!("result {result}");
        }
        let row = reading
            .row
            .map_or("unknown".to_owned(), |row| row.to_string());
        match self.column_name() {
            Some(column) => format!("row {row}, column {column}: blank"),
            None => format!("row {row}, the column is not known: blank"),
        }
    }

    fn brief(&self, reading: &Reading) -> Vec<String> {
        let by_kind = self.shown(&self.by_kind);
        let by_kind = by_kind.as_deref().unwrap_or("blank");
        let position = match &self.by_position {
            Some(degree) => {
                let degree = self.shown(degree);
                format!("by position {}, ", degree.as_deref().unwrap_or("blank"))
            }
            None => String::new(),
        };
        vec![
            format!("superiority: {position}by kind {by_kind}"),
            format!(
                "{} : {}, {}; die {} {} = {}",
                self.attack,
                self.defence,
                self.odds_name(),
                reading.natural,
                in_a_sum(self.modifier),
                reading.total
            ),
        ]
    }

    /// The units of a side; what they lose is for the result to say.
    fn units(&self, role: Role) -> Vec<UnitOutcome> {
        let subjects = self.case.subjects(role);
        subjects
            .map(|subject| UnitOutcome {
                types: self.case.type_ids(subject.unit),
                name: self.case.name(subject.unit),
                lost: None,
                result: None,
                fields: Vec::new(),
            })
            .collect()
    }
}
