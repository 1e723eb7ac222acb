//! Weapons and what they do at each range.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::amount::Given;
use super::condition::Condition;
use super::given_numbers::GivenNumbers;
use super::kind::{Attribute, Kind};
use super::shelf::{Id, Named};
use super::steps::Place;
use crate::number::Number;

/// What a sheet prints for a band that is beyond the reach of its weapon.
pub const BEYOND: &str = "-";

/// A weapon with its range bands.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Weapon {
    /// The key in the table.
    pub id: SmolStr,
    /// What a person calls it.
    pub name: SmolStr,
    /// Other names that the referee may type.
    pub also: Vec<String>,
    /// The kinds that alone can have it; empty when any can be said to.
    pub only: Vec<Kind>,
    /// The bands, nearest first.
    pub bands: Vec<Band>,
    /// Weapons whose numbers take over under a condition, first match first.
    pub becomes: Vec<(Vec<Condition>, Id<Weapon>)>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Weapon {
    fn id(&self) -> &str {
        &self.id
    }
}

/// One band of range: all that is beyond the band before it, up to and including `to`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Band {
    /// The farthest distance in the band, in the rule set's own measure.
    pub to: Number,
    /// Where that distance stands in the file.
    pub place: Place,
    /// The numbers that hold in it.
    pub numbers: GivenNumbers,
}

impl Band {
    /// The number `attribute` in this band; `None` where the band has none.
    pub fn number(&self, attribute: Id<Attribute>) -> Option<Given<Number>> {
        self.numbers.get(attribute).map(|given| given.number)
    }

    /// Where the number `attribute` stands in the file.
    pub fn place_of(&self, attribute: Id<Attribute>) -> Place {
        let given = self.numbers.get(attribute);
        given.map_or(Place::default(), |given| given.place)
    }
}

impl Weapon {
    /// The band that `range` falls in with the distance at which it begins; `None` beyond the last.
    pub fn band(&self, range: Number) -> Option<(Number, &Band)> {
        let mut from = Number::ZERO;
        for band in &self.bands {
            if range <= band.to {
                return Some((from, band));
            }
            from = band.to;
        }
        None
    }

    /// The farthest distance that it reaches.
    pub fn reach(&self) -> Number {
        self.bands.last().map_or(Number::ZERO, |band| band.to)
    }
}
