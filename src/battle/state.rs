//! How the battle stands: its units, its turn, its phase.

use super::effect::Effect;
use super::unit::{MusteredUnit, UnitState};

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The units, in the order in which they joined.
    pub units: Vec<MusteredUnit>,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The phase, by its id in the sequence of play.
    pub phase: Option<String>,
}

/// An effect that does not fit the battle as it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Misfit {
    /// There is no unit of that handle.
    #[error("there is no unit `{0}`")]
    NoUnit(String),
    /// There is a unit of that handle already.
    #[error("there is a unit `{0}` already")]
    Twice(String),
    /// The unit has no such group.
    #[error("`{0}` has no group {1}")]
    NoGroup(String, usize),
}

impl State {
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
        match effect {
            Effect::Muster { unit } => {
                if self.unit(&unit.handle).is_some() {
                    return Err(Misfit::Twice(unit.handle.clone()));
                }
                self.units.push((**unit).clone());
            }
            Effect::Remove { unit } => {
                self.named(unit)?;
                self.units.retain(|known| known.handle != *unit);
            }
            Effect::Rename { unit, to } => {
                if self.unit(to).is_some() {
                    return Err(Misfit::Twice(to.clone()));
                }
                self.named(unit)?.handle.clone_from(to);
            }
            Effect::Note { unit, text } => self.named(unit)?.notes.push(text.clone()),
            Effect::Lose { unit, group, lost } => {
                let known = self.named(unit)?;
                let Some(of) = known.groups.get_mut(*group) else {
                    return Err(Misfit::NoGroup(unit.clone(), *group));
                };
                of.lost += *lost;
            }
            Effect::Gain {
                unit,
                state,
                number,
            } => {
                let since = self.turn;
                let known = self.named(unit)?;
                known.states.retain(|known| known.word != *state);
                known.states.push(UnitState {
                    word: state.clone(),
                    number: *number,
                    since,
                });
            }
            Effect::Shed { unit, state } => {
                let known = self.named(unit)?;
                known.states.retain(|known| known.word != *state);
            }
            Effect::Leave { unit, why } => self.named(unit)?.left = Some(why.clone()),
            Effect::Act { unit, ruling } => self.named(unit)?.acted.push(ruling.clone()),
            Effect::Turn { turn } => {
                self.turn = *turn;
                self.phase = None;
                for group in self.units.iter_mut().flat_map(|unit| &mut unit.groups) {
                    group.earlier = group.lost;
                }
                self.rest();
            }
            Effect::Phase { phase } => {
                self.phase = Some(phase.clone());
                self.rest();
            }
        }
        Ok(())
    }

    fn named(&mut self, handle: &str) -> Result<&mut MusteredUnit, Misfit> {
        self.units
            .iter_mut()
            .find(|unit| unit.handle == handle)
            .ok_or_else(|| Misfit::NoUnit(handle.to_owned()))
    }

    /// Nobody has acted yet.
    fn rest(&mut self) {
        for unit in &mut self.units {
            unit.acted.clear();
        }
    }
}
