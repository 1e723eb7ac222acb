//! Every cell of Musket & Pike, held apart from its tables and laid out as the source prints it.

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
use drumhead::rules::procedure::{OddsTable, Procedure};
use drumhead::rules::scenario::Army;
use drumhead::session::{Hand, Session};
use proptest::prelude::*;

fn with_rules(id: &str, check: impl FnOnce(&RuleSet)) {
    let session = Session::open(Library::default(), id, Some(1)).unwrap();
    check(session.rules());
}

fn odds_table<'r>(rules: &'r RuleSet, ruling: &str) -> &'r OddsTable {
    let id = rules.rulings.named(ruling).unwrap();
    match &rules.rulings.get(id).procedure {
        Some(Procedure::OddsTable(table)) => table,
        other => panic!("{ruling} is {other:?}"),
    }
}

/// A number as the tests below write it: `?` for a blank, `-` where there is none.
fn written(number: Option<Given<Number>>) -> String {
    match number {
        Some(Given::Known(number)) => number.to_string(),
        Some(Given::Blank) => "?".to_owned(),
        None => "-".to_owned(),
    }
}

fn cells(row: &str) -> Vec<&str> {
    row.split('|').map(str::trim).collect()
}

// --- Units -----------------------------------------------------------------------

/// Abbreviation, name, fire, range, melee, movement (3.32, 3.33, 7.4; what is cut off is `?`).
const UNITS: &str = "
    MP | militia pikemen      | -  | - | 2   | 3
    PP | professional pikemen | -  | - | 4   | 3
    EP | elite pikemen        | -  | - | 6   | 3
    MM | militia muskets      | 4  | 4 | (1) | 3
    PM | professional muskets | 8  | 5 | (1) | 4
    LC | light cavalry        | -  | - | 2   | 10
    HC | heavy cavalry        | -  | - | 5   | 6
    SC | Swedish cavalry      | -  | - | 8   | 8
    RC | reiter cavalry       | 3  | 2 | ?   | ?
    DR | dragoons             | 2  | 4 | ?   | ?
    LA | light artillery      | ?  | ? | ?   | ?
    MA | medium artillery     | 18 | 8 | (1) | 5
    HA | heavy artillery      | ?  | ? | ?   | ?
    EA | emplaced artillery   | ?  | ? | ?   | 0
";

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(cells)
}

fn value(rules: &RuleSet, troop: &TroopType, attribute: &str) -> String {
    written(troop.number(rules.attributes.named(attribute).unwrap()))
}

#[test]
fn every_unit_has_the_values_of_its_counter() {
    with_rules("musket-and-pike", |rules| {
        let parenthesised = rules.tags.named("parenthesised").unwrap();
        for row in rows(UNITS) {
            let troop = rules.types.get(rules.types.named(row[0]).unwrap());
            let mut melee = value(rules, troop, "melee");
            if troop.tags.contains(&parenthesised) {
                melee = format!("({melee})");
            }
            let found = [
                troop.name.to_string(),
                value(rules, troop, "fire"),
                value(rules, troop, "range"),
                melee,
                value(rules, troop, "moves"),
            ];
            assert_eq!(found.as_slice(), &row[1..], "{}", row[0]);
        }
        // Besides these there are dragoons on foot, who are militia muskets.
        assert_eq!(rules.types.len(), rows(UNITS).count() + 1);
        let numbers = |id| &rules.types.get(rules.types.named(id).unwrap()).numbers;
        assert_eq!(numbers("dismounted-DR"), numbers("MM"));
    });
}

#[test]
fn the_movement_chart_agrees_with_the_counters() {
    for id in ["musket-and-pike", "musket-and-pike-house"] {
        with_rules(id, |rules| {
            let Body::Rows { rows: chart, .. } = &rules.charts.get(rules.moves.unwrap()).body
            else {
                panic!("the movement chart has no rows");
            };
            for (troop, about) in rules.types.iter() {
                let stands = |kinds: &[_]| kinds.iter().any(|kind| rules.is(troop, *kind));
                let row = chart.iter().find(|row| stands(&row.of)).unwrap();
                let Cell::Number(points) = row.cells[0] else {
                    panic!("no number for {}", about.id);
                };
                assert_eq!(
                    written(Some(points)),
                    value(rules, about, "moves"),
                    "{id}: {}",
                    about.id
                );
            }
        });
    }
}

// --- Range effects (7.4) -------------------------------------------------------------

/// Unit, printed strength, and the strength at 1 or 2, 3 or 4, 5 to 10, 11 to 15 hexes.
/// The row of LA is empty, those of MA, HA and EA are cut off.
const RANGE_EFFECTS: &str = "
    MM | 4  | 4 | 2 | - | -
    PM | 8  | 8 | 4 | 4 | -
    RC | 3  | 3 | - | - | -
    DR | 2  | 2 | 1 | - | -
    LA | ?  | ? | ? | ? | ?
    MA | 18 | ? | ? | ? | -
    HA | ?  | ? | ? | ? | ?
    EA | ?  | ? | ? | ? | ?
";

/// Range allowances that end inside a column.
const REACH: [(&str, i64); 2] = [("PM", 5), ("MA", 8)];

#[test]
fn every_shooter_has_the_strength_of_the_range_effects_chart() {
    with_rules("musket-and-pike", |rules| {
        let strength = rules.attributes.named("strength").unwrap();
        for row in rows(RANGE_EFFECTS) {
            let troop = rules.types.get(rules.types.named(row[0]).unwrap());
            assert_eq!(value(rules, troop, "fire"), row[1], "{}", row[0]);
            let weapon = rules.weapons.get(troop.weapons[0]);
            let reach = REACH.iter().find(|(unit, _)| *unit == row[0]);
            for range in 1..=20 {
                let column = match range {
                    1..=2 => row[2],
                    3..=4 => row[3],
                    5..=10 => row[4],
                    11..=15 => row[5],
                    _ => "-",
                };
                let beyond = reach.is_some_and(|(_, reach)| range > *reach);
                let expected = if beyond { "-" } else { column };
                let band = weapon.band(Number::whole(range));
                let found = band.and_then(|(_, band)| band.number(strength));
                assert_eq!(written(found), expected, "{} at {range}", row[0]);
            }
        }
    });
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

// --- Terrain effects (9.0) ---------------------------------------------------------------

/// Hex; movement points of infantry, cavalry, artillery; Fire Protection Strength; times that the
/// defence counts in melee. The rows below the stream, and its melee cell, are cut off; that a
/// slope doubles follows from the errata.
const TERRAIN: &str = "
    clear    | 1 | 1 | 1          | 3 | 1
    road     | ½ | ½ | ½          | 2 | 1
    village  | 1 | 1 | 1          | 6 | 2
    ploughed | 1 | 4 | 4          | 4 | 1
    woods    | 1 | 3 | prohibited | 6 | 2
    stream   | 2 | 2 | 2          | 4 | ?
    slope    | ? | ? | ?          | ? | 2
    hilltop  | ? | ? | ?          | ? | ?
";

#[test]
fn every_ground_costs_and_protects_as_the_terrain_effects_chart_says() {
    with_rules("musket-and-pike", |rules| {
        let chart = rules.charts.named("terrain").unwrap();
        let Body::Rows { rows: chart, .. } = &rules.charts.get(chart).body else {
            panic!("the chart has no rows");
        };
        assert_eq!(chart.len(), rows(TERRAIN).count());
        for row in rows(TERRAIN) {
            let costs = chart.iter().find(|costs| costs.name.starts_with(row[0]));
            let found: Vec<String> = costs.unwrap().cells[..4]
                .iter()
                .map(|cell| match cell {
                    Cell::Number(number) => written(Some(*number)),
                    Cell::Text(text) => text.clone(),
                    Cell::None => "-".to_owned(),
                })
                .collect();
            assert_eq!(found.as_slice(), &row[1..5], "{}", row[0]);
            let word = rules.words.named(row[0]).unwrap();
            for (ruling, column) in [("fire", 4), ("melee", 5)] {
                let ground = &odds_table(rules, ruling).ground;
                let given = ground.by_word.iter().find(|(known, _)| *known == word);
                let found = written(given.map(|(_, given)| *given));
                assert_eq!(found, row[column], "{} in {ruling}", row[0]);
                assert_eq!(rules.words.get(ground.unsaid).id, "clear");
            }
        }
    });
}

// --- Combat results (8.0) --------------------------------------------------------------------

const COLUMNS: &str = "1-4 | 1-3 | 1-2 | 1-1 | 2-1 | 3-1 | 4-1 | 5-1";

/// Die and results; `.` is no effect, `?` is cut off. The row for 0 is struck out by the errata.
const MELEE_RESULTS: &str = "
    1 | . | . | . | . | . | . | . | .
    2 | . | . | . | . | ? | ? | ? | ?
    3 | ? | ? | ? | ? | ? | ? | ? | ?
    4 | ? | ? | ? | ? | ? | ? | ? | ?
    5 | ? | ? | ? | ? | ? | ? | ? | ?
    6 | ? | ? | ? | ? | ? | ? | ? | ?
    7 | ? | ? | ? | ? | ? | ? | ? | ?
";

const FIRE_RESULTS: &str = "
    1 | . | . | . | . | . | D | D | D
    2 | . | . | . | . | ? | ? | ? | ?
    3 | ? | ? | ? | ? | ? | ? | ? | ?
    4 | ? | ? | ? | ? | ? | ? | ? | ?
    5 | ? | ? | ? | ? | ? | ? | ? | ?
    6 | ? | ? | ? | ? | ? | ? | ? | ?
    7 | ? | ? | ? | ? | ? | ? | ? | ?
";

fn result(table: &OddsTable, row: i64, column: usize) -> &str {
    match table.cell(row, column) {
        Given::Blank => "?",
        Given::Known(effect) => match table.effects.get(effect).id.as_str() {
            "none" => ".",
            id => id,
        },
    }
}

#[test]
fn every_printed_result_is_in_its_cell_and_no_other() {
    with_rules("musket-and-pike", |rules| {
        for (ruling, printed) in [("melee", MELEE_RESULTS), ("fire", FIRE_RESULTS)] {
            let table = odds_table(rules, ruling);
            let names = table.columns.names();
            assert_eq!(names, cells(COLUMNS));
            assert_eq!(table.results.rows().count(), rows(printed).count());
            for row in rows(printed) {
                let die: i64 = row[0].parse().unwrap();
                for (column, expected) in row[1..].iter().enumerate() {
                    let found = result(table, die, column);
                    assert_eq!(found, *expected, "{ruling}, {die} at {}", names[column]);
                }
            }
        }
    });
}

#[test]
fn the_house_table_keeps_every_printed_cell_and_fills_the_others() {
    with_rules("musket-and-pike-house", |rules| {
        for (ruling, printed) in [("melee", MELEE_RESULTS), ("fire", FIRE_RESULTS)] {
            let table = odds_table(rules, ruling);
            for row in rows(printed) {
                let die: i64 = row[0].parse().unwrap();
                for (column, expected) in row[1..].iter().enumerate() {
                    let found = result(table, die, column);
                    assert_ne!(found, "?", "{ruling}, {die}, column {column}");
                    assert!(*expected == "?" || found == *expected);
                }
            }
            for (_, given) in &table.ground.by_word {
                assert!(given.known().is_some());
            }
        }
        for (_, troop) in rules.types.iter() {
            assert!(
                troop.numbers.iter().all(|(_, n)| n.known().is_some()),
                "{}",
                troop.id
            );
        }
        for (_, weapon) in rules.weapons.iter() {
            let mut numbers = weapon.bands.iter().flat_map(|band| &band.numbers);
            assert!(numbers.all(|(_, n)| n.known().is_some()), "{}", weapon.id);
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

/// How hard a result is.
fn severity(result: &str) -> usize {
    let scale = [".", "D", "E1", "E2"];
    scale.iter().position(|known| *known == result).unwrap()
}

#[test]
fn house_results_are_never_milder_on_a_higher_die_or_at_better_odds() {
    with_rules("musket-and-pike-house", |rules| {
        for ruling in ["fire", "melee"] {
            let table = odds_table(rules, ruling);
            let at = |die, column| severity(result(table, die, column));
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
                    let eliminates = here >= severity("E1");
                    assert!(
                        !eliminates || column >= 4 || die >= 6,
                        "{ruling} {die} {column}"
                    );
                }
            }
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The columns, by whole-number arithmetic: the best odds a:b of which attack × b is at
    /// least defence × a.
    #[test]
    fn odds_are_the_best_that_the_attacker_fully_has(pairs in prop::collection::vec((1i64..200, 0i64..100), 64)) {
        with_rules("musket-and-pike", |rules| {
            let table = odds_table(rules, "melee");
            for (attack, defence) in pairs {
                let odds = [(1, 4), (1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
                let expected = if defence == 0 {
                    7
                } else {
                    odds.iter().rposition(|(a, b)| attack * b >= defence * a).unwrap_or(0)
                };
                let found = table.column(Number::whole(attack), Number::whole(defence));
                assert_eq!(found, expected, "{attack} : {defence}");
            }
        });
    }
}

// --- Scenarios (16.0) -----------------------------------------------------------------------------

/// Scenario; complexity; turns; for each player in order: name, stacking, units of each force.
/// Printed, but with the errata to 16.13 and 16.50.
const SCENARIOS: &str = "
    mookerhyde | 4 | 20 | Spanish | 3 | 15EP, 8MM, 7PM, 6HC, 2RC, 1MA | Dutch | 2 | 15MP, 15MM, 15RC, 1MA
    coutras | 5 | 12 | French Royalists | 3 | 10PP, 18MM, 5LC, 5HC | French Huguenots | 2 | 10PP, 10MM, 6LC, 12RC
    nieuport | 7 | 15 | Spanish | 3 | 5PP, 15EP, 12MM, 12PM, 2HC, 6RC, 3MA | Dutch | 2 | 20PP, 3EP, 12MM, 12PM, 8RC, 2MA; 2HA, 4EA
    white-mountain | 3 | 10 | Bohemians | 2 | 11PP, 6MP, 8PM | Imperialists | 2 | 15PP, 15PM, 6HC, 1EA
    fleurus | 4 | 20 | Spanish | 3 | 10PP, 10PM, 2HC, 4LC, 1EA | Protestants | 3 | 16PP, 12PM, 10HC, 6RC, 2MA
    breitenfeld | 7 | 15 | Swedish | 3 | 6PP, 6EP, 10PM, 4LC, 16SC, 2LA, 2MA | Imperialists | 2 | 10PP, 10PM, 4HC, 10RC, 5EA
    lutzen | 8 | 15 | Swedish | 3 | 4PP, 6PM, 1MA; 6PP, 14PM, 8LC, 6HC, 8SC, 2LA, 1HA | Imperialists | 2 | 24PP, 18PM, 2MA, 1EA; 6LC, 16RC
    nordlingen | 7 | 20 | Imperialists | 3 | 8PP, 8EP, 15PM, 4HC, 10RC, 4MA, 2EA | Swedish | 3 | 6PP, 6EP, 10PM, 4LC, 3HC, 3SC, 3LA, 2MA, 2EA
    dunkirk-dunes | 3 | 20 | English | 3 | 15PP, 25PM, 2MA | Spanish | 2 | 20PP, 20PM, 2MA
    brentford | 1 | 10 | Parliamentarians | 2 | 6MP, 10PM | Royalists | 3 | 10LC, 3RC, 5DR
    grantham | 2 | 10 | Parliamentarians | 2 | 8PP, 12PM, 3SC, 4RC, 1MA, 1HA | Royalists | 3 | 5MP, 8PP, 12PM, 6LC, 1MA
    staverton | 6 | 15 | Parliamentarians | 2 | 2PP, 3PM, 4RC, 6DR; 10PP, 13PM, 3RC | Royalists | 2 | 12PP, 18PM, 10LC, 4HC, 2MA
    marston-moor | 9 | 15 | Royalists | 2 | 2PP, 2PM, 3HC, 3DR, 1MA; 2PP, 2PM, 9HC, 9DR | Parliamentarians | 2 | 4PP, 4PM, 6LC, 6HC, 6SC, 2DR, 1MA
    aberdeen | 2 | 15 | Royalists | 2 | 10EP, 6PM, 1LC | Covenanteers | 3 | 10PP, 13MM, 7LC
    naseby | 7 | 15 | Parliamentarians | 2 | 10MP, 5PP, 18PM, 15HC, 10SC, 6DR, 2MA | Royalists | 2 | 10PP, 10PM, 18HC, 1MA
    dunbar | 7 | 20 | Parliamentarians | 3 | 6PP, 12PM, 6SC, 2MA | Royalists | 2 | 14MP, 6PP, 10MM, 10PM, 4HC, 2RC, 1EA
    szentgotthard | 6 | 15 | Imperialists | 3 | 5PP, 7PM, 3LC, 2HC, 1HA; 10PP, 15PM, 3HC, 1HA | Ottomans | 2 | 7MP, 10PP, 7MM, 12PM, 5LC, 3HC
    killiecrankie | 4 | 15 | Jacobites | 2 | 16EP, 8PM, 2LC, 1HA | English | 3 | 6PP, 20PM, 4LC, 4DR, 2HA
";

fn army(rules: &RuleSet, army: &Army) -> [String; 3] {
    let forces: Vec<String> = army
        .forces
        .iter()
        .map(|force| {
            let units = force.units.iter();
            let units = units.map(|(id, count)| format!("{count}{}", rules.types.get(*id).id));
            units.collect::<Vec<_>>().join(", ")
        })
        .collect();
    [
        army.name.clone(),
        army.stacking.to_string(),
        forces.join("; "),
    ]
}

#[test]
fn every_scenario_has_its_forces() {
    for id in ["musket-and-pike", "musket-and-pike-house"] {
        with_rules(id, |rules| {
            let scenarios = scenarios_of(rules, &Library::default()).unwrap();
            assert_eq!(scenarios.iter().count(), 18);
            for (scenario, row) in scenarios.iter().zip(rows(SCENARIOS)) {
                let [first, second] = &scenario.armies;
                let mut found = vec![
                    scenario.id.clone(),
                    scenario.complexity.to_string(),
                    scenario.turns.to_string(),
                ];
                found.extend(army(rules, first));
                found.extend(army(rules, second));
                assert_eq!(found, row);
            }
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
        working: WorkingShown::Short,
        ink: Ink::PLAIN,
    };
    answer_text(&answer, look).result.to_string()
}

#[test]
fn every_scenario_fits_80_columns() {
    let mut session = Session::open(Library::default(), "musket-and-pike", Some(1)).unwrap();
    let mut lines = vec!["scenarios".to_owned()];
    lines.extend(rows(SCENARIOS).map(|row| format!("scenario {}", row[0])));
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
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
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
