//! The audit: what it finds in a record, and what it says of a sound one.

use std::fs;
use std::path::PathBuf;

use super::forged::{forge, replace};
use super::{Place, Ran, lines};

/// A battle with thrown and told dice, an amendment, and something undone.
fn battle(place: &Place) -> PathBuf {
    let script = "muster red grey = 4 musketeer\nmuster blue b1 = 1 pike + 2 musketeer\n\
                  fire grey at b1 8in rolled 6 5 1 1\nmelee grey charge vs b1\namend +flank\n\
                  lose b1 1 a cart of powder\nundo\nroll 3d6\nturn\nreveal\n";
    let ran = place.script("--seed 1642 --battle f.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    place.path("f.jsonl")
}

fn audit(place: &Place) -> Ran {
    place.d("audit f.jsonl")
}

#[test]
fn a_sound_battle_is_answered_with_its_seal_its_entries_and_the_mark_of_the_last() {
    let place = Place::new();
    let file = battle(&place);
    let ran = audit(&place);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.starts_with("fair: "), "{ran:?}");
    assert!(ran.out.contains("4 dice thrown by hand"), "{ran:?}");
    assert!(
        ran.out.contains("every entry comes to what is on record"),
        "{ran:?}"
    );
    let all = lines(&file);
    let opening: serde_json::Value = serde_json::from_str(&all[0]).expect("JSON");
    let seal = opening["seal"].as_str().expect("a seal");
    assert!(ran.out.contains(&format!("sealed: {seal}")), "{ran:?}");
    let last: serde_json::Value = serde_json::from_str(&all[10]).expect("JSON");
    let mark = last["mark"].as_str().expect("a mark");
    let short = format!(
        "{} {} {} {}",
        &mark[..4],
        &mark[4..8],
        &mark[8..12],
        &mark[12..16]
    );
    assert!(
        ran.out
            .contains(&format!("10 entries, the mark of the last: {short}")),
        "{ran:?}"
    );
}

#[test]
fn a_battle_can_be_audited_from_its_own_seed_before_the_end() {
    let place = Place::new();
    let script = "muster red grey = 4 musketeer\nmuster blue b1 = 4 pike\nfire grey at b1 8in\n";
    place.script("--battle f.jsonl", script);
    let ran = audit(&place);
    assert!(
        ran.out.starts_with("fair: 4 dice as the seed makes them"),
        "{ran:?}"
    );
}

#[test]
fn whatever_is_changed_without_its_marks_is_found_in_its_line() {
    let place = Place::new();
    let file = battle(&place);
    let whole = lines(&file);
    let write = |lines: &[String]| {
        fs::write(&file, lines.join("\n") + "\n").expect("a journal");
    };
    let mut out = whole.clone();
    out.remove(5);
    let mut moved = whole.clone();
    moved.swap(5, 6);
    let mut again = whole.clone();
    again.insert(6, whole[5].clone());
    let mut changed = whole.clone();
    changed[5] = changed[5].replacen("lost", "list", 1);
    for (what, lines, line) in [
        ("out", out, 6),
        ("moved", moved, 6),
        ("put in", again, 7),
        ("changed", changed, 6),
    ] {
        write(&lines);
        let ran = audit(&place);
        assert_eq!(ran.code, 1, "{what}: {ran:?}");
        assert!(
            ran.err.contains(&format!("line {line} of")),
            "{what}: {ran:?}"
        );
        // What stands before it goes on.
        let mended = place.d("--mend --battle f.jsonl log");
        assert_eq!(mended.code, 0, "{what}: {mended:?}");
    }
}

#[test]
fn forged_marks_do_not_hide_other_dice_effects_words_or_seeds() {
    type Change = fn(&mut Vec<String>);
    let changes: [(&str, Change, &str); 7] = [
        (
            "a face that was thrown",
            |lines| {
                let line = lines
                    .iter_mut()
                    .find(|line| line.contains("\"verb\":\"roll\""));
                let line = line.expect("the roll");
                let at = line.find("\"drawn\":[[6,1,").expect("a die") + 14;
                let face = if line[at..].starts_with('6') {
                    "5"
                } else {
                    "6"
                };
                line.replace_range(at..=at, face);
            },
            "not fair",
        ),
        (
            "a loss",
            |lines| replace(lines, "\"lost\":2}}", "\"lost\":1}}"),
            "entry 3 differs",
        ),
        (
            "a summary",
            |lines| replace(lines, "\"summary\":\"2 hits", "\"summary\":\"1 hit"),
            "entry 3 differs",
        ),
        (
            "dice by hand in place of thrown ones",
            |lines| replace(lines, "\"source\":\"rolled\"", "\"source\":\"told\""),
            "not fair",
        ),
        (
            "a line",
            |lines| replace(lines, "\"line\":\"lose b1 1", "\"line\":\"lose b1 2"),
            "entry 6 differs",
        ),
        (
            "another seed",
            |lines| replace(lines, "\"seed\":1642", "\"seed\":1643"),
            "not the one that was sealed",
        ),
        (
            "another table",
            |lines| {
                let at = lines[0].find("\"type.pike\":\"").expect("the pikes") + 13;
                let other = if lines[0][at..].starts_with('0') {
                    "1"
                } else {
                    "0"
                };
                lines[0].replace_range(at..=at, other);
            },
            "the table of `kriegspiel` on record is not at hand",
        ),
    ];
    for (what, change, said) in changes {
        let place = Place::new();
        let file = battle(&place);
        forge(&file, change);
        let ran = audit(&place);
        assert_eq!(ran.code, 1, "{what}: {ran:?}");
        assert!(ran.out.contains(said), "{what}: {ran:?}");
    }
}

#[test]
fn a_forgery_without_change_is_the_same_file() {
    let place = Place::new();
    let file = battle(&place);
    let before = fs::read(&file).expect("the journal");
    forge(&file, |_| {});
    assert_eq!(fs::read(&file).expect("the journal"), before);
}

#[test]
fn a_tail_that_is_cut_off_shows_in_the_mark_that_was_written_down() {
    let place = Place::new();
    let file = battle(&place);
    let written_down = audit(&place).out;
    let all = lines(&file);
    fs::write(&file, all[..8].join("\n") + "\n").expect("a shorter journal");
    let now = audit(&place).out;
    let last = |out: &str| out.lines().last().expect("a line").to_owned();
    assert!(
        last(&written_down).starts_with("10 entries, "),
        "{written_down}"
    );
    assert!(last(&now).starts_with("7 entries, "), "{now}");
    assert_ne!(last(&written_down), last(&now));
}

#[test]
fn the_word_of_the_players_decides_the_dice_with_the_seed() {
    let faces = |words: &[&str]| {
        let place = Place::new();
        let words: String = words
            .iter()
            .map(|word| format!("seed-word {word}\n"))
            .collect();
        let script = format!("{words}roll 20d6\nreveal\n");
        let ran = place.script("--seed 1642 --battle f.jsonl", &script);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(audit(&place).code, 0);
        let dumped = place.d("dump f.jsonl").out;
        dumped
            .lines()
            .find(|line| line.starts_with("roll"))
            .expect("the roll")
            .to_owned()
    };
    // The first twenty faces of the seed, reckoned apart from this program.
    assert_eq!(
        faces(&[]),
        "roll 20d6 rolled 4 4 4 5 1 5 1 6 1 1 3 1 2 4 3 4 2 4 2 4"
    );
    let with_word = faces(&["Leipzig"]);
    assert_ne!(with_word, faces(&[]));
    assert_eq!(with_word, faces(&["Leipzig"]));
    assert_ne!(with_word, faces(&["Leipzig", "Halle"]));
}

#[test]
fn a_word_comes_before_the_first_die() {
    let place = Place::new();
    let ran = place.script(
        "--battle f.jsonl",
        "roll 2d6 rolled 1 2\nseed-word a\nroll 2d6\nseed-word b\n",
    );
    assert!(ran.out.contains("`a` is mixed into the seed"), "{ran:?}");
    assert!(ran.err.contains("dice have been thrown already"), "{ran:?}");
    assert_eq!(lines(&place.path("f.jsonl")).len(), 4);
}

#[test]
fn no_answer_has_the_seed_before_the_end() {
    let place = Place::new();
    let script = "muster red grey = 4 musketeer\nroll 3d6\nfire grey at 4 pike 8in\n";
    let ran = place.script("--json --seed 1642 --battle f.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("\"source\":\"rolled\""), "{ran:?}");
    assert!(!ran.out.contains("\"seed\""), "{ran:?}");
    assert!(!ran.out.contains("1642"), "{ran:?}");
    // Without a battle there is nothing to seal.
    let ran = place.d("--json --seed 1642 roll 3d6");
    assert!(ran.out.contains("\"seed\":1642"), "{ran:?}");
}

#[test]
fn the_seal_is_the_first_thing_on_the_players_screen_and_in_every_report() {
    let place = Place::new();
    let ran = place.script(
        "--battle f.jsonl",
        "muster red grey = 4 musketeer\nreport grey\nreport for red\nreveal\n",
    );
    let (_, sealed) = ran.out.split_once("\n  sealed: ").expect("the seal");
    let seal = &sealed[..64];
    assert_eq!(ran.out.matches(seal).count(), 2, "{ran:?}");
    // As the battle begins enough of it is said to know it again.
    let begins = format!("the dice are sealed: {}…", &seal[..16]);
    assert!(ran.out.contains(&begins), "{ran:?}");
    let watched = place.d("--watch --battle f.jsonl");
    let first = watched.out.lines().next().expect("a line");
    assert!(
        first.ends_with(&format!(" · kriegspiel · sealed: {seal}")),
        "{watched:?}"
    );
}
