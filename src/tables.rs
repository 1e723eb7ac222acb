//! Table files, as the command line asks for them: checked, listed, filled in.

mod beginning;
mod checking;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

pub use beginning::{begin, templates};
pub use checking::{Checking, Covering, check, merged, record, watch};

use crate::language::command::WorkingShown;
use crate::prepared::rule_set;
use crate::printable::reason;
use crate::report::{Spot, StyledText};
use crate::rules::blanks::{self, Fill};
use crate::rules::fault::{Faults, Style};
use crate::rules::library::{Library, Source, is_id};
use crate::script::Ending;
use crate::session::{Answer, NoSession, rule_sets};
use crate::sheet::Sheet;
use crate::typed_line::{FaultKind, LineFault};
use crate::voice::{Form, Voice};

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
    battle: Option<&Path>,
    library: &Library,
    voice: &mut Voice,
) -> io::Result<Ending> {
    let source = match library.find(id) {
        Ok(source) => source,
        Err(error) => {
            return wrong(voice, &LineFault::from(error));
        }
    };
    let answer = match to {
        None => listed(&source, library),
        Some(file) => written(&source, library, file, battle),
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
    let parents = |id: &str| library.parent(id);
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

fn written(
    source: &Source,
    library: &Library,
    file: &Path,
    battle: Option<&Path>,
) -> Result<Answer, NoBlanks> {
    let fills = match battle {
        Some(battle) => fills_of(battle, &source.id)?,
        None => Vec::new(),
    };
    let parents = |id: &str| library.parent(id);
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
    let text = blanks::to_fill_in(id, &rules, source, &parents, &fills)?;
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

/// What a battle on record has filled in of a rule set.
fn fills_of(battle: &Path, rules: &str) -> Result<Vec<Fill>, LineFault> {
    let loaded = crate::battle::look_on(battle).map_err(LineFault::from)?;
    let fills = loaded.record.state().fills.iter();
    let of_rules = fills.filter(|fill| fill.rules == rules).map(|fill| Fill {
        key: fill.key.clone(),
        value: fill.value.clone(),
    });
    Ok(of_rules.collect())
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
        _ => LineFault::file(format!(
            "cannot write `{}`: {}",
            file.display(),
            reason(&error)
        )),
    })
}

/// Prints the JSON schema of rule tables.
///
/// # Errors
/// When nothing can be said.
pub fn schema(voice: &mut Voice) -> io::Result<Ending> {
    voice.result(&schema_text())?;
    Ok(Ending::Done)
}

/// The JSON schema of rule tables as a file has it.
fn schema_text() -> String {
    format!("{:#}\n", crate::rules::schema())
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

/// Says why a session cannot be opened.
///
/// # Errors
/// When nothing can be said.
pub fn no_session(voice: &mut Voice, why: NoSession) -> io::Result<()> {
    match why {
        NoSession::NotFound(error) => say_wrong(voice, &LineFault::from(error)),
        NoSession::Faulty(faults) => faulty(voice, &faults),
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
