//! What the referee has set: the rule set's settings and the table's scale.

use std::collections::BTreeMap;

use crate::distance::Scale;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::setting::{Setting, Switch};
use crate::rules::shelf::Id;

/// The settings in force for one rule set.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    chosen: BTreeMap<Id<Setting>, Number>,
    /// How large a square or a hex is on this table, and the ground scale.
    pub scale: Scale,
}

impl Settings {
    /// Nothing chosen yet, on this scale.
    pub fn on_scale(scale: Scale) -> Self {
        Settings {
            chosen: BTreeMap::new(),
            scale,
        }
    }

    /// Sets a number setting, or a switch (1 is on, 0 off); the caller has checked the limits.
    pub fn choose(&mut self, setting: Id<Setting>, value: Number) {
        self.chosen.insert(setting, value);
    }

    /// What was chosen so far.
    pub fn chosen(&self) -> impl Iterator<Item = (Id<Setting>, Number)> {
        self.chosen
            .iter()
            .map(|(setting, value)| (*setting, *value))
    }

    /// The number of a setting; 1 or 0 for a switch, and the place of a reading from 1.
    pub fn number(&self, rules: &RuleSet, setting: Id<Setting>) -> Number {
        if let Some(chosen) = self.chosen.get(&setting) {
            return *chosen;
        }
        rules.settings.get(setting).of.unsaid()
    }

    /// Whether the referee chose a setting, and did not leave it as the table has it.
    pub fn is_chosen(&self, setting: Id<Setting>) -> bool {
        self.chosen.contains_key(&setting)
    }

    /// Whether a switch is on.
    pub fn switch(&self, rules: &RuleSet, setting: Id<Setting>) -> Switch {
        if self.number(rules, setting) == Number::ZERO {
            Switch::Off
        } else {
            Switch::On
        }
    }
}
