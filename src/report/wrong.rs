//! What is said of a wrong line: what was typed, where, what to do.

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};

use crate::language::fault::LineFault;
use crate::printable::printable;

/// Where a line came from.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// The script, where it came from one.
    pub script: Option<&'a str>,
    /// The line's number in it, from 1.
    pub number: usize,
}

/// A wrong line with a caret under what is wrong, and a hint.
pub fn wrong_text(fault: &LineFault, line: &str, spot: Spot<'_>, renderer: &Renderer) -> String {
    let at = fault.at.and_then(|at| at.in_line(line));
    let line = line.trim_end();
    let harmless = printable(line);
    let mut group = Level::ERROR
        .primary_title(&fault.message)
        .elements(Vec::<Element<'_>>::new());
    // A place in a line that had to be changed to be shown would point wrongly.
    if let Some(at) = at
        && harmless == line
    {
        let at = at.start.min(line.len())..at.end.min(line.len());
        let mut snippet = Snippet::source(line).line_start(spot.number);
        if let Some(script) = spot.script {
            snippet = snippet.path(script);
        }
        group = group.element(snippet.annotation(AnnotationKind::Primary.span(at)));
    }
    if let Some(hint) = &fault.hint {
        group = group.element(Level::HELP.message(hint));
    }
    renderer.render(&[group])
}
