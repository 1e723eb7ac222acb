//! `pips`: each unit throws a die a rank and more; the pips of a side cost the other losses, both at once.

mod first_blow;
mod report;

use super::case::{Case, Subject};
use super::outcome::Outcome;
use super::roll_test::{Checked, Checks};
use super::toll::Saving;
use super::weigh::weigh;
use super::working::Working;
use super::{Declared, marks, throw_of};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::Pips;
use crate::typed_line::LineFault;

/// A melee ready for its dice.
struct Melee<'a> {
    case: Case<'a>,
    numbers: &'a Pips,
    attackers: Vec<Fighter<'a>>,
    defenders: Vec<Fighter<'a>>,
    /// The check of attackers who may be struck down before they strike.
    first_blow: Option<Checks<'a>>,
}

/// A unit in the melee.
struct Fighter<'a> {
    subject: Subject<'a>,
    /// What it has left to lose.
    left: Number,
    throw: Throw,
    saving: Option<Saving<'a>>,
}

/// What has become of a unit so far.
#[derive(Debug, Clone, Default)]
struct Fate {
    dice: u32,
    pips: u32,
    lost: Number,
    checked: Option<Checked>,
}

/// Works out how many dice every unit throws.
///
/// # Errors
/// An attack that may have to be checked and has no target for it.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a Pips,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let attackers = fighters(case, numbers, Role::Attacker, working);
    let defenders = fighters(case, numbers, Role::Defender, working);
    let first_blow = first_blow::declare(case, numbers, working)?;
    Ok(Box::new(Melee {
        case,
        numbers,
        attackers,
        defenders,
        first_blow,
    }))
}

fn fighters<'a>(
    case: Case<'a>,
    numbers: &'a Pips,
    role: Role,
    working: &mut Working,
) -> Vec<Fighter<'a>> {
    case.subjects(role)
        .enumerate()
        .map(|(place, subject)| {
            let left = subject.groups().iter().map(|group| case.left(group)).sum();
            let name = case.name(subject.unit);
            let pool = Pool {
                dice: dice_of(case, subject, left, working),
                ..numbers.die
            };
            Fighter {
                subject,
                left,
                throw: throw_of(case, role, place, name, "melee", pool),
                saving: Saving::of(case, &numbers.saves, place, subject),
            }
        })
        .collect()
}

/// The dice of a unit with so much left: its ranks and what is added to them.
///
/// A part of a count still stands in the rank.
fn dice_of(case: Case<'_>, subject: Subject<'_>, left: Number, working: &mut Working) -> u32 {
    let figures = subject.groups().first().map(|group| case.figures(group));
    let ranks = left.over(figures.unwrap_or(Number::ONE)).ceil();
    working.note(&None, || {
        let has = case.rules.loss.of(left);
        let ranks = counted(ranks, "rank", "ranks");
        format!("{}: {has} in {ranks}", case.name(subject.unit))
    });
    let ranks = Some(Number::whole(ranks));
    let ranks = weigh(case, subject, "ranks", ranks, working);
    let dice = weigh(case, subject, "dice", ranks, working).unwrap_or_default();
    let dice = u32::try_from(dice.floor()).unwrap_or(0);
    let dice = dice.min(Pool::MOST_DICE);
    working.note(&None, || {
        let dice = counted(i64::from(dice), "die", "dice");
        format!("{}: {dice}", case.name(subject.unit))
    });
    dice
}

impl Declared for Melee<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let (mut attackers, mut defenders) = self.throw_both(dice)?;
        for (fighters, fates) in [(&self.attackers, &attackers), (&self.defenders, &defenders)] {
            for (fighter, fate) in fighters.iter().zip(fates) {
                working.note(&None, || pips_shown(fighter, fate));
            }
        }
        match &self.first_blow {
            Some(checks) if total(&defenders) > total(&attackers) => {
                self.struck_first(checks, &mut attackers, &defenders, dice, working)?;
                self.charge_losses(&attackers, &self.defenders, &mut defenders, working);
            }
            _ => {
                self.charge_losses(&defenders, &self.attackers, &mut attackers, working);
                self.charge_losses(&attackers, &self.defenders, &mut defenders, working);
                dice.merge(&key_of_losses(&attackers, &defenders))?;
                save(&self.attackers, &mut attackers, dice, working)?;
            }
        }
        save(&self.defenders, &mut defenders, dice, working)?;
        Ok(self.outcome(&attackers, &defenders, working))
    }
}

impl Melee<'_> {
    /// The throws of both sides, attackers first.
    fn throw_both(&self, dice: &mut dyn Dice) -> Result<(Vec<Fate>, Vec<Fate>), Halt> {
        let mut attackers: Vec<Fate> = Vec::new();
        let mut defenders: Vec<Fate> = Vec::new();
        let alone = self.attackers.len() == 1 && self.defenders.len() == 1;
        for (role, fighters) in [
            (Role::Attacker, &self.attackers),
            (Role::Defender, &self.defenders),
        ] {
            for fighter in fighters {
                let pips = if alone {
                    self.throw_alone(role, fighter, dice)?
                } else {
                    dice.sum(&fighter.throw)?
                };
                let fate = Fate {
                    dice: fighter.throw.pool.dice,
                    pips,
                    ..Fate::default()
                };
                match role {
                    Role::Defender => defenders.push(fate),
                    Role::Attacker | Role::Either => attackers.push(fate),
                }
                if !alone {
                    dice.merge(&self.key_of_pips(&attackers, &defenders))?;
                }
            }
        }
        Ok((attackers, defenders))
    }

    /// The throw of the only unit of its side: what matters of the pips is what they cost.
    fn throw_alone(
        &self,
        role: Role,
        fighter: &Fighter<'_>,
        dice: &mut dyn Dice,
    ) -> Result<u32, Halt> {
        if self.first_blow.is_some() {
            return dice.sum(&fighter.throw);
        }
        let foes = match role {
            Role::Defender => &self.attackers,
            Role::Attacker | Role::Either => &self.defenders,
        };
        let most: Number = foes.iter().map(|foe| foe.left).sum();
        let toll = self.numbers.toll;
        dice.sum_lumped(&fighter.throw, &|pips| halves(toll.of(pips).min(most)))
    }

    /// What matters of the pips: a side's total, and each attacker's where some may throw again.
    fn key_of_pips(&self, attackers: &[Fate], defenders: &[Fate]) -> Vec<i64> {
        let mut key = vec![i64::from(total(attackers)), i64::from(total(defenders))];
        if self.first_blow.is_some() {
            key.extend(attackers.iter().map(|fate| i64::from(fate.pips)));
        }
        key
    }

    /// What the pips of a side cost the units of the other, shared in the order typed.
    fn charge_losses(
        &self,
        by: &[Fate],
        of: &[Fighter<'_>],
        fates: &mut [Fate],
        working: &mut Working,
    ) {
        let pips = total(by);
        let costs = self.numbers.toll.of(pips);
        let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
        working.note(&ruling.cite, || {
            let loss = &self.case.rules.loss;
            let each = self.numbers.toll.whole;
            let house = |key| marks::of_ruling(self.case, &[key]);
            let (pips, mark) = (counted(i64::from(pips), "pip", "pips"), house("pips"));
            let costs = loss.of(costs);
            format!(
                "{pips} at {each}{mark} a {}: {costs}{}",
                loss.one,
                house("half")
            )
        });
        let mut rest = costs;
        for (fighter, fate) in of.iter().zip(fates) {
            fate.lost = rest.min(fighter.left);
            rest -= fate.lost;
        }
    }
}

/// Throws the saves of a side.
fn save(
    fighters: &[Fighter<'_>],
    fates: &mut [Fate],
    dice: &mut dyn Dice,
    working: &mut Working,
) -> Result<(), Halt> {
    for (fighter, fate) in fighters.iter().zip(fates) {
        if let Some(saving) = &fighter.saving {
            fate.lost = saving.left_of(fate.lost, dice, working)?;
        }
    }
    Ok(())
}

fn total(fates: &[Fate]) -> u32 {
    let pips = fates.iter().map(|fate| fate.pips);
    pips.fold(0, u32::saturating_add)
}

/// What matters once both sides know what they are about to lose.
fn key_of_losses(attackers: &[Fate], defenders: &[Fate]) -> Vec<i64> {
    let lost = attackers.iter().chain(defenders).map(|fate| fate.lost);
    lost.map(halves).collect()
}

/// How many halves that is: losses come in wholes and halves.
fn halves(lost: Number) -> i64 {
    lost.times(2).floor()
}

fn pips_shown(fighter: &Fighter<'_>, fate: &Fate) -> String {
    let pips = counted(i64::from(fate.pips), "pip", "pips");
    format!("{}: {pips}", fighter.throw.label)
}

/// `1 die`, `2 dice`.
fn counted(number: i64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
