//! Mustering: units that join the battle, alone, from a file, or those of a scenario.

use smol_str::{SmolStr, StrExt, format_smolstr};

use super::army::{self, ArmyFaults, ArmyUnit};
use super::field::listed;
use super::{Answer, NoAnswer, Session};
use crate::battle::{
    Battle, Chosen, Effect, GroupId, MusteredGroup, MusteredUnit, Notes, SettingOf, UnitState,
};
use crate::language::battle::{Muster, MusterAlike};
use crate::language::quoting::{quoted, quoted_word};
use crate::language::written;
use crate::lookups;
use crate::naming::phrase;
use crate::number::Number;
use crate::roster::{Listed, Roster};
use crate::rules::word::{Lasts, Stands, Word};
use crate::rulings::checks::check_losses;
use crate::situation::{Said, Situation, Unit};
use crate::typed_line::{FaultKind, LineFault};

/// The most units that handles are given to.
const MOST_UNITS: usize = 10_000;

/// Whether a name begins like another, which is longer.
fn is_begun(name: &str, begun: &str) -> bool {
    let (name, begun) = (name.to_lowercase(), begun.to_lowercase());
    name.len() > begun.len() && name.starts_with(&begun)
}

impl Session {
    pub(super) fn muster(&mut self, line: &str, muster: Muster) -> Result<Answer, NoAnswer> {
        let unit = self.mustered(&muster)?;
        let mut said = format!("{} joins {}: {}", unit.called(), unit.side, unit.troops());
        let states: Vec<&str> = unit
            .states
            .iter()
            .map(|state| state.word.as_str())
            .collect();
        if !states.is_empty() {
            said = format!("{said}, {}", states.join(", "));
        }
        // The first word of a name that was typed without a handle before it.
        if !unit.handle.chars().all(char::is_alphanumeric) {
            said = format!("{said}\nits handle is `{}`", unit.handle);
        }
        if let Some(kept) = self.kept_together(&unit) {
            said = format!("{said}\n{kept}");
        }
        let mut notes = self.of_more_sides(&[&unit.side]);
        notes.extend(self.readings_at_the_start(&muster.unit));
        for note in notes {
            said = format!("{said}\nnote: {note}");
        }
        let effect = Effect::Muster {
            unit: Box::new(unit),
        };
        self.order(line, vec![effect], None, said)
    }

    /// What the referee should know of sides that come after the second, or are called like another.
    fn of_more_sides(&self, joining: &[&SmolStr]) -> Vec<String> {
        let state = self.live().map(Battle::state);
        let sides = state.map(|state| state.sides()).unwrap_or_default();
        let mut sides: Vec<&str> = sides;
        let mut notes = Vec::new();
        for side in joining {
            if sides.contains(&side.as_str()) {
                continue;
            }
            let alike = sides
                .iter()
                .find(|known| is_begun(known, side) || is_begun(side, known));
            match alike {
                Some(known) => notes.push(format!(
                    "`{side}` is another side than `{known}`: if not, `undo`, and type `{known}`"
                )),
                None if sides.len() >= 2 => {
                    let others = sides.join(" and ");
                    notes.push(format!("`{side}` is one side more, besides {others}"));
                }
                None => {}
            }
            sides.push(side);
        }
        notes
    }

    /// Units that are alike, with handles that are given to them.
    pub(super) fn muster_alike(
        &mut self,
        line: &str,
        muster: MusterAlike,
    ) -> Result<Answer, NoAnswer> {
        let MusterAlike { side, units } = muster;
        let first = units
            .first()
            .map(|(_, unit)| self.readings_at_the_start(unit));
        let mut joining = Vec::new();
        let mut said = Vec::new();
        for (count, unit) in units {
            let first = joining.len();
            for _ in 0..count {
                let handle = self.free_handle(&unit, &joining)?;
                joining.push(self.mustered(&Muster {
                    side: side.clone(),
                    handle,
                    name: None,
                    unit: unit.clone(),
                })?);
            }
            let alike = joining.get(first..).unwrap_or_default();
            let handles: Vec<&str> = alike.iter().map(|unit| unit.handle.as_str()).collect();
            if let Some(one) = alike.first() {
                let join = if count == 1 { "joins" } else { "join" };
                said.push(format!(
                    "{} {join} {side}: {}",
                    handles.join(", "),
                    one.troops()
                ));
            }
        }
        let mut notes = self.of_more_sides(&[&side]);
        notes.extend(first.unwrap_or_default());
        said.extend(notes.iter().map(|note| format!("note: {note}")));
        self.all_join(line, joining, said.join("\n"))
    }

    /// A handle that is free: the first letters of its troops' type, and a number.
    fn free_handle(&self, unit: &Unit, joining: &[MusteredUnit]) -> Result<SmolStr, LineFault> {
        let group = unit.groups.first();
        let troop = group.map_or("unit", |group| {
            self.rules.types.get(group.troop).id.as_str()
        });
        let letters = troop.chars().filter(|letter| letter.is_alphanumeric());
        let letters: String = letters.flat_map(char::to_lowercase).collect();
        let is_free = |handle: &str| {
            self.grammar().is_free_handle(handle)
                && joining.iter().all(|unit| unit.handle != handle)
        };
        let stem: String = letters.chars().take(1).collect();
        (1..=MOST_UNITS)
            .map(|number| format_smolstr!("{stem}{number}"))
            .find(|handle| is_free(handle))
            .ok_or_else(|| {
                LineFault::of(
                    FaultKind::Limit,
                    format!("no handle such as `{stem}1` is free"),
                )
            })
    }

    /// Units join together: all of them, or none.
    fn all_join(
        &mut self,
        line: &str,
        units: Vec<MusteredUnit>,
        said: String,
    ) -> Result<Answer, NoAnswer> {
        let (effects, written_out) = self.joining(units);
        self.order_written_out(line, effects, None, (written_out, said))
    }

    /// What makes units join, and the lines that muster them one by one.
    fn joining(&self, units: Vec<MusteredUnit>) -> (Vec<Effect>, Vec<String>) {
        let written_out = units.iter().map(|unit| self.muster_line(unit)).collect();
        let effects = units.into_iter().map(|unit| Effect::Muster {
            unit: Box::new(unit),
        });
        (effects.collect(), written_out)
    }

    /// The line that musters a unit as it is.
    fn muster_line(&self, unit: &MusteredUnit) -> String {
        let Listed { groups, words, .. } = listed(&self.rules, unit);
        let troops = written::troops(
            &self.rules,
            &Unit {
                groups,
                words,
                ..Unit::default()
            },
        );
        let side = quoted_word(&unit.side);
        let name = unit.name.as_ref();
        let name = name.map_or(String::new(), |name| format!(" {}", quoted(name)));
        format!("muster {side} {}{name} = {troops}", unit.handle)
    }

    /// A unit as it joins, in the states in which it begins.
    pub(super) fn mustered(&self, muster: &Muster) -> Result<MusteredUnit, LineFault> {
        let rules = &self.rules;
        if muster.unit.groups.is_empty() {
            let no_troops = format!("`{}` has no troops", muster.handle);
            return Err(LineFault::refused(no_troops));
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
        self.check_strength(&muster.unit)?;
        self.check_states(&unit, &said)?;
        self.begin(&mut unit);
        Ok(unit)
    }

    /// Refuses troops that have lost more than they were, or all.
    fn check_strength(&self, unit: &Unit) -> Result<(), LineFault> {
        let Some((ruling, _)) = self.rules.rulings.iter().next() else {
            return Ok(());
        };
        let mut situation = Situation::of(ruling);
        situation.attacker.units.push(unit.clone());
        check_losses(self.context(&situation)).map_err(|fault| LineFault {
            hint: fault
                .hint
                .or_else(|| Some("`12-4` had twelve and has lost four of them".to_owned())),
            ..fault
        })
    }

    /// Words as states that a unit is in from now on.
    pub(super) fn as_states(&self, said: &Said) -> Vec<UnitState> {
        let turn = self.live().map_or(0, |battle| battle.state().turn);
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
            if !self.is_so(&listed, &Roster::default(), &about.needs) {
                let wrong = format!("`{}` does not fit `{}`", about.id, unit.handle);
                return Err(
                    LineFault::refused(wrong).hinted(format!("`{}`: {}", about.id, about.say))
                );
            }
            let barred = said.iter().find(|(other, _)| about.bars.contains(other));
            if let Some((barred, _)) = barred {
                let barred = &self.rules.words.get(barred).id;
                let both = format!("`{}` and `{barred}` cannot both be", about.id);
                return Err(LineFault::refused(both));
            }
        }
        Ok(())
    }

    /// Those of groups first, as they are read from a line.
    pub(super) fn sort_states(&self, unit: &mut MusteredUnit) {
        unit.states.sort_by_key(|state| {
            let word = self.rules.words.named(&state.word);
            word.is_none_or(|word| self.rules.words.get(word).stands != Stands::Group)
        });
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

    /// Musters the units of a file: all of them, or none where anything is wrong.
    pub(super) fn muster_file(&mut self, line: &str, path: &str) -> Result<Answer, NoAnswer> {
        let text = crate::rules::table_file::read_table_file(std::path::Path::new(path))
            .map_err(|error| LineFault::file(error.to_string()))?;
        let mut faults = ArmyFaults::of(path, &text);
        let mut joining: Vec<MusteredUnit> = Vec::new();
        let mut handles: Vec<SmolStr> = Vec::new();
        for unit in army::read(&text, &mut faults) {
            joining.extend(self.of_file(&unit, &mut handles, &mut faults));
        }
        faults.finish()?;
        let mut said: Vec<String> = joining
            .iter()
            .map(|unit| format!("{} joins {}", unit.called(), unit.side))
            .collect();
        let sides: Vec<&SmolStr> = joining.iter().map(|unit| &unit.side).collect();
        let notes = self.of_more_sides(&sides);
        said.extend(notes.iter().map(|note| format!("note: {note}")));
        self.all_join(line, joining, said.join("\n"))
    }

    /// A unit of a file as it joins; what is wrong is noted. `handles` are those of the file so far.
    fn of_file(
        &self,
        unit: &ArmyUnit,
        handles: &mut Vec<SmolStr>,
        faults: &mut ArmyFaults<'_>,
    ) -> Option<MusteredUnit> {
        let handle = unit.handle.as_ref().and_then(|typed| {
            let handle = match self.grammar().new_handle(&typed.text) {
                Ok(handle) if handles.contains(&handle) => Err(LineFault::misplaced(format!(
                    "`{handle}` is in the file twice"
                ))),
                other => other,
            };
            handles.extend(handle.iter().cloned());
            let noted = handle.map_err(|fault| faults.of_key(typed.at, "handle", &fault));
            noted.ok()
        });
        let typed = unit.troops.as_ref()?;
        let troops = if typed.text.contains('#') {
            Err(LineFault::misplaced("`#` has no place among troops"))
        } else {
            self.grammar().troops(&typed.text)
        };
        let side = unit
            .side
            .as_ref()
            .map(|side| side.text.to_lowercase_smolstr());
        let mustered = troops.and_then(|troops| {
            self.mustered(&Muster {
                side: side.clone().unwrap_or_default(),
                handle: handle.clone().unwrap_or_default(),
                name: unit.name.as_ref().map(|name| name.text.clone()),
                unit: troops,
            })
        });
        let mustered = mustered.map_err(|fault| faults.of_key(typed.at, "troops", &fault));
        handle.and(side).and(mustered.ok())
    }

    /// Musters every unit of a scenario: a unit for each counter.
    pub(super) fn muster_scenario(&mut self, line: &str, name: &str) -> Result<Answer, NoAnswer> {
        let turn = self.live().map_or(0, |battle| battle.state().turn);
        let (units, settings) = {
            let scenarios = self.books.scenarios(&self.rules, &self.library);
            let scenarios = scenarios.map_err(LineFault::from)?;
            let scenario = lookups::scenario_named(scenarios, name)?;
            let units = army::of_scenario(&self.rules, scenario, turn);
            (units, scenario.settings.clone())
        };
        let mut said: Vec<String> = units
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
        let mut units = units;
        for unit in &mut units {
            self.begin(unit);
        }
        said.extend(settings.iter().map(|setting| {
            let about = self.rules.settings.get(*setting);
            format!("`{}` is on: {}", about.id, about.say)
        }));
        let (mut effects, mut written_out) = self.joining(units);
        for setting in settings {
            let id = &self.rules.settings.get(setting).id;
            written_out.push(format!("set {id} on"));
            effects.push(Effect::Set(Chosen {
                setting: SettingOf::Rule(id.clone()),
                value: Number::ONE,
            }));
        }
        self.order_written_out(line, effects, None, (written_out, said.join("\n")))
    }
}
