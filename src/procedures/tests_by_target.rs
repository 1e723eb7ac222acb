//! `tests-by-target`: units of both sides test, the lowest target first, until only one side is in contact.

mod report;

use super::case::{Case, Subject};
use super::outcome::Outcome;
use super::working::Working;
use super::{Declared, marks, rating, strength, throw_of};
use crate::dice::{Dice, Halt, Throw};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::TestsByTarget;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::typed_line::LineFault;

/// Tests ready for their dice.
struct Tests<'a> {
    case: Case<'a>,
    numbers: &'a TestsByTarget,
    /// All units, attackers first, each side in the order typed.
    testers: Vec<Tester<'a>>,
    /// The places in `testers`, in the order of the tests: equal targets in one rank.
    ranks: Vec<Vec<usize>>,
}

/// A unit that may have to test.
struct Tester<'a> {
    subject: Subject<'a>,
    target: Number,
    throw: Throw,
}

/// How a unit stands.
#[derive(Debug, Clone, Copy)]
enum Stand {
    /// It has not tested.
    Untested,
    /// It passed with this roll.
    Passed(u32),
    /// It failed with this roll, and leaves contact.
    Failed(u32, Id<ResultPhrase>),
}

/// Works out the target of every unit and the order of the tests.
///
/// # Errors
/// A count that was left out, and troops without a rating.
pub(super) fn declare<'a>(
    case: Case<'a>,
    numbers: &'a TestsByTarget,
    working: &mut Working,
) -> Result<Box<dyn Declared + 'a>, LineFault> {
    strength::check_counted(case)?;
    let mut testers = Vec::new();
    for role in [Role::Attacker, Role::Defender] {
        for (place, subject) in case.subjects(role).enumerate() {
            let name = case.name(subject.unit);
            let target = rating::of_unit(case, subject, numbers.rating, "target", working)?;
            working.note(&None, || format!("{name}: target {target}"));
            testers.push(Tester {
                subject,
                target,
                throw: throw_of(case, role, place, name, "morale", numbers.dice),
            });
        }
    }
    let ranks = ranks(&testers);
    Ok(Box::new(Tests {
        case,
        numbers,
        testers,
        ranks,
    }))
}

/// The places of the units by rising target, equal ones together.
fn ranks(testers: &[Tester<'_>]) -> Vec<Vec<usize>> {
    let mut by_target: Vec<(Number, Vec<usize>)> = Vec::new();
    for (place, tester) in testers.iter().enumerate() {
        match by_target
            .iter_mut()
            .find(|(target, _)| *target == tester.target)
        {
            Some((_, rank)) => rank.push(place),
            None => by_target.push((tester.target, vec![place])),
        }
    }
    by_target.sort_by_key(|(target, _)| *target);
    by_target.into_iter().map(|(_, rank)| rank).collect()
}

impl Declared for Tests<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let mut stands = vec![Stand::Untested; self.testers.len()];
        for rank in &self.ranks {
            if !self.both_in_contact(&stands) {
                working.note(&self.numbers.order_cite, || {
                    "only one side has units in contact: no more tests".to_owned()
                });
                break;
            }
            for place in rank {
                if let (Some(tester), Some(stand)) =
                    (self.testers.get(*place), stands.get_mut(*place))
                {
                    *stand = self.test(tester, dice, working)?;
                }
            }
        }
        self.soften(&mut stands, working);
        Ok(self.outcome(&stands, working))
    }
}

impl Tests<'_> {
    fn test(
        &self,
        tester: &Tester<'_>,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Stand, Halt> {
        let numbers = self.numbers;
        // What matters of a roll is the row of misses that it falls in.
        let missed = |roll: u32| (Number::from(roll) - tester.target).ceil().max(0);
        let row = |roll: u32| numbers.misses.find(missed(roll));
        let lump = |roll: u32| row(roll).map_or(0, |(span, _)| span.from);
        let roll = dice.sum_lumped(&tester.throw, &lump)?;
        let stand = match row(roll) {
            Some((_, result)) if missed(roll) > 0 => Stand::Failed(roll, *result),
            _ => Stand::Passed(roll),
        };
        let cite = &self.case.rules.rulings.get(self.case.situation.ruling).cite;
        working.note(cite, || {
            let name = self.case.name(tester.subject.unit);
            let target = tester.target;
            match stand {
                Stand::Failed(_, result) => {
                    let say = &self.case.rules.results.get(result).say;
                    let by = missed(roll);
                    let row = row(roll).map_or(String::new(), |(span, _)| span.to_string());
                    let mark = marks::of_ruling(self.case, &["misses", &row]);
                    format!("{name}: {roll} misses {target} by {by}: {say}{mark}")
                }
                _ => format!("{name}: {roll} against {target}, passed"),
            }
        });
        Ok(stand)
    }

    /// The units, each with how it stands.
    fn each<'s>(&'s self, stands: &'s [Stand]) -> impl Iterator<Item = (Subject<'s>, Stand)> {
        let subjects = self.testers.iter().map(|tester| tester.subject);
        subjects.zip(stands.iter().copied())
    }

    /// What a side still has in contact, in losses that it can take.
    fn in_contact(&self, role: Role, stands: &[Stand]) -> Number {
        self.each(stands)
            .filter(|(subject, stand)| subject.role == role && !matches!(stand, Stand::Failed(..)))
            .map(|(subject, _)| self.case.left_of(subject))
            .sum()
    }

    fn both_in_contact(&self, stands: &[Stand]) -> bool {
        [Role::Attacker, Role::Defender]
            .into_iter()
            .all(|role| self.in_contact(role, stands) > Number::ZERO)
    }

    /// Turns a surrender into what it becomes where a friend is still in contact, or where
    /// units of both sides would surrender.
    fn soften(&self, stands: &mut [Stand], working: &mut Working) {
        let Some(rule) = &self.numbers.softened else {
            return;
        };
        let surrenders =
            |stand: Stand| matches!(stand, Stand::Failed(_, result) if result == rule.result);
        let by = |role: Role| {
            self.each(stands)
                .any(|(subject, stand)| subject.role == role && surrenders(stand))
        };
        let both = by(Role::Attacker) && by(Role::Defender);
        let friends = |role: Role| self.in_contact(role, stands) > Number::ZERO;
        let attackers = both || friends(Role::Attacker);
        let defenders = both || friends(Role::Defender);
        for (tester, stand) in self.testers.iter().zip(stands) {
            let softer = match tester.subject.role {
                Role::Defender => defenders,
                Role::Attacker | Role::Either => attackers,
            };
            let Stand::Failed(roll, _) = *stand else {
                continue;
            };
            if softer && surrenders(*stand) {
                *stand = Stand::Failed(roll, rule.becomes);
                working.note(&rule.cite, || {
                    let name = self.case.name(tester.subject.unit);
                    let becomes = &self.case.rules.results.get(rule.becomes).say;
                    let mark = marks::of_ruling(self.case, &["softened", "becomes"]);
                    let why = if both {
                        "both sides would surrender"
                    } else {
                        "a friend is still in contact"
                    };
                    format!("{name}: {why}: {becomes} instead{mark}")
                });
            }
        }
    }
}
