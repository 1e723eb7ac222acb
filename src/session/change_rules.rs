//! Another rule set in the same session.

use std::rc::Rc;

use super::{Session, Vocabulary, rules};
use crate::battle::{What, sha256};
use crate::distance::Scale;
use crate::language::fault::LineFault;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::beside::Books;
use crate::rules::blanks::Fill;
use crate::rules::fault::Faults;
use crate::rules::library::Source;
use crate::settings::Settings;

/// What the referee chose for a rule set that is not in force.
#[derive(Debug)]
pub(super) struct Shelved {
    /// Settings by their ids: the table may be another when it comes back.
    settings: Vec<(String, Number)>,
    scale: Scale,
    fills: Vec<Fill>,
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
    /// # Errors
    /// No such rule set, or one with faults; this one then stays in force.
    pub(super) fn change_rules(&mut self, line: &str, id: &str) -> Result<String, super::NoAnswer> {
        let source = self.library.find(id).map_err(|error| LineFault {
            hint: error.hint(),
            ..LineFault::new(error.to_string())
        })?;
        let read = rules::rule_set(&source, &|id| self.library.find(id))
            .map_err(|faults| self.still_in_force(&source, &faults))?;
        let notice = match &self.battle {
            Some(_) => {
                let setting = What::Setting {
                    rules: read.id.to_string(),
                    table: sha256(read.texts.whole()),
                };
                self.enter(line, setting)?
            }
            None => None,
        };
        let said = format!("the rules are {}", read.name);
        self.put_in_force(source, read);
        Ok(match notice {
            Some(notice) => format!("{said}\nnote: {notice}"),
            None => said,
        })
    }

    fn put_in_force(&mut self, source: Source, read: RuleSet) {
        let old = self.shelve();
        self.shelved.insert(self.source.id.clone(), old);
        // How large a square of the table is does not go by the rules.
        let unchosen = Shelved {
            settings: Vec::new(),
            scale: Scale {
                ground: read.ground,
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
        // What no longer fits stays blank.
        self.fill_again();
        let _ = self.fill_from_record();
        self.list_units();
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
        LineFault::new(message).hinted(format!(
            "{} stays in force; `drumhead check {}` shows every fault",
            self.rules.name,
            source.file_name()
        ))
    }
}
