//! What came of each unit of a ruling, for the answer: who, what, how many are left.

use super::Session;
use super::follow::{Part, parts};
use super::states::change_said;
use crate::battle::{Effect, State};
use crate::number::Number;
use crate::resolution::{Fate, Gravity};
use crate::rules::condition::Role;
use crate::rules::kind::Figures;
use crate::rules::result::{Leaves, ResultPhrase, Routs};
use crate::rules::shelf::Named;
use crate::rules::steps::Scope;
use crate::rulings::context::RulingContext;
use crate::rulings::outcome::{Following, Outcome, UnitOutcome};
use crate::situation::{Counted, Group};

/// The part of a unit that may still be lost for its end to be near.
const NEAR: i64 = 8;
/// So few more losses are near however small the unit is.
const FEW: i64 = 2;

impl Session {
    /// What came of each unit of which anything did, in the order of the line.
    ///
    /// The effects are those that the battle is about to take; nothing of it has changed yet. `after` is
    /// how it will stand, where other entries have followed on what is ruled anew.
    pub(super) fn fates(
        &self,
        context: RulingContext<'_>,
        outcome: &Outcome,
        effects: &[Effect],
        after: Option<&State>,
    ) -> Vec<Fate> {
        let parts = parts(context, outcome);
        let mut fates = Vec::new();
        for (role, outcomes) in [
            (Role::Attacker, &outcome.attacker),
            (Role::Defender, &outcome.defender),
        ] {
            for (place, unit) in context.side(role).units.iter().enumerate() {
                if unit.mustered.is_empty() {
                    let of_unit = outcomes.iter();
                    let of_unit = of_unit.filter(|one| one.of.unit_place() == place);
                    fates.extend(of_unit.map(|one| of_troops(context, outcome, one)));
                }
                let of_unit = parts.iter();
                let of_unit = of_unit.filter(|part| part.role == role && part.place == place);
                fates.extend(of_unit.map(|part| self.of_unit(part, effects, after)));
            }
        }
        fates.extend(self.of_those_fought(&parts, effects));
        fates
            .retain(|fate| fate.lost.is_some() || !fate.does.is_empty() || !fate.states.is_empty());
        fates
    }

    /// What came of a unit of the battle.
    fn of_unit(&self, part: &Part<'_>, effects: &[Effect], after: Option<&State>) -> Fate {
        let handle = part.mustered.handle.as_str();
        let lost: Number = effects
            .iter()
            .filter_map(|effect| match effect.at_last() {
                Effect::Lose { unit, lost, .. } if unit == handle => Some(*lost),
                _ => None,
            })
            .sum();
        let why = effects.iter().find_map(|effect| match effect.at_last() {
            Effect::Leave { unit, why } if unit == handle => Some(why.to_string()),
            _ => None,
        });
        let mut does: Vec<String> = Vec::new();
        let said = part.outcomes().filter_map(|one| one.result.clone());
        for said in said.chain(why.clone()) {
            if !does.contains(&said) {
                does.push(said);
            }
        }
        let grave = why.is_some() || part.results().any(is_grave);
        let strength = part.strength();
        let (lost_by_now, waits) = match after {
            None => (strength.lost + lost, self.to_come_off(handle)),
            Some(after) => {
                let groups = self.groups_left_in(&self.roster_of(after), handle);
                let lost = groups.iter().map(|group| group.lost).sum();
                (lost, self.to_come_off_in(after, handle))
            }
        };
        // What is held until the phase ends is no longer there to be lost.
        // Where losses wait for the phase to end, blows may fall on more than stands.
        let left = (strength.begun - lost_by_now - waits).max(Number::ZERO);
        let near = match why {
            None if lost > Number::ZERO => self.near_its_end(strength.begun, left),
            _ => None,
        };
        // One that has gone whole has lost what it was: that it is gone says it all.
        let gone_at_once = why.is_some() && strength.begun == lost && strength.counts == 1;
        let fallen = (lost > Number::ZERO && !gone_at_once).then_some(lost);
        let kinds = self.kinds_lost(handle, effects).unwrap_or_default();
        Fate {
            who: part.mustered.called().into(),
            in_short: handle.to_owned(),
            loss: fallen.map(|lost| format!("{} lost", self.rules.loss.of(lost))),
            lost: fallen.map(|lost| match strength.is_counted() {
                true => format!("{lost} lost{kinds}"),
                false => format!("{} lost{kinds}", self.rules.loss.of(lost)),
            }),
            left: fallen.and_then(|_| match strength.is_counted() {
                _ if strength.marks => {
                    let marked = self.rules.loss.of(lost_by_now);
                    Some(format!("{marked} in all"))
                }
                true => Some(format!("{left} of {} left", strength.begun)),
                false => None,
            }),
            does,
            gravity: match grave {
                true => Gravity::Dire,
                false => Gravity::Bearable,
            },
            states: states(part.mustered.handle.as_str(), effects, |state| {
                part.says(state)
            }),
            held: match after {
                None => is_held(handle, effects),
                Some(after) => waits_for(handle, &after.held),
            },
            near,
        }
    }

    /// How near a unit is to the share of losses at which it leaves the field.
    fn near_its_end(&self, begun: Number, left: Number) -> Option<String> {
        let rule = self.rules.withdraws.as_ref()?;
        let more = (begun * rule.at - (begun - left)).ceil();
        let near = (begun.floor() / NEAR).max(FEW);
        (1..=near)
            .contains(&more)
            .then(|| format!("{more} more and it {}", rule.say))
    }
}

/// What a unit of the battle was, and what it had lost before the ruling.
struct Strength {
    begun: Number,
    lost: Number,
    /// How many counts it began with.
    counts: i64,
    /// Whether losses are marked, and take nothing off the table.
    marks: bool,
}

impl Strength {
    /// Whether it says something how many of it are left.
    fn is_counted(&self) -> bool {
        !self.marks && self.begun > Number::ONE
    }
}

impl Part<'_> {
    /// Whether its results say that it comes into a state.
    fn says(&self, state: &str) -> bool {
        let words = &self.context.rules.words;
        let gives = |result: &ResultPhrase| {
            let mut gives = result.gives.iter();
            gives.any(|id| words.get(*id).id() == state)
        };
        let mut results = self.results();
        results.any(|result| gives(result) && (result.say == state || result.routs == Routs::Yes))
    }

    /// What it was, and what it had lost before the ruling.
    fn strength(&self) -> Strength {
        let places = self.mustered.groups.clone();
        strength(
            self.context,
            self.unit.groups.get(places).unwrap_or_default(),
        )
    }
}

fn strength(context: RulingContext<'_>, groups: &[Group]) -> Strength {
    let types = &context.rules.types;
    let counts: Number = groups.iter().map(|group| group.count).sum();
    Strength {
        begun: groups.iter().map(|group| context.begun(group)).sum(),
        lost: groups.iter().map(|group| context.lost(group)).sum(),
        counts: counts.ceil(),
        marks: groups.iter().any(|group| {
            let figures = types.get(group.troop).figures.known();
            figures == Some(Figures::Unlimited)
        }),
    }
}

/// What came of troops that are not the battle's.
fn of_troops(context: RulingContext<'_>, outcome: &Outcome, unit: &UnitOutcome) -> Fate {
    let lost = unit.lost.filter(|lost| *lost > Number::ZERO);
    let why = outcome
        .effects
        .iter()
        .find_map(|follows| match &follows.what {
            Following::Leaves(why) if follows.on == unit.of => Some(why.clone()),
            _ => None,
        });
    let mut results = unit.results.iter();
    let rules = context.rules;
    let grave = why.is_some() || results.any(|id| is_grave(rules.results.get(*id)));
    // Why it leaves may be what it comes to.
    let why = why.filter(|why| unit.result.as_ref() != Some(why));
    let loss = lost.map(|lost| format!("{} lost", rules.loss.of(lost)));
    Fate {
        who: unit.name.to_string(),
        in_short: unit.name.to_string(),
        lost: loss.clone(),
        loss,
        left: lost.and_then(|lost| left_of_troops(context, unit, lost)),
        does: unit.result.iter().cloned().chain(why).collect(),
        gravity: match grave {
            true => Gravity::Dire,
            false => Gravity::Bearable,
        },
        ..Fate::default()
    }
}

/// What is left of troops whose counts were said.
fn left_of_troops(context: RulingContext<'_>, unit: &UnitOutcome, lost: Number) -> Option<String> {
    let of_line = context
        .side(unit.of.role())
        .units
        .get(unit.of.unit_place())?;
    let groups = of_line.groups.as_slice();
    let said = groups.iter().all(|group| group.counted == Counted::Said);
    let strength = strength(context, groups);
    let whole = unit.of.scope == Scope::Unit;
    (said && whole && strength.is_counted()).then(|| {
        let left = strength.begun - strength.lost - lost;
        format!("{left} of {} left", strength.begun)
    })
}

/// Whether a unit is out of the fight or off the table by a result.
fn is_grave(result: &ResultPhrase) -> bool {
    result.routs == Routs::Yes || result.leaves == Leaves::Yes
}

/// Whether what befalls a unit comes when the phase ends.
fn is_held(handle: &str, effects: &[Effect]) -> bool {
    let mut held = effects.iter().filter_map(|effect| match effect {
        Effect::Held { effect } => effect.unit(),
        _ => None,
    });
    held.any(|unit| unit == handle)
}

/// Whether something waits for a unit, of what waits for the phase to end.
fn waits_for(handle: &str, held: &[Effect]) -> bool {
    held.iter().any(|effect| effect.unit() == Some(handle))
}

/// The states that a unit comes into and leaves, but those that are said already.
pub(super) fn states(
    handle: &str,
    effects: &[Effect],
    is_said: impl Fn(&str) -> bool,
) -> Vec<String> {
    let changes = effects
        .iter()
        .filter(|effect| effect.unit() == Some(handle));
    let states = changes.filter(|effect| match effect.at_last() {
        Effect::Gain { state, number, .. } => !number.is_zero() || !is_said(state),
        _ => true,
    });
    states.filter_map(change_said).collect()
}
