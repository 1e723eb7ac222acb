//! `weighted-totals`: survivors times rating and more for each side; the lower side gives way
//! by the difference.

use super::case::{Case, Subject, opposite};
use super::giving_way::{self, Prisoners};
use super::outcome::{Field, Outcome, UnitOutcome};
use super::refusal::Refusal;
use super::working::Working;
use super::{Declared, rating, strength};
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::{Gain, WeightedTotals};
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// Totals ready for their dice.
struct Totals<'a> {
    case: Case<'a>,
    numbers: &'a WeightedTotals,
    /// Σ survivors × rating of the side that acts.
    attacker: Number,
    /// The same of the other side.
    defender: Number,
    losses: Option<Ahead>,
    survivors: Option<Ahead>,
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
) -> Result<Box<dyn Declared + 'a>, Refusal> {
    strength::check_counted(case)?;
    let attacker = survivors_by_rating(case, numbers, Role::Attacker, working)?;
    let defender = survivors_by_rating(case, numbers, Role::Defender, working)?;
    // The fewer losses, the better: the other way round.
    let losses = (
        case.lost_by_side(Role::Defender),
        case.lost_by_side(Role::Attacker),
    );
    let survivors = (
        case.left_of_side(Role::Attacker),
        case.left_of_side(Role::Defender),
    );
    Ok(Box::new(Totals {
        case,
        numbers,
        attacker,
        defender,
        losses: ahead(case, losses, "fewer losses", &numbers.losses),
        survivors: ahead(case, survivors, "more survivors", &numbers.survivors),
    }))
}

fn survivors_by_rating(
    case: Case<'_>,
    numbers: &WeightedTotals,
    role: Role,
    working: &mut Working,
) -> Result<Number, Refusal> {
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
                format!("{name}: {left} left × {rating} = {counts}")
            });
            total += counts;
        }
    }
    Ok(total)
}

/// The side with more, of what the attacker and the defender have.
fn ahead(
    case: Case<'_>,
    (attacker, defender): (Number, Number),
    purpose: &str,
    gain: &Gain,
) -> Option<Ahead> {
    let role = match attacker.cmp(&defender) {
        std::cmp::Ordering::Greater => Role::Attacker,
        std::cmp::Ordering::Less => Role::Defender,
        std::cmp::Ordering::Equal => return None,
    };
    let throw = |pool: Pool| Throw::new(side(role), case.side_name(role), purpose, pool);
    Some(Ahead {
        role,
        by: (attacker - defender).abs(),
        throw: gain.times.map(throw),
    })
}

fn side(role: Role) -> &'static str {
    match role {
        Role::Attacker | Role::Either => "attacker",
        Role::Defender => "defender",
    }
}

impl Declared for Totals<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let losses = gained(
            &self.losses,
            &self.numbers.losses,
            "fewer lost",
            dice,
            working,
        )?;
        let survivors = gained(
            &self.survivors,
            &self.numbers.survivors,
            "more left",
            dice,
            working,
        )?;
        let of = |role: Role| -> Number {
            let gains = [losses, survivors].into_iter().flatten();
            gains
                .filter(|(who, _)| *who == role)
                .map(|(_, gain)| gain)
                .sum()
        };
        let verdict = Verdict {
            attacker: self.attacker + of(Role::Attacker),
            defender: self.defender + of(Role::Defender),
        };
        Ok(self.outcome(&verdict, working))
    }
}

/// What the side gains that is ahead; `None` where neither is.
fn gained(
    ahead: &Option<Ahead>,
    gain: &Gain,
    what: &str,
    dice: &mut dyn Dice,
    working: &mut Working,
) -> Result<Option<(Role, Number)>, Halt> {
    let Some(Ahead { role, by, throw }) = ahead else {
        working.note(&gain.cite, || format!("neither side has {what}"));
        return Ok(None);
    };
    let times = match throw {
        Some(throw) => i64::from(dice.sum(throw)?),
        None => 1,
    };
    let sum = by.times(times);
    working.note(&gain.cite, || {
        let by = match throw {
            Some(_) => format!("{by} × {times} = {sum}"),
            None => sum.to_string(),
        };
        format!("{what}, {}: +{by}", side(*role))
    });
    Ok(Some((*role, sum)))
}

/// The two totals.
struct Verdict {
    attacker: Number,
    defender: Number,
}

impl Verdict {
    fn lower(&self) -> Option<Role> {
        match self.attacker.cmp(&self.defender) {
            std::cmp::Ordering::Less => Some(Role::Attacker),
            std::cmp::Ordering::Greater => Some(Role::Defender),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Totals<'_> {
    fn outcome(&self, verdict: &Verdict, working: &mut Working) -> Outcome {
        let Verdict { attacker, defender } = *verdict;
        let once = (attacker - defender).abs();
        let doubled = self.is_doubled();
        let difference = if doubled { once.times(2) } else { once };
        let result = self.numbers.results.find(difference.floor());
        let shown = if doubled {
            format!("{once} doubled {difference}")
        } else {
            once.to_string()
        };
        if let (true, Some(rule)) = (doubled, &self.numbers.doubled) {
            working.note(&rule.cite, || {
                let most = self.case.rules.loss.of(rule.at_most);
                format!("neither side began with more than {most}: the difference is doubled")
            });
        }
        let rule = &self.case.rules.rulings.get(self.case.situation.ruling).cite;
        working.note(rule, || {
            let say = result.map_or("", |(_, result)| &self.case.rules.results.get(*result).say);
            let row = result.map_or(String::new(), |(span, _)| format!(" ({span})"));
            format!("{attacker} v {defender}, difference {shown}{row}: {say}")
        });
        let lower = verdict.lower();
        let result = result.map(|(_, result)| *result);
        let mut prisoners = Prisoners::default();
        let mut brief = Vec::new();
        let mut units = |role: Role| -> Vec<UnitOutcome> {
            let result = result.filter(|_| lower == Some(role));
            self.case
                .subjects(role)
                .map(|subject| {
                    if let Some(result) = result {
                        prisoners.take(self.case, subject, result);
                        if working.is_kept() {
                            brief.push(self.brief(subject, result));
                        }
                    }
                    self.unit(subject, result)
                })
                .collect()
        };
        let (attackers, defenders) = (units(Role::Attacker), units(Role::Defender));
        brief.extend(prisoners.brief());
        let mut fields = vec![
            Field::step("attacker_total", attacker),
            Field::step("defender_total", defender),
            Field::headline("difference", difference),
            Field::step("doubled", doubled),
            Field::headline("lower", lower.map(side)),
        ];
        fields.extend(prisoners.fields());
        let gives = result.map_or("", |result| &self.case.rules.results.get(result).say);
        Outcome {
            summary: match lower {
                Some(lower) => {
                    let higher = side(opposite(lower));
                    format!("{attacker} v {defender}, {shown} for the {higher}: {gives}")
                }
                None => format!("{attacker} v {defender}: {gives}"),
            },
            brief,
            fields,
            attacker: attackers,
            defender: defenders,
            blank: None,
        }
    }

    /// Whether the fight is small enough for the difference to count twice.
    fn is_doubled(&self) -> bool {
        self.numbers.doubled.as_ref().is_some_and(|rule| {
            [Role::Attacker, Role::Defender]
                .into_iter()
                .all(|role| self.case.begun_by_side(role) <= rule.at_most)
        })
    }

    fn unit(&self, subject: Subject<'_>, result: Option<Id<ResultPhrase>>) -> UnitOutcome {
        let case = self.case;
        let distance = result.and_then(|result| self.distance(subject, result));
        UnitOutcome {
            types: case.type_ids(subject.unit),
            name: case.name(subject.unit),
            lost: Some(Number::ZERO),
            result: result.map(|result| case.rules.results.get(result).say.clone()),
            fields: vec![Field::step("move", distance)],
        }
    }

    fn distance(&self, subject: Subject<'_>, result: Id<ResultPhrase>) -> Option<Number> {
        giving_way::distance(self.case, subject, self.numbers.moves, result)
    }

    fn brief(&self, subject: Subject<'_>, result: Id<ResultPhrase>) -> String {
        let distance = self.distance(subject, result);
        let phrase = giving_way::phrase(self.case, result, distance);
        format!("{}: {phrase}", self.case.name(subject.unit))
    }
}
