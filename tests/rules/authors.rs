//! Published games as tables of steps: each rules its cases, and its chances are exact.
//!
//! `tests/authors/ID.toml` is a rule set as an author writes one, `ID.cases.toml` beside it what must come
//! of it: lines with scripted dice, and the chances of a headline as fractions in lowest terms.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use super::golden::{case_files, read_cases};
use drumhead::cases::{CaseFile, Entry};
use drumhead::language::command::WorkingShown;
use drumhead::report::{self, Look};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoSession, Session};

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

fn files() -> Vec<CaseFile> {
    let files: Vec<CaseFile> = case_files(&folder(), ".cases.toml")
        .iter()
        .map(|path| {
            let file = read_cases(path);
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

/// Checks those cases of every game that `wanted` picks.
fn check_all(wanted: impl Fn(&Entry) -> bool) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for file in files() {
        let Ok(mut shared) = load(&file.rules) else {
            continue;
        };
        for entry in file.case.iter().map(toml::Spanned::get_ref) {
            if !wanted(entry) {
                continue;
            }
            count += 1;
            if let Err(why) = entry.check(&file.rules, &mut shared, || load(&file.rules)) {
                let shows = entry.shows().unwrap_or_default();
                wrong.push(format!(
                    "{}: {}\n  {shows}\n  {why}",
                    file.rules,
                    entry.line()
                ));
            }
        }
    }
    assert_all(&wrong, count);
}

#[test]
fn every_case_of_every_game_comes_out_as_written() {
    check_all(|entry| matches!(entry, Entry::Ruling(_)));
}

#[test]
fn every_chance_of_every_game_is_exact() {
    check_all(|entry| matches!(entry, Entry::Chances(_)));
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
        height: u16::MAX,
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
