//! The words of a rule set: modifiers, formations, terrain, states.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::condition::{Condition, Role};
use super::kind::Attribute;
use super::on_paper::Shows;
use super::ruling::Ruling;
use super::shelf::{Id, Named};
use crate::number::Number;

/// A word that the referee may say in a line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Word {
    /// The key in the table.
    pub id: SmolStr,
    /// What it means, in a few words.
    pub say: String,
    /// Other forms that the referee may type.
    pub also: Vec<String>,
    /// The rulings in which it means something.
    pub rulings: Vec<Id<Ruling>>,
    /// The side that alone can have it.
    pub role: Role,
    /// What it belongs to.
    pub stands: Stands,
    /// What follows it.
    pub takes: Takes,
    /// The number that it has where nobody said it.
    pub unsaid: Option<Number>,
    /// What a unit must be to have it, with what to say when it is not.
    pub needs: Vec<Condition>,
    /// Words that cannot be said beside it.
    pub bars: Vec<Id<Word>>,
    /// Words that it brings along.
    pub implies: Vec<Id<Word>>,
    /// How long a unit of a battle keeps it.
    pub lasts: Lasts,
    /// The state that takes its place once it has ended with a phase or a turn.
    pub then: Option<Id<Word>>,
    /// The number of troop types that each unit has for itself, as this word says it.
    pub own: Option<Id<Attribute>>,
    /// Whether the other side's players see it.
    pub seen: Seen,
    /// Whether the answer recalls it when it could have applied and was not said.
    pub recall: Recall,
    /// Whether it stands on a reference sheet, with what it alone brings about.
    pub shows: Shows,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Word {
    /// Whether it can be said of a unit as it joins a battle: a state, losses, a weapon.
    pub fn stays_when_mustered(&self) -> bool {
        self.lasts != Lasts::Line
            || matches!(self.takes, Takes::Losses | Takes::Weapon | Takes::Step(_))
    }
}

impl Named for Word {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What a word belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stands {
    /// The whole unit in which it stands.
    Unit,
    /// The one group after which it stands.
    Group,
    /// Every unit of the side.
    Side,
    /// The line: both sides.
    Line,
}

/// What follows a word.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Takes {
    /// Nothing.
    Nothing,
    /// A number from the first to the second.
    Number(Number, Number),
    /// A number from 1 on that says one of these words instead: `level 3` for `shaken`.
    Step(Vec<Id<Word>>),
    /// Losses suffered so far, in the rule set's casualty measure.
    Losses,
    /// A weapon.
    Weapon,
}

/// How long a unit of a battle keeps a word as a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lasts {
    /// It is no state: it holds in the line in which it is said.
    Line,
    /// To the end of the phase.
    Phase,
    /// To the end of the turn.
    Turn,
    /// To the end of the turn after the one in which it came.
    NextTurn,
    /// Until the unit rallies.
    Rally,
    /// Until something else ends it.
    Battle,
    /// Until the referee ends it.
    Referee,
    /// For good: it says what the unit is.
    Always,
}

/// Whether the players of the other side see a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seen {
    /// They do: it shows on the table.
    Yes,
    /// Only its own side's do.
    No,
}

/// Whether an answer recalls a word that was not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recall {
    /// Once, dim, after the ruling.
    Yes,
    /// Not worth it.
    No,
}
