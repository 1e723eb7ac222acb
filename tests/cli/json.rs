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
        "message": "there is no troop type `musketer`",
        "hint": "did you mean `musketeer`?",
        "at": [7, 15],
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
    assert_eq!(objects[1]["error"]["message"], "a troop type is missing");
    assert_eq!(objects[2]["sheets"][0]["title"], "Organisation, 1680");
}
