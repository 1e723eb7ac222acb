//! Pages read by parsers of their own: what stands in their tables.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use scraper::{ElementRef, Html, Selector};

/// A table of a page.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    /// The headings.
    pub(crate) columns: Vec<String>,
    /// The rows; an empty box to write into is `____`.
    pub(crate) rows: Vec<Vec<String>>,
}

fn select(selector: &str) -> Selector {
    Selector::parse(selector).unwrap()
}

fn text(element: ElementRef<'_>) -> String {
    if element.value().classes().any(|class| class == "blank") {
        return "____".to_owned();
    }
    element.text().collect::<String>().trim().to_owned()
}

/// The page as a parser of browsers reads it; no fault may be in it.
pub(crate) fn parsed(page: &str) -> Html {
    let html = Html::parse_document(page);
    assert!(html.errors.is_empty(), "{:?}", html.errors);
    html
}

/// All that can be read on an HTML page.
pub(crate) fn texts(page: &str) -> String {
    let html = parsed(page);
    let body = select("body");
    html.select(&body).flat_map(|body| body.text()).collect()
}

/// The tables of an HTML page.
pub(crate) fn html_tables(page: &str) -> Vec<Table> {
    let html = parsed(page);
    let (table, head, row) = (select("table"), select("thead th"), select("tbody tr"));
    let cell = select("th, td");
    let tables = html.select(&table).map(|table| Table {
        columns: table.select(&head).map(text).collect(),
        rows: table
            .select(&row)
            .map(|row| row.select(&cell).map(text).collect())
            .collect(),
    });
    tables.map(without_empty_ends).collect()
}

/// The table without what its rows leave empty at their ends.
fn without_empty_ends(mut table: Table) -> Table {
    for row in &mut table.rows {
        while row.last().is_some_and(String::is_empty) {
            row.pop();
        }
    }
    table
}

/// The tables of a Markdown page.
pub(crate) fn markdown_tables(page: &str) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut cell = String::new();
    let mut in_head = false;
    for event in Parser::new_ext(page, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Table(_)) => tables.push(Table::default()),
            Event::Start(Tag::TableHead) => in_head = true,
            Event::End(TagEnd::TableHead) => in_head = false,
            Event::Start(Tag::TableRow) => {
                if let Some(table) = tables.last_mut() {
                    table.rows.push(Vec::new());
                }
            }
            Event::Start(Tag::TableCell) => cell.clear(),
            Event::Text(text) | Event::Code(text) => cell.push_str(&text),
            Event::End(TagEnd::TableCell) => {
                let Some(table) = tables.last_mut() else {
                    continue;
                };
                let done = cell.trim().to_owned();
                match table.rows.last_mut() {
                    Some(row) if !in_head => row.push(done),
                    _ => table.columns.push(done),
                }
            }
            Event::Html(html) | Event::InlineHtml(html) => panic!("`{html}` is markup"),
            _ => {}
        }
    }
    tables.into_iter().map(without_empty_ends).collect()
}
