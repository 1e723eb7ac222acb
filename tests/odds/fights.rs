//! Fights of several rounds: `until`.

use super::*;

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
