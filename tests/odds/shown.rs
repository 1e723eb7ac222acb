//! Estimates, tables, the headline at the prompt, and help.

use super::*;

#[test]
fn a_simulation_comes_out_again_with_its_seed_and_leaves_the_dice_alone() {
    let thrown = |lines: &[&str]| {
        let mut session = session("kriegspiel");
        let mut last = String::new();
        for line in lines {
            let answer = answer(&mut session, line);
            last = report::answer_json("kriegspiel", line, &answer).unwrap();
        }
        last
    };
    let simulate = "simulate 100 roll 3d6";
    assert_eq!(thrown(&[simulate]), thrown(&["roll 3d6", simulate]));
    assert_eq!(thrown(&["roll 3d6"]), thrown(&[simulate, "roll 3d6"]));
}

// --- What a person sees ---------------------------------------------------------------

const SHOWN: [&str; 11] = [
    "odds fire 4 musketeer at pike 10in",
    "odds melee 2 hussar charge vs 3 musketeer flank",
    "odds melee 2 heavy charge and 2 light vs 1 pike + 2 musketeer and sword-buckler",
    "odds melee 2 hussar charge vs 3 musketeer until 5 rounds",
    "odds melee 2 heavy vs 2 medium points 2",
    "odds melee 2 hussar vs 3 musketeer with flank",
    "odds roll 40d6",
    "odds roll 1000d6",
    "compare roll 3d6 | roll 100d6",
    "simulate 100 melee 2 hussar charge vs 3 musketeer flank",
    "simulate 100 roll 1000d100",
];

#[test]
fn every_table_fits_eighty_columns_and_a_plain_terminal() {
    for line in SHOWN {
        let shown = text("kriegspiel", line);
        for row in shown.lines() {
            let width = unicode_width::UnicodeWidthStr::width(row);
            assert!(width <= 80, "{width}: {row}");
        }
        let plain = report::ascii(&shown);
        assert!(plain.is_ascii() && !plain.contains('?'), "{plain}");
    }
}

#[test]
fn a_table_shows_chances_ends_rarity_and_the_mean() {
    let shown = text("kriegspiel", "odds fire 4 musketeer at pike 10in");
    let rows: Vec<&str> = shown.lines().map(str::trim).collect();
    assert_eq!(rows[0], "fire 4 musketeer at pike 10in");
    // Four dice of a sixth each, and all but 625 of 1296.
    assert_eq!(rows[1], "hits 0.67, any 51.8 %");
    assert_eq!(rows[3], "hits · defender, pike: lost");
    assert_eq!(rows[4], "chance  at least  at most");
    // 1/1296, and all of 1296 less that.
    assert!(
        rows[9].starts_with("4   0.08 %    0.08 %    100 %  1 in 1,296  ▏"),
        "{}",
        rows[9]
    );
    // 4 dice, each with 1 in 6.
    assert_eq!(rows[10], "mean 0.67");
}

#[test]
fn what_may_go_either_way_is_never_said_to_be_certain() {
    let shown = text("kriegspiel", "odds roll 40d6");
    assert!(shown.contains("<0.01 %") && shown.contains(">99.99 %"));
    assert!(!shown.contains(" 0 %"), "{shown}");
    // Only the first row's "at least" and the last row's "at most" are certain.
    assert_eq!(shown.matches(" 100 %").count(), 2, "{shown}");
}

#[test]
fn an_estimate_is_marked_as_one() {
    let shown = text("kriegspiel", "simulate 100 fire 4 musketeer at pike 10in");
    assert!(
        shown.contains("an estimate: thrown 100 times by ChaCha12, seed 1642"),
        "{shown}"
    );
    assert!(shown.contains("48.23 %") && shown.contains("± "), "{shown}");
}

#[test]
fn the_console_has_a_headline_for_complete_lines_only() {
    let session = session("kriegspiel");
    // At the prompt a few milliseconds are all it gets; a busy machine may need more.
    let patience = std::time::Duration::from_secs(60);
    let headline =
        |line: &str| odds::headline_within(session.grammar(), session.settings(), line, patience);
    assert_eq!(
        headline("fire 4 musketeer at pike 10in").as_deref(),
        Some("hits: mean 0.67, any 51.77 %")
    );
    let melee = headline("melee 2 hussar charge vs 3 musketeer flank");
    assert!(
        melee
            .unwrap()
            .starts_with("winner: attacker 99.92 %, defender 0.04 %")
    );
    for line in [
        "fire 4 musketeer at",
        "fire 4 musketeer at pike 10in rolled 6 5 4 1",
        "morale 4 musketeer",
        "show pike",
        "",
    ] {
        assert_eq!(headline(line), None, "{line}");
    }
}

#[test]
fn help_says_how_odds_are_asked_for() {
    for verb in ["odds", "compare", "simulate", "roll"] {
        let shown = text("kriegspiel", &format!("help {verb}"));
        assert!(shown.lines().count() > 2, "{shown}");
    }
}

/// Every example of every rule set has odds, whatever it throws.
#[test]
fn every_example_of_every_rule_set_has_odds() {
    let sets = Library::default().ids().expect("the built-in rule sets");
    for set in sets {
        let mut session = session(&set.id);
        let examples: Vec<String> = session
            .rules()
            .rulings
            .iter()
            .flat_map(|(_, ruling)| ruling.examples.clone())
            .collect();
        for example in examples {
            let example = example.split(" rolled").next().unwrap();
            answer(&mut session, &format!("odds {example}"));
        }
    }
}
