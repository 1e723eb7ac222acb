//! The battle's paper: units, the record, luck, and what the players may hear.

use super::Session;
use super::heard::told;
use super::losses::GroupLeft;
use super::units::states;
use crate::battle::{Battle, Entry, MusteredUnit, SourceEntry, What, luck};
use crate::language::battle::LogOf;
use crate::rules::word::Seen;
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

impl Session {
    /// One unit in full.
    pub(super) fn unit(&self, handle: &str) -> Sheet {
        let mut sheet = Sheet::new(handle, &["what", "is"]);
        let state = self.battle.as_ref().map(Battle::state);
        let Some(unit) = state.and_then(|state| state.unit(handle)) else {
            return sheet;
        };
        sheet.title = format!("{} ({}), {}", unit.called(), unit.handle, unit.side);
        for GroupLeft { id, left, lost } in self.groups_left(handle) {
            let Some(group) = unit.group(id) else {
                continue;
            };
            let stands = if self.only_marks(&group.troop) {
                format!("{} marked", self.rules.loss.of(lost))
            } else {
                format!("{} left, {lost} lost", self.rules.loss.of(left))
            };
            sheet.row([format!("{} {}", group.count, group.troop), stands]);
        }
        sheet.row(["state".to_owned(), states(unit)]);
        if !unit.acted.is_empty() {
            sheet.row(["acted".to_owned(), unit.acted.join(", ")]);
        }
        for note in unit.notes.iter() {
            sheet.note(note);
        }
        sheet
    }

    /// How the dice have fallen.
    pub(super) fn luck(&self, side: Option<&str>) -> Sheet {
        let mut sheet = Sheet::new(
            "Luck",
            &["side", "thrown by", "dice", "sum", "expected", "off by"],
        );
        let Some(battle) = &self.battle else {
            sheet.note("no dice have been thrown yet");
            return sheet;
        };
        let mut deviations: Vec<Vec<String>> = Vec::new();
        let luck = luck(battle.record()).into_iter();
        for luck in luck.filter(|luck| side.is_none_or(|side| luck.side == side)) {
            let by = match luck.source {
                SourceEntry::Told => "hand",
                SourceEntry::Rolled => "program",
            };
            sheet.row([
                luck.side.clone(),
                by.to_owned(),
                luck.dice.to_string(),
                luck.sum.to_string(),
                format!("{:.1}", luck.expected),
                format!(
                    "{:+.1} sd, {}",
                    luck.deviations,
                    how_unusual(luck.deviations)
                ),
            ]);
            deviations.push(vec![
                format!("{:.3}", luck.deviation),
                format!("{:.3}", luck.deviations),
            ]);
        }
        sheet.note("sd is a standard deviation; two or more is seen once in twenty battles");
        sheet.add_for_programs(&["deviation", "deviations"], deviations);
        sheet
    }

    /// What all players may hear of a unit: its troops, not their numbers.
    pub(super) fn heard_of(&self, handle: &str) -> Sheet {
        let state = self.battle.as_ref().map(Battle::state);
        let unit = state.and_then(|state| state.unit(handle));
        let title = unit.map_or(handle.to_owned(), |unit| self.heard(unit));
        let mut sheet = Sheet {
            title,
            ..Sheet::default()
        };
        sheet.notes.extend(self.sealed());
        if let Some(record) = self.battle.as_ref().map(Battle::record) {
            let about = |entry: &Entry| {
                let mut effects = record.effects_of(entry.n).iter();
                effects.any(|effect| effect.is_about(handle))
            };
            let told = told(record, about).into_iter();
            sheet.notes.extend(told.map(ToOwned::to_owned));
        }
        sheet
    }

    /// What the players should know of the dice from the start.
    fn sealed(&self) -> Option<String> {
        let seal = &self.battle.as_ref()?.opening().seal;
        Some(format!("sealed: {seal}"))
    }

    /// What is seen of a unit from the other side of the table.
    fn heard(&self, unit: &MusteredUnit) -> String {
        let troops: Vec<&str> = unit
            .groups_there()
            .map(|group| {
                let known = self.rules.types.named(&group.troop);
                known.map_or(group.troop.as_str(), |known| {
                    self.rules.types.get(known).plural.as_str()
                })
            })
            .collect();
        let called = unit.called();
        let troops = troops.join(" and ");
        match &unit.left {
            Some(_) => format!("{called} ({troops}) is gone from the table"),
            None => {
                let seen = self.seen_states(unit);
                format!("{called} ({troops}) stands{seen}")
            }
        }
    }

    /// The states of a unit that show on the table, each after a comma.
    fn seen_states(&self, unit: &MusteredUnit) -> String {
        let shows = |state: &&str| {
            let word = self.rules.words.named(state);
            word.is_some_and(|word| self.rules.words.get(word).seen == Seen::Yes)
        };
        let states = unit.states.iter().map(|state| state.word.as_str());
        states
            .filter(shows)
            .map(|state| format!(", {state}"))
            .collect()
    }

    /// What one side's players may hear: their own in full, the others as they are seen.
    ///
    /// # Errors
    /// There is no such side.
    pub(super) fn heard_by(&self, side: &str) -> Result<Sheet, LineFault> {
        let state = self.battle.as_ref().map(Battle::state);
        let sides = state.map(|state| state.sides()).unwrap_or_default();
        if !sides.contains(&side) {
            return Err(LineFault::unknown(format!("there is no side `{side}`"))
                .hinted(format!("there are {}", sides.join(", "))));
        }
        let mut sheet = Sheet {
            title: format!("For {side}"),
            ..self.all_units(Some(side))
        };
        sheet.notes.extend(self.sealed());
        for unit in state
            .map(|state| state.units.as_slice())
            .unwrap_or_default()
        {
            if unit.side != side {
                sheet.note(format!("{}: {}", unit.side, self.heard(unit)));
            }
        }
        let record = self.battle.as_ref().map(Battle::record);
        for line in record.map_or_else(Vec::new, |record| told(record, |_| true)) {
            sheet.note(line);
        }
        Ok(sheet)
    }
}

/// How often dice fall so far from what can be expected, either way.
fn how_unusual(deviations: f64) -> &'static str {
    match deviations.abs() {
        far if far < 1.0 => "as usual",
        far if far < 2.0 => "no wonder",
        far if far < 3.0 => "1 in 20",
        far if far < 4.0 => "1 in 400",
        _ => "1 in 15,000",
    }
}

/// The record: all of it, the latest entries, those about one unit.
pub(super) fn log(battle: Option<&Battle>, of: &LogOf) -> Sheet {
    let mut sheet = Sheet::new("Record", &["n", "line", "came to"]);
    let Some(battle) = battle else {
        sheet.note("nothing is on record yet");
        return sheet;
    };
    let record = battle.record();
    let entries: Vec<&Entry> = match of {
        LogOf::All => record.entries().iter().collect(),
        LogOf::Last(count) => {
            let skip = record.entries().len().saturating_sub(*count);
            record.entries().iter().skip(skip).collect()
        }
        LogOf::Unit(handle) => record
            .entries()
            .iter()
            .filter(|entry| {
                let mut effects = record.effects_of(entry.n).iter();
                effects.any(|effect| effect.is_about(handle))
            })
            .collect(),
    };
    let mut more: Vec<Vec<String>> = Vec::new();
    for entry in entries {
        let counts = if record.counts(entry.n) { "yes" } else { "no" };
        more.push(vec![entry.at.to_string(), counts.to_owned()]);
        let came_to = came_to(entry);
        let came_to = if record.counts(entry.n) {
            came_to
        } else {
            format!("{came_to} (undone)")
        };
        sheet.row([entry.n.to_string(), entry.line.clone(), came_to]);
    }
    sheet.note(battle.keeping().said());
    if let Some(mark) = battle.keeping().mark() {
        sheet.note(format!("the mark of the last entry: {}", mark.short()));
    }
    sheet.add_for_programs(&["at", "counts"], more);
    sheet
}

fn came_to(entry: &Entry) -> String {
    match &entry.what {
        What::Ruling {
            summary,
            amends,
            fills_in,
            ..
        } => match (amends, fills_in) {
            (Some(old), _) => format!("{summary}, amends {old}"),
            (None, Some(blank)) => format!("{summary}, fills {} in", blank.entry),
            (None, None) => summary.to_string(),
        },
        What::Order { reason, .. } => match reason {
            Some(reason) => format!("the referee's own: {reason}"),
            None => "done".to_owned(),
        },
        What::Table { .. } => "done".to_owned(),
        What::SeedWord { .. } => "mixed into the seed".to_owned(),
        What::Undo { of } => format!("undoes {}", numbers(of)),
        What::Redo { of } => format!("does again {}", numbers(of)),
        What::Reveal { seed, .. } => format!("seed {seed}"),
    }
}

fn numbers(of: &[u64]) -> String {
    let numbers: Vec<String> = of.iter().map(u64::to_string).collect();
    numbers.join(", ")
}
