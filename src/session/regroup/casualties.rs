//! Losses of the last ruling that fall on another kind of a unit.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::battle::{Effect, GroupId, What};
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::session::losses::GroupLeft;
use crate::session::{Answer, NoAnswer, Session};
use crate::typed_line::LineFault;

impl Session {
    /// So many of what a unit lost in the last ruling fall on one of its kinds.
    pub(in super::super) fn casualties(
        &mut self,
        line: &str,
        unit: &SmolStr,
        lost: Number,
        kind: Id<TroopType>,
    ) -> Result<Answer, NoAnswer> {
        self.check_takes_part(unit)?;
        let of_kind = self.groups_of_kind(unit, kind)?;
        let fell = self.last_losses(unit)?;
        let total: Number = fell.values().copied().sum();
        let what = &self.rules.loss;
        if lost > total {
            return Err(LineFault::battle(format!(
                "`{unit}` lost {} in the last ruling, not {lost}",
                what.of(total)
            ))
            .into());
        }
        let is_of_kind = |id: GroupId| of_kind.iter().any(|group| group.id == id);
        let held = self.holds_losses(unit)?;
        // What has not come off yet is not taken from what is left.
        let taken = if held { BTreeMap::new() } else { fell.clone() };
        let wanted = self.spread(&of_kind, &taken, lost, unit)?;
        let others: Vec<GroupLeft> = self
            .groups_left(unit)
            .into_iter()
            .filter(|group| !is_of_kind(group.id))
            .collect();
        let rest = self.spread(&others, &taken, total - lost, unit)?;
        let mut more: Vec<(GroupId, Number)> = Vec::new();
        let mut less: Vec<(GroupId, Number)> = Vec::new();
        for (id, wanted) in wanted.into_iter().chain(rest) {
            let change = wanted - fell.get(&id).copied().unwrap_or_default();
            if change > Number::ZERO {
                more.push((id, change));
            } else if change < Number::ZERO {
                less.push((id, -change));
            }
        }
        let mut effects = moves(unit, more, less);
        if held {
            effects = effects.into_iter().map(hold).collect();
        }
        let kind = &self.rules.types.get(kind).id;
        if effects.is_empty() {
            return Err(LineFault::battle(format!("{lost} of {kind} fell already")).into());
        }
        let said = format!("{unit}: {} lost, {lost} of {kind}", what.of(total));
        self.order(line, effects, None, format!("{said} (the referee's own)"))
    }

    /// How many losses fall on each of some groups, in the order typed; what fell on them can fall on them again.
    fn spread(
        &self,
        groups: &[GroupLeft],
        fell: &BTreeMap<GroupId, Number>,
        lost: Number,
        unit: &str,
    ) -> Result<Vec<(GroupId, Number)>, LineFault> {
        let mut rest = lost;
        let mut spread = Vec::new();
        for group in groups {
            let most = group.left + fell.get(&group.id).copied().unwrap_or_default();
            let here = rest.min(most);
            rest -= here;
            spread.push((group.id, here));
        }
        if rest > Number::ZERO {
            let room = lost - rest;
            return Err(LineFault::battle(format!(
                "`{unit}` cannot lose {lost} so: {} can",
                self.rules.loss.of(room)
            )));
        }
        Ok(spread)
    }

    /// Whether what a unit lost in the last ruling comes off when the phase ends.
    ///
    /// # Errors
    /// It has come off already.
    fn holds_losses(&self, unit: &str) -> Result<bool, LineFault> {
        let record = self.live().map(|battle| battle.record());
        let last = record.and_then(|record| Some((record, record.last_ruling()?)));
        let Some((record, last)) = last else {
            return Ok(false);
        };
        if record.came_off_since(last.n) {
            return Err(
                LineFault::battle("what was lost in it came off when the phase ended")
                    .hinted("`undo` takes the phase back"),
            );
        }
        let is_held =
            |effect: &Effect| matches!(effect, Effect::Held { .. }) && effect.unit() == Some(unit);
        Ok(last.what.effects().iter().any(is_held))
    }

    /// What each group of a unit lost in the last ruling, as far as it was not moved since.
    fn last_losses(&self, unit: &str) -> Result<BTreeMap<GroupId, Number>, LineFault> {
        let none = || LineFault::battle(format!("`{unit}` lost nothing in the last ruling"));
        let record = self.live().map(|battle| battle.record());
        let record = record.ok_or_else(none)?;
        let last = record.last_ruling().ok_or_else(none)?;
        let mut fell: BTreeMap<GroupId, Number> = BTreeMap::new();
        for effect in last.what.effects() {
            if let Effect::Lose {
                unit: of,
                group,
                lost,
            } = effect.at_last()
                && of == unit
            {
                *fell.entry(*group).or_default() += *lost;
            }
        }
        if fell.is_empty() {
            return Err(none());
        }
        let since = record.entries().iter().filter(|entry| {
            entry.n > last.n && record.counts(entry.n) && matches!(entry.what, What::Order { .. })
        });
        for effect in since.flat_map(|entry| entry.what.effects()) {
            if let Effect::MoveLosses {
                unit: of,
                from,
                to,
                lost,
            } = effect.at_last()
                && of == unit
            {
                *fell.entry(*from).or_default() -= *lost;
                *fell.entry(*to).or_default() += *lost;
            }
        }
        Ok(fell)
    }
}

fn hold(effect: Effect) -> Effect {
    Effect::Held {
        effect: Box::new(effect),
    }
}

/// Losses moved from groups that have fewer to groups that have more.
fn moves(
    unit: &str,
    mut more: Vec<(GroupId, Number)>,
    less: Vec<(GroupId, Number)>,
) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (from, mut rest) in less {
        for (to, wanted) in &mut more {
            let lost = rest.min(*wanted);
            if lost > Number::ZERO {
                effects.push(Effect::MoveLosses {
                    unit: unit.into(),
                    from,
                    to: *to,
                    lost,
                });
                rest -= lost;
                *wanted -= lost;
            }
        }
    }
    effects
}
