//! For every golden case of every rule set, its odds against every face laid and against thrown dice.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::laid::{Share, every_face};
use drumhead::dice::{Halt, Rolled};
use drumhead::language::command::{Command, Goes, Open, Throws};
use drumhead::odds::{Came, Ground, Headlines, Odds, Spread, declared, simulate};
use drumhead::rules::library::Library;
use drumhead::rulings::compile::Keep;
use drumhead::rulings::context::RulingContext;
use drumhead::rulings::declaration::{Declaration, declare};
use drumhead::rulings::odds::Limit;
use drumhead::rulings::outcome::FieldValue;
use drumhead::rulings::resolve::{Values, resolve};
use drumhead::session::{Hand, Session};
use serde::Deserialize;

/// As many combinations of faces are laid in every run of the tests, and as many on demand.
const ORDINARY: u64 = 10_000;
const PATIENT: u64 = 20_000_000;

#[derive(Deserialize)]
struct CaseFile {
    rules: String,
    case: Vec<Golden>,
}

/// A golden case, of which only what leads to the throws matters here.
#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Clone)]
struct Golden {
    #[serde(default)]
    before: Vec<String>,
    #[serde(default)]
    line: String,
}

/// Every different line of the golden cases without its dice, by rule set.
fn lines() -> Vec<(String, BTreeSet<Golden>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/cases");
    let entries = std::fs::read_dir(folder).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry of it").path());
    paths
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a readable case file");
            let file: CaseFile =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            // A case of odds has no line.
            let ruled = file.case.into_iter().filter(|case| !case.line.is_empty());
            let lines = ruled.map(|case| Golden {
                line: case
                    .line
                    .split(" rolled")
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
                ..case
            });
            (file.rules, lines.collect())
        })
        .collect()
}

/// Does something with each golden line that is ruled and throws dice.
fn for_each_ruling(mut act: impl FnMut(&str, Ground<'_>, &Open, &Declaration<'_>)) {
    let mut count = 0;
    for (rules, lines) in lines() {
        for Golden { before, line } in lines {
            let mut session =
                Session::open(Library::default(), &rules, Some(1)).expect("a rule set that loads");
            for line in before {
                session
                    .answer(&line, Hand::Program)
                    .expect("a line before it");
            }
            let Ok(Command::Ruling(situation, None)) = session.grammar().parse(&line) else {
                continue;
            };
            let context = RulingContext {
                rules: session.rules(),
                settings: session.settings(),
                situation: &situation,
            };
            let Ok(declaration) = declare(context, Keep::Outcome) else {
                continue;
            };
            let throw = declaration.throw(&mut Rolled::seeded(1));
            // More dice than are ever thrown have no odds.
            if matches!(throw, Err(Halt::TooManyDice { .. })) {
                continue;
            }
            let stop = AtomicBool::new(false);
            let ground = Ground {
                rules: session.rules(),
                settings: session.settings(),
                limit: Limit::default(),
                stop: &stop,
            };
            let open = Open {
                said: line.clone(),
                throws: Throws::Ruling(Box::new((*situation).clone())),
                goes: Goes::Once,
            };
            act(&format!("{rules}: {line}"), ground, &open, &declaration);
            count += 1;
        }
    }
    assert!(count > 0, "no cases were found");
}

fn exact(ground: Ground<'_>, ruling: &Declaration<'_>) -> Odds {
    let (odds, _) =
        declared(ground, ruling, &mut |_, _| {}).unwrap_or_else(|stop| panic!("{stop:?}"));
    odds
}

/// The odds of each headline of `ruling` with every face laid, those that are never part of the outcome
/// left out; `None` for more than `most` combinations.
fn laid_out(ruling: &Declaration<'_>, most: u64) -> Option<Vec<BTreeMap<Came, Share>>> {
    let headlines = Headlines::of(ruling);
    let operands = headlines.operands();
    let shares = every_face(most, |dice| {
        let values = resolve(ruling.context, &ruling.compiled, dice)?;
        let row = operands.iter().map(|operand| values.of(*operand));
        Ok(row.collect::<Vec<_>>())
    });
    let rows = shares.ok()?.into_iter().map(|(row, share)| {
        let values = Values::knowing(operands.iter().copied().zip(row));
        (headlines.read(&values).collect::<Vec<_>>(), share)
    });
    let shares: Vec<(Vec<Option<Came>>, Share)> = rows.collect();
    let mut laid = Vec::new();
    for place in 0..headlines.len() {
        let mut alone: BTreeMap<Option<Came>, Share> = BTreeMap::new();
        for (row, share) in &shares {
            *alone.entry(row[place].clone()).or_default() += share;
        }
        if alone.keys().any(Option::is_some) {
            let null = || drumhead::rules::amount::Given::Known(FieldValue::Null);
            let known = alone.into_iter();
            laid.push(
                known
                    .map(|(came, share)| (came.unwrap_or_else(null), share))
                    .collect(),
            );
        }
    }
    Some(laid)
}

fn shares(spread: &Spread) -> BTreeMap<Came, Share> {
    let share = |chance: drumhead::dice::Chance| {
        Share::new(chance.ways().parse().unwrap(), chance.of().parse().unwrap())
    };
    spread
        .chances()
        .map(|(value, chance)| (value.clone(), share(chance)))
        .collect()
}

fn check_by_laying(most: u64) -> u32 {
    let mut checked = 0;
    for_each_ruling(|name, ground, _, ruling| {
        let Some(laid) = laid_out(ruling, most) else {
            return;
        };
        let odds = exact(ground, ruling);
        let counted: Vec<_> = odds.each().map(|(_, spread)| shares(spread)).collect();
        assert_eq!(counted, laid, "{name}");
        checked += 1;
    });
    checked
}

#[test]
fn odds_are_what_every_face_laid_comes_to() {
    assert!(check_by_laying(ORDINARY) > 0);
}

#[test]
#[ignore = "lays up to twenty million combinations of faces; best in release"]
fn odds_are_what_every_face_laid_comes_to_with_patience() {
    check_by_laying(PATIENT);
}

/// Pearson's test of thrown dice against the odds; the seed is fixed, so that it cannot fail by chance.
#[test]
fn thrown_dice_fall_as_the_odds_say() {
    const TIMES: u32 = 1000;
    for_each_ruling(|name, ground, open, ruling| {
        let odds = exact(ground, ruling);
        let thrown = simulate(ground, open, u64::from(TIMES), 1642, &mut |_, _| {})
            .unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        for (topic, seen) in thrown.seen.each() {
            let exact = odds
                .same(topic)
                .unwrap_or_else(|| panic!("{name}: {topic}"));
            check_by_throwing(&format!("{name}: {topic}"), exact, seen, f64::from(TIMES));
        }
    });
}

fn check_by_throwing(name: &str, exact: &Spread, seen: &Spread, times: f64) {
    let seen: BTreeMap<&Came, f64> = seen
        .iter()
        .map(|(value, count)| (value, count.to_string().parse().unwrap()))
        .collect();
    let possible: BTreeSet<&Came> = exact.iter().map(|(value, _)| value).collect();
    assert!(seen.keys().all(|value| possible.contains(value)), "{name}");
    let (mut chi_squared, mut classes) = (0.0, 0_u32);
    // Outcomes too rare to be tested alone are taken together.
    let (mut rare_expected, mut rare_seen) = (0.0, 0.0);
    let mut add = |expected: f64, seen: f64| {
        chi_squared += (seen - expected).powi(2) / expected;
        classes += 1;
    };
    for (value, chance) in exact.chances() {
        let expected = chance.p() * times;
        let seen = seen.get(value).copied().unwrap_or(0.0);
        if expected < 8.0 {
            rare_expected += expected;
            rare_seen += seen;
        } else {
            add(expected, seen);
        }
    }
    if rare_expected > 8.0 {
        add(rare_expected, rare_seen);
    }
    let freedom = f64::from(classes.max(1) - 1);
    let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0;
    assert!(
        chi_squared <= most,
        "{name}: {chi_squared} with {freedom} degrees of freedom"
    );
}
