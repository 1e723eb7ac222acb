//! The odds of one line.

use super::*;

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

#[test]
fn dice_are_added_and_taken_away() {
    // Of the 36 throws of two dice, 6 - |d| differ by d.
    let differences = (-5..=5_i128).map(|by| (by.to_string(), 6 - by.unsigned_abs()));
    let expected: BTreeMap<String, Share> = differences
        .map(|(by, ways)| (by, Share::new(ways, 36)))
        .collect();
    let object = json("kriegspiel", "odds roll 1d6 - 1d6");
    assert_eq!(spread(&object, "total"), expected);

    // Every face of 1d6 + 1d4 - 2, laid out.
    let mut totals: BTreeMap<String, Share> = BTreeMap::new();
    for (six, four) in (1..=6).flat_map(|six| (1..=4).map(move |four| (six, four))) {
        let share = totals.entry((six + four - 2).to_string()).or_default();
        *share += Share::new(1, 24);
    }
    let object = json("kriegspiel", "odds roll 1d6+1d4-2");
    assert_eq!(spread(&object, "total"), totals);
}

#[test]
fn no_dice_come_to_nought_for_certain() {
    let told = text("kriegspiel", "odds roll 0d6");
    assert!(told.contains("total 0"), "{told}");
}
