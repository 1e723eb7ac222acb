//! Answers as comma-separated values, for a spreadsheet.

use crate::odds::{Found, Odds, Reply, fall_text};
use crate::printable::printable;
use crate::rulings::outcome::{Field, FieldValue, Outcome, UnitOutcome};
use crate::session::Answer;
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

/// Signs with which a spreadsheet begins a formula.
const BEGIN_FORMULAS: [char; 10] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];

/// An answer as comma-separated values, a heading first; empty where it is a word in confirmation.
///
/// # Errors
/// The answer cannot be laid out so.
pub fn answer_csv(answer: &Answer) -> Result<String, LineFault> {
    let tables: Vec<Vec<Vec<String>>> = match answer {
        Answer::Nothing | Answer::Quit | Answer::Done(_) | Answer::Run(_) | Answer::Clear => {
            Vec::new()
        }
        Answer::Sheets(sheets) => sheets.iter().map(of_sheet).collect(),
        Answer::Odds(reply) => vec![of_odds(reply)],
        Answer::Ruling(resolution) => vec![of_outcome(&resolution.outcome)],
        Answer::Working(steps) => {
            let head = [["text", "cite"].map(str::to_owned).to_vec()];
            let steps = steps
                .iter()
                .map(|step| vec![step.text.clone(), step.cite.clone().unwrap_or_default()]);
            vec![head.into_iter().chain(steps).collect()]
        }
    };
    let texts: Result<Vec<String>, LineFault> = tables.iter().map(|rows| written(rows)).collect();
    // An empty line parts several tables of one answer.
    Ok(texts?.join("\n"))
}

fn of_sheet(sheet: &Sheet) -> Vec<Vec<String>> {
    let head = (!sheet.columns.is_empty()).then(|| sheet.columns.clone());
    head.into_iter().chain(sheet.rows.iter().cloned()).collect()
}

/// A row for each value of each headline: the line, the headline, the value, how many ways of how many, the
/// chance.
fn of_odds(reply: &Reply) -> Vec<Vec<String>> {
    let mut rows = vec![
        ["line", "headline", "value", "ways", "of", "p"]
            .map(str::to_owned)
            .to_vec(),
    ];
    let mut add = |said: &str, odds: &Odds| {
        for (topic, spread) in odds.each() {
            for (value, chance) in spread.chances() {
                let (ways, of) = chance.in_lowest_terms();
                let value = fall_text(value);
                rows.push(vec![
                    said.to_owned(),
                    topic.to_string(),
                    value,
                    ways,
                    of,
                    chance.p().to_string(),
                ]);
            }
        }
    };
    match reply {
        Reply::Odds(Found { said, odds, .. }) => add(said, odds),
        Reply::Compared(both) => both.iter().for_each(|found| add(&found.said, &found.odds)),
        Reply::Simulated(simulated) => add(&simulated.said, &simulated.seen),
    }
    rows
}

/// A row for each value of an outcome: whose it is, its name, the value.
fn of_outcome(outcome: &Outcome) -> Vec<Vec<String>> {
    let mut rows = vec![["of", "name", "value"].map(str::to_owned).to_vec()];
    rows.push(vec![
        String::new(),
        "summary".to_owned(),
        outcome.summary.clone(),
    ]);
    rows.extend(outcome.fields.iter().map(|field| of_field("", field)));
    for (side, units) in [
        ("attacker", &outcome.attacker),
        ("defender", &outcome.defender),
    ] {
        for (place, unit) in (1..).zip(units) {
            let place: usize = place;
            of_unit(&mut rows, &format!("{side}.{place}"), unit);
        }
    }
    rows
}

fn of_unit(rows: &mut Vec<Vec<String>>, of: &str, unit: &UnitOutcome) {
    let lost = unit.lost.map(|lost| lost.to_string());
    let own = [
        ("type", Some(unit.types.to_string())),
        ("lost", lost),
        ("result", unit.result.clone()),
    ];
    rows.extend(
        own.map(|(name, value)| vec![of.to_owned(), name.to_owned(), value.unwrap_or_default()]),
    );
    rows.extend(unit.fields.iter().map(|field| of_field(of, field)));
}

fn of_field(of: &str, field: &Field) -> Vec<String> {
    let value = match &field.value {
        FieldValue::Null => String::new(),
        FieldValue::Truth(truth) => truth.to_string(),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Text(text) => text.clone(),
    };
    vec![of.to_owned(), field.name.to_string(), value]
}

fn written(rows: &[Vec<String>]) -> Result<String, LineFault> {
    let fault =
        |error: &dyn std::fmt::Display| LineFault::new(format!("cannot write it as CSV: {error}"));
    let mut writer = ::csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(row.iter().map(|cell| as_text(cell)))
            .map_err(|error| fault(&error))?;
    }
    let bytes = writer.into_inner().map_err(|error| fault(&error))?;
    String::from_utf8(bytes).map_err(|error| fault(&error))
}

/// A cell that no spreadsheet takes for a formula: an apostrophe before it makes it text, unless it is a number.
fn as_text(cell: &str) -> String {
    let cell = printable(cell);
    let number = cell.parse::<f64>().is_ok();
    match cell.starts_with(BEGIN_FORMULAS) && !number && cell != "-" {
        true => format!("'{cell}"),
        false => cell.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        assert_eq!(as_text("=1+1"), "'=1+1");
        assert_eq!(as_text("@x"), "'@x");
        assert_eq!(as_text("-2"), "-2");
        assert_eq!(as_text("+0.9 sd"), "'+0.9 sd");
        assert_eq!(as_text("-"), "-");
        assert_eq!(as_text("red"), "red");
    }

    #[test]
    fn what_parts_cells_is_quoted() {
        let rows = vec![vec!["a,b".to_owned(), "c\"d".to_owned()]];
        assert_eq!(written(&rows).unwrap_or_default(), "\"a,b\",\"c\"\"d\"\n");
    }
}
