//! For every golden case of every rule set, its odds against every face laid and against thrown dice.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]

mod laid;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use drumhead::dice::{Distribution, Limit};
use drumhead::language::command::{Command, Goes, Open, Throws};
use drumhead::odds::{Ground, Headlines, Odds, Values, declared, simulate};
use drumhead::procedures::{Case, Declared, Working, declare};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};
use laid::{Share, every_face};
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
            let lines = file.case.into_iter().map(|case| Golden {
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
fn for_each_ruling(mut act: impl FnMut(&str, Ground<'_>, &Open, &dyn Declared)) {
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
            let case = Case {
                rules: session.rules(),
                settings: session.settings(),
                situation: &situation,
            };
            let Ok(declaration) = declare(case, Working::silent()) else {
                continue;
            };
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
            act(
                &format!("{rules}: {line}"),
                ground,
                &open,
                declaration.declared.as_ref(),
            );
            count += 1;
        }
    }
    assert!(count > 0, "no cases were found");
}

fn exact(ground: Ground<'_>, ruling: &dyn Declared) -> Odds {
    let (odds, _) = declared(ground, ruling).unwrap_or_else(|stop| panic!("{stop:?}"));
    odds
}

/// The joint odds of `ruling` with every face laid; `None` for more than `most` combinations.
fn laid_out(ruling: &dyn Declared, most: u64) -> Option<BTreeMap<Values, Share>> {
    let mut reader = Headlines::default();
    let shares = every_face(most, |dice| {
        let outcome = ruling.throw(dice, &mut Working::silent())?;
        Ok(reader.values(&outcome))
    });
    shares.ok()
}

fn shares(joint: &Distribution<Values>) -> BTreeMap<Values, Share> {
    let share = |chance: drumhead::dice::Chance| {
        Share::new(chance.ways().parse().unwrap(), chance.of().parse().unwrap())
    };
    joint
        .chances()
        .map(|(values, chance)| (values.clone(), share(chance)))
        .collect()
}

fn check_by_laying(most: u64) -> u32 {
    let mut checked = 0;
    for_each_ruling(|name, ground, _, ruling| {
        let Some(laid) = laid_out(ruling, most) else {
            return;
        };
        assert_eq!(shares(exact(ground, ruling).joint()), laid, "{name}");
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
        let thrown = simulate(ground, open, u64::from(TIMES), 1642, &mut |_| {})
            .unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        let seen: BTreeMap<&Values, f64> = thrown
            .seen
            .joint()
            .iter()
            .map(|(values, count)| (values, count.to_string().parse().unwrap()))
            .collect();
        let possible: BTreeSet<&Values> = odds.joint().iter().map(|(values, _)| values).collect();
        assert!(
            seen.keys().all(|values| possible.contains(values)),
            "{name}"
        );
        let (mut chi_squared, mut classes) = (0.0, 0_u32);
        // Outcomes too rare to be tested alone are taken together.
        let (mut rare_expected, mut rare_seen) = (0.0, 0.0);
        let mut add = |expected: f64, seen: f64| {
            chi_squared += (seen - expected).powi(2) / expected;
            classes += 1;
        };
        for (values, chance) in odds.joint().chances() {
            let expected = chance.p() * f64::from(TIMES);
            let seen = seen.get(values).copied().unwrap_or(0.0);
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
    });
}
