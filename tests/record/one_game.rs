//! A battle is one game: its rule set, its table, its settings.

use std::fs;

use super::Place;
use super::harness::one_line;

/// Twenty heavy foot and ten heavy horse, in Chainmail.
const CHAINMAIL: &str = "muster red a = 20 heavy-foot\nmuster blue b = 10 heavy-horse\n";
/// Musketeers and pikes, in Le Kriegspiel.
const KRIEGSPIEL: &str = "muster red grey = 4 musketeer\nmuster blue b1 = 4 pike\n";

/// A table that extends Le Kriegspiel by men of the levy.
const CLUB: &str = "format = 2\nid = \"club\"\nname = \"Club\"\nextends = \"kriegspiel\"\n\
    [type.levy]\nname = \"levy\"\narm = \"infantry\"\nclass = \"mixed\"\ntags = [\"pikes\"]\n\
    figures = 9\nnumbers = { foot = 8, horse = 8, impetus = 1, square = 12 }\n";

fn club(place: &Place, text: &str) {
    fs::write(place.path("club.toml"), text).expect("a table");
}

#[test]
fn a_battle_goes_on_by_its_own_rule_set() {
    let place = Place::new();
    place.script("-r chainmail --battle ch.jsonl", CHAINMAIL);
    // Heavy horse throw three dice a man against heavy foot and kill on 5 and 6; of
    // the twenty on foot four throw a die together, and kill on 6: two fall, and none.
    let dice = format!("6 5{}", " 1".repeat(33));
    let melee = place.d(&format!("--battle ch.jsonl melee b vs a rolled {dice}"));
    assert_eq!(melee.code, 0, "{melee:?}");
    let units = place.d("--battle ch.jsonl units");
    assert_eq!(units.unit("a"), "red a 20 heavy-foot 18 of 20 fought");
    assert_eq!(units.unit("b"), "blue b 10 heavy-horse 10 of 10 fought");
}

#[test]
fn a_contrary_rule_set_is_refused_and_nothing_changes() {
    let place = Place::new();
    place.script("-r chainmail --battle ch.jsonl", CHAINMAIL);
    let before = fs::read(place.path("ch.jsonl")).expect("a journal");
    for rules in ["kriegspiel", "landsknecht", "musket-and-pike-house"] {
        let refused = place.d(&format!("-r {rules} --battle ch.jsonl units"));
        assert_eq!(refused.code, 1, "{refused:?}");
        assert!(
            refused.err.contains("is a battle of `chainmail`"),
            "{refused:?}"
        );
        let hint = format!("leave `-r {rules}` out to go on with it");
        assert!(refused.err.contains(&hint), "{refused:?}");
    }
    let units = place.d("--battle ch.jsonl -r chainmail units");
    assert_eq!(units.unit("a"), "red a 20 heavy-foot 20 of 20");
    let after = fs::read(place.path("ch.jsonl")).expect("a journal");
    assert_eq!(before, after);
}

#[test]
fn a_rule_set_that_cannot_be_found_is_named() {
    let place = Place::new();
    club(&place, CLUB);
    let muster = "muster red l = 2 levy\n";
    place.script("--tables . -r club --battle c.jsonl", muster);
    let lost = place.d("--battle c.jsonl units");
    assert_eq!(lost.code, 1, "{lost:?}");
    assert!(lost.err.contains("unknown rule set `club`"), "{lost:?}");
    let found = place.d("--tables . --battle c.jsonl units");
    assert_eq!(found.unit("l"), "red l 2 levy 18 of 18");
}

#[test]
fn another_game_cannot_take_over_while_units_are_mustered() {
    let place = Place::new();
    let script =
        format!("{KRIEGSPIEL}set rules landsknecht\nmelee grey vs b1 rolled 1 1 1\nunits\n");
    let ran = place.script("--battle k.jsonl", &script);
    assert!(
        ran.err.contains("this is a battle of `kriegspiel`"),
        "{ran:?}"
    );
    assert!(ran.err.contains("`new` begins another battle"), "{ran:?}");
    // The melee wants the dice of Le Kriegspiel, and is none with three.
    assert_eq!(ran.unit("grey"), "red grey 4 musket-sword 24 of 24");
    assert_eq!(ran.unit("b1"), "blue b1 4 pike 36 of 36");
    assert!(!ran.out.contains("destroyed"), "{ran:?}");
    // Nobody is mustered in a new battle, and that goes by any rules.
    let script = "new\nset rules landsknecht\nmuster red p = 6 pike\nundo 2\nset\n";
    let ran = place.script("--battle k.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("undone: set rules landsknecht"), "{ran:?}");
    assert!(ran.out.contains("Settings for Le Kriegspiel"), "{ran:?}");
}

#[test]
fn a_table_of_the_family_takes_over_on_record_and_can_be_undone() {
    let place = Place::new();
    club(&place, CLUB);
    place.script("--battle k.jsonl", KRIEGSPIEL);
    let taken = place.d("--tables . -r club --battle k.jsonl muster red l = 2 levy");
    assert_eq!(taken.code, 0, "{taken:?}");
    assert!(
        taken.err.contains("`club` takes over from `kriegspiel`"),
        "{taken:?}"
    );
    // It is on record, so nobody need say it again.
    let fire = "fire grey at l 8in rolled 6 1 1 1";
    let fire = place.d(&format!("--tables . --battle k.jsonl {fire}"));
    assert_eq!(fire.code, 0, "{fire:?}");
    let units = place.d("--tables . --battle k.jsonl units");
    assert_eq!(units.unit("l"), "red l 2 levy 17 of 18");
    // The fire, the muster, the table: then the levy is gone, and Le Kriegspiel is back.
    let back = place.d("--tables . --battle k.jsonl undo 3");
    assert!(back.out.contains("undone: set rules club"), "{back:?}");
    let none = place.d("--battle k.jsonl muster red l = 2 levy");
    assert_eq!(none.code, 1, "{none:?}");
    let again = place.d("--tables . --battle k.jsonl redo 3");
    assert_eq!(again.code, 0, "{again:?}");
    let units = place.d("--tables . --battle k.jsonl units");
    assert_eq!(units.unit("l"), "red l 2 levy 17 of 18");
}

#[test]
fn what_can_no_longer_be_loaded_cannot_be_gone_back_to() {
    let place = Place::new();
    club(&place, CLUB);
    let script = format!("{KRIEGSPIEL}set rules club\nundo\n");
    place.script("--tables . --battle k.jsonl", &script);
    fs::remove_file(place.path("club.toml")).expect("a table");
    let redo = place.d("--tables . --battle k.jsonl redo");
    assert_eq!(redo.code, 1, "{redo:?}");
    assert!(redo.err.contains("unknown rule set `club`"), "{redo:?}");
    assert_eq!(super::lines(&place.path("k.jsonl")).len(), 5);
}

#[test]
fn a_unit_whose_type_is_gone_from_the_table_is_named_and_left_alone() {
    let place = Place::new();
    club(&place, CLUB);
    let script = "muster red l = 1 levy + 4 pike\nmuster blue m = 4 musketeer\n\
                  lose l 10\n";
    place.script("--tables . -r club --battle c.jsonl", script);
    // Nine of the levy and one pikeman are gone. Without the levy, the losses of
    // the first group must not fall on the pikes.
    let without = CLUB.replace("levy", "militia");
    club(&place, &without);
    let play = |line: &str| place.d(&format!("--tables . --battle c.jsonl {line}"));
    let units = play("units");
    assert_eq!(units.code, 0, "{units:?}");
    assert!(
        one_line(&units.err).contains("`type.militia`; that touches l"),
        "{units:?}"
    );
    assert!(
        units.err.contains("no troop type `levy`, of which `l` is"),
        "{units:?}"
    );
    for line in [
        "fire m at l 8in rolled 6 6 6 6",
        "melee m vs l rolled 1 1 1 1 1 1 1 1",
        "lose l 1",
        "state l fired",
    ] {
        let refused = play(line);
        assert_eq!(refused.code, 1, "{line}: {refused:?}");
        assert!(
            refused.err.contains("no troop type `levy`"),
            "{line}: {refused:?}"
        );
    }
    let turn = play("turn");
    assert_eq!(turn.code, 0, "{turn:?}");
    // The table is as it was: so is the unit.
    club(&place, CLUB);
    let units = play("units");
    assert_eq!(units.unit("l"), "red l 1 levy + 4 pike 35 of 45");
    let unit = play("unit l");
    assert!(unit.out.contains("0 figures left, 9 lost"), "{unit:?}");
    assert!(unit.out.contains("35 figures left, 1 lost"), "{unit:?}");
}

#[test]
fn units_that_part_and_join_keep_their_losses_under_another_table() {
    let place = Place::new();
    club(&place, CLUB);
    // The levy, of 9 figures, parts with its loss of 1; the 2 of the pikes stay with the second group.
    let script = "muster red l = 1 levy + 4 pike\nmuster red n = 2 pike + 1 levy\n\
                  muster blue m = 4 musketeer\nlose l 1 of levy\nlose l 2 of pike\nlose n 3 of pike\n\
                  split l 1 levy lost 1 > w1\n";
    let ran = place.script("--tables . -r club --battle c.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    club(&place, &CLUB.replace("levy", "militia"));
    let play = |line: &str| place.d(&format!("--tables . --battle c.jsonl {line}"));
    for line in [
        "split w1 1 pike > w2",
        "split n 1 pike > w2",
        "merge l w1 > l",
        "merge n l > n",
        "stack s = l + w1",
        "becomes w1 pike",
        "becomes n side blue",
        "casualties n 1 of pike",
        "lose n 1 of pike",
    ] {
        let refused = play(line);
        assert_eq!(refused.code, 1, "{line}: {refused:?}");
        assert!(
            refused.err.contains("no troop type `levy`"),
            "{line}: {refused:?}"
        );
    }
    // Nothing of the levy is left in `l`: it fights on, and loses pikemen.
    let lost = play("lose l 1");
    assert_eq!(lost.code, 0, "{lost:?}");
    let undone = play("undo 2");
    assert_eq!(undone.code, 0, "{undone:?}");
    assert_eq!(play("redo 2").code, 0);
    club(&place, CLUB);
    let units = play("units");
    assert_eq!(units.unit("l"), "red l 4 pike 33 of 36");
    assert_eq!(units.unit("w1"), "red w1 1 levy 8 of 9");
    assert_eq!(units.unit("n"), "red n 2 pike + 1 levy 24 of 27");
    // They join again, each kind with its own losses.
    let joined = play("merge l w1 > l");
    assert_eq!(joined.code, 0, "{joined:?}");
    let unit = play("unit l");
    assert!(unit.out.contains("8 figures left, 1 lost"), "{unit:?}");
    assert!(unit.out.contains("33 figures left, 3 lost"), "{unit:?}");
    let dumped = place.d("--tables . dump c.jsonl");
    let again = place.script("--tables . --battle again.jsonl", &dumped.out);
    assert_eq!(again.code, 0, "{again:?}");
    let twice = place.d("--tables . --battle again.jsonl units");
    assert_eq!(twice.out, play("units").out);
}

#[test]
fn remarks_in_a_table_are_no_change_of_it() {
    let place = Place::new();
    club(&place, CLUB);
    let options = "--tables . --battle c.jsonl";
    place.script(&format!("{options} -r club"), "muster red l = 2 levy\n");
    club(&place, &format!("# men of the shire\n{CLUB}\n"));
    let units = place.d(&format!("{options} units"));
    assert!(!units.err.contains("has changed"), "{units:?}");
    let audit = place.d("--tables . audit c.jsonl");
    assert_eq!(audit.code, 0, "{audit:?}");
    // A number that counts is a change, and the next entry has it on record.
    club(&place, &CLUB.replace("impetus = 1", "impetus = 2"));
    let turn = place.d(&format!("{options} turn"));
    assert!(turn.err.contains("`type.levy`; that touches l"), "{turn:?}");
    let log = place.d(&format!("{options} log"));
    assert!(
        log.out.contains("the table of `club` has changed"),
        "{log:?}"
    );
    assert!(!log.err.contains("has changed"), "{log:?}");
}

#[test]
fn settings_are_on_record() {
    let place = Place::new();
    let script = "set house 5\nset square 2in\nmuster red grey = 4 musketeer\n\
                  muster blue b1 = 4 pike\n";
    place.script("--battle s.jsonl", script);
    // Muskets hit on 5 up to 8 inches, on 6 beyond: four squares of 2 inches, then of 3.
    let fire = |line: &str| place.d(&format!("--battle s.jsonl {line}"));
    let near = fire("fire grey at b1 4sq rolled 5 1 1 1");
    assert!(near.out.starts_with("1 hit\n"), "{near:?}");
    fire("set square 3in");
    let far = fire("fire grey at b1 4sq rolled 5 1 1 1");
    assert!(far.out.starts_with("0 hits\n"), "{far:?}");
    // `undo` takes the shot back, then the setting.
    fire("undo 2");
    let near = fire("fire grey at b1 4sq rolled 5 1 1 1");
    assert!(near.out.starts_with("1 hit\n"), "{near:?}");
    let set = fire("set");
    assert!(set.out.contains(" house    5 "), "{set:?}");
}

#[test]
fn what_was_set_before_a_battle_belongs_to_it() {
    let place = Place::new();
    // In memory a battle begins with its first unit; what was set before is part of it.
    let script = "set house 5\nmuster red grey = 4 musketeer\nundo\nset\n";
    let ran = place.script("", script);
    assert!(ran.out.contains(" house    5 "), "{ran:?}");
    // The next battle of an evening is played on the same table.
    let script = "set square 2in\nmuster red grey = 4 musketeer\nnew\n";
    place.script("--battle s.jsonl", script);
    let set = place.d("--battle s-2.jsonl set");
    assert!(set.out.contains(" square   2\""), "{set:?}");
}

#[test]
fn a_dump_runs_by_itself() {
    let place = Place::new();
    let script = "set house 5\nset square 2in\nmuster red grey = 4 musketeer\n\
                  muster blue b1 = 4 pike\nseed-word Leipzig\nfire grey at b1 4sq\nset square 3in\n\
                  undo\nroll 2d6\nFIRE grey AT b1 4sq ROLLED 6 5 1 1 # a volley\n";
    place.script("--battle s.jsonl", script);
    let dumped = place.d("dump s.jsonl");
    let again = place.script("--battle again.jsonl", &dumped.out);
    assert_eq!(again.code, 0, "{again:?}");
    for line in ["units", "set"] {
        let first = place.d(&format!("--battle s.jsonl {line}"));
        let second = place.d(&format!("--battle again.jsonl {line}"));
        assert_eq!(first.out, second.out);
    }
    assert_eq!(place.d("dump again.jsonl").out, dumped.out);
}
