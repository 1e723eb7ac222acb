//! The verbs of the battle: what each does to it, or shows of it.

use super::{Answer, Hand, NoAnswer, Session};
use crate::battle::{Effect, MusteredGroup, MusteredUnit, Notes, State, UnitState, What};
use crate::language::battle::{BattleCommand, Decided, LogOf, Muster, Order, ReportOf};
use crate::language::fault::LineFault;
use crate::lookups;
use crate::naming::Found;
use crate::number::Number;
use crate::rules::shelf::Named;
use crate::rules::word::Lasts;
use crate::situation::Situation;

impl Session {
    /// Answers a line about the battle.
    pub(super) fn battle_line(
        &mut self,
        line: &str,
        command: BattleCommand,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        match command {
            BattleCommand::Muster(muster) => self.muster(line, *muster),
            BattleCommand::MusterFile(path) => self.muster_file(line, &path),
            BattleCommand::MusterScenario(name) => self.muster_scenario(line, &name),
            BattleCommand::Units(side) => Ok(super::sheet(self.units(side.as_deref()))),
            BattleCommand::Unit(unit) => Ok(super::sheet(self.unit(&unit))),
            BattleCommand::Rename(unit, to) => {
                let said = format!("{unit} is now {to}");
                self.order(line, vec![Effect::Rename { unit, to }], None, said)
            }
            BattleCommand::Remove(unit) => {
                let said = format!("{unit} is struck off");
                self.order(line, vec![Effect::Remove { unit }], None, said)
            }
            BattleCommand::Note(unit, text) => {
                let said = format!("noted of {unit}");
                self.order(line, vec![Effect::Note { unit, text }], None, said)
            }
            BattleCommand::Order(order) => self.decide(line, *order),
            BattleCommand::Turn => self.turn(line),
            BattleCommand::Phase(name) => self.phase(line, name.as_deref()),
            BattleCommand::Log(of) => Ok(super::sheet(self.log(&of))),
            BattleCommand::Undo(count) => self.undo(line, count),
            BattleCommand::Redo(count) => self.redo(line, count),
            BattleCommand::Amend(changes) => self.amend(line, &changes, hand),
            BattleCommand::AmendTo(said) => self.amend_to(line, &said, hand),
            BattleCommand::Again(target) => self.again(target.as_deref(), hand),
            BattleCommand::Luck => Ok(super::sheet(self.luck())),
            BattleCommand::Report(of) => Ok(match of {
                ReportOf::Unit(unit) => super::sheet(self.heard_of(&unit)),
                ReportOf::Side(side) => super::sheet(self.heard_by(&side)?),
            }),
            BattleCommand::Reveal => self.reveal(line),
        }
    }

    fn muster(&mut self, line: &str, muster: Muster) -> Result<Answer, NoAnswer> {
        let unit = self.mustered(&muster);
        self.check_muster(&unit)?;
        let said = format!(
            "{} joins {}: {}",
            unit.called(),
            unit.side,
            self.strength(&unit)
        );
        let effect = Effect::Muster {
            unit: Box::new(unit),
        };
        self.order(line, vec![effect], None, said)
    }

    fn mustered(&self, muster: &Muster) -> MusteredUnit {
        let rules = &self.rules;
        let groups = muster.unit.groups.iter().map(|group| MusteredGroup {
            troop: rules.types.get(group.troop).id.clone(),
            count: group.count,
            lost: group.lost,
            weapon: group
                .weapon
                .map(|weapon| rules.weapons.get(weapon).id.clone()),
        });
        let states = muster.unit.words.iter().map(|(word, number)| UnitState {
            word: rules.words.get(word).id.clone(),
            number,
        });
        MusteredUnit {
            side: muster.side.clone(),
            handle: muster.handle.clone(),
            name: muster.name.clone(),
            groups: groups.collect(),
            states: states.collect(),
            notes: Notes::default(),
            left: None,
            acted: Vec::new(),
        }
    }

    /// Refuses a unit that could not take part in any ruling.
    fn check_muster(&self, unit: &MusteredUnit) -> Result<(), LineFault> {
        if unit.groups.is_empty() {
            return Err(LineFault::new(format!("`{}` has no troops", unit.handle)));
        }
        Ok(())
    }

    /// Enters an order and says what was done.
    pub(super) fn order(
        &mut self,
        line: &str,
        effects: Vec<Effect>,
        reason: Option<String>,
        said: String,
    ) -> Result<Answer, NoAnswer> {
        let notice = self.enter(line, What::Order { effects, reason })?;
        Ok(Answer::Done(match notice {
            Some(notice) => format!("{said}\nnote: {notice}"),
            None => said,
        }))
    }

    /// Puts an entry on record, and lists the units as it leaves them.
    pub(super) fn enter(&mut self, line: &str, what: What) -> Result<Option<String>, NoAnswer> {
        let (battle, begun) = self
            .battle_or_new()
            .map_err(|error| LineFault::new(error.to_string()))?;
        let notice = battle
            .enter(line.trim(), what)
            .map_err(|unfit| LineFault::new(unfit.to_string()))?;
        self.list_units();
        Ok(notice.or(begun))
    }

    fn decide(&mut self, line: &str, order: Order) -> Result<Answer, NoAnswer> {
        let Order { unit, what, reason } = order;
        let (effects, said) = match what {
            Decided::Lose(lost) => self.lose(&unit, lost)?,
            Decided::In(word, number) => {
                let state = self.rules.words.get(word).id.clone();
                let said = format!("{unit}: {state}");
                let effect = Effect::Gain {
                    unit,
                    state,
                    number,
                };
                (vec![effect], said)
            }
            Decided::OutOf(word) => {
                let state = self.rules.words.get(word).id.clone();
                let said = format!("{unit}: no longer {state}");
                (vec![Effect::Shed { unit, state }], said)
            }
            Decided::Rally => {
                let effects = self.shed_states(&unit, &[Lasts::Rally]);
                (effects, format!("{unit} rallies"))
            }
            Decided::Destroy => {
                let why = "destroyed".to_owned();
                let said = format!("{unit} is destroyed");
                (vec![Effect::Leave { unit, why }], said)
            }
        };
        self.order(line, effects, reason, format!("{said} (the referee's own)"))
    }

    /// Losses that the referee decides fall on the groups in the order typed.
    fn lose(&self, handle: &str, lost: Number) -> Result<(Vec<Effect>, String), LineFault> {
        let groups = self.groups_left(handle);
        let total: Number = groups.iter().map(|(left, _)| *left).sum();
        let gone: Number = groups.iter().map(|(_, lost)| *lost).sum();
        if lost > total || lost + gone < Number::ZERO {
            let what = &self.rules.loss;
            return Err(LineFault::new(format!(
                "`{handle}` has {} left and {gone} lost",
                what.of(total)
            )));
        }
        let mut rest = lost;
        let mut effects = Vec::new();
        for (group, (left, lost)) in groups.into_iter().enumerate() {
            let here = rest.min(left).max(-lost);
            if !here.is_zero() {
                effects.push(Effect::Lose {
                    unit: handle.to_owned(),
                    group,
                    lost: here,
                });
                rest -= here;
            }
        }
        let said = if lost > Number::ZERO {
            format!("{handle} loses {}", self.rules.loss.of(lost))
        } else {
            format!("{handle} gets back {}", self.rules.loss.of(-lost))
        };
        Ok((effects, said))
    }

    /// What is left of each group of a unit, and what it has lost.
    pub(super) fn groups_left(&self, handle: &str) -> Vec<(Number, Number)> {
        let Some(listed) = self
            .roster
            .exactly(handle)
            .and_then(|place| self.roster.get(place))
        else {
            return Vec::new();
        };
        let Some((ruling, _)) = self.rules.rulings.iter().next() else {
            return Vec::new();
        };
        let situation = Situation::of(ruling);
        let case = self.case(&situation);
        listed
            .groups
            .iter()
            .map(|group| (case.left(group), case.lost(group)))
            .collect()
    }

    /// The states of a unit that last so, all shed.
    fn shed_states(&self, handle: &str, lasting: &[Lasts]) -> Vec<Effect> {
        let state = self.battle.as_ref().map(|battle| battle.state());
        let unit = state.and_then(|state| state.unit(handle));
        let states = unit.map(|unit| unit.states.as_slice()).unwrap_or_default();
        states
            .iter()
            .filter(|state| {
                let word = self.rules.words.named(&state.word);
                word.is_some_and(|word| lasting.contains(&self.rules.words.get(word).lasts))
            })
            .map(|state| Effect::Shed {
                unit: handle.to_owned(),
                state: state.word.clone(),
            })
            .collect()
    }

    /// The states of all units that last so, all shed.
    fn all_shed(&self, lasting: &[Lasts]) -> Vec<Effect> {
        let units = self.roster.iter();
        units
            .flat_map(|unit| self.shed_states(&unit.handle, lasting))
            .collect()
    }

    fn turn(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let turn = self.battle.as_ref().map_or(0, |battle| battle.state().turn) + 1;
        let mut effects = self.all_shed(&[Lasts::Phase, Lasts::Turn]);
        effects.push(Effect::Turn { turn });
        let mut said = format!("turn {turn}");
        let first = self.rules.phases.iter().next().map(|(id, _)| id);
        if let Some(first) = first {
            let phase = self.rules.phases.get(first);
            effects.push(Effect::Phase {
                phase: phase.id.clone(),
            });
            said = format!("{said}, {}{}", phase.name, self.due(&phase.id));
        }
        self.order(line, effects, None, said)
    }

    fn phase(&mut self, line: &str, name: Option<&str>) -> Result<Answer, NoAnswer> {
        let ids: Vec<String> = self
            .rules
            .phases
            .iter()
            .map(|(_, phase)| phase.id().to_owned())
            .collect();
        if ids.is_empty() {
            return Err(self.without("phases").into());
        }
        let now = self
            .battle
            .as_ref()
            .and_then(|battle| battle.state().phase.clone());
        let next = match name {
            Some(name) => self.phase_named(name)?,
            None => {
                let place = now.and_then(|now| ids.iter().position(|id| *id == now));
                let next = place.map_or(0, |place| place + 1);
                match ids.get(next) {
                    Some(id) => id.clone(),
                    None => {
                        return Err(LineFault::new("that was the last phase of the turn")
                            .hinted("`turn` begins the next turn")
                            .into());
                    }
                }
            }
        };
        let mut effects = self.all_shed(&[Lasts::Phase]);
        effects.push(Effect::Phase {
            phase: next.clone(),
        });
        let name = self
            .rules
            .phases
            .named(&next)
            .map_or(next.clone(), |id| self.rules.phases.get(id).name.clone());
        let said = format!("{name}{}", self.due(&next));
        self.order(line, effects, None, said)
    }

    fn phase_named(&self, name: &str) -> Result<String, LineFault> {
        let mut names = crate::naming::Names::default();
        for (id, phase) in self.rules.phases.iter() {
            names.add(&phase.id, id);
            names.add(&phase.name, id);
        }
        match names.find(name) {
            Found::One(id) => Ok(self.rules.phases.get(id).id.clone()),
            Found::Several(names) => Err(LineFault::new(format!(
                "`{name}` could be {}",
                crate::naming::phrase::list(&names)
            ))),
            Found::None { nearest } => {
                let wrong = LineFault::new(format!("there is no phase `{name}`"));
                Err(match nearest {
                    Some(near) => wrong.hinted(format!("did you mean `{near}`?")),
                    None => wrong,
                })
            }
        }
    }

    fn undo(&mut self, line: &str, count: usize) -> Result<Answer, NoAnswer> {
        let record = self.battle.as_ref().map(|battle| battle.record());
        let of = record
            .map(|record| record.undoable(count))
            .unwrap_or_default();
        if of.is_empty() {
            return Err(LineFault::new("there is nothing to undo").into());
        }
        let said = self.lines_of("undone", &of);
        let notice = self.enter(line, What::Undo { of })?;
        Ok(done(said, notice))
    }

    fn redo(&mut self, line: &str, count: usize) -> Result<Answer, NoAnswer> {
        let record = self.battle.as_ref().map(|battle| battle.record());
        let of = record
            .map(|record| record.redoable(count))
            .unwrap_or_default();
        if of.is_empty() {
            return Err(LineFault::new("there is nothing to do again").into());
        }
        let said = self.lines_of("done again", &of);
        let notice = self.enter(line, What::Redo { of })?;
        Ok(done(said, notice))
    }

    /// The lines of some entries, after a word about them.
    fn lines_of(&self, what: &str, of: &[u64]) -> String {
        let record = self.battle.as_ref().map(|battle| battle.record());
        let lines: Vec<String> = of
            .iter()
            .filter_map(|number| record?.entry(*number))
            .map(|entry| format!("{what}: {}", entry.line))
            .collect();
        lines.join("\n")
    }

    fn reveal(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let Some(seed) = self.generator.as_ref().map(|generator| generator.seed()) else {
            return Err(LineFault::new("there is no battle").into());
        };
        let notice = self.enter(line, What::Reveal { seed })?;
        Ok(done(
            format!("the seed was {seed}; `drumhead audit FILE` checks every die"),
            notice,
        ))
    }

    fn muster_file(&mut self, line: &str, path: &str) -> Result<Answer, NoAnswer> {
        let text = crate::rules::table_file::read_table_file(std::path::Path::new(path))
            .map_err(|error| LineFault::new(error.to_string()))?;
        let lines = super::army::read(path, &text).map_err(LineFault::new)?;
        self.muster_lines(line, &lines)
    }

    /// Musters a unit for each line; all of them join, or none.
    pub(super) fn muster_lines(
        &mut self,
        line: &str,
        lines: &[String],
    ) -> Result<Answer, NoAnswer> {
        let mut effects = Vec::new();
        let mut said = Vec::new();
        let mut trial = self
            .battle
            .as_ref()
            .map_or_else(State::default, |battle| battle.state().clone());
        for each in lines {
            let command = self.grammar().parse(each).map_err(|fault| LineFault {
                message: format!("`{each}`: {}", fault.message),
                hint: fault.hint,
                at: None,
            })?;
            let crate::language::command::Command::Battle(BattleCommand::Muster(muster)) = command
            else {
                return Err(LineFault::new(format!("`{each}` musters nobody")).into());
            };
            let unit = self.mustered(&muster);
            self.check_muster(&unit)?;
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
    fn muster_scenario(&mut self, line: &str, name: &str) -> Result<Answer, NoAnswer> {
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
                let units = crate::naming::phrase::count(count, "unit", "units");
                format!(
                    "{}: {units}, {} to {}",
                    first.side, first.handle, last.handle
                )
            })
            .collect();
        let effects = units
            .into_iter()
            .map(|unit| Effect::Muster {
                unit: Box::new(unit),
            })
            .collect();
        self.order(line, effects, None, said.join("\n"))
    }

    /// The last line again, at another target if one is named.
    fn again(&mut self, target: Option<&str>, hand: Hand<'_>) -> Result<Answer, NoAnswer> {
        let Some(last) = self.last_line.clone() else {
            return Err(LineFault::new("there is no line before this one").into());
        };
        let line = match target {
            Some(target) => super::amend::aimed(&last, target)
                .ok_or_else(|| LineFault::new(format!("`{last}` has no target to change")))?,
            None => last,
        };
        self.answer(&line, hand)
    }

    fn log(&self, of: &LogOf) -> crate::sheet::Sheet {
        super::paper::log(self.battle.as_ref(), of)
    }
}

fn done(said: String, notice: Option<String>) -> Answer {
    Answer::Done(match notice {
        Some(notice) => format!("{said}\nnote: {notice}"),
        None => said,
    })
}
