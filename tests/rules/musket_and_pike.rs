//! Musket & Pike: what holds between its tables, and how its scenarios read.
//!
//! Its cells stand in `tests/cells/musket-and-pike.toml`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use drumhead::language::command::WorkingShown;
use drumhead::number::Number;
use drumhead::report::{Ink, Look, answer_text};
use drumhead::rules::RuleSet;
use drumhead::rules::amount::Given;
use drumhead::rules::beside::scenarios_of;
use drumhead::rules::chart::{Body, Cell};
use drumhead::rules::kind::TroopType;
use drumhead::rules::library::Library;
use drumhead::rules::steps::Cell as Held;
use drumhead::rules::steps::lookup::{Cells, LookupTable};
use drumhead::session::{Hand, Session};
use proptest::prelude::*;

use super::harness;

fn with_rules(id: &str, check: impl FnOnce(&RuleSet)) {
    let session = Session::open(Library::default(), id, Some(1)).unwrap();
    check(session.rules());
}

/// A look-up table of a ruling.
fn table<'r>(rules: &'r RuleSet, ruling: &str, id: &str) -> &'r LookupTable {
    let ruling = rules.rulings.get(rules.rulings.named(ruling).unwrap());
    let mut tables = ruling.program.tables.iter();
    tables.find(|table| table.id == id).unwrap()
}

/// The cells of a table, row by row.
fn cells(table: &LookupTable) -> Vec<Vec<Held>> {
    let rows = table.rows.iter().map(|row| match &row.cells {
        Cells::One(cell) => vec![cell.holds],
        Cells::Columns(cells) => cells.iter().map(|(_, cell)| cell.holds).collect(),
    });
    rows.collect()
}

/// A number as the tests below write it: `?` for a blank, `-` where there is none.
fn written(number: Option<Given<Number>>) -> String {
    match number {
        Some(Given::Known(number)) => number.to_string(),
        Some(Given::Blank) => "?".to_owned(),
        None => "-".to_owned(),
    }
}

#[test]
fn every_unit_of_the_game_is_there() {
    with_rules("musket-and-pike", |rules| {
        // The fourteen of the counters, and dragoons on foot.
        assert_eq!(rules.types.len(), 15);
    });
}

#[test]
fn the_movement_chart_is_of_the_counters() {
    for id in ["musket-and-pike", "musket-and-pike-house"] {
        with_rules(id, |rules| {
            let moves = rules.attributes.named("moves").unwrap();
            let chart = &rules.charts.get(rules.moves.unwrap()).body;
            assert!(
                matches!(chart, Body::Types(numbers) if *numbers == [moves]),
                "{id}"
            );
        });
    }
}

#[test]
fn the_chart_of_range_effects_says_what_weapons_do() {
    for id in ["musket-and-pike", "musket-and-pike-house"] {
        with_rules(id, |rules| {
            let strength = rules.attributes.named("strength").unwrap();
            let chart = rules.charts.named("range-effects").unwrap();
            let Body::Rows { rows, .. } = &rules.charts.get(chart).body else {
                panic!("the chart has no rows");
            };
            for row in rows {
                let named = |troop: &TroopType| troop.name == row.name;
                let (_, troop) = rules.types.iter().find(|(_, t)| named(t)).unwrap();
                let weapon = rules.weapons.get(troop.weapons[0]);
                for (place, range) in [(1, 1), (1, 2), (2, 3), (2, 4), (3, 5), (4, 11)] {
                    let band = weapon.band(Number::whole(range));
                    let found = band.and_then(|(_, band)| band.number(strength));
                    let cell = match &row.cells[place] {
                        Cell::Number(number) => written(Some(*number)),
                        Cell::None => "-".to_owned(),
                        Cell::Text(text) => text.clone(),
                    };
                    assert_eq!(written(found), cell, "{id}: {} at {range}", row.name);
                }
            }
        });
    }
}

#[test]
fn the_house_table_keeps_every_printed_cell_and_fills_the_others() {
    with_rules("musket-and-pike", |printed| {
        with_rules("musket-and-pike-house", |rules| {
            for (ruling, id) in [
                ("fire", "results"),
                ("melee", "results"),
                ("fire", "grounds"),
                ("melee", "grounds"),
            ] {
                let held = cells(table(rules, ruling, id));
                let printed = cells(table(printed, ruling, id));
                assert_eq!(held.len(), printed.len());
                for (held, printed) in held.iter().flatten().zip(printed.iter().flatten()) {
                    assert!(!is_blank(held), "{ruling} {id}");
                    assert!(is_blank(printed) || held == printed, "{ruling} {id}");
                }
            }
        });
    });
    with_rules("musket-and-pike-house", |rules| {
        for (_, troop) in rules.types.iter() {
            assert!(
                troop.numbers.iter().all(|n| n.number.known().is_some()),
                "{}",
                troop.id
            );
        }
        for (_, weapon) in rules.weapons.iter() {
            let mut numbers = weapon.bands.iter().flat_map(|band| band.numbers.iter());
            assert!(numbers.all(|n| n.number.known().is_some()), "{}", weapon.id);
        }
        for (_, chart) in rules.charts.iter() {
            if let Body::Rows { rows, .. } = &chart.body {
                let mut cells = rows.iter().flat_map(|row| &row.cells);
                assert!(
                    !cells.any(|cell| *cell == Cell::Number(Given::Blank)),
                    "{}",
                    chart.id
                );
            }
        }
    });
}

fn is_blank(cell: &Held) -> bool {
    matches!(cell, Held::Blank(_))
}

/// How hard a result is.
fn severity(rules: &RuleSet, cell: Held) -> usize {
    let scale = ["none", "D", "E1", "E2"];
    let result = rules.cell_text(cell);
    scale.iter().position(|known| *known == result).unwrap()
}

#[test]
fn house_results_are_never_milder_on_a_higher_die_or_at_better_odds() {
    with_rules("musket-and-pike-house", |rules| {
        for ruling in ["fire", "melee"] {
            let cells = cells(table(rules, ruling, "results"));
            let at = |die: usize, column: usize| severity(rules, cells[die - 1][column]);
            for die in 1..=7 {
                for column in 0..8 {
                    let here = at(die, column);
                    assert!(
                        die == 7 || at(die + 1, column) >= here,
                        "{ruling} {die} {column}"
                    );
                    assert!(
                        column == 7 || at(die, column + 1) >= here,
                        "{ruling} {die} {column}"
                    );
                    // Eliminations come at 2-1 and better, or on a 6 or 7.
                    let eliminates = here >= 2;
                    assert!(
                        !eliminates || column >= 4 || die >= 6,
                        "{ruling} {die} {column}"
                    );
                }
            }
        }
    });
}

/// The column that two strengths are read in, as a table of the same columns finds it.
const READER: &str = r#"
format = 2
id = "reader"
name = "Reader"
measure = "inches"
count = ["unit", "units"]
loss = ["unit", "units"]
arms = { any = "any" }
[type.unit]
name = "unit"
arm = "any"
[word.attack]
say = "attack strength"
in = ["odds-of"]
takes = { least = 0, most = 1000 }
[word.defence]
say = "defence strength"
in = ["odds-of"]
takes = { least = 0, most = 1000 }
[ruling.odds-of]
say = "the column of two strengths"
sides = "one"
summary = { of = "unit", say = "{column}" }
[ruling.odds-of.steps]
column = { table = "results", column = "attack ÷ defence", read = "column", alone = true }
[ruling.odds-of.results]
1 = COLUMNS
"#;

/// The columns of the combat results.
const COLUMNS: [(i64, i64); 8] = [
    (1, 4),
    (1, 3),
    (1, 2),
    (1, 1),
    (2, 1),
    (3, 1),
    (4, 1),
    (5, 1),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The columns, by whole-number arithmetic: the best odds a:b of which attack × b is at
    /// least defence × a.
    #[test]
    fn odds_are_the_best_that_the_attacker_fully_has(pairs in prop::collection::vec((1i64..200, 0i64..100), 64)) {
        with_rules("musket-and-pike", |rules| {
            for ruling in ["fire", "melee"] {
                let names: Vec<String> = table(rules, ruling, "results")
                    .columns()
                    .map(|key| rules.symbols.name(key.name).to_owned())
                    .collect();
                assert_eq!(names, COLUMNS.map(|(a, b)| format!("{a}-{b}")));
            }
        });
        let columns = COLUMNS.map(|(a, b)| format!("\"{a}:{b}\" = 0"));
        let columns = format!("{{ {} }}", columns.join(", "));
        let folder = harness::folder(&[("reader.toml", &READER.replace("COLUMNS", &columns))]);
        let mut session = harness::session_in(&folder, "reader");
        for (attack, defence) in pairs {
            let expected = if defence == 0 {
                7
            } else {
                COLUMNS.iter().rposition(|(a, b)| attack * b >= defence * a).unwrap_or(0)
            };
            let (a, b) = COLUMNS[expected];
            let line = format!("odds-of unit attack {attack} defence {defence}");
            let outcome = harness::outcome(&mut session, &line);
            assert_eq!(outcome["column"], format!("{a}-{b}"), "{line}");
        }
    }
}

// --- Scenarios (16.0) -----------------------------------------------------------------------------

#[test]
fn every_scenario_is_there() {
    for id in ["musket-and-pike", "musket-and-pike-house"] {
        with_rules(id, |rules| {
            let scenarios = scenarios_of(rules, &Library::default()).unwrap();
            assert_eq!(scenarios.iter().count(), 18);
        });
    }
}

#[test]
fn the_scale_is_50_metres_to_the_hex() {
    with_rules("musket-and-pike", |rules| {
        let yards = rules.ground.unwrap();
        let metres = yards * Number::ratio(9144, 10_000).unwrap();
        assert_eq!(metres, Number::whole(50));
    });
}

/// An answer as text in 80 columns, without styles.
fn shown(session: &mut Session, line: &str) -> String {
    let answer = session.answer(line, Hand::Program).unwrap();
    let look = Look {
        width: 80,
        height: u16::MAX,
        working: WorkingShown::Short,
        ink: Ink::PLAIN,
    };
    answer_text(&answer, look).result.to_string()
}

#[test]
fn every_scenario_fits_80_columns() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    let mut lines = vec!["scenarios".to_owned()];
    let scenarios = scenarios_of(session.rules(), &Library::default()).unwrap();
    lines.extend(
        scenarios
            .iter()
            .map(|known| format!("scenario {}", known.id)),
    );
    for line in lines {
        let text = shown(&mut session, &line);
        assert!(text.lines().count() > 5, "{line}: {text}");
        for row in text.lines() {
            assert!(row.chars().count() <= 80, "{line}: {row}");
        }
    }
}

#[test]
fn the_compass_is_turned() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    // Printed: north edge, off the south edge; west edge, on or east of; east of the stream; north.
    for (scenario, turned) in [
        ("fleurus", "enter on the south edge"),
        ("fleurus", "off the north edge"),
        ("lutzen", "enters on the east edge"),
        ("lutzen", "on or west of the north-south road"),
        ("nieuport", "west of the stream to the west"),
        ("16.41", "enters on the south edge"),
    ] {
        let text = shown(&mut session, &format!("scenario {scenario}"));
        let text = harness::one_line(&text);
        assert!(text.contains(turned), "{scenario}: {text}");
    }
}

#[test]
fn a_rule_set_without_scenarios_says_so() {
    let mut session = Session::open(Library::default(), "kriegspiel", Some(1)).unwrap();
    let error = session.answer("scenarios", Hand::Program).unwrap_err();
    assert!(
        format!("{error:?}").contains("has no scenarios"),
        "{error:?}"
    );
}
