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
