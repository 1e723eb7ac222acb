//! Turns and phases as the referee calls them, and what the answer tells of them.

use super::passage::Passage;
use super::{Answer, LineFault, NoAnswer, Session};
use crate::battle::{Effect, State, What};
use crate::naming::{Found, Names};
use crate::roster::Listed;
use crate::rules::phase::{Phase, PhaseOf};
use crate::rules::shelf::Id;

impl Session {
    pub(super) fn turn(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let now = self.live().map_or(0, |battle| battle.state().turn);
        let turn = now.saturating_add(1);
        let mut passage = Passage::of(self);
        let first = passage.pass_into_turn(turn);
        let begins = match first {
            Some(first) => format!("turn {turn}, {}", self.phase_called(first)),
            None => format!("turn {turn}"),
        };
        let idle = self.is_idle_turn();
        let (mut said, effects) = told(begins, first, passage);
        if idle {
            said = format!("{said}\nnote: nothing was done in turn {now}");
        }
        self.order(line, effects, None, said)
    }

    /// Whether a turn has begun, and nothing but phases since.
    fn is_idle_turn(&self) -> bool {
        let Some(battle) = self.live() else {
            return false;
        };
        let record = battle.record();
        let mut idle = None;
        for entry in record.counting_entries() {
            let effects = record.effects_of(entry.n);
            let turn = |effect: &Effect| matches!(effect, Effect::Turn { .. });
            let phase = |effect: &Effect| matches!(effect, Effect::Phase { .. });
            if effects.iter().any(turn) {
                idle = Some(true);
            } else if !effects.iter().any(phase) {
                idle = idle.map(|_| false);
            }
        }
        idle == Some(true)
    }

    pub(super) fn phase(&mut self, line: &str, name: Option<&str>) -> Result<Answer, NoAnswer> {
        let next = match name {
            Some(name) => self.phase_named(name)?,
            None => match self.next_phase()? {
                Some(next) => next,
                // What follows the last phase is the next turn.
                None => return self.turn(line),
            },
        };
        let mut passage = Passage::of(self);
        passage.pass_into_phase(next);
        let begins = self.phase_called(next);
        let back = self.goes_back_to(next);
        let (mut said, effects) = told(begins, Some(next), passage);
        if let Some(back) = back {
            said = format!("{said}\nnote: {back}");
        }
        self.order(line, effects, None, said)
    }

    /// The phase in which the battle is.
    pub(super) fn phase_now(&self) -> Option<Id<Phase>> {
        let phase = self.standing()?.phase.as_deref()?;
        self.rules.phases.named(phase)
    }

    /// The place of a phase in the turn, from 0.
    fn place_of_phase(&self, phase: Id<Phase>) -> Option<usize> {
        self.rules.phases.iter().position(|(id, _)| id == phase)
    }

    /// Turn, phase and whose it is in few words, such as `T2 fire red`; nothing before the first turn.
    pub fn now(&self) -> Option<String> {
        let state = self.live()?.state();
        if state.turn == 0 {
            return None;
        }
        let phase = self.phase_now().map(|phase| self.rules.phases.get(phase));
        let whose = phase.and_then(|phase| self.sides_of(phase));
        let turn = format!("T{}", state.turn);
        let phase = phase.map(|phase| phase.id.to_string());
        let now: Vec<String> = [Some(turn), phase, whose].into_iter().flatten().collect();
        Some(now.join(" "))
    }

    /// The phase after the one that it is; `None` after the last.
    fn next_phase(&self) -> Result<Option<Id<Phase>>, LineFault> {
        let place = self.phase_now().and_then(|now| self.place_of_phase(now));
        let mut ids = self.rules.phases.iter().map(|(id, _)| id);
        match (ids.nth(place.map_or(0, |place| place + 1)), place) {
            (None, None) => Err(self.without("phases")),
            (next, _) => Ok(next),
        }
    }

    /// A note where a phase has been in this turn already.
    fn goes_back_to(&self, next: Id<Phase>) -> Option<String> {
        let now = self.phase_now().and_then(|now| self.place_of_phase(now))?;
        (self.place_of_phase(next)? <= now).then(|| {
            "it is still the same turn, and what its phases have done stays: `turn` begins the next"
                .to_owned()
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

    /// Whether a ruling has done anything to the battle so far.
    pub(super) fn has_ruled(&self) -> bool {
        let Some(battle) = self.live() else {
            return false;
        };
        let record = battle.record();
        record.entries().iter().any(|entry| {
            let ruling = matches!(entry.what, What::Ruling { .. });
            ruling && !entry.what.effects().is_empty() && record.counts(entry.n)
        })
    }

    /// What a person calls a phase, and whose it is where it is not everybody's.
    pub(super) fn phase_called(&self, id: Id<Phase>) -> String {
        let phase = self.rules.phases.get(id);
        match self.sides_of(phase) {
            Some(sides) => format!("{} ({sides})", phase.name),
            None => phase.name.to_string(),
        }
    }

    /// The sides whose phase it is, where it is not everybody's.
    pub(super) fn sides_of(&self, phase: &Phase) -> Option<String> {
        let sides = self.standing()?.sides();
        let (first, others) = sides.split_first()?;
        match phase.of {
            PhaseOf::All => None,
            PhaseOf::First => Some((*first).to_owned()),
            PhaseOf::Second if others.is_empty() => None,
            PhaseOf::Second => Some(others.join(", ")),
        }
    }

    /// Whether it is the phase of a unit's side.
    pub(super) fn is_of(&self, phase: &Phase, unit: &Listed) -> bool {
        let sides = self.standing().map(State::sides);
        let first = sides.as_ref().and_then(|sides| sides.first());
        let is_first = first.is_some_and(|first| *first == unit.side);
        match phase.of {
            PhaseOf::All => true,
            PhaseOf::First => is_first,
            PhaseOf::Second => !is_first,
        }
    }
}

/// What begins, then a line each on what was left undone, what came off, what is over, what is now
/// so, and what is due; and all that happened.
fn told(begins: String, phase: Option<Id<Phase>>, passage: Passage<'_>) -> (String, Vec<Effect>) {
    let due = phase.map_or_else(Vec::new, |phase| passage.due(phase));
    let Passage {
        effects, undone, ..
    } = passage;
    let over = effects.iter().filter_map(|effect| match effect {
        Effect::Shed { unit, state } => Some((state.as_str(), unit.as_str())),
        _ => None,
    });
    let now = effects.iter().filter_map(|effect| match effect {
        Effect::Gain { unit, state, .. } => Some((state.as_str(), unit.as_str())),
        _ => None,
    });
    let mut lines = vec![begins];
    lines.extend(grouped("left undone", each(&undone)));
    lines.extend(came_off(&effects));
    lines.extend(grouped("over", over));
    lines.extend(grouped("now", now));
    lines.extend(grouped("due", each(&due)));
    (lines.join("\n"), effects)
}

/// `off: b 3, destroyed; c 1½`; `None` where nothing came off.
fn came_off(effects: &[Effect]) -> Option<String> {
    let mut units: Vec<(&str, crate::number::Number, Option<&str>)> = Vec::new();
    for effect in effects {
        let (unit, more, why) = match effect {
            Effect::Lose { unit, lost, .. } => (unit, *lost, None),
            Effect::Leave { unit, why } => (unit, crate::number::Number::ZERO, Some(why.as_str())),
            _ => continue,
        };
        match units.iter_mut().find(|(known, ..)| *known == unit) {
            Some((_, lost, leaves)) => {
                *lost += more;
                *leaves = leaves.or(why);
            }
            None => units.push((unit, more, why)),
        }
    }
    let units: Vec<String> = units
        .into_iter()
        .map(|(unit, lost, why)| match why {
            Some(why) if lost.is_zero() => format!("{unit}, {why}"),
            Some(why) => format!("{unit} {lost}, {why}"),
            None => format!("{unit} {lost}"),
        })
        .collect();
    (!units.is_empty()).then(|| format!("off: {}", units.join("; ")))
}

fn each(all: &[(String, Vec<String>)]) -> impl Iterator<Item = (&str, &str)> {
    all.iter().flat_map(|(say, units)| {
        let units = units.iter();
        units.map(|unit| (say.as_str(), unit.as_str()))
    })
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
