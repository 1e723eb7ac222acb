//! Documents as HTML: one file that leans on nothing else and runs nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::spans::{Span, runs_left, spans};
use super::{Block, Boxes, Card, Document, Item, Layout, Plot, Section};
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
/// The most characters of a row that fits one column of a reference sheet, each cell broken between its words.
const FITS_A_COLUMN: usize = 78;

/// The most characters of a reference sheet in its usual letters.
const DENSE: usize = 9_500;
/// The most characters of a reference sheet in smaller letters.
const PACKED: usize = 13_000;

/// A document as HTML.
pub fn html(document: &Document) -> String {
    let layout = match document.layout {
        Layout::Text => "text",
        Layout::Reference => {
            let letters = letters(document);
            if letters <= DENSE {
                "reference"
            } else if letters <= PACKED {
                "reference dense"
            } else {
                "reference packed"
            }
        }
        Layout::Cards => "cards",
        Layout::Board => "board",
    };
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
            body class=(layout) {
                header {
                    h1 { (text(&document.title)) }
                    @for line in &document.lead { p { (text(line)) } }
                }
                @if document.layout == Layout::Reference {
                    // What is too wide for a column stands across the page, before the columns begin.
                    div.across { @for section in document.sections.iter().filter(|one| is_wide(one)) { (show_section(section)) } }
                    main { @for section in document.sections.iter().filter(|one| !is_wide(one)) { (show_section(section)) } }
                } @else {
                    main { @for section in &document.sections { (show_section(section)) } }
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

/// How many characters stand in the tables of a document.
fn letters(document: &Document) -> usize {
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    let tables = blocks.filter_map(|block| match block {
        Block::Table(sheet) => Some(sheet),
        _ => None,
    });
    let cells = tables.flat_map(|sheet| sheet.rows.iter().flatten().chain(&sheet.notes));
    cells.map(|cell| cell.chars().count() + 4).sum()
}

fn show_section(section: &Section) -> Markup {
    html! {
        section {
            h2 { (text(&section.heading)) }
            @for block in &section.blocks { (show(block)) }
        }
    }
}

/// Whether a section has a table that does not fit a column of a reference sheet.
fn is_wide(section: &Section) -> bool {
    section.blocks.iter().any(|block| match block {
        Block::Table(sheet) => {
            (0..columns_of(sheet))
                .map(|place| longest_word(sheet, place) + 2)
                .sum::<usize>()
                > FITS_A_COLUMN
        }
        _ => false,
    })
}

fn columns_of(sheet: &Sheet) -> usize {
    let in_rows = sheet.rows.iter().map(Vec::len).max().unwrap_or_default();
    sheet.columns.len().max(in_rows)
}

/// The longest word in a column.
fn longest_word(sheet: &Sheet, place: usize) -> usize {
    let heads = sheet.columns.get(place).into_iter();
    let cells = sheet.rows.iter().filter_map(|row| row.get(place));
    let words = heads
        .chain(cells)
        .flat_map(|cell| cell.split([' ', '/', '-', '_']));
    words
        .map(|word| word.chars().count())
        .max()
        .unwrap_or_default()
}

fn show(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(words) => h3 { (text(words)) },
            Block::Prose(words) => p { (text(words)) },
            Block::Items(items) => ul { @for item in items { (show_item(item)) } },
            Block::Table(sheet) => (show_table(sheet)),
            Block::Plot(plot) => (show_plot(plot)),
            Block::Cards(cards) => div.deck { @for card in cards { (show_card(card)) } },
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
    let columns = columns_of(sheet);
    let is_short: Vec<bool> = (0..columns)
        .map(|place| {
            let mut cells = sheet.rows.iter().filter_map(|row| row.get(place));
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
                                @if place == 0 {
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
            @for note in &sheet.notes { p.note { (text(note)) } }
            @if let Some(cite) = &sheet.cite { p.cite { (text(cite)) } }
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
