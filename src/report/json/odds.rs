//! Odds as JSON.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{SCHEMA, ValueObject, Whole, line};
use crate::dice::Chance;
use crate::odds::{Found, Odds, Reply, Simulated, Spread, margin};
use crate::report::Spot;
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;
use crate::rulings::wording::WorkingLine;

/// An answer about odds as one line of JSON.
pub(super) fn reply_json(rules: &str, spot: Spot<'_>, reply: &Reply) -> String {
    let (said, number) = (spot.line.trim(), spot.number);
    match reply {
        Reply::Odds(found) => line(&OddsObject {
            schema: SCHEMA,
            rules,
            verb: &found.verb,
            said,
            line: number,
            working: &found.working,
            odds: OddsMap(&found.odds),
            not_exact: not_exact(&found.odds),
            expected_rounds: found.rounds,
        }),
        Reply::Compared(both) => {
            let [left, right] = both.as_ref();
            line(&ComparedObject {
                schema: SCHEMA,
                rules,
                said,
                line: number,
                compared: [left, right].map(OneOfTwo::of),
                difference: Difference(&left.odds, &right.odds),
            })
        }
        Reply::Simulated(simulated) => line(&SimulatedObject::of(rules, spot, simulated)),
    }
}

#[derive(Serialize)]
struct OddsObject<'a> {
    schema: u32,
    rules: &'a str,
    verb: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    working: &'a [WorkingLine],
    odds: OddsMap<'a>,
    /// The headlines whose odds are out of reach, with how far.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not_exact: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_rounds: Option<f64>,
}

#[derive(Serialize)]
struct ComparedObject<'a> {
    schema: u32,
    rules: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    compared: [OneOfTwo<'a>; 2],
    difference: Difference<'a>,
}

#[derive(Serialize)]
struct OneOfTwo<'a> {
    verb: &'a str,
    said: &'a str,
    working: &'a [WorkingLine],
    odds: OddsMap<'a>,
    /// The headlines whose odds are out of reach, with how far.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    not_exact: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected_rounds: Option<f64>,
}

impl<'a> OneOfTwo<'a> {
    fn of(found: &'a Found) -> Self {
        OneOfTwo {
            verb: &found.verb,
            said: &found.said,
            working: &found.working,
            odds: OddsMap(&found.odds),
            not_exact: not_exact(&found.odds),
            expected_rounds: found.rounds,
        }
    }
}

/// The headlines whose odds are out of reach, with how far.
fn not_exact(odds: &Odds) -> BTreeMap<String, String> {
    let out_of_reach = odds.out_of_reach();
    out_of_reach
        .map(|(topic, size)| (topic.to_string(), size.to_string()))
        .collect()
}

/// Each headline with its outcomes.
struct OddsMap<'a>(&'a Odds);

impl Serialize for OddsMap<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.each().map(|(topic, spread)| {
            let rows: Vec<Row> = spread.chances().map(Row::of).collect();
            (topic.to_string(), rows)
        }))
    }
}

#[derive(Serialize)]
struct Row {
    value: Came,
    ways: String,
    of: String,
    p: f64,
}

impl Row {
    fn of((value, chance): (&Given<FieldValue>, Chance)) -> Row {
        let (ways, of) = chance.in_lowest_terms();
        Row {
            value: Came(value.clone()),
            ways,
            of,
            p: chance.p(),
        }
    }
}

/// A value; `"blank"` where the source does not give it.
struct Came(Given<FieldValue>);

impl Serialize for Came {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Given::Known(value) => ValueObject(value).serialize(serializer),
            Given::Blank => serializer.serialize_str("blank"),
        }
    }
}

/// For each headline that both lines have, what the second adds to the chance of each value, in points.
struct Difference<'a>(&'a Odds, &'a Odds);

impl Serialize for Difference<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (topic, left) in self.0.each() {
            if let Some(right) = self.1.same(topic) {
                map.serialize_entry(&topic.to_string(), &points(left, right))?;
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Points {
    value: Came,
    points: f64,
}

fn points(left: &Spread, right: &Spread) -> Vec<Points> {
    let values = left.iter().chain(right.iter()).map(|(value, _)| value);
    let values: std::collections::BTreeSet<_> = values.collect();
    let point = |value: &Given<FieldValue>| Points {
        value: Came(value.clone()),
        points: (right.chance(value).p() - left.chance(value).p()) * 100.0,
    };
    values.into_iter().map(point).collect()
}

#[derive(Serialize)]
struct SimulatedObject<'a> {
    schema: u32,
    rules: &'a str,
    verb: &'a str,
    said: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    seed: Whole,
    times: u64,
    generator: &'static str,
    estimate: Estimate<'a>,
    /// Null where the exact odds are out of reach.
    odds: Option<OddsMap<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_exact: Option<String>,
}

impl<'a> SimulatedObject<'a> {
    fn of(rules: &'a str, spot: Spot<'a>, simulated: &'a Simulated) -> Self {
        let exact = simulated.exact.as_ref();
        SimulatedObject {
            schema: SCHEMA,
            rules,
            verb: &simulated.verb,
            said: spot.line.trim(),
            line: spot.number,
            seed: Whole(simulated.seed),
            times: simulated.times,
            generator: crate::odds::GENERATOR,
            estimate: Estimate(simulated),
            odds: exact.ok().map(|found| OddsMap(&found.odds)),
            not_exact: exact.err().map(|size| size.to_string()),
        }
    }
}

/// Each headline with the values that were seen.
struct Estimate<'a>(&'a Simulated);

#[derive(Serialize)]
struct Seen {
    value: Came,
    seen: String,
    p: f64,
    /// What the true chance is away from `p` at the most, in 95 of 100 simulations.
    error: f64,
}

impl Serialize for Estimate<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let times = self.0.times;
        serializer.collect_map(self.0.seen.each().map(|(topic, spread)| {
            let seen = spread.iter().zip(spread.chances());
            let rows: Vec<Seen> = seen
                .map(|((value, count), (_, chance))| Seen {
                    value: Came(value.clone()),
                    seen: count.to_string(),
                    p: chance.p(),
                    error: margin(chance.p(), times),
                })
                .collect();
            (topic.to_string(), rows)
        }))
    }
}
