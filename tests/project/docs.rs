//! The examples of README and docs, executed, and the keys of a rule table, all explained.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README and everything in docs/.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("the folder of docs");
    let mut pages: Vec<PathBuf> = docs
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.push(root().join("README.md"));
    pages
}

/// A command of a page, and what the page says that it prints.
struct Example {
    command: String,
    prints: String,
}

/// The commands of the blocks that begin with ```` ```console ````, each line after `$ `.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), examples.last_mut()) {
                (Some(command), _) => examples.push(Example {
                    command: command.to_owned(),
                    prints: String::new(),
                }),
                (None, Some(example)) => {
                    example.prints.push_str(line);
                    example.prints.push('\n');
                }
                (None, None) => panic!("`{line}` before any command"),
            },
        }
    }
    examples
}

/// Runs a command where the program is on the path, in the project's root.
fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_drumhead"));
    let folder = program.parent().expect("its folder").display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("bash")
        .args(["-c", &format!("{command} 2>&1")])
        .current_dir(root())
        .env("PATH", format!("{folder}:{path}"))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .output()
        .expect("bash");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn every_example_prints_what_its_page_says() {
    let mut count = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for example in examples(&text) {
            count += 1;
            let printed = run(&example.command);
            let plain = |text: &str| -> Vec<String> {
                text.trim_end()
                    .lines()
                    .map(|line| line.trim_end().to_owned())
                    .collect()
            };
            assert_eq!(
                plain(&printed),
                plain(&example.prints),
                "{}: `{}`",
                page.display(),
                example.command
            );
        }
    }
    assert!(count >= 8, "only {count} examples were found");
}

/// Every key that the reading asks a table for, by the calls that ask.
fn keys_asked_for() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    let mut folders = vec![root().join("src/rules/read")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the reading") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).expect("a file of the reading");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for call in [
                "text(",
                "texts(",
                "integer(",
                "number(",
                "switch(",
                "list(",
                "one_of(",
                "table(",
                "tables(",
                "raw(",
                "required(",
            ] {
                for after in text.split(call).skip(1) {
                    let Some(quoted) = after.trim_start().strip_prefix('"') else {
                        continue;
                    };
                    keys.extend(quoted.split('"').next().map(str::to_owned));
                }
            }
        }
    }
    keys
}

#[test]
fn every_key_of_a_rule_table_is_explained() {
    let page = fs::read_to_string(root().join("docs/tables.md")).expect("the page of rule tables");
    let keys = keys_asked_for();
    assert!(keys.len() > 80, "only {} keys were found", keys.len());
    let explained = |key: &str| {
        // A key stands in code: by itself, before ` =`, or in a header.
        [
            format!("`{key}`"),
            format!("{key} ="),
            format!("[{key}"),
            format!(".{key}"),
            format!("{key}."),
        ]
        .iter()
        .any(|form| page.contains(form.as_str()))
    };
    let missing: Vec<&String> = keys.iter().filter(|key| !explained(key)).collect();
    assert!(
        missing.is_empty(),
        "docs/tables.md does not explain {missing:?}"
    );
}

#[test]
fn the_guide_lists_every_kind_of_error() {
    let guide = fs::read_to_string(root().join("docs/guide.md")).expect("the guide");
    let (_, table) = guide.split_once("| kind | the line |").expect("a table");
    let listed: Vec<&str> = table
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split_once('`'))
        .map(|(word, _)| word)
        .collect();
    let kinds = drumhead::typed_line::FaultKind::ALL.map(|kind| kind.word());
    assert_eq!(listed, kinds);
}
