//! `points-times-score`: each unit's points times a sum of dice; the higher total wins the melee.

mod after;
mod points;

use super::case::{Case, Subject};
use super::outcome::{Blank, Field, Outcome, UnitOutcome};
use super::working::Working;
use super::{Declared, throw_of, weigh::weigh};
use crate::dice::{Dice, Halt, Pool, Throw, Weighted};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::{EntryDice, PointsTimesScore};
use crate::situation::Unit;
use crate::typed_line::LineFault;

/// A melee ready for its dice.
struct Melee<'a> {
    case: Case<'a>,
    numbers: &'a PointsTimesScore,
    attackers: Vec<Fighter<'a>>,
    defenders: Vec<Fighter<'a>>,
    blank: Option<Blank>,
}

/// A unit in the melee.
struct Fighter<'a> {
    role: Role,
    unit: &'a Unit,
    stance: Stance<'a>,
}

/// Whether a unit fights.
enum Stance<'a> {
    /// It does, with these points and dice; the points are blank where the source gives none.
    Fights {
        points: Option<Number>,
        score: Throw,
        entry: Vec<Entry<'a>>,
    },
    /// It stands aside and suffers for it.
    Aside,
}

/// Dice that a unit throws on entering.
struct Entry<'a> {
    numbers: &'a EntryDice,
    throw: Throw,
}

/// Works out the points of every unit.
///
/// # Errors
/// A unit without the points that the rules ask for, such as horse in square.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a PointsTimesScore,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    let mut blank = None;
    let mut fighters = |role: Role| -> Result<Vec<Fighter<'a>>, LineFault> {
        let mut side = Vec::new();
        for (place, subject) in case.subjects(role).enumerate() {
            let stance = stance(case, numbers, place, subject, &mut blank, working)?;
            side.push(Fighter {
                role,
                unit: subject.unit,
                stance,
            });
        }
        Ok(side)
    };
    let attackers = fighters(Role::Attacker)?;
    let defenders = fighters(Role::Defender)?;
    Ok(Box::new(Melee {
        case,
        numbers,
        attackers,
        defenders,
        blank,
    }))
}

fn stance<'a>(
    case: Case<'a>,
    numbers: &'a PointsTimesScore,
    place: usize,
    subject: Subject<'a>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Stance<'a>, LineFault> {
    if let Some(aside) = &numbers.aside
        && case.all_hold(subject, &aside.when)
    {
        working.note(&aside.cite, || {
            format!("{} do not fight", case.name(subject.unit))
        });
        return Ok(Stance::Aside);
    }
    let points = points::of_unit(case, numbers, subject, blank, working)?;
    let throw = |purpose: &str, pool: Pool| {
        let name = case.name(subject.unit);
        throw_of(case, subject.role, place, name, purpose, pool)
    };
    let dice = Number::whole(i64::from(numbers.score.dice));
    let dice = weigh(case, subject, "score-dice", Some(dice), working).unwrap_or(dice);
    let dice = u32::try_from(dice.floor())
        .unwrap_or(0)
        .min(Pool::MOST_DICE);
    let entry = numbers
        .entry
        .iter()
        .filter(|entry| case.all_hold(subject, &entry.when))
        .map(|entry| {
            let front = Number::whole(case.acting(subject));
            let front = weigh(case, subject, "front", Some(front), working).unwrap_or(front);
            let dice = u32::try_from(front.floor())
                .unwrap_or(0)
                .min(Pool::MOST_DICE);
            Entry {
                numbers: entry,
                throw: throw(&entry.say, Pool { dice, ..entry.die }),
            }
        })
        .collect();
    Ok(Stance::Fights {
        points,
        score: throw(
            "score",
            Pool {
                dice,
                ..numbers.score
            },
        ),
        entry,
    })
}

/// A unit with the points that it fights with, after its entry dice, and then its score.
struct Strength<'m> {
    fighter: &'m Fighter<'m>,
    /// `None` for a unit that stands aside or whose points are blank.
    points: Option<Number>,
    score: Option<u32>,
}

impl Declared for Melee<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let mut attackers = enter(&self.attackers, dice, working)?;
        let mut defenders = enter(&self.defenders, dice, working)?;
        let key: Vec<i64> = attackers
            .iter()
            .chain(&defenders)
            .flat_map(|unit| unit.points)
            .flat_map(|points| [points.numerator(), points.denominator()])
            .collect();
        dice.merge(&key)?;
        throw_scores(&mut attackers, &mut defenders, dice)?;
        self.resolve(&attackers, &defenders, dice, working)
    }
}

/// Throws the entry dice of a side.
fn enter<'m>(
    side: &'m [Fighter<'m>],
    dice: &mut dyn Dice,
    working: &mut Working,
) -> Result<Vec<Strength<'m>>, Halt> {
    let mut strengths = Vec::new();
    for fighter in side {
        let mut total = None;
        if let Stance::Fights { points, entry, .. } = &fighter.stance {
            total = *points;
            for entry in entry.iter().filter(|entry| entry.throw.pool.dice > 0) {
                let numbers = entry.numbers;
                let shown = dice.tally(&entry.throw, &[numbers.face])?;
                if shown.first().is_some_and(|shown| *shown > 0) {
                    total = total.map(|points| points + numbers.points);
                    working.note(&numbers.cite, || {
                        format!(
                            "{}: {} or more shown, {} points",
                            numbers.say,
                            numbers.face,
                            numbers.points.signed()
                        )
                    });
                }
            }
        }
        strengths.push(Strength {
            fighter,
            points: total,
            score: None,
        });
    }
    Ok(strengths)
}

/// Throws the scores of both sides, attackers first.
fn throw_scores<'m>(
    attackers: &mut [Strength<'m>],
    defenders: &mut [Strength<'m>],
    dice: &mut dyn Dice,
) -> Result<(), Halt> {
    // Points may be halves: weights are whole numbers in the same proportion.
    let scale = attackers
        .iter()
        .chain(defenders.iter())
        .filter_map(|unit| unit.points)
        .fold(1, |scale, points| {
            num_integer::lcm(scale, points.denominator())
        });
    let weighted = |side: &[Strength<'_>]| -> Vec<Weighted> {
        side.iter()
            .filter_map(|unit| match &unit.fighter.stance {
                Stance::Fights { score, .. } => Some(Weighted {
                    throw: score.clone(),
                    weight: unit.points.unwrap_or(Number::ZERO).times(scale).floor(),
                }),
                Stance::Aside => None,
            })
            .collect()
    };
    let mut scores = dice
        .contest(&weighted(attackers), &weighted(defenders))?
        .into_iter();
    for unit in attackers.iter_mut().chain(defenders) {
        if matches!(unit.fighter.stance, Stance::Fights { .. }) {
            unit.score = scores.next();
        }
    }
    Ok(())
}

impl Strength<'_> {
    fn total(&self) -> Option<Number> {
        match (&self.fighter.stance, self.points, self.score) {
            (Stance::Aside, ..) => Some(Number::ZERO),
            (_, Some(points), Some(score)) => Some(points.times(i64::from(score))),
            _ => None,
        }
    }

    fn fights(&self) -> bool {
        matches!(self.fighter.stance, Stance::Fights { .. })
    }
}

/// The total of a side, or `None` where a blank hides it.
fn total(side: &[Strength<'_>]) -> Option<Number> {
    side.iter().map(Strength::total).sum()
}

impl Melee<'_> {
    fn resolve(
        &self,
        attackers: &[Strength<'_>],
        defenders: &[Strength<'_>],
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Outcome, Halt> {
        for unit in attackers.iter().chain(defenders) {
            if let (Some(points), Some(score), Some(total)) =
                (unit.points, unit.score, unit.total())
            {
                working.note(&None, || {
                    let name = self.case.name(unit.fighter.unit);
                    format!("{name}: {points} points × {score} = {total}")
                });
            }
        }
        let winner = self.winner(attackers, defenders);
        let after = after::Aftermath::throw(self, winner, attackers, defenders, dice, working)?;
        Ok(self.outcome(winner, attackers, defenders, &after))
    }

    fn winner(&self, attackers: &[Strength<'_>], defenders: &[Strength<'_>]) -> Winner {
        // Where one side has nobody who fights, there is no melee to lose.
        if !defenders.iter().any(Strength::fights) {
            return Winner::Attacker;
        }
        if !attackers.iter().any(Strength::fights) {
            return Winner::Defender;
        }
        match (total(attackers), total(defenders)) {
            (Some(attacking), Some(defending)) if attacking > defending => Winner::Attacker,
            (Some(attacking), Some(defending)) if attacking < defending => Winner::Defender,
            (Some(_), Some(_)) => Winner::Drawn,
            _ => Winner::Blank,
        }
    }

    fn outcome(
        &self,
        winner: Winner,
        attackers: &[Strength<'_>],
        defenders: &[Strength<'_>],
        after: &after::Aftermath,
    ) -> Outcome {
        let (attacking, defending) = (total(attackers), total(defenders));
        let fields = vec![
            Field::headline("winner", winner.name()),
            Field::step("difference", after.difference),
            Field::step("attacker_total", attacking),
            Field::step("defender_total", defending),
        ];
        let shown = |total: Option<Number>| total.map_or("blank".to_owned(), |t| t.to_string());
        let summary = match winner {
            Winner::Attacker if !defenders.iter().any(Strength::fights) => {
                "attacker wins unopposed".to_owned()
            }
            Winner::Attacker => {
                format!("attacker wins {} to {}", shown(attacking), shown(defending))
            }
            Winner::Defender => {
                format!("defender wins {} to {}", shown(defending), shown(attacking))
            }
            Winner::Drawn => format!("drawn at {}: nobody moves, no loss", shown(attacking)),
            Winner::Blank => "no winner: the source does not give the points".to_owned(),
        };
        let units = |side: &[Strength<'_>], aftermath: &[after::Fate]| -> Vec<UnitOutcome> {
            side.iter()
                .zip(aftermath)
                .map(|(unit, fate)| self.unit_outcome(unit, fate))
                .collect()
        };
        let attacker = units(attackers, &after.attackers);
        let defender = units(defenders, &after.defenders);
        let brief = attacker
            .iter()
            .chain(&defender)
            .filter_map(|unit| self.brief(unit))
            .collect();
        Outcome {
            summary,
            brief,
            fields,
            attacker,
            defender,
            blank: self.blank.clone().or_else(|| after.blank.clone()),
        }
    }

    fn unit_outcome(&self, unit: &Strength<'_>, fate: &after::Fate) -> UnitOutcome {
        let mut fields = vec![
            Field::step("points", unit.points),
            Field::step("score", unit.score),
        ];
        fields.extend(fate.withdraws.clone());
        fields.extend(fate.blank.clone());
        UnitOutcome {
            types: self.case.type_ids(unit.fighter.unit),
            name: self.case.name(unit.fighter.unit),
            lost: fate.lost,
            result: fate.result.clone(),
            fields,
        }
    }

    fn brief(&self, unit: &UnitOutcome) -> Option<String> {
        let lost = unit.lost.filter(|lost| *lost > Number::ZERO);
        let lost = lost.map(|lost| format!("{} lost", self.case.rules.loss.of(lost)));
        let withdraws = unit
            .fields
            .iter()
            .any(|field| field.name == "withdraws")
            .then_some(self.case.rules.withdraws.as_ref())
            .flatten()
            .map(|rule| rule.say.clone());
        let parts: Vec<String> = [lost, unit.result.clone(), withdraws]
            .into_iter()
            .flatten()
            .collect();
        (!parts.is_empty()).then(|| format!("{}: {}", unit.name, parts.join(", ")))
    }
}

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Winner {
    Attacker,
    Defender,
    Drawn,
    /// Nobody can say: a unit's points are blank.
    Blank,
}

impl Winner {
    fn name(self) -> Option<&'static str> {
        match self {
            Winner::Attacker => Some("attacker"),
            Winner::Defender => Some("defender"),
            Winner::Drawn => Some("drawn"),
            Winner::Blank => None,
        }
    }
}
