//! What the look-ups show: every table of a ruling, what it counts, its modifiers and its dice.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use drumhead::language::command::WorkingShown;
use drumhead::report::{Ink, Look, answer_text};
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use drumhead::sheet::{Overflow, Sheet};

use super::harness::{extending, folder, session_in};

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).unwrap()
}

fn sheets(session: &mut Session, line: &str) -> Vec<Sheet> {
    match session.answer(line, Hand::Program) {
        Ok(Answer::Sheets(sheets)) => sheets,
        other => panic!("`{line}`: {other:?}"),
    }
}

/// The sheet of this title among those that answer a line.
fn sheet(session: &mut Session, line: &str, title: &str) -> Sheet {
    let all = sheets(session, line);
    let titles: Vec<String> = all.iter().map(|sheet| sheet.title.clone()).collect();
    let found = all.into_iter().find(|sheet| sheet.title == title);
    found.unwrap_or_else(|| panic!("`{line}`: no `{title}` in {titles:?}"))
}

/// The cells of the row that begins so.
fn row(sheet: &Sheet, begins: &str) -> Vec<String> {
    let mut rows = sheet.rows.iter();
    let found = rows.find(|row| row[0] == begins);
    found
        .unwrap_or_else(|| panic!("no row `{begins}` in {sheet:?}"))
        .clone()
}

/// An answer as text in so many columns, without styles.
fn text(session: &mut Session, line: &str, width: u16) -> String {
    let answer = session.answer(line, Hand::Program).unwrap();
    let look = Look {
        width,
        height: u16::MAX,
        working: WorkingShown::Short,
        ink: Ink::PLAIN,
    };
    answer_text(&answer, look).result.to_string()
}

/// What is wrong with a line, and what to do about it.
fn wrong(session: &mut Session, line: &str) -> (String, String) {
    match session.answer(line, Hand::Program) {
        Err(NoAnswer::Wrong(fault)) => (fault.message, fault.hint.unwrap_or_default()),
        other => panic!("`{line}`: {other:?}"),
    }
}

/// Every line that shows tables, for every rule set.
fn every_look_up(session: &mut Session) -> Vec<String> {
    let listed = sheets(session, "table");
    let names = listed[0].rows.iter().map(|row| format!("table {}", row[0]));
    let mut lines: Vec<String> = names.collect();
    let types = session.rules().types.iter();
    lines.extend(types.map(|(_, troop)| format!("show {}", troop.id)));
    lines
}

#[test]
fn every_table_fits_80_columns_and_no_cell_of_it_breaks() {
    for (id, ..) in BUILT_IN {
        let mut session = session(id);
        for line in every_look_up(&mut session) {
            let shown = text(&mut session, &line, 80);
            for row in shown.lines() {
                assert!(row.chars().count() <= 80, "{id}, `{line}`: {row}");
            }
            for sheet in sheets(&mut session, &line) {
                if sheet.overflow != Overflow::SplitColumns {
                    continue;
                }
                for cell in sheet.rows.iter().flatten() {
                    let whole = shown.lines().any(|row| row.contains(cell));
                    assert!(whole, "{id}, `{line}`: `{cell}` is broken");
                }
            }
        }
    }
}

#[test]
fn columns_that_find_no_room_stand_below_under_the_first_again() {
    let mut session = session("lion-of-the-north");
    let shown = text(&mut session, "table fire", 80);
    let small_arms = shown.split("\n\nRange Effects Table").next().unwrap();
    // Twelve columns of five letters: six and six, whose fourteen rows each begin with the total.
    let blocks: Vec<Vec<&str>> = small_arms
        .split("\n\n")
        .map(|block| block.lines().filter(|line| line.starts_with(' ')).collect())
        .collect();
    assert_eq!(blocks.len(), 2, "{small_arms}");
    let heads: Vec<Vec<&str>> = blocks
        .iter()
        .map(|block| block[0].split_whitespace().collect())
        .collect();
    assert_eq!(heads[0], ["total", "1", "2", "3", "4", "5", "6"]);
    assert_eq!(heads[1], ["total", "7", "8", "9", "10", "11", "12+"]);
    for block in &blocks {
        assert!(block[1].trim().starts_with("-4"), "{block:?}");
    }
    // A wide screen has room for all of them.
    let wide = text(&mut session, "table fire", 120);
    let first = wide.lines().nth(1).unwrap();
    assert_eq!(first.split_whitespace().count(), 13, "{first}");
}

#[test]
fn a_look_up_table_says_what_finds_its_rows_and_columns() {
    let mut session = session("chainmail");
    let dice = sheet(&mut session, "table melee", "Dice a man");
    assert_eq!(
        dice.columns,
        [
            "strikes as",
            "light foot",
            "heavy foot",
            "armored foot",
            "light horse",
            "medium horse",
            "heavy horse"
        ]
    );
    // A heavy horseman throws four dice against light foot, a light footman ¼ against him.
    assert_eq!(row(&dice, "heavy horse")[1], "4");
    assert_eq!(row(&dice, "light foot")[6], "¼");
    assert_eq!(dice.notes, ["across: opposite class"]);
    assert!(dice.cite.unwrap().contains("combat tables"));
}

#[test]
fn ratios_are_written_as_json_has_them() {
    let mut session = session("musket-and-pike");
    let results = sheet(&mut session, "table melee", "Melee results");
    let odds = ["1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1"];
    assert_eq!(results.columns[1..], odds);
    let across = "across: attack strength ÷ defence strength, in the defender's favour";
    assert_eq!(results.notes, [across, "•: none"]);
    // What the letters in the cells mean.
    let meanings = sheet(&mut session, "table melee", "meanings");
    assert_eq!(row(&meanings, "D")[1], "disrupted and retreated");
}

#[test]
fn a_modifier_is_shown_with_what_it_changes_and_when() {
    let mut session = session("kriegspiel");
    let modifiers = sheet(&mut session, "table melee", "Modifiers of melee");
    assert_eq!(modifiers.columns, ["modifier", "does", "when", "place"]);
    assert_eq!(
        row(&modifiers, "struck in the flank")[1..],
        [
            "unit points -1 a base",
            "defender: flank, not both square and `flank-of-square` is `none`, \
             not both rear and `flank-and-rear` is `worse`",
            "Melee powers: flank and rear"
        ]
    );
    assert_eq!(
        row(&modifiers, "house, points a base")[1..3],
        [
            "count points +as `set house`",
            "defender: is infantry, house"
        ]
    );
    assert_eq!(
        row(&modifiers, "cavalry against pikes, no impetus")[1..3],
        [
            "impetus is 0",
            "is cavalry, a foe has pikes and not skirmishing"
        ]
    );
    assert_eq!(
        row(&modifiers, "bases in front")[1..3],
        ["front bases at most N of `front N`", "front"]
    );
}

#[test]
fn what_is_not_allowed_is_shown_with_its_reason() {
    let mut session = session("musket-and-pike");
    let refused = sheet(
        &mut session,
        "table melee",
        "What melee refuses or warns of",
    );
    assert_eq!(
        row(
            &refused,
            "infantry and cavalry of one stack may not attack one hex together"
        )[1..],
        ["refused", "attacker: has infantry, has cavalry", "6.4 (K)"]
    );
}

#[test]
fn the_target_of_a_check_is_shown_with_its_conditions() {
    let mut session = session("landsknecht");
    let steps = sheet(&mut session, "table morale", "How morale is resolved");
    assert_eq!(steps.columns, ["step", "is", "when"]);
    let first = steps.rows.iter().position(|row| row[0] == "check target");
    let target = &steps.rows[first.unwrap()..][..5];
    assert_eq!(
        target,
        [
            ["check target", "N of `rating N`", "rating"],
            ["", "8", "veteran"],
            ["", "9", "elite"],
            ["", "6", "rabble"],
            ["", "7", "otherwise"]
        ]
    );
    assert_eq!(row(&steps, "roll")[1], "2d6");
    assert_eq!(
        row(&steps, "passed")[1],
        "whether checked, roll is at most target"
    );
}

#[test]
fn the_numbers_that_a_check_asks_of_troops_are_shown() {
    let mut session = session("chainmail");
    let numbers = sheet(
        &mut session,
        "table charged",
        "Numbers of troops in charged",
    );
    assert_eq!(
        numbers.columns,
        [
            "troops",
            "charged by light horse",
            "charged by medium horse",
            "charged by heavy horse"
        ]
    );
    assert_eq!(row(&numbers, "peasant")[1..], ["9", "10", "11"]);
    assert_eq!(row(&numbers, "heavy horse")[1..], ["3", "4", "5"]);
}

#[test]
fn a_ruling_without_tables_says_so() {
    let rows = "[ruling.salute]\nsay = \"honours\"\nsides = \"one\"\n\
        [ruling.salute.steps]\ntold = { say = \"{name} presents arms\" }\n";
    let folder = folder(&[("mine.toml", &extending("kriegspiel", rows))]);
    let mut session = session_in(&folder, "mine");
    let (message, hint) = wrong(&mut session, "table salute");
    assert_eq!(message, "`salute` is resolved without a table");
    assert_eq!(hint, "`table` lists those that there are");
}

#[test]
fn tables_of_the_file_are_listed_and_shown() {
    let mut session = session("landsknecht");
    let listed = sheet(&mut session, "table", "Tables of Landsknecht");
    assert_eq!(row(&listed, "level-name")[1], "Levels of morale");
    let levels = sheet(&mut session, "table level name", "Levels of morale");
    assert_eq!(row(&levels, "6")[1], "frenzied");
    // The chart of another name is another thing.
    assert_eq!(
        sheets(&mut session, "table levels")[0].title,
        "Phases of morale"
    );
}

#[test]
fn a_table_of_the_file_cannot_be_called_like_a_chart() {
    let rows = "[table.moves]\n\"1\" = 2\n";
    let folder = folder(&[("mine.toml", &extending("kriegspiel", rows))]);
    let output = super::harness::drumhead(folder.path(), &["check", "mine.toml"]);
    let report = super::harness::said(&output);
    assert!(
        report.contains("`moves` is a name of `moves` and of `movement`"),
        "{report}"
    );
}

#[test]
fn a_table_that_no_ruling_reads_is_shown_all_the_same() {
    let rows = "[table.weather]\ntitle = \"Weather\"\n\"1-3\" = \"blank\"\n\"4+\" = 2\n";
    let folder = folder(&[("mine.toml", &extending("kriegspiel", rows))]);
    let mut session = session_in(&folder, "mine");
    let weather = sheet(&mut session, "table weather", "Weather");
    assert_eq!(row(&weather, "1-3")[1], "blank");
    assert_eq!(row(&weather, "4+")[1], "2");
}

#[test]
fn a_range_is_that_of_a_weapon_or_of_a_table_that_a_distance_reads() {
    let mut lion = session("lion-of-the-north");
    // Range Effects Table: heavy guns at 1 hex +5, at 2 +3, at 3 and 4 +1.
    let all = sheet(&mut lion, "range", "Range Effects Table");
    assert_eq!(row(&all, "1")[1..], ["blank", "3", "5"]);
    let guns = sheet(
        &mut lion,
        "range heavy-gun",
        "Range Effects Table: heavy gun",
    );
    assert_eq!(row(&guns, "2"), ["2", "3"]);
    assert_eq!(row(&guns, "9+"), ["9+", "blank"]);
    let at = &sheets(&mut lion, "range heavy gun 3hex")[0];
    assert_eq!(at.title, "heavy gun at 3 hexes: 1");
    let far = &sheets(&mut lion, "range heavy-gun 12")[0];
    assert_eq!(far.title, "heavy gun at 12 hexes: blank");
    let (message, hint) = wrong(&mut lion, "range hi");
    assert_eq!(message, "heavy infantry have no range");
    assert_eq!(hint, "`range` lists all that the tables give by distance");

    let mut kriegspiel = session("kriegspiel");
    let musket = &sheets(&mut kriegspiel, "range musket 10in")[0];
    assert_eq!(musket.title, "musket at 10\": hits on 6");

    let mut chainmail = session("chainmail");
    let (message, _) = wrong(&mut chainmail, "range");
    assert_eq!(message, "Chainmail, mass combat has no ranges");
}

#[test]
fn powers_are_a_chart_or_the_tables_of_a_ruling() {
    let mut kriegspiel = session("kriegspiel");
    let pike = &sheets(&mut kriegspiel, "power pike")[0];
    assert_eq!(pike.rows, [["pike", "8", "8", "1", "12"]]);
    let mut landsknecht = session("landsknecht");
    let swords = &sheets(&mut landsknecht, "power sword")[0];
    assert_eq!(swords.rows, [["swords", "3", "3", "1"]]);
    // The Lion has no chart of powers; its table of superiority has them.
    let mut lion = session("lion-of-the-north");
    let superiority = sheet(&mut lion, "power", "Shock Superiority Table");
    assert_eq!(row(&superiority, "CR")[3], "AS2");
}

#[test]
fn the_power_of_a_situation_is_its_working_up_to_the_dice() {
    let mut session = session("lion-of-the-north");
    let line = "power 6 cr charge vs 4 li-compact";
    let Ok(Answer::Working(steps)) = session.answer(line, Hand::Program) else {
        panic!("no working");
    };
    let said: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
    assert_eq!(said[0], "CR against LI: AS2");
    // 6 to 4 is 3 to 2, which is between 1-1 and 2-1; a charge moves to shock (9.25).
    assert_eq!(said[1], "6 : 4, rounded for the attacker: 2-1");
    assert!(!said.iter().any(|text| text.contains("die")), "{said:?}");
}

#[test]
fn moves_are_found_for_troops_and_for_rows_without_any() {
    let mut session = session("kriegspiel");
    for (line, first, walk) in [
        ("move square", "square", "2"),
        ("move staff", "staff", "4"),
        ("move sta", "staff", "4"),
        ("move 4 musketeer", "other infantry", "4"),
        ("move 1 pike + 2 musketeer", "mixed infantry", "4"),
        ("move heavy-gun", "heavy gun", "N/A"),
    ] {
        let moves = &sheets(&mut session, line)[0];
        assert_eq!(moves.rows.len(), 1, "{line}");
        assert_eq!(moves.rows[0][..2], [first, walk], "{line}");
    }
    let (message, _) = wrong(&mut session, "move squire");
    assert_eq!(message, "there is no troop type `squire`");
}

#[test]
fn a_troop_type_is_shown_with_its_rows_of_the_charts() {
    let mut session = session("landsknecht");
    let pike = &sheets(&mut session, "show pike")[0];
    assert_eq!(row(pike, "Marches, in squares: march")[1], "1");
    assert_eq!(row(pike, "Marches, in squares: charge")[1], "2");
}
