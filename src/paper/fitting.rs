//! How large the letters of a reference sheet can be: it is laid out in numbers first, as a browser will do it.

use super::{Block, Document, Section};
use crate::rules::amount::BLANK;
use crate::sheet::Sheet;

/// The sizes of letters that are tried for one page, in tenths of a point, the largest first.
const ON_ONE_PAGE: std::ops::RangeInclusive<u32> = 74..=92;
/// The sizes that are tried for two pages; what is too much for the least goes on to a third.
const ON_TWO_PAGES: std::ops::RangeInclusive<u32> = 64..=88;
/// The room of a page between its margins, in points.
const HEIGHT: f64 = 805.0;
const WIDTH: f64 = 550.0;
/// What stands between columns, in points.
const GAP: f64 = 9.0;
/// The columns of what is looked up often, and of the rest.
pub(super) const COLUMNS: [u32; 2] = [2, 3];
/// The part of the room that is filled: the reckoning is on the wide side, and some tables are not broken.
const FILLED: f64 = 1.02;
/// How wide and how high a letter is, by its size.
const LETTER: f64 = 0.5;
const LINE: f64 = 1.1;
/// What a row of a table, a table and a heading take besides, in lines.
const OF_ROW: f64 = 0.1;
const OF_TABLE: f64 = 0.5;
const OF_HEADING: f64 = 1.75;
/// What stands beside a cell, in letters.
const BESIDE: f64 = 1.2;
/// The width of an empty box, in letters.
const BOX: usize = 4;

/// The size of letters in points at which a sheet fits a page, or two where it has to.
pub(super) fn letters(document: &Document) -> f64 {
    let fits = |pages: f64| {
        move |tenths: &u32| height(document, points(*tenths)) <= pages * HEIGHT * FILLED
    };
    let one = ON_ONE_PAGE.rev().find(fits(1.0));
    let two = || ON_TWO_PAGES.rev().find(fits(2.0));
    points(one.or_else(two).unwrap_or(*ON_TWO_PAGES.start()))
}

fn points(tenths: u32) -> f64 {
    f64::from(tenths) / 10.0
}

/// Whether a block finds room in one of so many columns, however its cells are broken between words.
pub(super) fn fits_a_column(block: &Block, columns: u32, size: f64) -> bool {
    let Block::Table(sheet) = block else {
        return true;
    };
    let least: f64 = widths(sheet).iter().map(|(least, _)| least + BESIDE).sum();
    least <= room(columns, size)
}

/// The letters in a line of one of so many columns.
fn room(columns: u32, size: f64) -> f64 {
    let columns = f64::from(columns);
    (WIDTH - GAP * (columns - 1.0)) / columns / (size * LETTER)
}

/// The height of a document in points.
fn height(document: &Document, size: f64) -> f64 {
    let [often, rarely] = COLUMNS;
    let mut lines = 3.0 + 2.0;
    let mut of_rest = 0.0;
    for section in &document.sections {
        lines += of_section(section, often, size);
    }
    for section in &document.rest {
        let (narrow, wide): (Vec<&Block>, Vec<&Block>) = section
            .blocks
            .iter()
            .partition(|block| fits_a_column(block, rarely, size));
        if !narrow.is_empty() {
            of_rest += OF_HEADING;
        }
        if !wide.is_empty() {
            lines += OF_HEADING / f64::from(often);
        }
        of_rest += narrow
            .iter()
            .map(|block| of_block(block, rarely, size))
            .sum::<f64>();
        lines += wide
            .iter()
            .map(|block| share(block, often, size))
            .sum::<f64>();
    }
    (lines + of_rest / f64::from(rarely)) * size * LINE
}

/// The lines of a section across the page.
fn of_section(section: &Section, columns: u32, size: f64) -> f64 {
    let blocks = section.blocks.iter();
    OF_HEADING / f64::from(columns) + blocks.map(|block| share(block, columns, size)).sum::<f64>()
}

/// The lines of a block across the page, all of them where it finds no room in a column.
fn share(block: &Block, columns: u32, size: f64) -> f64 {
    if fits_a_column(block, columns, size) {
        of_block(block, columns, size) / f64::from(columns)
    } else {
        of_block(block, 1, size)
    }
}

/// The lines of a block in its column.
fn of_block(block: &Block, columns: u32, size: f64) -> f64 {
    let room = room(columns, size);
    let prose = |text: &str| (letters_of(text) / room).ceil();
    match block {
        Block::Prose(text) | Block::Remark(text) | Block::Heading(text) => prose(text) + 0.2,
        Block::Run(run) => {
            let items: f64 = run.items.iter().map(|item| letters_of(item) + 3.0).sum();
            ((items + letters_of(&run.head)) / room).ceil() + 0.3
        }
        Block::Table(sheet) => {
            let title = if sheet.title.is_empty() { 0.0 } else { 1.0 };
            let notes = sheet.notes.iter().chain(&sheet.cite);
            let notes: f64 = notes.map(|note| letters_of(note) + 3.0).sum();
            title + OF_TABLE + of_rows(sheet, room) + (notes / room).ceil() * 0.95
        }
        Block::Items(_) | Block::Plot(_) | Block::Cards(_) => 0.0,
    }
}

/// The lines of the rows of a table: what is too wide is broken, each column in its share of the room.
fn of_rows(sheet: &Sheet, room: f64) -> f64 {
    let widths = widths(sheet);
    let least: f64 = widths.iter().map(|(least, _)| least + BESIDE).sum();
    let more: f64 = widths.iter().map(|(least, most)| most - least).sum();
    let spare = (room - least).max(0.0);
    let share = if more > 0.0 {
        (spare / more).min(1.0)
    } else {
        1.0
    };
    let lines = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let lines = cells.map(|(cell, (least, most))| {
            let room = (least + (most - least) * share).max(1.0);
            (letters_of(cell) / room).ceil()
        });
        lines.fold(1.0, f64::max) + OF_ROW
    };
    let heads = if sheet.columns.is_empty() {
        0.0
    } else {
        lines(&sheet.columns)
    };
    heads + sheet.rows.iter().map(lines).sum::<f64>()
}

/// The least and the most width of each column, in letters: its longest word and its longest cell.
fn widths(sheet: &Sheet) -> Vec<(f64, f64)> {
    let columns = super::columns_of(sheet);
    let cells = |place: usize| {
        let rows = sheet.rows.iter().filter(|row| row.len() > 1);
        let cells = rows.filter_map(move |row| row.get(place));
        sheet.columns.get(place).into_iter().chain(cells)
    };
    let of_column = |place: usize| {
        let words = cells(place).flat_map(|cell| words(cell));
        let least = words.fold(1.0, f64::max);
        let most = cells(place)
            .map(|cell| letters_of(cell))
            .fold(least, f64::max);
        (least, most)
    };
    (0..columns).map(of_column).collect()
}

/// The widths of the parts between which a cell may be broken.
fn words(cell: &str) -> impl Iterator<Item = f64> {
    let box_to_fill = (cell == BLANK).then(|| letters_of(cell));
    let words = cell.split([' ', '-']).map(letters_of);
    box_to_fill
        .into_iter()
        .chain(words.filter(move |_| box_to_fill.is_none()))
}

fn letters_of(text: &str) -> f64 {
    let letters = if text == BLANK {
        BOX
    } else {
        text.chars().count()
    };
    u32::try_from(letters).map_or(f64::from(u32::MAX), f64::from)
}
