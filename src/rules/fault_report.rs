//! Faults as a person reads them: message, place, excerpt, advice.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::fault::{self, Fault, Faults, Style};
use super::harmless::{harmless, harmless_character};

/// How many faults are shown before the rest are only counted.
const SHOWN: usize = 50;

/// How many characters of a line are kept from the marked place on.
const KEPT: usize = 200;

/// The report on all the faults of a file.
pub(super) fn render(faults: &Faults, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Colour => Renderer::styled(),
    };
    let mut report = String::new();
    for fault in faults.iter().take(SHOWN) {
        report.push_str(&renderer.render(&[group(faults, fault)]));
        report.push_str("\n\n");
    }
    if let Some(more) = faults.len().checked_sub(SHOWN).filter(|&more| more > 0) {
        report.push_str(&format!("and {more} more\n"));
    }
    report.push_str(&format!("{faults}\n"));
    report
}

fn group<'f>(faults: &'f Faults, fault: &'f Fault) -> Group<'f> {
    let level = match faults.level() {
        fault::Level::Fault => Level::ERROR,
        fault::Level::Warning => Level::WARNING,
    };
    let title = level.primary_title(harmless(&fault.message));
    let mut group = Group::with_title(title).elements(snippets(faults, fault));
    if let Some(hint) = &fault.hint {
        group = group.element(Level::HELP.message(harmless(hint)));
    }
    group
}

/// A place to be marked in the excerpt.
struct Mark<'f> {
    kind: AnnotationKind,
    at: &'f Range<usize>,
    label: Option<&'f str>,
}

/// One excerpt for every line that is marked, the fault's own first.
fn snippets<'f>(faults: &'f Faults, fault: &'f Fault) -> Vec<Snippet<'f, Annotation<'f>>> {
    let own = Mark {
        kind: AnnotationKind::Primary,
        at: &fault.at,
        label: fault.label.as_deref(),
    };
    let others = fault.also.iter().map(|(at, label)| Mark {
        kind: AnnotationKind::Context,
        at,
        label: Some(label),
    });
    let mut lines: Vec<(Range<usize>, Vec<Mark<'f>>)> = Vec::new();
    for mark in std::iter::once(own).chain(others) {
        let line = faults.texts().line_around(mark.at.start);
        match lines.iter_mut().find(|(other, _)| *other == line) {
            Some((_, marks)) => marks.push(mark),
            None => lines.push((line, vec![mark])),
        }
    }
    lines
        .into_iter()
        .map(|(line, marks)| snippet(faults, line, &marks))
        .collect()
}

fn snippet<'f>(
    faults: &'f Faults,
    line: Range<usize>,
    marks: &[Mark<'f>],
) -> Snippet<'f, Annotation<'f>> {
    let number = faults.texts().place(line.start).line;
    let file = faults.texts().name_at(line.start);
    let last = marks
        .iter()
        .map(|mark| mark.at.start)
        .max()
        .unwrap_or(line.start);
    let excerpt = Excerpt::new(faults.texts().whole(), line, last);
    let annotations: Vec<Annotation<'f>> = marks
        .iter()
        .map(|mark| {
            mark.kind
                .span(excerpt.span(mark.at))
                .label(mark.label.map(harmless))
        })
        .collect();
    Snippet::source(excerpt.shown)
        .path(harmless(file))
        .line_start(number)
        .annotations(annotations)
}

/// A line made harmless, and where its bytes went.
///
/// Every character is shown as exactly one, so that columns stay true.
struct Excerpt {
    shown: String,
    /// The offset in the file and in `shown` of every character shown, then of
    /// the end.
    offsets: Vec<(usize, usize)>,
}

impl Excerpt {
    fn new(text: &str, line: Range<usize>, last_mark: usize) -> Self {
        let mut shown = String::new();
        let mut offsets = Vec::new();
        let mut kept = 0;
        let mut end = line.end;
        for (offset, character) in text.get(line.clone()).unwrap_or_default().char_indices() {
            let offset = line.start.saturating_add(offset);
            if kept == KEPT {
                end = offset;
                break;
            }
            kept += usize::from(offset >= last_mark);
            offsets.push((offset, shown.len()));
            shown.push(if character == '\t' {
                ' '
            } else {
                harmless_character(character)
            });
        }
        offsets.push((end, shown.len()));
        if end < line.end {
            shown.push('…');
        }
        Self { shown, offsets }
    }

    /// Where the bytes of the file stand in what is shown; what goes beyond the
    /// line is left out.
    fn span(&self, at: &Range<usize>) -> Range<usize> {
        let start = self.shown_offset(at.start);
        start..self.shown_offset(at.end).max(start)
    }

    fn shown_offset(&self, offset: usize) -> usize {
        let next = self.offsets.partition_point(|&(from, _)| from < offset);
        let found = self.offsets.get(next).or(self.offsets.last());
        found.map_or(0, |&(_, shown)| shown)
    }
}
