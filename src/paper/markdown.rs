//! Documents as Markdown, with the tables of GitHub's dialect.

use std::fmt::Write as _;

use super::spans::{Span, spans};
use super::{Block, Boxes, Card, Document, Item, Plot, Run};
use crate::printable::printable;
use crate::rules::amount::BLANK;
use crate::sheet::Sheet;

/// What is written into by hand.
const TO_FILL_IN: &str = "\\_\\_\\_\\_";
/// The most boxes that are drawn in a row.
const MOST_BOXES: usize = 60;

/// A document as Markdown.
pub fn markdown(document: &Document) -> String {
    let mut page = format!("# {}\n", text(&document.title));
    for line in &document.lead {
        let _ = write!(page, "\n{}\n", text(line));
    }
    for section in document.sections.iter().chain(&document.rest) {
        let _ = write!(page, "\n## {}\n", text(&section.heading));
        for block in &section.blocks {
            page.push('\n');
            put(&mut page, block);
        }
    }
    if !document.foot.is_empty() {
        page.push_str("\n---\n");
        for line in &document.foot {
            let _ = write!(page, "\n{}\n", text(line));
        }
    }
    page
}

fn put(page: &mut String, block: &Block) {
    match block {
        Block::Heading(words) => {
            let _ = writeln!(page, "### {}", text(words));
        }
        Block::Prose(words) | Block::Remark(words) => {
            let _ = writeln!(page, "{}", text(words));
        }
        Block::Run(run) => put_run(page, run),
        Block::Items(items) => items.iter().for_each(|item| put_item(page, item)),
        Block::Table(sheet) => put_table(page, sheet),
        Block::Plot(plot) => put_table(page, &Plot::table(plot)),
        Block::Cards(cards) => cards.iter().for_each(|card| put_card(page, card)),
    }
}

fn put_run(page: &mut String, run: &Run) {
    if !run.head.is_empty() {
        let _ = write!(page, "**{}**\n\n", text(&run.head));
    }
    for item in &run.items {
        let _ = writeln!(page, "- {}", text(item));
    }
}

fn put_item(page: &mut String, item: &Item) {
    let _ = writeln!(page, "- {}", text(&item.text));
    for remark in &item.remarks {
        let _ = writeln!(page, "  - {}", text(remark));
    }
}

fn put_table(page: &mut String, sheet: &Sheet) {
    if !sheet.title.is_empty() {
        let _ = write!(page, "**{}**\n\n", text(&sheet.title));
    }
    let columns = super::columns_of(sheet);
    if columns > 0 && !sheet.rows.is_empty() {
        let heads = (0..columns).map(|place| sheet.columns.get(place).map(|head| cell(head)));
        put_row(page, heads.map(Option::unwrap_or_default));
        put_row(page, (0..columns).map(|_| "---".to_owned()));
        for row in &sheet.rows {
            let heads = row.len() == 1 && columns > 1;
            let cells = (0..columns).map(|place| match row.get(place) {
                Some(head) if heads => format!("**{}**", cell(head)),
                Some(blank) if blank == BLANK => TO_FILL_IN.to_owned(),
                Some(words) => cell(words),
                None => String::new(),
            });
            put_row(page, cells);
        }
    }
    let mut notes: Vec<String> = sheet.notes.iter().map(|note| text(note)).collect();
    notes.extend(sheet.cite.iter().map(|cite| format!("*{}*", text(cite))));
    for note in notes {
        let _ = write!(page, "\n{note}\n");
    }
}

fn put_row(page: &mut String, cells: impl Iterator<Item = String>) {
    page.push('|');
    for cell in cells {
        let _ = write!(page, " {cell} |");
    }
    page.push('\n');
}

fn put_card(page: &mut String, card: &Card) {
    let _ = write!(page, "### {}\n\n", text(&card.title));
    if !card.lead.is_empty() {
        let _ = write!(page, "{}\n\n", text(&card.lead));
    }
    for row in &card.rows {
        let _ = writeln!(page, "- {}: {}", text(&row.label), boxes(row));
    }
    page.push('\n');
}

/// `☒☒☐☐☐ ☐☐☐☐☐`, or how many there are of too many to draw.
fn boxes(row: &Boxes) -> String {
    let all = row.ticked + row.open;
    if all > MOST_BOXES {
        return format!("{} of {all}", row.ticked);
    }
    let mut drawn = String::new();
    for place in 0..all {
        if place > 0 && row.together > 0 && place % row.together == 0 {
            drawn.push(' ');
        }
        drawn.push(if place < row.ticked { '☒' } else { '☐' });
    }
    drawn
}

/// A text, in which nothing is markup but what is to be typed.
fn text(words: &str) -> String {
    let words = printable(words);
    let mut escaped = String::with_capacity(words.len() + 8);
    for span in spans(&words) {
        match span {
            Span::Plain(plain) => escape(&mut escaped, plain),
            Span::Typed(typed) => {
                let _ = write!(escaped, "`{typed}`");
            }
        }
    }
    // At the beginning of a line a number or a sign may begin a list, a heading or a rule.
    let first = escaped.trim_start_matches(|sign: char| sign.is_ascii_digit());
    if first.len() < escaped.len() && [". ", ") "].iter().any(|end| first.starts_with(end)) {
        let digits = escaped.len() - first.len();
        escaped.insert(digits, '\\');
    }
    escaped
}

/// A text in a cell of a table, where a stroke ends the cell even in what is to be typed.
fn cell(words: &str) -> String {
    let escaped = text(words);
    if !escaped.contains('|') {
        return escaped;
    }
    // Strokes of plain words are escaped already.
    escaped.replace("\\|", "|").replace('|', "\\|")
}

fn escape(escaped: &mut String, plain: &str) {
    for sign in plain.chars() {
        let anywhere = "\\`*_[]<>|~&$".contains(sign);
        // These mean something at the beginning of a line alone.
        let here = escaped.is_empty() && "#+-=".contains(sign);
        if anywhere || here {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_a_text_stays_text() {
        assert_eq!(text("<b>|*x*_"), "\\<b\\>\\|\\*x\\*\\_");
        assert_eq!(text("-1 or 2-3"), "\\-1 or 2-3");
        assert_eq!(text("1. first"), "1\\. first");
        assert_eq!(text("as `set | house`"), "as `set | house`");
        assert_eq!(cell("a | b `c | d`"), "a \\| b `c \\| d`");
    }
}
