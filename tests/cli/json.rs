//! `--json`: one object a line, for a wrong line too.

use serde_json::{Value, json};

use crate::{run, run_with};

const FIRE: &[&str] = &[
    "-r",
    "kriegspiel",
    "--json",
    "fire",
    "4",
    "musketeer",
    "at",
    "pike",
    "10in",
    "rolled",
    "6",
    "5",
    "4",
    "1",
];

#[test]
fn a_ruling_is_one_object() {
    let ran = run(FIRE);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out.lines().count(), 1);
    let object = ran.json();
    assert_eq!(object["schema"], 1);
    assert_eq!(object["rules"], "kriegspiel");
    assert_eq!(object["verb"], "fire");
    assert_eq!(
        object["said"],
        "fire 4 musketeer at pike 10in rolled 6 5 4 1"
    );
    assert_eq!(object["outcome"]["hits"], 1);
    assert_eq!(object["outcome"]["hit_on"], 6);
    assert_eq!(object["outcome"]["defender"][0]["lost"], 1);
    assert_eq!(object["outcome"]["defender"][0]["type"], "pike");
    assert_eq!(object["outcome"]["defender"][0]["result"], Value::Null);
    let throw = &object["throws"][0];
    assert_eq!(throw["by"], "attacker 1");
    assert_eq!(throw["for"], "fire");
    assert_eq!(throw["sides"], 6);
    assert_eq!(throw["lowest"], 1);
    assert_eq!(throw["faces"], json!([6, 5, 4, 1]));
    assert_eq!(throw["source"], "told");
    assert_eq!(object.get("seed"), None);
    let first = &object["working"][0];
    assert_eq!(first["text"], "musket, 8\" to 12\": hits on 6");
    assert_eq!(first["cite"], "Weapon ranges and effects");
}

#[test]
fn numbers_are_exact_halves_too() {
    // 5 light horse, (½ + 1) × 5 - 3 for disorder by twos = 4½.
    let line = "melee 5 light charge disordered vs 4 musketeer rolled =18 =3 2 2";
    let ran = run(&["--json", line]);
    assert_eq!(ran.json()["outcome"]["attacker"][0]["points"], json!(4.5));
}

#[test]
fn a_wrong_line_is_an_object_with_its_place() {
    let ran = run(&["--json", "fire 4 musketer at pike 10in"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let object = ran.json();
    let expected = json!({ "schema": 1, "error": {
        "kind": "unknown",
        "message": "there is no troop type `musketer`",
        "hint": "did you mean `musketeer`?",
        "at": [7, 15],
        // It is no script's line, so that it has no number.
        "line": null,
        "said": "fire 4 musketer at pike 10in",
    } });
    assert_eq!(object, expected);
}

#[test]
fn what_no_line_is_at_fault_for_has_no_place() {
    let ran = run(&["--json", "-r", "kriegspeil", "fire"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.json()["error"]["at"], Value::Null);
    assert_eq!(ran.json()["error"]["hint"], "did you mean `kriegspiel`?");
}

#[test]
fn a_blank_is_said_to_be_one() {
    let ran = run(&["--json", "melee 2 heavy vs 1 light-gun rolled =12 =9"]);
    let outcome = &ran.json()["outcome"];
    assert_eq!(ran.code, 0);
    assert_eq!(outcome["blank"], true);
    assert_eq!(outcome["winner"], Value::Null);
}

#[test]
fn a_script_has_an_object_a_line() {
    let script =
        "fire 4 musketeer at pike 10in rolled 6541\n\n# nothing\nfire\ntable organisation\n";
    let ran = run_with(&["--json", "--keep-going", "run", "-"], script);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    let objects: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["outcome"]["hits"], 1);
    assert_eq!(objects[0]["line"], 1);
    // A blank line and a comment have none, and the numbers say so.
    assert_eq!(
        objects[1],
        json!({ "schema": 1, "error": {
            "kind": "missing",
            "message": "a troop type is missing",
            "hint": "as in `fire 4 musketeer at pike 10in`",
            "at": [4, 4],
            "line": 4,
            "said": "fire",
        } })
    );
    assert_eq!(objects[2]["sheets"][0]["title"], "Organisation, 1680");
    assert_eq!(objects[2]["line"], 5);
}

#[test]
fn every_object_of_a_script_has_the_number_of_its_line() {
    let script = "# one\nroll d6 rolled 1\nodds roll d6\ncompare roll d6 | roll d8\n\
        simulate 10 roll d6\nset square 2in\nfire 4 musketeer at pike 10in rolled 6541\nwhy\n\
        units\nhelp\nnonsense\n";
    let ran = run_with(
        &["--json", "--keep-going", "--seed", "1", "run", "-"],
        script,
    );
    let numbers: Vec<u64> = ran
        .out
        .lines()
        .map(|line| {
            let object: Value = serde_json::from_str(line).expect("an object");
            let line = object.get("line").or_else(|| object["error"].get("line"));
            line.and_then(Value::as_u64).expect("a number")
        })
        .collect();
    let expected: Vec<u64> = (2..=11).collect();
    assert_eq!(numbers, expected, "{}", ran.out);
}

#[test]
fn a_place_counts_bytes_of_utf_8() {
    let line = "fire 4 musketeer at Schützé 10in";
    let at = &run(&["--json", line]).json()["error"]["at"];
    // 20 bytes before it, and two of its letters have two bytes each.
    assert_eq!(at, &json!([20, 29]));
}

#[test]
fn kinds_are_fixed_words() {
    for (line, kind) in [
        ("roll 2d6 rolled 1", "dice"),
        ("roll 2d6 rolled 1 7", "dice"),
        ("fire 0 musketeer at pike 8in", "number"),
        ("fire 4 m at pike 8in", "ambiguous"),
        ("fire 4 musketeer", "missing"),
        ("fire 4 musketeer at pike at pike 8in", "unknown"),
        ("fire 4 musketeer at pike 8in 9in", "misplaced"),
        ("fire 4 pike at pike 8in", "refused"),
        ("fire \u{7}", "unreadable"),
        ("muster load /nonexistent", "file"),
    ] {
        let error = &run(&["--json", line]).json()["error"];
        assert_eq!(error["kind"], kind, "{line}: {error}");
    }
}

#[test]
fn a_whole_number_that_no_double_has_is_a_text() {
    // 2^53 is the largest up to which a double has every one.
    for (seed, expected) in [
        ("9007199254740992", json!(9_007_199_254_740_992_u64)),
        ("9007199254740993", json!("9007199254740993")),
        ("18446744073709551615", json!("18446744073709551615")),
    ] {
        for line in ["roll d6", "simulate 10 roll d6"] {
            let object = run(&["--json", "--seed", seed, line]).json();
            assert_eq!(object["seed"], expected, "{object}");
        }
    }
}

#[test]
fn characters_that_steer_a_terminal_are_escaped() {
    let line = "fire \u{9b}2J\u{202e}\u{7f}\u{e0001}";
    let ran = run(&["--json", line]);
    assert!(
        ran.out.contains(r"fire \u009b2J\u202e\u007f\udb40\udc01"),
        "{ran:?}"
    );
    assert_eq!(ran.json()["error"]["said"], line);
}
