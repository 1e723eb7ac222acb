//! What the prompt is told of a line, against the parser, in every rule set.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use drumhead::language::expect::{Sense, at, understood};
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::session::Session;
use proptest::prelude::*;

/// Lines that are right in a rule set: its examples and the lines of its golden cases.
fn right_lines() -> Vec<(Session, Vec<String>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tables/cases");
    let mut all = Vec::new();
    for (id, ..) in BUILT_IN {
        let mut session = Session::open(Library::default(), id, None).unwrap();
        session.open_books();
        let rulings = session.rules().rulings.iter();
        let mut lines: Vec<String> = rulings.flat_map(|(_, one)| one.examples.clone()).collect();
        let cases = std::fs::read_to_string(folder.join(format!("{id}.toml"))).unwrap_or_default();
        let cases: toml::Table = cases.parse().unwrap();
        let cases = cases.get("case").and_then(|cases| cases.as_array());
        let cases = cases.into_iter().flatten();
        let cases = cases.filter(|case| case.get("error").is_none());
        lines.extend(cases.filter_map(|case| Some(case.get("line")?.as_str()?.to_owned())));
        lines.retain(|line| session.grammar().parse(line).is_ok());
        all.push((session, lines));
    }
    all
}

/// Where the words of a line that say what is meant begin and end: not numbers, signs or faces.
fn words_of(line: &str) -> Vec<(usize, usize)> {
    let said = line.split(['#', '=']).next().unwrap();
    let said = said.split(" rolled").next().unwrap();
    let mut words = Vec::new();
    let mut start = 0;
    for word in said.split(' ') {
        if word.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            words.push((start, start + word.len()));
        }
        start += word.len() + 1;
    }
    words
}

#[test]
fn every_line_that_the_parser_takes_is_understood() {
    let mut seen = 0;
    for (session, lines) in right_lines() {
        for line in lines {
            let spans = understood(session.grammar(), &line);
            let unknown = spans.iter().find(|span| span.sense == Sense::Unknown);
            assert_eq!(unknown, None, "{line}");
            assert!(!spans.is_empty(), "{line}");
            seen += 1;
        }
    }
    assert!(seen > 20);
}

#[test]
fn every_word_of_a_right_line_is_offered_from_its_first_letter() {
    for (session, lines) in right_lines() {
        let mut tried = HashSet::new();
        for line in lines {
            for (start, _) in words_of(&line) {
                let first = line.get(start..=start).unwrap();
                if !tried.insert(line.get(..=start).unwrap().to_owned()) {
                    continue;
                }
                let expected = at(session.grammar(), &line, start + 1);
                let offered = expected.what.iter().any(|one| {
                    one.text
                        .get(..1)
                        .is_some_and(|letter| letter.eq_ignore_ascii_case(first))
                });
                // The second word of a name is a part of it, not a name of its own.
                let spans = understood(session.grammar(), &line);
                let is_part = spans
                    .iter()
                    .any(|span| span.at.start < start && start < span.at.end);
                assert!(offered || is_part, "{line}, byte {start}");
            }
        }
    }
}

#[test]
fn the_parser_takes_whatever_is_offered() {
    for (session, lines) in right_lines() {
        let grammar = session.grammar();
        let mut tried = HashSet::new();
        for line in lines {
            let ends = words_of(&line).into_iter().map(|(_, end)| end);
            for cut in std::iter::once(0).chain(ends) {
                let mut begun = line.get(..cut).unwrap().to_owned();
                if cut > 0 {
                    begun.push(' ');
                }
                if !tried.insert(begun.clone()) {
                    continue;
                }
                for candidate in at(grammar, &begun, begun.len()).what {
                    let longer = format!("{begun}{} ", candidate.text);
                    // Something may be missing after it, but it has its place.
                    if let Err(fault) = grammar.parse(&longer) {
                        let at = fault.at.and_then(|at| at.in_line(&longer));
                        let at = at.unwrap_or(0..0);
                        assert!(at.start >= longer.trim_end().len(), "{longer}: {fault}");
                    }
                }
            }
        }
    }
}

/// Pieces of lines, right ones and others.
const PIECES: &str = "fire|melee|power|range|set|dice|help|muster|state|amend|roll|at|vs|and|+|,|=|\
    rolled|6541|=11|4|12-4|3d6|10in|8”|½|1'6\"|lost|with|charge|not|--fresh|#|é|\u{a0}|\u{feff}|\
    \u{1b}|;|a|h|m| ";

proptest! {
    #[test]
    fn any_line_at_any_place_is_told_of(
        words in prop::collection::vec(prop::sample::select(PIECES.split('|').collect::<Vec<_>>()), 0..10),
        blank in prop::sample::select(vec!["", " "]),
        cursor in 0usize..60,
    ) {
        thread_local! {
            static SESSION: Session = Session::open(Library::default(), "kriegspiel", None).unwrap();
        }
        let line = words.join(blank);
        SESSION.with(|session| {
            let mut end = 0;
            for span in understood(session.grammar(), &line) {
                prop_assert!(span.at.start >= end, "{line:?}: {span:?}");
                prop_assert!(line.get(span.at.clone()).is_some(), "{line:?}: {span:?}");
                end = span.at.end;
            }
            let expected = at(session.grammar(), &line, cursor);
            if !expected.what.is_empty() {
                prop_assert!(line.get(expected.from..cursor).is_some(), "{line:?}, {cursor}");
            }
            Ok(())
        })?;
    }
}
