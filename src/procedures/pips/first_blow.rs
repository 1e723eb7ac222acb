//! An attack that is struck down before it strikes.

use super::super::case::Case;
use super::super::roll_test::{Checked, Checks};
use super::super::working::Working;
use super::{Fate, Melee, dice_of, halves, pips_shown, save, total};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::Pips;
use crate::typed_line::LineFault;

/// The check of the attackers, where all of them may be struck down first.
///
/// # Errors
/// The check has no target for one of them.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a Pips,
    working: &mut Working,
) -> Result<Option<Checks<'a>>, LineFault> {
    let applying = numbers.first_blow.as_ref().filter(|first_blow| {
        case.subjects(Role::Attacker)
            .all(|subject| case.all_hold(subject, &first_blow.when))
    });
    applying
        .map(|first_blow| Checks::of(case, &first_blow.check, "morale", working))
        .transpose()
}

impl Melee<'_> {
    /// The attackers suffer first, are checked, and throw again where they have fewer dice.
    pub(super) fn struck_first(
        &self,
        checks: &Checks<'_>,
        attackers: &mut [Fate],
        defenders: &[Fate],
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<(), Halt> {
        if let Some(first_blow) = &self.numbers.first_blow {
            let (more, fewer) = (total(defenders), total(attackers));
            working.note(&first_blow.cite, || {
                format!("{more} pips to {fewer}: the attackers suffer first")
            });
        }
        self.charge_losses(defenders, &self.attackers, attackers, working);
        dice.merge(&key(attackers))?;
        save(&self.attackers, attackers, dice, working)?;
        for (place, (fighter, fate)) in self.attackers.iter().zip(attackers.iter_mut()).enumerate()
        {
            if fate.lost < fighter.left {
                fate.checked = checks.check_unit(place, dice, working)?;
            }
        }
        dice.merge(&key(attackers))?;
        for (fighter, fate) in self.attackers.iter().zip(attackers) {
            let left = fighter.left - fate.lost;
            let fewer = match left > Number::ZERO {
                true => dice_of(self.case, fighter.subject, left, working),
                false => 0,
            };
            if fewer >= fate.dice {
                continue;
            }
            let throw = Throw {
                pool: Pool {
                    dice: fewer,
                    ..fighter.throw.pool
                },
                ..fighter.throw.clone()
            };
            fate.dice = fewer;
            fate.pips = dice.sum(&throw)?;
            working.note(&None, || {
                format!("thrown again: {}", pips_shown(fighter, fate))
            });
        }
        Ok(())
    }
}

/// What matters of attackers who were struck first; no key of losses alone begins below 0.
fn key(attackers: &[Fate]) -> Vec<i64> {
    let checked = |fate: &Fate| match fate.checked.and_then(Checked::passed) {
        None => 0,
        Some(false) => 1,
        Some(true) => 2,
    };
    let each = attackers
        .iter()
        .flat_map(|fate| [i64::from(fate.pips), halves(fate.lost), checked(fate)]);
    std::iter::once(-1).chain(each).collect()
}
