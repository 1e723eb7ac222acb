//! Table files, as the command line asks for them: checked, listed, filled in.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::language::command::WorkingShown;
use crate::report::{Spot, StyledText};
use crate::rules::blanks;
use crate::rules::fault::{Faults, Style};
use crate::rules::library::{Library, Source, is_id};
use crate::rules::table_file::FileError;
use crate::rules::{check_file, rule_set};
use crate::script::Ending;
use crate::session::{Answer, rule_sets};
use crate::sheet::Sheet;
use crate::typed_line::{FaultKind, LineFault};
use crate::voice::{Form, Voice};

/// Checks table files, each with all that it extends, and reports every fault, or every warning.
///
/// Warnings refuse nothing: with them alone it ends well.
///
/// # Errors
/// When nothing can be said.
pub fn check(files: &[PathBuf], library: &Library, voice: &mut Voice) -> io::Result<Ending> {
    let mut ending = Ending::Done;
    for file in files {
        match check_file(file, library) {
            Ok(warnings) if warnings.is_empty() => {
                voice.result(&format!("no faults in {}\n", file.display()))?;
            }
            Ok(warnings) => voice.styled_result(&shown(&warnings))?,
            Err(FileError::Encoding(faults)) => {
                ending = Ending::Wrong;
                voice.styled_result(&shown(&faults))?;
            }
            Err(error) => {
                ending = Ending::Wrong;
                say_wrong(voice, &LineFault::file(error.to_string()))?;
            }
        }
    }
    Ok(ending)
}

/// Lists the rule sets that can be loaded.
///
/// # Errors
/// When nothing can be said.
pub fn list(library: &Library, voice: &mut Voice) -> io::Result<Ending> {
    match rule_sets(library) {
        Ok(sheet) => {
            let answer = Answer::Sheets(vec![sheet]);
            voice.answer("", Spot::from("rules"), &answer, WorkingShown::Short)?;
            Ok(Ending::Done)
        }
        Err(fault) => wrong(voice, &fault),
    }
}

/// Lists the blanks of a rule set, or writes a file in which they can be filled in.
///
/// # Errors
/// When nothing can be said.
pub fn blanks(
    id: &str,
    to: Option<&Path>,
    library: &Library,
    voice: &mut Voice,
) -> io::Result<Ending> {
    let source = match library.find(id) {
        Ok(source) => source,
        Err(error) => {
            let mut fault = LineFault::file(error.to_string());
            fault.hint = error.hint();
            return wrong(voice, &fault);
        }
    };
    let answer = match to {
        None => listed(&source, library),
        Some(file) => written(&source, library, file),
    };
    match answer {
        Ok(answer) => {
            let said = format!("blanks {}", source.id);
            voice.answer(
                &source.id,
                Spot::from(said.as_str()),
                &answer,
                WorkingShown::Short,
            )?;
            Ok(Ending::Done)
        }
        Err(NoBlanks::Faulty(faults)) => {
            faulty(voice, &faults)?;
            Ok(Ending::Wrong)
        }
        Err(NoBlanks::Wrong(fault)) => wrong(voice, &fault),
    }
}

/// Why blanks are not listed or written.
enum NoBlanks {
    Faulty(Faults),
    Wrong(LineFault),
}

impl From<Faults> for NoBlanks {
    fn from(faults: Faults) -> Self {
        NoBlanks::Faulty(faults)
    }
}

impl From<LineFault> for NoBlanks {
    fn from(fault: LineFault) -> Self {
        NoBlanks::Wrong(fault)
    }
}

fn listed(source: &Source, library: &Library) -> Result<Answer, NoBlanks> {
    let parents = |id: &str| library.find(id);
    let rules = rule_set(source, &parents)?;
    let cells = blanks::blanks(source, &parents)?;
    let title = match cells.len() {
        0 => format!("{} has no blanks", rules.name),
        1 => format!("1 blank of {}", rules.name),
        count => format!("{count} blanks of {}", rules.name),
    };
    let mut sheet = Sheet::new(title, &["key", "what it is"]);
    for cell in cells {
        sheet.row([cell.key, cell.what]);
    }
    if !sheet.rows.is_empty() {
        sheet.note(format!(
            "`drumhead blanks {} --write mine.toml` writes a file to fill them in",
            source.id
        ));
    }
    Ok(Answer::Sheets(vec![sheet]))
}

fn written(source: &Source, library: &Library, file: &Path) -> Result<Answer, NoBlanks> {
    let parents = |id: &str| library.find(id);
    let rules = rule_set(source, &parents)?;
    let id = id_of(file)?;
    if id == source.id {
        return Err(LineFault::file(format!("`{id}` cannot extend itself"))
            .hinted("give the file another name")
            .into());
    }
    if blanks::blanks(source, &parents)?.is_empty() {
        return Err(LineFault::refused(format!("{} has no blanks", rules.name)).into());
    }
    let text = blanks::to_fill_in(id, &rules, source, &parents)?;
    save(file, &text)?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_owned(),
    };
    Ok(Answer::Done(format!(
        "{} is written; fill it in, and play with `drumhead --tables {folder} -r {id}`",
        file.display()
    )))
}

/// The id that a file will be loaded by.
fn id_of(file: &Path) -> Result<&str, LineFault> {
    let name = file.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| name.strip_suffix(".toml"));
    stem.filter(|stem| is_id(stem)).ok_or_else(|| {
        LineFault::file(format!("`{}` is no name for a table file", file.display()))
            .hinted("small letters, digits and hyphens, then `.toml`")
    })
}

/// Saves a new file; what is there already is left alone.
fn save(file: &Path, text: &str) -> Result<(), LineFault> {
    let saved = File::create_new(file).and_then(|mut file| file.write_all(text.as_bytes()));
    saved.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            LineFault::file(format!("`{}` is there already", file.display()))
                .hinted("give another name; nothing is overwritten")
        }
        _ => LineFault::file(format!("cannot write `{}`: {error}", file.display())),
    })
}

/// Says that a rule table has faults.
///
/// # Errors
/// When nothing can be said.
pub fn faulty(voice: &mut Voice, faults: &Faults) -> io::Result<()> {
    if voice.form() == Form::Json {
        say_wrong(voice, &LineFault::of(FaultKind::Table, faults.to_string()))
    } else {
        voice.styled_beside(&shown(faults))
    }
}

fn wrong(voice: &mut Voice, fault: &LineFault) -> io::Result<Ending> {
    say_wrong(voice, fault)?;
    Ok(Ending::Wrong)
}

/// Says what is wrong with what the command line asks for.
///
/// # Errors
/// When nothing can be said.
pub fn say_wrong(voice: &mut Voice, fault: &LineFault) -> io::Result<()> {
    voice.wrong(fault, Spot::from(""))
}

/// A report on faults, for a terminal.
fn shown(faults: &Faults) -> StyledText {
    StyledText::rendered(&format!("{}\n", faults.render(Style::Colour)))
}
