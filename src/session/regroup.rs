//! Units that stand together, part, join or become something else; losses that fall on others.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::losses::GroupLeft;
use super::{Answer, NoAnswer, Session};
use crate::battle::{Effect, MusteredUnit, SplitPart, What};
use crate::language::battle::{Becoming, Split};
use crate::language::fault::LineFault;
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::situation::Group;

impl Session {
    /// A name for units that stand together.
    pub(super) fn stack(
        &mut self,
        line: &str,
        name: SmolStr,
        units: Vec<SmolStr>,
    ) -> Result<Answer, NoAnswer> {
        for unit in &units {
            self.check_stands(unit)?;
        }
        self.check_one_side(&units)?;
        let said = format!("{name} is {}", units.join(" + "));
        let effect = Effect::Stack { stack: name, units };
        self.order(line, vec![effect], None, said)
    }

    /// A part of a unit becomes a unit of its own.
    pub(super) fn split(&mut self, line: &str, split: Split) -> Result<Answer, NoAnswer> {
        let Split { unit, part, to } = split;
        self.check_stands(&unit)?;
        let words = part.groups.iter().map(|group| &group.words);
        if let Some((word, _)) = words
            .chain([&part.words])
            .flat_map(|said| said.iter())
            .next()
        {
            let word = &self.rules.words.get(word).id;
            return Err(LineFault::new(format!("`{word}` has no place here"))
                .hinted(format!("`state {to} {word}` puts the part in a state"))
                .into());
        }
        let parts = self.parts_of(&unit, &part.groups)?;
        let left: Number = self
            .groups_left(&unit)
            .iter()
            .map(|group| {
                let part = parts.iter().find(|part| part.group == group.number);
                let figures = self.figures_of(&unit, group.number);
                let taken = part.map_or(Number::ZERO, |part| part.count * figures - part.lost);
                group.left - taken
            })
            .sum();
        if left <= Number::ZERO {
            return Err(LineFault::new(format!("nothing would be left of `{unit}`"))
                .hinted(format!("`rename {unit} {to}` gives it another handle"))
                .into());
        }
        let effect = Effect::Split {
            unit: unit.clone(),
            to: to.clone(),
            parts,
        };
        let troops: Vec<String> = part
            .groups
            .iter()
            .map(|group| format!("{} {}", group.count, self.rules.types.get(group.troop).id))
            .collect();
        let said = format!("{to} parts from {unit}: {}", troops.join(" + "));
        self.order(line, vec![effect], None, said)
    }

    /// What the named troops take of a unit, each from its groups in the order typed.
    fn parts_of(&self, unit: &str, wanted: &[Group]) -> Result<Vec<SplitPart>, LineFault> {
        let mut parts: Vec<SplitPart> = Vec::new();
        for group in wanted {
            let troop = &self.rules.types.get(group.troop).id;
            let said = group.lost + group.lost_counts * self.figures(group);
            let mut rest = group.count;
            for GroupLeft { number, lost, .. } in self.groups_of_kind(unit, group.troop)? {
                let of = self
                    .battle
                    .as_ref()
                    .and_then(|battle| battle.state().unit(unit));
                let Some(of) = of.and_then(|unit| unit.groups.get(number)) else {
                    continue;
                };
                let figures = self.figures_of(unit, number);
                let count = rest.min(of.count);
                if count <= Number::ZERO || parts.iter().any(|part| part.group == number) {
                    continue;
                }
                // The losses stay, unless they are said to go or nothing would be left by them.
                let least = self.rules.loss.least;
                let stays = ((of.count - count) * figures - least).max(Number::ZERO);
                let lost = said.max(lost - stays).min(count * figures);
                parts.push(SplitPart {
                    group: number,
                    count,
                    lost,
                });
                rest -= count;
            }
            if rest > Number::ZERO {
                let had = group.count - rest;
                return Err(LineFault::new(format!(
                    "`{unit}` has {had} {troop}, not {}",
                    group.count
                )));
            }
        }
        let gone = parts.iter().find(|part| {
            let begun = part.count * self.figures_of(unit, part.group);
            part.lost >= begun
        });
        match gone {
            Some(_) => Err(LineFault::new("nothing would be left of the part")),
            None => Ok(parts),
        }
    }

    /// How many losses take one count of a group of a unit off the table.
    fn figures_of(&self, unit: &str, number: usize) -> Number {
        let listed = self.roster.exactly(unit);
        let listed = listed.and_then(|place| self.roster.get(place));
        let group = listed.and_then(|listed| {
            let place = listed.numbers.iter().position(|known| *known == number)?;
            listed.groups.get(place)
        });
        group.map_or(Number::ONE, |group| self.figures(group))
    }

    /// Units become one.
    pub(super) fn merge(
        &mut self,
        line: &str,
        units: Vec<SmolStr>,
        to: SmolStr,
    ) -> Result<Answer, NoAnswer> {
        for unit in &units {
            self.check_stands(unit)?;
        }
        self.check_one_side(&units)?;
        self.check_states_together(&units)?;
        let said = format!("{} become {to}", units.join(" and "));
        let effect = Effect::Merge { units, to };
        self.order(line, vec![effect], None, said)
    }

    /// A unit is of another troop type, or of another side.
    pub(super) fn becomes(
        &mut self,
        line: &str,
        unit: SmolStr,
        becoming: Becoming,
    ) -> Result<Answer, NoAnswer> {
        self.check_stands(&unit)?;
        match becoming {
            Becoming::Side(side) => {
                let is = self
                    .mustered_unit(&unit)
                    .is_some_and(|known| known.side == side);
                if is {
                    return Err(LineFault::new(format!("`{unit}` is of {side} already")).into());
                }
                let said = format!("{unit} fights for {side}");
                self.order(line, vec![Effect::ChangeSide { unit, side }], None, said)
            }
            Becoming::Type { to, of } => {
                let effects = self.retyped(&unit, to, of)?;
                let said = format!("{unit}: {}", self.rules.types.get(to).id);
                self.order(line, effects, None, said)
            }
        }
    }

    /// The groups of a unit that become of another type.
    fn retyped(
        &self,
        unit: &str,
        to: Id<TroopType>,
        of: Option<Id<TroopType>>,
    ) -> Result<Vec<Effect>, LineFault> {
        let troop = &self.rules.types.get(to).id;
        let groups = match of {
            Some(of) => self.groups_of_kind(unit, of)?,
            None => self.groups_left(unit),
        };
        let mut effects = Vec::new();
        for GroupLeft { number, lost, .. } in groups {
            let known = self.mustered_unit(unit);
            let Some(group) = known.and_then(|known| known.groups.get(number)) else {
                continue;
            };
            if group.troop == *troop {
                continue;
            }
            let mut as_new = self.group_of(unit, number).ok_or_else(|| {
                LineFault::new(format!("`{unit}` has troops that these rules do not know"))
            })?;
            as_new.troop = to;
            let begun = as_new.count * self.figures(&as_new);
            if lost >= begun {
                return Err(LineFault::new(format!(
                    "`{unit}` has lost {lost}, and {} {troop} are {}",
                    as_new.count,
                    self.rules.loss.of(begun)
                )));
            }
            effects.push(Effect::Retype {
                unit: unit.into(),
                group: number,
                troop: troop.as_str().into(),
            });
        }
        if effects.is_empty() {
            return Err(LineFault::new(format!("`{unit}` is of {troop} already")));
        }
        Ok(effects)
    }

    fn group_of(&self, unit: &str, number: usize) -> Option<Group> {
        let listed = self.roster.get(self.roster.exactly(unit)?)?;
        let place = listed.numbers.iter().position(|known| *known == number)?;
        listed.groups.get(place).cloned()
    }

    fn mustered_unit(&self, handle: &str) -> Option<&MusteredUnit> {
        self.battle.as_ref()?.state().unit(handle)
    }

    /// So many of what a unit lost in the last ruling fall on one of its kinds.
    pub(super) fn casualties(
        &mut self,
        line: &str,
        unit: &SmolStr,
        lost: Number,
        kind: Id<TroopType>,
    ) -> Result<Answer, NoAnswer> {
        self.check_stands(unit)?;
        let of_kind = self.groups_of_kind(unit, kind)?;
        let fell = self.last_losses(unit)?;
        let total: Number = fell.values().copied().sum();
        let what = &self.rules.loss;
        if lost > total {
            return Err(LineFault::new(format!(
                "`{unit}` lost {} in the last ruling, not {lost}",
                what.of(total)
            ))
            .into());
        }
        let is_of_kind = |number: usize| of_kind.iter().any(|group| group.number == number);
        let wanted = self.spread(&of_kind, &fell, lost, unit)?;
        let others: Vec<GroupLeft> = self
            .groups_left(unit)
            .into_iter()
            .filter(|group| !is_of_kind(group.number))
            .collect();
        let rest = self.spread(&others, &fell, total - lost, unit)?;
        let mut more: Vec<(usize, Number)> = Vec::new();
        let mut less: Vec<(usize, Number)> = Vec::new();
        for (number, wanted) in wanted.into_iter().chain(rest) {
            let change = wanted - fell.get(&number).copied().unwrap_or_default();
            if change > Number::ZERO {
                more.push((number, change));
            } else if change < Number::ZERO {
                less.push((number, -change));
            }
        }
        let effects = moves(unit, more, less);
        let kind = &self.rules.types.get(kind).id;
        if effects.is_empty() {
            return Err(LineFault::new(format!("{lost} of {kind} fell already")).into());
        }
        let said = format!("{unit}: {} lost, {lost} of {kind}", what.of(total));
        self.order(line, effects, None, format!("{said} (the referee's own)"))
    }

    /// How many losses fall on each of some groups, in the order typed; what fell on them can fall on them again.
    fn spread(
        &self,
        groups: &[GroupLeft],
        fell: &BTreeMap<usize, Number>,
        lost: Number,
        unit: &str,
    ) -> Result<Vec<(usize, Number)>, LineFault> {
        let mut rest = lost;
        let mut spread = Vec::new();
        for group in groups {
            let most = group.left + fell.get(&group.number).copied().unwrap_or_default();
            let here = rest.min(most);
            rest -= here;
            spread.push((group.number, here));
        }
        if rest > Number::ZERO {
            let room = lost - rest;
            return Err(LineFault::new(format!(
                "`{unit}` cannot lose {lost} so: {} can",
                self.rules.loss.of(room)
            )));
        }
        Ok(spread)
    }

    /// What each group of a unit lost in the last ruling, as far as it was not moved since.
    fn last_losses(&self, unit: &str) -> Result<BTreeMap<usize, Number>, LineFault> {
        let none = || LineFault::new(format!("`{unit}` lost nothing in the last ruling"));
        let record = self.battle.as_ref().map(|battle| battle.record());
        let record = record.ok_or_else(none)?;
        let last = record.last_ruling().ok_or_else(none)?;
        let mut fell: BTreeMap<usize, Number> = BTreeMap::new();
        for effect in last.what.effects() {
            if let Effect::Lose {
                unit: of,
                group,
                lost,
            } = effect
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
            } = effect
                && of == unit
            {
                *fell.entry(*from).or_default() -= *lost;
                *fell.entry(*to).or_default() += *lost;
            }
        }
        Ok(fell)
    }

    /// Refuses units of several sides.
    fn check_one_side(&self, units: &[SmolStr]) -> Result<(), LineFault> {
        let mut known = units.iter().filter_map(|unit| self.mustered_unit(unit));
        let Some(first) = known.next() else {
            return Ok(());
        };
        match known.find(|unit| unit.side != first.side) {
            Some(other) => Err(LineFault::new(format!(
                "`{}` is of {}, and `{}` of {}",
                first.handle, first.side, other.handle, other.side
            ))),
            None => Ok(()),
        }
    }

    /// Refuses units whose states cannot be beside each other.
    fn check_states_together(&self, units: &[SmolStr]) -> Result<(), LineFault> {
        let listed = units
            .iter()
            .filter_map(|unit| self.roster.get(self.roster.exactly(unit)?));
        let listed: Vec<_> = listed.collect();
        for one in &listed {
            for other in &listed {
                for (word, number) in one.words.iter() {
                    let barred = other.words.iter().find(|(against, of)| {
                        self.rules.bar_each_other(word, *against)
                            || (word == *against && number != *of)
                    });
                    if let Some((against, _)) = barred {
                        let (word, against) = (
                            &self.rules.words.get(word).id,
                            &self.rules.words.get(against).id,
                        );
                        return Err(LineFault::new(format!(
                            "`{}` is `{word}` and `{}` is `{against}`",
                            one.handle, other.handle
                        ))
                        .hinted(format!(
                            "say which it is first, as in `state {} {word}`",
                            other.handle
                        )));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Losses moved from groups that have fewer to groups that have more.
fn moves(unit: &str, mut more: Vec<(usize, Number)>, less: Vec<(usize, Number)>) -> Vec<Effect> {
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
