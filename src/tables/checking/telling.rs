//! What a check has found, in words and in JSON.

use std::io;
use std::path::Path;

use serde_json::{Value, json};

use super::lines::{Ruled, Wrong, WrongKind, in_words};
use crate::cases::Coverage;
use crate::report::StyledText;
use crate::rules::fault::{Faults, Level};
use crate::rules::texts::Texts;
use crate::tables::shown;
use crate::voice::{Form, Voice};

/// Tells what is wrong with a table and its lines, or that nothing is.
pub(super) fn tell(
    file: &Path,
    faults: &Faults,
    ruled: &Ruled,
    voice: &mut Voice,
) -> io::Result<()> {
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
    let file = file.display();
    if ruled.wrong.is_empty() {
        let counted = counted(ruled);
        let none = if faults.is_empty() {
            "no faults"
        } else {
            "warnings only"
        };
        voice.result(&format!("{none} in {file}{counted}\n"))?;
    } else {
        let (cases, others): (Vec<&Wrong>, Vec<&Wrong>) = ruled
            .wrong
            .iter()
            .partition(|wrong| wrong.kind == WrongKind::Cases);
        let otherwise = match others.len() {
            0 => None,
            1 => Some("1 line comes out otherwise".to_owned()),
            count => Some(format!("{count} lines come out otherwise")),
        };
        let unread = (!cases.is_empty()).then(|| "the cases cannot be read".to_owned());
        let all: Vec<String> = [otherwise, unread].into_iter().flatten().collect();
        voice.result(&format!("{} in {file}\n", all.join(", and ")))?;
    }
    if let Some((coverage, texts)) = &ruled.coverage {
        voice.result(&covered(coverage, texts))?;
    }
    Ok(())
}

/// Tells what is wrong with a file of cases that belongs to no table here.
pub(super) fn of_cases(path: &Path, wrong: &Wrong, voice: &mut Voice) -> io::Result<()> {
    if voice.form() == Form::Json {
        let found = json!({
            "schema": 1,
            "file": path.display().to_string(),
            "found": [of_line(wrong)],
        });
        return voice.result(&format!("{found}\n"));
    }
    voice.styled_result(&StyledText::rendered(&in_words(wrong)))
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

/// How much was run through, and what was not.
fn covered(coverage: &Coverage, texts: &Texts) -> String {
    let counts = coverage.counts.iter().map(|(what, touched, all)| {
        let [one, many] = what.words();
        let noun = if *all == 1 { one } else { many };
        format!("{touched} of {all} {noun}")
    });
    let mut text = format!("run through: {}\n", counts.collect::<Vec<_>>().join(", "));
    if !coverage.untouched.is_empty() {
        text.push_str("no example and no case runs through\n");
    }
    for untouched in &coverage.untouched {
        let line = texts.place(untouched.at).line;
        let [what, _] = untouched.what.words();
        text.push_str(&format!(
            "  {}:{line}: {what} {}\n",
            texts.name_at(untouched.at),
            untouched.called
        ));
    }
    text
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
    let found: Vec<Value> = of_file.chain(ruled.wrong.iter().map(of_line)).collect();
    let mut told = json!({
        "schema": 1,
        "file": file.display().to_string(),
        "examples": ruled.examples,
        "cases": ruled.cases,
        "found": found,
    });
    if let (Some((coverage, texts)), Some(told)) = (&ruled.coverage, told.as_object_mut()) {
        told.insert("coverage".to_owned(), coverage_json(coverage, texts));
    }
    told
}

fn of_line(wrong: &Wrong) -> Value {
    let kind = match wrong.kind {
        WrongKind::Example => "example",
        WrongKind::Case => "case",
        WrongKind::Cases => "fault",
    };
    let mut found = json!({
        "kind": kind,
        "message": wrong.message,
        "file": wrong.file,
        "line": wrong.at.as_ref().map(|(line, _)| line),
        "at": wrong.at.as_ref().map(|(_, at)| [at.start, at.end]),
    });
    if let (false, Some(found)) = (wrong.line.is_empty(), found.as_object_mut()) {
        found.insert("said".to_owned(), json!(wrong.line));
    }
    found
}

fn coverage_json(coverage: &Coverage, texts: &Texts) -> Value {
    let counts = coverage.counts.iter().map(|(what, touched, all)| {
        let [_, many] = what.words();
        (
            many.replace(' ', "_"),
            json!({ "touched": touched, "of": all }),
        )
    });
    let untouched = coverage.untouched.iter().map(|untouched| {
        let [what, _] = untouched.what.words();
        json!({
            "what": what,
            "called": untouched.called,
            "file": texts.name_at(untouched.at),
            "line": texts.place(untouched.at).line,
            "at": untouched.at.saturating_sub(texts.begins_at(untouched.at)),
        })
    });
    json!({
        "counts": counts.collect::<serde_json::Map<String, Value>>(),
        "untouched": untouched.collect::<Vec<Value>>(),
    })
}
