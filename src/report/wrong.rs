//! What is said of a wrong line: what was typed, where, what to do.

use annotate_snippets::{AnnotationKind, Element, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

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

/// What went wrong.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// What to do about it.
const HELP: Style = AnsiColor::BrightCyan.on_default().bold();

/// What is wrong with a line that stands right above: a caret under it, what is wrong, what to do.
///
/// `None` where the line cannot be pointed at from below: it goes over the end of the row, or it had to
/// be changed to be shown.
pub fn wrong_below(fault: &LineFault, spot: Spot<'_>, width: usize) -> Option<StyledText> {
    let before = spot.prompt?;
    let line = spot.line.trim_end();
    if printable(line) != line || before + line.width() >= width {
        return None;
    }
    let mut text = StyledText::default();
    if let Some(at) = fault.at.and_then(|at| at.in_line(spot.line)) {
        let start = line
            .get(..at.start)
            .map_or(line.width(), |text| text.width());
        let under = line.get(at.clone()).map_or(1, |text| text.width().max(1));
        text.push(&" ".repeat(before + start));
        text.push_styled(ERROR, &"^".repeat(under));
        text.push("\n");
    }
    let mut say = |style: Style, label: &str, said: &str| {
        let whole = format!("{label}: {said}");
        let options = textwrap::Options::new(width).subsequent_indent("  ");
        let lines = textwrap::wrap(&whole, options).join("\n");
        text.push_styled(style, label);
        text.push(lines.strip_prefix(label).unwrap_or(&lines));
        text.push("\n");
    };
    for (place, message) in printable_lines(&fault.message).lines().enumerate() {
        say(ERROR, if place == 0 { "error" } else { "     " }, message);
    }
    if let Some(hint) = &fault.hint {
        say(HELP, "help", &printable(hint));
    }
    Some(text)
}
