//! Checking rule tables for their authors: what is wrong with the file, with its examples, with its cases.

mod lines;
mod recording;
mod telling;
mod watching;

use std::io;
use std::path::{Path, PathBuf};

use super::say_wrong;
use crate::cases::CaseFile;
use crate::rules::fault::Level;
use crate::rules::library::Library;
use crate::rules::table_file::FileError;
use crate::rules::{check_file, merged_file};
use crate::script::Ending;
use crate::typed_line::LineFault;
use crate::voice::Voice;

use lines::Ruled;

pub use recording::record;
pub use watching::watch;

/// The seed of the dice that examples throw: whether a line can be ruled is not for dice to say.
const SEED: u64 = 1;

/// What is to be checked.
#[derive(Debug, Clone, Copy)]
pub struct Checking<'c> {
    /// The files.
    pub files: &'c [PathBuf],
    /// Files of cases besides those that stand beside the tables.
    pub cases: &'c [PathBuf],
    /// Whether it is told what no example and no case has run through.
    pub coverage: Covering,
    /// Where what they extend is found.
    pub library: &'c Library,
}

/// Whether it is told what no example and no case has run through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covering {
    /// It is.
    Told,
    /// It is not.
    Left,
}

/// A file of cases that was named, and whether its rule set is among the tables checked.
struct Other<'c> {
    path: &'c Path,
    cases: CaseFile,
    known: Known,
}

/// Whether the rule set of a file of cases was among the tables checked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Yes,
    No,
}

/// Whether all is well.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sound {
    Yes,
    No,
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
    for path in checking.cases {
        match lines::read_cases(path) {
            Ok(cases) => others.push(Other {
                path,
                cases,
                known: Known::No,
            }),
            Err(wrong) => {
                ending = Ending::Wrong;
                telling::of_cases(path, &wrong, voice)?;
            }
        }
    }
    for file in checking.files {
        if check_one(file, checking, &mut others, voice)? == Sound::No {
            ending = Ending::Wrong;
        }
    }
    for other in others.iter().filter(|other| other.known == Known::No) {
        ending = Ending::Wrong;
        let message = format!(
            "`{}` has cases of `{}`, which is not checked here",
            other.path.display(),
            other.cases.rules
        );
        say_wrong(
            voice,
            &LineFault::file(message).hinted("name its table too"),
        )?;
    }
    Ok(ending)
}

fn check_one(
    file: &Path,
    checking: &Checking<'_>,
    others: &mut [Other<'_>],
    voice: &mut Voice,
) -> io::Result<Sound> {
    let faults = match check_file(file, checking.library) {
        Ok(warnings) => warnings,
        Err(FileError::Encoding(faults)) => faults,
        Err(error) => {
            say_wrong(voice, &LineFault::file(error.to_string()))?;
            return Ok(Sound::No);
        }
    };
    let ruled = match faults.level() {
        Level::Fault => Ok(Ruled::default()),
        Level::Warning => lines::rule(file, &faults, checking, others),
    };
    let ruled = match ruled {
        Ok(ruled) => ruled,
        Err(fault) => {
            say_wrong(voice, &fault)?;
            return Ok(Sound::No);
        }
    };
    telling::tell(file, &faults, &ruled, voice)?;
    let sound = faults.level() == Level::Warning && ruled.wrong.is_empty();
    Ok(if sound { Sound::Yes } else { Sound::No })
}

/// Prints rule tables as they are with all that they extend, each as one file that extends nothing.
///
/// # Errors
/// When nothing can be said.
pub fn merged(files: &[PathBuf], library: &Library, voice: &mut Voice) -> io::Result<Ending> {
    let mut ending = Ending::Done;
    for file in files {
        match merged_file(file, library) {
            Ok(text) => voice.result(&text)?,
            Err(FileError::Encoding(faults)) => {
                ending = Ending::Wrong;
                super::faulty(voice, &faults)?;
            }
            Err(error) => {
                ending = Ending::Wrong;
                say_wrong(voice, &LineFault::file(error.to_string()))?;
            }
        }
    }
    Ok(ending)
}
