//! Ruling the examples of a table and running its cases.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use super::{Checking, Covering, Known, Other, SEED};
use crate::cases::{self, CaseFile, Coverage};
use crate::printable::reason;
use crate::rules::fault::Faults;
use crate::rules::library::Source;
use crate::rules::texts::Texts;
use crate::session::{Covered, Hand, NoAnswer, NoSession, Session};
use crate::typed_line::{FaultKind, LineFault};

/// Something that is wrong with what a table makes of a line, or with a file of cases.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) kind: WrongKind,
    pub(super) file: String,
    /// Where it stands in its file; nothing where it is inherited.
    pub(super) at: Option<(usize, Range<usize>)>,
    /// The line that is ruled; empty where it is the file that is wrong.
    pub(super) line: String,
    pub(super) message: String,
    pub(super) shows: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WrongKind {
    Example,
    Case,
    /// A file of cases that cannot be read.
    Cases,
}

/// What came of ruling the lines of a table.
#[derive(Debug, Default)]
pub(super) struct Ruled {
    pub(super) examples: usize,
    pub(super) cases: usize,
    pub(super) wrong: Vec<Wrong>,
    /// What was run through and what was not, with the texts in which it stands, where that is told.
    pub(super) coverage: Option<(Coverage, Texts)>,
}

/// Rules the examples of a table and runs its cases; a file beside a table has none.
pub(super) fn rule(
    file: &Path,
    warnings: &Faults,
    checking: &Checking<'_>,
    others: &mut [Other<'_>],
) -> Result<Ruled, LineFault> {
    let mut ruled = Ruled::default();
    let source = Source::of_file(file).map_err(|error| LineFault::file(error.to_string()))?;
    let nearby = checking.library.clone().with_folder_of(file);
    if source.id.contains('.') {
        return Ok(ruled);
    }
    let covered = Covered::default();
    let open = || {
        let opened = Session::open(nearby.clone(), &source.id, Some(SEED));
        let mut session = opened.map_err(not_open)?;
        if checking.coverage == Covering::Told {
            session.cover(Rc::clone(&covered));
        }
        Ok(session)
    };
    let mut session = open().map_err(LineFault::file)?;
    rule_examples(&mut session, &source, warnings, &mut ruled);
    let beside = file.with_file_name(format!("{}{}", source.id, cases::ENDING));
    if beside.is_file() {
        match read_cases(&beside) {
            Ok(cases) if cases.rules == source.id => {
                run(&beside, &cases, &mut session, open, &mut ruled)?;
            }
            Ok(cases) => ruled.wrong.push(of_another(&beside, &cases, &source.id)),
            Err(wrong) => ruled.wrong.push(*wrong),
        }
    }
    for other in others {
        if other.cases.rules == source.id {
            other.known = Known::Yes;
            run(other.path, &other.cases, &mut session, open, &mut ruled)?;
        }
    }
    if checking.coverage == Covering::Told {
        let rules = session.rules();
        let covered: BTreeSet<_> = covered.borrow().clone();
        ruled.coverage = Some((cases::coverage(rules, &covered), rules.texts.clone()));
    }
    Ok(ruled)
}

fn of_another(path: &Path, cases: &CaseFile, id: &str) -> Wrong {
    let rules = &cases.rules;
    Wrong {
        kind: WrongKind::Cases,
        file: path.display().to_string(),
        at: None,
        line: String::new(),
        message: format!("it has cases of `{rules}`, not of `{id}`"),
        shows: None,
    }
}

pub(super) fn not_open(why: NoSession) -> String {
    match why {
        NoSession::NotFound(error) => error.to_string(),
        NoSession::Faulty(faults) => faults.to_string(),
    }
}

/// The examples of a rule set, each with the verb whose it is.
pub(super) fn examples(session: &Session) -> Vec<(String, String)> {
    let rulings = session.rules().rulings.iter();
    rulings
        .flat_map(|(_, ruling)| {
            let verb = ruling.id.to_string();
            let examples = ruling.examples.iter();
            examples.map(move |example| (verb.clone(), example.clone()))
        })
        .collect()
}

pub(super) fn in_short(why: NoAnswer) -> String {
    match why {
        NoAnswer::Wrong(fault) | NoAnswer::NotKept(fault) => fault.message,
        NoAnswer::Interrupted => "broken off".to_owned(),
        NoAnswer::NoDice(why) => why,
    }
}

/// Rules each example as it stands; dice that it does not tell are thrown.
///
/// One that cannot be ruled because of what the table does not say is an echo of a warning of that.
fn rule_examples(session: &mut Session, source: &Source, warnings: &Faults, ruled: &mut Ruled) {
    for (verb, example) in examples(session) {
        let answered = session.answer(&example, Hand::Program);
        let is_echo = |why: &NoAnswer| match why {
            NoAnswer::Wrong(fault) => fault.kind == FaultKind::Table && !warnings.is_empty(),
            _ => false,
        };
        if answered.as_ref().is_err_and(is_echo) {
            continue;
        }
        ruled.examples += 1;
        let message = match answered {
            Err(why) => in_short(why),
            Ok(_) if example.split_whitespace().next() != Some(verb.as_str()) => {
                format!("it is an example of `{verb}`, and does not begin with it")
            }
            Ok(_) => continue,
        };
        let quoted = format!("\"{example}\"");
        // The same words may stand elsewhere before.
        let from = source.text.find(&format!("[ruling.{verb}]")).unwrap_or(0);
        let rest = source.text.get(from..).unwrap_or_default();
        let at = rest.find(&quoted).map(|at| from.saturating_add(at));
        ruled.wrong.push(Wrong {
            kind: WrongKind::Example,
            file: source.file_name(),
            at: at.map(|at| place(&source.text, at..at.saturating_add(quoted.len()))),
            line: example,
            message,
            shows: None,
        });
    }
}

/// Runs the cases of a file.
fn run(
    path: &Path,
    cases: &CaseFile,
    session: &mut Session,
    open: impl Fn() -> Result<Session, String> + Copy,
    ruled: &mut Ruled,
) -> Result<(), LineFault> {
    let text = text_of(path).map_err(LineFault::file)?;
    for case in &cases.case {
        ruled.cases += 1;
        let entry = case.get_ref();
        if let Err(message) = entry.check(&cases.rules, session, open) {
            ruled.wrong.push(Wrong {
                kind: WrongKind::Case,
                file: path.display().to_string(),
                at: Some(place(&text, case.span())),
                line: entry.line(),
                message,
                shows: entry.shows().map(str::to_owned),
            });
        }
    }
    Ok(())
}

fn text_of(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {}", path.display(), reason(&error)))
}

/// Reads a file of cases.
pub(super) fn read_cases(path: &Path) -> Result<CaseFile, Box<Wrong>> {
    let wrong = |message: String, at| {
        Box::new(Wrong {
            kind: WrongKind::Cases,
            file: path.display().to_string(),
            at,
            line: String::new(),
            message,
            shows: None,
        })
    };
    let text = text_of(path).map_err(|message| wrong(message, None))?;
    CaseFile::read(&text).map_err(|error| {
        let at = error.span().map(|at| place(&text, at));
        wrong(error.message().trim_end().to_owned(), at)
    })
}

/// The line of a place, from 1, and its bytes.
fn place(text: &str, at: Range<usize>) -> (usize, Range<usize>) {
    let before = text.get(..at.start).unwrap_or_default();
    (before.matches('\n').count().saturating_add(1), at)
}

/// What is wrong, as a line that an editor can follow.
pub(super) fn in_words(wrong: &Wrong) -> String {
    let Wrong {
        kind,
        file,
        at,
        line,
        message,
        shows,
    } = wrong;
    let place = match at {
        Some((line, _)) => format!("{file}:{line}"),
        None => file.clone(),
    };
    let shows = shows.as_ref();
    let shows = shows.map_or(String::new(), |shows| format!(" ({shows})"));
    match kind {
        WrongKind::Example => format!("{place}: the example `{line}`{shows}: {message}\n"),
        WrongKind::Case => format!("{place}: the case `{line}`{shows}: {message}\n"),
        WrongKind::Cases => format!("{place}: {message}\n"),
    }
}
