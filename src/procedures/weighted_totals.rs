//! `weighted-totals`: survivors times rating and more for each side; the lower side gives way
//! by the difference.

mod report;

use std::cmp::Ordering;

use super::case::Case;
use super::outcome::Outcome;
use super::working::Working;
use super::{Declared, marks, rating, strength};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::condition::{Lead, Role};
use crate::rules::procedure::WeightedTotals;
use crate::typed_line::LineFault;
use report::Compared;

/// Totals ready for their dice.
struct Totals<'a> {
    case: Case<'a>,
    numbers: &'a WeightedTotals,
    /// Σ survivors × rating of the side that acts.
    attacker: Number,
    /// The same of the other side.
    defender: Number,
    fewer_lost: Option<Ahead>,
    more_left: Option<Ahead>,
}

/// The side that is ahead in something.
struct Ahead {
    role: Role,
    /// By how much.
    by: Number,
    /// The throw that it is multiplied by.
    throw: Option<Throw>,
}

/// Adds up survivors times rating, and who is ahead.
///
/// # Errors
/// A count that was left out, and troops without a rating.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a WeightedTotals,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    strength::check_counted(case)?;
    let attacker = survivors_by_rating(case, numbers, Role::Attacker, working)?;
    let defender = survivors_by_rating(case, numbers, Role::Defender, working)?;
    Ok(Box::new(Totals {
        case,
        numbers,
        attacker,
        defender,
        fewer_lost: ahead(case, Lead::LostFewer, numbers.losses.times),
        more_left: ahead(case, Lead::MoreLeft, numbers.survivors.times),
    }))
}

fn survivors_by_rating(
    case: Case<'_>,
    numbers: &WeightedTotals,
    role: Role,
    working: &mut Working,
) -> Result<Number, LineFault> {
    let mut total = Number::ZERO;
    for subject in case.subjects(role) {
        for group in &subject.unit.groups {
            let of = subject.group(group);
            let rating = rating::of_group(case, of, group, numbers.rating, "rating", working)?;
            let left = case.left(group);
            let counts = left * rating;
            let cite = &case.rules.types.get(group.troop).cite;
            working.note(cite, || {
                let name = case.group_name(group);
                let mark = marks::of_number(case, group, numbers.rating);
                format!("{name}: {left} left × {rating}{mark} = {counts}")
            });
            total += counts;
        }
    }
    Ok(total)
}

/// The side that is ahead, and the throw of `times` by which that is multiplied.
fn ahead(case: Case<'_>, lead: Lead, times: Option<Pool>) -> Option<Ahead> {
    // By how much the attacker is ahead.
    let by = match lead {
        Lead::LostFewer => case.lost_by_side(Role::Defender) - case.lost_by_side(Role::Attacker),
        Lead::MoreLeft => case.left_of_side(Role::Attacker) - case.left_of_side(Role::Defender),
    };
    let role = match by.cmp(&Number::ZERO) {
        Ordering::Greater => Role::Attacker,
        Ordering::Less => Role::Defender,
        Ordering::Equal => return None,
    };
    let throw = |pool: Pool| Throw::new(side(role), case.side_name(role), says(lead), pool);
    Some(Ahead {
        role,
        by: by.abs(),
        throw: times.map(throw),
    })
}

fn says(lead: Lead) -> &'static str {
    match lead {
        Lead::LostFewer => "fewer lost",
        Lead::MoreLeft => "more left",
    }
}

fn side(role: Role) -> &'static str {
    match role {
        Role::Attacker | Role::Either => "attacker",
        Role::Defender => "defender",
    }
}

impl Declared for Totals<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let gains = [
            self.gained(Lead::LostFewer, dice, working)?,
            self.gained(Lead::MoreLeft, dice, working)?,
        ];
        let of = |role: Role| -> Number {
            let gains = gains.iter().flatten();
            gains
                .filter(|(who, _)| *who == role)
                .map(|(_, gain)| *gain)
                .sum()
        };
        let totals = Compared {
            attacker: self.attacker + of(Role::Attacker),
            defender: self.defender + of(Role::Defender),
        };
        Ok(self.outcome(totals, working))
    }
}

impl Totals<'_> {
    /// What the side gains that is ahead; `None` where neither is.
    fn gained(
        &self,
        lead: Lead,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Option<(Role, Number)>, Halt> {
        let (ahead, gain, key) = match lead {
            Lead::LostFewer => (&self.fewer_lost, &self.numbers.losses, "losses"),
            Lead::MoreLeft => (&self.more_left, &self.numbers.survivors, "survivors"),
        };
        let says = says(lead);
        let Some(Ahead { role, by, throw }) = ahead else {
            working.note(&gain.cite, || format!("neither side has {says}"));
            return Ok(None);
        };
        let times = match throw {
            Some(throw) => i64::from(dice.sum(throw)?),
            None => 1,
        };
        let sum = by.times(times);
        working.note(&gain.cite, || {
            let sum = match throw {
                Some(_) => format!("{by} × {times} = {sum}"),
                None => sum.to_string(),
            };
            let mark = marks::of_ruling(self.case, &[key, "times"]);
            format!("{says}, {}: +{sum}{mark}", side(*role))
        });
        Ok(Some((*role, sum)))
    }
}
