//! How the battle stands: its units, its turn, its phase.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::back::{Back, Clock};
use super::effect::Effect;
use super::entry::Opening;
use super::setting::SettingOf;
use super::unit::{GroupId, MusteredUnit, UnitState};
use crate::number::Number;

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The units, in the order in which they joined.
    pub units: Vec<MusteredUnit>,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The phase, by its id in the sequence of play.
    pub phase: Option<SmolStr>,
    /// The rule set in force, by its id.
    pub rules: SmolStr,
    /// What the referee has set.
    pub settings: BTreeMap<SettingOf, Number>,
}

/// An effect that does not fit the battle as it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// There is no unit of that handle.
    #[error("there is no unit `{0}`")]
    NoUnit(SmolStr),
    /// There is a unit of that handle already.
    #[error("there is a unit `{0}` already")]
    Twice(SmolStr),
    /// The unit has no such group.
    #[error("`{0}` has no group {1}")]
    NoGroup(SmolStr, GroupId),
}

impl State {
    /// How a battle stands when it is opened.
    pub fn opened(opening: &Opening) -> State {
        let settings = opening.settings.iter();
        State {
            rules: opening.table.rules.clone(),
            settings: settings
                .map(|chosen| (chosen.setting.clone(), chosen.value))
                .collect(),
            ..State::default()
        }
    }

    /// The unit of a handle.
    pub fn unit(&self, handle: &str) -> Option<&MusteredUnit> {
        self.units.iter().find(|unit| unit.handle == handle)
    }

    /// The sides, in the order in which they joined.
    pub fn sides(&self) -> Vec<&str> {
        let mut sides: Vec<&str> = Vec::new();
        for unit in &self.units {
            if !sides.contains(&unit.side.as_str()) {
                sides.push(&unit.side);
            }
        }
        sides
    }

    /// Lets an effect happen.
    ///
    /// # Errors
    /// [`Misfit`] if it does not fit; the state is then as it was.
    pub fn apply(&mut self, effect: &Effect) -> Result<(), Misfit> {
        self.change(effect).map(drop)
    }

    /// Lets an effect happen, and says what takes it back.
    ///
    /// # Errors
    /// [`Misfit`] if it does not fit; the state is then as it was.
    pub(super) fn change(&mut self, effect: &Effect) -> Result<Back, Misfit> {
        Ok(match effect {
            Effect::Muster { unit } => {
                if self.unit(&unit.handle).is_some() {
                    return Err(Misfit::Twice(unit.handle.clone()));
                }
                self.units.push((**unit).clone());
                Back::Unmuster
            }
            Effect::Remove { unit } => {
                let (place, _) = self.named(unit)?;
                Back::Return(place, Box::new(self.units.remove(place)))
            }
            Effect::Rename { unit, to } => {
                if self.unit(to).is_some() {
                    return Err(Misfit::Twice(to.clone()));
                }
                let (place, known) = self.named(unit)?;
                Back::Rename(place, std::mem::replace(&mut known.handle, to.clone()))
            }
            Effect::Note { unit, text } => {
                let (place, known) = self.named(unit)?;
                known.notes.push(text.clone());
                Back::Unnote(place)
            }
            Effect::Lose { unit, group, lost } => {
                let (place, known) = self.named(unit)?;
                let Some(of) = known.groups.iter_mut().find(|of| of.id == *group) else {
                    return Err(Misfit::NoGroup(unit.clone(), *group));
                };
                let before = of.lost;
                of.lost += *lost;
                Back::Lost(place, *group, before)
            }
            Effect::Gain {
                unit,
                state,
                number,
            } => {
                let since = self.turn;
                let (place, known) = self.named(unit)?;
                let before = known.states.clone();
                known.states.retain(|known| known.word != *state);
                known.states.push(UnitState {
                    word: state.clone(),
                    number: *number,
                    since,
                });
                Back::States(place, before)
            }
            Effect::Shed { unit, state } => {
                let (place, known) = self.named(unit)?;
                if !known.is_in(state) {
                    return Ok(Back::Nothing);
                }
                let before = known.states.clone();
                known.states.retain(|known| known.word != *state);
                Back::States(place, before)
            }
            Effect::Leave { unit, why } => {
                let (place, known) = self.named(unit)?;
                Back::Left(place, known.left.replace(why.clone()))
            }
            Effect::Act { unit, ruling } => {
                let (place, known) = self.named(unit)?;
                if known.acted.contains(ruling) {
                    return Ok(Back::Nothing);
                }
                known.acted.push(ruling.clone());
                Back::Unact(place)
            }
            Effect::Turn { turn } => {
                let clock = self.rest();
                self.turn = *turn;
                self.phase = None;
                for group in self.units.iter_mut().flat_map(|unit| &mut unit.groups) {
                    group.earlier = group.lost;
                }
                Back::Clock(Box::new(clock))
            }
            Effect::Phase { phase } => {
                let clock = self.rest();
                self.phase = Some(phase.clone());
                Back::Clock(Box::new(clock))
            }
            Effect::Set(chosen) => {
                let before = self.settings.insert(chosen.setting.clone(), chosen.value);
                Back::Set(chosen.setting.clone(), before)
            }
            Effect::Rules { table } => {
                Back::Rules(std::mem::replace(&mut self.rules, table.rules.clone()))
            }
        })
    }

    fn named(&mut self, handle: &str) -> Result<(usize, &mut MusteredUnit), Misfit> {
        self.units
            .iter_mut()
            .enumerate()
            .find(|(_, unit)| unit.handle == handle)
            .ok_or_else(|| Misfit::NoUnit(handle.into()))
    }

    /// Nobody has acted yet; returns how it was.
    fn rest(&mut self) -> Clock {
        let acted = self
            .units
            .iter_mut()
            .enumerate()
            .filter(|(_, unit)| !unit.acted.is_empty())
            .map(|(place, unit)| (place, std::mem::take(&mut unit.acted)));
        let acted = acted.collect();
        let earlier = self.units.iter().map(|unit| {
            let groups = unit.groups.iter();
            groups.map(|group| group.earlier).collect()
        });
        Clock {
            acted,
            earlier: earlier.collect(),
            turn: self.turn,
            phase: self.phase.clone(),
        }
    }
}
