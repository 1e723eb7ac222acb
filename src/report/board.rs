//! The players' board as text: it stands on a screen of its own.

use anstyle::Style;
use textwrap::core::display_width;

use super::StyledText;
use crate::paper::{Block, Document};
use crate::sheet::Sheet;

/// So many rows of a side have a line each; more are joined, so that they stay on the screen.
const FEW: usize = 6;
/// What is read from afar.
const BOLD: Style = Style::new().bold();
/// What is less important.
const DIM: Style = Style::new().dimmed();

/// A board as text, in so many columns.
pub fn board_text(board: &Document, width: u16) -> StyledText {
    let mut text = StyledText::default();
    text.push_line(BOLD, &board.title);
    for line in &board.lead {
        text.push_line(DIM, line);
    }
    for section in &board.sections {
        text.push("\n");
        text.push_line(BOLD, &section.heading);
        for block in &section.blocks {
            match block {
                Block::Table(sheet) if sheet.rows.len() > FEW => joined(&mut text, sheet, width),
                Block::Table(sheet) => rows(&mut text, sheet),
                Block::Items(items) => items.iter().for_each(|item| {
                    for line in textwrap::wrap(&item.text, usize::from(width)) {
                        text.push(&format!("{line}\n"));
                    }
                }),
                Block::Heading(words) | Block::Prose(words) | Block::Remark(words) => {
                    text.push(&format!("{words}\n"))
                }
                Block::Run(_) | Block::Plot(_) | Block::Cards(_) => {}
            }
        }
    }
    for line in &board.foot {
        text.push("\n");
        text.push_line(DIM, line);
    }
    text
}

/// Each row in a line: the first cell made as wide as the widest, then the others.
fn rows(text: &mut StyledText, sheet: &Sheet) {
    let first = |row: &Vec<String>| row.first().map_or(0, |cell| display_width(cell));
    let widest = sheet.rows.iter().map(first).max().unwrap_or_default();
    for row in &sheet.rows {
        let Some((name, rest)) = row.split_first() else {
            continue;
        };
        let gap = " ".repeat(widest + 2 - display_width(name));
        text.push(&format!("  {name}{gap}{}\n", rest.join("  ")));
    }
}

/// Many rows, those joined of which the same is said: `stands: a, b, c`.
fn joined(text: &mut StyledText, sheet: &Sheet, width: u16) {
    let mut all: Vec<(String, Vec<&str>)> = Vec::new();
    for row in &sheet.rows {
        let Some((name, rest)) = row.split_first() else {
            continue;
        };
        let said = rest.join("  ");
        match all.iter_mut().find(|(known, _)| *known == said) {
            Some((_, names)) => names.push(name),
            None => all.push((said, vec![name])),
        }
    }
    for (said, names) in all {
        let line = format!("{said}: {}", names.join(", "));
        let options = textwrap::Options::new(usize::from(width))
            .initial_indent("  ")
            .subsequent_indent("    ");
        for line in textwrap::wrap(&line, options) {
            text.push(&format!("{line}\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::{Layout, Section};

    #[test]
    fn many_units_of_a_side_are_joined() {
        let mut sheet = Sheet::new("", &["unit", ""]);
        for place in 1..=40 {
            let is = if place == 3 { "gone" } else { "stands" };
            sheet.row([format!("a{place}"), is.to_owned()]);
        }
        let mut section = Section::new("red");
        section.table(sheet);
        let board = Document {
            title: "Turn 1".to_owned(),
            layout: Layout::Board,
            sections: vec![section],
            ..Document::default()
        };
        for width in [40, 80] {
            let text = board_text(&board, width);
            let shown = text.as_str();
            assert!(shown.lines().count() < 12, "{shown}");
            assert!(shown.contains("  gone: a3\n"), "{shown}");
            // The heading is styled, and shorter by far.
            let plain = shown.lines().filter(|line| !line.contains('\u{1b}'));
            let wide = plain.map(display_width).max();
            assert!(
                wide.is_some_and(|wide| wide <= usize::from(width)),
                "{shown}"
            );
        }
    }
}
