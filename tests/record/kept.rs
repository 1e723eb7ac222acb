//! What is said to be kept is kept, and what is not is said.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::harness::one_line;
use super::{Place, lines};

const MUSTER: &str = "muster red grey = 4 musketeer\n";

/// The file in which an answer says that a battle is kept instead of its own.
fn rescue(answer: &str) -> String {
    // A note goes on in the next line where it is long.
    let answer = one_line(answer);
    let (_, rest) = answer
        .split_once("there, but in `")
        .unwrap_or_else(|| panic!("{answer}"));
    rest.split('`').next().expect("its name").to_owned()
}

#[test]
fn a_file_that_is_taken_away_is_missed_at_once_and_the_battle_kept_elsewhere() {
    let place = Place::new();
    let mut open = place.open("--battle f.jsonl");
    open.say("muster red grey = 4 musketeer");
    fs::remove_file(place.path("f.jsonl")).expect("the journal");
    let log = open.say("log");
    let log: Vec<&str> = log.split_whitespace().collect();
    let said = "not kept any more in f.jsonl: there is no such file or folder";
    assert!(log.join(" ").contains(said), "{log:?}");
    let answer = open.say("lose grey 2");
    assert!(
        answer.contains("cannot write `f.jsonl`: there is no such file or folder"),
        "{answer}"
    );
    let elsewhere = rescue(&answer);
    let answer = open.say("lose grey 1");
    assert_eq!(rescue(&answer), elsewhere);
    assert_eq!(open.end(), 5);
    let units = place.d(&format!("--battle {elsewhere} units"));
    assert_eq!(units.unit("grey"), "red grey 4 musket-sword 21 of 24");
    assert_eq!(place.d(&format!("audit {elsewhere}")).code, 0);
}

#[test]
fn a_file_that_another_took_the_place_of_is_left_alone() {
    let place = Place::new();
    let mut open = place.open("--battle f.jsonl");
    open.say("muster red grey = 4 musketeer");
    // As sync clients and editors do it: a new file under the old name.
    let copy = fs::read(place.path("f.jsonl")).expect("the journal");
    fs::write(place.path("new"), &copy).expect("a copy");
    fs::rename(place.path("new"), place.path("f.jsonl")).expect("a copy");
    let answer = open.say("lose grey 2");
    assert!(
        answer.contains("another file lies in its place"),
        "{answer}"
    );
    assert_eq!(open.end(), 5);
    assert_eq!(fs::read(place.path("f.jsonl")).expect("a copy"), copy);
    let units = place.d(&format!("--battle {} units", rescue(&answer)));
    assert_eq!(units.unit("grey"), "red grey 4 musket-sword 22 of 24");
}

#[test]
fn a_file_that_comes_back_is_gone_on_with() {
    let place = Place::new();
    let mut open = place.open("--battle f.jsonl");
    open.say("muster red grey = 4 musketeer");
    fs::rename(place.path("f.jsonl"), place.path("away")).expect("the journal");
    open.say("lose grey 2");
    fs::rename(place.path("away"), place.path("f.jsonl")).expect("the journal");
    let answer = open.say("lose grey 1");
    assert!(answer.contains("all of the battle is kept"), "{answer}");
    assert_eq!(open.end(), 0);
    let units = place.d("--battle f.jsonl units");
    assert_eq!(units.unit("grey"), "red grey 4 musket-sword 21 of 24");
}

#[test]
fn a_file_that_is_not_as_long_as_it_was_left_is_left_alone() {
    for (what, said) in [
        ("longer", "something else was written to it"),
        ("shorter", "part of it is gone"),
    ] {
        let place = Place::new();
        let file = place.path("f.jsonl");
        let mut open = place.open("--battle f.jsonl");
        open.say("muster red grey = 4 musketeer");
        let before = fs::read(&file).expect("the journal");
        let other = match what {
            "longer" => [before.as_slice(), b"a shopping list\n"].concat(),
            _ => before[..before.len() - 9].to_vec(),
        };
        // Written in place, so that it is the same file.
        fs::write(&file, &other).expect("the journal");
        let answer = open.say("lose grey 2");
        assert!(answer.contains(said), "{what}: {answer}");
        assert_eq!(open.end(), 5);
        assert_eq!(fs::read(&file).expect("the journal"), other);
        let units = place.d(&format!("--battle {} units", rescue(&answer)));
        assert_eq!(units.unit("grey"), "red grey 4 musket-sword 22 of 24");
    }
}

#[test]
fn a_folder_that_is_taken_away_is_missed_at_once() {
    let place = Place::new();
    fs::create_dir(place.path("stick")).expect("a folder");
    let mut open = place.open("--battle stick/f.jsonl");
    open.say("muster red grey = 4 musketeer");
    fs::remove_dir_all(place.path("stick")).expect("the folder");
    let answer = open.say("lose grey 2");
    let elsewhere = rescue(&answer);
    assert!(elsewhere.contains("state/drumhead/battles/"), "{elsewhere}");
    assert_eq!(open.end(), 5);
    let units = place.d(&format!("--battle {elsewhere} units"));
    assert_eq!(units.unit("grey"), "red grey 4 musket-sword 22 of 24");
}

#[test]
fn a_line_whose_entry_is_not_on_the_disk_fails() {
    let place = Place::new();
    let one = place.d("--battle no/such/folder/b.jsonl muster red a = 1 pike");
    assert_eq!(one.code, 5, "{one:?}");
    assert!(
        one.out.contains("cannot write `no/such/folder/b.jsonl`"),
        "{one:?}"
    );
    // The same for a script, and for the end of it that writes nothing.
    let script = place.script(
        "--battle no/such/folder/b.jsonl",
        &format!("{MUSTER}units\n"),
    );
    assert_eq!(script.code, 5, "{script:?}");
    let look = place.d("--battle no/such/folder/b.jsonl units");
    assert_eq!(look.code, 0, "{look:?}");
}

#[test]
fn a_line_from_the_shell_that_nothing_would_be_left_of_is_refused() {
    let place = Place::new();
    for line in ["muster red x = 4 pike", "turn", "roll"] {
        let ran = place.d(line);
        if line == "roll" {
            // What is wrong in itself is said first.
            assert_eq!(ran.code, 1, "{ran:?}");
            continue;
        }
        assert_eq!(ran.code, 5, "{ran:?}");
        assert!(ran.err.contains("--battle FILE"), "{ran:?}");
        assert_eq!(ran.out, "", "{ran:?}");
    }
    // A ruling needs no battle.
    assert_eq!(place.d("roll 2d6 rolled 3 4").out.lines().next(), Some("7"));
    // A script has its battle as long as it runs.
    assert_eq!(place.script("", &format!("{MUSTER}units\n")).code, 0);
}

#[test]
fn mere_look_ups_begin_no_battle() {
    let place = Place::new();
    for line in [
        "units",
        "log",
        "set",
        "luck",
        "battles",
        "show pike",
        "help",
        "dice roll",
    ] {
        let ran = place.d(&format!("--battle f.jsonl {line}"));
        assert_eq!(ran.code, 0, "{line}: {ran:?}");
        assert!(!place.path("f.jsonl").exists(), "{line}");
        assert!(!place.path("f.jsonl.seed").exists(), "{line}");
    }
    let wrong = place.d("--battle f.jsonl lose grey 2");
    assert_eq!(wrong.code, 1, "{wrong:?}");
    assert!(!place.path("f.jsonl").exists());
}

#[test]
fn a_battle_whose_seed_is_gone_can_be_looked_at_and_goes_on_with_dice_of_the_table() {
    let place = Place::new();
    let script = format!("{MUSTER}muster blue b1 = 4 pike\nfire grey at b1 8in rolled 6 1 1 1\n");
    place.script("--battle f.jsonl", &script);
    fs::remove_file(place.path("f.jsonl.seed")).expect("the seed");
    let units = place.d("--battle f.jsonl units");
    assert_eq!(units.code, 0, "{units:?}");
    assert_eq!(units.unit("b1"), "blue b1 4 pike 35 of 36");
    assert!(
        one_line(&units.err).contains("no more dice of its seed can be thrown"),
        "{units:?}"
    );
    let audit = place.d("audit f.jsonl");
    assert!(audit.out.contains("cannot tell of the dice"), "{audit:?}");
    assert!(!audit.out.contains("not fair"), "{audit:?}");
    let thrown = place.d("--battle f.jsonl fire grey at b1 8in");
    assert_eq!(thrown.code, 1, "{thrown:?}");
    assert!(
        thrown
            .err
            .contains("the seed of this battle's dice is not at hand"),
        "{thrown:?}"
    );
    assert_eq!(lines(&place.path("f.jsonl")).len(), 4);
    let told = place.d("--battle f.jsonl fire grey at b1 8in rolled 6 6 1 1");
    assert_eq!(told.code, 0, "{told:?}");
    assert_eq!(
        place.d("--battle f.jsonl units").unit("b1"),
        "blue b1 4 pike 33 of 36"
    );
    assert_eq!(place.d("--battle f.jsonl reveal").code, 1);
    // Another seed in its place is no seed of it either.
    fs::write(place.path("f.jsonl.seed"), "1642 00ff\n").expect("a seed");
    let units = place.d("--battle f.jsonl units");
    assert!(
        units.err.contains("is not the seed that was sealed"),
        "{units:?}"
    );
}

#[test]
fn the_seed_is_for_the_referee_alone_and_is_never_written_over() {
    let place = Place::new();
    place.script("--battle f.jsonl", MUSTER);
    let seed = place.path("f.jsonl.seed");
    let mode = fs::metadata(&seed).expect("the seed").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // The journal is moved away: its seed is not another battle's.
    let before = fs::read(&seed).expect("the seed");
    fs::rename(place.path("f.jsonl"), place.path("backup.jsonl")).expect("the journal");
    let units = place.d("--battle f.jsonl units");
    assert_eq!(units.code, 1, "{units:?}");
    assert!(
        units
            .err
            .contains("the seed of its battle still lies beside it"),
        "{units:?}"
    );
    assert_eq!(place.d("--battle f.jsonl turn").code, 1);
    assert_eq!(fs::read(&seed).expect("the seed"), before);
    assert!(!place.path("f.jsonl").exists());
}

#[test]
fn nothing_is_written_through_a_symbolic_link() {
    let place = Place::new();
    let victim = place.path("letter");
    fs::write(&victim, "dear friend").expect("a letter");
    symlink(&victim, place.path("f.jsonl.torn")).expect("a link");
    symlink(&victim, place.path("f.jsonl.damaged")).expect("a link");
    symlink(&victim, place.path("g.jsonl.seed")).expect("a link");
    place.script("--battle f.jsonl", &format!("{MUSTER}turn\n"));
    let whole = fs::read_to_string(place.path("f.jsonl")).expect("the journal");
    fs::write(place.path("f.jsonl"), format!("{whole}{{\"n\":3")).expect("a torn journal");
    assert_eq!(place.d("--battle f.jsonl units").code, 0);
    assert_eq!(
        fs::read_to_string(place.path("f.jsonl.torn-2")).expect("it"),
        "{\"n\":3"
    );
    let damaged = whole.replacen("\"n\":2", "\"n\":7", 1);
    fs::write(place.path("f.jsonl"), &damaged).expect("a damaged journal");
    assert_eq!(place.d("--mend --battle f.jsonl units").code, 0);
    assert_eq!(
        fs::read_to_string(place.path("f.jsonl.damaged-2")).expect("it"),
        damaged
    );
    assert_eq!(place.d("--battle g.jsonl turn").code, 1);
    assert_eq!(
        fs::read_to_string(&victim).expect("the letter"),
        "dear friend"
    );
}

#[test]
fn a_second_mending_leaves_the_first_rescue_copy() {
    let place = Place::new();
    let mut copies = Vec::new();
    for round in 0..3 {
        let file = place.path("f.jsonl");
        place.script("--battle f.jsonl", &format!("{MUSTER}turn\nturn\n"));
        let whole = fs::read_to_string(&file).expect("the journal");
        let last = whole.lines().count();
        let damaged = whole.replacen(&format!("\"n\":{}", last - 1), "\"n\":99", 1);
        fs::write(&file, &damaged).expect("a damaged journal");
        let mended = place.d("--mend --battle f.jsonl units");
        assert_eq!(mended.code, 0, "{round}: {mended:?}");
        copies.push(damaged);
    }
    for (name, copy) in ["f.jsonl.damaged", "f.jsonl.damaged-2", "f.jsonl.damaged-3"]
        .iter()
        .zip(copies)
    {
        assert_eq!(fs::read_to_string(place.path(name)).expect("a copy"), copy);
    }
}

#[test]
fn what_other_programs_do_to_the_ends_of_a_file_is_no_damage() {
    let place = Place::new();
    let file = place.path("f.jsonl");
    place.script("--battle f.jsonl", &format!("{MUSTER}turn\n"));
    let whole = fs::read_to_string(&file).expect("the journal");
    let bare = whole.trim_end();
    for text in [
        format!("\u{feff}{whole}"),
        format!("{whole}\n\n"),
        bare.to_owned(),
        whole.replace('\n', "\r\n"),
    ] {
        fs::write(&file, &text).expect("a journal");
        let units = place.d("--battle f.jsonl units");
        assert_eq!(units.code, 0, "{units:?}");
        assert!(!units.err.contains("torn"), "{units:?}");
        let turn = place.d("--battle f.jsonl turn");
        assert_eq!(turn.code, 0, "{turn:?}");
        assert_eq!(lines(&file).len(), 4, "{text:?}");
        let again = place.d("--battle f.jsonl units");
        assert!(again.out.contains("turn 2"), "{again:?}");
    }
    assert!(!place.path("f.jsonl.torn").exists());
}

#[test]
fn a_battle_of_the_first_form_is_refused_in_a_sentence() {
    let place = Place::new();
    let old = "{\"battle\":1,\"opened\":\"2026-11-30T20:00:00Z\",\"rules\":\"kriegspiel\",\
               \"table\":\"\",\"seal\":\"\"}\n";
    fs::write(place.path("f.jsonl"), old).expect("a journal");
    let ran = place.d("--battle f.jsonl units");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.err
            .contains("has form 1, which keeps neither the rule table"),
        "{ran:?}"
    );
    assert_eq!(fs::read_to_string(place.path("f.jsonl")).expect("it"), old);
}
