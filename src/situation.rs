//! What the referee described: units, words, distances.
//!
//! A situation has the [range](LineRange) of each of its parts in the line beside it, so that a
//! refusal can point at what it refuses.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::naming::phrase::name_and_handle;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::kind::TroopType;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::weapon::Weapon;
use crate::rules::word::Word;
use crate::typed_line::LineRange;

/// What is to be ruled on.
#[derive(Debug, Clone, PartialEq)]
pub struct Situation {
    /// The ruling asked for.
    pub ruling: Id<Ruling>,
    /// The side that acts.
    pub attacker: Side,
    /// The side acted upon; without units where the ruling has one side.
    pub defender: Side,
    /// Words of the whole line.
    pub words: Said,
    /// The distance for all, in the rule set's measure.
    pub distance: Option<Number>,
    /// Whether the line was typed in a hurry, so that the answer says how it was understood.
    pub hurried: bool,
    /// The sides of the battle, in the order in which they joined it, where the ruling names no troops.
    pub sides: Vec<SmolStr>,
}

/// One side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Side {
    /// Its units, in the order typed.
    pub units: Vec<Unit>,
    /// Words of the whole side.
    pub words: Said,
}

/// One tactical unit, or one stack, top first.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unit {
    /// Its groups, in the order typed.
    pub groups: Vec<Group>,
    /// Words of the whole unit.
    pub words: Said,
    /// The units of the battle that it is made of, in the order typed; none where troops were typed.
    pub mustered: Vec<Mustered>,
    /// Where it stands in the line.
    pub at: LineRange,
}

/// A unit of the battle in a line, alone or as one of a stack.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mustered {
    /// Its handle.
    pub handle: SmolStr,
    /// Its full name, where it has one.
    pub name: Option<SmolStr>,
    /// The side that it fights for.
    pub side: SmolStr,
    /// The places of its groups among those of the line's unit, from 0.
    pub groups: Range<usize>,
    /// All the states that the battle knows of it.
    pub known: Said,
    /// Those of them that count in this line without being said.
    pub counted: Said,
    /// For each of its groups in the line, which group of the unit it is.
    pub ids: Vec<GroupId>,
    /// The weapon that the line gives it instead of its own.
    pub armed: Option<Id<Weapon>>,
}

impl Mustered {
    /// What a person calls it: `Cross (x3)`, or its handle where it has no other name.
    pub fn called(&self) -> SmolStr {
        name_and_handle(self.name.as_deref(), &self.handle)
    }
}

/// Which group of its unit a group is, whatever becomes of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GroupId(u32);

impl GroupId {
    /// The id that the group at a place, from 0, gets when its unit is mustered.
    pub fn of_place(place: usize) -> Self {
        GroupId(u32::try_from(place).map_or(u32::MAX, |place| place.saturating_add(1)))
    }

    /// The id of a group that joins others.
    pub fn after(others: impl Iterator<Item = GroupId>) -> Self {
        let last = others.map(|GroupId(id)| id).max();
        GroupId(last.unwrap_or(0).saturating_add(1))
    }
}

/// The number of the group, from 1.
impl fmt::Display for GroupId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Figures of one troop type.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// Their troop type.
    pub troop: Id<TroopType>,
    /// How many counts it began with.
    pub count: Number,
    /// Whether the referee said the count.
    pub counted: Counted,
    /// How many losses it has had, in the rule set's casualty measure.
    pub lost: Number,
    /// How many whole counts it has lost besides: the 4 of `12-4`.
    pub lost_counts: Number,
    /// How many of its losses came before this turn of a battle.
    pub earlier: Number,
    /// The weapon that the referee named.
    pub weapon: Option<Id<Weapon>>,
    /// The distance that was given for it alone.
    pub distance: Option<Number>,
    /// Words of this group alone.
    pub words: Said,
    /// Where it stands in the line.
    pub at: LineRange,
}

impl Group {
    /// So many of a troop type, of which nothing else is said.
    pub fn of(troop: Id<TroopType>, count: Number, counted: Counted, at: LineRange) -> Self {
        Group {
            troop,
            count,
            counted,
            lost: Number::ZERO,
            lost_counts: Number::ZERO,
            earlier: Number::ZERO,
            weapon: None,
            distance: None,
            words: Said::default(),
            at,
        }
    }
}

/// Whether a count was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// It was typed.
    Said,
    /// It was left out: one.
    Unsaid,
}

/// Why a word counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The referee said it.
    Typed,
    /// Another word brings it along.
    Implied,
    /// The battle knows it as a state.
    Known,
}

/// Words that count, with the number that some take.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    words: Vec<(Id<Word>, Number, Origin)>,
}

impl Said {
    /// Adds a word that was typed; the number is 0 for a word that takes none.
    pub fn add(&mut self, word: Id<Word>, number: Number) {
        self.words.push((word, number, Origin::Typed));
    }

    /// Adds a word that another one brings along or that the battle knows.
    pub fn add_from(&mut self, origin: Origin, word: Id<Word>, number: Number) {
        self.words.push((word, number, origin));
    }

    /// Whether the word counts.
    pub fn has(&self, word: Id<Word>) -> bool {
        self.number(word).is_some()
    }

    /// Whether the word was typed, and does not only follow from something.
    pub fn is_typed(&self, word: Id<Word>) -> bool {
        self.typed().any(|(typed, _)| typed == word)
    }

    /// The number said with the word.
    pub fn number(&self, word: Id<Word>) -> Option<Number> {
        self.words
            .iter()
            .find(|(said, ..)| *said == word)
            .map(|(_, number, _)| *number)
    }

    /// Takes a word out again.
    pub fn remove(&mut self, word: Id<Word>) {
        self.words.retain(|(said, ..)| *said != word);
    }

    /// Takes a word out again that another one brought along.
    pub fn remove_implied(&mut self, word: Id<Word>) {
        self.words
            .retain(|(said, _, origin)| *said != word || *origin != Origin::Implied);
    }

    /// Keeps only the words that were typed.
    pub fn keep_typed(&mut self) {
        self.words.retain(|(.., origin)| *origin == Origin::Typed);
    }

    /// Every word with its number, in the order said.
    pub fn iter(&self) -> impl Iterator<Item = (Id<Word>, Number)> {
        self.words.iter().map(|(word, number, _)| (*word, *number))
    }

    /// The words that were typed, in the order said.
    pub fn typed(&self) -> impl Iterator<Item = (Id<Word>, Number)> {
        let typed = self.words.iter();
        typed
            .filter(|(.., origin)| *origin == Origin::Typed)
            .map(|(word, number, _)| (*word, *number))
    }
}

impl Situation {
    /// A situation without anybody in it.
    pub fn of(ruling: Id<Ruling>) -> Self {
        Situation {
            ruling,
            attacker: Side::default(),
            defender: Side::default(),
            words: Said::default(),
            distance: None,
            hurried: false,
            sides: Vec::new(),
        }
    }

    /// The side of a role; the attacker's for [`Role::Either`].
    pub fn side(&self, role: Role) -> &Side {
        match role {
            Role::Attacker | Role::Either => &self.attacker,
            Role::Defender => &self.defender,
        }
    }
}
