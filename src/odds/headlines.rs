//! The headlines of an outcome, in the same order for every branch.

use super::table::Values;
use super::topic::{Place, Topic};
use crate::procedures::{Headline, Outcome, UnitOutcome, Value};
use crate::rules::amount::Given;
use crate::rules::condition::Role;

/// Reads the headlines of one outcome after another.
#[derive(Debug, Default)]
pub struct Headlines {
    topics: Vec<Topic>,
}

impl Headlines {
    /// The values of an outcome, each at the place of its topic.
    pub fn values(&mut self, outcome: &Outcome) -> Values {
        let mut row = Row {
            headlines: self,
            values: Vec::new(),
        };
        for field in &outcome.fields {
            if field.odds == Headline::Yes {
                row.put(Place::Whole, &field.name, given(outcome, &field.value));
            }
        }
        for (role, units) in sides(outcome) {
            for (place, unit) in units.iter().enumerate() {
                let of = Place::Unit(role, place + 1, &unit.name);
                row.put(of, "lost", lost(unit));
                row.put(of, "result", result(outcome, unit));
                for field in &unit.fields {
                    if field.odds == Headline::Yes {
                        row.put(of, &field.name, given(outcome, &field.value));
                    }
                }
            }
        }
        row.values
    }

    /// What the values are of, in their order.
    pub(super) fn into_topics(self) -> Vec<Topic> {
        self.topics
    }
}

/// The values of one outcome.
struct Row<'h> {
    headlines: &'h mut Headlines,
    values: Values,
}

impl Row<'_> {
    fn put(&mut self, of: Place<'_>, name: &str, value: Given<Value>) {
        // Nearly every branch has the same headlines in the same order.
        let topics = &mut self.headlines.topics;
        let expected = self.values.len();
        let place = match topics.get(expected) {
            Some(topic) if topic.is(of, name) => expected,
            _ => topics
                .iter()
                .position(|topic| topic.is(of, name))
                .unwrap_or_else(|| {
                    topics.push(of.topic(name));
                    topics.len() - 1
                }),
        };
        if place >= self.values.len() {
            self.values.resize(place + 1, Given::Known(Value::Null));
        }
        if let Some(slot) = self.values.get_mut(place) {
            *slot = value;
        }
    }
}

fn sides(outcome: &Outcome) -> [(Role, &[UnitOutcome]); 2] {
    [
        (Role::Attacker, &outcome.attacker),
        (Role::Defender, &outcome.defender),
    ]
}

/// A value, or a blank: where a cell is not given, what hangs on it is null.
fn given(outcome: &Outcome, value: &Value) -> Given<Value> {
    match value {
        Value::Null if outcome.blank.is_some() => Given::Blank,
        value => Given::Known(value.clone()),
    }
}

fn lost(unit: &UnitOutcome) -> Given<Value> {
    match unit.lost {
        Some(lost) => Given::Known(Value::Number(lost)),
        None => Given::Blank,
    }
}

fn result(outcome: &Outcome, unit: &UnitOutcome) -> Given<Value> {
    match &unit.result {
        Some(result) => Given::Known(Value::Text(result.clone())),
        None if is_blank(outcome, unit) => Given::Blank,
        None => Given::Known(Value::Null),
    }
}

/// Whether a unit without a result has none because the source does not give it.
///
/// A procedure that knows which units a blank touches marks these with a
/// field `blank`; without a mark it touches all.
pub(super) fn is_blank(outcome: &Outcome, unit: &UnitOutcome) -> bool {
    let marked = |unit: &UnitOutcome| {
        let mut fields = unit.fields.iter();
        fields.any(|field| field.name == "blank" && field.value == Value::Truth(true))
    };
    let any_marked = || {
        let mut units = outcome.attacker.iter().chain(&outcome.defender);
        units.any(marked)
    };
    outcome.blank.is_some() && unit.result.is_none() && (marked(unit) || !any_marked())
}
