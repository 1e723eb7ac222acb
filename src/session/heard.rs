//! What the players may hear of a ruling: who did what to whom, and what can be seen of it.
//!
//! No strengths, no dice, no morale. The record keeps the wording, so that those who
//! look on need no rules to read it.

use super::follow::{Part, parts};
use crate::battle::{Effect, Entry, Record, What};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::condition::Role;
use crate::rules::ruling::Heard;
use crate::rules::steps::Scope;
use crate::rulings::context::RulingContext;
use crate::rulings::outcome::{FieldValue, Outcome, UnitOutcome};
use crate::situation::Mustered;

/// The most rulings that a report tells of.
const MOST_TOLD: usize = 8;

/// What the players hear of a ruling; empty where they see nothing of it.
pub(super) fn heard(
    context: RulingContext<'_>,
    roster: &Roster,
    outcome: &Outcome,
    effects: &[Effect],
) -> String {
    let ruling = context.ruling();
    let hearing = Hearing {
        context,
        roster,
        effects,
        does: ruling.heard.as_ref(),
    };
    let mut seen: Vec<String> = Vec::new();
    for part in parts(context, outcome) {
        seen.extend(hearing.seen_of(&part));
    }
    // Troops that were typed are nobody's of the battle, and seen all the same.
    for unit in outcome.attacker.iter().chain(&outcome.defender) {
        seen.extend(hearing.seen_of_typed(unit));
    }
    let Some(does) = hearing.does else {
        return seen.join("; ");
    };
    let (acting, struck) = (hearing.names(Role::Attacker), hearing.names(Role::Defender));
    let does = if acting.len() > 1 {
        &does.several
    } else {
        &does.one
    };
    let past = ruling.past.filter(|_| !struck.is_empty());
    let past = past.map(|word| context.rules.words.get(word).id.as_str());
    let (acting, struck) = (acting.join(" and "), struck.join(" and "));
    let said = [acting.as_str(), does, past.unwrap_or_default(), &struck];
    let said: Vec<&str> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let said = said.join(" ");
    if seen.is_empty() {
        said
    } else {
        format!("{said}: {}", seen.join("; "))
    }
}

/// A ruling as the players see it.
struct Hearing<'a> {
    context: RulingContext<'a>,
    roster: &'a Roster,
    effects: &'a [Effect],
    /// What the acting side does; nothing where it is not seen.
    does: Option<&'a Heard>,
}

impl Hearing<'_> {
    /// `red grey`, `red h1`, or what a person calls units that are not the battle's.
    fn names(&self, role: Role) -> Vec<String> {
        let units = self.context.side(role).units.iter();
        units
            .flat_map(|unit| {
                if unit.mustered.is_empty() {
                    return vec![self.context.unit_name(unit).to_string()];
                }
                unit.mustered.iter().map(|part| self.name(part)).collect()
            })
            .collect()
    }

    fn name(&self, part: &Mustered) -> String {
        let place = self.roster.exactly(&part.handle);
        let listed = place.and_then(|place| self.roster.get(place));
        let side = listed.map_or("", |listed| listed.side.as_str());
        format!("{side} {}", part.handle).trim().to_owned()
    }

    /// `b1: 1 figure lost, retreats in order`, where anything can be seen of the unit.
    fn seen_of(&self, part: &Part<'_>) -> Option<String> {
        let handle = &part.mustered.handle;
        let seen = self.seen(self.lost(handle), self.left(handle), part.outcomes())?;
        Some(format!("{handle}: {seen}"))
    }

    /// The same of troops that are not the battle's.
    fn seen_of_typed(&self, unit: &UnitOutcome) -> Option<String> {
        let of = self
            .context
            .side(unit.of.role())
            .units
            .get(unit.of.unit_place())?;
        if !of.mustered.is_empty() {
            return None;
        }
        let name = match unit.of.scope {
            Scope::Piece => unit.name.clone(),
            _ => self.context.unit_name(of),
        };
        let lost = unit.lost.unwrap_or_default();
        let seen = self.seen(lost, None, std::iter::once(unit))?;
        Some(format!("{name}: {seen}"))
    }

    fn lost(&self, handle: &str) -> Number {
        let lost = self
            .effects
            .iter()
            .filter_map(|effect| match effect.at_last() {
                Effect::Lose { unit, lost, .. } if unit == handle => Some(*lost),
                _ => None,
            });
        lost.sum()
    }

    /// Why a unit has left the table by this.
    fn left(&self, handle: &str) -> Option<&str> {
        self.effects
            .iter()
            .find_map(|effect| match effect.at_last() {
                Effect::Leave { unit, why } if unit == handle => Some(why.as_str()),
                _ => None,
            })
    }

    /// What can be seen of a unit; `None` for nothing.
    fn seen<'o>(
        &self,
        lost: Number,
        left: Option<&str>,
        outcomes: impl Iterator<Item = &'o UnitOutcome>,
    ) -> Option<String> {
        let mut seen = Vec::new();
        if lost > Number::ZERO {
            seen.push(format!("{} lost", self.context.rules.loss.of(lost)));
        }
        for outcome in outcomes {
            seen.extend(self.does(outcome));
        }
        if let Some(why) = left
            && !seen.iter().any(|said| said == why)
        {
            seen.push(why.to_owned());
        }
        (!seen.is_empty()).then(|| seen.join(", "))
    }

    /// What a unit is seen to do by its result, and how far it goes.
    fn does(&self, outcome: &UnitOutcome) -> Option<String> {
        self.does?;
        let far = outcome.fields.iter().find_map(|field| match field.value {
            FieldValue::Number(far) if field.name == "move" => {
                Some(self.context.rules.measure.show(far))
            }
            _ => None,
        });
        // What players hear where the phrase tells more than they can see.
        let heard = outcome
            .results
            .iter()
            .filter_map(|id| self.context.rules.results.get(*id).heard.clone());
        let heard: Vec<String> = heard.collect();
        let does = if heard.is_empty() {
            outcome.result.clone()
        } else {
            // An empty text says that they hear nothing, and see only how far the unit goes.
            let heard: Vec<String> = heard.into_iter().filter(|text| !text.is_empty()).collect();
            (!heard.is_empty()).then(|| heard.join("; "))
        };
        match (does, far) {
            (Some(does), Some(far)) => Some(format!("{does} ({far})")),
            (Some(does), None) => Some(does),
            (None, far) => far,
        }
    }
}

/// The rulings that the players have heard of since the turn began, or else the last one.
pub(super) fn told(record: &Record, is_about: impl Fn(&Entry) -> bool) -> Vec<&str> {
    let mut told = Vec::new();
    for entry in record.entries().iter().rev() {
        if !record.counts(entry.n) {
            continue;
        }
        match &entry.what {
            What::Ruling { heard, .. } if !heard.is_empty() && is_about(entry) => {
                told.push(heard.as_str());
            }
            What::Order { effects, .. } if !told.is_empty() && effects.iter().any(is_turn) => break,
            _ => {}
        }
        if told.len() == MOST_TOLD {
            break;
        }
    }
    told.reverse();
    told
}

/// Whether a turn begins.
fn is_turn(effect: &Effect) -> bool {
    matches!(effect, Effect::Turn { .. })
}
