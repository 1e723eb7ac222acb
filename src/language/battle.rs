//! What a line asks of the battle: units, turns, the record.

use smol_str::SmolStr;

use super::command::Faces;
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::rules::word::Word;
use crate::situation::Unit;
use crate::typed_line::LineRange;

/// What a line asks of the battle.
#[derive(Debug, Clone, PartialEq)]
pub enum BattleCommand {
    /// A unit joins.
    Muster(Box<Muster>),
    /// Several units join that are alike.
    MusterAlike(Box<MusterAlike>),
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
    /// Units are struck off.
    Remove(Vec<SmolStr>),
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
    /// The last ruling with the changes that stand in the line from a byte on, and the same dice.
    Amend(usize),
    /// A whole line in place of the last ruling.
    AmendTo(SmolStr),
    /// The last line again, with the changes that stand in the line from a byte on.
    Again(Option<usize>),
    /// What is filled in from the referee's own copy.
    Fills,
    /// A blank is filled in, or blank again.
    Fill(Box<FillOf>),
    /// Units have a name together.
    Stack(SmolStr, Vec<SmolStr>),
    /// So many of the losses of the last ruling fall on a kind of a unit.
    Casualties(SmolStr, Number, Id<TroopType>),
    /// A part of a unit becomes a unit of its own.
    Split(Box<Split>),
    /// Units become one.
    Merge(Vec<SmolStr>, SmolStr),
    /// A unit becomes something else.
    Becomes(SmolStr, Becoming),
    /// How the dice have fallen, for all or for one side.
    Luck(Option<SmolStr>),
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
    /// The lines of a file are answered.
    Run(SmolStr),
    /// The battle is written as a file of lines.
    Save(SmolStr),
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

/// Units that are alike and join together, with handles that are given to them.
#[derive(Debug, Clone, PartialEq)]
pub struct MusterAlike {
    /// Their side.
    pub side: SmolStr,
    /// How many of each.
    pub units: Vec<(usize, Unit)>,
}

/// A part of a unit that becomes a unit of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Split {
    /// The unit's handle.
    pub unit: SmolStr,
    /// The troops that part from it.
    pub part: Unit,
    /// Their handle from now on.
    pub to: SmolStr,
}

/// What a unit becomes.
#[derive(Debug, Clone, PartialEq)]
pub enum Becoming {
    /// Of another troop type: all of it, or what is of one.
    Type {
        /// The troop type.
        to: Id<TroopType>,
        /// The one that they are of so far.
        of: Option<Id<TroopType>>,
    },
    /// Of another side.
    Side(SmolStr),
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
    /// It loses so many, of a kind if one is named; a negative number comes back.
    Lose(Number, Option<Id<TroopType>>),
    /// It is in a state.
    In(Id<Word>, Number),
    /// It is no longer in a state.
    OutOf(Id<Word>),
    /// It rallies: all states that rallying ends are over.
    Rally,
    /// It is destroyed.
    Destroy,
}

/// A blank, and what the referee's own copy says there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FillOf {
    /// The blank's key as typed, or how it begins.
    pub key: String,
    /// Where that stands in the line.
    pub at: LineRange,
    /// The value; nothing where it is to be blank again.
    pub value: Option<String>,
    /// The dice told for the ruling that waits for it.
    pub faces: Option<Faces>,
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

/// Who the report is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportOf {
    /// All players, of one unit.
    Unit(SmolStr),
    /// One side's players.
    Side(SmolStr),
}
