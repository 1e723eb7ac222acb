//! The numbers of each procedure, as a rule table gives them.
//!
//! What a procedure does with its numbers is in `procedures`, one file of
//! the same name each; here is only what the table says.

mod column_shift;
mod dice_a_man;
mod hit_dice;
mod instructions;
mod odds_table;
mod pips;
mod pips_by_range;
mod points_times_score;
mod roll_off;
mod roll_test;
mod superiority;
mod tests_by_target;
mod toll;
mod weighted_totals;

pub use column_shift::{ColumnShift, Hits, NaturalMark, RangeEffect};
pub use dice_a_man::{Blows, DiceAMan, MatrixRow};
pub use hit_dice::{HitDice, Mark};
pub use instructions::{Instruction, Instructions, Move, Round};
pub use odds_table::{AttackBy, Defence, Ground, Instead, OddsTable, StackEffect};
pub use pips::{Caught, FirstBlow, Pips};
pub use pips_by_range::{FireMark, PipsByRange};
pub use points_times_score::{Aside, EntryDice, PointsTimesScore};
pub use roll_off::RollOff;
pub use roll_test::{Ladder, Outright, Passes, RollTest, Settled, Target, TargetFrom, Verdict};
pub use superiority::{Bar, KindTable, Position, Signs, Superiority};
pub use tests_by_target::{Softened, TestsByTarget};
pub use toll::{Save, Toll};
pub use weighted_totals::{Doubled, Gain, WeightedTotals};

/// A procedure with its numbers.
#[derive(Debug, Clone)]
pub enum Procedure {
    /// A result table whose column follows from strength and whose row is thrown.
    ColumnShift(Box<ColumnShift>),
    /// Dice for each man and a killing score, by who strikes whom.
    DiceAMan(DiceAMan),
    /// Dice that hit at or above a number given by the range.
    HitDice(HitDice),
    /// Dice by ranks, whose pips cost the enemy losses.
    Pips(Box<Pips>),
    /// Dice by range, whose pips cost the target losses.
    PipsByRange(PipsByRange),
    /// Points times a score of dice, the higher total wins.
    PointsTimesScore(Box<PointsTimesScore>),
    /// What a unit has to do, without dice.
    Instructions(Instructions),
    /// Strength against strength as odds, with a die, in a table of results.
    OddsTable(Box<OddsTable>),
    /// A die a side, the higher first.
    RollOff(RollOff),
    /// Dice against a target.
    RollTest(Box<RollTest>),
    /// Superiority, odds and dice, read in a result table.
    Superiority(Box<Superiority>),
    /// Tests in the order of the targets until one side is gone.
    TestsByTarget(TestsByTarget),
    /// Totals of two sides, whose difference says what the lower one does.
    WeightedTotals(WeightedTotals),
}

impl Procedure {
    /// Whether it asks by itself how far the target is.
    pub fn asks_distance(&self) -> bool {
        match self {
            Procedure::HitDice(_) | Procedure::PipsByRange(_) => true,
            Procedure::ColumnShift(numbers) => !numbers.ranges.is_empty(),
            Procedure::OddsTable(numbers) => matches!(numbers.attack, AttackBy::Weapon(_)),
            Procedure::DiceAMan(_)
            | Procedure::Pips(_)
            | Procedure::PointsTimesScore(_)
            | Procedure::Instructions(_)
            | Procedure::RollOff(_)
            | Procedure::RollTest(_)
            | Procedure::Superiority(_)
            | Procedure::TestsByTarget(_)
            | Procedure::WeightedTotals(_) => false,
        }
    }
}

/// The names by which a table calls the procedures.
pub const NAMES: &[&str] = &[
    "column-shift",
    "dice-a-man",
    "hit-dice",
    "instructions",
    "odds-table",
    "pips",
    "pips-by-range",
    "points-times-score",
    "roll-off",
    "roll-test",
    "superiority",
    "tests-by-target",
    "weighted-totals",
];

impl Procedure {
    /// The quantities that modifiers can change, in this procedure.
    pub fn quantities(&self) -> &'static [&'static str] {
        match self {
            Procedure::ColumnShift(_) => &column_shift::QUANTITIES,
            Procedure::DiceAMan(_) => &dice_a_man::QUANTITIES,
            Procedure::HitDice(_) => &hit_dice::QUANTITIES,
            Procedure::OddsTable(_) => &odds_table::QUANTITIES,
            Procedure::Pips(_) => &pips::QUANTITIES,
            Procedure::PipsByRange(_) => &pips_by_range::QUANTITIES,
            Procedure::PointsTimesScore(_) => &points_times_score::QUANTITIES,
            Procedure::RollTest(_) => &roll_test::QUANTITIES,
            Procedure::Superiority(_) => &superiority::QUANTITIES,
            Procedure::TestsByTarget(_) => &tests_by_target::QUANTITIES,
            Procedure::WeightedTotals(_) => &weighted_totals::QUANTITIES,
            Procedure::Instructions(_) | Procedure::RollOff(_) => &[],
        }
    }
}
