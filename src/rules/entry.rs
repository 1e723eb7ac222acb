//! Entries of the rules: a number or heading, and the sense of it in a sentence or two.

use super::shelf::{Id, Named, Shelf};
use crate::naming::{Found, Names};

/// One entry that `rule` looks up.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The number or the short name, such as `8.27` or `impetus`.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Other numbers and names under which it is looked up.
    pub also: Vec<String>,
    /// What it says, in our own words.
    pub text: String,
    /// What a reference sheet says of it: `None` for nothing.
    pub on_paper: Option<String>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Entry {
    fn id(&self) -> &str {
        &self.id
    }
}

/// The entries of a rule set.
#[derive(Debug, Default)]
pub struct Entries {
    list: Shelf<Entry>,
    names: Names<Id<Entry>>,
}

impl Entries {
    /// Entries, and the names by which they are found.
    pub(super) fn of(list: Shelf<Entry>, names: Names<Id<Entry>>) -> Self {
        Entries { list, names }
    }

    /// The entries in the author's order.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.list.iter().map(|(_, entry)| entry)
    }

    /// The names by which they are found.
    pub fn names(&self) -> &Names<Id<Entry>> {
        &self.names
    }

    /// The entry of a number, a heading or another name, or of the start of one.
    ///
    /// Parts of a paragraph may stand in brackets: `8.11(b)` is `8.11b`.
    pub fn find(&self, typed: &str) -> Found<'_, Id<Entry>> {
        self.names.find(&without_brackets(typed))
    }

    /// Whether this is the number, heading or other name of an entry in full.
    pub fn is_name(&self, typed: &str) -> bool {
        self.names.has(&without_brackets(typed))
    }

    /// An entry.
    pub fn get(&self, id: Id<Entry>) -> &Entry {
        self.list.get(id)
    }
}

fn without_brackets(typed: &str) -> String {
    typed.replace(['(', ')'], "")
}
