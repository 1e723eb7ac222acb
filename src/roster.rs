//! The units on the table as a line can name them: handles in place of troops.

use std::cell::OnceCell;

use smol_str::SmolStr;

use crate::naming::{Found, Names, phrase};
use crate::situation::{Group, GroupId, Said};
use crate::typed_line::{FaultKind, LineFault};

/// The place of a unit on the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(usize);

/// A unit as a line can name it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Listed {
    /// What the referee types for it.
    pub handle: SmolStr,
    /// Its full name, where it has one.
    pub name: Option<SmolStr>,
    /// The side that it fights for.
    pub side: SmolStr,
    /// Its groups with what they have lost.
    pub groups: Vec<Group>,
    /// Which group of the unit each of them is.
    pub ids: Vec<GroupId>,
    /// Its states, as words that need not be said.
    pub words: Said,
    /// The rulings in which it acted in this phase.
    pub acted: Vec<SmolStr>,
    /// Why it has left the table; nothing while it stands.
    pub left: Option<SmolStr>,
    /// What of it the rules in force do not have, such as a troop type that their table had once.
    ///
    /// Nothing can be ruled on such a unit, and its groups are left out.
    pub unknown: Option<SmolStr>,
    /// What the prompt says of it beside its handle, once somebody has asked.
    pub about: OnceCell<String>,
}

/// Which units some words name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// This one.
    One(Place),
    /// They begin the handles or names of these.
    Several(Vec<Place>),
}

/// A unit of which the rules in force do not have all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rules in force have no {what}, of which `{handle}` is")]
pub struct NotKnown {
    handle: SmolStr,
    what: SmolStr,
}

impl Listed {
    /// What messages call it: its handle, with its name where it has one.
    pub fn called(&self) -> String {
        match &self.name {
            Some(name) => format!("`{}` ({name})", self.handle),
            None => format!("`{}`", self.handle),
        }
    }

    /// Refuses a unit of which the rules in force do not have all.
    ///
    /// # Errors
    /// What is missing.
    pub fn known(&self) -> Result<(), NotKnown> {
        match &self.unknown {
            None => Ok(()),
            Some(what) => Err(NotKnown {
                handle: self.handle.clone(),
                what: what.clone(),
            }),
        }
    }
}

impl From<NotKnown> for LineFault {
    fn from(missing: NotKnown) -> Self {
        LineFault::of(FaultKind::Table, missing.to_string())
            .hinted("nothing can be ruled on it until its table is as it was")
    }
}

/// A name of units that stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedStack {
    /// The name.
    pub name: SmolStr,
    /// The handles of its units, the top one first.
    pub units: Vec<SmolStr>,
}

/// The units on the table.
#[derive(Debug, Default)]
pub struct Roster {
    names: Names<Place>,
    units: Vec<Listed>,
    stacks: Vec<ListedStack>,
}

impl Roster {
    /// Lists units; their handles are unique.
    pub fn of(units: Vec<Listed>) -> Self {
        let called = units.iter().enumerate().flat_map(|(place, unit)| {
            let names = std::iter::once(&unit.handle).chain(&unit.name);
            names.map(move |name| (name.as_str(), Place(place)))
        });
        let names = called.collect();
        Roster {
            names,
            units,
            stacks: Vec::new(),
        }
    }

    /// Lists names of units that stand together.
    #[must_use]
    pub fn with_stacks(self, stacks: Vec<ListedStack>) -> Self {
        Roster { stacks, ..self }
    }

    /// The units of the stack of a name, the top one first.
    pub fn stack(&self, name: &str) -> Option<Vec<Place>> {
        let stack = self.stacks.iter().find(|stack| stack.name == name)?;
        let units = stack.units.iter();
        units.map(|handle| self.exactly(handle)).collect()
    }

    /// The names of stacks that stand, each with its units, the top one first.
    pub fn stacks(&self) -> impl Iterator<Item = (&str, Vec<&Listed>)> {
        self.stacks.iter().map(|stack| {
            let units = stack.units.iter();
            let units = units.filter_map(|handle| self.get(self.exactly(handle)?));
            (stack.name.as_str(), units.collect())
        })
    }

    /// The sides, in the order in which they joined.
    pub fn sides(&self) -> Vec<SmolStr> {
        let mut sides: Vec<SmolStr> = Vec::new();
        for unit in &self.units {
            if !sides.contains(&unit.side) {
                sides.push(unit.side.clone());
            }
        }
        sides
    }

    /// Whether nobody is on it.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// The unit that the next words name in full, by its handle or its name, and how many of them do.
    pub fn whole(&self, words: &[&str]) -> Option<(usize, Found<'_, Place>)> {
        phrase::whole(&self.names, words)
    }

    /// The unit of which a handle or a name is what the next words say, or the beginning of it; those
    /// that stand are looked for first.
    ///
    /// `None` where they begin the name of none.
    pub fn named(&self, words: &[&str]) -> Option<(usize, Named)> {
        let first = words.first()?;
        if let Some(place) = self.exactly(first)
            && self.whole(words).is_none_or(|(used, _)| used == 1)
        {
            return Some((1, Named::One(place)));
        }
        let stands = |place: Place| self.get(place).is_some_and(|unit| unit.left.is_none());
        let known = |admits: &dyn Fn(Place) -> bool| {
            let found = phrase::known(&self.names, words, admits);
            found.or_else(|| Some((1, self.names.find_where(first, admits))))
        };
        [&stands as &dyn Fn(Place) -> bool, &|_| true]
            .into_iter()
            .find_map(|admits| match known(admits)? {
                (used, Found::One(place)) => Some((used, Named::One(place))),
                (used, Found::Several(names)) => Some((used, Named::Several(self.places(&names)))),
                (_, Found::None { .. }) => None,
            })
    }

    /// The units that have these handles or names.
    fn places(&self, names: &[&str]) -> Vec<Place> {
        let units = self.units.iter().enumerate();
        units
            .filter(|(_, unit)| {
                let mut called = std::iter::once(&unit.handle).chain(&unit.name);
                called.any(|called| names.contains(&called.as_str()))
            })
            .map(|(place, _)| Place(place))
            .collect()
    }

    /// The unit of which a handle or a name is spelt most like this, if any is near.
    pub fn nearest(&self, typed: &str) -> Option<&Listed> {
        match self.names.find(typed) {
            Found::None {
                nearest: Some(near),
            } => self
                .places(&[near])
                .first()
                .and_then(|place| self.get(*place)),
            _ => None,
        }
    }

    /// The unit with exactly this handle.
    pub fn exactly(&self, handle: &str) -> Option<Place> {
        let at = self.units.iter().position(|unit| unit.handle == handle)?;
        Some(Place(at))
    }

    /// The unit at a place.
    pub fn get(&self, place: Place) -> Option<&Listed> {
        self.units.get(place.0)
    }

    /// Every unit.
    pub fn iter(&self) -> impl Iterator<Item = &Listed> {
        self.units.iter()
    }
}
