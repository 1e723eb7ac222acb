//! Two lines beside each other: `with` and `compare`.

use super::*;

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
