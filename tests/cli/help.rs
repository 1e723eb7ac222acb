//! What `help` tells: the rulings, and the verbs of a topic.

use crate::run;

#[test]
fn help_fits_a_screen_and_names_every_verb() {
    let shown = run(&["-r", "landsknecht", "help"]).out;
    assert!(shown.lines().count() <= 24, "{shown}");
    for verb in ["fire", "improve", "power", "compare", "amend", "why"] {
        assert!(shown.contains(verb), "{verb}: {shown}");
    }
}

#[test]
fn a_topic_lists_its_verbs_with_what_they_give() {
    for (topic, verb) in [
        ("look-ups", "range"),
        ("chances", "simulate"),
        ("battle", "muster"),
        ("console", "dice"),
        ("cons", "dice"),
    ] {
        let shown = run(&["help", topic]).out;
        let begins = |line: &str| line.trim_start().starts_with(verb);
        assert!(shown.lines().any(begins), "{topic}: {shown}");
    }
}
