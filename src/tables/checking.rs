//! Checking rule tables for their authors: what is wrong with the file, with its examples, with its cases.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{say_wrong, shown};
use crate::cases::{self, CaseFile};
use crate::report::StyledText;
use crate::rules::check_file;
use crate::rules::fault::{Faults, Level};
use crate::rules::library::{Library, Source};
use crate::rules::table_file::FileError;
use crate::script::Ending;
use crate::session::{Hand, NoAnswer, NoSession, Session};
use crate::typed_line::LineFault;
use crate::voice::{Form, Voice};

/// The seed of the dice that examples throw: whether a line can be ruled is not for dice to say.
const SEED: u64 = 1;

/// What is to be checked.
#[derive(Debug, Clone, Copy)]
pub struct Checking<'c> {
    /// The files.
    pub files: &'c [PathBuf],
    /// Files of cases besides those that stand beside the tables.
    pub cases: &'c [PathBuf],
    /// Where what they extend is found.
    pub library: &'c Library,
}

/// Something that is wrong with what a table makes of a line.
#[derive(Debug)]
struct Wrong {
    kind: WrongKind,
    file: String,
    /// Where it stands in its file; nothing where it is inherited.
    at: Option<(usize, Range<usize>)>,
    /// The line that is ruled.
    line: String,
    message: String,
    shows: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WrongKind {
    Example,
    Case,
}

impl WrongKind {
    fn word(self) -> &'static str {
        match self {
            WrongKind::Example => "example",
            WrongKind::Case => "case",
        }
    }
}

/// What came of ruling the lines of a table.
#[derive(Debug, Default)]
struct Ruled {
    examples: usize,
    cases: usize,
    wrong: Vec<Wrong>,
}

/// Checks files: each fault, or each warning; then, of a sound table, its examples and its cases.
///
/// Warnings refuse nothing: with them alone it ends well.
///
/// # Errors
/// When nothing can be said.
pub fn check(checking: &Checking<'_>, voice: &mut Voice) -> io::Result<Ending> {
    let mut ending = Ending::Done;
    let mut others = Vec::new();
    for file in checking.cases {
        match read_cases(file) {
            Ok(cases) => others.push((file.as_path(), cases, Known::No)),
            Err(fault) => {
                ending = Ending::Wrong;
                say_wrong(voice, &fault)?;
            }
        }
    }
    for file in checking.files {
        if check_one(file, checking.library, &mut others, voice)? == Sound::No {
            ending = Ending::Wrong;
        }
    }
    for (file, cases, known) in &others {
        if *known == Known::No {
            ending = Ending::Wrong;
            let message = format!(
                "`{}` has cases of `{}`, which is not checked here",
                file.display(),
                cases.rules
            );
            say_wrong(
                voice,
                &LineFault::file(message).hinted("name its table too"),
            )?;
        }
    }
    Ok(ending)
}

/// Writes down what the examples of tables come to, as cases for their author to read over.
///
/// Examples that a case beside the table has already are left out.
///
/// # Errors
/// When nothing can be said.
pub fn record(checking: &Checking<'_>, voice: &mut Voice) -> io::Result<Ending> {
    let mut ending = Ending::Done;
    for file in checking.files {
        match recorded(file, checking.library) {
            Ok(cases) => voice.result(&cases)?,
            Err(fault) => {
                ending = Ending::Wrong;
                say_wrong(voice, &fault)?;
            }
        }
    }
    Ok(ending)
}

fn recorded(file: &Path, library: &Library) -> Result<String, LineFault> {
    let source = Source::of_file(file).map_err(|error| LineFault::file(error.to_string()))?;
    let nearby = library.clone().with_folder_of(file);
    let opened = Session::open(nearby, &source.id, Some(SEED));
    let mut session = opened.map_err(|why| {
        LineFault::file(not_open(why)).hinted("`drumhead check` without `--record` says more")
    })?;
    let beside = file.with_file_name(format!("{}{}", source.id, cases::ENDING));
    let mut text = String::new();
    let mut known = Vec::new();
    if beside.is_file() {
        let cases = read_cases(&beside)?;
        known.extend(cases.case.iter().map(|case| case.get_ref().line()));
    } else {
        text.push_str(&format!("rules = \"{}\"\n\n", source.id));
    }
    for (_, example) in examples(&session) {
        if known.iter().any(|line| line.starts_with(&example)) {
            continue;
        }
        let answer = session.answer(&example, Hand::Program);
        let case = match answer {
            Ok(answer) => cases::record(&source.id, &example, &answer),
            Err(why) => Err(in_short(why)),
        };
        let case = case.map_err(|why| LineFault::file(format!("`{example}`: {why}")))?;
        text.push_str(&case);
        text.push('\n');
    }
    Ok(text)
}

/// The examples of a rule set, each with the verb whose it is.
fn examples(session: &Session) -> Vec<(String, String)> {
    let rulings = session.rules().rulings.iter();
    rulings
        .flat_map(|(_, ruling)| {
            let verb = ruling.id.to_string();
            let examples = ruling.examples.iter();
            examples.map(move |example| (verb.clone(), example.clone()))
        })
        .collect()
}

fn in_short(why: NoAnswer) -> String {
    match why {
        NoAnswer::Wrong(fault) | NoAnswer::NotKept(fault) => fault.message,
        NoAnswer::Interrupted => "broken off".to_owned(),
        NoAnswer::NoDice(why) => why,
    }
}

/// Whether all is well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sound {
    Yes,
    No,
}

/// Whether the rule set of a file of cases was among the tables checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Yes,
    No,
}

fn check_one(
    file: &Path,
    library: &Library,
    others: &mut [(&Path, CaseFile, Known)],
    voice: &mut Voice,
) -> io::Result<Sound> {
    let faults = match check_file(file, library) {
        Ok(warnings) => warnings,
        Err(FileError::Encoding(faults)) => faults,
        Err(error) => {
            say_wrong(voice, &LineFault::file(error.to_string()))?;
            return Ok(Sound::No);
        }
    };
    let ruled = match faults.level() {
        Level::Fault => Ok(Ruled::default()),
        Level::Warning => rule(file, library, others),
    };
    let ruled = match ruled {
        Ok(ruled) => ruled,
        Err(fault) => {
            say_wrong(voice, &fault)?;
            return Ok(Sound::No);
        }
    };
    tell(file, &faults, &ruled, voice)?;
    let sound = faults.level() == Level::Warning && ruled.wrong.is_empty();
    Ok(if sound { Sound::Yes } else { Sound::No })
}

/// Rules the examples of a table and runs its cases; a file beside a table has none.
fn rule(
    file: &Path,
    library: &Library,
    others: &mut [(&Path, CaseFile, Known)],
) -> Result<Ruled, LineFault> {
    let mut ruled = Ruled::default();
    let source = Source::of_file(file).map_err(|error| LineFault::file(error.to_string()))?;
    let nearby = library.clone().with_folder_of(file);
    if source.id.contains('.') {
        return Ok(ruled);
    }
    let open = || Session::open(nearby.clone(), &source.id, Some(SEED)).map_err(not_open);
    let mut session = open().map_err(LineFault::file)?;
    rule_examples(&mut session, &source, &mut ruled);
    let beside = file.with_file_name(format!("{}{}", source.id, cases::ENDING));
    if beside.is_file() {
        let cases = read_cases(&beside)?;
        if cases.rules != source.id {
            let message = format!(
                "`{}` has cases of `{}`, not of `{}`",
                beside.display(),
                cases.rules,
                source.id
            );
            return Err(LineFault::file(message));
        }
        run(&beside, &cases, &mut session, open, &mut ruled)?;
    }
    for (path, cases, known) in others {
        if cases.rules == source.id {
            *known = Known::Yes;
            run(path, cases, &mut session, open, &mut ruled)?;
        }
    }
    Ok(ruled)
}

fn not_open(why: NoSession) -> String {
    match why {
        NoSession::NotFound(error) => error.to_string(),
        NoSession::Faulty(faults) => faults.to_string(),
    }
}

/// Rules each example as it stands; dice that it does not tell are thrown.
fn rule_examples(session: &mut Session, source: &Source, ruled: &mut Ruled) {
    for (verb, example) in examples(session) {
        ruled.examples += 1;
        let message = match session.answer(&example, Hand::Program) {
            Err(why) => in_short(why),
            Ok(_) if example.split_whitespace().next() != Some(verb.as_str()) => {
                format!("it is an example of `{verb}`, and does not begin with it")
            }
            Ok(_) => continue,
        };
        let quoted = format!("\"{example}\"");
        let at = source.text.find(&quoted);
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
    let text = text_of(path)?;
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

fn text_of(path: &Path) -> Result<String, LineFault> {
    std::fs::read_to_string(path)
        .map_err(|error| LineFault::file(format!("cannot read `{}`: {error}", path.display())))
}

fn read_cases(path: &Path) -> Result<CaseFile, LineFault> {
    CaseFile::read(&text_of(path)?).map_err(|error| {
        LineFault::file(format!(
            "{}: {}",
            path.display(),
            error.to_string().trim_end()
        ))
    })
}

/// The line of a place, from 1, and its bytes.
fn place(text: &str, at: Range<usize>) -> (usize, Range<usize>) {
    let before = text.get(..at.start).unwrap_or_default();
    (before.matches('\n').count().saturating_add(1), at)
}

fn tell(file: &Path, faults: &Faults, ruled: &Ruled, voice: &mut Voice) -> io::Result<()> {
    if voice.form() == Form::Json {
        return voice.result(&format!("{}\n", as_json(file, faults, ruled)));
    }
    if !faults.is_empty() {
        voice.styled_result(&shown(faults))?;
    }
    if faults.level() == Level::Fault {
        return Ok(());
    }
    for wrong in &ruled.wrong {
        voice.styled_result(&StyledText::rendered(&in_words(wrong)))?;
    }
    if ruled.wrong.is_empty() {
        let counted = counted(ruled);
        let none = if faults.is_empty() {
            "no faults"
        } else {
            "warnings only"
        };
        return voice.result(&format!("{none} in {}{counted}\n", file.display()));
    }
    let count = ruled.wrong.len();
    let are = if count == 1 {
        "line comes"
    } else {
        "lines come"
    };
    voice.result(&format!(
        "{count} {are} out otherwise in {}\n",
        file.display()
    ))
}

/// `: 2 examples are ruled, 1 case holds`; nothing where there are none.
fn counted(ruled: &Ruled) -> String {
    let said = |count: usize, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {many}")),
    };
    let examples = said(ruled.examples, "example is ruled", "examples are ruled");
    let cases = said(ruled.cases, "case holds", "cases hold");
    let all: Vec<String> = [examples, cases].into_iter().flatten().collect();
    if all.is_empty() {
        String::new()
    } else {
        format!(": {}", all.join(", "))
    }
}

fn in_words(wrong: &Wrong) -> String {
    let place = match &wrong.at {
        Some((line, _)) => format!("{}:{line}", wrong.file),
        None => wrong.file.clone(),
    };
    let shows = wrong.shows.as_ref();
    let shows = shows.map_or(String::new(), |shows| format!(" ({shows})"));
    format!(
        "{place}: the {} `{}`{shows}: {}\n",
        wrong.kind.word(),
        wrong.line,
        wrong.message
    )
}

/// All that was found, for editors and other programs.
fn as_json(file: &Path, faults: &Faults, ruled: &Ruled) -> Value {
    let kind = match faults.level() {
        Level::Fault => "fault",
        Level::Warning => "warning",
    };
    let of_file = faults.iter().map(|fault| {
        let place = faults.place(fault);
        let span = faults.span(fault);
        json!({
            "kind": kind,
            "message": fault.message,
            "hint": fault.hint,
            "file": faults.file_of(fault),
            "line": place.line,
            "column": place.column,
            "at": [span.start, span.end],
        })
    });
    let of_lines = ruled.wrong.iter().map(|wrong| {
        json!({
            "kind": wrong.kind.word(),
            "message": wrong.message,
            "said": wrong.line,
            "file": wrong.file,
            "line": wrong.at.as_ref().map(|(line, _)| line),
            "at": wrong.at.as_ref().map(|(_, at)| [at.start, at.end]),
        })
    });
    let found: Vec<Value> = of_file.chain(of_lines).collect();
    json!({
        "schema": 1,
        "file": file.display().to_string(),
        "examples": ruled.examples,
        "cases": ruled.cases,
        "found": found,
    })
}
