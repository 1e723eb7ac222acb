//! The order of the house: who may know whom, and that no code knows which game is played.
//!
//! What is read here is the code in `src` alone: no comments, no tests.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use drumhead::rules::library::BUILT_IN;
use toml::Table;

/// A file of `src` with its lines of code.
struct Source {
    /// Its path below `src`.
    path: String,
    /// Each line with its number.
    lines: Vec<(usize, String)>,
}

/// Every file of `src` that is not a test, without comments and test modules.
fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of src") {
            let path: PathBuf = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let below = path.strip_prefix(&root).expect("a path below src");
            let below = below.to_string_lossy().into_owned();
            let is_test = below.ends_with("tests.rs") || below.contains("/tests/");
            // What runs while the program is built is no part of it, and talks to Cargo.
            if below.ends_with(".rs") && !is_test && below != "prepare.rs" {
                let text = std::fs::read_to_string(&path).expect("a readable file");
                let lines = code(&text);
                sources.push(Source { path: below, lines });
            }
        }
    }
    sources
}

fn code(text: &str) -> Vec<(usize, String)> {
    text.lines()
        .enumerate()
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(number, line)| {
            let code = line.split_once(" // ").map_or(line, |(code, _)| code);
            (number + 1, code.to_owned())
        })
        .collect()
}

/// The places where a file of one of these folders or modules holds one of these texts.
fn places(of: &[&str], texts: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for source in sources() {
        let module = source.path.split(['/', '.']).next().unwrap_or_default();
        if !of.is_empty() && !of.contains(&module) {
            continue;
        }
        for (number, line) in &source.lines {
            let holds = |text: &&String| has_word(line, text);
            if let Some(text) = texts.iter().find(holds) {
                found.push(format!("src/{}:{number}: {text}", source.path));
            }
        }
    }
    found
}

/// Whether a line has a text that is not a part of a longer word.
fn has_word(line: &str, text: &str) -> bool {
    let inside =
        |sign: Option<char>| sign.is_some_and(|sign| sign.is_alphanumeric() || sign == '_');
    line.match_indices(text).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line
            .get(at + text.len()..)
            .and_then(|after| after.chars().next());
        !inside(before) && !inside(after)
    })
}

/// Every way to name one of these modules of the crate.
fn paths_to(modules: &[&str]) -> Vec<String> {
    modules
        .iter()
        .map(|module| format!("crate::{module}"))
        .collect()
}

fn assert_unknown(to: &[&str], modules: &[&str]) {
    let found = places(to, &paths_to(modules));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

const ABOVE_THE_RULES: [&str; 16] = [
    "battle",
    "board",
    "cli",
    "console",
    "desk",
    "lookups",
    "paper",
    "printing",
    "reference",
    "report",
    "resolution",
    "rulings",
    "script",
    "session",
    "story",
    "voice",
];

#[test]
fn numbers_and_typed_lines_know_nobody_and_dice_only_these() {
    let crate_but = |own: &[&str]| -> Vec<String> {
        let modules = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        let names: BTreeSet<String> = modules
            .expect("src")
            .map(|entry| entry.expect("an entry of it").path())
            .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
            .filter(|name| !own.contains(&name.as_str()))
            .collect();
        names.iter().map(|name| format!("crate::{name}")).collect()
    };
    for (module, known) in [
        ("number", &["number"][..]),
        // Dice told in a line are wrong at a place of it; a face may be worth half a point.
        ("dice", &["dice", "number", "typed_line"]),
        ("typed_line", &["typed_line", "naming", "printable"]),
        ("printable", &["printable"]),
    ] {
        let found = places(&[module], &crate_but(known));
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn rules_and_the_language_resolve_nothing_and_know_nothing_above_them() {
    assert_unknown(&["language", "rules", "situation"], &ABOVE_THE_RULES);
    assert_unknown(&["rules"], &["language"]);
}

#[test]
fn rulings_know_neither_reports_nor_who_asks() {
    let above = [
        "cli", "console", "desk", "report", "script", "session", "voice",
    ];
    assert_unknown(&["rulings", "battle"], &above);
    assert_unknown(&["rulings"], &["battle", "language", "lookups"]);
}

#[test]
fn reports_do_not_know_who_prints_them() {
    assert_unknown(
        &["report", "lookups", "paper", "reference", "story", "board"],
        &["cli", "console", "desk", "printing", "script", "voice"],
    );
}

#[test]
fn paper_knows_nothing_of_battles_and_lookups_nothing_of_paper() {
    let above = [
        "battle",
        "lookups",
        "reference",
        "report",
        "rulings",
        "session",
        "story",
    ];
    assert_unknown(&["paper"], &above);
    assert_unknown(
        &["lookups", "rulings", "battle"],
        &["paper", "reference", "story", "board"],
    );
    assert_unknown(&["reference"], &["report", "session", "story", "battle"]);
}

#[test]
fn only_the_voice_prints() {
    let macros = ["print!", "println!", "eprint!", "eprintln!", "dbg!"].map(str::to_owned);
    let found = places(&[], &macros);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Every id of a rule set, and every name of a troop type, that the built-in tables have.
fn names_of_games() -> Vec<String> {
    let mut names = BTreeSet::new();
    for (id, text, name) in BUILT_IN {
        names.extend([(*id).to_owned(), (*name).to_owned()]);
        let table: Table = toml::from_str(text).expect("a table");
        let types = table.get("type").and_then(toml::Value::as_table);
        for (id, troop) in types.into_iter().flatten() {
            names.insert(id.clone());
            let said = ["name", "plural"].map(|key| troop.get(key).and_then(toml::Value::as_str));
            names.extend(said.into_iter().flatten().map(str::to_owned));
            let also = troop.get("also").and_then(toml::Value::as_array);
            let also = also.into_iter().flatten().filter_map(toml::Value::as_str);
            names.extend(also.map(str::to_owned));
        }
    }
    names.into_iter().collect()
}

#[test]
fn no_code_knows_which_game_it_is_in() {
    // The default rule set, the examples of the help page, and the list of what is built in,
    // and the elements of HTML.
    let excepted = [
        "src/main.rs",
        "src/cli.rs",
        "src/rules/library.rs",
        "src/paper/html.rs",
    ];
    let found: Vec<String> = places(&[], &names_of_games())
        .into_iter()
        .filter(|place| !excepted.iter().any(|file| place.starts_with(file)))
        .collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}
