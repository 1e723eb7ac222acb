//! What becomes of groups: units that part, units that become one, losses that move.

use smol_str::SmolStr;

use super::{Misfit, State};
use crate::battle::effect::SplitPart;
use crate::battle::notes::Notes;
use crate::battle::unit::{MusteredGroup, MusteredUnit};
use crate::number::Number;
use crate::situation::GroupId;

impl State {
    /// Makes a part of a unit a unit of its own; its groups keep their ids.
    pub(super) fn split(
        &mut self,
        unit: &SmolStr,
        to: &SmolStr,
        parts: &[SplitPart],
    ) -> Result<(), Misfit> {
        if self.unit(to).is_some() {
            return Err(Misfit::Twice(to.clone()));
        }
        let known = self.unit(unit);
        let known = known.ok_or_else(|| Misfit::NoUnit(unit.clone()))?;
        let mut rest = known.groups.clone();
        let mut groups = Vec::with_capacity(parts.len());
        for part in parts {
            let Some(group) = rest.iter_mut().find(|group| group.id == part.group) else {
                return Err(Misfit::NoGroup(unit.clone(), part.group));
            };
            if group.count < part.count || group.lost < part.lost {
                return Err(Misfit::TooMuch(unit.clone()));
            }
            group.count -= part.count;
            group.lost -= part.lost;
            let earlier = group.earlier.min(part.lost);
            group.earlier -= earlier;
            groups.push(MusteredGroup {
                count: part.count,
                lost: part.lost,
                earlier,
                ..group.clone()
            });
        }
        let new = MusteredUnit {
            handle: to.clone(),
            name: None,
            groups,
            notes: Notes::default(),
            ..known.clone()
        };
        let (place, known) = self.named(unit)?;
        known.groups = rest;
        self.units.insert(place + 1, new);
        Ok(())
    }

    /// Makes units one, in the place of the first.
    pub(super) fn merge(&mut self, units: &[SmolStr], to: &SmolStr) -> Result<(), Misfit> {
        let is_one_of = |handle: &SmolStr| units.contains(handle);
        if self.unit(to).is_some() && !is_one_of(to) {
            return Err(Misfit::Twice(to.clone()));
        }
        let mut known = units.iter().enumerate();
        if let Some((_, twice)) =
            known.find(|(place, unit)| units.iter().take(*place).any(|other| other == *unit))
        {
            return Err(Misfit::Twice(twice.clone()));
        }
        let Some((first, others)) = units.split_first() else {
            return Ok(());
        };
        let (place, first) = self.named(first)?;
        let mut one = first.clone();
        for handle in others {
            let other = self.unit(handle);
            let other = other.ok_or_else(|| Misfit::NoUnit(handle.clone()))?;
            if other.side != one.side {
                return Err(Misfit::Sides(one.handle.clone(), other.handle.clone()));
            }
            join(&mut one, other);
        }
        if *to != one.handle {
            one.name = None;
        }
        one.handle = to.clone();
        if let Some(unit) = self.units.get_mut(place) {
            *unit = one;
        }
        let mut number = 0;
        self.units.retain(|unit| {
            number += 1;
            number == place + 1 || !is_one_of(&unit.handle)
        });
        for gone in units.iter().filter(|unit| *unit != to) {
            self.without_stacks_of(gone);
        }
        Ok(())
    }
}

/// Lets losses of one group of a unit fall on another.
pub(super) fn move_losses(
    unit: &mut MusteredUnit,
    from: GroupId,
    to: GroupId,
    lost: Number,
) -> Result<(), Misfit> {
    if let Some(missing) = [from, to].into_iter().find(|id| unit.group(*id).is_none()) {
        return Err(Misfit::NoGroup(unit.handle.clone(), missing));
    }
    for group in &mut unit.groups {
        if group.id == from {
            group.lost -= lost;
        }
        if group.id == to {
            group.lost += lost;
        }
    }
    Ok(())
}

/// Joins another unit to one; a group that it has not yet comes under an id of its own.
fn join(one: &mut MusteredUnit, other: &MusteredUnit) {
    for group in &other.groups {
        let mut known = one.groups.iter_mut();
        let same = known.find(|known| known.troop == group.troop && known.weapon == group.weapon);
        match same {
            Some(same) => {
                same.count += group.count;
                same.lost += group.lost;
                same.earlier += group.earlier;
            }
            None => {
                let id = GroupId::after(one.groups.iter().map(|group| group.id));
                one.groups.push(MusteredGroup {
                    id,
                    ..group.clone()
                });
            }
        }
    }
    for state in &other.states {
        if !one.is_in(&state.word) {
            one.states.push(state.clone());
        }
    }
    for ruling in &other.acted {
        if !one.acted.contains(ruling) {
            one.acted.push(ruling.clone());
        }
    }
    for note in other.notes.iter() {
        one.notes.push(note.into());
    }
}
