//! Conditions as a file writes them.

use std::ops::Range;

use super::OneSide;
use crate::number::Number;
use crate::rules::condition::{Lead, Role};
use crate::rules::read::steps::syntax::RawComparison;
use crate::rules::reader::{FromToml, Record, Shape, Sound, Text, Value, Whole, record};

/// One condition, before any name in it is known.
#[derive(Debug, Clone)]
pub(in crate::rules::read) struct RawCondition {
    /// Where it stands.
    pub(in crate::rules::read) at: Range<usize>,
    /// What it asks.
    pub(in crate::rules::read) asks: Asks,
}

/// What a condition asks.
#[derive(Debug, Clone)]
pub(in crate::rules::read) enum Asks {
    /// Something that cannot be read, and has its fault.
    Faulty,
    /// A fact or a comparison.
    Compare(RawComparison),
    /// `{ said = "word" }`.
    Said(Text),
    /// `{ is = "kind" }`.
    Is(Text),
    /// `{ has = "kind" }`.
    Has(Text),
    /// `{ fires = "weapon" }`.
    Fires(Text),
    /// `{ lost = "1/2" }`.
    Lost(Number),
    /// `{ lost-own = "number" }`.
    LostOwn(Text),
    /// `{ counted = true }`.
    Counted(bool),
    /// `{ its-side = "lost-fewer" }`.
    ItsSide(Lead),
    /// `{ fewer = 3 }`.
    Fewer(i64),
    /// `{ beyond = 6 }`.
    Beyond(Number),
    /// `{ units = 2 }`.
    Units(i64),
    /// `{ setting = "switch" }`, or `{ setting = "name.reading" }`.
    Setting(Text),
    /// `{ side = "attacker" }`.
    Side(Role),
    /// It holds for some unit of the other side.
    Foe(Box<RawCondition>),
    /// It holds for some unit of its own side.
    Friend(Box<RawCondition>),
    /// It holds for the unit typed opposite.
    Opposite(Box<RawCondition>),
    /// It holds for the unit typed opposite, or for one opposite which it is typed.
    Facing(Box<RawCondition>),
    /// It does not hold.
    Not(Box<RawCondition>),
    /// At least one holds.
    Any(Vec<RawCondition>),
    /// All hold.
    All(Vec<RawCondition>),
}

record! {
    /// A condition that is written as a table: one of these keys.
    struct ConditionKeys = "condition" {
        /// This word was said.
        "said" => said: Option<Text>,
        /// Every group is of this kind.
        "is" => is: Option<Text>,
        /// Some group is of this kind.
        "has" => has: Option<Text>,
        /// It fires this weapon.
        "fires" => fires: Option<Text>,
        /// It has lost at least this share of what it began with.
        "lost" => lost: Option<Share>,
        /// It has lost at least the share that this number of its type gives.
        "lost-own" => lost_own: Option<Text>,
        /// Its counts were said.
        "counted" => counted: Option<bool>,
        /// Its side has more left than the other, or has lost fewer.
        "its-side" => its_side: Option<Lead>,
        /// It has fewer counts left than this.
        "fewer" => fewer: Option<Whole<1, 10_000>>,
        /// The target is farther than this.
        "beyond" => beyond: Option<Number>,
        /// Its side has at least so many units.
        "units" => units: Option<Whole<2, 100>>,
        /// This switch is on; or the source is read so, as in `redoubt.side`.
        "setting" => setting: Option<Text>,
        /// It is on this side.
        "side" => side: Option<OneSide>,
        /// This holds for some unit of the other side.
        "foe" => foe: Option<Box<RawCondition>>,
        /// This holds for some unit of its own side, itself included.
        "friend" => friend: Option<Box<RawCondition>>,
        /// This holds for the unit typed opposite; of those left over, that is the last.
        "opposite" => opposite: Option<Box<RawCondition>>,
        /// This holds for the unit typed opposite, or for one opposite which it is typed.
        "facing" => facing: Option<Box<RawCondition>>,
        /// This does not hold.
        "not" => not: Option<Box<RawCondition>>,
        /// At least one of these holds.
        "any" => any: Option<Vec<RawCondition>>,
        /// All of these hold.
        "all" => all: Option<Vec<RawCondition>>,
    }
}

impl ConditionKeys {
    /// Everything that is asked; one thing in a sound condition.
    fn asks(self) -> Vec<Asks> {
        let all = [
            self.said.map(Asks::Said),
            self.is.map(Asks::Is),
            self.has.map(Asks::Has),
            self.fires.map(Asks::Fires),
            self.lost.map(|Share(share)| Asks::Lost(share)),
            self.lost_own.map(Asks::LostOwn),
            self.counted.map(Asks::Counted),
            self.its_side.map(Asks::ItsSide),
            self.fewer.map(|Whole(fewer)| Asks::Fewer(fewer)),
            self.beyond.map(Asks::Beyond),
            self.units.map(|Whole(units)| Asks::Units(units)),
            self.setting.map(Asks::Setting),
            self.side.map(|OneSide(side)| Asks::Side(side)),
            self.foe.map(Asks::Foe),
            self.friend.map(Asks::Friend),
            self.opposite.map(Asks::Opposite),
            self.facing.map(Asks::Facing),
            self.not.map(Asks::Not),
            self.any.map(Asks::Any),
            self.all.map(Asks::All),
        ];
        all.into_iter().flatten().collect()
    }
}

impl FromToml for RawCondition {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        let at = value.at();
        if value.get().as_str().is_some() {
            let asks = RawComparison::from_toml(value).map_or(Asks::Faulty, Asks::Compare);
            return Some(RawCondition { at, asks });
        }
        let read = value.table(|table| {
            let at = table.at();
            let empty = table.is_empty();
            let keys = ConditionKeys::read(table)?;
            if keys.sound == Sound::No {
                return None;
            }
            let asks = keys.asks();
            let count = asks.len();
            match asks.into_iter().next() {
                Some(Asks::Any(all) | Asks::All(all)) if count == 1 && all.is_empty() => {
                    table
                        .fault(at, "a list of conditions without one")
                        .hint("write the conditions into the brackets");
                    None
                }
                Some(asks) if count == 1 => Some(RawCondition { at, asks }),
                Some(_) => {
                    table
                        .fault(at, "a condition is one thing")
                        .hint("write several conditions as `{ … }, { … }`: all must hold");
                    None
                }
                // A condition of unknown keys has its fault already.
                None if !empty => None,
                None => {
                    table.fault(at, "a condition says what must hold");
                    None
                }
            }
        });
        let asks = Asks::Faulty;
        Some(read.unwrap_or(RawCondition { at, asks }))
    }

    fn shape() -> Shape {
        Shape::Any(vec![RawComparison::shape(), ConditionKeys::shape()])
    }
}

/// A share above 0 and up to 1.
#[derive(Debug, Clone, Copy)]
pub(in crate::rules::read) struct Share(pub(in crate::rules::read) Number);

impl FromToml for Share {
    fn from_toml(value: &Value<'_>) -> Option<Self> {
        crate::rules::read::parts::share(value).map(Share)
    }

    fn shape() -> Shape {
        Shape::Number
    }
}

/// What a condition is where no name of a step can stand: a table with one key.
pub(in crate::rules::read) fn condition_shape() -> Shape {
    ConditionKeys::shape()
}
