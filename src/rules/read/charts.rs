//! Reading charts.

use toml::de::DeTable;

use super::lexicon::Lexicon;
use super::parts::{also, cite, given, number, owned};
use crate::rules::amount::Given;
use crate::rules::chart::{Body, Cell, Chart, Row};
use crate::rules::harmless::quoted;
use crate::rules::on_paper::Shows;
use crate::rules::reader::{Reader, Spanned, Value};
use crate::rules::shelf::Shelf;
use crate::rules::steps::Place;

pub(super) fn charts<'d>(lexicon: &Lexicon<'d>, file: &mut Reader<'d>) -> Shelf<Chart> {
    let mut shelf = Shelf::default();
    let tree = file.tree();
    let read = file.keyed_tables("chart", |id, table| {
        let title = owned(table.text("title"));
        let also = also(table);
        let first = owned(table.text("first"));
        let body = body(lexicon, table, tree);
        let notes = table
            .maybe_texts("notes")
            .into_iter()
            .map(|note| note.into_inner().to_owned())
            .collect();
        let shows = Shows::said(table.maybe_switch("sheet").map(Spanned::into_inner));
        let cite = cite(table);
        Some(Chart {
            id: id.into_inner().to_owned(),
            title: title?,
            also,
            first: first?,
            body,
            notes,
            shows,
            cite,
        })
    });
    for chart in read {
        shelf.add_or_gap(chart);
    }
    shelf
}

fn body<'d>(lexicon: &Lexicon<'d>, table: &mut Reader<'d>, tree: &'d DeTable<'d>) -> Body {
    if table.has("of-types") {
        return Body::Types(lexicon.all(&table.list("of-types"), Lexicon::attribute));
    }
    let columns: Vec<String> = table
        .texts("columns")
        .into_iter()
        .map(|column| column.into_inner().to_owned())
        .collect();
    let rows = table.keyed_tables("rows", |name, table| {
        let of = table
            .maybe_list("of")
            .iter()
            .filter_map(|value| lexicon.kind(value))
            .collect();
        let values = table.list("cells");
        let (cells, places): (Vec<Cell>, Vec<Place>) = values
            .iter()
            .filter_map(|value| {
                let value = same_as(value, tree)?;
                Some((cell(&value)?, Place::at(value.at().start)))
            })
            .unzip();
        if values.len() != columns.len() {
            let (cells, wanted) = (
                counted(values.len(), "cell"),
                counted(columns.len(), "column"),
            );
            let message = format!("row {} has {cells} for {wanted}", quoted(name.get_ref()));
            table.fault(table.at(), message);
        }
        Some(Row {
            name: name.into_inner().to_owned(),
            of,
            cells,
            places,
        })
    });
    let rows = rows.into_iter().flatten().collect();
    Body::Rows { columns, rows }
}

/// The value that a cell is: itself, or the one elsewhere in the file of which it says `same-as`.
fn same_as<'d>(value: &Value<'d>, tree: &'d DeTable<'d>) -> Option<Value<'d>> {
    if value.get().as_table().is_none() {
        return Some(value.clone());
    }
    let path = value.table(|table| table.text("same-as"))?;
    let found = value.elsewhere(tree, path.get_ref());
    if found.is_none() {
        value
            .fault(format!("nothing stands at {}", quoted(path.get_ref())))
            .hint("the keys that lead to a value, as in `type.KEY.numbers.KEY`");
    }
    found
}

/// `1 cell`, `2 cells`.
fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// A number, `"blank"`, words, or `"-"` and `""` where nothing applies.
pub(super) fn cell(value: &Value<'_>) -> Option<Cell> {
    match value.get().as_str() {
        Some("-" | "") => Some(Cell::None),
        Some("blank") => Some(Cell::Number(Given::Blank)),
        Some(text) => Some(Cell::Text(text.to_owned())),
        None => given(value, number).map(Cell::Number),
    }
}
