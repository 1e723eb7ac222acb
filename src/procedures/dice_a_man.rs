//! `dice-a-man`: dice for each man and a killing score; both sides strike at once.

mod report;
mod strike;

use super::Declared;
use super::case::{Case, Subject, opposite};
use super::outcome::{Blank, Outcome, UnitOutcome};
use super::working::Working;
use crate::dice::{Dice, Halt};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::procedure::DiceAMan;
use crate::typed_line::LineFault;
use strike::Strike;

/// A melee ready for its dice.
struct Melee<'a> {
    case: Case<'a>,
    attackers: Vec<Fighter<'a>>,
    defenders: Vec<Fighter<'a>>,
    blank: Option<Blank>,
}

/// A unit in the melee.
struct Fighter<'a> {
    subject: Subject<'a>,
    /// The place of the enemy unit that it strikes, from 0.
    foe: usize,
    /// What it throws; `None` where the source is blank.
    strike: Option<Strike>,
    /// What it has left before the blows, in losses.
    left: Number,
    /// What the outcome says of it, but for what the dice decide.
    told: UnitOutcome,
}

/// Works out whom each unit strikes, with how many dice.
///
/// # Errors
/// Troops that the matrix does not have, and more dice than can be thrown.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a DiceAMan,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let mut blank = None;
    let mut fighters = |role: Role| -> Result<Vec<Fighter<'a>>, LineFault> {
        let mut side = Vec::new();
        for (place, subject) in case.subjects(role).enumerate() {
            // Each strikes the unit typed opposite, the last of which takes all who are left over.
            let last = case.subjects(opposite(role)).count().saturating_sub(1);
            let foe = place.min(last);
            let struck = case.subjects(opposite(role)).nth(foe);
            let struck = struck.ok_or_else(|| LineFault::refused("nobody to fight"))?;
            let strike = match strike::of(case, numbers, place, subject, struck, working)? {
                Given::Known(strike) => Some(strike),
                Given::Blank => {
                    blank.get_or_insert_with(|| strike::missing(case, subject, struck));
                    None
                }
            };
            side.push(Fighter {
                subject,
                foe,
                strike,
                left: case.left_of(subject),
                told: UnitOutcome {
                    types: case.type_ids(subject.unit),
                    name: case.name(subject.unit),
                    ..UnitOutcome::default()
                },
            });
        }
        Ok(side)
    };
    let attackers = fighters(Role::Attacker)?;
    let defenders = fighters(Role::Defender)?;
    Ok(Box::new(Melee {
        case,
        attackers,
        defenders,
        blank,
    }))
}

impl Declared for Melee<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let by_attackers = self.kills(&self.attackers, &self.defenders, dice, working)?;
        let by_defenders = self.kills(&self.defenders, &self.attackers, dice, working)?;
        let attackers = fought(
            &self.attackers,
            &by_attackers,
            &self.defenders,
            &by_defenders,
        );
        let defenders = fought(
            &self.defenders,
            &by_defenders,
            &self.attackers,
            &by_attackers,
        );
        Ok(self.outcome(&attackers, &defenders, working))
    }
}

/// A unit after the blows of both sides.
struct Fought<'m> {
    fighter: &'m Fighter<'m>,
    kills: Option<Number>,
    /// `None` where any of those who struck it have no number in the source.
    lost: Option<Number>,
}

impl Melee<'_> {
    /// How many each of `strikers` kills, no more than its foe has; `None` where the source is blank.
    fn kills(
        &self,
        strikers: &[Fighter<'_>],
        struck: &[Fighter<'_>],
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Vec<Option<Number>>, Halt> {
        let mut left: Vec<Number> = struck.iter().map(|fighter| fighter.left).collect();
        let mut kills = Vec::with_capacity(strikers.len());
        for fighter in strikers {
            let Some(strike) = &fighter.strike else {
                kills.push(None);
                continue;
            };
            let hits = strike.hits(dice)?;
            let there = left.get(fighter.foe).copied().unwrap_or(Number::ZERO);
            let killed = Number::from(hits).min(there);
            if let Some(left) = left.get_mut(fighter.foe) {
                *left -= killed;
            }
            working.note(&None, || {
                let name = self.case.name(fighter.subject.unit);
                let of = strike.throw.pool.dice;
                let on = strike.kills_on;
                let held = if killed < Number::from(hits) {
                    format!(", of whom {killed} are there")
                } else {
                    String::new()
                };
                format!("{name}: {hits} of {of} dice show {on} or more{held}")
            });
            kills.push(Some(killed));
        }
        Ok(kills)
    }
}

/// What the units of a side killed and lost, by the kills of both sides.
fn fought<'m>(
    side: &'m [Fighter<'m>],
    kills: &[Option<Number>],
    foes: &[Fighter<'_>],
    by_foes: &[Option<Number>],
) -> Vec<Fought<'m>> {
    let lost = |place: usize| {
        let blows = foes.iter().zip(by_foes);
        let against = blows.filter(|(foe, _)| foe.foe == place);
        against.map(|(_, killed)| *killed).sum()
    };
    let each = side.iter().zip(kills).enumerate();
    each.map(|(place, (fighter, kills))| Fought {
        fighter,
        kills: *kills,
        lost: lost(place),
    })
    .collect()
}
