//! The audit: a battle ruled again from its record, and every die made again from its seed.

use std::fmt;
use std::path::Path;

use super::amend::{Lying, StandsFor};
use super::change_rules::Then;
use super::fill::Filled;
use super::{Answer, Hand, NoAnswer, NoSession, Session};
use crate::battle::{
    self, Audit, Battle, Effect, Entry, FillsIn, JournalError, Loaded, Mark, Opening, Record,
    SeedAtHand, ThrownEntry, What, look_on, seed_at_hand,
};
use crate::language::battle::BattleCommand;
use crate::language::command::Command;
use crate::naming::phrase;
use crate::rules::RuleSet;
use crate::rules::identity::TableIdentity;
use crate::rules::library::Library;
use crate::typed_line::LineFault;

/// What an audit found.
#[derive(Debug)]
pub struct Audited {
    dice: Audit,
    /// What the dice of an entry that differ are on record, and what the seed makes.
    line: String,
    again: RuledAgain,
    seal: String,
    entries: usize,
    mark: Mark,
}

/// What came of ruling every entry again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuledAgain {
    /// Every entry comes to what is on record.
    Alike,
    /// An entry comes to something else.
    Differs {
        /// The entry.
        entry: u64,
        /// Its line.
        line: String,
        /// What differs.
        how: String,
    },
    /// From an entry on it cannot be told, because the table on record is not at hand.
    CannotTell {
        /// The first such entry.
        entry: u64,
        /// Why.
        why: String,
    },
}

impl Audited {
    /// Whether nothing was found, and everything could be looked at.
    pub fn is_fair(&self) -> bool {
        matches!(self.dice, Audit::Fair { .. }) && self.again == RuledAgain::Alike
    }
}

/// The finding first, then what is compared with what the players wrote down.
impl fmt::Display for Audited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        match &self.dice {
            Audit::Fair { dice, by_hand } => {
                let fair = match self.again {
                    RuledAgain::Alike => "fair",
                    RuledAgain::Differs { .. } => "not fair, though its dice are",
                    RuledAgain::CannotTell { .. } => "its dice are fair",
                };
                let dice = phrase::count(whole(*dice), "die", "dice");
                let by_hand = phrase::count(whole(*by_hand), "die", "dice");
                writeln!(
                    f,
                    "{fair}: {dice} as the seed makes them, {by_hand} thrown by hand"
                )?;
            }
            Audit::OtherSeed => writeln!(f, "not fair: the seed is not the one that was sealed")?,
            Audit::NoSeed => writeln!(
                f,
                "cannot tell of the dice: their seed is neither revealed nor at hand"
            )?,
            Audit::Differs {
                entry,
                recorded,
                expected,
            } => writeln!(
                f,
                "not fair: entry {entry} differs (`{}`): {} on record, {} by the seed",
                self.line,
                faces(recorded),
                faces(expected)
            )?,
        }
        match &self.again {
            RuledAgain::Alike => writeln!(f, "every entry comes to what is on record")?,
            RuledAgain::Differs { entry, line, how } => {
                writeln!(f, "not fair: entry {entry} differs (`{line}`): {how}")?;
            }
            RuledAgain::CannotTell { entry, why } => {
                writeln!(
                    f,
                    "cannot tell what entry {entry} and those after it come to: {why}"
                )?;
            }
        }
        writeln!(f, "sealed: {}", self.seal)?;
        let entries = phrase::count(whole(self.entries), "entry", "entries");
        write!(f, "{entries}, the mark of the last: {}", self.mark.short())
    }
}

fn faces(faces: &[u32]) -> String {
    let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
    match faces.is_empty() {
        true => "none".to_owned(),
        false => faces.join(" "),
    }
}

/// Audits the battle of a file.
///
/// # Errors
/// It cannot be read.
pub fn audit(file: &Path, library: Library) -> Result<Audited, JournalError> {
    let Loaded {
        opening,
        record,
        mark,
        ..
    } = look_on(file)?;
    let secret = match seed_at_hand(file, &opening) {
        SeedAtHand::Known(secret) => Some(secret),
        SeedAtHand::Missing { .. } | SeedAtHand::Other { .. } => None,
    };
    let dice = battle::audit(&record, &opening, secret);
    let line = match &dice {
        Audit::Differs { entry, .. } => record.entry(*entry).map(|entry| entry.line.clone()),
        _ => None,
    };
    Ok(Audited {
        dice,
        line: line.unwrap_or_default(),
        again: rule_again(&opening, &record, library),
        seal: opening.seal.to_string(),
        entries: record.entries().len(),
        mark,
    })
}

/// Rules every entry of a battle again, in another battle that begins as it did.
fn rule_again(opening: &Opening, record: &Record, library: Library) -> RuledAgain {
    let cannot = |entry: u64, why: String| RuledAgain::CannotTell { entry, why };
    let mut session = match Session::open(library, &opening.table.rules, None) {
        Ok(session) => session,
        Err(NoSession::NotFound(error)) => return cannot(1, error.to_string()),
        Err(NoSession::Faulty(faults)) => return cannot(1, faults.to_string()),
    };
    session.fight(Battle::like(opening));
    let not_at_hand = |table: &TableIdentity| {
        let rules = &table.rules;
        format!("the table of `{rules}` on record is not at hand")
    };
    if !session.is_by(&opening.table) {
        return cannot(1, not_at_hand(&opening.table));
    }
    let mut entries = record.entries().iter().peekable();
    while let Some(entry) = entries.next() {
        match session.make_entry_again(entry) {
            Ok(()) => {}
            Err(NotAgain::Differs(how)) => {
                return RuledAgain::Differs {
                    entry: entry.n,
                    line: entry.line.clone(),
                    how,
                };
            }
            Err(NotAgain::CannotTell(why)) => return cannot(entry.n, why),
        }
        if let Some(table) = table_after(entry, record, &session)
            && !session.is_by(&table)
            && let Some(next) = entries.peek()
        {
            return cannot(next.n, not_at_hand(&table));
        }
    }
    RuledAgain::Alike
}

/// Why an entry is not made again as it is on record.
enum NotAgain {
    /// Something else comes of it.
    Differs(String),
    /// What it was made by is not at hand.
    CannotTell(String),
}

impl From<NoAnswer> for NotAgain {
    fn from(why: NoAnswer) -> Self {
        NotAgain::Differs(why.into_fault().message)
    }
}

impl From<LineFault> for NotAgain {
    fn from(fault: LineFault) -> Self {
        NotAgain::Differs(fault.message)
    }
}

/// The table in force after an entry that changes it.
fn table_after(entry: &Entry, record: &Record, session: &Session) -> Option<TableIdentity> {
    match &entry.what {
        What::Table { table } => Some((**table).clone()),
        What::Order { effects, .. } => taking_over(effects).cloned(),
        What::Undo { .. } | What::Redo { .. } => {
            let rules = &session.battle.as_ref()?.state().rules;
            record.table_of(rules).cloned()
        }
        _ => None,
    }
}

/// Whether some rules say what a table on record says; remarks do not count.
fn is_same_table(rules: &RuleSet, id: &str, table: &TableIdentity) -> bool {
    table.rules == id && rules.identity(id).changes_since(table).is_empty()
}

/// Whether effects are alike; of a table that takes over, remarks do not count.
fn alike(one: &[Effect], other: &[Effect]) -> bool {
    let same = |(one, other): (&Effect, &Effect)| match (one, other) {
        (Effect::Rules { table }, Effect::Rules { table: other }) => {
            table.rules == other.rules && table.changes_since(other).is_empty()
        }
        _ => one == other,
    };
    one.len() == other.len() && one.iter().zip(other).all(same)
}

/// The table that takes over by some effects.
fn taking_over(effects: &[Effect]) -> Option<&TableIdentity> {
    effects.iter().find_map(|effect| match effect {
        Effect::Rules { table } => Some(&**table),
        _ => None,
    })
}

impl Session {
    /// Makes an entry again and compares it with what is on record.
    ///
    /// # Errors
    /// What differs, or why it cannot be told.
    fn make_entry_again(&mut self, entry: &Entry) -> Result<(), NotAgain> {
        match &entry.what {
            What::Ruling { .. } => {
                self.make_ruling_again(entry)?;
            }
            What::Order { .. } if self.leans_on_more(&entry.line) => {
                self.make_written_out_again(entry)?;
            }
            What::Order { effects, .. } => {
                if let Some(table) = taking_over(effects) {
                    self.is_at_hand(table)?;
                }
                self.answer(&entry.line, Hand::Program)?;
            }
            What::Undo { of } => self.go_back(entry, of, Then::CountsNoLonger)?,
            What::Redo { of } => self.go_back(entry, of, Then::Counts)?,
            What::Table { .. } | What::SeedWord { .. } | What::Reveal { .. } => {
                self.take_as_recorded(entry)?;
            }
        }
        self.compare_with(entry)
    }

    fn is_at_hand(&self, table: &TableIdentity) -> Result<(), NotAgain> {
        let missing = || {
            let rules = &table.rules;
            NotAgain::CannotTell(format!("the table of `{rules}` on record is not at hand"))
        };
        let (_, rules) = self.rules_found(&table.rules).map_err(|_| missing())?;
        match is_same_table(&rules, &table.rules, table) {
            true => Ok(()),
            false => Err(missing()),
        }
    }

    /// Whether the rules in force are those of a table on record.
    pub(super) fn is_by(&self, table: &TableIdentity) -> bool {
        is_same_table(&self.rules, &self.source.id, table)
    }

    /// Takes an entry as it is on record.
    fn take_as_recorded(&mut self, entry: &Entry) -> Result<(), NotAgain> {
        self.enter(&entry.line, entry.what.clone())?;
        Ok(())
    }

    fn go_back(&mut self, entry: &Entry, of: &[u64], then: Then) -> Result<(), NotAgain> {
        let rules = self.rules_after(of, then)?;
        self.take_as_recorded(entry)?;
        if let Some((source, rules)) = rules {
            self.put_in_force(source, rules);
        }
        Ok(())
    }

    /// Makes a ruling again with its dice, and with what was filled in for it.
    fn make_ruling_again(&mut self, entry: &Entry) -> Result<Answer, NotAgain> {
        let What::Ruling {
            throws,
            amends,
            fills_in,
            dice_of,
            ..
        } = &entry.what
        else {
            return Err(NotAgain::Differs("it is no ruling".to_owned()));
        };
        let filled = entry.what.filled();
        for fill in &filled {
            self.fill_as(fill)?;
        }
        let stands_for = match (amends, fills_in) {
            (_, Some(blank)) => StandsFor::Filled(FillsIn::clone(blank)),
            (Some(old), None) => StandsFor::Amended(*old),
            (None, None) => StandsFor::Itself,
        };
        let before = stands_for.entry();
        let lying = Lying {
            throws: throws.iter().map(ThrownEntry::thrown).collect(),
            of: *dice_of,
            stands_for,
            filled,
        };
        let line = &entry.line;
        let answer = self.as_before(before, |session| match session.grammar().parse(line)? {
            Command::Ruling(situation, _) => {
                session.rule(line, situation, None, Hand::Program, lying)
            }
            Command::Roll(roll, _) => session.roll_with(line, roll, None, Hand::Program, lying),
            _ => Err(LineFault::new("its line is no ruling").into()),
        })?;
        Ok(answer)
    }

    /// Whether the line of an order leans on what is not in it: a file, or what the session had filled in.
    fn leans_on_more(&self, line: &str) -> bool {
        matches!(
            self.grammar().parse(line),
            Ok(Command::Battle(
                BattleCommand::MusterFile(_) | BattleCommand::Fills
            ))
        )
    }

    /// Makes again what the lines that are written out come to, whatever its own line leaned on then.
    fn make_written_out_again(&mut self, entry: &Entry) -> Result<(), NotAgain> {
        let What::Order {
            effects,
            written_out,
            ..
        } = &entry.what
        else {
            return Ok(());
        };
        let mut again = Vec::with_capacity(effects.len());
        for line in written_out {
            again.push(self.effect_of_written(line)?);
        }
        if !alike(effects, &again) {
            return Err(NotAgain::Differs(
                "what follows on record is not what comes of it".to_owned(),
            ));
        }
        self.take_as_recorded(entry)?;
        match self.fill_from_record() {
            Filled::Again => Ok(()),
            Filled::NoLonger => Err(NotAgain::Differs(
                "what it fills in does not fit the table".to_owned(),
            )),
        }
    }

    /// The one effect of a line that a record has written out.
    fn effect_of_written(&self, line: &str) -> Result<Effect, NotAgain> {
        match self.grammar().parse(line)? {
            Command::Battle(BattleCommand::Muster(muster)) => Ok(Effect::Muster {
                unit: Box::new(self.mustered(&muster)?),
            }),
            Command::Battle(BattleCommand::Fill(fill)) => Ok(self.fill_effect(*fill)?),
            _ => Err(NotAgain::Differs(format!(
                "`{line}` neither musters nor fills in"
            ))),
        }
    }

    /// Compares the last entry with one on record.
    fn compare_with(&self, entry: &Entry) -> Result<(), NotAgain> {
        let last = self.battle.as_ref().map(Battle::record);
        let last = last.and_then(|record| record.entries().last());
        match last.filter(|last| last.n == entry.n) {
            Some(last) => differs(&entry.what, &last.what).map_err(NotAgain::Differs),
            None => Err(NotAgain::Differs("no such entry comes of it".to_owned())),
        }
    }
}

/// What of an entry is otherwise than on record.
fn differs(on_record: &What, again: &What) -> Result<(), String> {
    let unlike = |what: &str| Err(format!("{what} on record is not what comes of it"));
    match (on_record, again) {
        (
            What::Ruling {
                verb,
                understood,
                summary,
                heard,
                throws,
                effects,
                ..
            },
            What::Ruling {
                verb: verb_again,
                understood: understood_again,
                summary: summary_again,
                heard: heard_again,
                throws: throws_again,
                effects: effects_again,
                ..
            },
        ) => {
            if !same_faces(throws, throws_again) {
                return unlike("the dice");
            }
            if !alike(effects, effects_again) {
                return unlike("what follows");
            }
            if understood != understood_again {
                return unlike("what was understood");
            }
            if summary != summary_again || verb != verb_again {
                return Err(format!(
                    "`{summary}` on record, `{summary_again}` comes of it"
                ));
            }
            if heard != heard_again {
                return unlike("what the players hear");
            }
            Ok(())
        }
        (
            What::Order {
                effects,
                reason,
                written_out,
            },
            What::Order {
                effects: effects_again,
                reason: reason_again,
                written_out: written_out_again,
            },
        ) => {
            let same = alike(effects, effects_again)
                && reason == reason_again
                && written_out == written_out_again;
            match same {
                true => Ok(()),
                false => unlike("what follows"),
            }
        }
        _ if on_record == again => Ok(()),
        _ => unlike("what it is"),
    }
}

/// Whether throws are of the same dice with the same faces, whoever threw.
fn same_faces(one: &[ThrownEntry], other: &[ThrownEntry]) -> bool {
    let face = |throw: &ThrownEntry| {
        let pool = (throw.dice, throw.sides, throw.lowest);
        (
            throw.by.clone(),
            throw.r#for.clone(),
            pool,
            throw.faces.clone(),
            throw.sum,
        )
    };
    one.iter().map(face).eq(other.iter().map(face))
}
