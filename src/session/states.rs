//! States of a unit of the battle, as they come and go.

use smol_str::SmolStr;

use super::Session;
use crate::battle::{Effect, State};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::word::{Lasts, Word};
use crate::situation::Said;

impl Session {
    /// The states that end because their units are no longer what one must be to have them: of another
    /// type, joined to others, or without the troops that were so.
    pub(super) fn no_longer_fit(&self, effects: &[Effect]) -> Vec<Effect> {
        let Some(standing) = self.standing() else {
            return Vec::new();
        };
        let mut changed: Vec<&SmolStr> = Vec::new();
        for effect in effects {
            match effect {
                Effect::Retype { unit, .. } => changed.push(unit),
                Effect::Split { unit, to, .. } => changed.extend([unit, to]),
                Effect::Merge { to, .. } => changed.push(to),
                // Who is of one kind is so to the last man.
                Effect::Lose { unit, .. } | Effect::MoveLosses { unit, .. } => {
                    let known = standing.unit(unit);
                    changed.extend(known.filter(|known| known.groups.len() > 1).map(|_| unit));
                }
                _ => {}
            }
        }
        if changed.is_empty() {
            return Vec::new();
        }
        let mut state: State = standing.clone();
        for effect in effects {
            // What does not fit is refused when it is entered.
            let _ = state.apply(effect);
        }
        let roster = self.roster_of(&state);
        let stand = roster
            .iter()
            .filter(|unit| unit.left.is_none() && unit.unknown.is_none());
        let mut over = Vec::new();
        for listed in stand.filter(|unit| changed.contains(&&unit.handle)) {
            let mut changes = Changes::of(&self.rules, &listed.handle, &listed.words);
            for (word, _) in listed.words.iter() {
                let needs = &self.rules.words.get(word).needs;
                if !self.is_so(listed, &Roster::default(), needs) {
                    changes.shed(word);
                }
            }
            over.extend(changes.into_effects());
        }
        over
    }
}

/// What changes of a unit's states, together.
pub(super) struct Changes<'a> {
    rules: &'a RuleSet,
    handle: &'a str,
    /// The states that it was in before.
    known: &'a Said,
    /// The states that it comes into, with their number, or leaves; each once.
    changed: Vec<(Id<Word>, Option<Number>)>,
}

impl<'a> Changes<'a> {
    /// A unit of which nothing has changed yet.
    pub(super) fn of(rules: &'a RuleSet, handle: &'a str, known: &'a Said) -> Self {
        Changes {
            rules,
            handle,
            known,
            changed: Vec::new(),
        }
    }

    /// The unit comes into a state, and leaves those that cannot be beside it.
    pub(super) fn gain(&mut self, word: Id<Word>, number: Number) {
        let barred: Vec<Id<Word>> = self
            .now()
            .filter(|other| self.rules.bar_each_other(*other, word))
            .collect();
        for other in barred {
            self.shed(other);
        }
        self.change(word, Some(number));
    }

    /// The unit leaves a state.
    pub(super) fn shed(&mut self, word: Id<Word>) {
        self.change(word, None);
    }

    /// The unit leaves some states and comes into others.
    pub(super) fn all(&mut self, gives: &[Id<Word>], sheds: &[Id<Word>]) {
        for word in sheds {
            self.shed(*word);
        }
        for word in gives {
            self.gain(*word, Number::ZERO);
        }
    }

    fn change(&mut self, word: Id<Word>, to: Option<Number>) {
        self.changed.retain(|(other, _)| *other != word);
        self.changed.push((word, to));
    }

    /// The states that it is in by now.
    fn now(&self) -> impl Iterator<Item = Id<Word>> {
        let kept = self
            .known
            .iter()
            .map(|(word, _)| word)
            .filter(|word| self.changed.iter().all(|(other, _)| other != word));
        let gained = self.changed.iter().filter(|(_, to)| to.is_some());
        kept.chain(gained.map(|(word, _)| *word))
    }

    /// What has changed at all.
    pub(super) fn into_effects(self) -> Vec<Effect> {
        let changed = self.changed.iter();
        changed
            .filter_map(|(word, to)| {
                let about = self.rules.words.get(*word);
                let (unit, state) = (SmolStr::new(self.handle), SmolStr::new(&about.id));
                let was = self.known.number(*word);
                match *to {
                    None => was.map(|_| Effect::Shed { unit, state }),
                    // What lasts into the next turn begins anew.
                    to if to == was && about.lasts != Lasts::NextTurn => None,
                    Some(number) => Some(Effect::Gain {
                        unit,
                        state,
                        number,
                    }),
                }
            })
            .collect()
    }
}

/// A state with the number that it has, if it has one.
pub(super) fn with_number(state: &str, number: Number) -> String {
    if number.is_zero() {
        state.to_owned()
    } else {
        format!("{state} {number}")
    }
}

/// What a unit comes into or is no longer in by an effect, in an answer.
pub(super) fn change_said(effect: &Effect) -> Option<String> {
    match effect.at_last() {
        Effect::Gain { state, number, .. } => Some(with_number(state, *number)),
        Effect::Shed { state, .. } => Some(format!("no longer {state}")),
        _ => None,
    }
}
