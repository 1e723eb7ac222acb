//! Losses of a line, as they fall on the groups of its units.

use super::{LineFault, Session};
use crate::battle::{Effect, GroupId, MusteredUnit, State};
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::situation::{Group, Situation};

/// Why a unit of which nothing is left has left the table.
pub(super) const DESTROYED: &str = "destroyed";

/// What is left of a group of a unit of the battle.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroupLeft {
    /// Which group of the unit it is.
    pub(super) id: GroupId,
    pub(super) left: Number,
    pub(super) lost: Number,
}

impl Session {
    /// Losses that the referee decides fall on the groups in the order typed, or on those of one kind.
    pub(super) fn lose(
        &self,
        handle: &str,
        lost: Number,
        kind: Option<Id<TroopType>>,
    ) -> Result<(Vec<Effect>, String), LineFault> {
        let all = self.groups_left(handle);
        let total: Number = all.iter().map(|group| group.left).sum();
        let gone: Number = all.iter().map(|group| group.lost).sum();
        let groups = match kind {
            Some(kind) => self.groups_of_kind(handle, kind)?,
            None => all,
        };
        let (left, so_far) = (
            groups.iter().map(|group| group.left).sum::<Number>(),
            groups.iter().map(|group| group.lost).sum::<Number>(),
        );
        if lost > left || lost + so_far < Number::ZERO {
            let what = &self.rules.loss;
            let of = kind.map_or(String::new(), |kind| {
                format!(" of {}", self.rules.types.get(kind).id)
            });
            return Err(LineFault::battle(format!(
                "`{handle}` has {} left and {so_far} lost{of}",
                what.of(left)
            )));
        }
        let mut rest = lost;
        let mut effects = Vec::new();
        for group in groups {
            let here = rest.min(group.left).max(-group.lost);
            if !here.is_zero() {
                effects.push(Effect::Lose {
                    unit: handle.into(),
                    group: group.id,
                    lost: here,
                });
                rest -= here;
            }
        }
        let mut said = if lost > Number::ZERO {
            let kinds = self.kinds_lost(handle, &effects).unwrap_or_default();
            format!("{handle} loses {}{kinds}", self.rules.loss.of(lost))
        } else {
            format!("{handle} gets back {}", self.rules.loss.of(-lost))
        };
        let on_table = self.roster.exactly(handle);
        let on_table = on_table.and_then(|place| self.roster.get(place));
        let on_table = on_table.is_some_and(|listed| listed.left.is_none());
        let leaves = self.leaves_by(total + gone, lost + gone, lost);
        if let Some(why) = leaves.filter(|_| on_table) {
            said = format!("{said}: {why}");
            effects.push(Effect::Leave {
                unit: handle.into(),
                why: why.into(),
            });
        }
        Ok((effects, said))
    }

    /// Why a unit leaves the table that has lost so much of what it had, `more` of it now.
    pub(super) fn leaves_by(&self, begun: Number, lost: Number, more: Number) -> Option<String> {
        if more <= Number::ZERO {
            return None;
        }
        if lost >= begun {
            return Some(DESTROYED.to_owned());
        }
        let rule = self.rules.withdraws.as_ref()?;
        (begun * rule.at <= lost).then(|| rule.say.clone())
    }

    /// What is left of each group of a unit, and what it has lost.
    pub(super) fn groups_left(&self, handle: &str) -> Vec<GroupLeft> {
        self.groups_left_in(&self.roster, handle)
    }

    /// What is left of each group of a unit of some roster, and what it has lost.
    pub(super) fn groups_left_in(&self, roster: &Roster, handle: &str) -> Vec<GroupLeft> {
        let listed = roster.exactly(handle).and_then(|place| roster.get(place));
        let Some(listed) = listed else {
            return Vec::new();
        };
        let Some((ruling, _)) = self.rules.rulings.iter().next() else {
            return Vec::new();
        };
        let situation = Situation::of(ruling);
        let context = self.context(&situation);
        listed
            .groups
            .iter()
            .zip(&listed.ids)
            .map(|(group, id)| GroupLeft {
                id: *id,
                left: context.left(group),
                lost: context.lost(group),
            })
            .collect()
    }

    /// What is left of the groups of a unit that are of one kind.
    ///
    /// # Errors
    /// The unit has none.
    pub(super) fn groups_of_kind(
        &self,
        handle: &str,
        kind: Id<TroopType>,
    ) -> Result<Vec<GroupLeft>, LineFault> {
        let wanted = &self.rules.types.get(kind).id;
        let unit = self.live().and_then(|battle| battle.state().unit(handle));
        let of_kind = |group: &GroupLeft| {
            let group = unit.and_then(|unit| unit.group(group.id));
            group.is_some_and(|group| group.troop == *wanted)
        };
        let mut found = self.groups_left(handle);
        found.retain(of_kind);
        if found.is_empty() {
            let groups = unit.into_iter().flat_map(MusteredUnit::groups_there);
            let kinds: Vec<&str> = groups.map(|group| group.troop.as_str()).collect();
            return Err(LineFault::battle(format!("`{handle}` has no {wanted}"))
                .hinted(format!("it has {}", kinds.join(" and "))));
        }
        Ok(found)
    }

    /// Refuses an amendment after which units would have lost more than they had, or stand with nothing left.
    ///
    /// # Errors
    /// The first such unit.
    pub(super) fn check_losses_in(&self, after: &State) -> Result<(), LineFault> {
        let after = self.roster_of(after);
        for unit in after.iter().filter(|unit| unit.unknown.is_none()) {
            let mut nothing = true;
            let mut fits = true;
            for group in &unit.groups {
                let begun = group.count * self.figures(group);
                fits &= Number::ZERO <= group.lost && group.lost <= begun;
                nothing &= group.lost >= begun;
            }
            if !fits || (nothing && unit.left.is_none()) {
                let handle = &unit.handle;
                return Err(LineFault::battle(format!(
                    "`{handle}` has lost or got back too much since for that"
                ))
                .hinted("`undo` takes back what came after it"));
            }
        }
        Ok(())
    }

    /// How many losses take one count of a group off the table.
    pub(super) fn figures(&self, group: &Group) -> Number {
        let Some((ruling, _)) = self.rules.rulings.iter().next() else {
            return Number::ONE;
        };
        let situation = Situation::of(ruling);
        self.context(&situation).figures(group)
    }

    /// Which kinds of a unit of several the losses fall on, such as ` (9 of pike, 1 of musket)`;
    /// `None` where that does not matter.
    pub(super) fn kinds_lost(&self, handle: &str, effects: &[Effect]) -> Option<String> {
        let unit = self.standing()?.unit(handle)?;
        let kinds_left = self.groups_left(handle);
        let kinds_left = kinds_left.iter().filter(|group| group.left > Number::ZERO);
        if kinds_left.count() < 2 {
            return None;
        }
        let kinds = effects.iter().filter_map(|effect| match effect.at_last() {
            Effect::Lose {
                unit: of,
                group,
                lost,
            } if of == handle => Some((*lost, unit.group(*group)?.troop.as_str())),
            _ => None,
        });
        let kinds: Vec<(Number, &str)> = kinds.collect();
        if let [(_, only)] = kinds.as_slice() {
            return Some(format!(" (of {only})"));
        }
        let kinds = kinds
            .iter()
            .map(|(lost, troop)| format!("{lost} of {troop}"));
        Some(format!(" ({})", kinds.collect::<Vec<String>>().join(", ")))
    }
}
