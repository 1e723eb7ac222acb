//! Playing from one's own copy: every blank filled in, row by row, and a battle fought by it.
//!
//! All values here are invented, so that they can be told from any that a copy has.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use drumhead::language::command::WorkingShown;
use drumhead::report::{Ink, Look, answer_text};
use drumhead::rules::blanks::{blanks, to_fill_in};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoAnswer, Session};

use super::harness::{folder, outcome, says, session_in};

/// The file to be filled in of a rule set, with every blank filled in: by the heading that it stands
/// under and the first word of its line.
fn filled(rules: &str, value: impl Fn(&str, &str) -> String) -> String {
    let library = Library::default();
    let session = Session::open(Library::default(), rules, Some(1)).unwrap();
    let source = library.find(rules).unwrap();
    let parents = |id: &str| library.find(id);
    let text = to_fill_in("mine", session.rules(), &source, &parents, &[]).unwrap();
    let mut heading = String::new();
    let mut row = String::new();
    let mut lines = Vec::new();
    for line in text.lines() {
        let is_comment = line.starts_with('#');
        if let Some(name) = line
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
        {
            name.clone_into(&mut heading);
        } else if !line.starts_with(' ') {
            let first = line.split(" = ").next().unwrap_or_default();
            first.trim_matches('"').clone_into(&mut row);
        }
        let invented = value(&heading, &row);
        let with = |blank: &str, line: &str| line.replace(blank, &invented);
        lines.push(match is_comment {
            true => line.to_owned(),
            false => with("\"blank\"", &with("\"(blank)\"", line)),
        });
    }
    lines.join("\n")
}

/// A session in which all of it is filled in, and nothing is blank any more.
fn playing(rules: &str, text: &str) -> (Session, tempfile::TempDir) {
    let mut values = text.lines().filter(|line| !line.starts_with('#'));
    assert!(values.all(|line| !line.contains("blank")), "{text}");
    let folder = folder(&[("mine.toml", text)]);
    let library = Library::new(vec![folder.path().to_owned()]);
    let source = library.find("mine").unwrap();
    let left = blanks(&source, &|id: &str| library.find(id)).unwrap();
    assert_eq!(left.len(), 0, "{rules}: {left:?}");
    (session_in(&folder, "mine"), folder)
}

fn said(session: &mut Session, line: &str) -> String {
    let look = Look {
        width: 200,
        height: u16::MAX,
        working: WorkingShown::Short,
        ink: Ink::PLAIN,
    };
    match session.answer(line, Hand::Program) {
        Ok(answer) => {
            let text = answer_text(&answer, look);
            format!("{}\n{}", text.result, text.beside)
        }
        Err(NoAnswer::Wrong(fault)) => format!("error: {}", fault.message),
        Err(other) => panic!("{line}: {other:?}"),
    }
}

fn fight(session: &mut Session, battle: &[(&str, &[&str])]) {
    for (line, wanted) in battle {
        let answer = said(session, line);
        assert!(
            wanted.is_empty() || !answer.starts_with("error"),
            "{line}: {answer}"
        );
        for part in *wanted {
            assert!(says(&answer, part), "{line}: no `{part}` in {answer}");
        }
    }
}

#[test]
fn musket_and_pike_is_filled_in_row_by_row_with_the_signs_of_the_sheet_and_played() {
    let text = filled("musket-and-pike", |heading, row| match heading {
        // Guns (7), reiters and dragoons 4: no counter has these.
        "type.LA" | "type.HA" | "type.EA" => "\"(7)\"".to_owned(),
        heading if heading.starts_with("type.") => "4".to_owned(),
        heading if heading.starts_with("weapon.") => "9".to_owned(),
        "ruling.fire.grounds" => "5".to_owned(),
        "ruling.melee.grounds" => "3".to_owned(),
        heading if heading.ends_with(".results") => match row {
            "2" | "3" => "\"•\"".to_owned(),
            "4" | "5" => "\"D\"".to_owned(),
            "6" => "\"E1\"".to_owned(),
            _ => "\"E2\"".to_owned(),
        },
        _ => "6".to_owned(),
    });
    // Only the melee strength can stand in brackets.
    let text = text.replace("fire = \"(7)\"", "fire = 7");
    let text = text.replace("range-allowance = \"(7)\"", "range-allowance = 7");
    let text = text.replace("moves = \"(7)\"", "moves = 7");
    let (mut session, _folder) = playing("musket-and-pike", &text);
    // A value has one place: what moves says, the chart and the look-up of the type say too.
    for line in ["move RC", "show RC", "table units"] {
        assert!(said(&mut session, line).contains('4'), "{line}");
    }
    let effects = said(&mut session, "table range-effects");
    let guns = effects
        .lines()
        .find(|line| line.contains("light artillery"));
    let guns: Vec<&str> = guns.unwrap_or_default().split_whitespace().collect();
    assert_eq!(guns, ["light", "artillery", "7", "9", "9", "9", "9"]);
    fight(
        &mut session,
        &[
            ("muster red r1 = 1 RC", &["r1"]),
            ("muster red r2 = 1 RC", &["r2"]),
            ("muster red l1 = 1 LA", &["l1"]),
            ("muster blue p1 = 1 PP", &["p1"]),
            ("muster blue p2 = 1 PP", &["p2"]),
            ("muster blue h1 = 1 HA", &["h1"]),
            ("turn", &[]),
            // 9 at 2 hexes against clear ground, 3: 3-1. Row 6 is E1: the top unit is eliminated, the second disrupted.
            (
                "fire l1 at p1 + p2 2hex rolled 6",
                &["3-1, row 6", "p1: eliminated", "p2: disrupted"],
            ),
            ("phase first-melee", &["melee"]),
            // A strength in brackets attacks nobody, and counts where it defends alone: 4 against (7) is 1-2.
            ("melee l1 vs h1", &[]),
            ("melee r1 vs h1 rolled 5", &["1-2, row 5", "h1: eliminated"]),
            // 4 against 4 is 1-1, and 1 for the disrupted unit: 5 is row 6, E1.
            ("melee r2 vs p2 rolled 5", &["1-1, row 6", "p2: eliminated"]),
        ],
    );
    assert!(said(&mut session, "melee l1 vs h1").starts_with("error"));
}

#[test]
fn lion_of_the_north_is_filled_in_row_by_row_and_its_cells_rule() {
    let text = filled("lion-of-the-north", |heading, row| match heading {
        "ruling.fire.range-effects" => "0".to_owned(),
        // Below 5 nothing, 5 and 6 two hits, above that 1 hit and a check.
        "ruling.fire.small-arms" => match row.parse::<i64>() {
            Ok(5 | 6) => "2".to_owned(),
            Ok(7..) => "\"1D\"".to_owned(),
            _ => "\"-\"".to_owned(),
        },
        "ruling.fire.artillery" => "2".to_owned(),
        "ruling.shock.superiority" => "\"AS1\"".to_owned(),
        // Below 4 the attacker has 1 hit, then the defender: disrupted with 1 hit, above 8 routed with 2.
        "ruling.shock.grid" => match row.parse::<i64>() {
            Ok(4..=8) => "\"-/1D\"".to_owned(),
            Ok(9..) => "\"1/2R\"".to_owned(),
            _ => "\"1D/-\"".to_owned(),
        },
        "ruling.charge.lines" => match row {
            "first" => "\"charges\"".to_owned(),
            "second" => "\"charges-disrupted\"".to_owned(),
            _ => "\"no-charge\"".to_owned(),
        },
        "ruling.pursuit-table.pursuit" => "\"goes on\"".to_owned(),
        "value.by-position" => "\"AS1\"".to_owned(),
        "value.columns-a-degree" => "1".to_owned(),
        "value.second-line" => "0".to_owned(),
        "value.no-column" | "value.no-pursuit-column" => "\"nothing\"".to_owned(),
        heading if heading.starts_with("type.") => "7".to_owned(),
        _ => "3".to_owned(),
    });
    let (mut session, _folder) = playing("lion-of-the-north", &text);
    fight(
        &mut session,
        &[
            ("muster swedes b1 = 8 hi swedish tq 7", &["b1"]),
            ("muster swedes c1 = 5 hc swedish tq 7", &["c1"]),
            ("muster imperialists t1 = 10 te imperialist tq 6", &["t1"]),
            ("muster imperialists k1 = 4 cr imperialist tq 6", &["k1"]),
            (
                "muster imperialists l1 = 1 li-compact imperialist tq 6",
                &["l1"],
            ),
            ("turn", &[]),
            ("phase orders", &["Orders"]),
            // 8 strength points, die 5: a plain number is so many hits.
            ("fire b1 at t1 rolled 5", &["t1: 2 lost"]),
            // Die 7: one hit, and a check for each unit in the hex.
            ("fire b1 at k1 rolled 7", &["k1: 1 lost", "to-check"]),
            (
                "disruption k1 rolled 7",
                &["k1: disrupted", "k1: no longer to-check"],
            ),
            // 8 against 3 with AS2 against cavalry. Die 5: one hit and disrupted, which it is already, so routed (12.31).
            (
                "shock b1 moved vs k1 rolled 5",
                &["k1: 1 lost", "k1: routed"],
            ),
            // Die 3: the attacker has one hit and is disrupted.
            (
                "shock c1 moved vs t1 rolled 3",
                &["c1: 1 lost", "c1: disrupted"],
            ),
            // The last strength point of compact light infantry is gone when it is disrupted in shock (10.33): 1 hit is.
            ("shock b1 moved vs l1 rolled 4", &["l1: eliminated"]),
        ],
    );
    // A die less than Troop Quality is the first line, one equal to it the second, one above it the third.
    let line = "charge cr tq 7 luetzen rolled";
    for (die, result) in [
        (5, "charges"),
        (6, "charges, disrupted"),
        (7, "does not charge"),
    ] {
        let outcome = outcome(&mut session, &format!("{line} {die}"));
        assert_eq!(outcome["attacker"][0]["result"], result, "{die}");
    }
}

#[test]
fn numbers_that_cannot_be_are_refused_and_brackets_are_asked_for() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    for (line, wanted) in [
        ("fill type.LA.numbers.melee 1", "error: `1` or `(1)`?"),
        ("fill type.LA.numbers.melee (1)", "(1)"),
        (
            "fill type.RC.numbers.melee -3",
            "error: `-3` is less than 1",
        ),
        (
            "fill type.RC.numbers.melee 2.5",
            "error: `2½` is no whole number",
        ),
        ("fill type.RC.numbers.melee 3", "3"),
        (
            "fill ruling.melee.grounds.stream 0",
            "error: `0` is less than ¼",
        ),
        (
            "fill ruling.fire.grounds.slope 0",
            "error: `0` is less than 1",
        ),
        ("fill ruling.fire.results.3.\"2:1\" •", "no effect"),
        (
            "fill ruling.fire.results.3.\"2:1\" 7",
            "error: there is no `7`",
        ),
        ("fill type.EA.numbers.moves 3", "error: there is no blank"),
    ] {
        let answer = said(&mut session, line);
        assert!(answer.contains(wanted), "{line}: {answer}");
    }
    // (1) attacks nobody.
    assert!(said(&mut session, "melee 1 LA vs 1 MP").starts_with("error"));
}

#[test]
fn results_on_a_blank_never_touch_the_attacker() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    for line in [
        "melee 1 PP vs 1 MP rolled 5",
        "melee 1 RC and 1 HC vs 1 MP rolled 3",
    ] {
        let outcome = outcome(&mut session, line);
        assert_eq!(outcome["blank"], true, "{line}");
        assert_eq!(outcome["attacker"][0]["lost"], 0, "{line}");
        assert!(outcome["attacker"][0]["result"].is_null(), "{line}");
    }
}
