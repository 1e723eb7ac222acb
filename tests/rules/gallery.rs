//! The gallery of errors: what is said of wrong lines and of faulty tables.
//!
//! `tests/gallery/lines.txt` holds wrong lines, `tests/gallery/tables` faulty
//! tables, one fault each as far as that can be. What is said of them stands
//! in the snapshots beside them, for people to read.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use annotate_snippets::Renderer;
use drumhead::report::{Spot, wrong_text};
use drumhead::rules::check_file;
use drumhead::rules::fault::{Level, Style};
use drumhead::rules::library::Library;
use drumhead::rules::table_file::FileError;
use drumhead::session::{Hand, NoAnswer, Session};
use drumhead::typed_line::FaultKind;
use serde::Deserialize;

fn gallery() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gallery")
}

/// Compares with a snapshot that lies in the gallery itself.
fn hang(name: &str, folder: PathBuf, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn every_wrong_line_says_what_is_wrong_with_it() {
    let lines = std::fs::read_to_string(gallery().join("lines.txt")).expect("the lines");
    // One session for all: a line without an answer changes nothing.
    let mut session = Session::open(Library::default(), "kriegspiel", Some(1)).expect("rules");
    let mut said = String::new();
    for line in lines.lines() {
        if line.starts_with("##") {
            let _ = writeln!(said, "\n{line}\n");
            continue;
        }
        let typed = unescaped(line);
        let Err(NoAnswer::Wrong(fault)) = session.answer(&typed, Hand::Program) else {
            panic!("`{line}` is not wrong");
        };
        let _ = writeln!(said, "> {line}");
        let _ = writeln!(
            said,
            "{}\n",
            wrong_text(&fault, Spot::from(typed.as_str()), &Renderer::plain())
        );
    }
    hang("lines", gallery(), said.trim());
}

/// The line with its `\u{…}` as the characters that they stand for.
fn unescaped(line: &str) -> String {
    let mut parts = line.split("\\u{");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').expect("a closing brace");
        let code = u32::from_str_radix(code, 16).expect("a code in hexadecimal");
        text.push(char::from_u32(code).expect("a character"));
        text.push_str(rest);
    }
    text
}

#[test]
fn every_faulty_table_says_what_is_wrong_with_it() {
    let folder = gallery().join("tables");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of tables")
        .map(|entry| entry.expect("an entry of it").path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    for path in files {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let said = match check_file(&path, &Library::default()) {
            Ok(warnings) if warnings.is_empty() => "no faults".to_owned(),
            Ok(warnings) => warnings.render(Style::Plain),
            Err(FileError::Encoding(faults)) => faults.render(Style::Plain),
            Err(error) => error.to_string(),
        };
        // The folder differs from machine to machine.
        let said = said.replace(&format!("{}/", folder.display()), "");
        hang(&name, folder.clone(), said.trim());
    }
}

/// Slips of the pen, each made in the table `slips.base.toml` by itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slips {
    slip: Vec<Slip>,
    near: Vec<NearMiss>,
}

/// What looks like a slip and is none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NearMiss {
    /// What the author did.
    shows: String,
    /// What is written otherwise, as in a slip.
    writes: Vec<[String; 2]>,
}

/// One slip of the pen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slip {
    /// What the author did.
    shows: String,
    /// What is written otherwise, in order: the old text, which has to be there, and the new one; what has
    /// no old text is added at the end.
    writes: Vec<[String; 2]>,
    /// The one thing that is said.
    says: String,
    /// The line that it is said of.
    line: String,
    /// A part of what is advised.
    #[serde(default)]
    hint: String,
}

/// What is said of a table, and of which line of it: its faults, else its warnings and its examples.
fn said_of(file: &Path) -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(file).expect("a table");
    let line = |number: usize| text.lines().nth(number - 1).unwrap_or_default().trim();
    let faults = match check_file(file, &Library::default()) {
        Ok(faults) | Err(FileError::Encoding(faults)) => faults,
        Err(error) => panic!("{error}"),
    };
    let mut said: Vec<(String, String, String)> = faults
        .iter()
        .map(|fault| {
            let hint = fault.hint.clone().unwrap_or_default();
            let at = line(faults.place(fault).line).to_owned();
            (fault.message.clone(), at, hint)
        })
        .collect();
    if faults.level() == Level::Fault {
        return said;
    }
    let folder = file.parent().expect("a folder").to_owned();
    let mut session = Session::open(Library::new(vec![folder]), "slip", Some(1)).expect("rules");
    let rulings = session.rules().rulings.iter();
    let examples: Vec<(String, String)> = rulings
        .flat_map(|(_, ruling)| {
            let verb = ruling.id.to_string();
            let examples = ruling.examples.iter();
            examples.map(move |example| (verb.clone(), example.clone()))
        })
        .collect();
    for (verb, example) in examples {
        let of_example = |why: String| {
            let at = text
                .lines()
                .find(|line| line.contains(&format!("\"{example}\"")));
            (why, at.unwrap_or_default().to_owned(), String::new())
        };
        match session.answer(&example, Hand::Program) {
            // As `check` has it: an echo of a warning.
            Err(NoAnswer::Wrong(fault))
                if fault.kind == FaultKind::Table
                    && faults.level() == Level::Warning
                    && !faults.is_empty() => {}
            Err(NoAnswer::Wrong(fault)) => said.push(of_example(fault.message)),
            Err(other) => panic!("{other:?}"),
            Ok(_) if !example.starts_with(&verb) => said.push(of_example(format!(
                "it is an example of `{verb}`, and does not begin with it"
            ))),
            Ok(_) => {}
        }
    }
    said
}

#[test]
fn one_slip_of_the_pen_is_told_in_one_message() {
    let base = std::fs::read_to_string(gallery().join("slips.base.toml")).expect("the table");
    let slips = std::fs::read_to_string(gallery().join("slips.toml")).expect("the slips");
    let slips: Slips = toml::from_str(&slips).expect("slips");
    assert!(slips.slip.len() >= 100, "only {} slips", slips.slip.len());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("slip.toml");
    std::fs::write(&file, &base).expect("a table");
    assert_eq!(said_of(&file), [], "the table without a slip");
    let mut wrong = Vec::new();
    for slip in slips.slip {
        std::fs::write(&file, written(&base, &slip.shows, &slip.writes)).expect("a table");
        let said = said_of(&file);
        let right = match said.as_slice() {
            [(message, line, hint)] => {
                *message == slip.says && *line == slip.line && hint.contains(&slip.hint)
            }
            _ => false,
        };
        if !right {
            wrong.push(format!("{}: {said:#?}", slip.shows));
        }
    }
    for near in slips.near {
        std::fs::write(&file, written(&base, &near.shows, &near.writes)).expect("a table");
        let said = said_of(&file);
        if !said.is_empty() {
            wrong.push(format!("{} is no slip: {said:#?}", near.shows));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The table with what is written otherwise in it.
fn written(base: &str, shows: &str, writes: &[[String; 2]]) -> String {
    writes.iter().fold(base.to_owned(), |text, [old, new]| {
        assert!(text.contains(old), "{shows}: `{old}` is not there");
        if old.is_empty() {
            format!("{text}\n{new}")
        } else {
            text.replacen(old, new, 1)
        }
    })
}
