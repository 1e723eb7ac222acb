//! The units on the table as a line can name them: handles in place of troops.

use smol_str::SmolStr;

use crate::naming::{Found, Names};
use crate::situation::{Group, Said};

/// The place of a unit on the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(usize);

/// A unit as a line can name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    /// What the referee types for it.
    pub handle: SmolStr,
    /// The side that it fights for.
    pub side: SmolStr,
    /// Its groups with what they have lost.
    pub groups: Vec<Group>,
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
}

/// A unit of which the rules in force do not have all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the rules in force have no {what}, of which `{handle}` is")]
pub struct NotKnown {
    handle: SmolStr,
    what: SmolStr,
}

impl Listed {
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

/// The units on the table.
#[derive(Debug, Default)]
pub struct Roster {
    names: Names<Place>,
    units: Vec<Listed>,
}

impl Roster {
    /// Lists units; their handles are unique.
    pub fn of(units: Vec<Listed>) -> Self {
        let mut names = Names::default();
        for (place, unit) in units.iter().enumerate() {
            names.add(&unit.handle, Place(place));
        }
        Roster { names, units }
    }

    /// Whether nobody is on it.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// What is typed in place of a unit.
    pub fn find(&self, typed: &str) -> Found<'_, Place> {
        self.names.find(typed)
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
