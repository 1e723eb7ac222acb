//! `dice-a-man`: dice for each man and a killing score; both sides strike at once.

use super::case::{Case, Subject, opposite};
use super::outcome::{Blank, Field, Outcome, UnitOutcome};
use super::refusal::Refusal;
use super::working::Working;
use super::{Declared, strength, throw_of, weigh::weigh};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::kind::Class;
use crate::rules::procedure::{Blows, DiceAMan};
use crate::rules::shelf::{Id, Named};

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
}

/// The dice of a unit.
struct Strike {
    throw: Throw,
    kills_on: u32,
}

/// Works out whom each unit strikes, with how many dice.
///
/// # Errors
/// Troops that the matrix does not have, and more dice than can be thrown.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a DiceAMan,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, Refusal> {
    let mut blank = None;
    let mut fighters = |role: Role| -> Result<Vec<Fighter<'a>>, Refusal> {
        let mut side = Vec::new();
        for (place, subject) in case.subjects(role).enumerate() {
            // Each strikes the unit typed opposite, the last of which takes all who are left over.
            let last = case.subjects(opposite(role)).count().saturating_sub(1);
            let foe = place.min(last);
            let struck = case.subjects(opposite(role)).nth(foe);
            let struck = struck.ok_or_else(|| Refusal::new("nobody to fight"))?;
            let strike = match blows(case, numbers, subject, struck)? {
                Given::Known(blows) => {
                    let cell = (blows, struck);
                    Some(strike(case, numbers, place, subject, cell, working)?)
                }
                Given::Blank => {
                    blank.get_or_insert_with(|| missing(case, subject, struck));
                    None
                }
            };
            side.push(Fighter {
                subject,
                foe,
                strike,
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

/// The class as which a unit fights.
fn class(case: Case<'_>, subject: Subject<'_>) -> Result<Id<Class>, Refusal> {
    let class = case.class(subject.unit).and_then(Given::known);
    class.ok_or_else(|| no_place(case, subject))
}

fn no_place(case: Case<'_>, subject: Subject<'_>) -> Refusal {
    let name = case.name(subject.unit);
    Refusal::new(format!("{name} have no place of their own in the matrix"))
        .hint("units of one kind fight; join units with `and`, not with `+`")
        .at(subject.unit.at.clone())
        .cite(&case.rules.rulings.get(case.situation.ruling).cite)
}

fn blows(
    case: Case<'_>,
    numbers: &DiceAMan,
    striker: Subject<'_>,
    struck: Subject<'_>,
) -> Result<Given<Blows>, Refusal> {
    let (by, of) = (class(case, striker)?, class(case, struck)?);
    numbers.blows(by, of).ok_or_else(|| no_place(case, striker))
}

fn missing(case: Case<'_>, striker: Subject<'_>, struck: Subject<'_>) -> Blank {
    let id = |subject: Subject<'_>| {
        let class = case.class(subject.unit).and_then(Given::known);
        class.map_or("", |class| case.rules.classes.get(class).id())
    };
    Blank {
        what: format!(
            "what {} do to {}",
            case.name(striker.unit),
            case.name(struck.unit)
        ),
        key: format!(
            "ruling.{}.matrix.{}.{}",
            case.rules.rulings.get(case.situation.ruling).id,
            id(striker),
            id(struck)
        ),
    }
}

fn strike(
    case: Case<'_>,
    numbers: &DiceAMan,
    place: usize,
    subject: Subject<'_>,
    (blows, struck): (Blows, Subject<'_>),
    working: &mut Working,
) -> Result<Strike, Refusal> {
    let name = case.name(subject.unit);
    let cite = &case.rules.rulings.get(case.situation.ruling).cite;
    working.note(cite, || {
        format!(
            "{name} against {}: {} a man, {} or more kills",
            case.name(struck.unit),
            dice_of(blows.dice),
            blows.kills_on
        )
    });
    let men = Some(case.left_of(subject));
    let men = weigh(case, subject, "fighting", men, working).unwrap_or(Number::ZERO);
    let each = weigh(case, subject, "dice", Some(blows.dice), working).unwrap_or(blows.dice);
    let kills_on = Some(Number::from(blows.kills_on));
    let kills_on = weigh(case, subject, "kills-on", kills_on, working).unwrap_or(Number::ONE);
    let dice = (men * each).max(Number::ZERO).floor();
    working.note(&None, || {
        format!("{name}: {men} × {each}, {}", dice_of(Number::whole(dice)))
    });
    let most = i64::from(Pool::MOST_DICE);
    if dice > most {
        return Err(Refusal::new(format!(
            "{name} would throw {dice} dice, and {most} are the most that can be thrown at once"
        ))
        .hint("fight such a melee in parts")
        .at(subject.unit.at.clone()));
    }
    let pool = Pool {
        dice: u32::try_from(dice).unwrap_or(Pool::MOST_DICE),
        ..numbers.die
    };
    Ok(Strike {
        throw: throw_of(case, subject.role, place, name, "melee", pool),
        kills_on: u32::try_from(kills_on.ceil()).unwrap_or(0),
    })
}

fn dice_of(dice: Number) -> String {
    let one = Number::ZERO < dice && dice <= Number::ONE;
    format!("{dice} {}", if one { "die" } else { "dice" })
}

impl Declared for Melee<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let by_attackers = self.kills(&self.attackers, &self.defenders, dice, working)?;
        let by_defenders = self.kills(&self.defenders, &self.attackers, dice, working)?;
        let attacker = self.side(
            &self.attackers,
            &by_attackers,
            &self.defenders,
            &by_defenders,
        );
        let defender = self.side(
            &self.defenders,
            &by_defenders,
            &self.attackers,
            &by_attackers,
        );
        let (attacker, defender) = (
            self.outcomes(attacker, working),
            self.outcomes(defender, working),
        );
        Ok(Outcome {
            summary: if working.is_kept() {
                summary(&by_attackers, &by_defenders)
            } else {
                String::new()
            },
            brief: self.brief(&attacker, &defender, working),
            fields: Vec::new(),
            attacker,
            defender,
            blank: self.blank.clone(),
        })
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
        let mut left: Vec<Number> = struck
            .iter()
            .map(|fighter| self.case.left_of(fighter.subject))
            .collect();
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

    fn side<'m>(
        &self,
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
        side.iter()
            .zip(kills)
            .enumerate()
            .map(|(place, (fighter, kills))| Fought {
                fighter,
                kills: *kills,
                lost: lost(place),
            })
            .collect()
    }

    fn outcomes(&self, side: Vec<Fought<'_>>, working: &mut Working) -> Vec<UnitOutcome> {
        let case = self.case;
        side.into_iter()
            .map(|fought| {
                let unit = fought.fighter.subject.unit;
                let strike = fought.fighter.strike.as_ref();
                let mut fields = vec![
                    Field::step("dice", strike.map(|strike| strike.throw.pool.dice)),
                    Field::step("kill_on", strike.map(|strike| strike.kills_on)),
                    Field::step("kills", fought.kills),
                ];
                let withdraws = fought
                    .lost
                    .and_then(|lost| strength::withdraws(case, unit, lost, working));
                fields.extend(withdraws);
                UnitOutcome {
                    types: case.type_ids(unit),
                    name: case.name(unit),
                    lost: fought.lost,
                    result: None,
                    fields,
                }
            })
            .collect()
    }

    fn brief(
        &self,
        attacker: &[UnitOutcome],
        defender: &[UnitOutcome],
        working: &Working,
    ) -> Vec<String> {
        if !working.is_kept() {
            return Vec::new();
        }
        let fighters = self.attackers.iter().chain(&self.defenders);
        let units = attacker.iter().chain(defender);
        fighters
            .zip(units)
            .filter_map(|(fighter, unit)| {
                let lost = unit.lost.filter(|lost| *lost > Number::ZERO)?;
                let left = self.case.left_of(fighter.subject) - lost;
                let lost = self.case.rules.loss.of(lost);
                let withdraws = unit.fields.iter().any(|field| field.name == "withdraws");
                let rule = self.case.rules.withdraws.as_ref().filter(|_| withdraws);
                let then = rule.map_or(String::new(), |rule| format!(", {}", rule.say));
                Some(format!("{}: {lost} lost, {left} left{then}", unit.name))
            })
            .collect()
    }
}

impl Strike {
    /// The dice that kill.
    fn hits(&self, dice: &mut dyn Dice) -> Result<u32, Halt> {
        if self.throw.pool.dice == 0 {
            return Ok(0);
        }
        let hits = dice.tally(&self.throw, &[self.kills_on])?;
        Ok(hits.first().copied().unwrap_or(0))
    }
}

fn summary(by_attackers: &[Option<Number>], by_defenders: &[Option<Number>]) -> String {
    let shown = |kills: &[Option<Number>]| {
        let all: Option<Number> = kills.iter().copied().sum();
        all.map_or("blank".to_owned(), |all| all.to_string())
    };
    format!(
        "attacker kills {}, defender kills {}",
        shown(by_attackers),
        shown(by_defenders)
    )
}
