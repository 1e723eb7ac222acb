//! The pages of `docs/games`: what of a game is ruled, what is looked up, and what is the referee's own.
//!
//! `docs/games/ID.md` has a table `| rule | how | example |` of rule set `ID`. `how` is `ruled`, `looked up`
//! or `referee's own`; each line in backticks in the last column is answered, and of every ruling there is one.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};

/// The cells of the rows of the table of a page, apart from its head.
fn rows(page: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = page.lines().filter_map(|line| {
        let cells = line.trim().strip_prefix('|')?.strip_suffix('|')?;
        Some(cells.split('|').map(str::trim).collect::<Vec<&str>>())
    });
    rows.filter(|cells| cells.len() == 3 && !cells.concat().contains("---"))
        .skip(1)
}

/// What is wrong with a page; every example is answered in one session, in the order of the page.
fn wrong_with(id: &str, page: &str) -> Vec<String> {
    let mut session = Session::open(Library::default(), id, Some(1)).expect("a rule set");
    let mut wrong = Vec::new();
    let mut verbs = BTreeSet::new();
    let mut count = 0;
    for cells in rows(page) {
        let [rule, how, shown] = cells.as_slice() else {
            continue;
        };
        count += 1;
        let examples: Vec<&str> = shown.split('`').skip(1).step_by(2).collect();
        match (*how, examples.is_empty()) {
            ("ruled" | "looked up", false) | ("referee's own", true) => {}
            ("ruled" | "looked up", true) => wrong.push(format!("{id}: `{rule}` has no example")),
            ("referee's own", false) => wrong.push(format!("{id}: `{rule}` has an example")),
            (how, _) => wrong.push(format!("{id}: `{rule}` is `{how}`")),
        }
        for example in examples {
            verbs.extend(example.split_whitespace().next().map(str::to_owned));
            if let Err(why) = session.answer(example, Hand::Program) {
                wrong.push(format!("{id}: `{example}`: {why:?}"));
            }
        }
    }
    let rulings = session.rules().rulings.iter();
    let unshown = rulings.filter(|(_, ruling)| !verbs.contains(ruling.id.as_str()));
    wrong.extend(unshown.map(|(_, ruling)| format!("{id}: no example of `{}`", ruling.id)));
    if count < 10 {
        wrong.push(format!("{id}: only {count} rules"));
    }
    wrong
}

#[test]
fn every_page_of_a_game_shows_what_is_ruled_and_what_is_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/games");
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the pages") {
        let path = entry.expect("an entry of it").path();
        if path.extension().is_none_or(|end| end != "md") {
            continue;
        }
        let id = path.file_stem().expect("a name").to_string_lossy();
        let page = fs::read_to_string(&path).expect("a page");
        wrong.extend(wrong_with(&id, &page));
        count += 1;
    }
    assert!(count >= 2, "only {count} pages were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
