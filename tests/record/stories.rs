//! Stories of battles: every number in one is the record's, names stay text, and nobody is told what they could not see.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::harness::pages::{Table, html_tables, markdown_tables, parsed, texts};
use crate::harness::{complained, drumhead, said};

/// A battle fought by a script, in a folder of its own.
fn fought(script: &str, rules: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lines.txt"), script).unwrap();
    let arguments = [
        "-r",
        rules,
        "--battle",
        "b.jsonl",
        "--seed",
        "1680",
        "run",
        "lines.txt",
    ];
    let ran = drumhead(folder.path(), &arguments);
    assert!(ran.status.success(), "{}", complained(&ran));
    let file = folder.path().join("b.jsonl");
    (folder, file)
}

fn of_docs() -> (TempDir, PathBuf) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/battle.txt");
    fought(&std::fs::read_to_string(script).unwrap(), "kriegspiel")
}

fn story(folder: &TempDir, more: &[&str]) -> String {
    let arguments: Vec<&str> = ["story", "b.jsonl"].iter().chain(more).copied().collect();
    let told = drumhead(folder.path(), &arguments);
    assert!(told.status.success(), "{}", complained(&told));
    said(&told)
}

/// The entries of a record, as the file has them.
fn entries(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty()).skip(1);
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The numbers of the entries that count.
fn counting(entries: &[Value]) -> Vec<u64> {
    let mut gone: Vec<u64> = Vec::new();
    for entry in entries {
        let undone = entry["what"]["undo"]["of"].as_array();
        gone.extend(undone.into_iter().flatten().filter_map(Value::as_u64));
        gone.extend(entry["what"]["ruling"]["amends"].as_u64());
    }
    let numbers = entries.iter().filter_map(|entry| entry["n"].as_u64());
    numbers.filter(|number| !gone.contains(number)).collect()
}

fn effects(entry: &Value) -> Vec<Value> {
    let what = entry["what"].as_object().unwrap();
    let all = what.values().filter_map(|what| what["effects"].as_array());
    all.flatten().cloned().collect()
}

fn table<'t>(tables: &'t [Table], heads: &[&str]) -> &'t Table {
    let found = tables.iter().find(|table| {
        heads
            .iter()
            .all(|head| table.columns.iter().any(|known| known == head))
    });
    found.unwrap_or_else(|| panic!("no table of {heads:?}"))
}

#[test]
fn the_losses_of_a_story_are_those_on_record() {
    let (folder, file) = of_docs();
    let entries = entries(&file);
    let counts = counting(&entries);
    let (mut sides, mut lost, mut by_turn) =
        (BTreeMap::new(), BTreeMap::<String, i64>::new(), Vec::new());
    let mut of_unit = BTreeMap::<String, i64>::new();
    for entry in entries
        .iter()
        .filter(|entry| counts.contains(&entry["n"].as_u64().unwrap()))
    {
        for effect in effects(entry) {
            if let Some(unit) = effect["muster"]["unit"].as_object() {
                let (handle, side) = (
                    unit["handle"].as_str().unwrap(),
                    unit["side"].as_str().unwrap(),
                );
                sides.insert(handle.to_owned(), side.to_owned());
                lost.entry(side.to_owned()).or_default();
                of_unit
                    .entry(
                        unit.get("name")
                            .and_then(Value::as_str)
                            .unwrap_or(handle)
                            .to_owned(),
                    )
                    .or_default();
            }
            if let Some(unit) = effect["lose"]["unit"].as_str() {
                *lost.get_mut(&sides[unit]).unwrap() += effect["lose"]["lost"].as_i64().unwrap();
            }
            if effect["turn"].is_object() {
                by_turn.push(lost.clone());
            }
        }
    }
    by_turn.push(lost.clone());
    let tables = markdown_tables(&story(&folder, &["--format", "markdown"]));
    let losses = table(&tables, &["turn", "red", "blue"]);
    assert_eq!(losses.rows.len(), by_turn.len());
    for (row, turn) in losses.rows.iter().zip(&by_turn) {
        assert_eq!(
            row[1..],
            [turn["red"].to_string(), turn["blue"].to_string()]
        );
    }
    // What each unit has lost adds up to the same.
    let roster = table(&tables, &["left", "lost", "state"]);
    for side in ["red", "blue"] {
        let rows = roster.rows.iter().filter(|row| row[0] == side);
        let of_units: i64 = rows.map(|row| row[3].parse::<i64>().unwrap()).sum();
        assert_eq!(of_units, lost[side]);
    }
    assert_eq!(roster.rows.len(), of_unit.len());
}

#[test]
fn the_dice_of_a_story_are_those_on_record() {
    let (folder, file) = of_docs();
    let entries = entries(&file);
    let mut sums = BTreeMap::<(String, String), (i64, i64)>::new();
    for entry in &entries {
        let ruling = &entry["what"]["ruling"];
        if ruling["dice_of"].is_u64() {
            continue;
        }
        for throw in ruling["throws"].as_array().into_iter().flatten() {
            let side = throw["side"].as_str().or(throw["by"].as_str()).unwrap();
            let by = throw["source"].as_str().unwrap();
            let sum = sums.entry((side.to_owned(), by.to_owned())).or_default();
            for face in throw["faces"].as_array().unwrap() {
                *sum = (sum.0 + 1, sum.1 + face.as_i64().unwrap());
            }
        }
    }
    let page = story(&folder, &["--format", "markdown"]);
    let tables = markdown_tables(&page);
    let luck = table(&tables, &["thrown", "expected"]);
    for ((side, by), (dice, sum)) in sums {
        let by = if by == "told" {
            "by hand"
        } else {
            "by the program"
        };
        let noun = if dice == 1 { "die" } else { "dice" };
        let name = format!("{side}, {dice} {noun} {by}");
        let row = luck
            .rows
            .iter()
            .find(|row| row[0] == name)
            .unwrap_or_else(|| panic!("no {name}"));
        // A die of six shows 3.5 in the mean.
        let expected = format!("{}.{}", dice * 7 / 2, if dice % 2 == 0 { 0 } else { 5 });
        assert_eq!(row[1..3], [sum.to_string(), expected]);
    }
    for entry in &entries {
        let ruling = &entry["what"]["ruling"];
        let Some(summary) = ruling["summary"].as_str() else {
            continue;
        };
        assert!(page.contains(summary), "{summary}");
    }
    let seal = std::fs::read_to_string(&file).unwrap();
    let opening: Value = serde_json::from_str(seal.lines().next().unwrap()).unwrap();
    assert!(page.contains(opening["seal"].as_str().unwrap()));
    assert!(page.contains("1680"));
}

#[test]
fn the_odds_of_what_decided_it_are_exact() {
    let (folder, _) = of_docs();
    let tables = markdown_tables(&story(&folder, &["--format", "markdown"]));
    let decided = table(&tables, &["ruling", "came to"]);
    let hits = decided.rows.iter().find(|row| row[2] == "hits 2").unwrap();
    // Four dice that hit on 5: exactly two of them do in 6 × 2² × 4² of 6⁴ × (1/2)⁴ ways, 24/81; two or more 33/81.
    assert_eq!(hits[3], "29.63 %; so much or more 40.74 %");
}

#[test]
fn a_story_in_html_is_sound_and_says_the_same() {
    let (folder, _) = of_docs();
    let page = story(&folder, &[]);
    let html = html_tables(&page);
    let markdown = markdown_tables(&story(&folder, &["--format", "markdown"]));
    for heads in [
        &["left", "lost", "state"][..],
        &["ruling", "came to"],
        &["setting", "is"],
    ] {
        assert_eq!(table(&html, heads), table(&markdown, heads));
    }
    // The losses and the luck are drawn.
    assert_eq!(page.matches("<svg").count(), 2);
    for outside in ["<script", "<link", "<img", "https://", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn one_side_is_told_what_it_could_see() {
    let (folder, _) = of_docs();
    for format in ["html", "markdown"] {
        let page = story(&folder, &["--for", "blue", "--format", format]);
        // Its own units in full, the others as they are seen.
        assert!(page.contains("17 of 21"), "{page}");
        for hidden in [
            "of 24",
            "of 12</td><td class=\"short\">0",
            "4 musket-sword",
            "2 hussar",
            "1 medium-gun",
            "What decided it",
            "5 4 4 3",
            "fire guns at c1",
        ] {
            assert!(!page.contains(hidden), "{hidden}");
        }
        assert!(page.contains("red grey fires at blue b1"));
    }
    let none = drumhead(folder.path(), &["story", "b.jsonl", "--for", "green"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(complained(&none).contains("there is no side `green`"));
}

#[test]
fn what_the_referee_types_and_why_is_not_told_to_a_side() {
    let script = "muster red p = 6 pike shaken\nmuster blue s = 6 sword\nturn\n\
                  lose p 1 the hidden guns of blue\nmorale p rolled 6 6\nnote p beware of s\n";
    let (folder, _) = fought(script, "landsknecht");
    let format = ["--format", "markdown"];
    let whole = story(&folder, &format);
    assert!(
        whole.contains("The referee decides `lose p 1`: the hidden guns of blue"),
        "{whole}"
    );
    let red = story(&folder, &[&["--for", "red"], &format[..]].concat());
    // It knows all of its own units, but not what the referee had in mind.
    assert!(red.contains("p loses 1 gleve"), "{red}");
    assert!(
        red.contains("morale of p: fails: 12, 7 or less needed"),
        "{red}"
    );
    let blue = story(&folder, &[&["--for", "blue"], &format[..]].concat());
    for hidden in ["hidden guns", "beware"] {
        assert!(!red.contains(hidden) && !blue.contains(hidden), "{hidden}");
    }
    for hidden in ["morale of", "loses", "6 pike", "6 6", "panicked", "shaken"] {
        assert!(!blue.contains(hidden), "{hidden}: {blue}");
    }
}

/// Names that would be markup, or a formula, or run from right to left.
const NAMES: [&str; 5] = [
    "<b>Bold</b> & <script>alert(1)</script>",
    "\"Quoted\" 'twice' `code` $x$",
    "|*stars*|_lines_ ~~gone~~ [a](b) # 1. x",
    "=SUM(1) &amp; &lt;",
    "גדוד שלום",
];

/// A battle whose units have such names.
fn of_names() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let units = NAMES.iter().enumerate().map(|(place, name)| {
        let side = if place % 2 == 0 { "red" } else { "blue" };
        let name = name.replace('\\', "\\\\").replace('"', "\\\"");
        format!("[[unit]]\nside = \"{side}\"\nhandle = \"u{place}\"\nname = \"{name}\"\ntroops = \"4 musketeer\"\n")
    });
    std::fs::write(folder.path().join("army.toml"), units.collect::<String>()).unwrap();
    let script = "muster load army.toml\nturn\nfire u0 at u1 8in rolled 6 6 6 6\nfire u2 at u3 8in rolled 6 6 1 1\nfire u3 at u4 8in rolled 6 6 1 1\nlose u0 1 =1+1 <i>powder</i> | *bang*\nundo\n";
    std::fs::write(folder.path().join("lines.txt"), script).unwrap();
    let ran = drumhead(
        folder.path(),
        &["--battle", "b.jsonl", "--seed", "1", "run", "lines.txt"],
    );
    assert!(ran.status.success(), "{}", complained(&ran));
    let file = folder.path().join("b.jsonl");
    (folder, file)
}

#[test]
fn names_with_markup_in_them_stay_text() {
    let (folder, _) = of_names();
    let html = story(&folder, &[]);
    let markdown = story(&folder, &["--format", "markdown"]);
    let (in_html, in_markdown) = (html_tables(&html), markdown_tables(&markdown));
    for name in NAMES {
        // What stands between backticks is shown as something to type.
        let shown = name.replace('`', "");
        for tables in [&in_html, &in_markdown] {
            let armies = table(tables, &["side", "unit", "handle"]);
            assert!(
                armies.rows.iter().any(|row| row[1] == shown),
                "{shown}: {armies:?}"
            );
        }
        assert!(
            texts(&html).contains(&format!("{shown} (8in)").replace(" (8in)", "")),
            "{shown}"
        );
    }
    let parsed = parsed(&html);
    for element in ["b", "i", "script", "a", "em", "strong", "del"] {
        let selector = scraper::Selector::parse(element).unwrap();
        assert_eq!(parsed.select(&selector).count(), 0, "{element}");
    }
    // What runs from right to left does not draw in what stands beside it.
    assert!(html.contains("<bdi>גדוד שלום</bdi>"));
    let cards = said(&drumhead(folder.path(), &["sheet", "--units", "b.jsonl"]));
    let read = texts(&cards);
    for name in NAMES {
        assert!(read.contains(&name.replace('`', "")), "{name}");
    }
}

#[test]
fn a_story_is_told_without_its_rule_table() {
    let (folder, file) = of_docs();
    let mut text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("kriegspiel"));
    // The same battle by a table that is nowhere to be had.
    let table = drumhead::rules::library::BUILT_IN
        .iter()
        .find(|(id, ..)| *id == "kriegspiel")
        .unwrap();
    std::fs::write(
        folder.path().join("mine.toml"),
        table.1.replacen("id = \"kriegspiel\"", "id = \"mine\"", 1),
    )
    .unwrap();
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_file(folder.path().join("b.jsonl.seed")).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/battle.txt");
    let ran = drumhead(
        folder.path(),
        &[
            "--tables",
            ".",
            "-r",
            "mine",
            "--battle",
            "b.jsonl",
            "run",
            script.to_str().unwrap(),
        ],
    );
    assert!(ran.status.success(), "{}", complained(&ran));
    text.clear();
    let page = story(&folder, &["--format", "markdown"]);
    assert!(page.contains("attacker wins"), "{page}");
    assert!(page.contains("Losses over the turns"));
}
