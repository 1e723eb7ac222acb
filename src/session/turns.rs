//! Turns and phases: what ends by itself, what happens, what is due.

use super::states::Changes;
use super::{Answer, LineFault, NoAnswer, Session};
use crate::battle::{Effect, State, UnitState};
use crate::naming::{Found, Names};
use crate::roster::{Listed, Roster};
use crate::rules::phase::{Phase, PhaseOf};
use crate::rules::ruling::Sides;
use crate::rules::shelf::Id;
use crate::rules::word::Lasts;
use crate::rulings::context::RulingContext;

impl Session {
    pub(super) fn turn(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let now = self.live().map_or(0, |battle| battle.state().turn);
        let turn = now.saturating_add(1);
        let mut effects = self.ended(|state, lasts| match lasts {
            Lasts::Phase | Lasts::Turn => true,
            Lasts::NextTurn => state.since < now,
            Lasts::Line | Lasts::Rally | Lasts::Battle => false,
        });
        effects.push(Effect::Turn { turn });
        let first = self.rules.phases.iter().next().map(|(id, _)| id);
        let begins = match first {
            Some(first) => format!("turn {turn}, {}", self.enter_phase(first, &mut effects)),
            None => format!("turn {turn}"),
        };
        let said = self.tell_changes(begins, first, &effects);
        self.order(line, effects, None, said)
    }

    pub(super) fn phase(&mut self, line: &str, name: Option<&str>) -> Result<Answer, NoAnswer> {
        let next = match name {
            Some(name) => self.phase_named(name)?,
            None => self.next_phase()?,
        };
        let mut effects = self.ended(|_, lasts| lasts == Lasts::Phase);
        let begins = self.enter_phase(next, &mut effects);
        let said = self.tell_changes(begins, Some(next), &effects);
        self.order(line, effects, None, said)
    }

    fn next_phase(&self) -> Result<Id<Phase>, LineFault> {
        let now = self.live().map(|battle| battle.state());
        let now = now.and_then(|state| self.rules.phases.named(state.phase.as_deref()?));
        let ids = || self.rules.phases.iter().map(|(id, _)| id);
        let place = now.and_then(|now| ids().position(|id| id == now));
        let next = ids().nth(place.map_or(0, |place| place + 1));
        next.ok_or_else(|| match place {
            None => self.without("phases"),
            Some(_) => LineFault::battle("that was the last phase of the turn")
                .hinted("`turn` begins the next turn"),
        })
    }

    fn phase_named(&self, name: &str) -> Result<Id<Phase>, LineFault> {
        if self.rules.phases.iter().next().is_none() {
            return Err(self.without("phases"));
        }
        let mut names = Names::default();
        for (id, phase) in self.rules.phases.iter() {
            names.add(&phase.id, id);
            names.add(&phase.name, id);
        }
        match names.find(name) {
            Found::One(id) => Ok(id),
            Found::Several(names) => Err(LineFault::several(name, &names)),
            Found::None { nearest } => {
                let wrong = LineFault::unknown(format!("there is no phase `{name}`"));
                Err(match nearest {
                    Some(near) => wrong.hinted(format!("did you mean `{near}`?")),
                    None => wrong,
                })
            }
        }
    }

    /// The states of units on the table that are over, and what takes their place.
    fn ended(&self, is_over: impl Fn(&UnitState, Lasts) -> bool) -> Vec<Effect> {
        let mut effects = Vec::new();
        for unit in self.live().iter().flat_map(|battle| &battle.state().units) {
            let Some(listed) = self.on_table(&unit.handle) else {
                continue;
            };
            let mut changes = Changes::of(&self.rules, &unit.handle, &listed.words);
            for state in &unit.states {
                let Some(id) = self.rules.words.named(&state.word) else {
                    continue;
                };
                let word = self.rules.words.get(id);
                if is_over(state, word.lasts) {
                    changes.all(word.then.as_slice(), &[id]);
                }
            }
            effects.extend(changes.into_effects());
        }
        effects
    }

    fn on_table(&self, handle: &str) -> Option<&Listed> {
        let listed = self.roster.get(self.roster.exactly(handle)?)?;
        listed.left.is_none().then_some(listed)
    }

    /// Begins a phase, lets happen what happens by itself in it, and returns what it is called.
    fn enter_phase(&self, id: Id<Phase>, effects: &mut Vec<Effect>) -> String {
        let phase = self.rules.phases.get(id);
        effects.push(Effect::Phase {
            phase: phase.id.as_str().into(),
        });
        let roster = self.roster_after(effects);
        for listed in roster.iter().filter(|unit| unit.left.is_none()) {
            if !self.is_of(phase, listed) {
                continue;
            }
            let mut changes = Changes::of(&self.rules, &listed.handle, &listed.words);
            for follows in &phase.follows {
                if self.is_so(listed, &follows.when) {
                    changes.all(&follows.gives, &follows.sheds);
                }
            }
            effects.extend(changes.into_effects());
        }
        match self.sides_of(phase) {
            Some(sides) => format!("{} ({sides})", phase.name),
            None => phase.name.to_string(),
        }
    }

    /// The units as some effects would leave them.
    fn roster_after(&self, effects: &[Effect]) -> Roster {
        let battle = self.live();
        let mut state = battle.map_or_else(State::default, |battle| battle.state().clone());
        for effect in effects {
            // What does not fit is refused when it is entered.
            let _ = state.apply(effect);
        }
        self.roster_of(&state)
    }

    /// The sides whose phase it is, where it is not everybody's.
    fn sides_of(&self, phase: &Phase) -> Option<String> {
        let sides = self.live()?.state().sides();
        let (first, others) = sides.split_first()?;
        match phase.of {
            PhaseOf::All => None,
            PhaseOf::First => Some((*first).to_owned()),
            PhaseOf::Second if others.is_empty() => None,
            PhaseOf::Second => Some(others.join(", ")),
        }
    }

    /// A warning where units attack in a phase that is not their side's.
    pub(super) fn out_of_phase(&self, context: RulingContext<'_>) -> Option<String> {
        let state = self.live()?.state();
        let phase = self.rules.phases.named(state.phase.as_deref()?)?;
        let phase = self.rules.phases.get(phase);
        let ruling = self.rules.rulings.get(context.situation.ruling);
        if ruling.sides != Sides::Two {
            return None;
        }
        let units = context.situation.attacker.units.iter();
        let other = units
            .flat_map(|unit| &unit.mustered)
            .filter_map(|part| self.on_table(&part.handle))
            .find(|listed| !self.is_of(phase, listed))?;
        let whose = self.sides_of(phase)?;
        let handle = &other.handle;
        Some(format!(
            "`{handle}` acts in a phase of {whose}: {}",
            phase.name
        ))
    }

    fn is_of(&self, phase: &Phase, unit: &Listed) -> bool {
        let sides = self.live().map(|battle| battle.state().sides());
        let first = sides.as_ref().and_then(|sides| sides.first());
        let is_first = first.is_some_and(|first| *first == unit.side);
        match phase.of {
            PhaseOf::All => true,
            PhaseOf::First => is_first,
            PhaseOf::Second => !is_first,
        }
    }

    /// What begins, then a line each on what is over, what is now so, and what is due.
    fn tell_changes(&self, begins: String, phase: Option<Id<Phase>>, effects: &[Effect]) -> String {
        let over = effects.iter().filter_map(|effect| match effect {
            Effect::Shed { unit, state } => Some((state.as_str(), unit.as_str())),
            _ => None,
        });
        let now = effects.iter().filter_map(|effect| match effect {
            Effect::Gain { unit, state, .. } => Some((state.as_str(), unit.as_str())),
            _ => None,
        });
        let roster = self.roster_after(effects);
        let due = phase.map_or_else(Vec::new, |phase| self.due(phase, &roster));
        let due = due.iter().flat_map(|(say, units)| {
            let units = units.iter();
            units.map(|unit| (say.as_str(), unit.as_str()))
        });
        let mut lines = vec![begins];
        lines.extend(grouped("over", over));
        lines.extend(grouped("now", now));
        lines.extend(grouped("due", due));
        lines.join("\n")
    }

    /// What is due in a phase, for the units that it is due of.
    fn due(&self, phase: Id<Phase>, roster: &Roster) -> Vec<(String, Vec<String>)> {
        let phase = self.rules.phases.get(phase);
        phase
            .due
            .iter()
            .map(|due| {
                let units = roster.iter().filter(|unit| {
                    unit.left.is_none() && self.is_of(phase, unit) && self.is_so(unit, &due.when)
                });
                let units = units.map(|unit| unit.handle.to_string()).collect();
                (due.say.clone(), units)
            })
            .collect()
    }
}

/// `over: fired for grey, guns; charge for h1`; `None` where there is nothing.
fn grouped<'a>(what: &str, all: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (say, unit) in all {
        match groups.iter_mut().find(|(known, _)| *known == say) {
            Some((_, units)) => units.push(unit),
            None => groups.push((say, vec![unit])),
        }
    }
    let groups: Vec<String> = groups
        .into_iter()
        .map(|(say, units)| format!("{say} for {}", units.join(", ")))
        .collect();
    (!groups.is_empty()).then(|| format!("{what}: {}", groups.join("; ")))
}
