//! How the battle stands: its units, its turn, its phase.

mod regroup;

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::back::{Back, Clock};
use super::effect::Effect;
use super::entry::Opening;
use super::setting::SettingOf;
use super::unit::{MusteredUnit, UnitState};
use crate::number::Number;
use crate::situation::GroupId;

/// How the battle stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct State {
    /// The units, in the order in which they joined.
    pub units: Vec<MusteredUnit>,
    /// The turn, from 1; 0 before the first.
    pub turn: u32,
    /// The phase, by its id in the sequence of play.
    pub phase: Option<SmolStr>,
    /// Names of units that stand together, in the order in which they were given.
    pub stacks: Vec<Stack>,
    /// The blanks that are filled in, in the order in which they were.
    pub fills: Vec<FilledBlank>,
    /// The rule set in force, by its id.
    pub rules: SmolStr,
    /// What happens when the phase ends, in the order in which it came about.
    pub held: Vec<Effect>,
    /// What the referee has set.
    pub settings: BTreeMap<SettingOf, Number>,
}

/// A name of units that stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// The name.
    pub name: SmolStr,
    /// The handles of its units, the top one first.
    pub units: Vec<SmolStr>,
}

/// A blank of a rule set, filled in from the referee's own copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilledBlank {
    /// The rule set.
    pub rules: SmolStr,
    /// The keys that lead to the blank, joined by dots.
    pub key: String,
    /// The value as the table would write it.
    pub value: String,
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
    /// The unit has not so much to give away.
    #[error("`{0}` has not so much of that")]
    TooMuch(SmolStr),
    /// The units are of several sides.
    #[error("`{0}` and `{1}` are not of one side")]
    Sides(SmolStr, SmolStr),
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
                let stacks = self.without_stacks_of(unit);
                let held = self.held.clone();
                self.held.retain(|effect| !effect.is_about(unit));
                Back::Return(place, Box::new(self.units.remove(place)), stacks, held)
            }
            Effect::Rename { unit, to } => {
                if self.unit(to).is_some() {
                    return Err(Misfit::Twice(to.clone()));
                }
                let (place, known) = self.named(unit)?;
                let before = std::mem::replace(&mut known.handle, to.clone());
                let stacks = self.stacks.clone();
                let of_stacks = self.stacks.iter_mut().flat_map(|stack| &mut stack.units);
                for handle in of_stacks.filter(|handle| **handle == before) {
                    *handle = to.clone();
                }
                let held = self.held.clone();
                for effect in &mut self.held {
                    effect.rename(&before, to);
                }
                Back::Rename(place, before, stacks, held)
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
            Effect::Held { effect } => {
                if let Some(unit) = effect.unit() {
                    self.named(unit)?;
                }
                self.held.push((**effect).clone());
                Back::Unhold
            }
            Effect::Act { unit, ruling } => {
                let (place, known) = self.named(unit)?;
                if known.acted.contains(ruling) {
                    return Ok(Back::Nothing);
                }
                known.acted.push(ruling.clone());
                Back::Unact(place)
            }
            Effect::MoveLosses {
                unit,
                from,
                to,
                lost,
            } => {
                let (place, known) = self.named(unit)?;
                let before = known.groups.clone();
                regroup::move_losses(known, *from, *to, *lost)?;
                Back::Groups(place, before)
            }
            Effect::Split { unit, to, parts } => {
                let before = self.units.clone();
                self.split(unit, to, parts)?;
                Back::Units(before, self.stacks.clone())
            }
            Effect::Merge { units, to } => {
                let before = (self.units.clone(), self.stacks.clone());
                self.merge(units, to)?;
                Back::Units(before.0, before.1)
            }
            Effect::Retype { unit, group, troop } => {
                let (place, known) = self.named(unit)?;
                let before = known.groups.clone();
                let Some(of) = known.groups.iter_mut().find(|of| of.id == *group) else {
                    return Err(Misfit::NoGroup(unit.clone(), *group));
                };
                of.troop = troop.clone();
                Back::Groups(place, before)
            }
            Effect::ChangeSide { unit, side } => {
                let (place, known) = self.named(unit)?;
                Back::Side(place, std::mem::replace(&mut known.side, side.clone()))
            }
            Effect::Stack { stack, units } => {
                for unit in units {
                    self.named(unit)?;
                }
                let before = self.stacks.clone();
                self.stacks.retain(|known| known.name != *stack);
                self.stacks.push(Stack {
                    name: stack.clone(),
                    units: units.clone(),
                });
                Back::Stacks(before)
            }
            Effect::Fill { rules, key, value } => {
                let before = self.fills.clone();
                self.fills
                    .retain(|known| known.rules != *rules || known.key != *key);
                self.fills.extend(value.as_ref().map(|value| FilledBlank {
                    rules: rules.clone(),
                    key: key.clone(),
                    value: value.clone(),
                }));
                Back::Fills(before)
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

    /// The units of a stack, while all of them stand.
    pub fn stack(&self, name: &str) -> Option<&Stack> {
        let stands = |handle: &SmolStr| self.unit(handle).is_some_and(|unit| unit.left.is_none());
        let mut stacks = self.stacks.iter();
        stacks.find(|stack| stack.name == name && stack.units.iter().all(stands))
    }

    /// Ends the stacks of a unit that is no more, whoever has its handle later; returns those that there were.
    fn without_stacks_of(&mut self, handle: &SmolStr) -> Vec<Stack> {
        let before = self.stacks.clone();
        self.stacks.retain(|stack| !stack.units.contains(handle));
        before
    }

    fn named(&mut self, handle: &str) -> Result<(usize, &mut MusteredUnit), Misfit> {
        self.units
            .iter_mut()
            .enumerate()
            .find(|(_, unit)| unit.handle == handle)
            .ok_or_else(|| Misfit::NoUnit(handle.into()))
    }

    /// Nobody has acted yet, and nothing is held; returns how it was.
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
            held: std::mem::take(&mut self.held),
        }
    }
}
