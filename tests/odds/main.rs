//! Odds from the outside: what the referee types and what comes back.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]

mod compared;
mod faults;
mod fights;
#[path = "../laid/mod.rs"]
mod laid;
mod of_cases;
mod of_docs;
mod once;
mod shown;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use drumhead::dice::Halt;
use drumhead::language::command::{Command, WorkingShown};
use drumhead::odds::{self, Ground};
use drumhead::report::{self, Look};
use drumhead::rules::library::Library;
use drumhead::rulings::odds::Limit;
use drumhead::rulings::stop::Stop;
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use num_rational::Ratio;
use serde_json::Value;

type Share = Ratio<u128>;

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1642)).expect("a rule set that loads")
}

fn answer(session: &mut Session, line: &str) -> Answer {
    session
        .answer(line, Hand::Program)
        .unwrap_or_else(|why| panic!("`{line}`: {why:?}"))
}

fn json(rules: &str, line: &str) -> Value {
    let mut session = session(rules);
    let answer = answer(&mut session, line);
    let object = report::answer_json(rules, line, &answer).expect("an answer");
    serde_json::from_str(&object).expect("JSON")
}

fn text(rules: &str, line: &str) -> String {
    let mut session = session(rules);
    let look = Look {
        width: 80,
        height: u16::MAX,
        working: WorkingShown::Short,
        ink: report::Ink::PLAIN,
    };
    let answer = answer(&mut session, line);
    let report = report::answer_text(&answer, look);
    report.result.to_string()
}

fn share(row: &Value) -> Share {
    let number = |key: &str| row[key].as_str().unwrap().parse().unwrap();
    Share::new(number("ways"), number("of"))
}

/// The exact odds of a headline, by value.
fn spread(object: &Value, path: &str) -> BTreeMap<String, Share> {
    let rows = object["odds"][path].as_array();
    let rows = rows.unwrap_or_else(|| panic!("there is no `{path}` in {object}"));
    rows.iter()
        .map(|row| (row["value"].to_string().replace('"', ""), share(row)))
        .collect()
}

/// The ways of three dice to come to each sum.
fn three_dice() -> BTreeMap<u128, u128> {
    let mut ways = BTreeMap::new();
    for (one, other, third) in (1..=6_u128).flat_map(|one| {
        (1..=6).flat_map(move |other| (1..=6).map(move |third| (one, other, third)))
    }) {
        *ways.entry(one + other + third).or_insert(0) += 1;
    }
    ways
}

/// How `left` × 3d6 compares with `right` × 3d6: more, as much, less.
fn contest(left: u128, right: u128) -> [Share; 3] {
    let mut ways = [0; 3];
    for (sum, times) in three_dice() {
        for (other, more) in three_dice() {
            let place = match (left * sum).cmp(&(right * other)) {
                std::cmp::Ordering::Greater => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 2,
            };
            ways[place] += times * more;
        }
    }
    ways.map(|ways| Share::new(ways, 216 * 216))
}
