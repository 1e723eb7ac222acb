//! Reading a table file so that all its faults come out at once.
//!
//! TOML is parsed to a tree in which everything knows its place, and the tree
//! is read by [`Reader`]s, one a table, which note a fault and go on. What a
//! table may hold is written as the reading of it:
//!
//! ```
//! use drumhead::rules::reader;
//!
//! struct Troop {
//!     name: String,
//!     figures: i64,
//! }
//!
//! let text = "[type.pike]\nname = \"Pike\"\nfigures = 9\n";
//! let read = reader::read("x.toml", text, |file| {
//!     Some(file.keyed_tables("type", |_id, troop| {
//!         // First read everything, then give up: `?` any earlier would
//!         // hide the faults of the keys that follow.
//!         let name = troop.text("name");
//!         let figures = troop.integer("figures", 1..=100);
//!         Some(Troop { name: name?.into_inner().to_owned(), figures: figures?.into_inner() })
//!     }))
//! });
//! // A troop with a fault would leave a gap, so that those after it keep their places.
//! let troops: Vec<Troop> = read.unwrap().into_iter().flatten().collect();
//! assert_eq!((troops[0].name.as_str(), troops[0].figures), ("Pike", 9));
//! ```
//!
//! A key that the reading did not ask for is a fault, found when the closure
//! returns. Whatever the closure returns, a file with a fault is an error.

mod contents;
mod from_toml;
mod inherit;
mod lay_over;
mod layer;
mod lineage;
mod merged;
mod path;
mod schema;
mod sink;
mod syntax;
mod table;
mod unclosed;
mod value;

#[cfg(test)]
mod extending_tests;
#[cfg(test)]
mod tests;

pub(crate) use from_toml::{record, words};

use layer::Layer;
use lineage::Found;

pub(super) use contents::identity;
pub use from_toml::{
    Asked, FromToml, KeyShape, Listed, Many, Map, Needed, Others, Record, RecordShape, Shape,
    Sound, Text, Whole, key_text,
};
pub use lineage::Parents;
pub use schema::{json_schema, keys_as_markdown, records};
pub use sink::{Noted, Sink, Warned};
pub use table::Reader;
pub use toml::Spanned;
pub use value::{Origin, Value};

use super::fault::{Fault, Faults};
use super::house::HouseRules;
use super::library::Source;
use super::texts::Texts;

/// Reads the text of a table file that extends no other; `file` is its name as
/// reports show it.
///
/// `build` reads the whole tree and checks what it made of it. After faults of
/// syntax it still runs, on as much of the tree as can be trusted.
///
/// # Errors
///
/// All the faults of the file, if it has any.
pub fn read<T>(
    file: &str,
    text: &str,
    build: impl for<'d> FnOnce(&mut Reader<'d>) -> Option<T>,
) -> Result<T, Faults> {
    let layers = vec![Layer::parse(file, text)];
    Ok(read_layers(layers, Warned::No, build)?.built)
}

/// What was read from a table file and those that it extends.
#[derive(Debug)]
pub struct Read<T> {
    /// What was made of it.
    pub built: T,
    /// What the file changes of those that it extends.
    pub house: HouseRules,
    /// All the texts.
    pub texts: Texts,
    /// What is no fault, but what the author should know.
    pub warnings: Vec<Fault>,
}

/// Reads a table file together with those that it extends, which `parents` finds.
///
/// `build` reads the merged tree as in [`read`]. What is no fault, but what the author should know, is
/// looked for where it is wanted.
///
/// # Errors
///
/// All the faults of the file and of those that it extends.
pub fn read_extending<T>(
    source: &Source,
    parents: &Parents<'_>,
    warned: Warned,
    build: impl for<'d> FnOnce(&mut Reader<'d>) -> Option<T>,
) -> Result<Read<T>, Faults> {
    let found = Found::default();
    let layers = lineage::layers(source, parents, &found);
    read_layers(layers, warned, build)
}

/// A table file and those that it extends written down as one file, which extends nothing.
///
/// # Errors
/// The faults of syntax of any of them, and those of the keys by which they extend one another.
pub fn merged(source: &Source, parents: &Parents<'_>) -> Result<String, Faults> {
    let found = Found::default();
    let merged = inherit::merge(lineage::layers(source, parents, &found));
    if merged.faults.is_empty() {
        Ok(merged::merged_text(&merged))
    } else {
        Err(Faults::of(merged.texts, merged.faults))
    }
}

fn read_layers<T>(
    layers: Vec<Layer<'_>>,
    warned: Warned,
    build: impl for<'d> FnOnce(&mut Reader<'d>) -> Option<T>,
) -> Result<Read<T>, Faults> {
    let merged = inherit::merge(layers);
    let sink = Sink::new(&merged.texts, merged.damage, merged.faults, warned);
    let start = merged.texts.start(0);
    let built = Reader::read_root(&merged.tree, start..start, &sink, build);
    let (faults, warnings) = sink.into_noted();
    match built {
        Some(built) if faults.is_empty() => Ok(Read {
            built,
            house: merged.house,
            texts: merged.texts,
            warnings,
        }),
        _ => Err(Faults::of(merged.texts, faults)),
    }
}
