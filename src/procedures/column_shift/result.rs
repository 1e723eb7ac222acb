//! What the dice come to: the row, the cell and what follows from it.

use super::super::grid::{self, Says, in_a_sum, shift_in_words};
use super::super::outcome::{Blank, Field, Outcome, UnitOutcome, Value};
use super::super::weigh::weigh_together;
use super::super::working::Working;
use super::{Look, Range};
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::grid::{Columns, Grid};
use crate::rules::procedure::NaturalMark;

/// What was thrown and read.
struct Reading<'l> {
    natural: u32,
    /// The dice and the modifier; `None` where the modifier is not wholly known.
    total: Option<i64>,
    row: Option<Span>,
    result: Option<String>,
    number: Option<Number>,
    /// The losses that the number brings; `None` where they are not known or no table has them.
    lost: Option<Number>,
    marks: Vec<&'l NaturalMark>,
    blank: Option<Blank>,
}

impl Reading<'_> {
    /// What the unit acted upon does: a phrase of the table, not a bare number.
    fn phrase(&self) -> Option<String> {
        match self.number {
            Some(_) => None,
            None => self.result.clone(),
        }
    }
}

impl Look<'_> {
    /// A unit without strength throws nothing.
    pub(super) fn without_strength(&self) -> Outcome {
        Outcome {
            summary: "no strength, no dice".to_owned(),
            fields: vec![
                Field::step("strength", self.strength),
                Field::step("shift", self.shift),
                Field::headline("result", Value::Null),
            ],
            attacker: vec![self.actor()],
            defender: self.targets(Some(Number::ZERO), None),
            ..Outcome::default()
        }
    }

    /// The outcome of the dice.
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
            attacker: vec![self.actor()],
            defender: self.targets(reading.lost, reading.phrase()),
            blank: reading.blank,
        }
    }

    fn read(&self, natural: u32, working: &mut Working) -> Reading<'_> {
        let exact = self.modifier + Number::from(natural);
        let total = match self.range {
            Range::Blank(_) => None,
            Range::None | Range::Known(_) => Some(exact.floor()),
        };
        working.note(&None, || {
            let of = format!("{natural} {}", in_a_sum(self.modifier));
            match total {
                Some(total) => format!("{of} = {total}"),
                None => format!("{of}, and the range effect that is blank"),
            }
        });
        let marks = self.marked(natural, working);
        let (row, says) = self.cell(total);
        let (result, number, blank) = match says {
            Says::Number(number) => (Some(number.to_string()), Some(number), None),
            Says::Text(text) => (Some(text.to_owned()), None, None),
            Says::Nothing => (Some("-".to_owned()), Some(Number::ZERO), None),
            Says::Blank(blank) => (None, None, Some(blank)),
        };
        let mut reading = Reading {
            natural,
            total,
            row,
            result,
            number,
            lost: None,
            marks,
            blank,
        };
        self.note_cell(&reading, working);
        let printed = weigh_together(self.case, &self.subjects, "printed", number, working);
        if printed != number {
            reading.result = printed.map(|number| number.to_string());
            reading.number = printed;
            reading.blank = None;
        }
        reading.lost = self.lost(reading.number, working);
        reading
    }

    /// The cell; a blank where the row or the column is not known.
    fn cell(&self, total: Option<i64>) -> (Option<Span>, Says<'_>) {
        let total = match (&self.range, total) {
            (_, Some(total)) => total,
            (Range::Blank(blank), None) => return (None, Says::Blank(blank.clone())),
            (Range::None | Range::Known(_), None) => return (None, Says::Nothing),
        };
        let Some(column) = self.column else {
            let blank = Blank {
                what: format!(
                    "the column of the {} for {}",
                    self.table.title,
                    self.case.name(self.unit)
                ),
                key: grid::joined(&self.path, &["columns"]),
            };
            let row = self.table.rows.nearest(total).map(|(row, _)| row);
            return (row, Says::Blank(blank));
        };
        let read = grid::read(self.table, &self.path, total, column);
        (read.row, read.says)
    }

    fn marked(&self, natural: u32, working: &mut Working) -> Vec<&NaturalMark> {
        let mut marks = Vec::new();
        for mark in self.marks.iter().filter(|mark| mark.natural == natural) {
            working.note(&mark.cite, || format!("a natural {natural}: {}", mark.say));
            marks.push(*mark);
        }
        marks
    }

    fn note_cell(&self, reading: &Reading<'_>, working: &mut Working) {
        let Some(row) = reading.row else {
            return;
        };
        working.note(&self.table.cite, || {
            let result = reading.result.as_deref().unwrap_or("blank");
            let column = self.column_name();
            let column = column.as_deref().unwrap_or("unknown");
            let mark = grid::mark(
                self.case.rules,
                self.table,
                &self.path,
                reading.row,
                self.column,
            );
            format!("row {row}, column {column}: {result}{mark}")
        });
    }

    /// The losses for the number in the cell.
    fn lost(&self, number: Option<Number>, working: &mut Working) -> Option<Number> {
        let actor = self.subjects.first()?;
        let mut rules = self
            .numbers
            .hits
            .iter()
            .filter(|hits| self.case.all_hold(*actor, &hits.when))
            .peekable();
        rules.peek()?;
        let number = number?;
        let mut lost = Number::ZERO;
        for hits in rules.filter(|hits| number >= hits.at_least) {
            lost += hits.lost;
            working.note(&hits.cite, || {
                let lost = self.case.rules.loss.of(hits.lost);
                format!("{number} is {} or more: {lost} lost", hits.at_least)
            });
        }
        Some(lost)
    }

    fn column_name(&self) -> Option<String> {
        self.table.columns.names().into_iter().nth(self.column?)
    }

    fn fields(&self, reading: &Reading<'_>) -> Vec<Field> {
        let mut fields = Vec::new();
        if self.numbers.tables.iter().any(is_of_strength) {
            fields.push(Field::step("strength", self.strength));
            fields.push(Field::step("shift", self.shift));
        }
        fields.push(Field::step("column", self.column_name().as_deref()));
        fields.push(Field::step("modifier", self.modifier));
        match &self.range {
            Range::None => {}
            Range::Known(number) => fields.push(Field::step("range_modifier", *number)),
            Range::Blank(_) => fields.push(Field::step("range_modifier", Value::Null)),
        }
        let row = reading.row.map(|row| row.to_string());
        fields.extend([
            Field::step("die", reading.natural),
            Field::step("total", reading.total),
            Field::headline("row", row.as_deref()),
            Field::headline("result", reading.result.as_deref()),
        ]);
        if !self.numbers.hits.is_empty() {
            fields.push(Field::headline("hits", reading.lost));
        }
        for mark in &self.numbers.marks {
            let happens = reading.marks.iter().any(|known| known.field == mark.field);
            fields.push(Field::headline(&mark.field, happens));
        }
        fields
    }

    fn summary(&self, reading: &Reading<'_>) -> String {
        let hits = match reading.lost {
            Some(lost) if lost > Number::ZERO => {
                format!(", {} lost", self.case.rules.loss.of(lost))
            }
            _ => String::new(),
        };
        match (&reading.result, reading.row) {
            (Some(result), _) => format!("result {result}{hits}"),
            (None, Some(row)) => match self.column_name() {
                Some(column) => format!("row {row}, column {column}: blank"),
                None => format!("row {row}, the column is not known: blank"),
            },
            (None, None) => "the row is not known: blank".to_owned(),
        }
    }

    fn brief(&self, reading: &Reading<'_>) -> Vec<String> {
        let column = self.column_name();
        let column = column.as_deref().unwrap_or("not known");
        let strength = match (&self.table.columns, self.shift) {
            (Columns::Strengths(_), 0) => format!("strength {}, column {column}", self.strength),
            (Columns::Strengths(_), by) => format!(
                "strength {}, {}: column {column}",
                self.strength,
                shift_in_words(by)
            ),
            _ => format!("column {column}"),
        };
        let die = format!("die {} {}", reading.natural, in_a_sum(self.modifier));
        let total = match reading.total {
            Some(total) => format!("{strength}; {die} = {total}"),
            None => format!("{strength}; {die}, range effect blank"),
        };
        let mut lines = vec![total];
        if let (Some(says), Some(number)) = (&self.table.number_says, reading.number) {
            lines.push(says.replace("{n}", &number.to_string()));
        }
        lines.extend(reading.marks.iter().map(|mark| mark.say.clone()));
        lines
    }

    fn actor(&self) -> UnitOutcome {
        UnitOutcome {
            types: self.case.type_ids(self.unit),
            name: self.case.name(self.unit),
            lost: Some(Number::ZERO),
            ..UnitOutcome::default()
        }
    }

    fn targets(&self, lost: Option<Number>, result: Option<String>) -> Vec<UnitOutcome> {
        let targets = self.case.situation.defender.units.iter();
        targets
            .map(|unit| UnitOutcome {
                types: self.case.type_ids(unit),
                name: self.case.name(unit),
                lost,
                result: result.clone(),
                fields: Vec::new(),
            })
            .collect()
    }
}

fn is_of_strength(table: &Grid) -> bool {
    matches!(table.columns, Columns::Strengths(_))
}
