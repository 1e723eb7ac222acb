//! Lines as they are typed in a hurry: what is made of each, and how many keys a battle takes.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use drumhead::report;
use drumhead::rules::library::Library;
use drumhead::session::{Answer, Hand, NoAnswer, Session};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hurried")
}

fn lines(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(folder().join(name)).expect("a file of lines");
    text.lines().map(str::to_owned).collect()
}

fn session(rules: &str) -> Session {
    Session::open(Library::default(), rules, Some(1)).expect("rules")
}

/// A battle as some lines leave it.
fn battle(rules: &str, before: &[String]) -> Session {
    let mut session = session(rules);
    for line in before {
        answer(&mut session, line).unwrap_or_else(|wrong| panic!("`{line}`: {wrong}"));
    }
    session
}

/// The answer to a line as JSON, or what is wrong with it.
fn answer(session: &mut Session, line: &str) -> Result<Value, String> {
    match session.answer(line, Hand::Program) {
        Ok(answer) => {
            let json = report::answer_json(&session.rules().id, line, &answer);
            Ok(json.map_or(Value::Null, |json| serde_json::from_str(&json).unwrap()))
        }
        Err(NoAnswer::Wrong(fault)) => Err(fault.message),
        Err(other) => Err(format!("{other:?}")),
    }
}

/// What is made of each line, by itself, after some others.
fn made_of(rules: &str, lines: &[String], before: &[String]) -> String {
    let mut made = String::new();
    for line in lines {
        let mut session = battle(rules, before);
        let _ = writeln!(made, "> {line}");
        let _ = match session.answer(line, Hand::Program) {
            Ok(Answer::Ruling(ruled)) => match &ruled.understood {
                Some(understood) => writeln!(made, "read as: {understood}"),
                None => writeln!(made, "ruled as it stands"),
            },
            Ok(Answer::Done(said)) => writeln!(made, "{said}"),
            Ok(Answer::Nothing) => writeln!(made, "nothing is asked"),
            Ok(_) => writeln!(made, "looked up"),
            Err(NoAnswer::Wrong(fault)) => {
                let at = fault.at.and_then(|at| at.in_line(line));
                let at = at.and_then(|at| line.get(at)).unwrap_or_default();
                let hint = fault.hint.unwrap_or_default();
                writeln!(made, "error at `{at}`: {}\n  {hint}", fault.message)
            }
            Err(other) => writeln!(made, "{other:?}"),
        };
    }
    made
}

/// Compares with a snapshot beside the lines.
fn hang(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text.trim()));
}

#[test]
fn every_hurried_line_is_ruled_or_says_what_to_do() {
    hang("lines", &made_of("kriegspiel", &lines("lines.txt"), &[]));
}

#[test]
fn every_hurried_line_of_a_battle_is_ruled_or_says_what_to_do() {
    let made = made_of("kriegspiel", &lines("in-battle.txt"), &lines("setup.txt"));
    hang("in-battle", &made);
}

/// The lines of a file of several games: the rules, what stands before each, and the lines.
///
/// `-r RULES` begins lines without a battle, `-battle RULES` those of one in which there was a ruling.
fn games(file: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let mut games: Vec<(String, Vec<String>, Vec<String>)> = Vec::new();
    for line in lines(file) {
        if let Some(rules) = line.strip_prefix("-r ") {
            games.push((rules.to_owned(), Vec::new(), Vec::new()));
        } else if let Some(rules) = line.strip_prefix("-battle ") {
            let mut before = lines("setup.txt");
            before.push("fire g2 at c1 8".to_owned());
            games.push((rules.to_owned(), before, Vec::new()));
        } else {
            games.last_mut().expect("a game").2.push(line);
        }
    }
    games
}

#[test]
fn every_hurried_line_of_every_game_is_ruled_or_says_what_to_do() {
    hang("every-game", &made_of_games("every-game.txt"));
}

#[test]
fn every_kind_of_mistake_is_read_or_says_what_to_do() {
    hang("mistakes", &made_of_games("mistakes.txt"));
}

/// What is made of each line of a file of several games.
fn made_of_games(file: &str) -> String {
    let made = games(file)
        .into_iter()
        .map(|(rules, before, lines)| format!("## {rules}\n{}", made_of(&rules, &lines, &before)));
    made.collect()
}

#[test]
fn three_of_four_hurried_lines_are_ruled_at_once() {
    let mut games = games("every-game.txt");
    games.push(("kriegspiel".to_owned(), Vec::new(), lines("lines.txt")));
    let (mut ruled, mut all) = (0, 0);
    for (rules, before, lines) in &games {
        all += lines.len();
        let read = lines
            .iter()
            .filter(|line| answer(&mut battle(rules, before), line).is_ok());
        ruled += read.count();
    }
    assert!(ruled * 4 >= all * 3, "{ruled} of {all}");
}

/// How many keys some lines take, each with its Enter.
fn keys(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count() + 1).sum()
}

/// Rules on both lists of lines with the same dice, and holds every outcome of the one to the other.
fn come_to_the_same(rules: &str, before: &[String], long: &[String], short: &[String]) {
    assert_eq!(long.len(), short.len());
    let (mut one, mut other) = (battle(rules, before), battle(rules, before));
    let mut ruled = 0;
    for (long, short) in long.iter().zip(short) {
        // A unit that is gone is gone for both.
        match (answer(&mut one, long), answer(&mut other, short)) {
            (Ok(one), Ok(other)) => {
                assert_eq!(one["verb"], other["verb"], "{short}");
                assert_eq!(one["throws"], other["throws"], "{short}");
                assert_eq!(one["outcome"], other["outcome"], "{short}");
                ruled += 1;
            }
            (Err(one), Err(other)) => assert_eq!(one, other, "{short}"),
            (one, other) => panic!("`{short}`: {one:?}, {other:?}"),
        }
    }
    assert!(ruled * 4 >= long.len() * 3, "{ruled} of {}", long.len());
}

#[test]
fn a_battle_takes_few_keys_and_comes_to_the_same() {
    let short = lines("battle.short.txt");
    assert!(keys(&short) <= 290, "{}", keys(&short));
    let (army, long) = (lines("army.long.txt"), lines("battle.long.txt"));
    come_to_the_same("kriegspiel", &army, &long, &short);
}

#[test]
fn stacks_take_few_keys_and_come_to_the_same() {
    let short = lines("stacks.short.txt");
    assert!(keys(&short) <= 230, "{}", keys(&short));
    let before = ["muster scenario brentford".to_owned()];
    let long = lines("stacks.long.txt");
    come_to_the_same("musket-and-pike-house", &before, &long, &short);
}

#[test]
fn an_army_is_mustered_in_few_keys() {
    let short = lines("army.short.txt");
    assert!(keys(&short) <= 220, "{}", keys(&short));
    let army = |lines: &[String]| {
        let session = battle("kriegspiel", lines);
        let grammar = session.grammar();
        let mut units: Vec<String> = grammar
            .roster
            .iter()
            .map(|unit| {
                let troops = unit.groups.iter();
                let troops: Vec<_> = troops.map(|group| (group.troop, group.count)).collect();
                format!("{} {troops:?}", unit.side)
            })
            .collect();
        units.sort();
        units
    };
    assert_eq!(army(&short), army(&lines("army.long.txt")));
    assert_eq!(army(&short).len(), 24);
}
