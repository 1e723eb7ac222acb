//! Tables that steps read: rows and columns by ranges, ratios, kinds, words or names.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::symbol::{Symbol, Symbols};
use super::{Cell, Place};
use crate::naming::key_in_words;
use crate::number::Number;
use crate::rules::bands::Span;
use crate::rules::kind::Kind;
use crate::rules::shelf::{Id, Named};
use crate::rules::word::Word;

/// A table with a cell for each row and column.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LookupTable {
    /// The key in the file.
    pub id: SmolStr,
    /// What a person calls it.
    pub title: Option<String>,
    /// Signs of the source, each with the name that it stands for.
    pub signs: Vec<(SmolStr, SmolStr)>,
    /// Its rows, in the author's order.
    pub rows: Vec<TableRow>,
    /// The place in the source that says so.
    pub cite: Option<String>,
    /// Where it stands.
    pub place: Place,
}

/// One row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TableRow {
    /// What finds it.
    pub key: TableKey,
    /// Its cells: one without a key, or one for each column.
    pub cells: Cells,
}

/// The cells of a row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Cells {
    /// The table has one column.
    One(TableCell),
    /// A cell for each column.
    Columns(Vec<(TableKey, TableCell)>),
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableCell {
    /// What stands in it.
    pub holds: Cell,
    /// Where it stands in the file.
    pub place: Place,
}

/// What finds a row or a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableKey {
    /// As it is written, and as JSON has it: `2-3`, `2-1`, `foot-heavy`.
    pub name: Symbol,
    /// What a person reads over it.
    pub heading: SmolStr,
    /// What it matches.
    pub matches: Matches,
}

/// What a key matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Matches {
    /// Whole numbers in a range.
    Range(Span),
    /// A ratio, such as 2 : 1.
    Ratio(Number),
    /// A kind, by a value that names it or by what the subject is.
    Kind(Kind),
    /// A word, by a value that names it or by its being said.
    Word(Id<Word>),
    /// A name: an answer of another step.
    Name,
}

impl Named for LookupTable {
    fn id(&self) -> &str {
        &self.id
    }
}

impl LookupTable {
    /// What a person calls it: its title, else its key.
    pub fn name(&self) -> SmolStr {
        match &self.title {
            Some(title) => SmolStr::new(title),
            None => key_in_words(&self.id),
        }
    }

    /// The keys of its columns; none for a table of one column.
    pub fn columns(&self) -> impl Iterator<Item = &TableKey> {
        let first = self.rows.first().map(|row| &row.cells);
        let columns = match first {
            Some(Cells::Columns(columns)) => columns.as_slice(),
            Some(Cells::One(_)) | None => &[],
        };
        columns.iter().map(|(key, _)| key)
    }

    /// The row or column that is written so.
    pub fn key_written(&self, written: &str, symbols: &Symbols) -> Option<Symbol> {
        let rows = self.rows.iter().map(|row| &row.key);
        let columns = self.rows.iter().flat_map(|row| match &row.cells {
            Cells::One(_) => &[][..],
            Cells::Columns(columns) => columns.as_slice(),
        });
        let mut keys = rows.chain(columns.map(|(key, _)| key));
        let found = keys
            .find(|key| matches!(key.matches, Matches::Name) && symbols.name(key.name) == written);
        found.map(|key| key.name)
    }
}
