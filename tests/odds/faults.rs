//! What has no odds, is too large, or is broken off.

use super::*;

fn fault(line: &str) -> (String, String) {
    match session("kriegspiel").answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => (fault.message, fault.hint.unwrap_or_default()),
        other => panic!("`{line}`: {other:?}"),
    }
}

#[test]
fn what_has_no_odds_is_said() {
    for (line, message) in [
        ("odds", "the odds of what"),
        ("odds show pike", "such a line throws no dice"),
        ("odds odds roll 3d6", "such a line throws no dice"),
        (
            "odds roll 3d6 rolled 1 2 3",
            "odds are of dice that have not been thrown yet",
        ),
        (
            "odds roll 3d6 until broken",
            "`until` is for what two sides do to each other",
        ),
        (
            "odds initiative until broken",
            "`until` is for what two sides do to each other",
        ),
        ("odds melee pike vs pike until tea", "until when"),
        ("odds melee pike vs pike until 0 rounds", "until when"),
        (
            "compare roll 3d6",
            "two lines are compared, with `|` between them",
        ),
        (
            "compare roll 3d6 | roll 2d6 | roll d6",
            "two lines are compared, with `|` between them",
        ),
        (
            "simulate 0 roll 3d6",
            "a line is thrown 1 to 10000000 times, not 0",
        ),
        (
            "odds roll 3d6+1 at-least 5",
            "dice that are counted one by one take nothing added",
        ),
        ("odds roll 3d6 at-least", "at least which face"),
        (
            "fire 4 musketeer | pike",
            "`at` or `vs` and the other side are missing here",
        ),
    ] {
        assert_eq!(fault(line).0, message, "{line}");
    }
}

#[test]
fn faults_point_into_the_whole_line() {
    let line = "compare roll 3d6 | fire 4 musketeers at 1 rabbit 8in";
    match session("kriegspiel").answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => {
            assert_eq!(&line[fault.at.unwrap().in_line(line).unwrap()], "rabbit")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_too_large_says_its_size_and_offers_a_simulation() {
    let (message, hint) = fault("odds roll 1000d1000");
    assert_eq!(
        message,
        "exact odds would take about 999,001 steps, and at most 10,000 are taken"
    );
    assert_eq!(hint, "`simulate 100000 roll 1000d1000` estimates them");
    let object = json("kriegspiel", "simulate 50 roll 1000d1000");
    assert_eq!(object["odds"], Value::Null);
    assert_eq!(
        (&object["seed"], &object["times"]),
        (&1642.into(), &50.into())
    );
    assert!(object["not_exact"].as_str().unwrap().contains("999,001"));
}

#[test]
fn a_raised_flag_breaks_off() {
    let session = session("kriegspiel");
    let stop = AtomicBool::new(true);
    let ground = Ground {
        rules: session.rules(),
        settings: session.settings(),
        limit: Limit::default(),
        stop: &stop,
    };
    for line in [
        "odds fire 4 musketeer at pike 10in",
        "odds melee pike vs pike until broken",
    ] {
        let Ok(Command::Odds(open)) = session.grammar().parse(line) else {
            panic!("`{line}` is not read")
        };
        let found = odds::find(ground, &open, &mut |_, _| {});
        assert!(
            matches!(found, Err(Stop::Halt(Halt::Interrupted))),
            "{line}"
        );
        let simulated = odds::simulate(ground, &open, 10, 1, &mut |_, _| {});
        assert!(matches!(simulated, Err(Stop::Halt(Halt::Interrupted))));
    }
}
