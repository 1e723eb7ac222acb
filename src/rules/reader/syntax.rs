//! The parser's errors told as faults, and how far its tree can be trusted.

use std::ops::Range;

use toml::de::{DeTable, Error};

use super::sink::Damage;
use super::unclosed::Unclosed;
use crate::rules::fault::Fault;
use crate::rules::harmless::quoted;
use crate::rules::place::line_around;

/// How many lines back the first of two equal keys is looked for.
const LOOKED_BACK: usize = 1000;

/// For how many keys given twice the first is looked for: a report shows no
/// more, and looking is slow.
const LOOKED_FOR: usize = 50;

/// Errors that spoil one value and leave the tree around it sound.
const OF_ONE_VALUE: [&str; 17] = [
    "string values must be quoted",
    "missing opening quote",
    "missing escaped value",
    "invalid basic string",
    "invalid literal string",
    "invalid comment character",
    "invalid mantissa",
    "invalid fraction",
    "invalid exponent",
    "invalid float",
    "invalid integer",
    "invalid boolean",
    "unexpected leading zero",
    "redundant",
    "radix",
    "integers with a radix",
    "`_` may only go",
];

/// The errors of the parser as faults, by their places, and what they took
/// from the tree.
///
/// Of several on one line only the first is told, as the others are mostly its
/// echo; a key given twice is always told.
pub(super) fn faults(text: &str, tree: &DeTable<'_>, errors: &[Error]) -> (Vec<Fault>, Damage) {
    let unclosed = errors.iter().find_map(|error| Unclosed::find(tree, error));
    let mut told_errors: Vec<&Error> = match &unclosed {
        Some(unclosed) => errors
            .iter()
            .filter(|error| !unclosed.swallowed(error))
            .collect(),
        None => errors.iter().collect(),
    };
    told_errors.sort_by_key(|error| place(error).start);

    let mut faults = Vec::new();
    let mut damage = Damage::default();
    let mut looked_for: usize = 0;
    // Of a table given twice, the keys that are twice in it are the echo.
    let mut echo_to = 0;
    for error in told_errors {
        if error.message() == "duplicate key" {
            if place(error).start < echo_to {
                continue;
            }
            echo_to = echo_to.max(end_of_table(text, &place(error)));
            looked_for = looked_for.saturating_add(1);
            let first = if looked_for <= LOOKED_FOR {
                first_given(text, &place(error))
            } else {
                None
            };
            faults.push(duplicate(text, place(error), first));
            continue;
        }
        let line = line_around(text, place(error).start).start;
        if damage.lines.last() != Some(&line) {
            damage.lines.push(line);
            faults.push(told(text, error));
        }
        if !spoils_one_value(error) {
            damage.from = damage.from.or(Some(line));
        }
    }
    if let Some(Unclosed { fault, .. }) = unclosed {
        let line = line_around(text, fault.at.start).start;
        damage.from = Some(damage.from.map_or(line, |from| from.min(line)));
        faults.push(fault);
    }
    (faults, damage)
}

fn spoils_one_value(error: &Error) -> bool {
    OF_ONE_VALUE
        .iter()
        .any(|start| error.message().starts_with(start))
}

/// Where the parser noticed an error; the start if it does not say.
pub(super) fn place(error: &Error) -> Range<usize> {
    error.span().unwrap_or_default()
}

/// An error of the parser's in the words of this program.
fn told(text: &str, error: &Error) -> Fault {
    let at = place(error);
    let written = text.get(at.clone()).unwrap_or_default();
    let message = error.message();
    let (said, _) = message.split_once(", expected").unwrap_or((message, ""));
    match said {
        "string values must be quoted" if written.is_empty() => {
            Fault::new(at, "a value is missing here")
        }
        "string values must be quoted" => Fault::new(at, "text without quotes")
            .hint(format!("write {}", quoted(&format!("\"{written}\"")))),
        // A word that begins like `true` or `false`.
        "invalid boolean" => Fault::new(at, "text without quotes")
            .hint(format!("write {}", quoted(&format!("\"{written}\"")))),
        "missing opening quote" => Fault::new(at, "text without its opening quote"),
        "invalid basic string" | "invalid literal string" if written.is_empty() => {
            Fault::new(at, "text without its closing quote")
        }
        "missing escaped value" => Fault::new(at, "unknown escape after `\\`")
            .hint("write `\\\\` for a backslash, or put the text in single quotes"),
        "missing comma between array elements" => Fault::new(at, "a comma is missing here"),
        "unclosed table" => Fault::new(at, "the name of a table without its `]`"),
        "key with no value" => Fault::new(at, "a key without `=` and a value"),
        "unexpected leading zero" => Fault::new(at, "a number that begins with 0"),
        "unexpected key or value" => Fault::new(at, "more than one thing on a line")
            .hint("begin a new line, or a comment with `#`"),
        "carriage return must be followed by newline" => {
            Fault::new(at, "a carriage return without its line feed")
        }
        "recursion limit" | "cannot recurse further; max recursion depth met" => {
            Fault::new(at, "nested too deeply")
        }
        _ if said.starts_with("cannot extend value") => Fault::new(
            at,
            format!(
                "{} is already something other than a table",
                quoted(written)
            ),
        ),
        _ => Fault::new(at, plainly(message)),
    }
}

/// A message of the parser's with its list of alternatives as prose.
fn plainly(message: &str) -> String {
    match message.split_once(", expected ") {
        None => message.to_owned(),
        Some((said, "nothing")) => said.to_owned(),
        Some((said, expected)) => match expected.rsplit_once(", ") {
            None => format!("{said}, expected {expected}"),
            Some((others, last)) => format!("{said}, expected {others} or {last}"),
        },
    }
}

/// Where the table ends whose header stands at a place; the place itself if it is no header.
fn end_of_table(text: &str, at: &Range<usize>) -> usize {
    let header = line_around(text, at.start);
    let is_header = |line: &str| line.trim_start().starts_with('[');
    if !text.get(header.clone()).is_some_and(is_header) {
        return at.start;
    }
    let body = text.get(header.end..).unwrap_or_default();
    let mut end = header.end;
    for line in body.split_inclusive('\n') {
        if is_header(line) {
            return end;
        }
        end = end.saturating_add(line.len());
    }
    end
}

fn duplicate(text: &str, at: Range<usize>, first: Option<Range<usize>>) -> Fault {
    let key = text.get(at.clone()).unwrap_or_default();
    let fault = Fault::new(at, format!("{} is given twice", quoted(key)));
    match first {
        Some(first) => fault.also(first, "first given here"),
        None => fault,
    }
}

/// Where a line before gives the same key or header, as the parser does not say.
fn first_given(text: &str, at: &Range<usize>) -> Option<Range<usize>> {
    let line = line_around(text, at.start);
    let written = text.get(line.clone())?;
    let header = written.trim_start().starts_with('[');
    let sought = if header {
        written
            .get(..written.rfind(']')?.saturating_add(1))?
            .trim_start()
    } else {
        text.get(line.start..at.end)?.trim_start()
    };
    let mut end = line.start;
    for _ in 0..LOOKED_BACK {
        let earlier = line_around(text, end.checked_sub(1)?);
        end = earlier.start;
        let words = text.get(earlier)?;
        let indent = words.len().saturating_sub(words.trim_start().len());
        let words = words.trim_start();
        let rest = words.strip_prefix(sought).map(str::trim_start);
        if rest.is_some_and(|rest| header || rest.starts_with('=')) {
            let start = end.saturating_add(indent);
            return Some(start..start.saturating_add(sought.len()));
        }
        if !header && words.starts_with('[') {
            return None;
        }
    }
    None
}
