//! What an entry of the record does to the battle: facts, one by one.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::setting::Chosen;
use super::unit::MusteredUnit;
use crate::number::Number;
use crate::rules::identity::TableIdentity;
use crate::situation::GroupId;

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
    /// Something happens to a unit when the phase ends.
    Held {
        /// What happens then.
        effect: Box<Effect>,
    },
    /// A unit acts, so that acting again in the phase can be noticed.
    Act {
        /// The unit's handle.
        unit: SmolStr,
        /// The ruling in which it acted.
        ruling: SmolStr,
    },
    /// Losses of a unit fall on another of its groups.
    MoveLosses {
        /// The unit's handle.
        unit: SmolStr,
        /// The group that had them.
        from: GroupId,
        /// The group that has them from now on.
        to: GroupId,
        /// How many, in the rule set's casualty measure.
        #[serde(with = "crate::number::exact")]
        lost: Number,
    },
    /// A part of a unit becomes a unit of its own.
    Split {
        /// The unit's handle.
        unit: SmolStr,
        /// The handle of the part from now on.
        to: SmolStr,
        /// What it takes with it.
        parts: Vec<SplitPart>,
    },
    /// Units become one, in the place of the first.
    Merge {
        /// Their handles.
        units: Vec<SmolStr>,
        /// The handle of what they become.
        to: SmolStr,
    },
    /// A group of a unit is of another troop type.
    Retype {
        /// The unit's handle.
        unit: SmolStr,
        /// The group.
        group: GroupId,
        /// The troop type's id.
        troop: SmolStr,
    },
    /// A unit fights for another side.
    ChangeSide {
        /// The unit's handle.
        unit: SmolStr,
        /// The side.
        side: SmolStr,
    },
    /// Units have a name together.
    Stack {
        /// The name.
        stack: SmolStr,
        /// Their handles, the top one first.
        units: Vec<SmolStr>,
    },
    /// A blank of the rules is filled in from the referee's own copy, or blank again.
    Fill {
        /// The rule set.
        rules: SmolStr,
        /// The keys that lead to the blank, joined by dots.
        key: String,
        /// The value as the table would write it; nothing where it is blank again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
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

/// What a part of a unit takes with it of one group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitPart {
    /// The group.
    pub group: GroupId,
    /// How many counts, as they were at the start.
    #[serde(with = "crate::number::exact")]
    pub count: Number,
    /// How many of the losses.
    #[serde(with = "crate::number::exact")]
    pub lost: Number,
}

impl Effect {
    /// Whether it is about the unit of a handle.
    pub fn is_about(&self, handle: &str) -> bool {
        match self {
            Effect::Merge { units, to } => to == handle || units.iter().any(|unit| unit == handle),
            Effect::Split { unit, to, .. } | Effect::Rename { unit, to } => {
                unit == handle || to == handle
            }
            Effect::Stack { units, .. } => units.iter().any(|unit| unit == handle),
            _ => self.unit() == Some(handle),
        }
    }

    /// What happens in the end: of what is held until the phase ends, that.
    pub fn at_last(&self) -> &Effect {
        match self {
            Effect::Held { effect } => effect,
            effect => effect,
        }
    }

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
            | Effect::MoveLosses { unit, .. }
            | Effect::Split { unit, .. }
            | Effect::Retype { unit, .. }
            | Effect::ChangeSide { unit, .. }
            | Effect::Act { unit, .. } => Some(unit),
            Effect::Held { effect } => effect.unit(),
            Effect::Merge { .. }
            | Effect::Stack { .. }
            | Effect::Fill { .. }
            | Effect::Turn { .. }
            | Effect::Phase { .. }
            | Effect::Set(_)
            | Effect::Rules { .. } => None,
        }
    }

    /// Names a unit by its new handle, in what can be held.
    pub(super) fn rename(&mut self, old: &SmolStr, new: &SmolStr) {
        let (Effect::Lose { unit, .. }
        | Effect::MoveLosses { unit, .. }
        | Effect::Leave { unit, .. }) = self
        else {
            return;
        };
        if unit == old {
            *unit = new.clone();
        }
    }
}
