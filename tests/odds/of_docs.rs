//! Every ruling that README and docs show has odds.

#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use drumhead::language::command::Command;
use drumhead::rules::library::Library;
use drumhead::session::{Hand, Session};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).expect("a rule set that loads")
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of docs");
    entries
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|end| end == ending))
        .collect()
}

/// Asks for the odds of a line, if it is a ruling; whether it was one.
fn ask(session: &mut Session, line: &str) -> bool {
    let open = line.split(" rolled").next().unwrap_or_default();
    let open = open.split(" : ").next().unwrap_or_default();
    let open = open.trim_end().trim_end_matches("--fresh");
    let Ok(Command::Ruling(..)) = session.grammar().parse(open) else {
        return false;
    };
    // What the rules refuse when it is ruled, they refuse when its odds are asked for.
    if let Err(why) = session.answer(&format!("odds {open}"), Hand::Program) {
        assert!(
            session.answer(line, Hand::Program).is_err(),
            "`odds {open}`: {why:?}"
        );
    }
    true
}

/// The lines that the commands of a page rule on, each with its rule set.
fn commands(page: &str) -> Vec<(String, String)> {
    let commands = page
        .lines()
        .filter_map(|line| line.strip_prefix("$ drumhead "));
    commands
        .map(|command| {
            let words: Vec<&str> = command.split_whitespace().collect();
            match words.as_slice() {
                ["-r", rules, line @ ..] => ((*rules).to_owned(), line.join(" ")),
                line => ("kriegspiel".to_owned(), line.join(" ")),
            }
        })
        .collect()
}

#[test]
fn every_command_of_a_page_has_odds() {
    let mut pages = files("docs", "md");
    pages.push(root().join("README.md"));
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(page).expect("a page");
        for (rules, line) in commands(&text) {
            if let Ok(mut session) = Session::open(Library::default(), &rules, Some(1)) {
                count += u32::from(ask(&mut session, &line));
            }
        }
    }
    assert!(count >= 2, "only {count} rulings were found");
}

/// Plays every game of the docs, and asks for the odds of each ruling before it is made.
#[test]
fn every_turn_of_a_game_has_odds() {
    let mut count = 0;
    for game in files("docs/games", "txt") {
        let rules = game
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        count += play(&mut session(&rules), &game);
    }
    count += play(&mut session("kriegspiel"), &root().join("docs/battle.txt"));
    assert!(count >= 20, "only {count} rulings were found");
}

fn play(session: &mut Session, game: &Path) -> u32 {
    let script = fs::read_to_string(game).expect("a game");
    let mut count = 0;
    for line in script.lines() {
        count += u32::from(ask(session, line));
        session
            .answer(line, Hand::Program)
            .unwrap_or_else(|why| panic!("{}: `{line}`: {why:?}", game.display()));
    }
    count
}
