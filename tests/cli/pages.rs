//! Pages and exports on the command line: forms that a command has, and what a spreadsheet reads.

#![allow(clippy::unwrap_used)]

use crate::harness::pages::parsed;
use crate::harness::{complained, drumhead, said};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_sheet_is_printed_for_a_rule_set_or_for_a_battle() {
    let folder = folder();
    let sheet = drumhead(folder.path(), &["sheet", "krieg"]);
    assert!(sheet.status.success());
    parsed(&said(&sheet));
    let muster = [
        "--battle",
        "b.jsonl",
        "-r",
        "kriegspiel",
        "muster",
        "red",
        "grey",
        "=",
        "4",
        "musketeer",
    ];
    assert!(drumhead(folder.path(), &muster).status.success());
    assert!(
        drumhead(folder.path(), &["--battle", "b.jsonl", "set", "house", "3"])
            .status
            .success()
    );
    let of_battle = said(&drumhead(
        folder.path(),
        &["sheet", "--battle", "b.jsonl", "--format", "markdown"],
    ));
    assert!(
        of_battle
            .contains("- `house` 3: points a base that a house adds to its defenders (or 3 to 5)"),
        "{of_battle}"
    );
    let cards = said(&drumhead(
        folder.path(),
        &["sheet", "--units", "b.jsonl", "--format", "markdown"],
    ));
    // Four bases of six figures.
    assert!(cards.matches('☐').count() >= 24, "{cards}");
    let other = drumhead(
        folder.path(),
        &["sheet", "landsknecht", "--battle", "b.jsonl"],
    );
    assert_eq!(other.status.code(), Some(1));
    let none = drumhead(folder.path(), &["sheet", "nowhere"]);
    assert_eq!(none.status.code(), Some(1));
}

#[test]
fn a_form_that_a_command_has_not_is_a_usage_error() {
    let folder = folder();
    for arguments in [
        &["sheet", "--format", "csv"][..],
        &["sheet", "--json"],
        &["story", "b.jsonl", "--format", "text"],
        &["rules", "--format", "html"],
        &["--format", "markdown", "roll", "d6"],
        &["--json", "--format", "csv", "roll", "d6"],
    ] {
        let ran = drumhead(folder.path(), arguments);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}");
        assert!(said(&ran).is_empty());
    }
    let told = complained(&drumhead(folder.path(), &["sheet", "--format", "csv"]));
    assert!(
        told.contains("`sheet` is printed as `html` or `markdown`, not as `csv`"),
        "{told}"
    );
}

fn csv(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let rows = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.collect()
}

#[test]
fn csv_has_what_json_has() {
    let folder = folder();
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/battle.txt");
    let ran = drumhead(
        folder.path(),
        &[
            "--battle",
            "b.jsonl",
            "--seed",
            "1680",
            "run",
            script.to_str().unwrap(),
        ],
    );
    assert!(ran.status.success(), "{}", complained(&ran));
    for verb in ["units", "luck", "log"] {
        let json = said(&drumhead(
            folder.path(),
            &["--battle", "b.jsonl", "--json", verb],
        ));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let text = said(&drumhead(
            folder.path(),
            &["--battle", "b.jsonl", "--format", "csv", verb],
        ));
        let rows = csv(&text);
        let sheet = &json["sheets"][0];
        let columns: Vec<&str> = sheet["columns"]
            .as_array()
            .unwrap()
            .iter()
            .map(|head| head.as_str().unwrap())
            .collect();
        assert_eq!(rows[0], columns);
        let cells = sheet["rows"].as_array().unwrap();
        assert_eq!(rows.len(), cells.len() + 1, "{verb}");
        for (row, cells) in rows[1..].iter().zip(cells) {
            for (cell, wanted) in row.iter().zip(cells.as_array().unwrap()) {
                let wanted = wanted.as_str().unwrap();
                // A sign that begins a formula has an apostrophe before it.
                assert!(
                    cell == wanted || *cell == format!("'{wanted}"),
                    "{verb}: {cell}"
                );
            }
        }
    }
}

#[test]
fn odds_as_csv_are_those_of_json() {
    let folder = folder();
    let line = ["odds", "roll", "2d6"];
    let with = |form: &[&str]| said(&drumhead(folder.path(), &[form, &line[..]].concat()));
    let rows = csv(&with(&["--format", "csv"]));
    assert_eq!(rows[0], ["line", "headline", "value", "ways", "of", "p"]);
    assert_eq!(rows.len(), 12);
    // Six of the 36 ways to throw two dice come to 7.
    let seven = rows.iter().find(|row| row[2] == "7").unwrap();
    assert_eq!(seven[3..5], ["1", "6"]);
    let json: serde_json::Value = serde_json::from_str(&with(&["--json"])).unwrap();
    let total = json["odds"]
        .as_object()
        .unwrap()
        .values()
        .next()
        .unwrap()
        .as_array()
        .unwrap()
        .len();
    assert_eq!(total, 11);
}

/// The columns under a heading of the page of spreadsheets.
fn documented(heading: &str) -> Vec<String> {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/spreadsheets.md");
    let page = std::fs::read_to_string(page).unwrap();
    let section = page
        .split("\n## ")
        .find(|part| part.starts_with(&format!("{heading}\n")));
    let rows = section
        .unwrap()
        .lines()
        .filter(|line| line.starts_with("| "));
    let columns = rows.skip(2).filter_map(|row| row.split('|').nth(1));
    columns.map(|column| column.trim().to_owned()).collect()
}

#[test]
fn csv_has_the_columns_that_its_page_names() {
    let folder = folder();
    let battle = ["--battle", "b.jsonl", "-r", "kriegspiel"];
    for line in [
        "muster red grey = 4 musketeer",
        "muster blue b1 = 2 hussar",
        "fire grey at b1 8in rolled 6 6 1 1",
        "undo",
        "lose b1 12 powder",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = drumhead(folder.path(), &[&battle[..], &words].concat());
        assert!(ran.status.success(), "{}", complained(&ran));
    }
    for (heading, line) in [
        ("units", "units"),
        ("luck", "luck"),
        ("log", "log"),
        ("odds", "odds fire grey at 2 hussar 8in"),
        ("A ruling", "fire 4 musketeer at pike 8in rolled 6 5 4 1"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let rows = csv(&said(&drumhead(
            folder.path(),
            &[&battle[..], &["--format", "csv"], &words].concat(),
        )));
        assert_eq!(rows[0], documented(heading), "{heading}");
        assert!(
            rows.iter().all(|row| row.len() == rows[0].len()),
            "{rows:?}"
        );
        assert!(rows.len() > 1);
    }
    let units = csv(&said(&drumhead(
        folder.path(),
        &[&battle[..], &["--format", "csv", "units"]].concat(),
    )));
    // Two bases of six figures, of which all are lost; four of which none is.
    assert_eq!(units[1][6..], ["yes", "24", "24", "0"]);
    assert_eq!(units[2][6..], ["no", "0", "12", "12"]);
    let log = csv(&said(&drumhead(
        folder.path(),
        &[&battle[..], &["--format", "csv", "log"]].concat(),
    )));
    let counts: Vec<&str> = log[1..6].iter().map(|row| row[4].as_str()).collect();
    assert_eq!(counts, ["yes", "yes", "no", "yes", "yes"]);
}
