//! Settings as the record keeps them.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::number::Number;

/// What a setting is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SettingOf {
    /// How many inches a square of the table is.
    Square,
    /// How many inches a hex of the table is.
    Hex,
    /// How many yards of ground one of the rule set's measure is.
    Ground,
    /// How many inches of the table an inch of the rules is.
    Reach,
    /// A setting of the rule set, by its id.
    Rule(SmolStr),
}

/// A setting and what was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// What it is about.
    pub setting: SettingOf,
    /// The number; of a switch, 1 for on and 0 for off.
    #[serde(with = "crate::number::exact")]
    pub value: Number,
}
