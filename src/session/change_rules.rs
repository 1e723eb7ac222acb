//! Another rule set in the same session.

use std::rc::Rc;

use super::battles::noted;
use super::{Session, Vocabulary, prepared};
use crate::battle::{Battle, Effect, Keeping, Secret, What};
use crate::distance::Scale;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::beside::Books;
use crate::rules::blanks::Fill;
use crate::rules::fault::Faults;
use crate::rules::library::{LookupError, Source};
use crate::settings::Settings;
use crate::typed_line::{FaultKind, LineFault};

/// What the referee chose for a rule set that is not in force.
#[derive(Debug)]
pub(super) struct Shelved {
    /// Settings by their ids: the table may be another when it comes back.
    settings: Vec<(String, Number)>,
    scale: Scale,
    fills: Vec<Fill>,
}

/// What becomes of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// They count again.
    Counts,
    /// They are taken back.
    CountsNoLonger,
}

impl From<LookupError> for LineFault {
    fn from(error: LookupError) -> Self {
        let kind = match error {
            LookupError::Several { .. } => FaultKind::Ambiguous,
            LookupError::Unknown { .. } => FaultKind::Unknown,
            LookupError::Folder { .. } | LookupError::NoFile(_) | LookupError::File(_) => {
                FaultKind::File
            }
        };
        LineFault {
            hint: error.hint(),
            ..LineFault::of(kind, error.to_string())
        }
    }
}

impl Shelved {
    fn settings_for(&self, rules: &RuleSet) -> Settings {
        let mut settings = Settings::on_scale(self.scale);
        for (id, number) in &self.settings {
            if let Some(setting) = rules.settings.named(id)
                && rules.settings.get(setting).of.can_be(*number)
            {
                settings.choose(setting, *number);
            }
        }
        settings
    }
}

impl Session {
    /// Puts another rule set in force; what was chosen for this one is kept for when it comes back.
    ///
    /// A battle goes on by another table only if that is of the same family, or nobody is mustered.
    ///
    /// # Errors
    /// No such rule set, or one with faults, or not one for this battle; this one then stays in force.
    pub(super) fn change_rules(&mut self, line: &str, id: &str) -> Result<String, super::NoAnswer> {
        let (source, read) = self.rules_found(id)?;
        let said = format!("the rules are {}", read.name);
        let Some(battle) = self.live() else {
            self.put_in_force(source, read);
            return Ok(said);
        };
        if matches!(battle.keeping(), Keeping::Planned { .. }) {
            return self.plan_by(source, read).map(|()| said);
        }
        let table = read.identity(&source.id);
        if battle.state().rules == source.id {
            self.put_in_force(source, read);
            let notice = self.table_changed(table);
            return Ok(noted(said, notice));
        }
        let known = battle.record().table_of(&battle.state().rules);
        let family = known.is_some_and(|known| known.is_family_of(&table));
        if !family && !battle.state().units.is_empty() {
            let of_battle = &battle.state().rules;
            return Err(LineFault::battle(format!(
                "this is a battle of `{of_battle}`, and `{}` is not of its family",
                source.id
            ))
            .hinted(format!(
                "`new` begins another battle: then `set rules {}`",
                source.id
            ))
            .into());
        }
        let effects = vec![Effect::Rules {
            table: Box::new(table),
        }];
        let notice = self.enter(line, What::order(effects))?;
        let shelved = self.shelved.get(&source.id);
        let fills = shelved.map_or_else(Vec::new, |shelved| shelved.fills.clone());
        self.put_in_force(source, read);
        let more = self.bring_fills(fills)?;
        Ok(noted(noted(said, notice), more))
    }

    /// A battle of which nothing is on record yet begins by other rules.
    fn plan_by(&mut self, source: Source, read: RuleSet) -> Result<(), super::NoAnswer> {
        let planned = self.battle.take();
        let seed = planned.as_ref().and_then(Battle::secret).map(Secret::seed);
        self.seed_for_dice = seed;
        self.put_in_force(source, read);
        if let Some(path) = planned.as_ref().and_then(|battle| battle.keeping().path()) {
            self.plan(path)?;
        }
        Ok(())
    }

    /// The rule set that an id names.
    ///
    /// # Errors
    /// No such rule set, or one with faults.
    pub(super) fn rules_found(&self, id: &str) -> Result<(Source, RuleSet), LineFault> {
        let source = self.library.find(id)?;
        let read = prepared::rule_set(&source, &|id| self.library.parent(id))
            .map_err(|faults| self.still_in_force(&source, &faults))?;
        Ok((source, read))
    }

    /// The rule set that will be in force once some entries are undone or done again, if it is another.
    ///
    /// # Errors
    /// It cannot be loaded.
    pub(super) fn rules_after(
        &self,
        of: &[u64],
        then: Then,
    ) -> Result<Option<(Source, RuleSet)>, LineFault> {
        let Some(battle) = self.live() else {
            return Ok(None);
        };
        let record = battle.record();
        let takes_over = |number: &u64| {
            let effects = record.entry(*number).map(|entry| entry.what.effects());
            let mut effects = effects.unwrap_or_default().iter().rev();
            effects.find_map(|effect| match effect {
                Effect::Rules { table } => Some((*number, table.rules.clone())),
                _ => None,
            })
        };
        // Both lists end with the entry that decides.
        let Some((number, rules)) = of.iter().rev().find_map(takes_over) else {
            return Ok(None);
        };
        let rules = match then {
            Then::Counts => rules,
            Then::CountsNoLonger => record.state_before(number).rules,
        };
        if rules == self.source.id {
            return Ok(None);
        }
        self.rules_found(&rules).map(Some)
    }

    pub(super) fn put_in_force(&mut self, source: Source, read: RuleSet) {
        let old = self.shelve();
        self.shelved.insert(self.source.id.clone(), old);
        // How large a square of the table is does not go by the rules.
        let unchosen = Shelved {
            settings: Vec::new(),
            scale: Scale {
                ground: read.ground,
                reach: None,
                ..self.settings.scale
            },
            fills: Vec::new(),
        };
        let chosen = self.shelved.remove(&source.id).unwrap_or(unchosen);
        self.settings = chosen.settings_for(&read);
        self.fills = chosen.fills;
        self.source = source;
        self.vocabulary = Vocabulary::new(&read);
        self.rules = Rc::new(read);
        self.books = Books::default();
        self.landed = None;
        self.known.forget();
        // What no longer fits stays blank.
        self.fill_again();
        self.measure_the_table();
        let _ = self.fill_from_record();
        self.follow_battle();
    }

    fn shelve(&mut self) -> Shelved {
        let named = |(setting, number)| (self.rules.settings.get(setting).id.to_string(), number);
        Shelved {
            settings: self.settings.chosen().map(named).collect(),
            scale: self.settings.scale,
            fills: std::mem::take(&mut self.fills),
        }
    }

    fn still_in_force(&self, source: &Source, faults: &Faults) -> LineFault {
        let first = faults.iter().next().map_or_else(String::new, |fault| {
            let place = faults.place(fault);
            let file = faults.file_of(fault);
            format!("{file}:{}:{}: {}", place.line, place.column, fault.message)
        });
        let more = match faults.len() {
            0 | 1 => String::new(),
            2 => ", and 1 more fault".to_owned(),
            count => format!(", and {} more faults", count - 1),
        };
        let message = format!("`{}` cannot be loaded: {first}{more}", source.id);
        LineFault::of(FaultKind::Table, message).hinted(format!(
            "{} stays in force; `drumhead check {}` shows every fault",
            self.rules.name,
            source.file_name()
        ))
    }
}
