//! Mustering: units that join the battle, alone, from a file, or those of a scenario.

use super::field::listed;
use super::{Answer, NoAnswer, Session};
use crate::battle::{Effect, GroupId, MusteredGroup, MusteredUnit, Notes, State, UnitState};
use crate::language::battle::{BattleCommand, Muster};
use crate::language::command::Command;
use crate::lookups;
use crate::naming::phrase;
use crate::number::Number;
use crate::rules::word::{Lasts, Stands, Word};
use crate::situation::Said;
use crate::typed_line::LineFault;

impl Session {
    pub(super) fn muster(&mut self, line: &str, muster: Muster) -> Result<Answer, NoAnswer> {
        let unit = self.mustered(&muster)?;
        let mut said = format!(
            "{} joins {}: {}",
            unit.called(),
            unit.side,
            self.strength(&unit)
        );
        let states: Vec<&str> = unit
            .states
            .iter()
            .map(|state| state.word.as_str())
            .collect();
        if !states.is_empty() {
            said = format!("{said}, {}", states.join(", "));
        }
        if let Some(kept) = self.kept_together(&unit) {
            said = format!("{said}\n{kept}");
        }
        let effect = Effect::Muster {
            unit: Box::new(unit),
        };
        self.order(line, vec![effect], None, said)
    }

    /// A unit as it joins, in the states in which it begins.
    fn mustered(&self, muster: &Muster) -> Result<MusteredUnit, LineFault> {
        let rules = &self.rules;
        if muster.unit.groups.is_empty() {
            let no_troops = format!("`{}` has no troops", muster.handle);
            return Err(LineFault::new(no_troops));
        }
        let groups = muster.unit.groups.iter().enumerate();
        let groups = groups.map(|(place, group)| MusteredGroup {
            id: GroupId::of_place(place),
            troop: rules.types.get(group.troop).id.as_str().into(),
            count: group.count,
            lost: group.lost + group.lost_counts * self.figures(group),
            earlier: Number::ZERO,
            weapon: group
                .weapon
                .map(|weapon| rules.weapons.get(weapon).id.as_str().into()),
        });
        let of_groups = muster.unit.groups.iter().map(|group| &group.words);
        let mut said = Said::default();
        for (word, number) in of_groups
            .chain([&muster.unit.words])
            .flat_map(|said| said.iter())
        {
            if !said.has(word) {
                said.add(word, number);
            }
        }
        let mut unit = MusteredUnit {
            side: muster.side.clone(),
            handle: muster.handle.clone(),
            name: muster.name.clone(),
            groups: groups.collect(),
            states: self.as_states(&said),
            notes: Notes::default(),
            left: None,
            acted: Vec::new(),
        };
        self.check_states(&unit, &said)?;
        self.begin(&mut unit);
        Ok(unit)
    }

    /// Words as states that a unit is in from now on.
    fn as_states(&self, said: &Said) -> Vec<UnitState> {
        let turn = self.battle.as_ref().map_or(0, |battle| battle.state().turn);
        said.iter()
            .map(|(word, number)| UnitState {
                word: self.rules.words.get(word).id.as_str().into(),
                number,
                since: turn,
            })
            .collect()
    }

    /// Refuses states that the unit cannot be in, or not both.
    fn check_states(&self, unit: &MusteredUnit, said: &Said) -> Result<(), LineFault> {
        let listed = listed(&self.rules, unit);
        for (word, _) in said.iter() {
            let about = self.rules.words.get(word);
            if !self.is_so(&listed, &about.needs) {
                let wrong = format!("`{}` does not fit `{}`", about.id, unit.handle);
                return Err(LineFault::new(wrong).hinted(format!("`{}`: {}", about.id, about.say)));
            }
            let barred = said.iter().find(|(other, _)| about.bars.contains(other));
            if let Some((barred, _)) = barred {
                let barred = &self.rules.words.get(barred).id;
                let both = format!("`{}` and `{barred}` cannot both be", about.id);
                return Err(LineFault::new(both));
            }
        }
        Ok(())
    }

    /// Puts a unit that joins in the states in which such units begin.
    pub(super) fn begin(&self, unit: &mut MusteredUnit) {
        let listed = listed(&self.rules, unit);
        let mut begins = self.rules.begins.iter();
        let Some(begins) = begins.find(|begins| self.is_so(&listed, &begins.when)) else {
            return;
        };
        let mut said = Said::default();
        for word in &begins.gives {
            if !listed.words.has(*word) {
                said.add(*word, Number::ZERO);
            }
        }
        unit.states.extend(self.as_states(&said));
    }

    /// What the referee should know of a stack that is mustered as one unit, where the rules keep
    /// states of each count.
    fn kept_together(&self, unit: &MusteredUnit) -> Option<String> {
        let counts: Number = unit.groups.iter().map(|group| group.count).sum();
        let of_groups = |word: &Word| word.stands == Stands::Group && word.lasts != Lasts::Line;
        let word = self
            .rules
            .words
            .iter()
            .map(|(_, word)| word)
            .find(|word| of_groups(word))?;
        (counts > Number::ONE).then(|| {
            let one = &self.rules.count.one;
            format!(
                "`{}` and the like will be kept of it as a whole: muster each {one} alone, and stack them with `+`",
                word.id
            )
        })
    }

    pub(super) fn muster_file(&mut self, line: &str, path: &str) -> Result<Answer, NoAnswer> {
        let text = crate::rules::table_file::read_table_file(std::path::Path::new(path))
            .map_err(|error| LineFault::file(error.to_string()))?;
        let lines = super::army::read(path, &text).map_err(LineFault::new)?;
        self.muster_lines(line, &lines)
    }

    /// Musters a unit for each line; all of them join, or none.
    fn muster_lines(&mut self, line: &str, lines: &[String]) -> Result<Answer, NoAnswer> {
        let mut effects = Vec::new();
        let mut said = Vec::new();
        let mut trial = self
            .battle
            .as_ref()
            .map_or_else(State::default, |battle| battle.state().clone());
        for each in lines {
            let command = self.grammar().parse(each).map_err(|fault| LineFault {
                message: format!("`{each}`: {}", fault.message),
                at: None,
                ..fault
            })?;
            let Command::Battle(BattleCommand::Muster(muster)) = command else {
                return Err(LineFault::new(format!("`{each}` musters nobody")).into());
            };
            let unit = self.mustered(&muster)?;
            said.push(format!("{} joins {}", unit.called(), unit.side));
            let effect = Effect::Muster {
                unit: Box::new(unit),
            };
            trial
                .apply(&effect)
                .map_err(|misfit| LineFault::new(misfit.to_string()))?;
            effects.push(effect);
        }
        self.order(line, effects, None, said.join("\n"))
    }

    /// Musters every unit of a scenario: a unit for each counter.
    pub(super) fn muster_scenario(&mut self, line: &str, name: &str) -> Result<Answer, NoAnswer> {
        let units = {
            let scenarios = self.books.scenarios(&self.rules, &self.library);
            let scenarios = scenarios.map_err(LineFault::from)?;
            let scenario = lookups::scenario_named(scenarios, name)?;
            super::army::of_scenario(&self.rules, scenario)
        };
        let said: Vec<String> = units
            .chunk_by(|unit, next| unit.side == next.side)
            .filter_map(|side| Some((side.first()?, side.last()?, side.len())))
            .map(|(first, last, count)| {
                let count = i64::try_from(count).unwrap_or(i64::MAX);
                let units = phrase::count(count, "unit", "units");
                format!(
                    "{}: {units}, {} to {}",
                    first.side, first.handle, last.handle
                )
            })
            .collect();
        let mut effects = Vec::new();
        for mut unit in units {
            self.begin(&mut unit);
            effects.push(Effect::Muster {
                unit: Box::new(unit),
            });
        }
        self.order(line, effects, None, said.join("\n"))
    }
}
