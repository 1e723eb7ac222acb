//! Looking on at a battle: what it came to, and what odds it had, without entering anything.

use std::sync::atomic::AtomicBool;

use super::NoSession;
use super::Session;
use crate::battle::{Battle, Entry, Opening, Record, ThrownEntry, What};
use crate::dice::{Replay, Told};
use crate::language::command::Command;
use crate::odds::{Came, Ground, Headlines, Spread, Topic, declared};
use crate::rules::library::Library;
use crate::rulings::compile::Keep;
use crate::rulings::declaration::declare;
use crate::rulings::odds::Limit;

/// What a headline of a ruling came to, with the odds that it had.
#[derive(Debug, Clone)]
pub struct CameTo {
    /// The headline.
    pub topic: Topic,
    /// What it came to.
    pub came: Came,
    /// All that it could have come to.
    pub spread: Spread,
}

impl Session {
    /// A session that looks on at a battle, by the rule set with which it was last fought.
    ///
    /// # Errors
    /// The rule set cannot be had.
    pub fn looking_on(
        library: Library,
        opening: &Opening,
        record: &Record,
    ) -> Result<Session, NoSession> {
        let mut session = Session::open(library, &record.state().rules, None)?;
        session.fight(Battle::seen(opening, record));
        // What does not fit the table is blank again, as it is when the battle goes on.
        let _ = session.fill_from_record();
        session.follow_battle();
        Ok(session)
    }

    /// Whether the rules in force are those by which the battle was last fought.
    pub fn is_by_table_on_record(&self) -> bool {
        let record = self.battle.as_ref().map(Battle::record);
        let table = record.and_then(|record| record.table_of(&record.state().rules));
        table.is_some_and(|table| self.is_by(table))
    }

    /// What a ruling on record came to, each headline with the odds that it had as the battle then stood.
    ///
    /// Headlines whose odds go beyond the limit are left out; none where the ruling cannot be read again.
    pub fn odds_of_entry(&mut self, number: u64, limit: Limit) -> Vec<CameTo> {
        let found = self.battle.as_ref().and_then(|battle| {
            let entry = battle.record().entry(number)?.clone();
            Some((entry, battle.record().state_before(number)))
        });
        let Some((entry, before)) = found else {
            return Vec::new();
        };
        if before.rules != self.source.id {
            return Vec::new();
        }
        let roster = self.roster_of(&before);
        let settings = self.settings_of(&before);
        let roster = std::mem::replace(&mut self.roster, roster);
        let settings = std::mem::replace(&mut self.settings, settings);
        let came = self.came_to(&entry, limit).unwrap_or_default();
        self.roster = roster;
        self.settings = settings;
        came
    }

    fn came_to(&self, entry: &Entry, limit: Limit) -> Option<Vec<CameTo>> {
        let What::Ruling { throws, .. } = &entry.what else {
            return None;
        };
        let Command::Ruling(situation, _) = self.grammar().parse(entry.understood()?).ok()? else {
            return None;
        };
        let declaration = declare(self.context(&situation), Keep::Outcome).ok()?;
        let throws = throws.iter().map(ThrownEntry::thrown).collect();
        let mut dice = Replay::new(throws, Told::new(Vec::new()));
        let ruled = declaration.throw(&mut dice).ok()?;
        let headlines = Headlines::of(&declaration);
        let stop = AtomicBool::new(false);
        let ground = Ground {
            rules: &self.rules,
            settings: &self.settings,
            limit,
            stop: &stop,
        };
        let (odds, _) = declared(ground, &declaration, &mut |_, _| {}).ok()?;
        let came = headlines.topics().zip(headlines.read(&ruled.values));
        let came = came.filter_map(|(topic, came)| {
            Some(CameTo {
                topic: topic.clone(),
                came: came?,
                spread: odds.same(topic)?.clone(),
            })
        });
        Some(came.collect())
    }
}
