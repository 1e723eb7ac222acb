//! Documents as HTML: one file that leans on nothing else and runs nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::fitting;
use super::spans::{Span, runs_left, spans};
use super::{Block, Boxes, Card, Document, Item, Layout, Plot, Run, Section};
use crate::printable::printable;
use crate::rules::amount::BLANK;
use crate::sheet::Sheet;

/// How all pages look, on the screen and on paper.
const STYLE: &str = include_str!("style.css");
/// How often a board is read anew, in seconds.
const BOARD_EVERY: u32 = 5;
/// The most boxes that a row of a card has; more are counted on a line to write on.
const MOST_BOXES: usize = 60;
/// The most characters that a cell has in a column of short things, which stand in the middle.
const SHORT: usize = 8;

/// A document as HTML.
pub fn html(document: &Document) -> String {
    let layout = match document.layout {
        Layout::Text => "text",
        Layout::Reference => "reference",
        Layout::Cards => "cards",
        Layout::Board => "board",
    };
    let size = (document.layout == Layout::Reference).then(|| fitting::letters(document));
    let style = size.map(|size| format!("font-size: {size}pt"));
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                @if document.layout == Layout::Board {
                    meta http-equiv="refresh" content=(BOARD_EVERY);
                }
                title { (printable(&document.title)) }
                style { (PreEscaped(STYLE)) }
            }
            body class=(layout) style=[style] {
                header {
                    h1 { (text(&document.title)) }
                    @for line in &document.lead { p { (text(line)) } }
                }
                @if let Some(size) = size {
                    (show_reference(document, size))
                } @else {
                    main { @for section in document.sections.iter().chain(&document.rest) { (show_section(section)) } }
                }
                @if !document.foot.is_empty() {
                    footer { @for line in &document.foot { p { (text(line)) } } }
                }
            }
        }
    };
    let mut page = page.into_string();
    page.push('\n');
    page
}

/// A reference sheet: what is looked up often in two columns, the rest in three where it finds room in them.
fn show_reference(document: &Document, size: f64) -> Markup {
    let [often, rarely] = fitting::COLUMNS;
    html! {
        main {
            // What stands across the page stands first, so that it leaves no hole in a column.
            @for begins_wide in [true, false] {
                @for section in document.sections.iter().filter(|one| begins_wide == is_wide(one.blocks.first(), often, size)) {
                    (show_part(section, often, size, |_| true))
                }
            }
            @for section in &document.rest {
                (show_part(section, often, size, |block| !fitting::fits_a_column(block, rarely, size)))
            }
        }
        div.rest {
            @for section in &document.rest {
                (show_part(section, rarely, size, |block| fitting::fits_a_column(block, rarely, size)))
            }
        }
    }
}

/// Some blocks of a section; those that find no room in a column stand across the page.
fn show_part(
    section: &Section,
    columns: u32,
    size: f64,
    stands_here: impl Fn(&Block) -> bool,
) -> Markup {
    let blocks: Vec<&Block> = section
        .blocks
        .iter()
        .filter(|block| stands_here(block))
        .collect();
    html! {
        @if !blocks.is_empty() {
            section {
                h2.wide[is_wide(blocks.first().copied(), columns, size)] { (text(&section.heading)) }
                @for (place, block) in blocks.iter().enumerate() {
                    // Remarks stay with what they are on.
                    @let before = place.checked_sub(1).and_then(|place| blocks.get(place)).copied();
                    @let remarks = matches!(block, Block::Remark(_) | Block::Run(_)) && is_wide(before, columns, size);
                    @if remarks || is_wide(Some(block), columns, size) { div.wide { (show(block)) } } @else { (show(block)) }
                }
            }
        }
    }
}

fn is_wide(block: Option<&Block>, columns: u32, size: f64) -> bool {
    block.is_some_and(|block| !fitting::fits_a_column(block, columns, size))
}

fn show_section(section: &Section) -> Markup {
    html! {
        section {
            h2 { (text(&section.heading)) }
            @for block in &section.blocks { (show(block)) }
        }
    }
}

fn show(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(words) => h3 { (text(words)) },
            Block::Prose(words) => p { (text(words)) },
            Block::Remark(words) => p.remark { (text(words)) },
            Block::Run(run) => (show_run(run)),
            Block::Items(items) => ul { @for item in items { (show_item(item)) } },
            Block::Table(sheet) => (show_table(sheet)),
            Block::Plot(plot) => (show_plot(plot)),
            Block::Cards(cards) => div.deck { @for card in cards { (show_card(card)) } },
        }
    }
}

fn show_run(run: &Run) -> Markup {
    html! {
        p.run {
            @if !run.head.is_empty() { strong { (text(&run.head)) ": " } }
            @for (place, item) in run.items.iter().enumerate() {
                @if place > 0 { " · " }
                // An item that begins with what is typed is looked up by it.
                span.term[item.starts_with('`')] { (text(item)) }
            }
        }
    }
}

fn show_item(item: &Item) -> Markup {
    html! {
        li {
            (text(&item.text))
            @for remark in &item.remarks { div.remark { (text(remark)) } }
        }
    }
}

fn show_plot(plot: &Plot) -> Markup {
    let table = plot.table();
    let Some(drawing) = plot.svg() else {
        return show_table(&table);
    };
    html! {
        figure {
            // The drawing has its texts escaped; it is read out as the table that it shows.
            div role="img" aria-label=(printable(&table.title)) { (PreEscaped(drawing)) }
            figcaption { (text(&table.title)) }
        }
    }
}

fn show_table(sheet: &Sheet) -> Markup {
    let columns = super::columns_of(sheet);
    let is_short: Vec<bool> = (0..columns)
        .map(|place| {
            let mut cells = sheet.rows.iter().filter_map(|row| row.get(place));
            // A text under a heading reads from the left.
            place > 0 && cells.all(|cell| cell.chars().count() <= SHORT)
        })
        .collect();
    let class = |place: usize| {
        let short = is_short.get(place).copied().unwrap_or_default();
        short.then_some("short")
    };
    html! {
        div.table {
            @if sheet.rows.is_empty() {
                @if !sheet.title.is_empty() { p { strong { (text(&sheet.title)) } } }
            } @else {
            table {
                @if !sheet.title.is_empty() { caption { (text(&sheet.title)) } }
                @if !sheet.columns.is_empty() && !sheet.rows.is_empty() {
                    thead {
                        tr {
                            @for (place, head) in sheet.columns.iter().enumerate() {
                                th scope="col" class=[class(place)] { (text(head)) }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &sheet.rows {
                        tr {
                            @for (place, cell) in row.iter().enumerate() {
                                @if row.len() == 1 && columns > 1 {
                                    th.group scope="rowgroup" colspan=(columns) { (text(cell)) }
                                } @else if place == 0 {
                                    th scope="row" { (text(cell)) }
                                } @else if cell == BLANK {
                                    td class="blank" aria-label=(BLANK) {}
                                } @else {
                                    td class=[class(place)] { (text(cell)) }
                                }
                            }
                        }
                    }
                }
            }
            }
            (show_notes(sheet))
        }
    }
}

/// The notes under a table and its place, run together.
fn show_notes(sheet: &Sheet) -> Markup {
    let cite = sheet.cite.as_ref().filter(|cite| **cite != sheet.title);
    html! {
        @if !sheet.notes.is_empty() || cite.is_some() {
            p.note {
                @for (place, note) in sheet.notes.iter().enumerate() {
                    @if place > 0 { " · " }
                    (text(note))
                }
                @if let Some(cite) = cite {
                    @if !sheet.notes.is_empty() { " · " }
                    span.cite { (text(cite)) }
                }
            }
        }
    }
}

fn show_card(card: &Card) -> Markup {
    html! {
        div.card {
            h3 { (text(&card.title)) }
            @if !card.lead.is_empty() { p { (text(&card.lead)) } }
            @for row in &card.rows {
                p.row { span.label { (text(&row.label)) } " " (show_boxes(row)) }
            }
        }
    }
}

fn show_boxes(row: &Boxes) -> Markup {
    let all = row.ticked + row.open;
    let ends = |place: usize| row.together > 0 && (place + 1).is_multiple_of(row.together);
    html! {
        @if all > MOST_BOXES {
            span.count { (row.ticked) " of " (all) }
        } @else {
            span.boxes {
                @for place in 0..all {
                    @let ticked = place < row.ticked;
                    span.box.ticked[ticked].ends[ends(place)] { @if ticked { "×" } }
                }
            }
        }
    }
}

/// A text, in which nothing is markup but what is to be typed; what runs from right to left is held
/// together, so that it does not draw in what stands beside it.
fn text(words: &str) -> Markup {
    let words = printable(words);
    html! {
        @for span in spans(&words) {
            @match span {
                Span::Plain(plain) => (isolated(plain)),
                Span::Typed(typed) => code { (isolated(typed)) },
            }
        }
    }
}

fn isolated(words: &str) -> Markup {
    let from = words.find(runs_left);
    let to = words.rfind(runs_left);
    let parts = from.zip(to).and_then(|(from, to)| {
        let to = to + words.get(to..)?.chars().next()?.len_utf8();
        Some((words.get(..from)?, words.get(from..to)?, words.get(to..)?))
    });
    html! {
        @match parts {
            Some((before, inside, after)) => { (before) bdi { (inside) } (after) },
            None => (words),
        }
    }
}
