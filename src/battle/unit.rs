//! A unit on the table.

use std::fmt;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::notes::Notes;
use crate::number::Number;

/// A unit that the referee mustered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredUnit {
    /// The side that it fights for, such as `red`.
    pub side: SmolStr,
    /// What the referee types for it.
    pub handle: SmolStr,
    /// Its full name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<SmolStr>,
    /// Its groups, in the order typed.
    pub groups: Vec<MusteredGroup>,
    /// The states that it is in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<UnitState>,
    /// The referee's notes.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub notes: Notes,
    /// Why it has left the table; nothing while it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<SmolStr>,
    /// The rulings in which it acted in this phase.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acted: Vec<SmolStr>,
}

/// A state of a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitState {
    /// The word that says so.
    pub word: SmolStr,
    /// The number of a word that takes one, or 0.
    #[serde(with = "crate::number::exact")]
    pub number: Number,
    /// The turn in which it came; 0 before the first.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub since: u32,
}

fn is_zero(turn: &u32) -> bool {
    *turn == 0
}

/// Which group of its unit a group is, whatever becomes of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(u32);

impl GroupId {
    /// The id that the group at a place, from 0, gets when its unit is mustered.
    pub fn of_place(place: usize) -> Self {
        GroupId(u32::try_from(place).map_or(u32::MAX, |place| place.saturating_add(1)))
    }
}

/// The number of the group, from 1.
impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Figures of one troop type in a unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MusteredGroup {
    /// Which group of the unit it is.
    pub id: GroupId,
    /// The troop type's id.
    pub troop: SmolStr,
    /// How many counts it began with.
    #[serde(with = "crate::number::exact")]
    pub count: Number,
    /// How many it has lost, in the rule set's casualty measure.
    #[serde(with = "crate::number::exact")]
    pub lost: Number,
    /// How many of those it had lost when the turn began.
    #[serde(default, with = "crate::number::exact")]
    pub earlier: Number,
    /// The weapon that it carries besides its usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<SmolStr>,
}

impl MusteredUnit {
    /// One of its groups.
    pub fn group(&self, id: GroupId) -> Option<&MusteredGroup> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// Whether it is in a state.
    pub fn is_in(&self, state: &str) -> bool {
        self.states.iter().any(|known| known.word == state)
    }

    /// What a person calls it: its name, or its handle.
    pub fn called(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.handle)
    }
}
