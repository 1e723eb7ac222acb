//! What follows from a ruling for the units of the battle.

use super::losses::{self, Dealt};
use super::states::Changes;
use crate::battle::Effect;
use crate::dice::Thrown;
use crate::number::Number;
use crate::procedures::{Case, Field, Outcome, Subject, UnitOutcome, Value};
use crate::rules::RuleSet;
use crate::rules::condition::Role;
use crate::rules::procedure::{Ladder, Procedure};
use crate::rules::result::{Leaves, ResultPhrase};
use crate::rules::ruling::{Follows, Shows};
use crate::rules::shelf::Named;
use crate::rules::word::Lasts;
use crate::situation::{Mustered, Unit};

/// What an outcome does to the units of the battle that take part.
///
/// Who asked how far it is and threw nothing has not done it: the target was out of reach.
pub(super) fn effects(case: Case<'_>, outcome: &Outcome, throws: &[Thrown]) -> Vec<Effect> {
    let mut effects = Vec::new();
    let done = if throws.is_empty() && case.rules.asks_distance(case.situation.ruling) {
        Done::No
    } else {
        Done::Yes
    };
    for (role, outcomes) in [
        (Role::Attacker, &outcome.attacker),
        (Role::Defender, &outcome.defender),
    ] {
        for (unit, dealt) in losses::dealt(case, role, outcomes) {
            let lost = losses::by_group(case, unit, &dealt);
            for part in &unit.mustered {
                let taking = Taking {
                    case,
                    role,
                    unit,
                    part,
                    dealt: &dealt,
                    lost: &lost,
                    outcome,
                    done,
                };
                taking.effects(&mut effects);
            }
        }
    }
    effects
}

/// A unit of the battle that takes part in a ruling.
struct Taking<'a> {
    case: Case<'a>,
    role: Role,
    /// The unit of the line that it is, or is a part of.
    unit: &'a Unit,
    part: &'a Mustered,
    /// What the ruling comes to for the unit of the line.
    dealt: &'a [Dealt<'a>],
    /// What each group of the unit of the line loses.
    lost: &'a [Number],
    outcome: &'a Outcome,
    done: Done,
}

/// Whether what was asked for was done at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    Yes,
    No,
}

impl Taking<'_> {
    fn effects(&self, effects: &mut Vec<Effect>) {
        let handle = &self.part.handle;
        for (group, place) in self.part.ids.iter().zip(self.part.groups.clone()) {
            let lost = self.lost.get(place).copied().unwrap_or_default();
            if lost > Number::ZERO {
                effects.push(Effect::Lose {
                    unit: handle.clone(),
                    group: *group,
                    lost,
                });
            }
        }
        if !self.is_gone() {
            effects.extend(self.states());
        }
        if let Some(why) = self.leaves() {
            effects.push(Effect::Leave {
                unit: handle.clone(),
                why: why.into(),
            });
        }
        if self.role == Role::Attacker && self.done == Done::Yes {
            let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
            effects.push(Effect::Act {
                unit: handle.clone(),
                ruling: ruling.id().into(),
            });
        }
    }

    /// What the ruling comes to for this part of the unit.
    fn outcomes(&self) -> impl Iterator<Item = &UnitOutcome> {
        let groups = &self.part.groups;
        self.dealt
            .iter()
            .filter(|dealt| dealt.group.is_none_or(|group| groups.contains(&group)))
            .map(|dealt| dealt.outcome)
    }

    fn results(&self) -> impl Iterator<Item = &ResultPhrase> {
        self.outcomes()
            .filter_map(|outcome| phrase(self.case.rules, outcome.result.as_deref()?))
    }

    fn states(&self) -> Vec<Effect> {
        let rules = self.case.rules;
        let mut changes = Changes::of(rules, &self.part.handle, &self.part.known);
        self.said(&mut changes);
        for result in self.results() {
            changes.all(&result.gives, &result.sheds);
        }
        for outcome in self.outcomes() {
            self.level(outcome, &mut changes);
        }
        self.marks(&mut changes);
        if self.done == Done::Yes {
            self.follows(&mut changes);
        }
        changes.into_effects()
    }

    /// States that the referee said in the line: the unit is in them from now on.
    fn said(&self, changes: &mut Changes<'_>) {
        let groups = self.unit.groups.get(self.part.groups.clone());
        let of_groups = groups.unwrap_or_default().iter().map(|group| &group.words);
        let words = of_groups.chain([&self.unit.words]);
        let mut words: Vec<_> = words.flat_map(|said| said.iter()).collect();
        // In whichever order they were said, the unit comes out in the same states.
        words.sort_by_key(|(word, _)| *word);
        for (word, number) in words {
            let lasts = self.case.rules.words.get(word).lasts != Lasts::Line;
            if lasts && self.part.counted.number(word) != Some(number) {
                changes.gain(word, number);
            }
        }
    }

    /// The level that a check leaves the unit on: it is in that state, and in none of the ladder's others.
    fn level(&self, outcome: &UnitOutcome, changes: &mut Changes<'_>) {
        let level = outcome
            .fields
            .iter()
            .find(|field| field.name == "level")
            .and_then(|field| match field.value {
                Value::Number(level) => usize::try_from(level.to_i64()?).ok()?.checked_sub(1),
                _ => None,
            });
        let (Some(ladder), Some(level)) = (self.ladder(), level) else {
            return;
        };
        if let Some(gives) = ladder.levels.get(level) {
            let others = ladder.levels.iter().filter(|word| *word != gives);
            let others: Vec<_> = others.copied().collect();
            changes.all(&[*gives], &others);
        }
    }

    /// The ladder of the ruling's check, or of the check in the midst of it.
    fn ladder(&self) -> Option<&Ladder> {
        let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
        match &ruling.procedure {
            Procedure::RollTest(test) => test.ladder.as_ref(),
            Procedure::Pips(pips) => pips.first_blow.as_ref()?.check.ladder.as_ref(),
            _ => None,
        }
    }

    /// What single faces bring for the target.
    fn marks(&self, changes: &mut Changes<'_>) {
        let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
        let Procedure::HitDice(numbers) = &ruling.procedure else {
            return;
        };
        if self.role != Role::Defender {
            return;
        }
        for mark in &numbers.marks {
            if is_so(&self.outcome.fields, &mark.field, true) {
                changes.all(&mark.gives, &[]);
            }
        }
    }

    /// What the ruling itself brings, whatever comes of it.
    fn follows(&self, changes: &mut Changes<'_>) {
        // What the battle knows of the unit counts here, whatever the ruling asks for.
        let mut unit = self.unit.clone();
        for (word, number) in self.part.known.iter() {
            if !unit.words.has(word) {
                unit.words.add(word, number);
            }
        }
        unit.groups = unit
            .groups
            .get(self.part.groups.clone())
            .unwrap_or_default()
            .to_vec();
        let subject = Subject::unit(self.role, &unit);
        let ruling = self.case.rules.rulings.get(self.case.situation.ruling);
        for follows in &ruling.follows {
            if self.follow(subject, follows) {
                changes.all(&follows.gives, &follows.sheds);
            }
        }
    }

    fn follow(&self, subject: Subject<'_>, follows: &Follows) -> bool {
        let here = follows.role == Role::Either || follows.role == self.role;
        let shown = follows.shows.as_ref().is_none_or(|shows| self.shows(shows));
        here && shown && self.case.all_hold(subject, &follows.when)
    }

    fn shows(&self, shows: &Shows) -> bool {
        is_so(&self.outcome.fields, &shows.field, shows.is)
            || self
                .outcomes()
                .any(|outcome| is_so(&outcome.fields, &shows.field, shows.is))
    }

    /// Why the unit leaves the table, if it does.
    fn leaves(&self) -> Option<&str> {
        let gone = self.is_gone();
        let in_stack = self.dealt.iter().any(|dealt| dealt.group.is_some());
        let mut results = self.results();
        // Of several in one stack those that are left stay.
        let result = results.find(|result| result.leaves == Leaves::Yes && (gone || !in_stack));
        let withdraws = || {
            let rule = self.case.rules.withdraws.as_ref()?;
            let mut outcomes = self.outcomes();
            let does = outcomes.any(|outcome| is_so(&outcome.fields, "withdraws", true));
            does.then_some(rule.say.as_str())
        };
        result
            .map(|result| result.say.as_str())
            .or_else(|| gone.then_some(losses::DESTROYED))
            .or_else(withdraws)
    }

    /// Whether nothing is left of the unit.
    fn is_gone(&self) -> bool {
        let places = self.part.groups.clone();
        let left = places.map(|place| {
            let group = self.unit.groups.get(place);
            let left = group.map_or(Number::ZERO, |group| self.case.left(group));
            left - self.lost.get(place).copied().unwrap_or_default()
        });
        left.sum::<Number>() <= Number::ZERO
    }
}

/// Whether a value is among some, and is this.
fn is_so(fields: &[Field], name: &str, is: bool) -> bool {
    fields
        .iter()
        .any(|field| field.name == name && field.value == Value::Truth(is))
}

/// The result of the rule set that says this.
pub(super) fn phrase<'a>(rules: &'a RuleSet, say: &str) -> Option<&'a ResultPhrase> {
    rules
        .results
        .iter()
        .map(|(_, result)| result)
        .find(|result| result.say == say)
}
