//! The verbs of the battle: what each does to it, or shows of it.

use std::path::Path;

use smol_str::SmolStr;

use super::change_rules::Then;
use super::losses::DESTROYED;
use super::states::{Changes, change_said};
use super::{Answer, Hand, NoAnswer, Session};
use crate::battle::{Effect, Unfit, What};
use crate::language::battle::{BattleCommand, Decided, LogOf, Order, ReportOf};
use crate::naming::phrase;
use crate::number::Number;
use crate::roster::Roster;
use crate::rules::shelf::Id;
use crate::rules::word::{Lasts, Word};
use crate::typed_line::LineFault;

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
            BattleCommand::MusterAlike(muster) => self.muster_alike(line, *muster),
            BattleCommand::MusterFile(path) => self.muster_file(line, &path),
            BattleCommand::MusterScenario(name) => self.muster_scenario(line, &name),
            BattleCommand::Units(side) => Ok(super::sheet(self.units(side.as_deref()))),
            BattleCommand::Unit(unit) => Ok(super::sheet(self.unit(&unit))),
            BattleCommand::Rename(unit, to) => {
                let said = format!("{unit} is now {to}");
                self.order(line, vec![Effect::Rename { unit, to }], None, said)
            }
            BattleCommand::Remove(units) => {
                let are = if units.len() == 1 { "is" } else { "are" };
                let said = format!("{} {are} struck off", units.join(" and "));
                let effects = units.into_iter().map(|unit| Effect::Remove { unit });
                self.order(line, effects.collect(), None, said)
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
            BattleCommand::Amend(from) => self.amend(line, from, hand),
            BattleCommand::AmendTo(said) => self.amend_to(line, &said, hand),
            BattleCommand::Again(from) => self.again(line, from, hand),
            BattleCommand::Fills => Ok(super::sheet(self.fills_listed()?)),
            BattleCommand::Fill(fill) => self.fill(line, *fill, hand),
            BattleCommand::Stack(name, units) => self.stack(line, name, units),
            BattleCommand::Casualties(unit, lost, kind) => self.casualties(line, &unit, lost, kind),
            BattleCommand::Split(split) => self.split(line, *split),
            BattleCommand::Merge(units, to) => self.merge(line, units, to),
            BattleCommand::Becomes(unit, becoming) => self.becomes(line, unit, becoming),
            BattleCommand::Luck(side) => Ok(super::sheet(self.luck(side.as_deref()))),
            BattleCommand::Report(of) => Ok(match of {
                ReportOf::Unit(unit) => super::sheet(self.heard_of(&unit)),
                ReportOf::Side(side) => super::sheet(self.heard_by(&side)?),
            }),
            BattleCommand::Reveal => self.reveal(line),
            BattleCommand::New(name) => self.new_battle(name),
            BattleCommand::Battles => Ok(super::sheet(self.battles())),
            BattleCommand::GoOn(number) => self.go_on(number),
            BattleCommand::SeedWord(word) => self.seed_word(line, word),
            BattleCommand::Run(file) => Ok(Answer::Run(file.as_str().into())),
            BattleCommand::Save(file) => Ok(Answer::Done(self.save(Path::new(file.as_str()))?)),
        }
    }

    /// Enters an order and says what was done.
    pub(super) fn order(
        &mut self,
        line: &str,
        effects: Vec<Effect>,
        reason: Option<String>,
        said: String,
    ) -> Result<Answer, NoAnswer> {
        self.order_written_out(line, effects, reason, (Vec::new(), said))
    }

    /// Enters an order with lines that come to the same, and says what was done.
    pub(super) fn order_written_out(
        &mut self,
        line: &str,
        mut effects: Vec<Effect>,
        reason: Option<String>,
        (written_out, mut said): (Vec<String>, String),
    ) -> Result<Answer, NoAnswer> {
        let over = self.no_longer_fit(&effects);
        for effect in &over {
            if let (Some(unit), Some(change)) = (effect.unit(), change_said(effect)) {
                said = format!("{said}\n{unit}: {change}");
            }
        }
        effects.extend(over);
        let what = What::Order {
            effects,
            reason,
            written_out,
        };
        let notice = self.enter(line, what)?;
        Ok(done(said, notice))
    }

    /// Puts an entry on record, and lists the units as it leaves them.
    pub(super) fn enter(&mut self, line: &str, what: What) -> Result<Option<String>, NoAnswer> {
        let begun = self.have_battle()?;
        let mut notices: Vec<String> = begun.into_iter().chain(self.make_ready()).collect();
        let changed = self.changed.take();
        let Some(battle) = &mut self.battle else {
            return Err(LineFault::battle("there is no battle").into());
        };
        let unfit = |unfit: Unfit| LineFault::battle(unfit.to_string());
        if let Some(table) = changed {
            let said = format!("the table of `{}` has changed", table.rules);
            let changed = battle.enter(&said, What::Table { table });
            notices.extend(changed.map_err(unfit)?);
        }
        let filled = battle.state().fills.clone();
        let notice = battle.enter(line.trim(), what).map_err(unfit)?;
        // What fails with the file fails with the entry, and is said once.
        notices.extend(notice.filter(|notice| !notices.contains(notice)));
        if battle.state().fills != filled {
            self.fill_from_record();
        }
        self.follow_battle();
        Ok((!notices.is_empty()).then(|| notices.join("; ")))
    }

    fn decide(&mut self, line: &str, order: Order) -> Result<Answer, NoAnswer> {
        let Order { unit, what, reason } = order;
        self.check_takes_part(&unit)?;
        let (effects, said) = match what {
            Decided::Lose(lost, kind) => self.lose(&unit, lost, kind)?,
            Decided::In(word, number) => {
                let state = self.rules.words.get(word).id.clone();
                let said = format!("{unit}: {state}");
                (self.put_in_state(&unit, word, number)?, said)
            }
            Decided::OutOf(word) => {
                self.check_is_in(&unit, word)?;
                let state = SmolStr::new(&self.rules.words.get(word).id);
                let said = format!("{unit}: no longer {state}");
                (vec![Effect::Shed { unit, state }], said)
            }
            Decided::Rally => {
                let effects = self.rallied(&unit);
                (effects, format!("{unit} rallies"))
            }
            Decided::Destroy => {
                let why = DESTROYED.into();
                let said = format!("{unit} is destroyed");
                (vec![Effect::Leave { unit, why }], said)
            }
        };
        self.order(
            line,
            effects,
            reason.map(String::from),
            format!("{said} (the referee's own)"),
        )
    }

    /// Refuses a unit that has left the table, or of which the rules in force do not have all.
    pub(super) fn check_takes_part(&self, handle: &str) -> Result<(), LineFault> {
        self.check_stands(handle)?;
        let listed = self.roster.exactly(handle);
        match listed.and_then(|place| self.roster.get(place)) {
            Some(listed) => Ok(listed.known()?),
            None => Ok(()),
        }
    }

    /// Refuses a unit that has left the table.
    fn check_stands(&self, handle: &str) -> Result<(), LineFault> {
        let battle = self.live();
        let unit = battle.and_then(|battle| battle.state().unit(handle));
        let Some((battle, left)) = battle.zip(unit.and_then(|unit| unit.left.as_ref())) else {
            return Ok(());
        };
        let record = battle.record();
        let mut turn = 0;
        let mut when = None;
        for entry in record
            .entries()
            .iter()
            .filter(|entry| record.counts(entry.n))
        {
            for effect in record.effects_of(entry.n) {
                match effect {
                    Effect::Turn { turn: begun } => turn = *begun,
                    Effect::Leave { unit, .. } if unit == handle => when = Some((turn, entry)),
                    _ => {}
                }
            }
        }
        let message = format!("`{handle}` has left the table: {left}");
        let wrong = LineFault::battle(message);
        Err(match when {
            Some((0, entry)) => wrong.hinted(format!("with entry {}, `{}`", entry.n, entry.line)),
            Some((turn, entry)) => wrong.hinted(format!(
                "in turn {turn}, with entry {}, `{}`",
                entry.n, entry.line
            )),
            None => wrong,
        })
    }

    /// Refuses to end a state that a unit is not in.
    fn check_is_in(&self, handle: &str, word: Id<Word>) -> Result<(), LineFault> {
        let state = &self.rules.words.get(word).id;
        let unit = self.live().and_then(|battle| battle.state().unit(handle));
        let Some(unit) = unit.filter(|unit| !unit.is_in(state)) else {
            return Ok(());
        };
        let wrong = LineFault::battle(format!("`{handle}` is not `{state}`"));
        let states: Vec<&str> = unit
            .states
            .iter()
            .map(|state| state.word.as_str())
            .collect();
        Err(if states.is_empty() {
            wrong.hinted("it is in no state")
        } else {
            wrong.hinted(format!("it is {}", states.join(", ")))
        })
    }

    /// What putting a unit in a state changes: it leaves those that cannot be beside it.
    fn put_in_state(
        &self,
        handle: &str,
        word: Id<Word>,
        number: Number,
    ) -> Result<Vec<Effect>, LineFault> {
        let listed = self.roster.exactly(handle);
        let Some(listed) = listed.and_then(|place| self.roster.get(place)) else {
            return Ok(Vec::new());
        };
        let about = self.rules.words.get(word);
        if !self.is_so(listed, &Roster::default(), &about.needs) {
            return Err(
                LineFault::battle(format!("`{}` does not fit `{handle}`", about.id))
                    .hinted(format!("`{}`: {}", about.id, about.say)),
            );
        }
        let mut changes = Changes::of(&self.rules, handle, &listed.words);
        changes.gain(word, number);
        Ok(changes.into_effects())
    }

    /// The states of a unit that rallying ends.
    fn rallied(&self, handle: &str) -> Vec<Effect> {
        let listed = self.roster.exactly(handle);
        let Some(listed) = listed.and_then(|place| self.roster.get(place)) else {
            return Vec::new();
        };
        let mut changes = Changes::of(&self.rules, handle, &listed.words);
        for (word, _) in listed.words.iter() {
            if self.rules.words.get(word).lasts == Lasts::Rally {
                changes.shed(word);
            }
        }
        changes.into_effects()
    }

    fn undo(&mut self, line: &str, count: usize) -> Result<Answer, NoAnswer> {
        let record = self.live().map(|battle| battle.record());
        let of = record
            .map(|record| record.undoable(count))
            .unwrap_or_default();
        if of.is_empty() {
            return Err(LineFault::battle("there is nothing to undo").into());
        }
        let mut said = self.lines_of("undone", &of);
        if of.len() < count {
            let entries = phrase::count(of.len(), "entry", "entries");
            said = format!(
                "{said}\nthat is all: {entries}; `redo {}` does them again",
                of.len()
            );
        }
        let rules = self.rules_after(&of, Then::CountsNoLonger)?;
        let notice = self.enter(line, What::Undo { of })?;
        if let Some((source, rules)) = rules {
            self.put_in_force(source, rules);
        }
        Ok(done(said, notice))
    }

    fn redo(&mut self, line: &str, count: usize) -> Result<Answer, NoAnswer> {
        let record = self.live().map(|battle| battle.record());
        let of = record
            .map(|record| record.redoable(count))
            .unwrap_or_default();
        if of.is_empty() {
            return Err(LineFault::battle("there is nothing to do again").into());
        }
        let said = self.lines_of("done again", &of);
        let rules = self.rules_after(&of, Then::Counts)?;
        let notice = self.enter(line, What::Redo { of })?;
        if let Some((source, rules)) = rules {
            self.put_in_force(source, rules);
        }
        Ok(done(said, notice))
    }

    /// The lines of some entries, after a word about them.
    fn lines_of(&self, what: &str, of: &[u64]) -> String {
        let record = self.live().map(|battle| battle.record());
        let lines: Vec<String> = of
            .iter()
            .filter_map(|number| record?.entry(*number))
            .map(|entry| format!("{what}: {}", entry.line))
            .collect();
        lines.join("\n")
    }

    fn reveal(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let Some(battle) = self.live() else {
            return Err(LineFault::battle("there is no battle").into());
        };
        let Some(secret) = battle.secret().cloned() else {
            return Err(LineFault::battle("the seed of this battle is not at hand")
                .hinted("it lies in a file beside the battle's, which ends in `.seed`")
                .into());
        };
        let (seed, salt) = (secret.seed(), secret.salt().clone());
        let file = battle
            .keeping()
            .path()
            .map(|path| path.display().to_string());
        let notice = self.enter(line, What::Reveal { seed, salt })?;
        // From here on everybody could reckon its dice, and nothing waits for a value any more.
        self.generator = None;
        self.landed = None;
        let over = format!("the battle is over; the seed was {seed}");
        let said = match file {
            Some(file) => {
                let file = quoted_for_shell(&file);
                format!("{over}: `drumhead audit {file}` checks every die")
            }
            None => over,
        };
        Ok(done(said, notice))
    }

    fn log(&self, of: &LogOf) -> crate::sheet::Sheet {
        super::paper::log(self.battle.as_ref(), of)
    }
}

/// A path as a shell takes it for one word.
fn quoted_for_shell(path: &str) -> String {
    let plain = |sign: char| sign.is_alphanumeric() || "/._-+~".contains(sign);
    match path.chars().all(plain) {
        true => path.to_owned(),
        false => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

fn done(said: String, notice: Option<String>) -> Answer {
    Answer::Done(match notice {
        Some(notice) => format!("{said}\nnote: {notice}"),
        None => said,
    })
}
