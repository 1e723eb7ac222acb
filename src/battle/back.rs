//! What takes an effect back.

use smol_str::SmolStr;

use super::effect::Effect;
use super::setting::SettingOf;
use super::state::{FilledBlank, Stack, State};
use super::unit::{MusteredGroup, MusteredUnit, UnitState};
use crate::number::Number;
use crate::situation::GroupId;

/// What takes one effect back, while the battle stands as that left it.
///
/// Units are named by their place, which nothing changes in the meantime.
#[derive(Debug, Clone)]
pub(super) enum Back {
    /// The unit that joined last is gone.
    Unmuster,
    /// A unit that was struck off is there again, in these stacks, and this is held.
    Return(usize, Box<MusteredUnit>, Vec<Stack>, Vec<Effect>),
    /// A unit has its old handle, stacks name it so, and so does what is held.
    Rename(usize, SmolStr, Vec<Stack>, Vec<Effect>),
    /// What was held last is not.
    Unhold,
    /// A unit has one note less.
    Unnote(usize),
    /// A group of a unit has lost so many.
    Lost(usize, GroupId, Number),
    /// A unit is in these states.
    States(usize, Vec<UnitState>),
    /// A unit has left the table, or has not.
    Left(usize, Option<SmolStr>),
    /// A unit has not done what it did last in this phase.
    Unact(usize),
    /// A unit has these groups.
    Groups(usize, Vec<MusteredGroup>),
    /// A unit is of this side.
    Side(usize, SmolStr),
    /// These are the units and the stacks.
    Units(Vec<MusteredUnit>, Vec<Stack>),
    /// These are the stacks.
    Stacks(Vec<Stack>),
    /// These blanks are filled in.
    Fills(Vec<FilledBlank>),
    /// The turn and the phase, and which units had acted in it.
    Clock(Box<Clock>),
    /// A setting is what it was; `None` where nothing had been chosen.
    Set(SettingOf, Option<Number>),
    /// A rule set is in force again.
    Rules(SmolStr),
    /// All is as it was.
    Nothing,
}

/// A turn and a phase, and what had been done in it.
#[derive(Debug, Clone)]
pub(super) struct Clock {
    pub(super) turn: u32,
    pub(super) phase: Option<SmolStr>,
    pub(super) acted: Vec<(usize, Vec<SmolStr>)>,
    /// What each group of each unit had lost when the turn began.
    pub(super) earlier: Vec<Vec<Number>>,
    /// What was to happen when the phase ended.
    pub(super) held: Vec<Effect>,
}

impl Back {
    /// Takes the effect back.
    pub(super) fn apply(self, state: &mut State) {
        let units = &mut state.units;
        match self {
            Back::Unmuster => {
                units.pop();
            }
            Back::Return(place, unit, stacks, held) => {
                units.insert(place.min(units.len()), *unit);
                state.stacks = stacks;
                state.held = held;
            }
            Back::Rename(place, handle, stacks, held) => {
                at(units, place, |unit| unit.handle = handle);
                state.stacks = stacks;
                state.held = held;
            }
            Back::Unhold => {
                state.held.pop();
            }
            Back::Groups(place, groups) => at(units, place, |unit| unit.groups = groups),
            Back::Side(place, side) => at(units, place, |unit| unit.side = side),
            Back::Units(before, stacks) => {
                *units = before;
                state.stacks = stacks;
            }
            Back::Stacks(stacks) => state.stacks = stacks,
            Back::Fills(fills) => state.fills = fills,
            Back::Unnote(place) => at(units, place, |unit| unit.notes.pop()),
            Back::Lost(place, group, lost) => at(units, place, |unit| {
                if let Some(group) = unit.groups.iter_mut().find(|of| of.id == group) {
                    group.lost = lost;
                }
            }),
            Back::States(place, states) => at(units, place, |unit| unit.states = states),
            Back::Left(place, left) => at(units, place, |unit| unit.left = left),
            Back::Unact(place) => at(units, place, |unit| {
                unit.acted.pop();
            }),
            Back::Clock(clock) => {
                state.turn = clock.turn;
                state.phase = clock.phase;
                state.held = clock.held;
                for (unit, earlier) in units.iter_mut().zip(clock.earlier) {
                    for (group, earlier) in unit.groups.iter_mut().zip(earlier) {
                        group.earlier = earlier;
                    }
                }
                for (place, acted) in clock.acted {
                    at(units, place, |unit| unit.acted = acted);
                }
            }
            Back::Set(setting, Some(value)) => {
                state.settings.insert(setting, value);
            }
            Back::Set(setting, None) => {
                state.settings.remove(&setting);
            }
            Back::Rules(rules) => state.rules = rules,
            Back::Nothing => {}
        }
    }
}

fn at(units: &mut [MusteredUnit], place: usize, change: impl FnOnce(&mut MusteredUnit)) {
    if let Some(unit) = units.get_mut(place) {
        change(unit);
    }
}
