//! The blank tables of the Lion of the North, filled in: every cell that an owner fills is used.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;
use std::path::Path;

use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, Session};
use serde_json::Value;

use super::harness::{answer, drumhead, outcome, session_extending};

/// A session with a file that extends the variant, and its folder.
fn filled(rows: &str) -> (Session, tempfile::TempDir) {
    session_extending("lion-of-the-north", rows)
}

/// Rows of a result table in which every cell says its own row and column.
fn named_cells(path: &str, rows: std::ops::RangeInclusive<i64>, columns: &[String]) -> String {
    let mut text = format!("[{path}]\n");
    for row in rows {
        let cells: Vec<String> = columns
            .iter()
            .map(|column| {
                let key = column_key(column);
                format!("\"{key}\" = \"row {row} column {column}\"")
            })
            .collect();
        let _ = writeln!(text, "\"{row}\" = {{ {} }}", cells.join(", "));
    }
    text
}

/// A column as its table has it: ratios are written with a colon, and said with a hyphen.
fn column_key(column: &str) -> String {
    match column.split_once('-') {
        Some((one, other)) if one.parse::<u8>().is_ok() => format!("{one}:{other}"),
        _ => column.to_owned(),
    }
}

/// A die from 0 to 9 and a modifier that come to a sum.
fn die_for(total: i64) -> (i64, i64) {
    let die = total.clamp(0, 9);
    (die, total - die)
}

#[test]
fn every_cell_of_the_small_arms_table_is_read() {
    let mut columns: Vec<String> = (1..12).map(|strength| strength.to_string()).collect();
    columns.push("12+".to_owned());
    let (mut session, _folder) = filled(&named_cells("ruling.fire.small-arms", -4..=9, &columns));
    for total in -4..=9 {
        let (die, modifier) = die_for(total);
        for (strength, column) in (1..).zip(&columns) {
            let line = format!("fire {strength} hi at te modifier {modifier} rolled {die}");
            let outcome = outcome(&mut session, &line);
            assert_eq!(
                outcome["result"],
                format!("row {total} column {column}"),
                "{line}"
            );
            assert_eq!(outcome["defender"][0]["result"], outcome["result"]);
            assert!(outcome.get("blank").is_none(), "{line}");
        }
    }
}

#[test]
fn every_cell_of_the_artillery_table_is_read() {
    let owners = ["swedish", "imperialist"];
    let guns = ["regimental", "field", "heavy"];
    let each = owners.iter().flat_map(|owner| guns.map(|gun| (owner, gun)));
    let columns: Vec<String> = each
        .clone()
        .map(|(owner, gun)| format!("{owner}-{gun}"))
        .collect();
    let mut rows = named_cells("ruling.fire.artillery", -3..=14, &columns);
    // Without a range effect of its own at 1 hex, a regimental gun has no row.
    rows.push_str("[ruling.fire.range-effects]\n\"1\" = { regimental-gun = 2 }\n");
    let (mut session, _folder) = filled(&rows);
    let at_one_hex = [("regimental", 2), ("field", 3), ("heavy", 5)];
    for total in -3..=14 {
        for (owner, gun) in each.clone() {
            let range = at_one_hex
                .iter()
                .find(|(known, _)| *known == gun)
                .unwrap()
                .1;
            let (die, modifier) = die_for(total - range);
            let line =
                format!("fire 1 {gun}-gun {owner} at te 1hex modifier {modifier} rolled {die}");
            let outcome = outcome(&mut session, &line);
            assert_eq!(
                outcome["result"],
                format!("row {total} column {owner}-{gun}"),
                "{line}"
            );
        }
    }
}

#[test]
fn every_range_effect_that_is_filled_is_added() {
    let mut rows = String::from("[ruling.fire.range-effects]\n");
    let kept = [("regimental", 1), ("field", 3), ("heavy", 5)];
    for (gun, first) in kept {
        for hexes in first..9 {
            let _ = writeln!(rows, "\"{hexes}\".{gun}-gun = {}", -hexes);
        }
        let _ = writeln!(rows, "\"9+\".{gun}-gun = -9");
    }
    let (mut session, _folder) = filled(&rows);
    for (gun, first) in kept {
        for hexes in first..12 {
            let line = format!("fire 1 {gun}-gun swedish at te {hexes}hex rolled 5");
            let outcome = outcome(&mut session, &line);
            assert_eq!(outcome["range_modifier"], -hexes.min(9), "{line}");
        }
    }
}

#[test]
fn a_number_on_the_artillery_table_is_a_disruption_number_and_3_is_a_hit() {
    let (mut session, _folder) = filled(
        "[ruling.fire.artillery]\n\"7\" = { swedish-heavy = 3 }\n\"6\" = { swedish-heavy = 2 }\n",
    );
    let answer = answer(&mut session, "fire 1 heavy-gun swedish at te 1hex rolled 2");
    let outcome = &answer["outcome"];
    assert_eq!(
        (&outcome["result"], &outcome["hits"]),
        (&3.into(), &1.into())
    );
    assert_eq!(outcome["defender"][0]["lost"], 1);
    let steps = answer["working"].to_string();
    assert!(
        steps.contains("row 7, column Swedish heavy: 3 (house rule, blank in the source)"),
        "{steps}"
    );
    let outcome = self::outcome(&mut session, "fire 1 heavy-gun swedish at te 1hex rolled 1");
    assert_eq!(
        (&outcome["result"], &outcome["hits"]),
        (&2.into(), &0.into())
    );
    // The other cells are still blank.
    let outcome = self::outcome(&mut session, "fire 1 heavy-gun swedish at te 1hex rolled 3");
    assert_eq!(outcome["blank"], true);
    assert_eq!(outcome["result"], Value::Null);
}

#[test]
fn every_superiority_that_is_filled_is_read() {
    let attackers = ["hi", "te", "li", "hc", "cr", "lc", "lcrt", "dg"];
    let defenders = ["hi", "te", "li", "hc", "cr", "lc", "lcrt", "dg"];
    let set = |attacker: &str, defender: &str| match (attacker, defender) {
        ("hi" | "te", "hc" | "cr" | "lc" | "lcrt" | "dg") => Some("AS2"),
        ("cr" | "lcrt", "li") => Some("AS2"),
        _ => None,
    };
    let row = |troop: &str| match troop {
        "lcrt" => "LCrt".to_owned(),
        other => other.to_uppercase(),
    };
    let mut rows = String::from("[ruling.shock.superiority]\n");
    let against_counter_charge = ["li", "hc", "lc", "dg"];
    for attacker in against_counter_charge {
        let _ = writeln!(rows, "{}.counter-heavy = \"AS3\"", row(attacker));
    }
    for attacker in attackers {
        for defender in defenders {
            if set(attacker, defender).is_none() {
                let _ = writeln!(rows, "{}.{} = \"DS3\"", row(attacker), row(defender));
            }
        }
    }
    let (mut session, _folder) = filled(&rows);
    for attacker in attackers {
        for defender in defenders {
            let line = format!("shock 2 {attacker} vs 2 {defender} rolled 5");
            let superiority = set(attacker, defender).unwrap_or("DS3");
            let outcome = outcome(&mut session, &line);
            assert_eq!(outcome["superiority"], superiority, "{line}");
        }
    }
    for attacker in against_counter_charge {
        let line = format!("shock 2 {attacker} vs 2 cr counter-charge rolled 5");
        assert_eq!(outcome(&mut session, &line)["superiority"], "AS3", "{line}");
    }
}

#[test]
fn every_cell_of_the_shock_results_is_read_and_superiority_shifts_the_column() {
    let odds = [
        "1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1",
    ];
    let columns = odds.map(str::to_owned);
    let mut rows = String::from("[value.columns-a-degree]\nis = 1\n");
    rows.push_str("[value.by-position]\nis = \"AS1\"\n");
    rows.push_str(&named_cells("ruling.shock.grid", -2..=11, &columns));
    let (mut session, _folder) = filled(&rows);
    for total in -2..=11 {
        let (die, modifier) = die_for(total);
        for column in odds {
            let (attack, defence) = column.split_once('-').unwrap();
            // Croats and counter-charging heavy cavalry: nobody is superior. Their charge adds 2.
            let modifier = modifier - 2;
            let line = format!(
                "shock {attack} lcrt charge vs {defence} hc counter-charge modifier {modifier} rolled {die}"
            );
            let outcome = outcome(&mut session, &line);
            assert_eq!(
                outcome["result"],
                format!("row {total} column {column}"),
                "{line}"
            );
        }
    }
    for (line, column) in [
        // AS2: two columns to the right of 2-1; DS2: two to the left of 1-1.
        ("shock 4 hi moved vs 2 hc rolled 5", "4-1"),
        ("shock 4 cr vs 4 cr counter-charge rolled 5", "1-3"),
        // Superiority by position stands before that by kind.
        ("shock 4 hi moved vs 2 hc flank rolled 5", "3-1"),
    ] {
        let outcome = outcome(&mut session, line);
        assert_eq!(
            outcome["result"],
            format!("row 5 column {column}"),
            "{line}"
        );
    }
}

#[test]
fn the_numbers_of_troop_types_are_used() {
    let (mut session, _folder) = filled(
        "[type.hc.numbers]\ncharge-adds = -1\ntroop-quality = 7\n[type.hi.numbers]\ntroop-quality = 6\n",
    );
    let charge = outcome(&mut session, "charge hc rolled 9");
    assert_eq!(
        (&charge["roll"], &charge["line"]),
        (&8.into(), &"third".into())
    );
    let check = outcome(&mut session, "disruption hi add 3 rolled 4");
    assert_eq!(
        (&check["target"], &check["passed"]),
        (&6.into(), &false.into())
    );
}

#[test]
fn every_cell_of_the_pursuit_table_is_read() {
    let columns = ["dg-lc", "cr-hc"].map(str::to_owned);
    let (mut session, _folder) = filled(&named_cells(
        "ruling.pursuit-table.pursuit",
        0..=11,
        &columns,
    ));
    for total in 0..=11 {
        let (die, modifier) = die_for(total);
        for (troop, column) in [
            ("dg", "dg-lc"),
            ("lc", "dg-lc"),
            ("lcrt", "dg-lc"),
            ("cr", "cr-hc"),
            ("hc", "cr-hc"),
        ] {
            let line = format!("pursuit-table {troop} modifier {modifier} rolled {die}");
            let outcome = outcome(&mut session, &line);
            assert_eq!(
                outcome["result"],
                format!("row {total} column {column}"),
                "{line}"
            );
        }
    }
}

#[test]
fn an_owner_with_other_columns_gives_them_with_the_rows() {
    let (mut session, _folder) = filled(
        "without = [\"ruling.fire.small-arms\"]\n\
         [ruling.fire.small-arms]\nas-printed = true\n\
         columns = [\"1-2\", \"3-5\", \"6-9\", \"10+\"]\n\
         \"3\" = [\"-\", \"D\", \"blank\", \"blank\"]\n",
    );
    // Six strength points two columns left of `6-9`.
    let left = outcome(&mut session, "fire 6 hi at te ditch rolled 3");
    assert_eq!(
        (&left["column"], &left["result"]),
        (&"1-2".into(), &"-".into())
    );
    let same = outcome(&mut session, "fire 4 hi at te rolled 3");
    assert_eq!(same["result"], "D");
}

/// The outcome of a line by the file `mine.toml` of a folder.
fn by_mine(folder: &Path, line: &str) -> Value {
    let mut arguments = vec!["--tables", ".", "-r", "mine", "--json"];
    arguments.extend(line.split(' '));
    let output = drumhead(folder, &arguments);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let object: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{output:?}"));
    object["outcome"].clone()
}

/// A file with one of its blanks filled in, as a person does it: under its heading, in its row.
fn by_hand(text: &str, heading: &str, row: &str, key: &str, value: &str) -> String {
    let start = text
        .find(&format!("[{heading}]\n"))
        .unwrap_or_else(|| panic!("no [{heading}]"));
    let (before, section) = text.split_at(start);
    let begins = format!("{row} = {{");
    let line = section.lines().find(|line| line.starts_with(&begins));
    let line = line.unwrap_or_else(|| panic!("{heading} has no row {row}"));
    let blank = format!(" {key} = \"blank\"");
    assert!(line.contains(&blank), "{heading}, {row} has no {key}");
    let filled = line.replacen(&blank, &format!(" {key} = {value}"), 1);
    before.to_owned() + &section.replacen(line, &filled, 1)
}

#[test]
fn blanks_are_written_to_a_file_filled_in_by_hand_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let written = drumhead(at, &["blanks", "lion-of-the-north", "--write", "mine.toml"]);
    assert!(written.status.success(), "{written:?}");
    let file = at.join("mine.toml");
    let blank = std::fs::read_to_string(&file).unwrap();
    let rows = "ruling.fire";
    let filled = by_hand(&blank, &format!("{rows}.small-arms"), "5", "10", "\"D1\"");
    let filled = by_hand(
        &filled,
        &format!("{rows}.artillery"),
        "7",
        "swedish-heavy",
        "4",
    );
    std::fs::write(&file, filled).unwrap();

    let checked = drumhead(at, &["check", "mine.toml"]);
    assert!(checked.status.success(), "{checked:?}");

    // 12 strength points are in the last column, 10 is two to its left.
    let small_arms = by_mine(at, "fire 4 hi double-salvo at te ditch rolled 5");
    assert_eq!(small_arms["result"], "D1");
    assert!(small_arms.get("blank").is_none());
    let guns = by_mine(at, "fire 1 heavy-gun swedish at te 1hex rolled 2");
    assert_eq!((&guns["result"], &guns["hits"]), (&4.into(), &1.into()));
    // One row on, the cell is still blank.
    let next = by_mine(at, "fire 4 hi double-salvo at te ditch rolled 6");
    assert_eq!((&next["row"], &next["column"]), (&"6".into(), &"10".into()));
    assert_eq!(
        (&next["blank"], &next["result"]),
        (&true.into(), &Value::Null)
    );
}

#[test]
fn what_a_ruling_calls_blank_is_in_the_list_of_blanks() {
    let library = Library::default();
    let source = library.find("lion-of-the-north").unwrap();
    let cells = drumhead::rules::blanks::blanks(&source, &|id: &str| library.find(id)).unwrap();
    let mut session = Session::open(library, "lion-of-the-north", Some(1)).unwrap();
    for line in [
        "fire 4 hi double-salvo at te ditch rolled 7",
        "fire 12 hi at te rolled 7",
        "fire 1 heavy-gun swedish at te 1hex rolled 7",
        "fire 1 heavy-gun swedish at te 9hex rolled 7",
        "shock 5 cr vs 5 hi rolled 5",
        "shock 5 hi moved vs 3 cr rolled 5",
        "shock 5 hi moved vs 3 cr flank rolled 5",
        "shock 3 lcrt charge vs 1 cr counter-charge rolled 5",
        "disruption hi rolled 5",
        "charge hc tq 6 rolled 5",
        "pursuit-table cr rolled 5",
    ] {
        let answer = session.answer(line, Hand::Program).unwrap();
        let Answer::Ruling(resolution) = answer else {
            panic!("`{line}` is no ruling");
        };
        let blank = resolution.outcome.blank.as_ref().unwrap();
        let known = cells.iter().any(|cell| cell.is_at(blank.place));
        assert!(known, "`{line}`: {}", blank.what);
        if line == "shock 5 hi moved vs 3 cr rolled 5" {
            assert_eq!(blank.what, "columns a degree");
        }
    }
}

#[test]
fn a_sign_that_looks_like_a_fraction_is_that_sign() {
    let rows = "[value.columns-a-degree]\nis = 0\n[ruling.shock.grid]\n\
        5 = { \"1:1\" = \"1/2\" }\n6 = { \"1:1\" = \"2/1\" }\n7 = { \"1:1\" = \"1/1\" }\n";
    let (mut session, _folder) = filled(rows);
    // Of the attacker, a stroke, of the defender. Heavy infantry against cavalry is AS2, worth no column here.
    for (die, attacker, defender) in [(5, 1, 2), (6, 2, 1), (7, 1, 1)] {
        let outcome = outcome(&mut session, &format!("shock 5 hi vs 5 hc rolled {die}"));
        assert_eq!(outcome["attacker"][0]["lost"], attacker, "{die}");
        assert_eq!(outcome["defender"][0]["lost"], defender, "{die}");
    }
}
