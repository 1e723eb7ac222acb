//! The numbers of each procedure, as a rule table gives them.
//!
//! What a procedure does with its numbers is in `procedures`, one file of
//! the same name each; here is only what the table says.

mod dice_a_man;
mod hit_dice;
mod instructions;
mod points_times_score;
mod roll_off;
mod roll_test;
mod tests_by_target;
mod weighted_totals;

pub use dice_a_man::{Blows, DiceAMan, MatrixRow};
pub use hit_dice::{HitDice, Mark};
pub use instructions::{Instruction, Instructions, Move, Round};
pub use points_times_score::{Aside, EntryDice, PointsTimesScore};
pub use roll_off::RollOff;
pub use roll_test::{Ladder, Outright, Passes, RollTest, Settled, Target, TargetFrom, Verdict};
pub use tests_by_target::{Softened, TestsByTarget};
pub use weighted_totals::{Doubled, Gain, WeightedTotals};

/// A procedure with its numbers.
#[derive(Debug, Clone)]
pub enum Procedure {
    /// Dice for each man and a killing score, by who strikes whom.
    DiceAMan(DiceAMan),
    /// Dice that hit at or above a number given by the range.
    HitDice(HitDice),
    /// Points times a score of dice, the higher total wins.
    PointsTimesScore(Box<PointsTimesScore>),
    /// What a unit has to do, without dice.
    Instructions(Instructions),
    /// A die a side, the higher first.
    RollOff(RollOff),
    /// Dice against a target.
    RollTest(Box<RollTest>),
    /// Tests in the order of the targets until one side is gone.
    TestsByTarget(TestsByTarget),
    /// Totals of two sides, whose difference says what the lower one does.
    WeightedTotals(WeightedTotals),
}

/// The names by which a table calls the procedures.
pub const NAMES: &[&str] = &[
    "dice-a-man",
    "hit-dice",
    "instructions",
    "points-times-score",
    "roll-off",
    "roll-test",
    "tests-by-target",
    "weighted-totals",
];

impl Procedure {
    /// The quantities that modifiers can change, in this procedure.
    pub fn quantities(&self) -> &'static [&'static str] {
        match self {
            Procedure::DiceAMan(_) => &dice_a_man::QUANTITIES,
            Procedure::HitDice(_) => &hit_dice::QUANTITIES,
            Procedure::PointsTimesScore(_) => &points_times_score::QUANTITIES,
            Procedure::RollTest(_) => &roll_test::QUANTITIES,
            Procedure::TestsByTarget(_) => &tests_by_target::QUANTITIES,
            Procedure::WeightedTotals(_) => &weighted_totals::QUANTITIES,
            Procedure::Instructions(_) | Procedure::RollOff(_) => &[],
        }
    }
}
