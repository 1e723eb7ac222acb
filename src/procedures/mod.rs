//! The procedures: one file a way of resolving.
//!
//! A procedure works in two parts. *Declaring* reads the situation by the
//! rules: it refuses what they forbid and works out everything that needs no
//! dice. *Throwing* asks the [`Dice`] for what it needs and comes to an
//! outcome. Odds declare once and throw along every branch.

mod case;
mod column_shift;
mod dice_a_man;
mod firing;
mod giving_way;
mod grid;
mod hit_dice;
mod instructions;
mod marks;
mod odds_table;
mod outcome;
mod pips;
mod pips_by_range;
mod points_times_score;
mod rating;
mod roll_off;
mod roll_test;
mod said;
mod strength;
mod sums;
mod superiority;
mod tests_by_target;
mod toll;
mod weigh;
mod weighted_totals;
mod working;

pub use crate::rulings::stop::Stop;
pub use case::{Case, Subject};
pub use instructions::stands_for;
pub use outcome::{Blank, Field, Headline, Outcome, UnitOutcome, Value};
pub use said::not_said;
pub use working::{Step, Working};

use smol_str::{SmolStr, format_smolstr};

use crate::dice::{Dice, Halt, Pool, Throw};
use crate::rules::condition::Role;
use crate::rules::procedure::Procedure;
use crate::typed_line::LineFault;

/// What a procedure has worked out before any dice.
pub trait Declared {
    /// Asks for the dice and comes to the outcome.
    ///
    /// # Errors
    /// When the dice stop it: told faces that do not fit, an interruption.
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt>;
}

/// A ruling ready for its dice.
pub struct Declaration<'a> {
    /// The steps that needed no dice.
    pub working: Working,
    /// What the referee should know before ruling.
    pub warnings: Vec<String>,
    /// What the procedure has worked out.
    pub declared: Box<dyn Declared + 'a>,
}

/// Declares a case: reads it by the rules, without dice.
///
/// # Errors
/// What the rules forbid or do not know.
pub fn declare(case: Case<'_>, mut working: Working) -> Result<Declaration<'_>, LineFault> {
    let mut warnings = Vec::new();
    strength::check(case)?;
    said::check(case)?;
    weigh::declare(case, &mut warnings)?;
    let Some(procedure) = &case.rules.rulings.get(case.situation.ruling).procedure else {
        return Err(LineFault::refused(
            "rulings of steps are read, but not resolved yet",
        ));
    };
    let declared = match procedure {
        Procedure::ColumnShift(numbers) => column_shift::declare(case, numbers, &mut working)?,
        Procedure::DiceAMan(numbers) => dice_a_man::declare(case, numbers, &mut working)?,
        Procedure::HitDice(numbers) => hit_dice::declare(case, numbers, &mut working)?,
        Procedure::OddsTable(numbers) => odds_table::declare(case, numbers, &mut working)?,
        Procedure::Pips(numbers) => pips::declare(case, numbers, &mut working)?,
        Procedure::PipsByRange(numbers) => pips_by_range::declare(case, numbers, &mut working)?,
        Procedure::PointsTimesScore(numbers) => {
            points_times_score::declare(case, numbers, &mut working)?
        }
        Procedure::Instructions(numbers) => instructions::declare(case, numbers),
        Procedure::RollOff(numbers) => roll_off::declare(numbers),
        Procedure::RollTest(numbers) => roll_test::declare(case, numbers, &mut working)?,
        Procedure::Superiority(numbers) => superiority::declare(case, numbers, &mut working)?,
        Procedure::TestsByTarget(numbers) => tests_by_target::declare(case, numbers, &mut working)?,
        Procedure::WeightedTotals(numbers) => {
            weighted_totals::declare(case, numbers, &mut working)?
        }
    };
    Ok(Declaration {
        working,
        warnings,
        declared,
    })
}

/// A throw by the unit at `place` of its side, from 0; the record calls the first one `attacker 1`.
fn throw_of(
    case: Case<'_>,
    role: Role,
    place: usize,
    label: impl Into<SmolStr>,
    purpose: &str,
    pool: Pool,
) -> Throw {
    let side = match role {
        Role::Attacker | Role::Either => "attacker",
        Role::Defender => "defender",
    };
    let throw = Throw::new(
        format_smolstr!("{side} {}", place + 1),
        label,
        purpose,
        pool,
    );
    match case.situation.side(role).units.len() {
        1 => throw.alone(),
        _ => throw,
    }
}
