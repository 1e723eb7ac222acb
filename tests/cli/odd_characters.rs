//! Typographic characters in wrong lines, `#` in free text, handles that look like dice.

use serde_json::{Value, json};

use crate::{Ran, run, run_with};

/// The objects that a script gives, one a line.
fn objects(script: &str) -> Vec<Value> {
    let ran = run_with(&["--json", "--keep-going", "run", "-"], script);
    assert_eq!(ran.err, "", "{ran:?}");
    let lines = ran.out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an object"))
        .collect()
}

/// The characters of the line at which an object says that it is wrong.
fn pointed_at(object: &Value, line: &str) -> String {
    let at = &object["error"]["at"];
    let place = |end: usize| usize::try_from(at[end].as_u64().expect("a place")).expect("a byte");
    line.get(place(0)..place(1))
        .expect("whole characters of the line")
        .to_owned()
}

#[test]
fn a_typographic_character_in_a_wrong_line_is_pointed_at() {
    for (line, wrong) in [
        // Among faces, at the end of a word and inside it.
        ("roll 2d6 rolled 6 – 1", "–"),
        ("roll 2d6 rolled 6–1", "–1"),
        ("roll 3d6 rolled =’4", "=’4"),
        ("roll 2d6 rolled 6 2 ’’", "’’"),
        // After `=`, and in a name before it.
        (
            "muster red grey Grey’s Regiment = 4 musketeer – veteran",
            "–",
        ),
        // An opening quotation mark after a number is four inches.
        ("muster red a = 4 “pike”", "”"),
        ("muster red Schützen’ = 4 pike", "Schützen’"),
        // Inside words, and in lines about lines.
        ("fire 4 musketeer’s–men at pike 10in", "musketeer’s–men"),
        ("odds fire 4 pike – 2 at gun", "–"),
        ("compare roll “3d6 | roll 2d6", "“"),
        ("set square 2″x’", "’"),
    ] {
        let object = &objects(line)[0];
        assert_eq!(pointed_at(object, line), wrong, "{object}");
        // What is shown to a person ends no program either.
        let shown = run(&[line]);
        assert_eq!(shown.code, 1, "{line}: {shown:?}");
        assert!(shown.err.starts_with("error: "), "{shown:?}");
    }
}

const TWO_SIDES: &str = "muster red Schützen = 4 musketeer\nmuster blue b1 = 4 pike\n";

#[test]
fn a_place_is_never_of_another_line() {
    let script = format!(
        "{TWO_SIDES}fire Schützen at b1 8in rolled 1 1 1 1\n\
         again at Schützen\namend at 3 fathoms\namend +nosuch’word\n"
    );
    let found = objects(&script);
    let lines: Vec<&str> = script.lines().collect();
    for (object, line) in found.iter().zip(&lines).skip(3) {
        let error = &object["error"];
        assert_eq!(error["said"], json!(line));
        if !error["at"].is_null() {
            assert!(!pointed_at(object, line).is_empty(), "{object}");
        }
    }
    assert_eq!(found.len(), 6);
    assert_eq!(
        found[3]["error"]["message"],
        "`schützen` is in the line twice"
    );
    // The unit stands in this line, and not where a caret of the other line would be.
    assert_eq!(pointed_at(&found[3], lines[3]), "Schützen");
}

/// What an entry of the record says, by the lines it was made with.
fn after(script: &str) -> Ran {
    let ran = run_with(&["run", "-"], format!("{TWO_SIDES}{script}"));
    assert_eq!(ran.code, 0, "{ran:?}");
    ran
}

#[test]
fn free_text_keeps_its_hashes() {
    let shown = after(
        "note b1 hit by shot #3 from the redoubt\n\
         note b1 # 4 has jammed\n\
         lose b1 2 shot #5 # again\n\
         destroy schützen #7 company is gone\n\
         unit b1\nlog\n",
    )
    .out;
    for kept in [
        "hit by shot #3 from the redoubt",
        "# 4 has jammed",
        "own: shot #5 # again",
    ] {
        assert!(shown.contains(kept), "{kept}: {shown}");
    }
    let named = after("muster red c Company #3 of 4 = 4 pike # fresh from home\nunit c\n").out;
    assert!(named.contains("Company #3 of 4"), "{named}");
    assert!(!named.contains("fresh from home"), "{named}");
}

#[test]
fn a_hash_where_a_word_could_begin_is_a_comment() {
    let shown = after(
        "units # all of them\nunit b1 #one\nundo 1 # the muster\nredo # it stays\n\
         phase # the next\nlose b1 1 # a stray shot\n\
         fire schützen at b1 8in rolled 1 1 1 1 # low\namend at 9in # measured again\n\
         again at b1 --fresh # another\nlog 1 # the last\n",
    );
    assert!(!shown.err.contains("error"), "{shown:?}");
    let wrong = run(&["roll d6#1"]);
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.err.contains("a comment has a blank before its `#`"),
        "{wrong:?}"
    );
}

#[test]
fn a_handle_that_looks_like_dice_is_the_unit_wherever_units_are_named() {
    let script = "muster red d1 = 4 musketeer\nmuster red d20 = 4 musketeer\n\
         muster blue D3 = 4 pike\n\
         fire d1 at d3 8in rolled 1 1 1 1\n\
         melee d3 vs d1 + d20 rolled =3 =3 1 1\n\
         odds fire D20 at d3 8in\n\
         again at D3 rolled 1 1 1 1\n\
         unit d20\nlose d20 1\nunits\n\
         roll d20 rolled 17\nroll 2d6 rolled 1 1\nodds roll d3\n";
    let ran = run_with(&["--keep-going", "run", "-"], script);
    // `again` may be wrong about what it repeats, not about who is meant.
    assert!(!ran.err.contains("no troop type"), "{ran:?}");
    assert!(ran.out.contains("\n17\nreferee 17\n"), "{ran:?}");
    // Nobody is called so: dice, as ever.
    assert_eq!(run(&["roll d1000 rolled 5"]).code, 0);
}

#[test]
fn a_handle_that_no_line_could_name_is_refused() {
    for handle in ["a½", "a--b", "a.", "b-", "d1'"] {
        let ran = run(&[&format!("muster red {handle} = 4 pike")]);
        assert_eq!(ran.code, 1, "{handle}: {ran:?}");
        assert!(ran.err.contains("is no handle"), "{handle}: {ran:?}");
    }
}

#[test]
fn the_beginning_of_several_handles_lists_them() {
    let script = "muster red guard = 4 musketeer\nmuster red guard2 = 4 musketeer\n\
         muster blue b1 = 4 pike\nfire g at b1 8in\n";
    let ran = run_with(&["run", "-"], script);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("`g` could be `guard` or `guard2`"),
        "{ran:?}"
    );
}

#[test]
fn what_a_file_is_called_cannot_steer_the_terminal() {
    let name = "/nonexistent/\u{1b}]0;x\u{7}\u{9b}2J\u{202e}";
    for arguments in [
        &["run", name][..],
        &["check", name],
        &["audit", name],
        &["dump", name],
        &["--tables", name, "rules"],
        &["--battle", name, "units"],
        &["-r", name, "units"],
        // What is no usage is quoted too.
        &["--seed", name, "units"],
        &[name],
        &["help", name],
    ] {
        for json in [&[][..], &["--json"]] {
            for color in [&[][..], &["--color", "always"]] {
                let ran = run(&[json, color, arguments].concat());
                let said = format!("{}{}", ran.out, ran.err);
                for harm in ["\u{1b}]", "\u{7}", "\u{9b}", "\u{202e}"] {
                    assert!(!said.contains(harm), "{arguments:?}: {said:?}");
                }
            }
        }
    }
}
