//! Beginning a rule table of one's own from a short one that rules at once.

use std::io::{self, IsTerminal};
use std::path::Path;

use super::{save, say_wrong, schema_text};
use crate::cases;
use crate::language::command::WorkingShown;
use crate::naming::phrase;
use crate::report::Spot;
use crate::rules::library::{BUILT_IN, is_id};
use crate::script::Ending;
use crate::session::Answer;
use crate::sheet::Sheet;
use crate::typed_line::LineFault;
use crate::voice::Voice;

/// The file of the schema, which the first line of each template names.
const SCHEMA_FILE: &str = "drumhead.schema.json";

/// A short rule table to begin with, and its cases.
struct Template {
    /// What it is asked for by, and its id.
    name: &'static str,
    table: &'static str,
    cases: &'static str,
}

macro_rules! template {
    ($name:literal) => {
        Template {
            name: $name,
            table: include_str!(concat!("../../tables/templates/", $name, ".toml")),
            cases: include_str!(concat!("../../tables/templates/", $name, ".cases.toml")),
        }
    };
}

const TEMPLATES: [Template; 7] = [
    template!("pool"),
    template!("opposed"),
    template!("odds"),
    template!("table"),
    template!("test"),
    template!("faces"),
    template!("points"),
];

impl Template {
    /// What it is like: the comment below its first line.
    fn about(&self) -> &'static str {
        let second = self.table.lines().nth(1).unwrap_or_default();
        second.trim_start_matches("# ")
    }

    /// The table under another id.
    fn table_of(&self, id: &str) -> String {
        let own = format!("id = \"{}\"\n", self.name);
        self.table.replacen(&own, &format!("id = \"{id}\"\n"), 1)
    }

    /// The cases under another id.
    fn cases_of(&self, id: &str) -> String {
        let rules = format!("rules = \"{}\"\n", self.name);
        let file = format!("check {}.toml", self.name);
        self.cases
            .replacen(&rules, &format!("rules = \"{id}\"\n"), 1)
            .replacen(&file, &format!("check {id}.toml"), 1)
    }
}

/// The templates: what each is asked for by, and what it is like.
pub fn templates() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEMPLATES
        .iter()
        .map(|template| (template.name, template.about()))
}

/// Writes a short rule table, its cases and the schema into the folder at hand; nothing is overwritten.
///
/// Which one is asked for at a terminal, and listed elsewhere, where `like` does not say it.
///
/// # Errors
/// When nothing can be said.
pub fn begin(id: &str, like: Option<&str>, voice: &mut Voice) -> io::Result<Ending> {
    let written = named(id).and_then(|()| match like {
        Some(like) => template(like).map(Some),
        None => Ok(None),
    });
    let written = match written {
        Ok(Some(template)) => write(template, id),
        Ok(None) => match ask(voice)? {
            Some(template) => write(template, id),
            None => return Ok(Ending::Wrong),
        },
        Err(fault) => Err(fault),
    };
    match written {
        Ok(said) => {
            let answer = Answer::Done(said);
            voice.answer(id, Spot::from("new"), &answer, WorkingShown::Short)?;
            Ok(Ending::Done)
        }
        Err(fault) => {
            say_wrong(voice, &fault)?;
            Ok(Ending::Wrong)
        }
    }
}

/// Whether a rule set can be called so.
fn named(id: &str) -> Result<(), LineFault> {
    if !is_id(id) {
        return Err(LineFault::file(format!("`{id}` is no name for a rule set"))
            .hinted("small letters, digits and hyphens"));
    }
    if BUILT_IN.iter().any(|(known, ..)| *known == id) {
        return Err(
            LineFault::file(format!("`{id}` is a rule set that comes with the program"))
                .hinted("give yours another name, and write `extends` in it to change that one"),
        );
    }
    Ok(())
}

/// The template of a name, or of the beginning of one.
fn template(typed: &str) -> Result<&'static Template, LineFault> {
    let fit = |template: &&Template| template.name.starts_with(typed);
    let mut fitting = TEMPLATES.iter().filter(fit);
    match (fitting.next(), fitting.next()) {
        (Some(template), None) if !typed.is_empty() => Ok(template),
        _ => {
            let names: Vec<String> = TEMPLATES
                .iter()
                .map(|template| format!("`{}`", template.name))
                .collect();
            Err(
                LineFault::unknown(format!("there is no template `{typed}`"))
                    .hinted(format!("there are {}", phrase::list(&names))),
            )
        }
    }
}

/// Asks which template is wanted; where nobody can answer, says that it must be told.
fn ask(voice: &mut Voice) -> io::Result<Option<&'static Template>> {
    let mut sheet = Sheet::new("what a rule table can be like".to_owned(), &["", ""]);
    for template in &TEMPLATES {
        sheet.row([template.name.to_owned(), template.about().to_owned()]);
    }
    let answer = Answer::Sheets(vec![sheet]);
    voice.answer("", Spot::from("new"), &answer, WorkingShown::Short)?;
    if !io::stdin().is_terminal() {
        let fault = LineFault::missing("what it is to be like is not said")
            .hinted("write `--like` and one of these names");
        say_wrong(voice, &fault)?;
        return Ok(None);
    }
    loop {
        voice.beside("like: ")?;
        let mut typed = String::new();
        if io::stdin().read_line(&mut typed)? == 0 {
            return Ok(None);
        }
        match template(typed.trim()) {
            Ok(template) => return Ok(Some(template)),
            Err(fault) => say_wrong(voice, &fault)?,
        }
    }
}

/// Writes the files, and says what is next.
fn write(template: &Template, id: &str) -> Result<String, LineFault> {
    let table = format!("{id}.toml");
    let cases = format!("{id}{}", cases::ENDING);
    if Path::new(&cases).exists() {
        return Err(LineFault::file(format!("`{cases}` is there already"))
            .hinted("give another name; nothing is overwritten"));
    }
    save(Path::new(&table), &template.table_of(id))?;
    save(Path::new(&cases), &template.cases_of(id))?;
    if !Path::new(SCHEMA_FILE).exists() {
        save(Path::new(SCHEMA_FILE), &schema_text())?;
    }
    Ok(format!(
        "{table} and {cases} are written; `drumhead check {table}` checks them, `drumhead --tables . -r {id}` plays"
    ))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::cases::CaseFile;
    use crate::rules::library::{Library, Source};
    use crate::rules::rule_set;

    #[test]
    fn every_template_is_read_without_a_warning_under_a_name_of_its_author() {
        for template in &TEMPLATES {
            let text: &'static str = template.table_of("mine").leak();
            assert!(text.starts_with("#:schema "), "{}", template.name);
            let source = Source::of_text("mine", text);
            let rules = rule_set(&source, &|id| Library::default().find(id)).unwrap();
            assert_eq!(rules.id, "mine");
            assert_eq!(rules.warnings, [], "{}", template.name);
        }
    }

    #[test]
    fn every_template_is_short_and_has_two_cases() {
        for template in &TEMPLATES {
            let lines = template.table.lines().filter(|line| !line.is_empty());
            let lines = lines.count();
            assert!((30..=60).contains(&lines), "{}: {lines}", template.name);
            let cases = CaseFile::read(&template.cases_of("mine")).unwrap();
            assert_eq!((cases.rules.as_str(), cases.case.len()), ("mine", 2));
        }
    }

    #[test]
    fn a_template_is_found_by_the_beginning_of_its_name() {
        assert_eq!(template("poo").map(|found| found.name), Ok("pool"));
        for typed in ["", "po", "dice"] {
            let fault = template(typed).map(|found| found.name).unwrap_err();
            assert!(fault.hint.unwrap().contains("`opposed`"), "{typed}");
        }
    }
}
