//! What is said of a wrong line: what was typed, where, what to do.

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};

use super::{Spot, StyledText};
use crate::printable::{printable, printable_lines};
use crate::typed_line::LineFault;

/// A wrong line with a caret under what is wrong, and a hint.
pub fn wrong_text(fault: &LineFault, spot: Spot<'_>, renderer: &Renderer) -> StyledText {
    let line = spot.line.trim_end();
    let script = spot.script.map(printable);
    let mut group = Level::ERROR
        .primary_title(printable_lines(&fault.message))
        .elements(Vec::<Element<'_>>::new());
    let at = fault.at.and_then(|at| at.in_line(spot.line));
    // A place in a line that had to be changed to be shown would point wrongly.
    if let Some(at) = at
        && printable(line) == line
    {
        let at = at.start.min(line.len())..at.end.min(line.len());
        let mut snippet = Snippet::source(line).line_start(spot.number.unwrap_or(1));
        if let Some(script) = script {
            snippet = snippet.path(script);
        }
        group = group.element(snippet.annotation(AnnotationKind::Primary.span(at)));
    }
    if let Some(hint) = &fault.hint {
        group = group.element(Level::HELP.message(printable(hint)));
    }
    StyledText::rendered(&renderer.render(&[group]))
}
