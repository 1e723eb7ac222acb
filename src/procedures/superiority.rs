//! `superiority`: who is superior by kind and position, the odds of strengths, a die, a result table.

mod result;
mod standing;

use smol_str::SmolStr;

use super::case::{Case, Subject};
use super::grid::shift_in_words;
use super::outcome::{Blank, Outcome};
use super::weigh::{weigh, weigh_together};
use super::working::Working;
use super::{Declared, throw_of};
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::grid::Favour;
use crate::rules::procedure::Superiority;
use crate::typed_line::LineFault;

/// One clash of two sides.
struct Clash<'a> {
    case: Case<'a>,
    numbers: &'a Superiority,
    /// Where the ruling stands in the file.
    path: [&'a str; 2],
    attack: Number,
    defence: Number,
    /// The degree by kind; above 0 the attacker's.
    by_kind: Degree,
    /// The degree by position, where the attacker has it.
    by_position: Option<Degree>,
    /// The column of the odds before any shift.
    odds: usize,
    /// The place of the column that is read.
    column: Result<usize, Blank>,
    modifier: Number,
    throw: Throw,
}

/// A degree of superiority, or the cell that would give it.
#[derive(Debug, Clone)]
enum Degree {
    Known(i64),
    Blank(Blank),
}

impl Degree {
    fn known(&self) -> Option<i64> {
        match self {
            Degree::Known(degree) => Some(*degree),
            Degree::Blank(_) => None,
        }
    }
}

/// Works out superiority, odds and all that is added to the dice.
///
/// # Errors
/// A unit that the table of superiority has no row or column for; no strength on a side.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a Superiority,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let path = ["ruling", ruling.id.as_str()];
    let attackers: Vec<Subject<'a>> = case.subjects(Role::Attacker).collect();
    let defenders: Vec<Subject<'a>> = case.subjects(Role::Defender).collect();
    let by_position = standing::by_position(case, numbers, &path, &attackers, working);
    let by_kind = standing::by_kind(case, numbers, &path, &attackers, &defenders, working)?;
    let attack = strength(case, &attackers, working)?;
    let defence = strength(case, &defenders, working)?;
    let odds = odds(case, numbers, &attackers, attack, defence, working);
    let both: Vec<Subject<'a>> = attackers.iter().chain(&defenders).copied().collect();
    let shift = weigh_together(case, &both, "shift", Some(Number::ZERO), working);
    let shift = shift.unwrap_or_default().floor();
    let counts = by_position.as_ref().unwrap_or(&by_kind);
    let worth = standing::columns_worth(numbers, &path, counts);
    let column = worth.map(|worth| {
        let by = worth.saturating_add(shift);
        let column = numbers.table.columns.shifted(odds, by);
        if by != 0 {
            working.note(&numbers.table.cite, || {
                let name = numbers.table.columns.names().into_iter().nth(column);
                let name = name.unwrap_or_default();
                let keys = [path.as_slice(), &["columns-a-degree"]].concat();
                let mark = case.rules.house.mark(&keys);
                format!("{}: column {name}{mark}", shift_in_words(by))
            });
        }
        column
    });
    let modifier = weigh_together(case, &both, "roll", Some(Number::ZERO), working);
    let label = attackers
        .first()
        .map_or(SmolStr::default(), |subject| case.name(subject.unit));
    Ok(Box::new(Clash {
        case,
        numbers,
        path,
        attack,
        defence,
        by_kind,
        by_position,
        odds,
        column,
        modifier: modifier.unwrap_or_default(),
        throw: throw_of(case, Role::Attacker, 0, label, &ruling.id, numbers.dice),
    }))
}

/// The strength of a side: all that stands in its units, each changed by its modifiers.
fn strength(
    case: Case<'_>,
    units: &[Subject<'_>],
    working: &mut Working,
) -> Result<Number, LineFault> {
    let mut sum = Number::ZERO;
    for subject in units {
        let groups = subject.groups().iter();
        let base: Number = groups.map(|group| case.standing(group)).sum();
        let strength = weigh(case, *subject, "strength", Some(base), working).unwrap_or(base);
        sum += strength.max(Number::ZERO);
    }
    match units.first() {
        Some(first) if sum <= Number::ZERO => Err(LineFault::refused(format!(
            "{} has no strength",
            case.name(first.unit)
        ))
        .at(first.unit.at)),
        _ => Ok(sum),
    }
}

/// The place of the column of the odds.
fn odds(
    case: Case<'_>,
    numbers: &Superiority,
    attackers: &[Subject<'_>],
    attack: Number,
    defence: Number,
    working: &mut Working,
) -> usize {
    let up = attackers
        .iter()
        .any(|unit| case.all_hold(*unit, &numbers.rounds_up));
    let favour = if up {
        Favour::Attacker
    } else {
        Favour::Defender
    };
    let columns = &numbers.table.columns;
    let place = columns.of_odds(attack.over(defence), favour).unwrap_or(0);
    working.note(&numbers.rounding_cite, || {
        let of = match favour {
            Favour::Attacker => "attacker",
            Favour::Defender => "defender",
        };
        let name = columns.names().into_iter().nth(place).unwrap_or_default();
        format!("{attack} : {defence}, rounded for the {of}: {name}")
    });
    place
}

impl Declared for Clash<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let natural = dice.sum(&self.throw)?;
        Ok(self.outcome(natural, working))
    }
}
