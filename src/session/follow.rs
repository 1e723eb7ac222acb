//! What follows from a ruling for the units of the battle.

use crate::battle::Effect;
use crate::number::Number;
use crate::procedures::{Case, Outcome, Subject, UnitOutcome, Value};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::procedure::Procedure;
use crate::rules::result::{Leaves, ResultPhrase};
use crate::rules::shelf::{Id, Named};
use crate::rules::word::{Lasts, Word};
use crate::situation::{Group, Unit};

/// What an outcome does to the units of the battle that take part.
pub(super) fn effects(case: Case<'_>, outcome: &Outcome) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (role, outcomes) in [
        (Role::Attacker, &outcome.attacker),
        (Role::Defender, &outcome.defender),
    ] {
        for (unit, of_unit) in shared(case, role, outcomes) {
            let Some(handle) = &unit.handle else {
                continue;
            };
            of_outcomes(case, handle, unit, &of_unit, &mut effects);
        }
    }
    of_ruling(case, &mut effects);
    of_marks(case, outcome, &mut effects);
    effects
}

/// The outcomes of each unit: its own, or one for each count where a stack has one for each.
fn shared<'a>(
    case: Case<'a>,
    role: Role,
    outcomes: &'a [UnitOutcome],
) -> Vec<(&'a Unit, Vec<&'a UnitOutcome>)> {
    let units = &case.situation.side(role).units;
    let mut left = outcomes.iter();
    let one_each = units.len() == outcomes.len();
    units
        .iter()
        .map(|unit| {
            let count = if one_each {
                1
            } else {
                unit.groups.iter().map(|group| counters(case, group)).sum()
            };
            (unit, left.by_ref().take(count).collect())
        })
        .collect()
}

/// The counts of a group that still stand.
fn counters(case: Case<'_>, group: &Group) -> usize {
    usize::try_from(case.standing(group).ceil()).unwrap_or(0)
}

fn of_outcomes(
    case: Case<'_>,
    handle: &str,
    unit: &Unit,
    outcomes: &[&UnitOutcome],
    effects: &mut Vec<Effect>,
) {
    let mut left: Vec<Number> = unit.groups.iter().map(|group| case.left(group)).collect();
    for outcome in outcomes {
        let mut lost = outcome.lost.unwrap_or(Number::ZERO);
        // Losses fall on the groups in the order typed, as far as each has any left.
        for (group, left) in left.iter_mut().enumerate() {
            let here = lost.min(*left);
            if here > Number::ZERO {
                effects.push(Effect::Lose {
                    unit: handle.to_owned(),
                    group,
                    lost: here,
                });
                *left -= here;
                lost -= here;
            }
        }
        if let Some(result) = outcome
            .result
            .as_deref()
            .and_then(|say| result(case.rules, say))
        {
            of_result(case.rules, handle, result, effects);
        }
        of_level(case, handle, outcome, effects);
        let leaves = outcome
            .fields
            .iter()
            .any(|field| field.name == "withdraws" && field.value == Value::Truth(true));
        if leaves && let Some(rule) = &case.rules.withdraws {
            effects.push(leave(handle, &rule.say));
        }
    }
}

/// The level that a check leaves a unit on: it is in that state, and in none of the ladder's others.
fn of_level(case: Case<'_>, handle: &str, outcome: &UnitOutcome, effects: &mut Vec<Effect>) {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let Procedure::RollTest(test) = &ruling.procedure else {
        return;
    };
    let level = outcome
        .fields
        .iter()
        .find(|field| field.name == "level")
        .and_then(|field| match field.value {
            Value::Number(level) => usize::try_from(level.to_i64()?).ok()?.checked_sub(1),
            _ => None,
        });
    let (Some(ladder), Some(level)) = (&test.ladder, level) else {
        return;
    };
    if let Some(gives) = ladder.levels.get(level) {
        let sheds: Vec<Id<Word>> = ladder
            .levels
            .iter()
            .filter(|word| *word != gives)
            .copied()
            .collect();
        change(case.rules, handle, &[*gives], &sheds, effects);
    }
}

fn leave(handle: &str, why: &str) -> Effect {
    Effect::Leave {
        unit: handle.to_owned(),
        why: why.to_owned(),
    }
}

/// The result of the rule set that says this.
fn result<'a>(rules: &'a RuleSet, say: &str) -> Option<&'a ResultPhrase> {
    rules
        .results
        .iter()
        .map(|(_, result)| result)
        .find(|result| result.say == say)
}

fn of_result(rules: &RuleSet, handle: &str, result: &ResultPhrase, effects: &mut Vec<Effect>) {
    change(rules, handle, &result.gives, &result.sheds, effects);
    if result.leaves == Leaves::Yes {
        effects.push(leave(handle, &result.say));
    }
}

fn change(
    rules: &RuleSet,
    handle: &str,
    gives: &[Id<Word>],
    sheds: &[Id<Word>],
    effects: &mut Vec<Effect>,
) {
    for word in sheds {
        effects.push(Effect::Shed {
            unit: handle.to_owned(),
            state: rules.words.get(*word).id.clone(),
        });
    }
    for word in gives {
        effects.push(Effect::Gain {
            unit: handle.to_owned(),
            state: rules.words.get(*word).id.clone(),
            number: Number::ZERO,
        });
    }
}

/// What the ruling itself brings, whatever comes of it.
fn of_ruling(case: Case<'_>, effects: &mut Vec<Effect>) {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    for role in [Role::Attacker, Role::Defender] {
        for subject in case.subjects(role) {
            let Some(handle) = &subject.unit.handle else {
                continue;
            };
            for follows in &ruling.follows {
                let here = follows.role == Role::Either || follows.role == role;
                if here && case.all_hold(subject, &follows.when) {
                    change(case.rules, handle, &follows.gives, &follows.sheds, effects);
                }
            }
            said_states(case, subject, handle, effects);
            if role == Role::Attacker {
                effects.push(Effect::Act {
                    unit: handle.clone(),
                    ruling: ruling.id().to_owned(),
                });
            }
        }
    }
}

/// States that the referee said in the line: the unit is in them from now on.
fn said_states(case: Case<'_>, subject: Subject<'_>, handle: &str, effects: &mut Vec<Effect>) {
    for (word, number) in subject.unit.words.iter() {
        let about = case.rules.words.get(word);
        if about.lasts != Lasts::Line && !subject.unit.known.has(word) {
            effects.push(Effect::Gain {
                unit: handle.to_owned(),
                state: about.id.clone(),
                number,
            });
        }
    }
}

/// What single faces bring for the target.
fn of_marks(case: Case<'_>, outcome: &Outcome, effects: &mut Vec<Effect>) {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let Procedure::HitDice(numbers) = &ruling.procedure else {
        return;
    };
    for mark in &numbers.marks {
        let happened = outcome
            .fields
            .iter()
            .any(|field| field.name == mark.field && field.value == Value::Truth(true));
        if !happened {
            continue;
        }
        for unit in &case.situation.defender.units {
            if let Some(handle) = &unit.handle {
                change(case.rules, handle, &mark.gives, &[], effects);
            }
        }
    }
}
