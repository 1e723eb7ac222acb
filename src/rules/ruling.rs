//! Rulings: what can be resolved, and by which steps.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use super::condition::Condition;
use super::result::ResultPhrase;
use super::shelf::{Id, Named};
use super::steps::Program;
use super::word::Word;

/// A ruling of the rule set: fire, melee, morale and each other named check.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ruling {
    /// The verb, such as `fire`.
    pub id: SmolStr,
    /// What it resolves, in a few words.
    pub say: String,
    /// What a reference sheet says besides its steps.
    pub on_paper: Vec<String>,
    /// Other words for the verb, which are typed in full.
    pub also: Vec<String>,
    /// Who takes part.
    pub sides: Sides,
    /// The word of the one side after which units can be named that it goes past: they are the other
    /// side of the line.
    pub past: Option<Id<Word>>,
    /// What the side acted upon can be.
    pub aims_at: AimsAt,
    /// Lines that show how it is typed.
    pub examples: Vec<String>,
    /// What of it holds in the rounds after the first.
    pub goes_on: GoesOn,
    /// What it runs, step by step.
    pub program: Program,
    /// How often a unit of a battle may do it.
    pub often: Often,
    /// How many units of one stack may do it in a phase, its top ones; any where it is left out.
    pub of_a_stack: Option<usize>,
    /// What stands first in an answer.
    pub leads: Leads,
    /// What the players hear that the acting side does; `None` for what they do not see.
    pub heard: Option<Heard>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl Named for Ruling {
    fn id(&self) -> &str {
        &self.id
    }
}

/// What holds when a ruling is repeated round after round between the same units.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoesOn {
    /// The results by which a unit stays in the fight, and any other takes it out; where it is left
    /// out, it stays unless a result routs it, takes it off the table or puts it into a state.
    pub after: Option<Vec<Id<ResultPhrase>>>,
    /// What is said of every unit from the second round on.
    pub words: Vec<Id<Word>>,
    /// What is no longer said of anybody from the second round on, besides what ends with a phase or a turn.
    pub without: Vec<Id<Word>>,
}

/// What the side acted upon can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum AimsAt {
    /// Troops.
    Troops,
    /// Troops, or a place that only words name, such as `at woods`.
    TroopsOrPlace,
}

/// Who takes part in a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sides {
    /// Nobody is named: the two commanders.
    None,
    /// One side.
    One,
    /// An attacker and a defender.
    Two,
}

/// The states that units of a battle come into and leave by themselves.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Follows {
    /// When it follows.
    pub when: Vec<Condition>,
    /// The states that they come into.
    pub gives: Vec<Id<Word>>,
    /// The states that they are no longer in.
    pub sheds: Vec<Id<Word>>,
}

/// What the players hear that those who act do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heard {
    /// One unit, such as `fires at`.
    pub one: String,
    /// Several, such as `fire at`.
    pub several: String,
}

/// What stands first in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Leads {
    /// The summary.
    #[default]
    Summary,
    /// What came of the units.
    Units,
}

/// How often a unit of a battle may do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Often {
    /// As often as the referee says.
    Always,
    /// Once a phase; again is a warning.
    OnceAPhase,
}
