//! Look-up tables, their cells, and records of numbers as a file writes them.

use std::ops::Range;

use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::read::limits::{crossed, out_of_bounds};
use crate::rules::reader::{
    FromToml, KeyShape, Map, Needed, Others, Reader, RecordShape, Shape, Text, Value, key_text,
};

/// What stands in a cell, or as the value of `else`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) struct RawCell {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What it says.
    pub(in crate::rules::read) holds: RawHolds,
    /// A number as its quotes have it: a sign such as `1/2` reads like one.
    pub(in crate::rules::read) quoted: Option<SmolStr>,
}

/// What a cell says.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::rules::read) enum RawHolds {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// A number.
    Number(Number),
    /// A word.
    Word(SmolStr),
}

impl FromToml for RawCell {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let at = value.at();
        let text = value.get().as_str();
        let holds = match text {
            Some(text) => match Number::parse(text) {
                Some(number) => RawHolds::Number(number),
                None => Text::from_toml(value)
                    .map_or(RawHolds::Faulty, |word| RawHolds::Word(word.text)),
            },
            None => value.number().map_or(RawHolds::Faulty, |number| {
                RawHolds::Number(number.into_inner())
            }),
        };
        Some(RawCell {
            at,
            holds,
            quoted: text.map(SmolStr::from),
        })
    }

    fn shape() -> Shape {
        Shape::Any(vec![Shape::Number, Shape::Text("a result or another name")])
    }
}

/// A record of numbers that a cell holds.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawRecord {
    /// What a person reads in its place.
    pub(in crate::rules::read) say: Option<String>,
    /// Where the source says so.
    pub(in crate::rules::read) cite: Option<String>,
    /// Its numbers by name.
    pub(in crate::rules::read) numbers: Vec<(Text, Option<Number>)>,
}

impl FromToml for RawRecord {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.table(|table| {
            let say = table.field("say");
            let cite = table.field("cite");
            let keys = table.keys_left().into_iter();
            let numbers = keys
                .map(|(key, value)| (key_text(&key), Number::from_toml(&value)))
                .collect();
            Some(RawRecord {
                say: say?,
                cite: cite?,
                numbers,
            })
        })
    }

    fn shape() -> Shape {
        Shape::Record(RecordShape {
            name: "cell",
            about: "What a cell of a table stands for.",
            keys: || {
                vec![
                    optional::<String>("say", "What a person reads in its place."),
                    optional::<String>("cite", "Where the source says so."),
                ]
            },
            others: Some(|| Others {
                key: "a name",
                shape: Shape::Number,
            }),
        })
    }
}

/// A key that may be left out.
fn optional<T: FromToml>(key: &'static str, about: &'static str) -> KeyShape {
    KeyShape {
        key,
        about,
        shape: T::shape(),
        needed: Needed::Sometimes,
    }
}

/// A look-up table.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawTable {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What a person calls it.
    pub(in crate::rules::read) title: Option<String>,
    /// Where the source says so.
    pub(in crate::rules::read) cite: Option<String>,
    /// The columns of rows that are lists.
    pub(in crate::rules::read) columns: Vec<Text>,
    /// What a person reads over rows and columns.
    pub(in crate::rules::read) headings: Map<String>,
    /// Whether its cells may hold words that nothing else declares, as the source prints them.
    pub(in crate::rules::read) as_printed: bool,
    /// Signs of the source that stand for what a cell holds.
    pub(in crate::rules::read) signs: Vec<(SmolStr, SmolStr)>,
    /// Its rows, in the author's order.
    pub(in crate::rules::read) rows: Vec<(Text, Option<RawCells>)>,
}

impl RawTable {
    /// The keys of the columns of the first row that names them.
    pub(in crate::rules::read) fn first_named_row(&self) -> Vec<&Text> {
        let named = self.rows.iter().find_map(|(_, cells)| match cells {
            Some(RawCells::Named(_, cells)) => Some(cells),
            _ => None,
        });
        named.into_iter().flatten().map(|(key, _)| key).collect()
    }

    /// The words in its cells.
    pub(in crate::rules::read) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        let rows = self.rows.iter().filter_map(|(_, cells)| cells.as_ref());
        rows.flat_map(RawCells::cells)
            .filter_map(|cell| match &cell.holds {
                RawHolds::Word(word) => Some(word.as_str()),
                RawHolds::Number(_) | RawHolds::Faulty => None,
            })
    }
}

/// The cells of a row.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum RawCells {
    /// The one cell of a table of one column.
    One(RawCell),
    /// Cells by the keys of their columns.
    Named(Range<usize>, Vec<(Text, Option<RawCell>)>),
    /// Cells in the order of the columns.
    Listed(Range<usize>, Vec<RawCell>),
}

impl RawCells {
    /// Puts the names in place of the signs that stand for them.
    fn read_signs(&mut self, signs: &[(SmolStr, SmolStr)]) {
        let read = |cell: &mut RawCell| {
            if let RawHolds::Word(word) = &mut cell.holds
                && let Some((_, name)) = signs.iter().find(|(sign, _)| sign == word)
            {
                word.clone_from(name);
            }
        };
        match self {
            RawCells::One(cell) => read(cell),
            RawCells::Named(_, cells) => {
                let cells = cells.iter_mut();
                cells.filter_map(|(_, cell)| cell.as_mut()).for_each(read);
            }
            RawCells::Listed(_, cells) => cells.iter_mut().for_each(read),
        }
    }

    fn cells(&self) -> impl Iterator<Item = &RawCell> + Clone {
        let (one, named, listed) = match self {
            RawCells::One(cell) => (Some(cell), [].as_slice(), [].as_slice()),
            RawCells::Named(_, cells) => (None, cells.as_slice(), [].as_slice()),
            RawCells::Listed(_, cells) => (None, [].as_slice(), cells.as_slice()),
        };
        let named = named.iter().filter_map(|(_, cell)| cell.as_ref());
        one.into_iter().chain(named).chain(listed)
    }
}

/// Refuses numbers that cannot stand in a table.
fn check_bounds(
    cells: &RawCells,
    (least, most): (Option<Number>, Option<Number>),
    table: &Reader<'_>,
) {
    for cell in cells.cells() {
        if let RawHolds::Number(number) = cell.holds
            && let Some(wrong) = out_of_bounds(number, least, most)
        {
            table.fault(cell.at.clone(), wrong);
        }
    }
}

impl FromToml for RawTable {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        value.table(|table| {
            let at = table.at();
            let title = table.field("title");
            let cite = table.field("cite");
            let columns = table.field("columns");
            let headings = table.field("headings");
            let as_printed = table.field::<Option<bool>>("as-printed");
            let signs = table.field::<Map<String>>("signs");
            let least = table.field::<Option<Number>>("least");
            let most = table.field::<Option<Number>>("most");
            let keys = table.keys_left().into_iter();
            let rows = keys.map(|(key, value)| (key_text(&key), RawCells::from_toml(&value)));
            let mut rows: Vec<(Text, Option<RawCells>)> = rows.collect();
            let signs = signs?.0.into_iter();
            let signs = signs.filter_map(|(sign, name)| Some((sign.text, name?.into())));
            let signs: Vec<(SmolStr, SmolStr)> = signs.collect();
            let bounds = (least?, most?);
            if let (Some(least), Some(most)) = bounds
                && let Some(message) = crossed(least, most)
            {
                table.fault(at.clone(), message);
                return None;
            }
            for cell in rows.iter().filter_map(|(_, cells)| cells.as_ref()) {
                check_bounds(cell, bounds, table);
            }
            for cells in rows.iter_mut().filter_map(|(_, cells)| cells.as_mut()) {
                cells.read_signs(&signs);
            }
            Some(RawTable {
                signs,
                at,
                title: title?,
                cite: cite?,
                columns: columns?,
                headings: headings?,
                as_printed: as_printed?.unwrap_or(false),
                rows,
            })
        })
    }

    fn shape() -> Shape {
        Shape::Record(RecordShape {
            name: "table",
            about: "A look-up table.",
            keys: || {
                vec![
                    optional::<String>("title", "What a person calls it."),
                    optional::<String>("cite", "Where the source says so."),
                    optional::<Vec<Text>>("columns", "The columns, where rows are lists."),
                    optional::<Map<String>>(
                        "headings",
                        "What a person reads over rows and columns.",
                    ),
                    optional::<Number>("least", "The least number that a cell can hold."),
                    optional::<Number>("most", "The most."),
                    optional::<Map<String>>(
                        "signs",
                        "Signs of the source, each with the name that it stands for in a cell.",
                    ),
                    optional::<bool>(
                        "as-printed",
                        "Whether its cells may hold words that nothing else declares, as the source prints them.",
                    ),
                ]
            },
            others: Some(|| Others {
                key: "a row: a range, a ratio, a kind, a word or a name",
                shape: RawCells::shape(),
            }),
        })
    }
}

impl FromToml for RawCells {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        if value.get().as_array().is_some() {
            return Vec::from_toml(value).map(|cells| RawCells::Listed(value.at(), cells));
        }
        if value.get().as_table().is_some() {
            return Map::from_toml(value).map(|Map(cells)| RawCells::Named(value.at(), cells));
        }
        RawCell::from_toml(value).map(RawCells::One)
    }

    fn shape() -> Shape {
        let cell = || Box::new(RawCell::shape());
        Shape::Any(vec![
            RawCell::shape(),
            Shape::List(cell()),
            Shape::Map("a column", cell()),
        ])
    }
}
