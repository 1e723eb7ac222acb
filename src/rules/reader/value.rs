//! One value of the file being read, and what it can be read as.

use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeTable, DeValue};

use super::path::Path;
use super::sink::{Noted, Sink};
use super::table::Reader;
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::harmless::{quoted, quoted_list};

/// A value as it stands in the tree.
pub(super) type Raw<'d> = Spanned<DeValue<'d>>;

/// One value, not yet read as anything.
///
/// The methods note a fault and return `None` when it is not of their kind.
#[derive(Debug, Clone)]
pub struct Value<'d> {
    /// The key it belongs to; the items of a list share theirs.
    key: &'d str,
    key_at: Range<usize>,
    raw: &'d Raw<'d>,
    /// The table that has the key.
    parent: Path<'d>,
    sink: &'d Sink<'d>,
}

impl<'d> Value<'d> {
    pub(super) fn new(
        key: Spanned<&'d str>,
        raw: &'d Raw<'d>,
        parent: &Path<'d>,
        sink: &'d Sink<'d>,
    ) -> Self {
        Self {
            key_at: key.span(),
            key: key.into_inner(),
            raw,
            parent: parent.clone(),
            sink,
        }
    }

    /// The value at a path such as `type.KEY.numbers.KEY` of a tree, in place of this one.
    ///
    /// Items of lists are counted from 1. `None` where nothing stands there.
    pub fn elsewhere(&self, tree: &'d DeTable<'d>, path: &str) -> Option<Value<'d>> {
        let mut keys = path.split('.');
        let mut found = tree.get(keys.next()?)?;
        for key in keys {
            found = match found.get_ref() {
                DeValue::Table(inner) => inner.get(key)?,
                DeValue::Array(items) => items.get(key.parse::<usize>().ok()?.checked_sub(1)?)?,
                _ => return None,
            };
        }
        Some(Value {
            raw: found,
            key: self.key,
            key_at: self.key_at.clone(),
            parent: self.parent.clone(),
            sink: self.sink,
        })
    }

    /// Where the value stands.
    pub fn at(&self) -> Range<usize> {
        self.raw.span()
    }

    /// The key that the value, or the list it is in, belongs to.
    pub fn key(&self) -> &'d str {
        self.key
    }

    /// The value in the TOML tree, to see what kind it is.
    pub fn get(&self) -> &'d DeValue<'d> {
        self.raw.get_ref()
    }

    /// Notes a fault at this value.
    pub fn fault(&self, message: impl Into<String>) -> Noted<'d> {
        self.sink.fault(self.at(), message)
    }

    /// Notes that what this value names is not there, unless faults of syntax may have taken it.
    pub fn lacking(&self, message: impl Into<String>) -> Noted<'d> {
        self.sink.lacking(self.at(), message)
    }

    /// Notes that what the key of this value names is not there, unless faults of syntax may have taken it.
    pub fn lacking_key(&self, message: impl Into<String>) -> Noted<'d> {
        self.sink.lacking(self.key_at.clone(), message)
    }

    /// Notes a fault at a part of this value.
    pub fn fault_inside(&self, part: Range<usize>, message: impl Into<String>) -> Noted<'d> {
        self.sink.fault(part, message)
    }

    /// Notes a fault at the key that the value belongs to.
    pub fn fault_at_key(&self, message: impl Into<String>) -> Noted<'d> {
        self.sink.fault(self.key_at.clone(), message)
    }

    /// Notes that something else was expected, and what was found.
    ///
    /// `expected` is a noun with its article: `a number`.
    pub fn unexpected(&self, expected: &str) -> Noted<'d> {
        let key = quoted(self.key);
        self.fault(format!(
            "expected {expected} for {key}, found {}",
            self.found()
        ))
    }

    fn found(&self) -> &'static str {
        match self.get() {
            DeValue::String(_) => "text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(true) => "`true`",
            DeValue::Boolean(false) => "`false`",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    /// The value as text.
    pub fn text(&self) -> Option<Spanned<&'d str>> {
        let Some(text) = self.get().as_str() else {
            self.unexpected("text");
            return None;
        };
        self.sink.check_signs(self.at(), text);
        Some(Spanned::new(self.at(), text))
    }

    /// Where the bytes of a text stand that is written as it is read; else where all of it stands.
    pub fn origin(&self) -> Origin {
        let at = self.at();
        let text = self.get().as_str().unwrap_or_default();
        let written = self.sink.written(at.clone());
        let quotes = if written.starts_with("\"\"\"") || written.starts_with("'''") {
            3
        } else {
            1
        };
        let inner = written.get(quotes..).unwrap_or_default();
        let plain = inner.starts_with(text);
        Origin {
            start: plain.then_some(at.start.saturating_add(quotes)),
            whole: at,
        }
    }

    /// The value as `true` or `false`.
    pub fn switch(&self) -> Option<Spanned<bool>> {
        let Some(switch) = self.get().as_bool() else {
            self.unexpected("`true` or `false`");
            return None;
        };
        Some(Spanned::new(self.at(), switch))
    }

    /// The value as a whole number within a range.
    pub fn integer(&self, range: RangeInclusive<i64>) -> Option<Spanned<i64>> {
        let written = match self.get() {
            DeValue::Integer(written) => written,
            DeValue::Float(written) => {
                let (key, written) = (quoted(self.key), quoted(written.as_str()));
                self.fault(format!(
                    "expected a whole number for {key}, found {written}"
                ));
                return None;
            }
            _ => {
                self.unexpected("a whole number");
                return None;
            }
        };
        let integer = to_i64(written).filter(|integer| range.contains(integer));
        if integer.is_none() {
            let (key, written) = (quoted(self.key), quoted(&written.to_string()));
            let (low, high) = range.into_inner();
            self.fault(format!("{key} must be from {low} to {high}, not {written}"));
        }
        Some(Spanned::new(self.at(), integer?))
    }

    /// The value as an exact number, by the digits written: `2`, `2.5`, `"1/2"`
    /// or `"½"`.
    pub fn number(&self) -> Option<Spanned<Number>> {
        let number = match self.get() {
            DeValue::Integer(written) => self.whole(written),
            DeValue::Float(written) => self.decimal(written),
            DeValue::String(written) => self.fraction(written),
            _ => {
                self.unexpected("a number");
                None
            }
        };
        Some(Spanned::new(self.at(), number?))
    }

    fn whole(&self, written: &DeInteger<'_>) -> Option<Number> {
        let number = to_i64(written).and_then(|whole| Number::parse(&whole.to_string()));
        self.or_too_long(number, &written.to_string())
    }

    fn decimal(&self, written: &DeFloat<'_>) -> Option<Number> {
        let digits = written.as_str();
        let bare = digits.trim_start_matches(['+', '-']);
        if bare == "inf" || bare == "nan" {
            let (key, digits) = (quoted(self.key), quoted(digits));
            self.fault(format!("{key} must be a finite number, not {digits}"));
            return None;
        }
        if bare.contains(['e', 'E']) {
            self.fault(format!("number with an exponent, {}", quoted(digits)))
                .hint("write it out, like `2500` or `0.25`");
            return None;
        }
        let number = Number::parse(digits.strip_prefix('+').unwrap_or(digits));
        self.or_too_long(number, digits)
    }

    fn fraction(&self, written: &str) -> Option<Number> {
        let number = Number::parse(written);
        if number.is_none() {
            self.unexpected("a number")
                .hint("write it as `2`, `2.5`, `\"1/2\"` or `\"½\"`");
        }
        number
    }

    fn or_too_long(&self, number: Option<Number>, written: &str) -> Option<Number> {
        if number.is_none() {
            self.fault(format!("{} is too long a number", quoted(written)));
        }
        number
    }

    /// The items of the list that the value is.
    pub fn items(&self) -> Option<Vec<Value<'d>>> {
        let Some(list) = self.get().as_array() else {
            self.unexpected("a list").hint("put it in brackets: `[…]`");
            return None;
        };
        Some(
            list.iter()
                .map(|raw| Self {
                    raw,
                    ..self.clone()
                })
                .collect(),
        )
    }

    /// The value as one of the words given, as what that stands for.
    pub fn one_of<T: Clone>(&self, words: &[(&str, T)]) -> Option<T> {
        let typed = self.text()?.into_inner();
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == typed) {
            return Some(meaning.clone());
        }
        let known = || words.iter().map(|&(word, _)| word);
        let hint = match nearest(typed, known()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("what may stand here is {}", quoted_list(known(), "or")),
        };
        let (word, key) = (quoted(typed), quoted(self.key));
        self.fault(format!("unknown word {word} for {key}"))
            .hint(hint);
        None
    }

    /// The value as a table, read by the closure.
    pub fn table<T>(&self, build: impl FnOnce(&mut Reader<'d>) -> Option<T>) -> Option<T> {
        let Some(table) = self.get().as_table() else {
            self.unexpected("a table");
            return None;
        };
        Reader::read(
            table,
            self.at(),
            self.parent.join(self.key),
            self.sink,
            build,
        )
    }
}

/// Where the parts of a text stand in the file.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Where its first byte stands; `None` where escapes make it longer than it reads.
    start: Option<usize>,
    whole: Range<usize>,
}

impl Origin {
    /// The place of a text that begins so many bytes into this one.
    pub fn from(&self, by: usize) -> Origin {
        Origin {
            start: self.start.map(|start| start.saturating_add(by)),
            whole: self.whole.clone(),
        }
    }

    /// The place of a text that stands nowhere else, for tests.
    #[cfg(test)]
    pub(in crate::rules) fn alone(length: usize) -> Origin {
        Origin {
            start: Some(0),
            whole: 0..length,
        }
    }

    /// Where some bytes of the text stand.
    pub fn at(&self, part: Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start.saturating_add(part.start)..start.saturating_add(part.end),
            None => self.whole.clone(),
        }
    }
}

fn to_i64(written: &DeInteger<'_>) -> Option<i64> {
    let digits = written.as_str();
    i64::from_str_radix(digits.strip_prefix('+').unwrap_or(digits), written.radix()).ok()
}
