//! One table of the file being read.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::DeTable;

use super::from_toml::{FromToml, Sound};
use super::path::Path;
use super::sink::{Noted, Sink};
use super::value::Value;
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::harmless::{quoted, quoted_list};

/// One table being read: it knows its place and which keys were asked for.
///
/// A method named after a kind of value (`text`, `integer`) reads a key that
/// must be there; its sister with `maybe_` one that may be left out. All note a
/// fault and return `None` when the value is not of the kind.
#[derive(Debug)]
pub struct Reader<'d> {
    table: &'d DeTable<'d>,
    at: Range<usize>,
    path: Path<'d>,
    sink: &'d Sink<'d>,
    asked: Vec<&'static str>,
    lacking: Vec<&'static str>,
    /// How many keys of the table were asked for.
    taken: usize,
}

impl<'d> Reader<'d> {
    pub(super) fn read_root<T>(
        table: &'d DeTable<'d>,
        at: Range<usize>,
        sink: &'d Sink<'d>,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        Self::read(table, at, Path::default(), sink, build)
    }

    /// Reads a table with a closure; the keys it did not ask for are faults.
    pub(super) fn read<T>(
        table: &'d DeTable<'d>,
        at: Range<usize>,
        path: Path<'d>,
        sink: &'d Sink<'d>,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let (asked, lacking) = (Vec::new(), Vec::new());
        let mut reader = Self {
            table,
            at,
            path,
            sink,
            asked,
            lacking,
            taken: 0,
        };
        let built = build(&mut reader);
        reader.finish();
        built
    }

    /// Where the table stands: its header, its braces, or the key it hangs on.
    pub fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    /// The table as messages name it: `` `type.hussar` `` or `the file`.
    pub fn named(&self) -> String {
        self.path.named()
    }

    /// Where faults go; it outlives the reader.
    pub fn sink(&self) -> &'d Sink<'d> {
        self.sink
    }

    /// Notes a fault; see [`Sink::fault`].
    pub fn fault(&self, at: Range<usize>, message: impl Into<String>) -> Noted<'d> {
        self.sink.fault(at, message)
    }

    /// Whether the table has keys that were not asked for so far.
    pub fn has_others(&self) -> bool {
        self.taken < self.table.len()
    }

    /// Whether nothing stands in the table.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Whether the table has a key; it does not count as asked for.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The value of a key as it stands, if it is there.
    pub fn raw(&mut self, key: &'static str) -> Option<Value<'d>> {
        let found = self.table.get_key_value(key);
        if !self.asked.contains(&key) {
            self.asked.push(key);
            self.taken = self.taken.saturating_add(usize::from(found.is_some()));
        }
        found.map(|(written, value)| {
            let key = Spanned::new(written.span(), key);
            Value::new(key, value, &self.path, self.sink)
        })
    }

    /// The value of a key as it stands; it is a fault if it is not there.
    pub fn required(&mut self, key: &'static str) -> Option<Value<'d>> {
        let found = self.raw(key);
        if found.is_none() {
            self.lacking.push(key);
        }
        found
    }

    /// What a key holds, read by the type that keeps it; what stands for it where it is left out.
    pub fn field<T: FromToml>(&mut self, key: &'static str) -> Option<T> {
        if let Some(value) = self.raw(key) {
            return T::from_toml(&value);
        }
        let absent = T::absent();
        if absent.is_none() {
            self.lacking.push(key);
        }
        absent
    }

    /// What a key holds as in [`Reader::field`]; one that may be left out and has a fault stands as
    /// if it were, and is not `sound`.
    pub fn kept<T: FromToml>(&mut self, key: &'static str, sound: &mut Sound) -> Option<T> {
        let read = self.field(key);
        if read.is_some() {
            return read;
        }
        *sound = Sound::No;
        T::faulty()
    }

    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<Spanned<&'d str>> {
        self.required(key)?.text()
    }

    /// A text, if the key is there.
    pub fn maybe_text(&mut self, key: &'static str) -> Option<Spanned<&'d str>> {
        self.raw(key)?.text()
    }

    /// A whole number within a range.
    pub fn integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<Spanned<i64>> {
        self.required(key)?.integer(range)
    }

    /// A whole number within a range, if the key is there.
    pub fn maybe_integer(
        &mut self,
        key: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<Spanned<i64>> {
        self.raw(key)?.integer(range)
    }

    /// An exact number: `2`, `2.5`, `"1/2"` or `"½"`.
    pub fn number(&mut self, key: &'static str) -> Option<Spanned<Number>> {
        self.required(key)?.number()
    }

    /// An exact number, if the key is there.
    pub fn maybe_number(&mut self, key: &'static str) -> Option<Spanned<Number>> {
        self.raw(key)?.number()
    }

    /// `true` or `false`, if the key is there.
    pub fn maybe_switch(&mut self, key: &'static str) -> Option<Spanned<bool>> {
        self.raw(key)?.switch()
    }

    /// A list of texts.
    pub fn texts(&mut self, key: &'static str) -> Vec<Spanned<&'d str>> {
        self.list(key).iter().filter_map(Value::text).collect()
    }

    /// A list of texts; empty if the key is not there.
    pub fn maybe_texts(&mut self, key: &'static str) -> Vec<Spanned<&'d str>> {
        self.maybe_list(key)
            .iter()
            .filter_map(Value::text)
            .collect()
    }

    /// The items of a list.
    pub fn list(&mut self, key: &'static str) -> Vec<Value<'d>> {
        self.required(key)
            .and_then(|value| value.items())
            .unwrap_or_default()
    }

    /// The items of a list; empty if the key is not there.
    pub fn maybe_list(&mut self, key: &'static str) -> Vec<Value<'d>> {
        self.raw(key)
            .and_then(|value| value.items())
            .unwrap_or_default()
    }

    /// One of the words given, as what it stands for.
    pub fn one_of<T: Clone>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        self.required(key)?.one_of(words)
    }

    /// One of the words given, as what it stands for, if the key is there.
    pub fn maybe_one_of<T: Clone>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        self.raw(key)?.one_of(words)
    }

    /// A table, read by the closure.
    pub fn table<T>(
        &mut self,
        key: &'static str,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.required(key)?.table(build)
    }

    /// A table, read by the closure, if the key is there.
    pub fn maybe_table<T>(
        &mut self,
        key: &'static str,
        build: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.raw(key)?.table(build)
    }

    /// A list of tables (`[[key]]`), each read by the closure; empty if the key
    /// is not there.
    pub fn tables<T>(
        &mut self,
        key: &'static str,
        mut build: impl FnMut(&mut Self) -> Option<T>,
    ) -> Vec<T> {
        self.maybe_list(key)
            .iter()
            .filter_map(|item| item.table(&mut build))
            .collect()
    }

    /// A table of tables (`[key.name]`), each read by the closure with its name,
    /// in the author's order, `None` for one with a fault; empty if the key is not there.
    pub fn keyed_tables<T>(
        &mut self,
        key: &'static str,
        mut build: impl FnMut(Spanned<&'d str>, &mut Self) -> Option<T>,
    ) -> Vec<Option<T>> {
        let read_all = |outer: &mut Self| {
            let entries = outer.keys_left().into_iter();
            Some(
                entries
                    .map(|(name, value)| value.table(|t| build(name, t)))
                    .collect(),
            )
        };
        self.maybe_table(key, read_all).unwrap_or_default()
    }

    /// All that was not asked for, in the author's order, for tables whose keys
    /// are free; they count as asked for from now on.
    pub fn keys_left(&mut self) -> Vec<(Spanned<&'d str>, Value<'d>)> {
        let left = self.left();
        self.taken = self.table.len();
        left.into_iter()
            .map(|(key, value)| {
                self.sink.check_signs(key.span(), key.get_ref());
                let value = Value::new(key.clone(), value, &self.path, self.sink);
                (key, value)
            })
            .collect()
    }

    /// The table as it stands in the tree, to look for something by its path; no key counts as asked for.
    pub fn tree(&self) -> &'d DeTable<'d> {
        self.table
    }

    /// The table as it stands in the tree; all of its keys count as asked for.
    pub fn whole(&mut self) -> &'d DeTable<'d> {
        self.taken = self.table.len();
        self.table
    }

    fn left(&self) -> Vec<(Spanned<&'d str>, &'d super::value::Raw<'d>)> {
        if self.taken == self.table.len() {
            return Vec::new();
        }
        let mut left: Vec<_> = self
            .table
            .iter()
            .filter(|(key, _)| !self.asked.contains(&key.get_ref().as_ref()))
            .map(|(key, value)| (Spanned::new(key.span(), key.get_ref().as_ref()), value))
            .collect();
        left.sort_by_key(|(key, _)| key.span().start);
        left
    }

    /// Says nothing of a key that is lacking: it is there under another name, of which a fault is noted.
    pub fn forgive(&mut self, key: &str) {
        self.lacking.retain(|lacking| *lacking != key);
    }

    /// Notes the keys nobody asked for, and those that are lacking.
    ///
    /// A misspelt key that must be there is one fault, not two.
    fn finish(mut self) {
        for (key, _) in self.left() {
            let word = *key.get_ref();
            let meant = nearest(word, self.asked.iter().copied());
            let hint = match meant {
                Some(meant) => format!("did you mean `{meant}`?"),
                None if self.asked.is_empty() => "nothing may stand here".to_owned(),
                None => format!("what may stand here is {}", self.known()),
            };
            self.lacking.retain(|&key| Some(key) != meant);
            let message = format!("unknown key {} in {}", quoted(word), self.named());
            self.fault(key.span(), message).hint(hint);
        }
        if !self.lacking.is_empty() && self.sink.is_whole() {
            let keys = quoted_list(self.lacking.iter().copied(), "and");
            self.fault(self.at(), format!("{} lacks {keys}", self.named()));
        }
    }

    fn known(&self) -> String {
        quoted_list(self.asked.iter().copied(), "or")
    }
}
