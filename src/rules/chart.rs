//! Charts: tables that are looked up, not resolved.

use serde::{Deserialize, Serialize};

use super::amount::Given;
use super::kind::{Attribute, Kind};
use super::on_paper::Shows;
use super::shelf::{Id, Named};
use super::steps::Place;
use crate::number::Number;

/// A chart as the source lays it out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Chart {
    /// The key in the table.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Other names that the referee may type.
    pub also: Vec<String>,
    /// The heading over the row names.
    pub first: String,
    /// What its cells hold.
    pub body: Body,
    /// Remarks under it.
    pub notes: Vec<String>,
    /// Whether it stands on a reference sheet.
    pub shows: Shows,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Chart {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Chart {
    /// The rows that are written out; none in a chart of what the troop types have.
    pub fn rows(&self) -> &[Row] {
        match &self.body {
            Body::Rows { rows, .. } => rows,
            Body::Types(_) => &[],
        }
    }

    /// The columns that are written out.
    pub fn columns(&self) -> &[String] {
        match &self.body {
            Body::Rows { columns, .. } => columns,
            Body::Types(_) => &[],
        }
    }
}

/// Where the cells of a chart come from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Body {
    /// They are written out.
    Rows {
        /// The columns' names.
        columns: Vec<String>,
        /// The rows.
        rows: Vec<Row>,
    },
    /// They are the numbers that the troop types have.
    Types(Vec<Id<Attribute>>),
}

/// One row that is written out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// What stands at its head.
    pub name: String,
    /// The kinds for which it stands; empty for a row of its own.
    pub of: Vec<Kind>,
    /// As many cells as there are columns.
    pub cells: Vec<Cell>,
    /// Where each of its cells stands in the file.
    pub places: Vec<Place>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// A number in the chart's own units, or a blank.
    Number(Given<Number>),
    /// Words.
    Text(String),
    /// Nothing applies here.
    None,
}
