//! What follows from a ruling for the units of the battle.

use super::losses::DESTROYED;
use super::states::Changes;
use crate::battle::Effect;
use crate::dice::Thrown;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::phase::LossesTaken;
use crate::rules::result::{Leaves, ResultPhrase};
use crate::rules::shelf::{Id, Named};
use crate::rules::steps::Scope;
use crate::rules::word::{Lasts, Word};
use crate::rulings::compile::Falls;
use crate::rulings::context::RulingContext;
use crate::rulings::outcome::{Following, Outcome, UnitOutcome};
use crate::rulings::participant::Participant;
use crate::situation::{Mustered, Unit};

/// What an outcome does to the units of the battle that take part.
///
/// Who asked how far it is and threw nothing has not done it: the target was out of reach.
pub(super) fn effects(
    context: RulingContext<'_>,
    outcome: &Outcome,
    throws: &[Thrown],
    losses: LossesTaken,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    let done = if throws.is_empty() && context.rules.asks_distance(context.situation.ruling) {
        Done::No
    } else {
        Done::Yes
    };
    for part in parts(context, outcome) {
        part.effects(done, losses, &mut effects);
    }
    effects
}

/// Every unit of the battle that takes part, in the order of the line.
pub(super) fn parts<'a>(context: RulingContext<'a>, outcome: &'a Outcome) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for (role, outcomes) in [
        (Role::Attacker, &outcome.attacker),
        (Role::Defender, &outcome.defender),
    ] {
        for (place, unit) in context.side(role).units.iter().enumerate() {
            parts.extend(unit.mustered.iter().map(|mustered| Part {
                context,
                role,
                place,
                unit,
                mustered,
                outcomes,
                outcome,
            }));
        }
    }
    parts
}

/// A unit of the battle that takes part in a ruling, as a unit of the line or one of a stack.
pub(super) struct Part<'a> {
    pub(super) context: RulingContext<'a>,
    /// The side of the line that it is on.
    pub(super) role: Role,
    /// The place of the unit of the line that it is, or is a part of.
    pub(super) place: usize,
    /// That unit.
    pub(super) unit: &'a Unit,
    /// The unit of the battle.
    pub(super) mustered: &'a Mustered,
    outcomes: &'a [UnitOutcome],
    outcome: &'a Outcome,
}

/// Whether what was asked for was done at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    Yes,
    No,
}

impl<'a> Part<'a> {
    fn effects(&self, done: Done, losses: LossesTaken, effects: &mut Vec<Effect>) {
        let handle = &self.mustered.handle;
        let held = losses == LossesTaken::AtTheEnd && !self.loses_at_once();
        let off = |effect: Effect| match held {
            true => Effect::Held {
                effect: Box::new(effect),
            },
            false => effect,
        };
        let groups = self.mustered.groups.clone();
        for (group, place) in self.mustered.ids.iter().zip(groups) {
            let lost = self.lost_of(place);
            if lost > Number::ZERO {
                effects.push(off(Effect::Lose {
                    unit: handle.clone(),
                    group: *group,
                    lost,
                }));
            }
        }
        // Who goes when the phase ends acts until then in the states that he came into.
        if held || !self.is_gone() {
            effects.extend(self.states());
        }
        if let Some(why) = self.leaves() {
            effects.push(off(Effect::Leave {
                unit: handle.clone(),
                why: why.into(),
            }));
        }
        if self.role == Role::Attacker && done == Done::Yes {
            effects.push(Effect::Act {
                unit: handle.clone(),
                ruling: self.context.ruling().id().into(),
            });
        }
    }

    /// Whether its losses come off at once, whatever the phase says.
    fn loses_at_once(&self) -> bool {
        let mut effects = self.outcome.effects.iter();
        effects.any(|follows| follows.what == Following::AtOnce && self.is_meant(follows.on))
    }

    /// What falls on those whom it has fought.
    pub(super) fn falls_on_foes(&self) -> impl Iterator<Item = &'a Following> {
        let follows = self.outcome.effects.iter();
        let follows = follows
            .filter(|follows| follows.falls == Falls::OnThoseItFought && self.is_meant(follows.on));
        follows.map(|follows| &follows.what)
    }

    /// Whether something that falls on a participant falls on this unit of the battle.
    fn is_meant(&self, on: Participant) -> bool {
        on.role() == self.role
            && match on.scope {
                Scope::Line | Scope::Side => true,
                Scope::Unit => on.unit_place() == self.place,
                Scope::Group | Scope::Piece => {
                    on.unit_place() == self.place
                        && self.mustered.groups.contains(&on.group_place())
                }
            }
    }

    /// What the ruling comes to for it.
    pub(super) fn outcomes(&self) -> impl Iterator<Item = &'a UnitOutcome> {
        self.outcomes
            .iter()
            .filter(|outcome| self.is_meant(outcome.of))
    }

    /// What a group of the line's unit loses.
    fn lost_of(&self, place: usize) -> Number {
        let groups = self.outcome.lost_by_group.iter();
        groups
            .filter(|(of, _)| {
                of.role() == self.role && of.unit_place() == self.place && of.group_place() == place
            })
            .map(|(_, lost)| *lost)
            .sum()
    }

    /// The results that the ruling comes to for it.
    pub(super) fn results(&self) -> impl Iterator<Item = &'a ResultPhrase> {
        let rules = self.context.rules;
        self.outcomes()
            .flat_map(|outcome| &outcome.results)
            .map(move |id| rules.results.get(*id))
    }

    fn states(&self) -> Vec<Effect> {
        let rules = self.context.rules;
        let mut changes = Changes::of(rules, &self.mustered.handle, &self.mustered.known);
        self.said(&mut changes);
        for result in self.results() {
            changes.all(&result.gives, &result.sheds);
        }
        for follows in &self.outcome.effects {
            if follows.falls != Falls::OnItself || !self.is_meant(follows.on) {
                continue;
            }
            match &follows.what {
                Following::Gains(word, number) => {
                    changes.gain(*word, number.unwrap_or_else(|| self.number_said(*word)));
                }
                Following::Sheds(word) => changes.shed(*word),
                Following::Leaves(_) | Following::AtOnce | Following::Told(_) => {}
            }
        }
        changes.into_effects()
    }

    /// The number said with a word that the unit comes into.
    fn number_said(&self, word: Id<Word>) -> Number {
        let said = self.unit.words.number(word);
        said.or_else(|| self.mustered.known.number(word))
            .unwrap_or_default()
    }

    /// States that the referee said in the line: the unit is in them from now on.
    fn said(&self, changes: &mut Changes<'_>) {
        let groups = self.unit.groups.get(self.mustered.groups.clone());
        let of_groups = groups.unwrap_or_default().iter().map(|group| &group.words);
        let words = of_groups.chain([&self.unit.words]);
        let mut words: Vec<_> = words.flat_map(|said| said.iter()).collect();
        // In whichever order they were said, the unit comes out in the same states.
        words.sort_by_key(|(word, _)| *word);
        let states: Vec<Id<Word>> = words
            .iter()
            .map(|(word, _)| *word)
            .filter(|word| self.context.rules.words.get(*word).lasts != Lasts::Line)
            .collect();
        // What a state brings along comes and goes with it.
        let comes_along = |word: Id<Word>| {
            let mut states = states.iter();
            states.any(|state| self.context.rules.words.get(*state).implies.contains(&word))
        };
        for (word, number) in words {
            let lasts = states.contains(&word) && !comes_along(word);
            if lasts && self.mustered.counted.number(word) != Some(number) {
                changes.gain(word, number);
            }
        }
    }

    /// Why the unit leaves the table, if it does.
    fn leaves(&self) -> Option<&'a str> {
        let gone = self.is_gone();
        let in_stack = self
            .outcomes()
            .any(|outcome| outcome.of.scope == Scope::Piece);
        let mut results = self.results();
        // Of several in one stack those that are left stay.
        let result = results.find(|result| result.leaves == Leaves::Yes && (gone || !in_stack));
        let leaving = || {
            let mut effects = self.outcome.effects.iter();
            effects.find_map(|follows| match &follows.what {
                Following::Leaves(why) if self.is_meant(follows.on) => Some(why.as_str()),
                _ => None,
            })
        };
        result
            .map(|result| result.say.as_str())
            .or_else(|| gone.then_some(DESTROYED))
            .or_else(leaving)
    }

    /// Whether nothing is left of the unit.
    fn is_gone(&self) -> bool {
        let places = self.mustered.groups.clone();
        let left = places.map(|place| {
            let group = self.unit.groups.get(place);
            let left = group.map_or(Number::ZERO, |group| self.context.left(group));
            left - self.lost_of(place)
        });
        left.sum::<Number>() <= Number::ZERO
    }
}
