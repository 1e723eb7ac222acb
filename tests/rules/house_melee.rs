//! Melees a man at a time and morale after them, under house rules that change their tables.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use serde_json::Value;

use super::harness::{answer, session_extending};

/// What a line comes to by a table of these rows that extends a rule set.
fn ruled(extends: &str, rows: &str, line: &str) -> Value {
    let (mut session, _folder) = session_extending(extends, rows);
    answer(&mut session, line)
}

fn has_step(ruled: &Value, step: &str) {
    let steps = ruled["working"].as_array().unwrap();
    assert!(steps.iter().any(|told| told["text"] == step), "{steps:#?}");
}

#[test]
fn a_blank_cell_leaves_kills_and_losses_open_and_the_rest_is_done() {
    let rows = "[ruling.melee.dice-a-man]\n\
        foot-light = [1, \"blank\", \"1/3\", \"1/2\", \"1/3\", \"1/4\"]\n";
    let ruled = ruled(
        "chainmail",
        rows,
        "melee 7 light-foot vs 4 heavy-foot rolled 5544",
    );
    let outcome = &ruled["outcome"];
    assert_eq!(outcome["blank"], true);
    assert_eq!(
        outcome["blank_is"],
        "Dice a man, row light foot, column heavy foot"
    );
    assert_eq!(outcome["attacker"][0]["kills"], Value::Null);
    assert_eq!(outcome["defender"][0]["lost"], Value::Null);
    // Heavy foot against light foot as printed: four dice, 5 or more kills.
    assert_eq!(outcome["attacker"][0]["lost"], 2);
}

#[test]
fn a_changed_cell_says_what_was_printed() {
    let rows = "[ruling.melee.dice-a-man]\n\
        foot-light = [1, 1, \"1/3\", \"1/2\", \"1/3\", \"1/4\"]\n\
        [ruling.melee.kills-on]\nfoot-light = [6, 5, 6, 6, 6, 6]\n";
    let ruled = ruled(
        "chainmail",
        rows,
        "melee 2 light-foot vs 1 heavy-foot rolled 51 4",
    );
    has_step(
        &ruled,
        "light foot against heavy foot: 1 die a man, 5 or more kills \
         (house rule, printed 6) (house rule, printed ½)",
    );
    assert_eq!(ruled["outcome"]["attacker"][0]["kills"], 1);
}

#[test]
fn modifiers_change_the_men_their_dice_and_the_score() {
    let rows = "[word.ambush]\nsay = \"strikes from an ambush\"\nin = [\"melee\"]\n\
        [modifier.men]\nsay = \"front rank\"\nin = [\"melee\"]\nwhen = [{ said = \"ambush\" }]\non = \"men\"\nat-most = 4\n\
        [modifier.dice]\nsay = \"ambush\"\nin = [\"melee\"]\nwhen = [{ said = \"ambush\" }]\non = \"a-man\"\nadd = 1\n\
        [modifier.score]\nsay = \"surprise\"\nin = [\"melee\"]\nwhen = [{ said = \"ambush\" }]\non = \"kill-on\"\nadd = -1\n";
    // 4 of 6 men with ½ + 1 dice each: 6 dice at 5 or more; ten heavy foot throw ten at 5.
    let ruled = ruled(
        "chainmail",
        rows,
        "melee 6 light-foot ambush vs 10 heavy-foot rolled 655432 5111111111",
    );
    let attacker = &ruled["outcome"]["attacker"][0];
    assert_eq!(
        (&attacker["dice"], &attacker["kill_on"]),
        (&6.into(), &5.into())
    );
    assert_eq!(
        (&attacker["kills"], &attacker["lost"]),
        (&3.into(), &1.into())
    );
}

#[test]
fn changed_totals_say_what_was_printed() {
    let rows = "[type.heavy-foot.numbers]\nrating = 6\n[value.small-fight]\nis = 25\n\
        [ruling.morale.results]\n\"20-39\" = \"back\"\n";
    let line = "morale 21-1 heavy-foot vs 21-1 light-foot";
    // 20 × 6 = 120 v 80: 40, and 21 are not too many to double it.
    let ruled = ruled("chainmail", rows, line);
    assert_eq!(ruled["outcome"]["difference"], 80);
    has_step(
        &ruled,
        "heavy foot: 20 left × 6 (house rule, printed 5) = 120",
    );
    has_step(
        &ruled,
        "neither side began with more than 25 figures (house rule, printed 20): \
         the difference is doubled",
    );
}

#[test]
fn tests_can_be_thrown_with_other_dice_and_rows() {
    let rows = "[row.test.roll]\nroll = \"1d10\"\n[ruling.morale.misses]\n\"2\" = \"retreat\"\n";
    let line = "morale 10 heavy-foot vs 10 swiss rolled 7";
    let ruled = ruled("chainmail-2d6", rows, line);
    let attacker = &ruled["outcome"]["attacker"][0];
    assert_eq!(attacker["roll"], 7);
    assert_eq!(attacker["result"], "retreat 1 move");
}
