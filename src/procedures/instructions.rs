//! `instructions`: what a unit has to do, without dice.

use super::Declared;
use super::case::{Case, Subject};
use super::outcome::{Field, Outcome, UnitOutcome};
use super::strength;
use super::working::Working;
use crate::dice::{Dice, Halt};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::chart::{Body, Cell, Row};
use crate::rules::condition::Role;
use crate::rules::kind::Kind;
use crate::rules::procedure::{Instruction, Instructions, Move, Round};

/// The instructions for every unit.
struct Told<'a> {
    case: Case<'a>,
    numbers: &'a Instructions,
}

/// Nothing is worked out beforehand.
pub(super) fn declare<'a>(case: Case<'a>, numbers: &'a Instructions) -> Box<dyn Declared + 'a> {
    Box::new(Told { case, numbers })
}

impl Declared for Told<'_> {
    fn throw(&self, _dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let case = self.case;
        let first = &self.numbers.first;
        if !first.is_empty() {
            let cite = &case.rules.rulings.get(case.situation.ruling).cite;
            working.note(cite, || first.clone());
        }
        let units: Vec<UnitOutcome> = case
            .subjects(Role::Attacker)
            .map(|subject| self.unit(subject, working))
            .collect();
        let said: Vec<String> = units
            .iter()
            .filter_map(|unit| {
                let result = unit.result.as_deref()?;
                Some(format!("{}: {result}", unit.name))
            })
            .collect();
        let mut lines = Vec::new();
        if !first.is_empty() {
            lines.push(first.clone());
        }
        lines.extend(said);
        let summary = if lines.is_empty() {
            "nothing applies".to_owned()
        } else {
            lines.remove(0)
        };
        Ok(Outcome {
            summary,
            brief: lines,
            attacker: units,
            ..Outcome::default()
        })
    }
}

impl Told<'_> {
    fn unit(&self, subject: Subject<'_>, working: &mut Working) -> UnitOutcome {
        let case = self.case;
        let mut told = Vec::new();
        let mut far = None;
        let applying = self
            .numbers
            .list
            .iter()
            .filter(|instruction| case.all_hold(subject, &instruction.when));
        for instruction in applying {
            let distance = distance(case, subject, instruction);
            let say = match distance {
                Some(distance) => instruction
                    .say
                    .replace("{move}", &case.rules.measure.show(distance)),
                None => instruction
                    .say
                    .replace("{move}", "as the source's table (blank)"),
            };
            working.note(&instruction.cite, || {
                format!("{}: {say}", case.name(subject.unit))
            });
            told.push(say);
            far = far.or(distance);
        }
        let mut fields = Vec::new();
        if let Some(far) = far {
            fields.push(Field::step("move", far));
        }
        if let Some(withdraws) = strength::withdraws(case, subject.unit, Number::ZERO, working) {
            fields.push(withdraws);
            if let Some(rule) = &case.rules.withdraws {
                told.push(rule.say.clone());
            }
        }
        UnitOutcome {
            types: case.type_ids(subject.unit),
            name: case.name(subject.unit),
            lost: Some(Number::ZERO),
            result: (!told.is_empty()).then(|| told.join("; ")),
            fields,
        }
    }
}

/// How far an instruction moves the unit; `None` where the table gives no number.
fn distance(case: Case<'_>, subject: Subject<'_>, instruction: &Instruction) -> Option<Number> {
    match instruction.far.as_ref()? {
        Move::Fixed(distance) => Some(*distance),
        Move::OfType {
            number,
            times,
            round,
        } => {
            let number = case.lowest(subject, *number)?;
            Some(rounded(number * *times, *round))
        }
        Move::Of {
            chart,
            column,
            times,
            round,
        } => {
            let Body::Rows { rows, .. } = &case.rules.charts.get(*chart).body else {
                return None;
            };
            let row = rows.iter().find(|row| stands_for(case, subject, row))?;
            let Cell::Number(Given::Known(number)) = row.cells.get(*column)? else {
                return None;
            };
            Some(rounded(*number * *times, *round))
        }
    }
}

fn rounded(number: Number, round: Round) -> Number {
    match round {
        Round::Keep => number,
        Round::Up => Number::whole(number.ceil()),
        Round::Down => Number::whole(number.floor()),
    }
}

/// Whether a chart's row stands for the unit: every kind in it is one of the row's.
pub fn stands_for(case: Case<'_>, subject: Subject<'_>, row: &Row) -> bool {
    if case
        .mix(subject.unit)
        .is_some_and(|mix| row.of.contains(&Kind::Mix(mix)))
    {
        return true;
    }
    !row.of.is_empty()
        && subject
            .groups()
            .iter()
            .all(|group| row.of.iter().any(|kind| case.rules.is(group.troop, *kind)))
}
