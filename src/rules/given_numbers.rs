//! The numbers that the source gives a troop type or a band of range.

use serde::{Deserialize, Serialize};

use super::amount::Given;
use super::kind::{Attribute, Tag};
use super::shelf::Id;
use super::steps::Place;
use crate::number::Number;

/// Numbers by what they are of; what is absent there is not.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct GivenNumbers(pub Vec<GivenNumber>);

/// One of them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct GivenNumber {
    /// What it is.
    pub of: Id<Attribute>,
    /// The number, or that the source at hand does not give it.
    pub number: Given<Number>,
    /// The tag that the brackets in which it is printed give its troop type.
    pub brackets: Option<Id<Tag>>,
    /// Where it stands in the file.
    pub place: Place,
}

impl GivenNumbers {
    /// All of them, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = &GivenNumber> {
        self.0.iter()
    }

    /// The number of this kind, if there is one.
    pub fn get(&self, of: Id<Attribute>) -> Option<&GivenNumber> {
        self.iter().find(|number| number.of == of)
    }

    /// The number that stands at a place of the file.
    pub fn at(&self, place: Place) -> Option<&GivenNumber> {
        self.iter().find(|number| number.place == place)
    }
}
