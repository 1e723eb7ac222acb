//! What an entry of the record does to the battle: facts, one by one.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::setting::Chosen;
use super::unit::{GroupId, MusteredUnit};
use crate::number::Number;
use crate::rules::identity::TableIdentity;

/// One thing that happens to the battle.
///
/// Units are named by their handle, states and troop types by their id in the
/// rule set, so that a record can be read without one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// A unit joins.
    Muster {
        /// The unit as it stands when it joins.
        unit: Box<MusteredUnit>,
    },
    /// A unit is struck off, as if it had never joined.
    Remove {
        /// Its handle.
        unit: SmolStr,
    },
    /// A unit has another handle.
    Rename {
        /// Its handle so far.
        unit: SmolStr,
        /// Its handle from now on.
        to: SmolStr,
    },
    /// The referee notes something of a unit.
    Note {
        /// Its handle.
        unit: SmolStr,
        /// The note.
        text: SmolStr,
    },
    /// A group of a unit loses so many; a negative number comes back.
    Lose {
        /// The unit's handle.
        unit: SmolStr,
        /// The group.
        group: GroupId,
        /// How many, in the rule set's casualty measure.
        #[serde(with = "crate::number::exact")]
        lost: Number,
    },
    /// A unit comes into a state.
    Gain {
        /// The unit's handle.
        unit: SmolStr,
        /// The word that says so.
        state: SmolStr,
        /// The number of a word that takes one, or 0.
        #[serde(with = "crate::number::exact")]
        number: Number,
    },
    /// A unit is no longer in a state.
    Shed {
        /// The unit's handle.
        unit: SmolStr,
        /// The word that said so.
        state: SmolStr,
    },
    /// A unit leaves the table.
    Leave {
        /// The unit's handle.
        unit: SmolStr,
        /// Why, such as `destroyed` or `withdraws from the field`.
        why: SmolStr,
    },
    /// A unit acts, so that acting again in the phase can be noticed.
    Act {
        /// The unit's handle.
        unit: SmolStr,
        /// The ruling in which it acted.
        ruling: SmolStr,
    },
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        turn: u32,
    },
    /// A phase begins.
    Phase {
        /// Its id in the rule set's sequence of play.
        phase: SmolStr,
    },
    /// The referee sets something.
    Set(Chosen),
    /// Another rule table takes over.
    Rules {
        /// The table.
        table: Box<TableIdentity>,
    },
}

impl Effect {
    /// The handle of the unit that it is about, where it is about one.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Effect::Muster { unit } => Some(&unit.handle),
            Effect::Remove { unit }
            | Effect::Rename { unit, .. }
            | Effect::Note { unit, .. }
            | Effect::Lose { unit, .. }
            | Effect::Gain { unit, .. }
            | Effect::Shed { unit, .. }
            | Effect::Leave { unit, .. }
            | Effect::Act { unit, .. } => Some(unit),
            Effect::Turn { .. } | Effect::Phase { .. } | Effect::Set(_) | Effect::Rules { .. } => {
                None
            }
        }
    }
}
