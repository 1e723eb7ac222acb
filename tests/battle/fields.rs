//! Battles in `tests/fields`, line by line: what each answer must say, and what it must not.
//!
//! A file is named after its rule set, with anything after a full stop. A line after `> ` is
//! answered; each line below it, up to the next, must stand in the answer, in this order, whatever
//! the spaces; one that begins with a handle and a colon must be said of that unit, anywhere; one after `not: ` must not stand in it at all; one after `error: `
//! is what is wrong with the line, and those after `hint: ` below it stand in its hint. `#` begins a comment. The values are those of the
//! sources, worked out in the comments, never what the program said.

#![allow(clippy::expect_used, clippy::panic)]

use std::fs;
use std::path::Path;

use drumhead::language::command::WorkingShown;
use drumhead::report::{self, Ink, Look};
use drumhead::rules::library::Library;
use drumhead::session::{Hand, NoAnswer, Session};

use super::harness::{one_line, said_of_unit};

/// A line of a battle, and what is expected of its answer.
struct Line<'t> {
    number: usize,
    line: &'t str,
    expected: Vec<&'t str>,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        match (line.strip_prefix("> "), lines.last_mut()) {
            (Some(line), _) => lines.push(Line {
                number,
                line,
                expected: Vec::new(),
            }),
            (None, Some(last)) => last.expected.push(line),
            (None, None) => panic!("line {number} expects something before anything was said"),
        }
    }
    lines
}

/// What is wrong with a line, and what is said to do.
#[derive(Debug, Default)]
struct Wrong {
    message: String,
    hint: String,
}

fn answer(session: &mut Session, line: &str) -> Result<String, Wrong> {
    match session.answer(line, Hand::Program) {
        Ok(answer) => {
            let look = Look {
                width: 200,
                height: u16::MAX,
                working: WorkingShown::Short,
                ink: Ink::STYLED,
            };
            let report = report::answer_text(&answer, look);
            let said = format!("{}\n{}", report.result, report.beside);
            Ok(anstream::adapter::strip_str(&said).to_string())
        }
        Err(NoAnswer::Wrong(fault)) => Err(Wrong {
            message: one_line(&fault.message),
            hint: one_line(&fault.hint.unwrap_or_default()),
        }),
        Err(other) => panic!("`{line}`: {other:?}"),
    }
}

/// What a battle's answers lack of what they must say, and say of what they must not.
fn fight(path: &Path) -> Vec<String> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.expect("a name in UTF-8");
    let rules = name.split('.').next().expect("a rule set");
    let library = Library::new(Vec::new());
    let mut session = Session::open(library, rules, Some(1)).expect("a rule set");
    let text = fs::read_to_string(path).expect("a battle");
    let mut wrong = Vec::new();
    for Line {
        number,
        line,
        expected,
    } in lines(&text)
    {
        let at = format!("{name}, line {number}, `{line}`");
        match answer(&mut session, line) {
            Ok(said) => {
                wrong.extend(missed(&said, &expected).map(|missed| format!("{at}: {missed}")))
            }
            Err(Wrong { message, hint }) => {
                let wanted = expected.first().and_then(|all| all.strip_prefix("error: "));
                if wanted.map(one_line).as_ref() != Some(&message) {
                    wrong.push(format!("{at}: error: {message}"));
                }
                for wanted in expected.iter().skip(1) {
                    let wanted = wanted.strip_prefix("hint: ").unwrap_or(wanted);
                    if !hint.contains(&one_line(wanted)) {
                        wrong.push(format!("{at}: `{wanted}` is not in the hint {hint}"));
                    }
                }
            }
        }
    }
    wrong
}

/// Each of the expected lines that an answer does not bear out.
fn missed<'e>(said: &'e str, expected: &'e [&str]) -> impl Iterator<Item = String> + 'e {
    let whole = one_line(said);
    let mut read_to = 0;
    expected.iter().filter_map(move |wanted| {
        let holds = match wanted.strip_prefix("not: ") {
            Some(not) => !whole.contains(&one_line(not)),
            None if said_of_unit(said, wanted) => true,
            None => {
                let wanted = one_line(wanted);
                let rest = whole.get(read_to..).unwrap_or_default();
                let found = rest.find(&wanted);
                read_to += found.map_or(0, |at| at + wanted.len());
                found.is_some()
            }
        };
        (!holds).then(|| format!("`{wanted}`\n{said}"))
    })
}

#[test]
fn battles_go_as_their_sources_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fields");
    let mut count = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("the battles") {
        wrong.extend(fight(&entry.expect("an entry").path()));
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 8, "only {count} battles");
}
