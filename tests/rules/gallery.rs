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
use drumhead::rules::fault::Style;
use drumhead::rules::library::Library;
use drumhead::rules::table_file::FileError;
use drumhead::session::{Hand, NoAnswer, Session};

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
