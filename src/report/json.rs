//! JSON for a program: one object a line.

mod odds;

use std::fmt::Write as _;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Spot;
use crate::dice::{Source, Thrown};
use crate::printable::is_unprintable;
use crate::typed_line::LineFault;

use crate::resolution::Resolution;
use crate::rulings::outcome::{Field, FieldValue, Outcome, UnitOutcome};
use crate::rulings::wording::WorkingLine;
use crate::session::Answer;
use crate::sheet::Sheet;

/// The version of the object's form.
const SCHEMA: u32 = 1;

/// An answer as one line of JSON; `None` where there is nothing to say.
pub fn answer_json<'a>(rules: &str, spot: impl Into<Spot<'a>>, answer: &Answer) -> Option<String> {
    let spot = spot.into();
    let (said, number) = (spot.line.trim(), spot.number);
    match answer {
        Answer::Nothing | Answer::Quit | Answer::Run(_) | Answer::Clear => None,
        Answer::Ruling(resolution) => Some(line(&RulingObject::of(resolution, number))),
        Answer::Sheets(sheets) => Some(line(&SheetsObject {
            schema: SCHEMA,
            rules,
            said,
            line: number,
            sheets: sheets.iter().map(SheetObject::of).collect(),
        })),
        Answer::Working(steps) => Some(line(&WorkingObject {
            schema: SCHEMA,
            rules,
            said,
            line: number,
            working: steps,
        })),
        Answer::Odds(reply) => Some(odds::reply_json(rules, spot, reply)),
        Answer::Done(text) => Some(line(&DoneObject {
            schema: SCHEMA,
            rules,
            said,
            line: number,
            done: text,
        })),
    }
}

/// A wrong line as one line of JSON.
pub fn wrong_json(fault: &LineFault, spot: Spot<'_>) -> String {
    let at = fault.at.and_then(|at| at.in_line(spot.line));
    line(&WrongObject {
        schema: SCHEMA,
        error: Wrong {
            kind: fault.kind.word(),
            message: &fault.message,
            hint: fault.hint.as_deref(),
            at: at.map(|at| [at.start, at.end]),
            line: spot.number,
            said: (!spot.line.is_empty()).then_some(spot.line),
        },
    })
}

fn line<T: Serialize>(object: &T) -> String {
    // Keys are texts and numbers finite, so there is nothing that can fail to be written.
    let object = serde_json::to_string(object).unwrap_or_default();
    if !object.contains(is_unprintable) {
        return object;
    }
    // JSON leaves many of them as they are; outside its texts there are none.
    let mut harmless = String::with_capacity(object.len() + 8);
    for character in object.chars() {
        if is_unprintable(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(harmless, "\\u{unit:04x}");
            }
        } else {
            harmless.push(character);
        }
    }
    harmless
}

/// A whole number for a program that may read it as a double: above 2^53 it is a text.
struct Whole(u64);

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= LARGEST_EXACT {
            serializer.serialize_u64(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

/// The largest whole number up to which a double has every one.
const LARGEST_EXACT: u64 = 1 << 53;

#[derive(Serialize)]
struct WrongObject<'a> {
    schema: u32,
    error: Wrong<'a>,
}

#[derive(Serialize)]
struct Wrong<'a> {
    kind: &'static str,
    message: &'a str,
    hint: Option<&'a str>,
    at: Option<[usize; 2]>,
    line: Option<usize>,
    said: Option<&'a str>,
}

#[derive(Serialize)]
struct SheetsObject<'a> {
    schema: u32,
    rules: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    sheets: Vec<SheetObject<'a>>,
}

#[derive(Serialize)]
struct SheetObject<'a> {
    title: &'a str,
    columns: &'a [String],
    rows: &'a [Vec<String>],
    notes: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    examples: &'a [String],
    cite: Option<&'a str>,
}

impl<'a> SheetObject<'a> {
    fn of(sheet: &'a Sheet) -> Self {
        SheetObject {
            title: &sheet.title,
            columns: &sheet.columns,
            rows: &sheet.rows,
            notes: &sheet.notes,
            examples: &sheet.examples,
            cite: sheet.cite.as_deref(),
        }
    }
}

#[derive(Serialize)]
struct WorkingObject<'a> {
    schema: u32,
    rules: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    working: &'a [WorkingLine],
}

#[derive(Serialize)]
struct DoneObject<'a> {
    schema: u32,
    rules: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    done: &'a str,
}

#[derive(Serialize)]
struct RulingObject<'a> {
    schema: u32,
    rules: &'a str,
    verb: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    understood: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    throws: Vec<ThrowObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<Whole>,
    working: &'a [WorkingLine],
    outcome: OutcomeObject<'a>,
}

impl<'a> RulingObject<'a> {
    fn of(resolution: &'a Resolution, line: Option<usize>) -> Self {
        RulingObject {
            schema: SCHEMA,
            rules: &resolution.rules,
            verb: &resolution.verb,
            said: &resolution.said,
            understood: resolution.understood.as_deref(),
            line,
            throws: resolution.throws.iter().map(ThrowObject::of).collect(),
            seed: resolution.seed.map(Whole),
            working: &resolution.working,
            outcome: OutcomeObject(&resolution.outcome),
        }
    }
}

#[derive(Serialize)]
struct ThrowObject<'a> {
    by: &'a str,
    r#for: &'a str,
    sides: u32,
    lowest: u32,
    faces: &'a [u32],
    sum: u32,
    source: &'static str,
}

impl<'a> ThrowObject<'a> {
    fn of(thrown: &'a Thrown) -> Self {
        ThrowObject {
            by: &thrown.throw.by,
            r#for: &thrown.throw.purpose,
            sides: thrown.throw.pool.sides,
            lowest: thrown.throw.pool.lowest,
            faces: &thrown.faces,
            sum: thrown.sum,
            source: match thrown.source {
                Source::Told => "told",
                Source::Rolled => "rolled",
            },
        }
    }
}

struct OutcomeObject<'a>(&'a Outcome);

impl Serialize for OutcomeObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcome = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("summary", &outcome.summary)?;
        for field in &outcome.fields {
            map.serialize_entry(&field.name, &ValueObject(&field.value))?;
        }
        map.serialize_entry("attacker", &units(&outcome.attacker))?;
        map.serialize_entry("defender", &units(&outcome.defender))?;
        if let Some(blank) = &outcome.blank {
            map.serialize_entry("blank", &true)?;
            map.serialize_entry("blank_is", &blank.what)?;
        }
        map.end()
    }
}

fn units(units: &[UnitOutcome]) -> Vec<UnitObject<'_>> {
    units.iter().map(UnitObject).collect()
}

struct UnitObject<'a>(&'a UnitOutcome);

impl Serialize for UnitObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let unit = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &unit.types)?;
        map.serialize_entry("lost", &unit.lost)?;
        map.serialize_entry("result", &unit.result)?;
        for Field { name, value, .. } in &unit.fields {
            map.serialize_entry(name, &ValueObject(value))?;
        }
        map.end()
    }
}

struct ValueObject<'a>(&'a FieldValue);

impl Serialize for ValueObject<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            FieldValue::Null => serializer.serialize_none(),
            FieldValue::Truth(truth) => serializer.serialize_bool(*truth),
            FieldValue::Number(number) => match number.to_i64() {
                Some(whole) if whole.unsigned_abs() > LARGEST_EXACT => {
                    serializer.collect_str(&whole)
                }
                _ => number.serialize(serializer),
            },
            FieldValue::Text(text) => serializer.serialize_str(text),
        }
    }
}
