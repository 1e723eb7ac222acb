//! Paper: documents to print, to keep or to put on a second screen, as HTML and as Markdown.
//!
//! A [`Document`] says what stands on the page; [`html`] and [`markdown`] say how. All text in it is plain: what looks like markup in a
//! name stays text. A span between backticks is something to type.

mod fitting;
mod html;
mod markdown;
mod plot;
mod spans;

pub use html::html;
pub use markdown::markdown;
pub use plot::{Bar, Curve, Plot};

use crate::sheet::Sheet;

/// The form of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// For a browser or a printer.
    Html,
    /// For a text to go on with.
    Markdown,
}

impl Document {
    /// The document in a form.
    pub fn on(&self, page: Page) -> String {
        match page {
            Page::Html => html(self),
            Page::Markdown => markdown(self),
        }
    }
}

/// A document, before anybody decides how to print it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Document {
    /// What it is.
    pub title: String,
    /// How its page is laid out.
    pub layout: Layout,
    /// What stands under the title.
    pub lead: Vec<String>,
    /// Its sections.
    pub sections: Vec<Section>,
    /// Sections that are looked up more rarely: in narrower columns on a reference sheet.
    pub rest: Vec<Section>,
    /// What stands at the end, in small print.
    pub foot: Vec<String>,
}

/// How the page of a document is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// As a text to read, from top to bottom.
    #[default]
    Text,
    /// As a reference sheet: small print in columns.
    Reference,
    /// As cards to cut out.
    Cards,
    /// As a board to look at from a distance, read anew every few seconds.
    Board,
}

/// A part of a document with a heading of its own.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// Something that stands in a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// A smaller heading.
    Heading(String),
    /// A paragraph.
    Prose(String),
    /// A paragraph in smaller print.
    Remark(String),
    /// Short things that are read one by one: run together on a reference sheet.
    Run(Run),
    /// A list.
    Items(Vec<Item>),
    /// Rows and columns.
    Table(Sheet),
    /// A plot; a table where nothing can be drawn.
    Plot(Plot),
    /// Cards beside one another.
    Cards(Vec<Card>),
}

/// Short things that are read one by one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Run {
    /// What they are; nothing where the heading says it.
    pub head: String,
    /// The things.
    pub items: Vec<String>,
}

/// An item of a list, with remarks on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Item {
    /// What it says.
    pub text: String,
    /// Remarks, in smaller print.
    pub remarks: Vec<String>,
}

/// A card with boxes to tick.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Card {
    /// What it is of.
    pub title: String,
    /// What stands under the title.
    pub lead: String,
    /// Its rows of boxes.
    pub rows: Vec<Boxes>,
}

/// Boxes to tick, with what they are.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boxes {
    /// What they are.
    pub label: String,
    /// How many are ticked already.
    pub ticked: usize,
    /// How many are still to be ticked.
    pub open: usize,
    /// How many boxes stand close together.
    pub together: usize,
}

impl Section {
    /// A section with nothing in it yet.
    pub fn new(heading: impl Into<String>) -> Section {
        Section {
            heading: heading.into(),
            blocks: Vec::new(),
        }
    }

    /// Whether a text stands in some cell of its tables.
    pub fn says(&self, text: &str) -> bool {
        let tables = self.blocks.iter().filter_map(|block| match block {
            Block::Table(sheet) => Some(sheet),
            _ => None,
        });
        let mut cells = tables.flat_map(|sheet| sheet.rows.iter().flatten());
        cells.any(|cell| cell.contains(text))
    }

    /// Adds a paragraph.
    pub fn prose(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Prose(text.into()));
    }

    /// Adds short things, if there are any.
    pub fn run(&mut self, head: impl Into<String>, items: Vec<String>) {
        if !items.is_empty() {
            let head = head.into();
            self.blocks.push(Block::Run(Run { head, items }));
        }
    }

    /// Adds a table.
    pub fn table(&mut self, sheet: Sheet) {
        self.blocks.push(Block::Table(sheet));
    }
}

impl Item {
    /// An item without remarks.
    pub fn new(text: impl Into<String>) -> Item {
        Item {
            text: text.into(),
            remarks: Vec::new(),
        }
    }
}

/// How many columns a table has.
fn columns_of(sheet: &Sheet) -> usize {
    let in_rows = sheet.rows.iter().map(Vec::len).max().unwrap_or_default();
    sheet.columns.len().max(in_rows)
}
