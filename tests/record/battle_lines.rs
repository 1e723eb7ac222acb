//! What the lines of a battle do is kept, ruled again by the audit, and written out by a dump.

use std::fs;

use super::forged::{forge, replace};
use super::{Place, Ran};

/// A melee that lands on a blank of the source, its value, and two corrections of it; then units
/// that stand together, part, join and become something else.
const SCRIPT: &str = "\
muster red m = 2 medium
muster blue b = 3 musketeer
melee m vs b rolled 6 6 6 1 1 1
fill type.medium.numbers.foot 30 rolled 6 6 6 1 1 1 5 2
fill type.medium.numbers.foot 3
undo
redo
muster red 2 x 4 musketeer, 1 x 2 pike
stack s1 = p1 + m1
fire m2 at b 8in
amend 9in
undo
fire m2 at b 9\"
split b 1 musketeer > b2
lose b2 2
merge b b2 > b3
becomes m1 side blue
becomes p1 hussar
lose b3 1 of musketeer powder
fill type.medium.numbers.horse 1/2
fill type.medium.numbers.horse blank
undo 3
redo 2
";

fn fought(place: &Place) -> Ran {
    let ran = place.script("--seed 1642 --battle f.jsonl", SCRIPT);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn the_audit_rules_filled_amended_parted_and_joined_units_again() {
    let place = Place::new();
    let ran = fought(&place);
    // 3 points × 2 bases × 18 = 108 against 3 bases × 2 × 3 = 18; with 30 points 1080.
    assert!(ran.out.contains(" wins 1080 to 18"), "{ran:?}");
    assert!(ran.out.contains(" wins 108 to 18"), "{ran:?}");
    let audited = place.d("audit f.jsonl");
    assert_eq!(audited.code, 0, "{audited:?}");
    assert!(
        audited
            .out
            .contains("every entry comes to what is on record"),
        "{audited:?}"
    );
}

#[test]
fn the_audit_finds_what_was_made_of_parts_joins_and_values() {
    for (what, from, to) in [
        (
            "a part",
            "\"split\":{\"unit\":\"b\"",
            "\"split\":{\"unit\":\"m\"",
        ),
        (
            "how many part",
            "\"count\":1,\"lost\":0",
            "\"count\":2,\"lost\":0",
        ),
        (
            "who joins",
            "\"units\":[\"b\",\"b2\"]",
            "\"units\":[\"b2\",\"b\"]",
        ),
        (
            "a stack",
            "\"units\":[\"p1\",\"m1\"]",
            "\"units\":[\"m1\",\"p1\"]",
        ),
        ("a type", "\"troop\":\"hussar\"}}", "\"troop\":\"heavy\"}}"),
        ("a side", "\"side\":\"blue\"}}", "\"side\":\"green\"}}"),
        (
            "a value of an order",
            "\"numbers.horse\",\"value\":\"\\\"1/2\\\"\"",
            "\"numbers.horse\",\"value\":\"1\"",
        ),
        ("what was understood", "at b 9in", "at b 8in"),
    ] {
        let place = Place::new();
        fought(&place);
        let file = place.path("f.jsonl");
        let whole = fs::read_to_string(&file).expect("a journal");
        let from = from.replace("\"numbers.horse\"", "\"type.medium.numbers.horse\"");
        let to = to.replace("\"numbers.horse\"", "\"type.medium.numbers.horse\"");
        assert!(whole.contains(&from), "{what}: {from}\n{whole}");
        forge(&file, |lines| replace(lines, &from, &to));
        let audited = place.d("audit f.jsonl");
        assert_ne!(audited.code, 0, "{what}: {audited:?}");
    }
}

#[test]
fn a_dump_writes_out_what_is_filled_in_parted_and_joined() {
    let place = Place::new();
    fought(&place);
    let dumped = place.d("dump f.jsonl");
    for line in [
        "muster red m1 = 4 musket-sword",
        "muster red p1 = 2 pike",
        "fill type.medium.numbers.foot 30 rolled 6 6 6 1 1 1 5 2",
        "stack s1 = p1 + m1",
    ] {
        assert!(dumped.out.lines().any(|other| other == line), "{dumped:?}");
    }
    let again = place.script("--battle again.jsonl", &dumped.out);
    assert_eq!(again.code, 0, "{again:?}");
    for line in ["units", "fill"] {
        let first = place.d(&format!("--battle f.jsonl {line}"));
        let second = place.d(&format!("--battle again.jsonl {line}"));
        assert_eq!(first.out, second.out);
    }
    assert_eq!(place.d("dump again.jsonl").out, dumped.out);
    assert_eq!(place.d("audit again.jsonl").code, 0);
}

#[test]
fn a_dump_sets_what_was_set_before_the_battle_began() {
    let place = Place::new();
    let script = "set shields-against-fire off\nset square 2 1/2in\nset scale 20yd\n\
                  muster red a = 4 pike\nnew second\nmuster red a = 4 pike\n";
    let ran = place.script("-r landsknecht --battle l.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    let dumped = place.d("dump l-2.jsonl");
    let again = place.script("-r landsknecht --battle again.jsonl", &dumped.out);
    assert_eq!(again.code, 0, "{dumped:?}\n{again:?}");
    let first = place.d("--battle l-2.jsonl set");
    assert!(first.out.contains("off       *  do not save"), "{first:?}");
    assert_eq!(first.out, place.d("--battle again.jsonl set").out);
}

#[test]
fn what_was_filled_in_before_a_battle_is_its_first_entry() {
    let place = Place::new();
    let script = "muster red m = 1 medium\nfill type.medium.numbers.foot 9\nnew\nfill\n\
                  muster red m = 1 medium\n";
    let ran = place.script("--battle f.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains(" medium horse: v infantry  9"), "{ran:?}");
    let dumped = place.d("dump f-2.jsonl").out;
    assert_eq!(
        dumped,
        "set rules kriegspiel\nfill type.medium.numbers.foot 9\nmuster red m = 1 medium\n"
    );
    assert_eq!(place.d("audit f-2.jsonl").code, 0);
    let undone = place.script("--battle f-2.jsonl", "undo 2\nfill\nredo 2\nfill\n");
    let filled = undone.out.matches(" medium horse: v infantry  9").count();
    assert_eq!(filled, 1, "{undone:?}");
}

#[test]
fn a_value_counts_for_the_rule_set_that_it_was_filled_in_for() {
    let place = Place::new();
    fs::write(
        place.path("own.toml"),
        "format = 2\nid = \"own\"\nname = \"Own copy\"\nextends = \"kriegspiel\"\n",
    )
    .expect("a table");
    let script = "muster red m = 1 medium\nfill type.medium.numbers.foot 9\nset rules own\nfill\n\
                  undo\nfill\n";
    let ran = place.script("--tables . --battle f.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    // Once under its own rule set, and not under the other.
    let filled = ran.out.matches(" medium horse: v infantry  9").count();
    assert_eq!(filled, 1, "{ran:?}");
    assert!(
        ran.out.contains("28 blanks left: `drumhead blanks own`"),
        "{ran:?}"
    );
    let audited = place.d("--tables . audit f.jsonl");
    assert_eq!(audited.code, 0, "{audited:?}");
}

#[test]
fn what_was_filled_in_for_a_rule_set_comes_with_it_when_it_takes_over() {
    let place = Place::new();
    fs::write(
        place.path("own.toml"),
        "format = 2\nid = \"own\"\nname = \"Own copy\"\nextends = \"kriegspiel\"\n",
    )
    .expect("a table");
    let script = "set rules own\nfill type.medium.numbers.foot 9\nset rules kriegspiel\n\
                  muster red m = 1 medium\nset rules own\nfill\nundo 2\nfill\nredo 2\nfill\n\
                  new\nfill\n";
    // Without a file, so that the lines before the first unit are of no battle.
    let file = place.path("script.txt");
    fs::write(&file, script).expect("a script");
    let ran = place.d("--tables . run script.txt");
    assert_eq!(ran.code, 0, "{ran:?}");
    // Under its own rules it is filled in: after they take over, again after `redo`, and in the next battle.
    let filled = ran.out.matches(" medium horse: v infantry  9").count();
    assert_eq!(filled, 3, "{ran:?}");
}

#[test]
fn a_stack_ends_with_its_unit_whoever_has_the_handle_later() {
    let place = Place::new();
    for end in [
        "remove a2\nmuster red a2 = 3 musketeer\n",
        "merge a2 a3 > a3\nmuster red a2 = 3 musketeer\n",
    ] {
        let script = format!(
            "muster red a1 = 2 pike\nmuster red a2 = 4 musketeer\nmuster red a3 = 2 musketeer\n\
             muster blue b1 = 2 hussar\nstack s1 = a1 + a2\n{end}\
             melee s1 vs b1 rolled 1 1 1 1 1 1 1 6\nundo 2\n\
             melee s1 vs b1 rolled 1 1 1 1 1 1 1 6\n"
        );
        let ran = place.script("", &script);
        assert!(
            ran.err.contains("there is no unit or troop type `s1`"),
            "{ran:?}"
        );
        assert_eq!(ran.err.matches("error").count(), 1, "{ran:?}");
        assert!(ran.out.contains("a1 + a2"), "{ran:?}");
    }
}

#[test]
fn a_turn_after_the_end_begins_another_battle() {
    let place = Place::new();
    let script = "muster red a = 4 pike\nstate a disordered\nturn\nturn\nreveal\n\
                  unit a\nunits red\nreport for red\nlog a\nturn\nunits\n";
    let ran = place.script("--battle f.jsonl", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    // Of a battle that is over everything can be looked at.
    assert!(ran.out.contains("a (a), red"), "{ran:?}");
    assert!(ran.out.contains("For red"), "{ran:?}");
    let next = ran.out.rsplit("`drumhead audit FILE`").next();
    let next = next.expect("what follows the end");
    assert!(next.contains("turn 1"), "{next}");
    assert!(!next.contains("turn 3"), "{next}");
    assert!(place.path("f-2.jsonl").exists());
}

#[test]
fn all_faults_of_a_file_of_units_are_said_a_line_each() {
    let place = Place::new();
    fs::write(
        place.path("army.toml"),
        "[[unit]]\nside = \"red\"\nhandle = \"r\"\ntroops = \"2-6 pike\"\n\
         [[unit]]\nside = 3\nhandle = \"r\"\ntroops = \"pike # one\"\n",
    )
    .expect("a file");
    let ran = place.script("", "muster load army.toml # all of them\nunits\n");
    assert_eq!(ran.code, 1, "{ran:?}");
    // 2 bases of pikes are 18 figures: 9 a base.
    for fault in [
        "army.toml:4: `troops`: 2 pikes cannot have lost 54",
        "\n       army.toml:6: `side`: a text in quotes is wanted",
        "\n       army.toml:7: `handle`: `r` is in the file twice",
        "\n       army.toml:8: `troops`: `#` has no place among troops",
    ] {
        assert!(ran.err.contains(fault), "{fault}: {}", ran.err);
    }
    assert!(ran.out.contains("nobody is mustered yet"), "{ran:?}");
}

#[test]
fn comments_end_the_new_lines_of_a_battle_too() {
    let place = Place::new();
    let script = "muster red 2 x 4 musketeer, 1 x 2 pike # three, or 4 x more\n\
                  muster blue b = 4 pike # theirs > ours\n\
                  fire m1 at b 8in rolled 1 1 1 1 # a volley\n\
                  again at b # once more, +charge\n\
                  +charge # with impetus\namend 9in # not +flank\n\
                  split b 1 pike > b2 # the left\nmerge b b2 > b # > c\n\
                  stack s = m1 + m2 # + p1\nbecomes b side red # over\nfill # all\n";
    let ran = place.script("", script);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out
            .contains("m1, m2 join red: 4 musket-sword\np1 joins red: 2 pike\n")
    );
    assert!(ran.out.contains("s is m1 + m2\n"), "{ran:?}");
}

#[test]
fn the_word_for_fresh_dice_stays_in_notes_and_is_refused_where_none_are_thrown() {
    let place = Place::new();
    let script = "muster red a = 4 musketeer\nnote a wants new dice --fresh\nunit a\n\
                  odds fire 4 musketeer at pike 8in --fresh\nmuster red c = 4 pike --fresh\n\
                  amend = fire a at a 8in --fresh # x\nunits\n";
    let ran = place.script("", script);
    assert!(ran.out.contains("  wants new dice --fresh\n"), "{ran:?}");
    let refused = ran.err.matches("`--fresh` has no place here").count();
    assert_eq!(refused, 3, "{ran:?}");
    assert!(!ran.out.contains("c joins"), "{ran:?}");
}

#[test]
fn a_file_with_a_third_side_comes_with_a_note() {
    let place = Place::new();
    let unit = |side: &str, handle: &str| {
        format!("[[unit]]\nside = \"{side}\"\nhandle = \"{handle}\"\ntroops = \"pike\"\n")
    };
    let file = [
        unit("red", "r"),
        unit("blue", "b"),
        unit("bleu", "c"),
        unit("bleu", "d"),
    ];
    fs::write(place.path("army.toml"), file.concat()).expect("a file");
    let ran = place.script("", "muster load army.toml\n");
    let note = "note: `bleu` is one side more, besides red and blue\n";
    assert_eq!(ran.out.matches(note).count(), 1, "{ran:?}");
}

#[test]
fn the_audit_musters_the_units_of_a_file_from_what_is_written_out() {
    let place = Place::new();
    let army = "[[unit]]\nside = \"red\"\nhandle = \"r\"\ntroops = \"4 pike\"\n";
    fs::write(place.path("army.toml"), army).expect("a file");
    let ran = place.script("--battle f.jsonl", "Must Load army.toml # all\nlose r 1\n");
    assert_eq!(ran.code, 0, "{ran:?}");
    fs::remove_file(place.path("army.toml")).expect("a file");
    let audited = place.d("audit f.jsonl");
    assert_eq!(audited.code, 0, "{audited:?}");
    // Another hand makes it five bases.
    forge(&place.path("f.jsonl"), |lines| {
        replace(
            lines,
            "\"troop\":\"pike\",\"count\":4",
            "\"troop\":\"pike\",\"count\":5",
        );
    });
    let audited = place.d("audit f.jsonl");
    assert!(audited.out.contains("entry 1 differs"), "{audited:?}");
}
