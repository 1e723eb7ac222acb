//! Settings: what the referee decides once for a table or a battle.

use smol_str::SmolStr;

use super::shelf::Named;
use crate::number::Number;

/// A setting of the rule set.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The key in the table, which `set` takes.
    pub id: SmolStr,
    /// What it decides.
    pub say: String,
    /// What it can be.
    pub of: SettingKind,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Setting {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What a setting can be, and what it is unless set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SettingKind {
    /// On or off.
    Switch {
        /// What it is unless set.
        unsaid: Switch,
    },
    /// A whole number from `least` to `most`.
    Number {
        /// What it is unless set.
        unsaid: Number,
        /// The least that it can be.
        least: Number,
        /// The most that it can be.
        most: Number,
    },
}

impl SettingKind {
    /// Whether it can be this number; 1 is on and 0 off.
    pub fn can_be(self, number: Number) -> bool {
        match self {
            SettingKind::Switch { .. } => number == Number::ZERO || number == Number::ONE,
            SettingKind::Number { least, most, .. } => {
                number.is_whole() && least <= number && number <= most
            }
        }
    }
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// In force.
    On,
    /// Not in force.
    Off,
}
