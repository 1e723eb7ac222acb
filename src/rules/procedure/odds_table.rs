//! The numbers of `odds-table`: strength against strength, as odds, with a die, in a table of results.

use crate::dice::Pool;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::bands::Bands;
use crate::rules::condition::Condition;
use crate::rules::grid::{Columns, Favour};
use crate::rules::kind::{Attribute, Kind};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::{Id, Named, Shelf};
use crate::rules::word::Word;

/// What modifiers can change: the strength of a group, what the ground is worth to those
/// who stand on it, the die.
pub(super) const QUANTITIES: [&str; 3] = ["strength", "ground", "die"];

/// Strength against strength, as odds, with a die, in a table of results.
#[derive(Debug, Clone)]
pub struct OddsTable {
    /// What is thrown.
    pub die: Pool,
    /// Where the strength of a group that attacks comes from.
    pub attack: AttackBy,
    /// How many stacks can attack one hex; `None` where nothing is said.
    pub most_stacks: Option<usize>,
    /// Whose strength defends; `None` where the ground alone does.
    pub defence: Option<Defence>,
    /// What the ground of a hex is worth: its own strength, or how many times the defenders' counts.
    pub ground: Ground,
    /// The columns of the table, from the worst odds to the best.
    pub columns: Columns,
    /// What the results of the table do to a stack.
    pub effects: Shelf<StackEffect>,
    /// The table: by the die as modified, then by the column.
    pub results: Bands<Vec<Given<Id<StackEffect>>>>,
    /// What happens to a unit instead, the first whose conditions hold.
    pub instead: Vec<Instead>,
    /// What the attacker may do when nobody is left in the hex.
    pub vacant: Option<String>,
}

/// Where the strength of a group that attacks comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttackBy {
    /// A number of its troop type.
    Type(Id<Attribute>),
    /// A number of its weapon at the range.
    Weapon(Id<Attribute>),
}

/// Whose strength defends a hex.
#[derive(Debug, Clone)]
pub struct Defence {
    /// The number of a troop type that counts.
    pub strength: Id<Attribute>,
    /// How many units of a stack defend it, from the top.
    pub top: i64,
    /// Units further down that defend too, under conditions.
    pub further: Vec<(Vec<Condition>, Kind)>,
    /// Units that add nothing beside others that defend.
    pub alone: Option<Kind>,
}

/// What the ground of a hex is worth.
#[derive(Debug, Clone)]
pub struct Ground {
    /// By the word for it; of several that were said the first counts.
    pub by_word: Vec<(Id<Word>, Given<Number>)>,
    /// The ground where none was said.
    pub unsaid: Id<Word>,
}

/// What a result of the table does to a stack.
#[derive(Debug, Clone)]
pub struct StackEffect {
    /// The key in the table, as outcomes give it.
    pub id: String,
    /// What it says.
    pub say: String,
    /// What becomes of each unit, from the top.
    pub stack: Vec<Id<ResultPhrase>>,
    /// What becomes of every unit below those.
    pub others: Option<Id<ResultPhrase>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl StackEffect {
    /// What becomes of the unit at a place of the stack, 0 being the top.
    pub fn of(&self, place: usize) -> Option<Id<ResultPhrase>> {
        self.stack.get(place).copied().or(self.others)
    }
}

impl Named for StackEffect {
    fn id(&self) -> &str {
        &self.id
    }
}

/// Something that happens to a unit instead of what its result says.
#[derive(Debug, Clone)]
pub struct Instead {
    /// When.
    pub when: Vec<Condition>,
    /// Instead of any of these.
    pub of: Vec<Id<ResultPhrase>>,
    /// What happens; `None` for nothing.
    pub result: Option<Id<ResultPhrase>>,
    /// Where the source says so.
    pub cite: Option<String>,
}

impl OddsTable {
    /// The place of the column for these strengths: rounded in the defender's favour and held
    /// to the table; a defence of 0 has the best odds of all.
    pub fn column(&self, attack: Number, defence: Number) -> usize {
        let best = self.columns.len().saturating_sub(1);
        if defence <= Number::ZERO {
            return best;
        }
        let odds = attack.over(defence);
        self.columns.of_odds(odds, Favour::Defender).unwrap_or(best)
    }

    /// The row for a die as modified, held to the table.
    pub fn row(&self, die: i64) -> i64 {
        match self.results.nearest(die) {
            Some((span, _)) => die.clamp(span.from, span.to),
            None => die,
        }
    }

    /// The cell of a row and the place of a column; a blank where the table has none.
    pub fn cell(&self, row: i64, column: usize) -> Given<Id<StackEffect>> {
        let cells = self.results.find(row);
        let cell = cells.and_then(|(_, cells)| cells.get(column));
        cell.copied().unwrap_or(Given::Blank)
    }
}
