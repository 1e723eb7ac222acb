//! House rules: what a rule table changes of those that it extends.
//!
//! A change is known by its path, the keys that lead to the value in the
//! table's file: `modifier.flank.add`. A working step that uses a changed value
//! says so: ` (house rule, printed -1)`.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::steps::Place;
use super::trail::Trail;

/// Every value that a rule table changes, by its path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseRules {
    changes: BTreeMap<String, HouseRule>,
    /// The same by where the new values stand in the joined texts.
    by_place: Vec<(Range<usize>, HouseRule)>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct HouseRule {
    /// What the table calls its changes, such as `house rule`.
    called: String,
    printed: Printed,
}

/// What stands in the table that is extended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Printed {
    /// This value.
    Value(String),
    /// A blank: the source does not give it.
    Blank,
    /// Nothing, or more than can be said in a word.
    Otherwise,
}

/// `house rule, printed 2`.
impl fmt::Display for HouseRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.called)?;
        match &self.printed {
            Printed::Value(value) => write!(f, ", printed {value}"),
            Printed::Blank => f.write_str(", blank in the source"),
            Printed::Otherwise => Ok(()),
        }
    }
}

impl HouseRules {
    /// Notes that a value was added.
    pub(super) fn add(&mut self, at: &Trail, span: Range<usize>, called: &str) {
        self.change(at, span, called, Printed::Otherwise, Printed::Otherwise);
    }

    /// Notes that a value was changed.
    ///
    /// Of a value that was changed before, what is printed is still what it was at first.
    pub(super) fn change(
        &mut self,
        at: &Trail,
        span: Range<usize>,
        called: &str,
        old: Printed,
        new: Printed,
    ) {
        let printed = match self.at(at.as_str()) {
            Some(before) => before.printed.clone(),
            None => old,
        };
        if printed == new && printed != Printed::Otherwise {
            self.changes.remove(at.as_str());
            return;
        }
        let called = called.to_owned();
        let rule = HouseRule { called, printed };
        self.by_place.push((span, rule.clone()));
        self.changes.insert(at.to_string(), rule);
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// What stands behind the value at a place of the texts: ` (house rule, printed 2)`; nothing if
    /// it is as printed.
    pub fn mark_of(&self, place: Place) -> String {
        let offset = place.0 as usize;
        let within = self
            .by_place
            .iter()
            .filter(|(span, _)| span.start == offset || span.contains(&offset));
        // The smallest change that holds it is the one that is meant.
        let closest = within.min_by_key(|(span, _)| span.len());
        closest.map_or(String::new(), |(_, rule)| format!(" ({rule})"))
    }

    /// Whether the value at a place of the texts is another than is printed.
    pub fn changes(&self, place: Place) -> bool {
        !self.changes.is_empty() && !self.mark_of(place).is_empty()
    }

    /// What stands behind a value in a working step: ` (house rule, printed 2)`; nothing if it
    /// is as printed. `keys` lead to it in the table's file.
    pub fn mark(&self, keys: &[&str]) -> String {
        self.shown(|| Trail::of(keys).to_string(), HouseRules::at)
    }

    /// What stands behind a step that reads all that is below a path: ` (house rule)` if any
    /// of it is changed.
    pub fn mark_any(&self, keys: &[&str]) -> String {
        self.shown(|| Trail::of(keys).to_string(), HouseRules::any)
    }

    /// What stands behind what a step of a ruling says, where anything but its words is changed.
    pub fn mark_of_step(&self, ruling: &str, step: &str) -> String {
        if self.changes.is_empty() {
            return String::new();
        }
        let path = Trail::of(&["ruling", ruling, "steps", step]).to_string();
        let below = format!("{path}.");
        let whole = self.changes.get_key_value(&path);
        let parts = self.changes.range(below.clone()..);
        let parts = parts.take_while(|(found, _)| found.starts_with(&below));
        let words = |found: &str| found.ends_with(".cite") || found.ends_with(".say");
        let found = whole
            .into_iter()
            .chain(parts)
            .find(|(found, _)| !words(found));
        found.map_or(String::new(), |(_, rule)| format!(" ({})", rule.called))
    }

    fn shown(
        &self,
        path: impl FnOnce() -> String,
        find: impl FnOnce(&Self, &str) -> Option<HouseRule>,
    ) -> String {
        if self.changes.is_empty() {
            return String::new();
        }
        find(self, &path()).map_or(String::new(), |rule| format!(" ({rule})"))
    }

    /// The change of the value at a path, or of a whole that it belongs to.
    fn at(&self, path: &str) -> Option<HouseRule> {
        if let Some(rule) = self.changes.get(path) {
            return Some(rule.clone());
        }
        let mut whole = path;
        while let Some((above, _)) = whole.rsplit_once('.') {
            if let Some(rule) = self.changes.get(above) {
                let printed = Printed::Otherwise;
                return Some(HouseRule {
                    printed,
                    ..rule.clone()
                });
            }
            whole = above;
        }
        None
    }

    /// A change of the value at a path, of a whole that it belongs to, or of a part of it.
    fn any(&self, path: &str) -> Option<HouseRule> {
        let below = format!("{path}.");
        let part = || {
            let (found, rule) = self.changes.range(below.clone()..).next()?;
            let printed = Printed::Otherwise;
            found.starts_with(&below).then(|| HouseRule {
                printed,
                ..rule.clone()
            })
        };
        self.at(path).or_else(part)
    }
}
