//! The players' board as text: it stands on a screen of its own.

use anstyle::Style;
use textwrap::core::display_width;

use super::StyledText;
use crate::paper::{Block, Document};
use crate::sheet::Sheet;

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
