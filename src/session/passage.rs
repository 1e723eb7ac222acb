//! How a battle passes from one phase to another: what comes off, what ends, what happens by itself.
//!
//! Phases that are passed over do their work like any other: the same battle is the same whether
//! its phases were called one by one or not at all.

use std::collections::BTreeMap;

use super::Session;
use super::states::Changes;
use crate::battle::{Effect, GroupId, State, UnitState};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::phase::{Due, Phase};
use crate::rules::shelf::Id;
use crate::rules::word::Lasts;

/// A battle on its way from one phase to another.
pub(super) struct Passage<'s> {
    session: &'s Session,
    /// How it stands by now.
    state: State,
    /// What has happened on the way.
    pub(super) effects: Vec<Effect>,
    /// What was due on the way and was not done, with the units that it was due of.
    pub(super) undone: Vec<(String, Vec<String>)>,
}

impl<'s> Passage<'s> {
    /// A battle as it stands.
    pub(super) fn of(session: &'s Session) -> Self {
        let battle = session.live();
        let state = battle.map_or_else(State::default, |battle| battle.state().clone());
        Passage::from(session, state)
    }

    /// A battle as it stands in some state.
    pub(super) fn from(session: &'s Session, state: State) -> Self {
        Passage {
            session,
            state,
            effects: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// Passes into the first phase of a turn, which is returned.
    pub(super) fn pass_into_turn(&mut self, turn: u32) -> Option<Id<Phase>> {
        self.up_to(None);
        self.turn(turn);
        let first = self.phases().next();
        if let Some(first) = first {
            self.begin(first);
        }
        first
    }

    /// Passes into a phase of the turn.
    pub(super) fn pass_into_phase(&mut self, phase: Id<Phase>) {
        self.up_to(Some(phase));
        self.begin(phase);
    }

    /// Passes over every phase up to one, or to the end of the turn.
    fn up_to(&mut self, end: Option<Id<Phase>>) {
        let phases: Vec<Id<Phase>> = self.phases().collect();
        let now = self.now();
        let place = |id: Id<Phase>| phases.iter().position(|known| *known == id);
        let next = match now.and_then(place) {
            Some(place) => place + 1,
            // What was ruled before the first turn was called was ruled in it all the same.
            None if now.is_none() && self.session.has_ruled() => 0,
            None => phases.len(),
        };
        let end = end.and_then(place).unwrap_or(phases.len());
        self.end_phase(now);
        for id in phases.iter().copied().take(end).skip(next) {
            self.let_happen(id);
            self.end_phase(Some(id));
        }
    }

    /// The turn ends, and another begins.
    fn turn(&mut self, turn: u32) {
        let now = self.state.turn;
        self.end_states(|state, lasts| match lasts {
            Lasts::Turn => true,
            Lasts::NextTurn => state.since < now,
            Lasts::Line
            | Lasts::Phase
            | Lasts::Rally
            | Lasts::Battle
            | Lasts::Referee
            | Lasts::Always => false,
        });
        self.happens(vec![Effect::Turn { turn }]);
    }

    /// A phase begins, and what happens by itself in it happens.
    fn begin(&mut self, id: Id<Phase>) {
        let phase = self.session.rules.phases.get(id).id.clone();
        self.happens(vec![Effect::Phase { phase }]);
        self.let_happen(id);
    }

    /// What is due in a phase, with the units that it is due of.
    pub(super) fn due(&self, id: Id<Phase>) -> Vec<(String, Vec<String>)> {
        let due = self.session.rules.phases.get(id).due.iter();
        due.map(|due| (due.say.clone(), self.due_of(id, due)))
            .collect()
    }

    fn due_of(&self, id: Id<Phase>, due: &Due) -> Vec<String> {
        let phase = self.session.rules.phases.get(id);
        let roster = self.roster();
        let units = roster.iter().filter(|unit| {
            unit.left.is_none()
                && self.session.is_of(phase, unit)
                && self.session.is_so(unit, &roster, &due.when)
        });
        units.map(|unit| unit.handle.to_string()).collect()
    }

    fn phases(&self) -> impl Iterator<Item = Id<Phase>> + use<'s> {
        self.session.rules.phases.iter().map(|(id, _)| id)
    }

    fn now(&self) -> Option<Id<Phase>> {
        let phase = self.state.phase.as_deref()?;
        self.session.rules.phases.named(phase)
    }

    fn roster(&self) -> Roster {
        self.session.roster_of(&self.state)
    }

    /// A phase ends: what was not done in it is noted, what was lost in it comes off, and the
    /// states that last no longer are over.
    fn end_phase(&mut self, id: Option<Id<Phase>>) {
        if let Some(id) = id {
            self.note_undone(id);
        }
        let off = self.session.comes_off(&self.state);
        self.happens(off);
        self.state.held.clear();
        for unit in &mut self.state.units {
            unit.acted.clear();
        }
        self.end_states(|_, lasts| lasts == Lasts::Phase);
    }

    /// Notes what some ruling does that is due, of the units that have done none of them.
    fn note_undone(&mut self, id: Id<Phase>) {
        for due in &self.session.rules.phases.get(id).due {
            if due.by.is_empty() {
                continue;
            }
            let is_done = |handle: &String| {
                let unit = self.state.unit(handle);
                let mut by = due.by.iter();
                let by = by.find(|by| {
                    let ruling = &self.session.rules.rulings.get(**by).id;
                    unit.is_some_and(|unit| unit.acted.contains(ruling))
                });
                by.is_some()
            };
            let mut units = self.due_of(id, due);
            units.retain(|handle| !is_done(handle));
            match self.undone.iter_mut().find(|(say, _)| *say == due.say) {
                Some((_, known)) => {
                    units.retain(|handle| !known.contains(handle));
                    known.extend(units);
                }
                None => self.undone.push((due.say.clone(), units)),
            }
        }
    }

    /// What happens by itself as a phase begins.
    fn let_happen(&mut self, id: Id<Phase>) {
        let phase = self.session.rules.phases.get(id);
        let mut effects = Vec::new();
        let roster = self.roster();
        for listed in roster.iter().filter(|unit| unit.left.is_none()) {
            if !self.session.is_of(phase, listed) {
                continue;
            }
            let mut changes = Changes::of(&self.session.rules, &listed.handle, &listed.words);
            for follows in &phase.follows {
                if self.session.is_so(listed, &roster, &follows.when) {
                    changes.all(&follows.gives, &follows.sheds);
                }
            }
            effects.extend(changes.into_effects());
        }
        self.happens(effects);
    }

    /// The states of units on the table that are over, and what takes their place.
    fn end_states(&mut self, is_over: impl Fn(&UnitState, Lasts) -> bool) {
        let rules = &self.session.rules;
        let roster = self.roster();
        let mut effects = Vec::new();
        for listed in roster.iter().filter(|unit| unit.left.is_none()) {
            let Some(unit) = self.state.unit(&listed.handle) else {
                continue;
            };
            let mut changes = Changes::of(rules, &listed.handle, &listed.words);
            for state in &unit.states {
                let Some(id) = rules.words.named(&state.word) else {
                    continue;
                };
                let word = rules.words.get(id);
                if is_over(state, word.lasts) {
                    changes.all(word.then.as_slice(), &[id]);
                }
            }
            effects.extend(changes.into_effects());
        }
        self.happens(effects);
    }

    fn happens(&mut self, effects: Vec<Effect>) {
        for effect in &effects {
            // What does not fit is refused when it is entered.
            let _ = self.state.apply(effect);
        }
        self.effects.extend(effects);
    }
}

impl Session {
    /// What comes off when the phase ends: losses, as far as anything stands, and units of which
    /// nothing is left or that go.
    pub(super) fn comes_off(&self, state: &State) -> Vec<Effect> {
        let mut effects = Vec::new();
        let roster = self.roster_of(state);
        for listed in roster.iter().filter(|unit| unit.left.is_none()) {
            let held = || {
                let held = state.held.iter();
                held.filter(|effect| effect.unit() == Some(listed.handle.as_str()))
            };
            let (mut begun, mut gone, mut fell) = (Number::ZERO, Number::ZERO, Number::ZERO);
            for (group, id) in listed.groups.iter().zip(&listed.ids) {
                let all = group.count * self.figures(group);
                let lost = held_losses(held())
                    .get(id)
                    .copied()
                    .unwrap_or_default()
                    .min(all - group.lost)
                    .max(Number::ZERO);
                begun += all;
                gone += group.lost;
                fell += lost;
                if lost > Number::ZERO {
                    effects.push(Effect::Lose {
                        unit: listed.handle.clone(),
                        group: *id,
                        lost,
                    });
                }
            }
            let why = self.leaves_by(begun, gone + fell, fell);
            if let Some(why) = why {
                effects.push(Effect::Leave {
                    unit: listed.handle.clone(),
                    why: why.into(),
                });
                continue;
            }
            let mut leaves = held().filter(|effect| matches!(effect, Effect::Leave { .. }));
            effects.extend(leaves.next().cloned());
        }
        effects
    }
}

/// What each group of a unit is to lose, of what is held of it.
fn held_losses<'e>(held: impl Iterator<Item = &'e Effect>) -> BTreeMap<GroupId, Number> {
    let mut lost: BTreeMap<GroupId, Number> = BTreeMap::new();
    for effect in held {
        match effect {
            Effect::Lose {
                group, lost: more, ..
            } => {
                *lost.entry(*group).or_default() += *more;
            }
            Effect::MoveLosses {
                from, to, lost: of, ..
            } => {
                *lost.entry(*from).or_default() -= *of;
                *lost.entry(*to).or_default() += *of;
            }
            _ => {}
        }
    }
    lost
}
