//! The verbs of the battle: what each does to it, or shows of it.

use smol_str::SmolStr;

use super::change_rules::Then;
use super::losses::DESTROYED;
use super::states::Changes;
use super::{Answer, Hand, NoAnswer, Session};
use crate::battle::{Effect, Unfit, What};
use crate::language::battle::{BattleCommand, Decided, LogOf, Order, ReportOf};
use crate::number::Number;
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
            BattleCommand::New(name) => self.new_battle(name),
            BattleCommand::Battles => Ok(super::sheet(self.battles())),
            BattleCommand::GoOn(number) => self.go_on(number),
            BattleCommand::SeedWord(word) => self.seed_word(line, word),
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
        let notice = self.enter(line, What::Order { effects, reason })?;
        Ok(Answer::Done(match notice {
            Some(notice) => format!("{said}\nnote: {notice}"),
            None => said,
        }))
    }

    /// Puts an entry on record, and lists the units as it leaves them.
    pub(super) fn enter(&mut self, line: &str, what: What) -> Result<Option<String>, NoAnswer> {
        let begun = self.have_battle()?;
        let mut notices: Vec<String> = begun.into_iter().chain(self.make_ready()).collect();
        let changed = self.changed.take();
        let Some(battle) = &mut self.battle else {
            return Err(LineFault::new("there is no battle").into());
        };
        let unfit = |unfit: Unfit| LineFault::new(unfit.to_string());
        if let Some(table) = changed {
            let said = format!("the table of `{}` has changed", table.rules);
            let changed = battle.enter(&said, What::Table { table });
            notices.extend(changed.map_err(unfit)?);
        }
        let notice = battle.enter(line.trim(), what).map_err(unfit)?;
        // What fails with the file fails with the entry, and is said once.
        notices.extend(notice.filter(|notice| !notices.contains(notice)));
        self.follow_battle();
        Ok((!notices.is_empty()).then(|| notices.join("; ")))
    }

    fn decide(&mut self, line: &str, order: Order) -> Result<Answer, NoAnswer> {
        let Order { unit, what, reason } = order;
        let listed = self.roster.exactly(&unit);
        if let Some(listed) = listed.and_then(|place| self.roster.get(place)) {
            listed.known().map_err(LineFault::from)?;
        }
        let (effects, said) = match what {
            Decided::Lose(lost) => self.lose(&unit, lost)?,
            Decided::In(word, number) => {
                let state = self.rules.words.get(word).id.clone();
                let said = format!("{unit}: {state}");
                (self.put_in_state(&unit, word, number)?, said)
            }
            Decided::OutOf(word) => {
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
        if !self.is_so(listed, &about.needs) {
            return Err(
                LineFault::new(format!("`{}` does not fit `{handle}`", about.id))
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
            return Err(LineFault::new("there is nothing to undo").into());
        }
        let said = self.lines_of("undone", &of);
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
            return Err(LineFault::new("there is nothing to do again").into());
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
        let record = self.battle.as_ref().map(|battle| battle.record());
        let lines: Vec<String> = of
            .iter()
            .filter_map(|number| record?.entry(*number))
            .map(|entry| format!("{what}: {}", entry.line))
            .collect();
        lines.join("\n")
    }

    fn reveal(&mut self, line: &str) -> Result<Answer, NoAnswer> {
        let Some(battle) = self.live() else {
            return Err(LineFault::new("there is no battle").into());
        };
        let Some(secret) = battle.secret().cloned() else {
            return Err(LineFault::new("the seed of this battle is not at hand")
                .hinted("it lies in a file beside the battle's, which ends in `.seed`")
                .into());
        };
        let (seed, salt) = (secret.seed(), secret.salt().clone());
        let notice = self.enter(line, What::Reveal { seed, salt })?;
        // From here on everybody could reckon its dice.
        self.generator = None;
        Ok(done(
            format!(
                "the battle is over; the seed was {seed}: `drumhead audit FILE` checks every die"
            ),
            notice,
        ))
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
