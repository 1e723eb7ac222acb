//! Names and what they stand for, found by name, plural or unique prefix.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::nearest::nearest_of;
use super::plural::other_forms;
use super::spelling::folded;

/// An index from names to values.
///
/// A hyphen, an underscore and a blank are the same, as are capitals and
/// small letters, one and many. A unique prefix is enough, an exact name
/// always wins. Several names may lead to one value.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Names<T> {
    /// Every form of every name, sorted by form, names as given first.
    entries: Vec<Entry<T>>,
    /// The names as given, in that order.
    given: Vec<SmolStr>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Entry<T> {
    form: SmolStr,
    words: usize,
    rank: Rank,
    /// Where the name that this is a form of stands among those given.
    name: usize,
    value: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Rank {
    AsGiven,
    /// The plural of a name that was given, or its singular.
    OtherNumber,
}

/// What a name that was typed may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found<'n, T> {
    /// This and nothing else.
    One(T),
    /// More than one thing: a name for each, sorted.
    Several(Vec<&'n str>),
    /// Nothing.
    None {
        /// The name that is spelt most like it, if any is near.
        nearest: Option<&'n str>,
    },
}

impl<T> Default for Names<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            given: Vec::new(),
        }
    }
}

impl<T> Entry<T> {
    fn key(&self) -> (&str, Rank) {
        (&self.form, self.rank)
    }
}

impl<'n, T: Copy + Eq> FromIterator<(&'n str, T)> for Names<T> {
    fn from_iter<I: IntoIterator<Item = (&'n str, T)>>(given: I) -> Self {
        let mut names = Names::default();
        for (name, value) in given {
            let entries = names.entries_of(name, value);
            names.entries.extend(entries);
        }
        names
            .entries
            .sort_by(|one, other| one.key().cmp(&other.key()));
        names
    }
}

impl<T: Copy + Eq> Names<T> {
    /// An index without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a name for a value; where several names for one value fit, the
    /// one added first is shown.
    pub fn add(&mut self, name: &str, value: T) {
        for entry in self.entries_of(name, value) {
            let before = |other: &Entry<T>| other.key() <= entry.key();
            let place = self.entries.partition_point(before);
            self.entries.insert(place, entry);
        }
    }

    /// The entries of one more name, which is then known; none for a name of characters only.
    fn entries_of(&mut self, name: &str, value: T) -> Vec<Entry<T>> {
        let form = SmolStr::new(folded(name));
        if form.is_empty() {
            return Vec::new();
        }
        let place = self.given.len();
        self.given.push(name.into());
        let entry = |form: SmolStr, rank| Entry {
            words: form.split('-').count(),
            form,
            rank,
            name: place,
            value,
        };
        let others = other_forms(&form).into_iter();
        let mut entries: Vec<_> = others
            .map(|other| entry(other, Rank::OtherNumber))
            .collect();
        entries.push(entry(form, Rank::AsGiven));
        entries
    }

    /// What a name may mean.
    pub fn find(&self, typed: &str) -> Found<'_, T> {
        self.find_where(typed, |_| true)
    }

    /// What a name may mean among the values that are admitted.
    pub fn find_where(&self, typed: &str, admits: impl Fn(T) -> bool) -> Found<'_, T> {
        let typed = folded(typed);
        let fitting = self.fitting(&typed);
        fitting
            .whole(&typed, &admits)
            .or_else(|| fitting.start(&typed, &admits))
            .unwrap_or_else(|| Found::None {
                nearest: self.nearest(&typed, &admits),
            })
    }

    /// Whether this is a name in full.
    pub fn has(&self, name: &str) -> bool {
        let name = folded(name);
        self.fitting(&name).whole(&name, &|_| true).is_some()
    }

    /// The forms that start with a folded text; none if the text is empty.
    pub(super) fn fitting(&self, start: &str) -> Fitting<'_, T> {
        let first = self.entries.partition_point(|entry| &*entry.form < start);
        let from = self.entries.get(first..).unwrap_or_default();
        let fits = |entry: &Entry<T>| !start.is_empty() && entry.form.starts_with(start);
        let count = from.iter().take_while(|entry| fits(entry)).count();
        Fitting {
            names: self,
            entries: from.get(..count).unwrap_or_default(),
        }
    }

    /// What some words may mean of which each begins the word of a name at its place: `med gun` of
    /// `medium-gun`; one or many are the same.
    pub(super) fn begun(
        &self,
        words: &[&str],
        admits: &impl Fn(T) -> bool,
    ) -> Option<Found<'_, T>> {
        let begun = |entry: &Entry<T>| {
            let mut names = entry.form.split('-');
            words.iter().all(|typed| {
                let name = names.next();
                let begins = |typed: &str| name.is_some_and(|name| name.starts_with(typed));
                let typed = folded(typed);
                begins(&typed) || other_forms(&typed).iter().any(|other| begins(other))
            })
        };
        let entries = self.entries.iter();
        self.meaning(entries.filter(|entry| admits(entry.value) && begun(entry)))
    }

    /// What a word means as the beginning of names of one word alone, if that is one thing: `musk` of
    /// `musket` beside `musket-bayonet`.
    pub fn plainly_begun(&self, typed: &str) -> Option<T> {
        let typed = folded(typed);
        let entries = self.fitting(&typed).entries.iter();
        match self.meaning(entries.filter(|entry| entry.words == 1))? {
            Found::One(value) => Some(value),
            Found::Several(_) | Found::None { .. } => None,
        }
    }

    /// What a word may mean that is a later word of names: `gun` of `heavy-gun`; one or many are the same.
    pub fn holding(&self, typed: &str) -> Option<Found<'_, T>> {
        let typed = folded(typed);
        let entries = self.entries.iter();
        let holds = |entry: &&Entry<T>| entry.form.split('-').skip(1).any(|word| word == &*typed);
        self.meaning(entries.filter(holds))
    }

    /// One value if all entries have the same, else a name for each value.
    fn meaning<'n>(
        &'n self,
        mut entries: impl Iterator<Item = &'n Entry<T>> + Clone,
    ) -> Option<Found<'n, T>> {
        let all = entries.clone();
        let value = entries.next()?.value;
        if entries.all(|entry| entry.value == value) {
            return Some(Found::One(value));
        }
        let mut first_names: Vec<(T, usize)> = Vec::new();
        for entry in all {
            let known = first_names
                .iter_mut()
                .find(|(value, _)| *value == entry.value);
            match known {
                Some((_, name)) => *name = entry.name.min(*name),
                None => first_names.push((entry.value, entry.name)),
            }
        }
        let mut names: Vec<&str> = first_names
            .into_iter()
            .filter_map(|(_, name)| self.given(name))
            .collect();
        names.sort_unstable();
        // Two values may have the very same name.
        names.dedup();
        Some(Found::Several(names))
    }

    fn given(&self, name: usize) -> Option<&str> {
        self.given.get(name).map(SmolStr::as_str)
    }

    /// The name as given that a folded text was probably meant to be.
    fn nearest(&self, folded: &str, admits: &impl Fn(T) -> bool) -> Option<&str> {
        let admitted = self.entries.iter().filter(|entry| admits(entry.value));
        let known = admitted.map(|entry| (&*entry.form, entry.name));
        self.given(nearest_of(folded, known)?)
    }
}

/// The forms of names that start alike.
pub(super) struct Fitting<'n, T> {
    names: &'n Names<T>,
    entries: &'n [Entry<T>],
}

impl<'n, T: Copy + Eq> Fitting<'n, T> {
    /// How many words the longest of them has, 0 if there are none.
    pub(super) fn most_words(&self) -> usize {
        let words = self.entries.iter().map(|entry| entry.words);
        words.max().unwrap_or(0)
    }

    /// Whether any of them has `second` for its second word, or as the start of it.
    pub(super) fn go_on(&self, first: &str, second: &str) -> bool {
        let second = folded(second);
        self.entries.iter().any(|entry| {
            let after = entry.form.strip_prefix(first);
            let after = after.and_then(|after| after.strip_prefix('-'));
            after.is_some_and(|after| after.starts_with(&*second))
        })
    }

    /// What a folded text that starts like them means as a whole name, if it is one.
    pub(super) fn whole(&self, folded: &str, admits: &impl Fn(T) -> bool) -> Option<Found<'n, T>> {
        let same = self
            .entries
            .iter()
            .filter(|entry| &*entry.form == folded && admits(entry.value));
        // The name as given wins over the plural of another.
        let best = same.clone().next()?.rank;
        self.names.meaning(same.filter(|entry| entry.rank == best))
    }

    /// What a folded text that starts like them may mean as the start of a
    /// name, if it is one.
    pub(super) fn start(&self, folded: &str, admits: &impl Fn(T) -> bool) -> Option<Found<'n, T>> {
        let longer = self
            .entries
            .iter()
            .filter(|entry| entry.form.starts_with(folded) && admits(entry.value));
        self.names.meaning(longer)
    }

    /// What it means, if it can mean one thing only.
    pub(super) fn only_start(
        &self,
        folded: &str,
        admits: &impl Fn(T) -> bool,
    ) -> Option<Found<'n, T>> {
        let start = self.start(folded, admits);
        start.filter(|found| matches!(found, Found::One(_)))
    }
}

#[cfg(test)]
mod tests;
