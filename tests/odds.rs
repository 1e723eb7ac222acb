//! Odds from the outside: what the referee types and what comes back.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::unwrap_used
)]

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use drumhead::dice::{Halt, Limit};
use drumhead::language::command::{Command, WorkingShown};
use drumhead::odds::{self, Ground};
use drumhead::procedures::Stop;
use drumhead::report::{self, Look};
use drumhead::rules::library::Library;
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
        working: WorkingShown::Short,
        ink: report::Ink::PLAIN,
    };
    let answer = answer(&mut session, line);
    let report = report::answer_text(&answer, look);
    report.result
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

#[test]
fn the_odds_of_a_volley_are_exact() {
    let object = json("kriegspiel", "odds fire 4 musketeer at pike 10in");
    let none = &object["odds"]["hits"][0];
    assert_eq!(none["value"], 0);
    assert_eq!(
        (&none["ways"], &none["of"]),
        (&"625".into(), &"1296".into())
    );
    assert_eq!(none["p"], 0.482_253_086_419_753_06);
    assert_eq!(object["verb"], "fire");
    assert!(
        object["working"]
            .as_array()
            .is_some_and(|steps| !steps.is_empty())
    );
    assert_eq!(object.get("throws"), None);
    assert_eq!(object.get("outcome"), None);
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

/// Hussars at (4 + 3) × 2 points, musketeers at (2 − 1) × 3.
#[test]
fn the_odds_of_a_melee_agree_with_an_independent_enumeration() {
    let [wins, ties, loses] = contest(14, 3);
    let object = json(
        "kriegspiel",
        "odds melee 2 hussar charge vs 3 musketeer flank",
    );
    let winner = spread(&object, "winner");
    assert_eq!(winner["attacker"], wins);
    assert_eq!(winner["drawn"], ties);
    assert_eq!(winner["defender"], loses);
    assert_eq!(winner["attacker"], Share::from_integer(1) - ties - loses);
    // Defeated musketeers hold at a difference of 0, of which two dice have 6 in 36.
    let results = spread(&object, "defender.1.result");
    assert_eq!(results["holds"], wins * Share::new(6, 36));
    assert_eq!(results["routs"], wins * Share::new(30, 36));
    assert_eq!(results["null"], ties + loses);
}

#[test]
fn morale_of_landsknecht_infantry_is_seven_in_twelve() {
    let Ok(mut session) = Session::open(Library::default(), "landsknecht", Some(1)) else {
        return;
    };
    let line = "odds morale 8 infantry";
    let object = report::answer_json("landsknecht", line, &answer(&mut session, line)).unwrap();
    let object: Value = serde_json::from_str(&object).unwrap();
    assert_eq!(spread(&object, "passed")["true"], Share::new(7, 12));
}

#[test]
fn results_of_the_test_by_targets_sum_to_one() {
    let Ok(mut session) = Session::open(Library::default(), "chainmail-2d6", Some(1)) else {
        return;
    };
    let line = "odds morale 12-4 heavy-foot and 9-2 medium-horse vs 24-5 armored-foot";
    let object = report::answer_json("chainmail-2d6", line, &answer(&mut session, line)).unwrap();
    let object: Value = serde_json::from_str(&object).unwrap();
    for unit in ["attacker.1", "attacker.2", "defender.1"] {
        let results = spread(&object, &format!("{unit}.result"));
        assert!(results.len() > 1, "{results:?}");
        assert_eq!(results.values().sum::<Share>(), Share::from_integer(1));
    }
}

#[test]
fn a_blank_is_an_outcome_of_its_own() {
    // Medium horse has no class in the source, so that what it does when defeated is blank.
    let [wins, ties, loses] = contest(8, 4);
    let object = json("kriegspiel", "odds melee 2 heavy vs 2 medium points 2");
    let defeated = spread(&object, "defender.1.result");
    assert_eq!(defeated["blank"], wins);
    assert_eq!(defeated["null"], ties + loses);
    // What the victor does is no blank; what it loses hangs on it.
    assert_eq!(spread(&object, "attacker.1.result")["null"], wins + ties);
    assert_eq!(spread(&object, "attacker.1.lost")["blank"], wins);
    let all = json("kriegspiel", "odds melee heavy vs heavy-gun");
    assert_eq!(spread(&all, "winner")["blank"], Share::from_integer(1));
}

#[test]
fn dice_for_their_own_sake_have_odds() {
    let sum = json("kriegspiel", "odds roll 3d6+1");
    assert_eq!(spread(&sum, "total")["11"], Share::new(27, 216));
    let count = json("kriegspiel", "odds roll 4d6 at-least 5");
    assert_eq!(spread(&count, "count")["4"], Share::new(1, 81));
    let thrown = answer(
        &mut session("kriegspiel"),
        "roll 4d6 at-least 5 rolled 6 5 4 1",
    );
    let Answer::Ruling(thrown) = thrown else {
        panic!("no ruling")
    };
    assert_eq!(thrown.outcome.summary, "2 of 4 at 5 or more");
}

// --- Fights that go on ------------------------------------------------------------

/// One die a round hits on a 6; the target leaves at the third hit.
#[test]
fn a_target_under_fire_breaks_in_the_end() {
    let object = json(
        "kriegspiel",
        "odds fire musketeer at musketeer 10in until broken",
    );
    assert_eq!(
        spread(&object, "end")["defender breaks"],
        Share::from_integer(1)
    );
    assert_eq!(object["expected_rounds"], 18.0);
    let object = json(
        "kriegspiel",
        "odds fire musketeer at musketeer 10in until 3 rounds",
    );
    let ends = spread(&object, "end");
    assert_eq!(ends["defender breaks"], Share::new(1, 216));
    assert_eq!(ends["still fighting"], Share::new(215, 216));
    assert_eq!(spread(&object, "rounds")["3"], Share::from_integer(1));
    assert_eq!(object["expected_rounds"], 3.0);
}

#[test]
fn a_fight_in_which_nothing_can_happen_never_ends() {
    let object = json(
        "kriegspiel",
        "odds fire musketeer at musketeer 20in until broken",
    );
    assert_eq!(spread(&object, "end")["never ends"], Share::from_integer(1));
}

/// Two bases of heavy horse against each other, 4 points each: reckoned apart from the program.
///
/// Each leaves at 3 of its 6 figures. The beaten one loses 1 and 1 more, or 2 more
/// from a difference of 3 on; at 0 it holds. The victor loses 1 up to a difference of 3.
fn duel(lost: [u128; 2], rounds: u32, ends: &mut BTreeMap<(bool, bool), Share>, share: Share) {
    let out = |lost: u128| lost >= 3;
    if rounds == 0 {
        *ends.entry((false, false)).or_default() += share;
        return;
    }
    let [wins, ties, loses] = contest(4, 4);
    duel(lost, rounds - 1, ends, share * ties);
    for (won, chance) in [(0, wins), (1, loses)] {
        for (difference, ways) in [(0_u128, 6), (1, 10), (2, 8), (3, 6), (4, 4), (5, 2)] {
            let mut after = lost;
            after[1 - won] += 1 + if difference < 3 { 1 } else { 2 };
            after[won] += u128::from(difference <= 3);
            let mut broke = after.map(out);
            broke[1 - won] |= difference > 0;
            let share = share * chance * Share::new(ways, 36);
            if broke == [false, false] {
                duel(after, rounds - 1, ends, share);
            } else {
                *ends.entry((broke[0], broke[1])).or_default() += share;
            }
        }
    }
}

#[test]
fn a_fight_of_some_rounds_agrees_with_an_independent_enumeration() {
    let mut expected = BTreeMap::new();
    duel([0, 0], 3, &mut expected, Share::from_integer(1));
    let object = json("kriegspiel", "odds melee heavy vs heavy until 3 rounds");
    let ends = spread(&object, "end");
    for (broke, name) in [
        ((true, false), "attacker breaks"),
        ((false, true), "defender breaks"),
        ((true, true), "both break"),
        ((false, false), "still fighting"),
    ] {
        assert_eq!(ends.get(name), expected.get(&broke), "{name}");
    }
}

#[test]
fn a_fight_to_the_end_is_that_of_many_rounds() {
    let long = json(
        "kriegspiel",
        "odds melee 2 heavy vs 4 musketeer until 40 rounds",
    );
    let ended = json(
        "kriegspiel",
        "odds melee 2 heavy vs 4 musketeer until broken",
    );
    let end = |object: &Value, name: &str| {
        let rows = object["odds"]["end"].as_array().unwrap();
        let row = rows.iter().find(|row| row["value"] == name).unwrap();
        row["p"].as_f64().unwrap()
    };
    for name in ["attacker breaks", "defender breaks"] {
        assert!((end(&long, name) - end(&ended, name)).abs() < 1e-12);
    }
    let rounds = |object: &Value| object["expected_rounds"].as_f64().unwrap();
    assert!((rounds(&long) - rounds(&ended)).abs() < 1e-9);
}

/// Only the first round has the charge: 7 points against 2, then 4 against 2.
///
/// Beaten musketeers break unless the difference is 0; then 2 of 6 figures are lost, the
/// hussars lose 1, and whatever is lost in the second round makes them leave. Beaten hussars
/// that hold have lost 2 and leave with the next; the musketeers have lost 1 for it.
#[test]
fn nobody_charges_anew_in_later_rounds() {
    let [wins, ties, loses] = contest(7, 2);
    let [wins_later, _, loses_later] = contest(4, 2);
    let (holds, breaks) = (Share::new(1, 6), Share::new(5, 6));
    let object = json(
        "kriegspiel",
        "odds melee hussar charge vs musketeer until 2 rounds",
    );
    let ends = spread(&object, "end");
    assert_eq!(
        ends["defender breaks"],
        wins * breaks
            + ties * wins_later * breaks
            + wins * holds * wins_later
            + loses * holds * wins_later * breaks
    );
    assert_eq!(
        ends["both break"],
        wins * holds * loses_later + loses * holds * wins_later * holds
    );
}

#[test]
fn a_simulated_fight_ends_as_the_chain_says() {
    let object = json(
        "kriegspiel",
        "simulate 4000 melee 2 heavy vs 4 musketeer until broken",
    );
    for exact in object["odds"]["end"].as_array().unwrap() {
        let p = exact["p"].as_f64().unwrap();
        let seen = object["estimate"]["end"].as_array().unwrap();
        let seen = seen.iter().find(|row| row["value"] == exact["value"]);
        let seen = seen.map_or(0.0, |row| row["p"].as_f64().unwrap());
        let deviation = (p * (1.0 - p) / 4000.0).sqrt();
        assert!(
            (seen - p).abs() <= 5.0 * deviation + 1e-3,
            "{exact}: {seen}"
        );
    }
}

// --- Two lines ----------------------------------------------------------------------

#[test]
fn a_word_more_is_compared() {
    let object = json(
        "kriegspiel",
        "odds melee 2 hussar charge vs 3 musketeer with flank",
    );
    let [without, with] = [0, 1].map(|place| &object["compared"][place]);
    assert_eq!(without["said"], "melee 2 hussar charge vs 3 musketeer");
    assert_eq!(with["said"], "melee 2 hussar charge vs 3 musketeer flank");
    let [plain, ..] = contest(14, 6);
    let [flank, ..] = contest(14, 3);
    assert_eq!(spread(without, "winner")["attacker"], plain);
    assert_eq!(spread(with, "winner")["attacker"], flank);
    let points = object["difference"]["winner"][0]["points"]
        .as_f64()
        .unwrap();
    let expected = (flank - plain) * Share::from_integer(100);
    let expected = *expected.numer() as f64 / *expected.denom() as f64;
    assert!((points - expected).abs() < 1e-9);
}

#[test]
fn words_go_to_the_side_that_acts() {
    for (line, with) in [
        (
            "odds fire 4 musketeer at pike 10in with supported",
            "fire 4 musketeer supported at pike 10in",
        ),
        (
            "odds melee 2 hussar vs 3 musketeer with charge general",
            "melee 2 hussar charge general vs 3 musketeer",
        ),
        ("odds melee 2 hussar vs 3 musketeer with house", ""),
    ] {
        let mut session = session("kriegspiel");
        match session.answer(line, Hand::Program) {
            Ok(answer) => {
                let object = report::answer_json("kriegspiel", line, &answer).unwrap();
                let object: Value = serde_json::from_str(&object).unwrap();
                assert_eq!(object["compared"][1]["said"], with);
            }
            // Cavalry does not attack a house: the words are read, and the rules refuse.
            Err(NoAnswer::Wrong(fault)) => assert!(with.is_empty(), "{fault:?}"),
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_weapon_after_with_is_no_comparison() {
    let object = json(
        "kriegspiel",
        "odds fire 4 musketeer with carbine at pike 4in",
    );
    assert_eq!(spread(&object, "hits")["4"], Share::new(1, 81));
}

#[test]
fn two_lines_are_compared() {
    let object = json("kriegspiel", "compare roll 3d6 | roll 2d6+3");
    let difference = &object["difference"]["total"][0];
    assert_eq!(difference["value"], 3);
    let expected = -100.0 / 216.0;
    assert!((difference["points"].as_f64().unwrap() - expected).abs() < 1e-12);
}

// --- What cannot be had ---------------------------------------------------------------

fn fault(line: &str) -> (String, String) {
    match session("kriegspiel").answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => (fault.message, fault.hint.unwrap_or_default()),
        other => panic!("`{line}`: {other:?}"),
    }
}

#[test]
fn what_has_no_odds_is_said() {
    for (line, message) in [
        ("odds", "the odds of what"),
        ("odds show pike", "such a line throws no dice"),
        ("odds odds roll 3d6", "such a line throws no dice"),
        (
            "odds roll 3d6 rolled 1 2 3",
            "odds are of dice that have not been thrown yet",
        ),
        (
            "odds roll 3d6 until broken",
            "`until` is for what two sides do to each other",
        ),
        (
            "odds initiative until broken",
            "`until` is for what two sides do to each other",
        ),
        ("odds melee pike vs pike until tea", "until when"),
        ("odds melee pike vs pike until 0 rounds", "until when"),
        (
            "compare roll 3d6",
            "two lines are compared, with `|` between them",
        ),
        (
            "compare roll 3d6 | roll 2d6 | roll d6",
            "two lines are compared, with `|` between them",
        ),
        (
            "simulate 0 roll 3d6",
            "a line is thrown 1 to 10000000 times, not 0",
        ),
        (
            "odds roll 3d6+1 at-least 5",
            "dice that are counted one by one take nothing added",
        ),
        ("odds roll 3d6 at-least", "at least which face"),
        (
            "fire 4 musketeer | pike",
            "`at` or `vs` and the other side are missing here",
        ),
    ] {
        assert_eq!(fault(line).0, message, "{line}");
    }
}

#[test]
fn faults_point_into_the_whole_line() {
    let line = "compare roll 3d6 | fire 4 musketeers at 1 rabbit 8in";
    match session("kriegspiel").answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => assert_eq!(&line[fault.at.unwrap()], "rabbit"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_too_large_says_its_size_and_offers_a_simulation() {
    let (message, hint) = fault("odds roll 1000d1000");
    assert_eq!(
        message,
        "exact odds would take about 999,001 steps, and at most 10,000 are taken"
    );
    assert_eq!(hint, "`simulate 100000 roll 1000d1000` estimates them");
    let object = json("kriegspiel", "simulate 50 roll 1000d1000");
    assert_eq!(object["odds"], Value::Null);
    assert_eq!(
        (&object["seed"], &object["times"]),
        (&1642.into(), &50.into())
    );
    assert!(object["not_exact"].as_str().unwrap().contains("999,001"));
}

#[test]
fn a_raised_flag_breaks_off() {
    let session = session("kriegspiel");
    let stop = AtomicBool::new(true);
    let ground = Ground {
        rules: session.rules(),
        settings: session.settings(),
        limit: Limit::default(),
        stop: &stop,
    };
    for line in [
        "odds fire 4 musketeer at pike 10in",
        "odds melee pike vs pike until broken",
    ] {
        let Ok(Command::Odds(open)) = session.grammar().parse(line) else {
            panic!("`{line}` is not read")
        };
        let found = odds::find(ground, &open);
        assert!(
            matches!(found, Err(Stop::Halt(Halt::Interrupted))),
            "{line}"
        );
        let simulated = odds::simulate(ground, &open, 10, 1, &mut |_| {});
        assert!(matches!(simulated, Err(Stop::Halt(Halt::Interrupted))));
    }
}

#[test]
fn a_simulation_comes_out_again_with_its_seed_and_leaves_the_dice_alone() {
    let thrown = |lines: &[&str]| {
        let mut session = session("kriegspiel");
        let mut last = String::new();
        for line in lines {
            let answer = answer(&mut session, line);
            last = report::answer_json("kriegspiel", line, &answer).unwrap();
        }
        last
    };
    let simulate = "simulate 100 roll 3d6";
    assert_eq!(thrown(&[simulate]), thrown(&["roll 3d6", simulate]));
    assert_eq!(thrown(&["roll 3d6"]), thrown(&[simulate, "roll 3d6"]));
}

// --- What a person sees ---------------------------------------------------------------

const SHOWN: [&str; 11] = [
    "odds fire 4 musketeer at pike 10in",
    "odds melee 2 hussar charge vs 3 musketeer flank",
    "odds melee 2 heavy charge and 2 light vs 1 pike + 2 musketeer and sword-buckler",
    "odds melee 2 hussar charge vs 3 musketeer until 5 rounds",
    "odds melee 2 heavy vs 2 medium points 2",
    "odds melee 2 hussar vs 3 musketeer with flank",
    "odds roll 40d6",
    "odds roll 1000d6",
    "compare roll 3d6 | roll 100d6",
    "simulate 100 melee 2 hussar charge vs 3 musketeer flank",
    "simulate 100 roll 1000d100",
];

#[test]
fn every_table_fits_eighty_columns_and_a_plain_terminal() {
    for line in SHOWN {
        let shown = text("kriegspiel", line);
        for row in shown.lines() {
            let width = unicode_width::UnicodeWidthStr::width(row);
            assert!(width <= 80, "{width}: {row}");
        }
        let plain = report::ascii(&shown);
        assert!(plain.is_ascii() && !plain.contains('?'), "{plain}");
    }
}

#[test]
fn a_table_shows_chances_ends_rarity_and_the_mean() {
    let shown = text("kriegspiel", "odds fire 4 musketeer at pike 10in");
    let rows: Vec<&str> = shown.lines().map(str::trim).collect();
    assert_eq!(rows[0], "fire 4 musketeer at pike 10in");
    assert_eq!(rows[2], "hits · defender, pike: lost");
    assert_eq!(rows[3], "chance  at least  at most");
    // 1/1296, and all of 1296 less that.
    assert!(
        rows[8].starts_with("4   0.08 %    0.08 %    100 %  1 in 1,296  ▏"),
        "{}",
        rows[8]
    );
    // 4 dice, each with 1 in 6.
    assert_eq!(rows[9], "mean 0.67");
}

#[test]
fn what_may_go_either_way_is_never_said_to_be_certain() {
    let shown = text("kriegspiel", "odds roll 40d6");
    assert!(shown.contains("<0.01 %") && shown.contains(">99.99 %"));
    assert!(!shown.contains(" 0 %"), "{shown}");
    // Only the first row's "at least" and the last row's "at most" are certain.
    assert_eq!(shown.matches(" 100 %").count(), 2, "{shown}");
}

#[test]
fn an_estimate_is_marked_as_one() {
    let shown = text("kriegspiel", "simulate 100 fire 4 musketeer at pike 10in");
    assert!(
        shown.contains("an estimate: thrown 100 times by ChaCha12, seed 1642"),
        "{shown}"
    );
    assert!(shown.contains("48.23 %") && shown.contains("± "), "{shown}");
}

#[test]
fn the_console_has_a_headline_for_complete_lines_only() {
    let session = session("kriegspiel");
    // At the prompt a few milliseconds are all it gets; a busy machine may need more.
    let patience = std::time::Duration::from_secs(60);
    let headline =
        |line: &str| odds::headline_within(session.grammar(), session.settings(), line, patience);
    assert_eq!(
        headline("fire 4 musketeer at pike 10in").as_deref(),
        Some("hits: mean 0.67, any 51.77 %")
    );
    let melee = headline("melee 2 hussar charge vs 3 musketeer flank");
    assert!(
        melee
            .unwrap()
            .starts_with("winner: attacker 99.92 %, defender 0.04 %")
    );
    for line in [
        "fire 4 musketeer at",
        "fire 4 musketeer at pike 10in rolled 6 5 4 1",
        "morale 4 musketeer",
        "show pike",
        "",
    ] {
        assert_eq!(headline(line), None, "{line}");
    }
}

#[test]
fn help_says_how_odds_are_asked_for() {
    for verb in ["odds", "compare", "simulate", "roll"] {
        let shown = text("kriegspiel", &format!("help {verb}"));
        assert!(shown.lines().count() > 2, "{shown}");
    }
}

/// Every example of every rule set has odds, whatever it throws.
#[test]
fn every_example_of_every_rule_set_has_odds() {
    let sets = Library::default().ids().expect("the built-in rule sets");
    for set in sets {
        let mut session = session(&set.id);
        let examples: Vec<String> = session
            .rules()
            .rulings
            .iter()
            .flat_map(|(_, ruling)| ruling.examples.clone())
            .collect();
        for example in examples {
            let example = example.split(" rolled").next().unwrap();
            answer(&mut session, &format!("odds {example}"));
        }
    }
}
