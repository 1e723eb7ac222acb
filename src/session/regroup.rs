//! Units that stand together, part, join or become something else; losses that fall on others.

mod casualties;

use smol_str::SmolStr;

use super::losses::GroupLeft;
use super::{Answer, NoAnswer, Session};
use crate::battle::{Effect, GroupId, MusteredUnit, SplitPart};
use crate::language::battle::{Becoming, Split};
use crate::number::Number;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::situation::Group;
use crate::typed_line::LineFault;

impl Session {
    /// A name for units that stand together.
    pub(super) fn stack(
        &mut self,
        line: &str,
        name: SmolStr,
        units: Vec<SmolStr>,
    ) -> Result<Answer, NoAnswer> {
        for unit in &units {
            self.check_takes_part(unit)?;
        }
        self.check_one_side(&units)?;
        let said = format!("{name} is {}", units.join(" + "));
        let effect = Effect::Stack { stack: name, units };
        self.order(line, vec![effect], None, said)
    }

    /// A part of a unit becomes a unit of its own.
    pub(super) fn split(&mut self, line: &str, split: Split) -> Result<Answer, NoAnswer> {
        let Split { unit, part, to } = split;
        self.check_takes_part(&unit)?;
        self.check_holds_nothing(&unit)?;
        let words = part.groups.iter().map(|group| &group.words);
        if let Some((word, _)) = words
            .chain([&part.words])
            .flat_map(|said| said.iter())
            .next()
        {
            let word = &self.rules.words.get(word).id;
            return Err(LineFault::misplaced(format!("`{word}` has no place here"))
                .hinted(format!("`state {to} {word}` puts the part in a state"))
                .into());
        }
        let parts = self.parts_of(&unit, &part.groups)?;
        let left: Number = self
            .groups_left(&unit)
            .iter()
            .map(|group| {
                let part = parts.iter().find(|part| part.group == group.id);
                let figures = self.figures_of(&unit, group.id);
                let taken = part.map_or(Number::ZERO, |part| part.count * figures - part.lost);
                group.left - taken
            })
            .sum();
        if left <= Number::ZERO {
            return Err(
                LineFault::battle(format!("nothing would be left of `{unit}`"))
                    .hinted(format!("`rename {unit} {to}` gives it another handle"))
                    .into(),
            );
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
            for GroupLeft { id, lost, .. } in self.groups_of_kind(unit, group.troop)? {
                let known = self.mustered_unit(unit);
                let Some(of) = known.and_then(|known| known.group(id)) else {
                    continue;
                };
                let figures = self.figures_of(unit, id);
                let count = rest.min(of.count);
                if count <= Number::ZERO || parts.iter().any(|part| part.group == id) {
                    continue;
                }
                // The losses stay, unless they are said to go or nothing would be left by them.
                let least = self.rules.loss.least;
                let stays = ((of.count - count) * figures - least).max(Number::ZERO);
                let lost = said.max(lost - stays).min(count * figures);
                parts.push(SplitPart {
                    group: id,
                    count,
                    lost,
                });
                rest -= count;
            }
            if rest > Number::ZERO {
                let had = group.count - rest;
                return Err(LineFault::battle(format!(
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
            Some(_) => Err(LineFault::battle("nothing would be left of the part")),
            None => Ok(parts),
        }
    }

    /// How many losses take one count of a group of a unit off the table.
    fn figures_of(&self, unit: &str, id: GroupId) -> Number {
        let group = self.group_of(unit, id);
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
            self.check_takes_part(unit)?;
            self.check_holds_nothing(unit)?;
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
        self.check_takes_part(&unit)?;
        match becoming {
            Becoming::Side(side) => {
                let is = self
                    .mustered_unit(&unit)
                    .is_some_and(|known| known.side == side);
                if is {
                    return Err(LineFault::battle(format!("`{unit}` is of {side} already")).into());
                }
                let said = format!("{unit} fights for {side}");
                self.order(line, vec![Effect::ChangeSide { unit, side }], None, said)
            }
            Becoming::Type { to, of } => {
                let effects = self.retyped(&unit, to, of)?;
                let troop = self.rules.types.get(to);
                let mut said = format!("{unit}: {}", troop.id);
                if let Some(note) = &troop.note {
                    said = format!("{said}\nnote: {note}");
                }
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
        for GroupLeft { id, lost, .. } in groups {
            let known = self.mustered_unit(unit);
            let Some(group) = known.and_then(|known| known.group(id)) else {
                continue;
            };
            if group.troop == *troop {
                continue;
            }
            let Some(mut as_new) = self.group_of(unit, id).cloned() else {
                continue;
            };
            as_new.troop = to;
            let begun = as_new.count * self.figures(&as_new);
            if lost >= begun {
                return Err(LineFault::battle(format!(
                    "`{unit}` has lost {lost}, and {} {troop} are {}",
                    as_new.count,
                    self.rules.loss.of(begun)
                )));
            }
            effects.push(Effect::Retype {
                unit: unit.into(),
                group: id,
                troop: troop.as_str().into(),
            });
        }
        if effects.is_empty() {
            return Err(LineFault::battle(format!("`{unit}` is of {troop} already")));
        }
        Ok(effects)
    }

    fn group_of(&self, unit: &str, id: GroupId) -> Option<&Group> {
        let listed = self.roster.get(self.roster.exactly(unit)?)?;
        let place = listed.ids.iter().position(|known| *known == id)?;
        listed.groups.get(place)
    }

    fn mustered_unit(&self, handle: &str) -> Option<&MusteredUnit> {
        self.live()?.state().unit(handle)
    }

    /// Refuses a unit of which losses come off when the phase ends: they would lose their group.
    fn check_holds_nothing(&self, unit: &str) -> Result<(), LineFault> {
        let held = self.live().map(|battle| &battle.state().held);
        let mut held = held.into_iter().flatten();
        if held.any(|effect| effect.unit() == Some(unit)) {
            let wrong = format!("what `{unit}` has lost comes off when the phase ends");
            return Err(LineFault::battle(wrong).hinted("`phase` begins the next"));
        }
        Ok(())
    }

    /// Refuses units of several sides.
    fn check_one_side(&self, units: &[SmolStr]) -> Result<(), LineFault> {
        let mut known = units.iter().filter_map(|unit| self.mustered_unit(unit));
        let Some(first) = known.next() else {
            return Ok(());
        };
        match known.find(|unit| unit.side != first.side) {
            Some(other) => Err(LineFault::battle(format!(
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
                        return Err(LineFault::battle(format!(
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
