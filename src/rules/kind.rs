//! Troop types, and the kinds they are sorted into.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::amount::{Amount, Given};
use super::given_numbers::GivenNumbers;
use super::shelf::{Id, Named};
use super::steps::Place;
use super::weapon::Weapon;
use crate::number::Number;

/// A name that only sorts things: an arm, a class or a tag.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Label {
    /// The key in the table, such as `heavy-cavalry`.
    pub id: SmolStr,
    /// What a person calls it, such as `heavy cavalry`.
    pub name: SmolStr,
}

impl Named for Label {
    fn id(&self) -> &str {
        &self.id
    }
}

/// An arm of the service: foot, horse, guns, or what the table calls them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Arm(pub Label);

/// A class, by which a table sorts the results of combat.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Class(pub Label);

/// A tag of a troop type that conditions can ask for, such as `pikes`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tag(pub Label);

macro_rules! label {
    ($($name:ident),*) => {$(
        impl Named for $name {
            fn id(&self) -> &str {
                &self.0.id
            }
        }
    )*};
}
label!(Arm, Class, Tag);

/// A number that troop types have, such as points against infantry.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Attribute {
    /// The key in the table.
    pub id: SmolStr,
    /// The heading over its column.
    pub name: SmolStr,
}

impl Named for Attribute {
    fn id(&self) -> &str {
        &self.id
    }
}

/// A troop type of the rule set.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TroopType {
    /// The key in the table, such as `heavy-gun`.
    pub id: SmolStr,
    /// What a person calls one of it, such as `heavy gun`.
    pub name: SmolStr,
    /// What a person calls several of it.
    pub plural: SmolStr,
    /// Other names that the referee may type.
    pub also: Vec<String>,
    /// Its arm.
    pub arm: Id<Arm>,
    /// Its class in result tables; `None` where the rule set has no classes.
    pub class: Option<Given<Id<Class>>>,
    /// Its tags.
    pub tags: Vec<Id<Tag>>,
    /// How many losses take one count of it off the table (figures a base).
    pub figures: Given<Figures>,
    /// How many counts of it act as one when it fires or suffers a deduction a count.
    pub together: i64,
    /// The weapons that it may fire, the usual one first.
    pub weapons: Vec<Id<Weapon>>,
    /// The numbers that the source gives it; what is absent it has not.
    pub numbers: GivenNumbers,
    /// Where its class stands in the file, or else the type itself.
    pub place: Place,
    /// A remark for `show`.
    pub note: Option<String>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// How many losses a count takes before it leaves the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Figures {
    /// So many.
    Amount(Amount),
    /// Losses are marked, and never take a count off the table.
    Unlimited,
}

impl Figures {
    /// What stands for `Unlimited` in sums: more than any battle deals.
    pub const BEYOND_ALL_LOSSES: Number = Number::whole(1_000_000);
}

impl TroopType {
    /// The number `attribute` of this type; `None` where it has none.
    pub fn number(&self, attribute: Id<Attribute>) -> Option<Given<Number>> {
        self.numbers.get(attribute).map(|given| given.number)
    }

    /// Where the number `attribute` stands in the file.
    pub fn place_of(&self, attribute: Id<Attribute>) -> Place {
        let given = self.numbers.get(attribute);
        given.map_or(Place::default(), |given| given.place)
    }
}

impl Named for TroopType {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Anything by which a condition can sort a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// One troop type.
    Type(Id<TroopType>),
    /// Every type of an arm.
    Arm(Id<Arm>),
    /// Every type of a class, and a mix that has this class.
    Class(Id<Class>),
    /// Every type with a tag.
    Tag(Id<Tag>),
    /// A unit that is this mix.
    Mix(Id<Mix>),
}

/// Several kinds that stand together as one unit and count as something of their own.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mix {
    /// The key in the table.
    pub id: SmolStr,
    /// What a person calls it, such as `mixed infantry`.
    pub name: SmolStr,
    /// The kinds: a unit is this mix if it has each of them and nothing else.
    pub of: Vec<Kind>,
    /// What one of it is made of where it is typed by its name; nothing where it cannot be.
    pub made_of: Vec<(Id<TroopType>, Number)>,
    /// The class of the whole.
    pub class: Option<Given<Id<Class>>>,
    /// Words that such a unit has without their being said.
    pub words: Vec<Id<super::word::Word>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Mix {
    fn id(&self) -> &str {
        &self.id
    }
}
