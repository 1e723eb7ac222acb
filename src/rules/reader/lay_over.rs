//! One tree laid over another, with note of what that changes.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::value::Raw;
use crate::number::Number;
use crate::rules::amount::BLANK;
use crate::rules::house::{HouseRules, Printed};
use crate::rules::trail::Trail;

/// Keys of prose: what they say changes no ruling.
const PROSE: [&str; 11] = [
    "say", "cite", "note", "notes", "also", "title", "text", "name", "plural", "examples", "source",
];

/// Lays a file's tree over another.
pub(super) struct LayOver<'h> {
    mark: &'h str,
    house: &'h mut HouseRules,
}

impl<'h> LayOver<'h> {
    /// What is changed is noted in `house`, and called `mark`.
    pub(super) fn new(mark: &'h str, house: &'h mut HouseRules) -> Self {
        LayOver { mark, house }
    }

    /// Lays a whole file over what it extends; its `own` keys are nobody's rules.
    pub(super) fn file<'t>(mut self, below: &mut DeTable<'t>, above: DeTable<'t>, own: &[&str]) {
        for (key, value) in above {
            if own.contains(&key.get_ref().as_ref()) {
                below.insert(key, value);
            } else {
                self.key(below, key, value, &Trail::default());
            }
        }
    }

    /// Tables are merged key by key, anything else takes the place of what was there.
    ///
    /// A key keeps the place that it had, so that the order stays; its value has the new one.
    fn key<'t>(
        &mut self,
        below: &mut DeTable<'t>,
        key: Spanned<std::borrow::Cow<'t, str>>,
        value: Raw<'t>,
        trail: &Trail,
    ) {
        let trail = trail.to(key.get_ref());
        let prose = PROSE.contains(&key.get_ref().as_ref());
        let Some(old) = below.get_mut(key.get_ref().as_ref()) else {
            if !prose {
                self.house.add(&trail, value.span(), self.mark);
            }
            below.insert(key, value);
            return;
        };
        let at = value.span();
        match (old.get_mut(), value.into_inner()) {
            (DeValue::Table(old_table), DeValue::Table(new_table)) => {
                for (key, value) in new_table {
                    self.key(old_table, key, value, &trail);
                }
                let merged = std::mem::take(old_table);
                *old = Spanned::new(at, DeValue::Table(merged));
            }
            (old_value, new_value) => {
                if !prose {
                    self.compare(old_value, &new_value, at.clone(), &trail);
                }
                *old = Spanned::new(at, new_value);
            }
        }
    }

    /// Notes how a value differs from the one that it replaces.
    fn compare(
        &mut self,
        old: &DeValue<'_>,
        new: &DeValue<'_>,
        at: std::ops::Range<usize>,
        trail: &Trail,
    ) {
        match (old, new) {
            (DeValue::Array(old), DeValue::Array(new)) if old.len() == new.len() => {
                for (number, (old, new)) in (1..).zip(old.iter().zip(new)) {
                    let item = trail.to(&i32::to_string(&number));
                    self.compare(old.get_ref(), new.get_ref(), new.span(), &item);
                }
            }
            (DeValue::Table(old), DeValue::Table(new)) => {
                for (key, new) in new {
                    let trail = trail.to(key.get_ref());
                    match old.get(key.get_ref().as_ref()) {
                        Some(old) => {
                            self.compare(old.get_ref(), new.get_ref(), new.span(), &trail);
                        }
                        None => self.house.add(&trail, new.span(), self.mark),
                    }
                }
                if old
                    .keys()
                    .any(|key| !new.contains_key(key.get_ref().as_ref()))
                {
                    self.house.add(trail, at, self.mark);
                }
            }
            _ => self
                .house
                .change(trail, at, self.mark, printed(old), printed(new)),
        }
    }
}

/// A value as a mark shows it.
fn printed(value: &DeValue<'_>) -> Printed {
    let number = |text: &str| Number::parse(text).map_or(text.to_owned(), |n| n.to_string());
    match value {
        DeValue::String(text) if text == BLANK => Printed::Blank,
        DeValue::String(text) => Printed::Value(number(text)),
        DeValue::Integer(digits) => Printed::Value(number(&digits.to_string())),
        DeValue::Float(digits) => Printed::Value(number(digits.as_str())),
        DeValue::Boolean(switch) => Printed::Value(switch.to_string()),
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => Printed::Otherwise,
    }
}
