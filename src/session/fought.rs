//! Whom a unit of the battle has fought hand to hand, and what comes of a ruling for them.

use smol_str::SmolStr;

use super::Session;
use super::follow::{Part, parts};
use super::states::Changes;
use crate::battle::{Effect, What};
use crate::number::Number;
use crate::resolution::Fate;
use crate::roster::Listed;
use crate::rules::ruling::Sides;
use crate::rulings::context::RulingContext;
use crate::rulings::outcome::{Following, Outcome};

/// How many turns back a fight is looked for: this one and the last.
const TURNS: usize = 2;

impl Session {
    /// What an outcome does to those whom its units have fought, and who take no part in it.
    pub(super) fn on_those_fought(
        &self,
        context: RulingContext<'_>,
        outcome: &Outcome,
    ) -> Vec<Effect> {
        let mut effects = Vec::new();
        for part in parts(context, outcome) {
            let falls: Vec<&Following> = part.falls_on_foes().collect();
            if falls.is_empty() {
                continue;
            }
            for listed in self.fought_by(&part.mustered.handle) {
                let mut changes = Changes::of(&self.rules, &listed.handle, &listed.words);
                for what in &falls {
                    match what {
                        Following::Gains(word, number) => {
                            changes.gain(*word, number.unwrap_or(Number::ZERO));
                        }
                        Following::Sheds(word) => changes.shed(*word),
                        Following::Leaves(_) | Following::AtOnce | Following::Told(_) => {}
                    }
                }
                effects.extend(changes.into_effects());
            }
        }
        effects
    }

    /// What came of those who take no part in a ruling themselves.
    pub(super) fn of_those_fought(&self, parts: &[Part<'_>], effects: &[Effect]) -> Vec<Fate> {
        let takes_part = |handle: &str| {
            let mut parts = parts.iter();
            parts.any(|part| part.mustered.handle == handle)
        };
        let mut fates: Vec<Fate> = Vec::new();
        for handle in effects.iter().filter_map(|effect| effect.at_last().unit()) {
            let known = fates.iter().any(|fate| fate.in_short == handle);
            let listed = self.roster.exactly(handle);
            let listed = listed.and_then(|place| self.roster.get(place));
            if let Some(listed) = listed.filter(|_| !known && !takes_part(handle)) {
                fates.push(Fate {
                    who: listed.called(),
                    in_short: handle.to_owned(),
                    states: super::fates::states(handle, effects, |_| false),
                    ..Fate::default()
                });
            }
        }
        fates
    }

    /// The units of the other side that stand and have been hand to hand with one in this turn or the last.
    fn fought_by(&self, handle: &str) -> Vec<&Listed> {
        let Some(record) = self.live().map(|battle| battle.record()) else {
            return Vec::new();
        };
        let side_of = |handle: &str| {
            let listed = self.roster.get(self.roster.exactly(handle)?)?;
            listed.left.is_none().then_some(listed)
        };
        let Some(own) = side_of(handle) else {
            return Vec::new();
        };
        let mut fought: Vec<&Listed> = Vec::new();
        let mut turns = 0;
        for entry in record.counting_entries().rev() {
            let effects = record.effects_of(entry.n);
            let turn = |effect: &Effect| matches!(effect, Effect::Turn { .. });
            turns += usize::from(effects.iter().any(turn));
            if turns >= TURNS {
                break;
            }
            let What::Ruling { verb, .. } = &entry.what else {
                continue;
            };
            if !self.is_hand_to_hand(verb) {
                continue;
            }
            let about: Vec<&str> = effects
                .iter()
                .filter_map(|effect| effect.at_last().unit())
                .collect();
            if !about.contains(&handle) {
                continue;
            }
            let others = about.into_iter().filter_map(side_of);
            for other in others.filter(|other| other.side != own.side) {
                if fought.iter().all(|known| known.handle != other.handle) {
                    fought.push(other);
                }
            }
        }
        fought
    }

    /// Whether a ruling is of two sides, and nothing is measured between them.
    fn is_hand_to_hand(&self, verb: &SmolStr) -> bool {
        let ruling = self.rules.rulings.named(verb);
        ruling.is_some_and(|id| {
            self.rules.rulings.get(id).sides == Sides::Two && !self.rules.asks_distance(id)
        })
    }
}
