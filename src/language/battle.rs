//! What a line asks of the battle: units, turns, the record.

use smol_str::SmolStr;

use crate::number::Number;
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use crate::situation::Unit;

/// What a line asks of the battle.
#[derive(Debug, Clone, PartialEq)]
pub enum BattleCommand {
    /// A unit joins.
    Muster(Box<Muster>),
    /// The units of a file join.
    MusterFile(SmolStr),
    /// The units of a scenario join.
    MusterScenario(SmolStr),
    /// Every unit, or those of one side.
    Units(Option<SmolStr>),
    /// One unit in full.
    Unit(SmolStr),
    /// A unit has another handle.
    Rename(SmolStr, SmolStr),
    /// A unit is struck off.
    Remove(SmolStr),
    /// A note on a unit.
    Note(SmolStr, SmolStr),
    /// What the referee decides of a unit.
    Order(Box<Order>),
    /// The next turn.
    Turn,
    /// The next phase, or the one named.
    Phase(Option<SmolStr>),
    /// The record: all of it, the latest entries, one unit's.
    Log(LogOf),
    /// The latest entries no longer count.
    Undo(usize),
    /// Undone entries count again.
    Redo(usize),
    /// The last ruling with other words and the same dice.
    Amend(Vec<Change>),
    /// A whole line in place of the last ruling.
    AmendTo(SmolStr),
    /// The last line again, against another target if one is named.
    Again(Option<SmolStr>),
    /// How the dice have fallen.
    Luck,
    /// What the players may hear.
    Report(ReportOf),
    /// The end: the seed is revealed.
    Reveal,
    /// Another battle begins, under a name if one is given.
    New(Option<SmolStr>),
    /// The battles on record.
    Battles,
    /// Another battle goes on, by its number in the list of them.
    GoOn(usize),
    /// A word of the players' is mixed into the seed.
    SeedWord(SmolStr),
}

/// A unit that joins.
#[derive(Debug, Clone, PartialEq)]
pub struct Muster {
    /// Its side.
    pub side: SmolStr,
    /// Its handle.
    pub handle: SmolStr,
    /// Its full name.
    pub name: Option<SmolStr>,
    /// Its groups.
    pub unit: Unit,
}

/// What the referee decides of a unit, with a reason if one is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// The unit's handle.
    pub unit: SmolStr,
    /// What is decided.
    pub what: Decided,
    /// Why.
    pub reason: Option<SmolStr>,
}

/// What the referee decides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decided {
    /// It loses so many; a negative number comes back.
    Lose(Number),
    /// It is in a state.
    In(Id<Word>, Number),
    /// It is no longer in a state.
    OutOf(Id<Word>),
    /// It rallies: all states that rallying ends are over.
    Rally,
    /// It is destroyed.
    Destroy,
}

/// Which part of the record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogOf {
    /// All of it.
    All,
    /// So many of the latest entries.
    Last(usize),
    /// The entries about one unit.
    Unit(SmolStr),
}

/// One change of the last ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A word more.
    With(String),
    /// A word less.
    Without(String),
    /// Another distance, as typed.
    At(String),
}

/// Who the report is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportOf {
    /// All players, of one unit.
    Unit(SmolStr),
    /// One side's players.
    Side(SmolStr),
}
