//! A unit on the table.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::notes::Notes;
use crate::number::Number;
use crate::situation::GroupId;

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

    /// Its groups without those of which all went with a part of the unit.
    pub fn groups_there(&self) -> impl Iterator<Item = &MusteredGroup> {
        let groups = self.groups.iter();
        groups.filter(|group| group.count > Number::ZERO)
    }

    /// Its troops as they were mustered: `1 pike + 2 musketeer`.
    pub fn troops(&self) -> String {
        let groups = self.groups_there();
        let groups = groups.map(|group| format!("{} {}", group.count, group.troop));
        groups.collect::<Vec<_>>().join(" + ")
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
