//! Dice that the program throws: by a seed, which it says.

use crate::run;

const ROLL: &str = "roll 100d6";

#[test]
fn the_same_seed_throws_the_same_dice() {
    let first = run(&["--json", "--seed", "7", ROLL]);
    let again = run(&["--json", "--seed", "7", ROLL]);
    let other = run(&["--json", "--seed", "8", ROLL]);
    assert_eq!(first.json()["seed"], 7);
    assert_eq!(first.json()["throws"][0]["source"], "rolled");
    assert_eq!(first.out, again.out);
    assert_ne!(first.json()["throws"], other.json()["throws"]);
}

#[test]
fn a_seed_of_the_systems_is_said_and_throws_the_same_dice_again() {
    let first = run(&["--json", ROLL]);
    let seed = first.json()["seed"].as_u64().expect("a seed").to_string();
    let again = run(&["--json", "--seed", &seed, ROLL]);
    assert_eq!(first.json()["throws"], again.json()["throws"]);
}
