//! The pages of `docs/games`: what of a game is ruled, what is looked up, and what is the referee's own.
//!
//! `docs/games/ID.md` has tables `| rule | how | example |` of rule set `ID`, with a column `place` after the rule where
//! its source has places. `how` is `ruled`, `looked up`, `refused` or `referee's own`; the lines in backticks in the last
//! column are answered, one after the other, by themselves; of `refused` the last one is an error. What stands in backticks
//! after `→` stands in the answer. The referee's own says why. Of every ruling there is an example.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use drumhead::rules::library::Library;
use drumhead::session::Session;

/// A rule of a game, as its page has it.
struct Row {
    /// The rule, with the number of its line.
    rule: String,
    how: String,
    /// The lines of its example.
    lines: Vec<String>,
    /// What must stand in the answers.
    expected: Vec<String>,
    /// The last cell.
    example: String,
}

/// The cells of a row of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(cells.split('|').map(str::trim).collect())
}

/// The rules of a page: the rows below a head that names the columns.
fn rows(page: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut head: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(page.lines()) {
        let Some(cells) = cells(line) else {
            head.clear();
            continue;
        };
        if head.is_empty() {
            head = cells;
            continue;
        }
        let cell = |name: &str| {
            let place = head.iter().position(|column| *column == name);
            place
                .and_then(|place| cells.get(place).copied())
                .unwrap_or_default()
        };
        if cell("rule").chars().all(|sign| sign == '-') {
            continue;
        }
        let example = cell("example");
        let (mut lines, mut expected) = (Vec::new(), Vec::new());
        let parts: Vec<&str> = example.split('`').collect();
        for pair in parts.chunks_exact(2) {
            let &[before, quoted] = pair else { continue };
            if before.trim_end().ends_with('→') {
                expected.push(quoted.to_owned());
            } else {
                lines.push(quoted.to_owned());
            }
        }
        rows.push(Row {
            rule: format!("{number}: `{}`", cell("rule")),
            how: cell("how").to_owned(),
            lines,
            expected,
            example: example.to_owned(),
        });
    }
    rows
}

/// What the program prints for some lines, and whether it answers all of them.
fn answers(id: &str, lines: &[String]) -> (bool, String) {
    let home = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_drumhead"))
        .args(["-r", id, "run", "-"])
        .env("XDG_DATA_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("NO_COLOR", "1")
        .env("COLUMNS", "80")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut input = child.stdin.take().expect("its input");
    let text = lines.join("\n") + "\n";
    input.write_all(text.as_bytes()).expect("room in the pipe");
    drop(input);
    let output = child.wait_with_output().expect("its output");
    let both = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8(both).expect("UTF-8");
    (output.status.success(), printed)
}

/// What is wrong with a rule, if anything is.
fn wrong_with_row(id: &str, row: &Row) -> Option<String> {
    match (row.how.as_str(), row.lines.is_empty()) {
        ("ruled" | "looked up" | "refused", false) => {}
        ("ruled" | "looked up" | "refused", true) => return Some("has no example".to_owned()),
        ("referee's own", _) => return None,
        (how, _) => return Some(format!("is `{how}`")),
    }
    let (answered, printed) = answers(id, &row.lines);
    if answered == (row.how == "refused") {
        return Some(format!("`{}` prints {printed}", row.example));
    }
    let plain = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let lacking = row
        .expected
        .iter()
        .find(|text| !plain(&printed).contains(&plain(text)));
    lacking.map(|text| format!("does not print `{text}`: {printed}"))
}

/// What is wrong with a page.
fn wrong_with(id: &str, page: &str) -> Vec<String> {
    let rows = rows(page);
    let mut wrong: Vec<String> = rows
        .iter()
        .filter_map(|row| Some(format!("{id}:{} {}", row.rule, wrong_with_row(id, row)?)))
        .collect();
    let lines = rows.iter().flat_map(|row| &row.lines);
    let verbs: BTreeSet<&str> = lines
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let session = Session::open(Library::default(), id, Some(1)).expect("a rule set");
    // A page that says what is otherwise than on another need not show the rest again.
    let whole = !page.contains("All is as on the page of");
    let rulings = session.rules().rulings.iter();
    let unshown = rulings.filter(|(_, ruling)| whole && !verbs.contains(ruling.id.as_str()));
    wrong.extend(unshown.map(|(_, ruling)| format!("{id}: no example of `{}`", ruling.id)));
    let least = if whole { 10 } else { 5 };
    if rows.len() < least {
        wrong.push(format!("{id}: only {} rules", rows.len()));
    }
    wrong
}

#[test]
fn every_page_of_a_game_shows_what_is_ruled_and_what_is_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games");
    let entries = fs::read_dir(folder).expect("the pages");
    let paths = entries.map(|entry| entry.expect("an entry of it").path());
    let mut pages: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    let mut wrong = Vec::new();
    for path in &pages {
        let id = path.file_stem().expect("a name").to_string_lossy();
        let page = fs::read_to_string(path).expect("a page");
        wrong.extend(wrong_with(&id, &page));
    }
    assert!(pages.len() >= 2, "only {} pages were found", pages.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
