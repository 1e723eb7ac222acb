//! Settings: what the referee decides once for a table or a battle.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::shelf::Named;
use crate::naming::Names;
use crate::number::Number;

/// A setting of the rule set.
#[derive(Debug, Clone, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
    /// One of several ways in which the source can be read.
    Readings {
        /// The place of that which counts unless set, among `of`.
        unsaid: usize,
        /// The ways, in the author's order; two or more.
        of: Vec<Reading>,
    },
}

/// One way in which the source can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Its key in the table, which `set` takes.
    pub id: SmolStr,
    /// How the source is read then, in brief.
    pub say: String,
}

/// The number by which settings keep the reading at a place: places count from 1.
pub fn number_of_reading(place: usize) -> Number {
    i64::try_from(place).map_or(Number::ZERO, |place| Number::whole(place) + Number::ONE)
}

impl SettingKind {
    /// The number that it is unless set; 1 is on and 0 off, and readings count from 1.
    pub fn unsaid(&self) -> Number {
        match self {
            SettingKind::Number { unsaid, .. } => *unsaid,
            SettingKind::Switch { unsaid: Switch::On } => Number::ONE,
            SettingKind::Switch {
                unsaid: Switch::Off,
            } => Number::ZERO,
            SettingKind::Readings { unsaid, .. } => number_of_reading(*unsaid),
        }
    }

    /// Whether it can be this number; 1 is on and 0 off, and readings count from 1.
    pub fn can_be(&self, number: Number) -> bool {
        match self {
            SettingKind::Switch { .. } => number == Number::ZERO || number == Number::ONE,
            SettingKind::Number { least, most, .. } => {
                number.is_whole() && *least <= number && number <= *most
            }
            SettingKind::Readings { .. } => self.reading(number).is_some(),
        }
    }

    /// The reading that a number stands for.
    pub fn reading(&self, number: Number) -> Option<&Reading> {
        self.readings()
            .iter()
            .enumerate()
            .find(|(place, _)| number_of_reading(*place) == number)
            .map(|(_, reading)| reading)
    }

    /// The ways in which the source can be read; none for a setting of another kind.
    pub fn readings(&self) -> &[Reading] {
        match self {
            SettingKind::Readings { of, .. } => of,
            SettingKind::Switch { .. } | SettingKind::Number { .. } => &[],
        }
    }

    /// The names of the readings, each with its place.
    pub fn names_of_readings(&self) -> Names<usize> {
        let readings = self.readings().iter().enumerate();
        readings
            .map(|(place, reading)| (reading.id.as_str(), place))
            .collect()
    }

    /// A number that it can be, as `set` takes it.
    pub fn value(&self, number: Number) -> String {
        match self {
            SettingKind::Number { .. } => number.to_string(),
            SettingKind::Switch { .. } if number.is_zero() => "off".to_owned(),
            SettingKind::Switch { .. } => "on".to_owned(),
            SettingKind::Readings { .. } => match self.reading(number) {
                Some(reading) => reading.id.to_string(),
                None => number.to_string(),
            },
        }
    }
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Switch {
    /// In force.
    On,
    /// Not in force.
    Off,
}
