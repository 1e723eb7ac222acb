//! Writing down what the examples of a table come to, as cases for their author to read over.

use std::io;
use std::path::Path;

use super::lines::{examples, in_short, in_words, not_open, read_cases};
use super::{Checking, SEED, say_wrong};
use crate::cases;
use crate::rules::library::{Library, Source};
use crate::script::Ending;
use crate::session::{Hand, Session};
use crate::typed_line::LineFault;
use crate::voice::Voice;

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
        let cases =
            read_cases(&beside).map_err(|wrong| LineFault::file(in_words(&wrong).trim_end()))?;
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
