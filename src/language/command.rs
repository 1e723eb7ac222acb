//! What a line asks for.

use std::rc::Rc;

use super::battle::BattleCommand;
use crate::dice::Roll;
use crate::distance::Distance;
use crate::number::Number;
use crate::rules::chart::Chart;
use crate::rules::kind::TroopType;
use crate::rules::setting::Setting;
use crate::rules::shelf::Id;
use crate::rules::steps::lookup::LookupTable;
use crate::rules::weapon::Weapon;
use crate::situation::{Situation, Unit};
use crate::typed_line::{Excerpt, LineRange};

/// What a line asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// A ruling on a situation, with the dice that were told, if any.
    Ruling(Rc<Situation>, Option<Faces>),
    /// What the tables give by distance, or at one distance.
    Range(RangeOf, Option<Number>),
    /// Melee powers.
    Power(PowerOf),
    /// Moves.
    Move(MovesOf),
    /// All that is known of a troop type; a list of them.
    Show(Option<Id<TroopType>>),
    /// An entry of the rules by its name and where that stands; a list of them.
    ///
    /// The names are known only once the file of the rules is read.
    Rule(Option<(String, LineRange)>),
    /// A scenario by its name and where that stands; a list of them.
    ///
    /// The names are known only once the file of the scenarios is read.
    Scenario(Option<(String, LineRange)>),
    /// A chart; a list of them.
    Table(Option<TableOf>),
    /// Dice for their own sake.
    Roll(Roll, Option<Faces>),
    /// Exact odds of a line.
    Odds(Box<Open>),
    /// Exact odds of two lines beside each other.
    Compare(Box<[Open; 2]>),
    /// An estimate of the odds, by throwing so many times.
    Simulate(u64, Box<Open>),
    /// Help on everything, or on one word.
    Help(Option<(LineRange, String)>),
    /// The rule sets that can be loaded.
    Rules,
    /// Settings: all of them, or one changed.
    Set(Option<SetTo>),
    /// Another rule set, by its id or the beginning of it.
    SetRules(String),
    /// Who throws from now on.
    Dice(DiceMode),
    /// The working of the last ruling in full.
    Why,
    /// Something of the battle.
    Battle(BattleCommand),
    /// An empty screen.
    Clear,
    /// Leave.
    Quit,
}

/// Whose ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeOf {
    /// All that the tables give by distance.
    All,
    /// One weapon's.
    Weapon(Id<Weapon>),
    /// Those of a troop type that has no weapon: what look-up tables give it.
    Type(Id<TroopType>),
}

/// Whose moves.
#[derive(Debug, Clone, PartialEq)]
pub enum MovesOf {
    /// Everybody's.
    All,
    /// A unit's.
    Unit(Unit),
    /// A row of the chart that stands for no troops, by its place.
    Row(usize),
}

/// What `table` looks up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableOf {
    /// A chart.
    Chart(Id<Chart>),
    /// A look-up table of the file.
    Lookup(Id<LookupTable>),
    /// The tables that a ruling resolves with.
    Ruling(Id<crate::rules::ruling::Ruling>),
    /// The states that a unit of a battle can be in.
    States,
    /// The phases of a turn.
    Sequence,
}

/// Whose melee powers.
#[derive(Debug, Clone, PartialEq)]
pub enum PowerOf {
    /// All troop types.
    All,
    /// One troop type.
    Type(Id<TroopType>),
    /// Both sides of a situation, without dice.
    Situation(Box<Situation>),
}

/// A setting and what it is to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SetTo {
    /// A square of this table is so large.
    Square(Distance),
    /// A hex of this table is so large.
    Hex(Distance),
    /// One of the rule set's measure is so much ground.
    Ground(Distance),
    /// An inch of the rules is so long on this table.
    Reach(Distance),
    /// How much working an answer shows.
    Working(WorkingShown),
    /// A setting of the rule set; a switch is 1 or 0.
    Rule(Id<Setting>, Number),
}

/// How much working an answer shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkingShown {
    /// The outcome only.
    Short,
    /// Every step.
    Full,
}

/// Who throws the dice at the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiceMode {
    /// The program asks for each throw.
    Hand,
    /// The program throws.
    Roll,
}

/// What was typed after `rolled`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faces {
    /// The place of `rolled`.
    pub at: LineRange,
    /// The words, such as `6541`, `6` or `=11`.
    pub words: Vec<Excerpt>,
}

/// A line whose dice have not been thrown.
#[derive(Debug, Clone, PartialEq)]
pub struct Open {
    /// The line as typed, without what was said about its odds.
    pub said: String,
    /// What throws the dice.
    pub throws: Throws,
    /// How often it is repeated.
    pub goes: Goes,
}

/// What throws dice.
#[derive(Debug, Clone, PartialEq)]
pub enum Throws {
    /// A ruling.
    Ruling(Box<Situation>),
    /// Dice for their own sake.
    Roll(Roll),
}

/// How often what a line describes is repeated, the losses carried over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goes {
    /// Once.
    Once,
    /// Until a side breaks.
    UntilBroken,
    /// Until a side breaks, but at most so many rounds.
    ForRounds(u32),
}
