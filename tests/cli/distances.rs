//! Distances in every spelling, through the whole program.

use crate::run;

/// The face on which supported muskets hit: 4 to 8", 5 to 12"; nothing beyond.
fn hits_on(distance: &str) -> Option<u64> {
    let line = format!("fire 4 musketeer supported at pike {distance}");
    let ran = run(&["--json", "--seed", "1", &line]);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.json()["outcome"]["hit_on"].as_u64()
}

#[test]
fn eight_inches_are_eight_inches_however_they_are_typed() {
    for distance in [
        "8\"", "8”", "8″", "8''", "8in", "8 inches", "8.0in", "20.32cm", "203.2mm", "8", "16/2in",
    ] {
        assert_eq!(hits_on(distance), Some(4), "{distance}");
    }
}

#[test]
fn a_little_more_is_in_the_next_band() {
    for distance in [
        "8.01\"", "8 1/4\"", "8¼\"", "8¼”", "20.33cm", "203.3 mm", "1'", "30.48cm",
    ] {
        assert_eq!(hits_on(distance), Some(5), "{distance}");
    }
    for distance in ["12.000001\"", "1'1\"", "30.49cm", "400in"] {
        assert_eq!(hits_on(distance), None, "{distance}");
    }
}

#[test]
fn a_band_ends_with_its_distance() {
    let at = run(&["range", "musket", "12\""]);
    assert_eq!(at.code, 0);
    assert!(at.out.starts_with("musket at 12\": hits on 6\n"), "{at:?}");
    let past = run(&["range", "musket", "12.01\""]);
    assert_eq!(past.code, 0);
    assert!(
        past.out.starts_with("musket at 12.01\": out of range\n"),
        "{past:?}"
    );
}

/// What a script says on standard output, and what is wrong with it.
fn played(lines: &str) -> crate::harness::Ran {
    crate::run_with(&["-r", "kriegspiel", "run", "-", "--keep-going"], lines)
}

#[test]
fn a_table_at_half_scale_is_measured_as_it_lies() {
    // A musket hits on 6 beyond 8", and reaches 12": 4" and 6" at half scale.
    let line = "fire 4 musketeer at pike";
    let ran = played(&format!(
        "set reach 1/2\n{line} 4.01in rolled 5551\n{line} 4 rolled 5551\n{line} 6in rolled 6551\n{line} 6.1in\nrange musket\nretreat musketeer\n"
    ));
    assert_eq!(ran.err, "", "{ran:?}");
    let told: Vec<&str> = ran.out.lines().collect();
    assert!(told[0].contains("½\""), "{ran:?}");
    assert_eq!(told[1], "0 hits", "{ran:?}");
    assert!(ran.out.contains("3 hits"), "{ran:?}");
    assert!(ran.out.contains("1 hit\n"), "{ran:?}");
    assert!(ran.out.contains("out of range"), "{ran:?}");
    assert!(ran.out.contains(" up to    4\"  6\"\n"), "{ran:?}");
    // The first retreat of infantry is a normal move, 4" in the rules.
    assert!(ran.out.contains("2\" straight back"), "{ran:?}");
}

#[test]
fn inches_are_read_as_centimetres() {
    let line = "fire 4 musketeer at pike";
    let ran = played(&format!(
        "set reach cm\n{line} 8cm rolled 5551\n{line} 8 rolled 5551\n{line} 12cm rolled 6551\n{line} 4in rolled 6551\nretreat musketeer\nset reach 1\n{line} 8in rolled 5551\n"
    ));
    assert_eq!(ran.err, "", "{ran:?}");
    assert_eq!(ran.out.matches("3 hits").count(), 3, "{ran:?}");
    // 4" are 10.16 cm.
    assert_eq!(ran.out.matches("1 hit\n").count(), 2, "{ran:?}");
    assert!(ran.out.contains("4 cm straight back"), "{ran:?}");
}

#[test]
fn the_reach_is_on_record_undone_and_played_again() {
    let folder = crate::folder(&[]);
    let battle = folder.path().join("b.jsonl");
    let battle = crate::text_of(&battle);
    let lines = "set reach 1/2\nfire 4 musketeer at pike 4in rolled 5551\nset reach cm\nundo\nfire 4 musketeer at pike 4in rolled 5551\n";
    let ran = crate::run_with(&["--battle", battle, "run", "-"], lines);
    assert_eq!(ran.out.matches("3 hits").count(), 2, "{ran:?}");
    let goes_on = crate::run(&[
        "--battle",
        battle,
        "fire 4 musketeer at pike 4in rolled 5551",
    ]);
    assert!(goes_on.out.starts_with("3 hits"), "{goes_on:?}");
    let audited = crate::run(&["audit", battle]);
    assert_eq!(audited.code, 0, "{audited:?}");
    let dumped = crate::run(&["dump", battle]).out;
    let other = folder.path().join("again.jsonl");
    let again = crate::run_with(&["--battle", crate::text_of(&other), "run", "-"], dumped);
    assert_eq!(again.out.matches("3 hits").count(), 3, "{again:?}");
}

#[test]
fn what_can_be_no_reach_is_told() {
    for line in ["set reach 0", "set reach -1", "set reach 3yd", "set reach"] {
        let ran = crate::run(&[line]);
        assert_eq!(ran.code, 1, "{line}: {ran:?}");
        assert!(ran.err.contains("set reach 1/2"), "{line}: {ran:?}");
    }
    let ran = crate::run(&["-r", "landsknecht", "set reach 1/2"]);
    assert!(ran.err.contains("square"), "{ran:?}");
}
