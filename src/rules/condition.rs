//! When something applies: a closed vocabulary of conditions.

use serde::{Deserialize, Serialize};

use super::kind::{Attribute, Kind};
use super::setting::Setting;
use super::shelf::Id;
use super::steps::expression::Comparison;
use super::weapon::Weapon;
use super::word::Word;
use crate::number::Number;

/// Which side of a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// The side that acts.
    Attacker,
    /// The side acted upon.
    Defender,
    /// Either.
    Either,
}

/// In what a whole side is ahead of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lead {
    /// It has more left, in losses that it can still take.
    MoreLeft,
    /// It has lost fewer, in a battle in this turn.
    LostFewer,
}

/// One condition on a unit in its situation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// The word was said of the group, the unit, its side or the line.
    Said(Id<Word>),
    /// Every group of the unit is of the kind.
    Is(Kind),
    /// Some group of the unit is of the kind.
    Has(Kind),
    /// It fires this weapon.
    Fires(Id<Weapon>),
    /// It has lost at least this share of what it began with.
    Lost(Number),
    /// It has lost at least the share that this number of its troop type gives, of several the least.
    LostOwn(Id<Attribute>),
    /// Its counts were said in the line.
    Counted,
    /// Its side, all units together, is ahead of the other side in this.
    ItsSide(Lead),
    /// It has fewer counts left than this, one begun being one.
    Fewer(i64),
    /// The distance given is more than this, in the rule set's measure.
    Beyond(Number),
    /// Its side has at least so many units.
    Units(usize),
    /// The switch is on.
    Setting(Id<Setting>),
    /// The source is read so: the setting is this one of its readings, by its place.
    Reading(Id<Setting>, usize),
    /// It is on this side.
    Side(Role),
    /// The condition holds for some unit of the other side.
    Foe(Box<Condition>),
    /// The condition holds for some unit of its own side, itself included.
    Friend(Box<Condition>),
    /// The condition holds for the unit typed opposite: of those left over, the last.
    Opposite(Box<Condition>),
    /// The condition holds for the unit typed opposite, or for one opposite which it is typed.
    Facing(Box<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// At least one of them holds.
    Any(Vec<Condition>),
    /// All of them hold.
    All(Vec<Condition>),
    /// A value is yes, or compares so with another.
    Compare(Box<Comparison>),
}

impl Condition {
    /// Whether it asks, anywhere in it, how far the target is.
    pub fn asks_distance(&self) -> bool {
        match self {
            Condition::Beyond(_) => true,
            Condition::Foe(inner)
            | Condition::Friend(inner)
            | Condition::Opposite(inner)
            | Condition::Facing(inner)
            | Condition::Not(inner) => inner.asks_distance(),
            Condition::Any(all) | Condition::All(all) => all.iter().any(Condition::asks_distance),
            _ => false,
        }
    }

    /// Whether it can hold because `word` was said.
    pub fn asks_for(&self, word: Id<Word>) -> bool {
        match self {
            Condition::Said(said) => *said == word,
            Condition::Foe(inner) | Condition::Friend(inner) => inner.asks_for(word),
            Condition::Any(all) | Condition::All(all) => all.iter().any(|one| one.asks_for(word)),
            _ => false,
        }
    }

    /// Whether it asks, anywhere in it, if `word` was said.
    pub fn asks(&self, word: Id<Word>) -> bool {
        match self {
            Condition::Said(said) => *said == word,
            Condition::Foe(inner)
            | Condition::Friend(inner)
            | Condition::Opposite(inner)
            | Condition::Facing(inner)
            | Condition::Not(inner) => inner.asks(word),
            Condition::Any(all) | Condition::All(all) => all.iter().any(|one| one.asks(word)),
            _ => false,
        }
    }
}
