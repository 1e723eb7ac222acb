//! Published games as tables of steps: each rules its cases, and its chances are exact.
//!
//! `tests/authors/ID.toml` is a rule set as an author writes one, `ID.cases.toml` beside it what must come
//! of it: lines with scripted dice, and the chances of a headline as fractions in lowest terms.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use super::golden::{Case, case_files, check};
use drumhead::language::command::WorkingShown;
use drumhead::report::{self, Look};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoSession, Session};
use serde::Deserialize;
use serde_json::Value;

/// The cases of one game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AuthorsFile {
    rules: String,
    case: Vec<Either>,
}

/// A line with its dice, or the chances of one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Either {
    Chances(Chances),
    Ruling(Box<Case>),
}

/// The chances of one headline of a line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chances {
    /// What it shows.
    shows: Option<String>,
    /// Lines before it, such as `set house 5`.
    #[serde(default)]
    before: Vec<String>,
    /// The line, without dice.
    odds: String,
    /// The headline, as JSON names it.
    of: String,
    /// Chances by the value as JSON shows it, `null` for nothing; those that are not told may be anything.
    chances: toml::Table,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/authors")
}

fn load(rules: &str) -> Result<Session, String> {
    Session::open(Library::new(vec![folder()]), rules, Some(1)).map_err(|why| match why {
        NoSession::Faulty(faults) => {
            let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
            format!("`{rules}` has faults: {}", messages.join("; "))
        }
        why => format!("`{rules}` does not load: {why:?}"),
    })
}

fn open(rules: &str) -> Session {
    load(rules).unwrap_or_else(|why| panic!("{why}"))
}

fn files() -> Vec<AuthorsFile> {
    let files: Vec<AuthorsFile> = case_files(&folder(), ".cases.toml")
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path).expect("a readable case file");
            let file: AuthorsFile =
                toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path
                .file_name()
                .map(|name| name.to_string_lossy().into_owned());
            assert_eq!(name, Some(format!("{}.cases.toml", file.rules)));
            file
        })
        .collect();
    assert!(!files.is_empty(), "no games were found");
    files
}

fn assert_all(wrong: &[String], count: usize) {
    assert!(count > 0, "no cases were found");
    assert!(
        wrong.is_empty(),
        "{} of {count} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_game_reads_and_has_cases() {
    let mut wrong = Vec::new();
    let tables = case_files(&folder(), ".toml");
    for table in &tables {
        let id = table.file_stem().expect("a name").to_string_lossy();
        if id.ends_with(".cases") {
            continue;
        }
        wrong.extend(load(&id).err());
        if !table.with_file_name(format!("{id}.cases.toml")).is_file() {
            wrong.push(format!("`{id}` has no cases"));
        }
    }
    assert_all(&wrong, tables.len());
}

#[test]
fn every_example_is_ruled() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in files() {
        // One that does not load is told of by the test that reads them.
        let Ok(mut session) = load(&file.rules) else {
            continue;
        };
        let examples: Vec<String> = session
            .rules()
            .rulings
            .iter()
            .flat_map(|(_, ruling)| ruling.examples.clone())
            .collect();
        assert!(!examples.is_empty(), "`{}` has no examples", file.rules);
        for example in examples {
            count += 1;
            if let Err(why) = session.answer(&example, Hand::Program) {
                wrong.push(format!("`{}`: `{example}`: {why:?}", file.rules));
            }
        }
    }
    assert_all(&wrong, count);
}

#[test]
fn every_case_of_every_game_comes_out_as_written() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in files() {
        let Ok(mut shared) = load(&file.rules) else {
            continue;
        };
        for either in &file.case {
            let Either::Ruling(case) = either else {
                continue;
            };
            count += 1;
            if let Err(why) = check(&file.rules, &mut shared, case, open) {
                let shows = case.shows.as_deref().unwrap_or_default();
                wrong.push(format!("{}: {}\n  {shows}\n  {why}", file.rules, case.line));
            }
        }
    }
    assert_all(&wrong, count);
}

#[test]
fn every_chance_of_every_game_is_exact() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in files() {
        for either in &file.case {
            let Either::Chances(chances) = either else {
                continue;
            };
            count += 1;
            if let Err(why) = check_chances(&file.rules, chances) {
                let shows = chances.shows.as_deref().unwrap_or_default();
                let line = &chances.odds;
                wrong.push(format!("{}: odds {line}\n  {shows}\n  {why}", file.rules));
            }
        }
    }
    assert_all(&wrong, count);
}

fn check_chances(rules: &str, chances: &Chances) -> Result<(), String> {
    let mut session = load(rules)?;
    for line in &chances.before {
        session
            .answer(line, Hand::Program)
            .map_err(|why| format!("`{line}` is wrong: {why:?}"))?;
    }
    let line = format!("odds {}", chances.odds);
    let answer = session
        .answer(&line, Hand::Program)
        .map_err(|why| format!("there is an error: {why:?}"))?;
    let object = report::answer_json(rules, &line, &answer).ok_or("there is no answer")?;
    let object: Value = serde_json::from_str(&object).map_err(|error| error.to_string())?;
    let rows = object["odds"][&chances.of].as_array();
    let rows = rows.ok_or(format!("there is no `{}` in {object}", chances.of))?;
    for (value, expected) in &chances.chances {
        let found = rows.iter().find(|row| match &row["value"] {
            Value::String(text) => text == value,
            other => other.to_string().as_str() == value,
        });
        let found = found.map_or("0".to_owned(), chance);
        let expected = expected
            .as_str()
            .ok_or("a chance is a fraction in quotes")?;
        if found != expected {
            return Err(format!("`{value}` has {found}, not {expected}"));
        }
    }
    Ok(())
}

/// The chance of a row as a fraction in lowest terms.
fn chance(row: &Value) -> String {
    let part = |key: &str| row[key].as_str().unwrap_or_default();
    match (part("ways"), part("of")) {
        (ways, of) if ways == of => "1".to_owned(),
        (ways, of) => format!("{ways}/{of}"),
    }
}

/// What `units` shows of a battle after these lines.
fn units_after(rules: &str, lines: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = open(rules);
    session
        .keep(&folder.path().join("battle.jsonl"))
        .expect("a battle that can be kept");
    let look = Look {
        width: 120,
        working: WorkingShown::Short,
        ink: report::Ink::PLAIN,
    };
    let mut shown = String::new();
    for line in lines.iter().chain(&["units"]) {
        let answer = session
            .answer(line, Hand::Program)
            .unwrap_or_else(|why| panic!("`{line}`: {why:?}"));
        shown = report::answer_text(&answer, look).result.to_string();
    }
    shown
}

#[test]
fn a_counter_grows_and_goes_in_a_battle() {
    let mut lines = vec![
        "muster red a = 1 regulars",
        "muster blue b = 1 elites",
        "fight a vs b rolled 1 1",
        "fight a vs b rolled 2 1",
    ];
    let shown = units_after("omniversal", &lines);
    // 1 and 2 are D and DC of regulars, 1 is DC of elites.
    assert_eq!(shown.matches("disruption 2").count(), 2, "{shown}");
    assert!(
        shown.contains("18 of 20") && shown.contains("19 of 20"),
        "{shown}"
    );
    lines.extend(["rest a", "rest a", "rest b", "rest b"]);
    let shown = units_after("omniversal", &lines);
    assert!(!shown.contains("disruption"), "{shown}");
    lines.extend(["undo", "undo"]);
    let shown = units_after("omniversal", &lines);
    assert_eq!(shown.matches("disruption").count(), 1, "{shown}");
    assert!(shown.contains("disruption 2"), "{shown}");
}
