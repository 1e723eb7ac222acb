//! Entries of the rules: a number or heading, and the sense of it in a sentence or two.

use super::shelf::Named;

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
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Entry {
    fn id(&self) -> &str {
        &self.id
    }
}
