//! Blanks: the values that the source at hand of a rule set does not give.
//!
//! A blank is any `"blank"` in a table file, wherever it stands. Whoever owns the
//! source fills it in: in a file that extends the table, or at the prompt for
//! one session.

mod choices;
mod extension;
mod leaves;

use std::ops::Range;
use std::path::PathBuf;

use extension::Cells;
use toml::de::DeTable;

pub use choices::{Choice, Offered};

use super::fault::Faults;
use super::library::{Origin, Source};
use super::reader::{self, Parents, Warned};
use super::set::RuleSet;
use super::steps::Place;

/// What the working calls a value that was filled in at the prompt.
pub const OWN_COPY: &str = "the referee's own copy";

/// What the working calls a value that was filled in a file.
const FILLED: &str = "own copy";

/// One value that the source does not give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlankCell {
    /// The keys that lead to it in the table's file, joined by dots.
    pub key: String,
    /// What it is, such as `medium horse: v infantry`.
    pub what: String,
    /// Whether the source prints it in brackets.
    pub in_brackets: bool,
    /// Where it stands in the joined texts.
    pub at: Range<usize>,
}

impl BlankCell {
    /// Whether this is the blank at a place of the joined texts: its own, or that of the word in it.
    pub fn is_at(&self, place: Place) -> bool {
        usize::try_from(place.0).is_ok_and(|offset| self.at.contains(&offset))
    }
}

/// A value for a blank, from the referee's own copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fill {
    /// The blank's key.
    pub key: String,
    /// The value as TOML writes it.
    pub value: String,
}

/// Every blank of a rule set, in the order of its file.
///
/// # Errors
/// All the faults of the syntax of the file and of those that it extends.
pub fn blanks(source: &Source, parents: &Parents<'_>) -> Result<Vec<BlankCell>, Faults> {
    read_tree(source, parents, |file| {
        let leaves = leaves::leaves(file);
        let cells = leaves.iter().flat_map(|leaf| &leaf.blanks);
        cells.cloned().collect()
    })
}

/// What the file itself says could stand in a blank.
///
/// # Errors
/// As with [`blanks`].
pub fn choices(key: &str, source: &Source, parents: &Parents<'_>) -> Result<Offered, Faults> {
    read_tree(source, parents, |file| {
        let leaves = leaves::leaves(file);
        let has = |cell: &BlankCell| cell.key == key;
        let leaf = leaves.iter().find(|leaf| leaf.blanks.iter().any(has));
        leaf.map_or_else(Offered::default, |leaf| choices::offered(file, leaf))
    })
}

/// The text of a table file with this id that extends a rule set, with every blank ready to be
/// filled in, or filled in already.
///
/// # Errors
/// As with [`blanks`].
pub fn to_fill_in(
    id: &str,
    rules: &RuleSet,
    source: &Source,
    parents: &Parents<'_>,
    fills: &[Fill],
) -> Result<String, Faults> {
    let name = format!("{}, filled in", rules.name);
    let head = extension::Head {
        id,
        name: &name,
        extends: &source.id,
        mark: FILLED,
    };
    read_tree(source, parents, |file| {
        let leaves = leaves::leaves(file);
        extension::introduction(&rules.name)
            + &extension::text(&head, file, &leaves, Cells::All(fills))
    })
}

/// The rule set with some of its blanks filled in at the prompt.
///
/// # Errors
/// What does not fit where it was filled in.
pub fn filled(
    rules: &RuleSet,
    source: &Source,
    parents: &Parents<'_>,
    fills: &[Fill],
) -> Result<RuleSet, Faults> {
    let head = extension::Head {
        id: &rules.id,
        name: &rules.name,
        extends: &source.id,
        mark: OWN_COPY,
    };
    let text = read_tree(source, parents, |file| {
        let leaves = leaves::leaves(file);
        extension::text(&head, file, &leaves, Cells::Filled(fills))
    })?;
    let own = Source {
        id: OWN_COPY.to_owned(),
        origin: Origin::File(PathBuf::from(OWN_COPY)),
        text: text.into(),
    };
    super::rule_set(&own, &|id| {
        if id == source.id {
            Ok(source.clone())
        } else {
            parents(id)
        }
    })
}

/// Reads a file and those that it extends as one tree, without asking what it means.
fn read_tree<T>(
    source: &Source,
    parents: &Parents<'_>,
    read: impl FnOnce(&DeTable<'_>) -> T,
) -> Result<T, Faults> {
    let all = reader::read_extending(source, parents, Warned::No, |file| Some(read(file.whole())))?;
    Ok(all.built)
}
