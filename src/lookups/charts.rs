//! Charts, and the moves that one of them holds.

use crate::language::command::MovesOf;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::amount::{BLANK, Given};
use crate::rules::chart::{Body, Cell, Chart, Row};
use crate::rules::given_numbers::GivenNumber;
use crate::rules::kind::{Attribute, Kind, TroopType};
use crate::rules::shelf::{Id, Named};
use crate::rules::steps::Place;
use crate::rulings::context::RulingContext;
use crate::settings::Settings;
use crate::sheet::Sheet;
use crate::situation::{Situation, Unit};

/// Every chart and look-up table, a line each, and the rulings whose tables can be looked up.
pub fn charts(rules: &RuleSet) -> Sheet {
    let mut sheet = Sheet::new(format!("Tables of {}", rules.name), &["table", "title"]);
    for (_, chart) in rules.charts.iter() {
        sheet.row([chart.id.clone(), chart.title.clone()]);
    }
    for (_, table) in rules.tables.iter() {
        sheet.row([table.id.to_string(), table.name().to_string()]);
    }
    sheet.row([
        "states".to_owned(),
        "What brings and ends each state".to_owned(),
    ]);
    if rules.phases.iter().next().is_some() {
        sheet.row(["phases".to_owned(), "The phases of a turn".to_owned()]);
    }
    for (id, ruling) in rules.rulings.iter() {
        if !super::ruling_tables(rules, id).is_empty() {
            sheet.row([ruling.id.to_string(), ruling.say.clone()]);
        }
    }
    sheet
}

/// One chart.
pub fn chart(rules: &RuleSet, id: Id<Chart>) -> Sheet {
    let chart = rules.charts.get(id);
    let mut sheet = empty(rules, chart);
    match &chart.body {
        Body::Rows { rows, .. } => {
            rows.iter().for_each(|row| sheet.row(cells_of(row)));
        }
        Body::Types(attributes) => {
            for (_, troop) in rules.types.iter() {
                sheet.row(type_row(troop, attributes));
            }
        }
    }
    sheet
}

/// The same with a sign at what a house table changes.
pub fn chart_on_paper(rules: &RuleSet, id: Id<Chart>) -> Sheet {
    let mut sheet = chart(rules, id);
    let rows = rules.charts.get(id).rows();
    for (row, of) in sheet.rows.iter_mut().zip(rows) {
        let cells = row.iter_mut().skip(1).zip(&of.places);
        cells.for_each(|(text, place)| mark(rules, *place, text));
    }
    sheet
}

/// A number of a troop type or a band as a sheet shows it: in its brackets, with a sign where it is a house value.
pub fn given_on_paper(rules: &RuleSet, number: Option<&GivenNumber>) -> String {
    let mut text = given(number.map(|number| number.number));
    let Some(number) = number else {
        return text;
    };
    if number.brackets.is_some() && text != BLANK {
        text = format!("({text})");
    }
    mark(rules, number.place, &mut text);
    text
}

/// Puts a sign at what a house table changes.
pub(super) fn mark(rules: &RuleSet, place: Place, text: &mut String) {
    if text != BLANK && rules.house.changes(place) {
        text.push('°');
    }
}

/// The rows of the movement chart that stand for a unit, one row, or the whole chart.
///
/// `None` where the rule set has no such chart.
pub fn moves(rules: &RuleSet, settings: &Settings, of: &MovesOf) -> Option<Sheet> {
    let id = rules.moves?;
    let chart_of_moves = rules.charts.get(id);
    match of {
        MovesOf::All => Some(chart(rules, id)),
        MovesOf::Unit(unit) => Some(chart_of_unit(rules, settings, id, unit)),
        MovesOf::Row(place) => {
            let mut sheet = empty(rules, chart_of_moves);
            let rows = chart_of_moves.rows();
            rows.get(*place)
                .into_iter()
                .for_each(|row| sheet.row(cells_of(row)));
            Some(sheet)
        }
    }
}

/// The rows of a chart that stand for a unit.
fn chart_of_unit(rules: &RuleSet, settings: &Settings, id: Id<Chart>, unit: &Unit) -> Sheet {
    let of = rules.charts.get(id);
    let mut sheet = empty(rules, of);
    // Any ruling will do: only the unit is looked at.
    let Some((ruling, _)) = rules.rulings.iter().next() else {
        return sheet;
    };
    let situation = Situation::of(ruling);
    let context = RulingContext {
        rules,
        settings,
        situation: &situation,
    };
    match &of.body {
        Body::Rows { rows, .. } => match rows.iter().find(|row| stands_for(context, unit, row)) {
            Some(row) => sheet.row(cells_of(row)),
            None => {
                let name = context.unit_name(unit);
                sheet.note(format!("the chart has no row for {name}"));
            }
        },
        Body::Types(attributes) => {
            for group in &unit.groups {
                let troop = rules.types.get(group.troop);
                sheet.row(type_row(troop, attributes));
            }
        }
    }
    sheet
}

/// The rows of a chart that stand for a troop type, each with its place.
pub(super) fn rows_of_type<'c>(
    rules: &'c RuleSet,
    chart: &'c Chart,
    troop: Id<TroopType>,
) -> impl Iterator<Item = &'c Row> {
    let rows = chart.rows().iter();
    rows.filter(move |row| row.of.iter().any(|kind| rules.is(troop, *kind)))
}

/// What stands for one troop type in a chart; `None` where nothing does.
pub(super) fn chart_of_type(rules: &RuleSet, id: Id<Chart>, troop: Id<TroopType>) -> Option<Sheet> {
    let chart = rules.charts.get(id);
    let mut sheet = empty(rules, chart);
    match &chart.body {
        Body::Rows { .. } => {
            rows_of_type(rules, chart, troop).for_each(|row| sheet.row(cells_of(row)));
        }
        Body::Types(attributes) => sheet.row(type_row(rules.types.get(troop), attributes)),
    }
    (!sheet.rows.is_empty()).then_some(sheet)
}

/// A row as it is shown.
fn cells_of(row: &Row) -> impl Iterator<Item = String> {
    let cells = row.cells.iter().map(show);
    std::iter::once(row.name.clone()).chain(cells)
}

/// The row of a troop type in a chart of what types have.
fn type_row(troop: &TroopType, attributes: &[Id<Attribute>]) -> impl Iterator<Item = String> {
    let cells = attributes
        .iter()
        .map(|attribute| given(troop.number(*attribute)));
    std::iter::once(troop.name.to_string()).chain(cells)
}

fn empty(rules: &RuleSet, chart: &Chart) -> Sheet {
    let heads: Vec<&str> = match &chart.body {
        Body::Rows { columns, .. } => columns.iter().map(String::as_str).collect(),
        Body::Types(attributes) => attributes
            .iter()
            .map(|attribute| rules.attributes.get(*attribute).name.as_str())
            .collect(),
    };
    let columns: Vec<&str> = std::iter::once(chart.first.as_str()).chain(heads).collect();
    Sheet {
        notes: chart.notes.clone(),
        cite: chart.cite.clone(),
        ..Sheet::new(chart.title.clone(), &columns)
    }
}

pub(super) fn show(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => given(Some(*number)),
        Cell::Text(text) => text.clone(),
        Cell::None => "-".to_owned(),
    }
}

/// A number as a sheet shows it: blank where the source gives none, a dash where there is none.
pub fn given(number: Option<Given<Number>>) -> String {
    match number {
        Some(Given::Known(number)) => number.to_string(),
        Some(Given::Blank) => BLANK.to_owned(),
        None => "-".to_owned(),
    }
}

/// The attributes that any of some bands has, in the rule set's order.
pub(super) fn attributes_of(
    rules: &RuleSet,
    has: impl Fn(Id<Attribute>) -> bool,
) -> Vec<(Id<Attribute>, &str)> {
    rules
        .attributes
        .iter()
        .filter(|(id, _)| has(*id))
        .map(|(id, attribute)| {
            let name = if attribute.name.is_empty() {
                attribute.id()
            } else {
                &attribute.name
            };
            (id, name)
        })
        .collect()
}

/// Whether a row of a chart stands for a unit: it is of one of the row's kinds.
fn stands_for(context: RulingContext<'_>, unit: &Unit, row: &Row) -> bool {
    row.of.iter().any(|kind| match kind {
        Kind::Mix(mix) => context.mix(unit) == Some(*mix),
        kind => unit.groups.iter().all(|group| context.is(group, *kind)),
    })
}
