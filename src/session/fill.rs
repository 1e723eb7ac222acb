//! Blanks filled in at the prompt, from the referee's own copy of the source.
//!
//! A ruling that lands on a blank is given without what the blank would say.
//! The referee may then look it up: the same ruling is made again, with the
//! same dice and the blank filled in. It stays filled for this session, and
//! in a battle for as long as that goes on.

use std::rc::Rc;

use super::amend::{Lying, without_dice};
use super::own_copy::{Answers, Takes};
use super::why::Last;
use super::{Answer, Hand, NoAnswer, Session, ruling};
use crate::battle::{Battle, What};
use crate::dice::Thrown;
use crate::language::command::Command;
use crate::printable::printable;
use crate::resolution::Resolution;
use crate::rules::RuleSet;
use crate::rules::blanks::{self, BlankCell, Fill, OWN_COPY, Offered};
use crate::rules::fault::Faults;
use crate::rules::trail::quoted;
use crate::rulings::wording::WorkingLine;
use crate::typed_line::LineFault;

/// A ruling that landed on a blank.
#[derive(Debug, Clone)]
pub(super) struct Landed {
    line: String,
    throws: Vec<Thrown>,
    blank: BlankCell,
}

/// What a ruling wants from the referee's own copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// What the source at hand does not give, such as `medium horse, v infantry`.
    pub what: String,
    /// What can be answered.
    pub answers: Answers,
}

/// Whether what was filled in earlier fits the rules in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filled {
    /// It does, as far as there is any.
    Again,
    /// The table is another by now.
    NoLonger,
}

impl Session {
    /// The blank that a ruling landed on, if it did.
    pub(super) fn landed_on(&self, resolution: &Resolution) -> Option<Landed> {
        let blank = resolution.outcome.blank.as_ref()?;
        let parents = |id: &str| self.library.find(id);
        let cells = blanks::blanks(&self.source, &parents).ok()?;
        let cell = cells.into_iter().find(|cell| cell.is_at(blank.place))?;
        Some(Landed {
            line: resolution.said.clone(),
            throws: resolution.throws.clone(),
            blank: BlankCell {
                what: blank.what.clone(),
                ..cell
            },
        })
    }

    /// What the last ruling wants from the referee's own copy.
    ///
    /// `None` where it landed on no blank, or on one that cannot be filled in.
    pub fn wanted(&self) -> Option<Wanted> {
        let blank = &self.landed.as_ref()?.blank;
        Some(Wanted {
            what: blank.what.clone(),
            answers: self.takes(&blank.key)?.answers(),
        })
    }

    /// Fills in the blank that the last ruling landed on, and makes the same ruling again
    /// with the same dice; `hand` gives those that it did not come to.
    ///
    /// The new ruling may land on another blank.
    ///
    /// # Errors
    /// No blank waits, or the answer cannot stand there; the session is then as it was.
    pub fn fill_blank(&mut self, answer: &str, hand: Hand<'_>) -> Result<Answer, NoAnswer> {
        let nothing = || LineFault::new("no blank waits to be filled in");
        let landed = self.landed.clone().ok_or_else(nothing)?;
        let takes = self.takes(&landed.blank.key).ok_or_else(nothing)?;
        // Who types on means the next line, and no words for a cell.
        if answer.trim().contains(' ') && self.grammar().parse(answer).is_ok() {
            let line = printable(answer.trim());
            let fault = LineFault::new(format!("`{line}` is a line of its own"));
            return Err(fault
                .hinted("Enter leaves the blank, and then it is asked")
                .into());
        }
        let value = takes.read(answer)?;
        let note = format!("{OWN_COPY}: {}: {}", landed.blank.what, value.called);
        let fill = Fill {
            key: landed.blank.key.clone(),
            value: value.written,
        };
        let fills = self.fills_with(fill.clone());
        let filled = self
            .filled(&fills)
            .map_err(|faults| LineFault::new(first_of(&faults)))?;
        self.known.forget();
        let before = std::mem::replace(&mut self.rules, Rc::new(filled));
        match self.make_again(&landed, &note, hand) {
            Ok(answer) => {
                self.fills = fills;
                self.record_fill(&note, &fill)?;
                Ok(answer)
            }
            Err(why) => {
                self.known.forget();
                self.rules = before;
                Err(why)
            }
        }
    }

    /// Fills in a blank as a record has it.
    ///
    /// # Errors
    /// It does not fit the table.
    pub(super) fn fill_as(&mut self, key: &str, value: &str) -> Result<(), LineFault> {
        let fills = self.fills_with(Fill {
            key: key.to_owned(),
            value: value.to_owned(),
        });
        let filled = self
            .filled(&fills)
            .map_err(|faults| LineFault::new(first_of(&faults)))?;
        self.known.forget();
        self.rules = Rc::new(filled);
        self.fills = fills;
        Ok(())
    }

    /// Enters what was filled in, where there is a battle.
    fn record_fill(&mut self, note: &str, fill: &Fill) -> Result<(), NoAnswer> {
        let what = self.on_record(fill);
        if self.battle.is_some() {
            self.enter(note, what)?;
        }
        Ok(())
    }

    fn on_record(&self, fill: &Fill) -> What {
        What::Fill {
            rules: self.rules.id.to_string(),
            key: fill.key.clone(),
            value: fill.value.clone(),
        }
    }

    /// Enters all that was filled in before a battle began.
    pub(super) fn enter_fills(&self, battle: &mut Battle) {
        for fill in &self.fills {
            // A disk that fails is said with the first line of the battle.
            let _ = battle.enter(&format!("{OWN_COPY}: {}", fill.key), self.on_record(fill));
        }
    }

    /// Fills in again what was filled in in the course of a battle that goes on.
    ///
    /// Returns whether all of it still fits the table.
    pub(super) fn fill_from_record(&mut self) -> Filled {
        let mut of_battle: Vec<Fill> = Vec::new();
        let record = self.battle.as_ref().map(|battle| battle.record());
        for entry in record.map_or(&[][..], |record| record.entries()) {
            if let What::Fill { rules, key, value } = &entry.what
                && *rules == self.rules.id
            {
                of_battle.retain(|other| other.key != *key);
                of_battle.push(Fill {
                    key: key.clone(),
                    value: value.clone(),
                });
            }
        }
        for fill in of_battle.iter().cloned() {
            self.fills = self.fills_with(fill);
        }
        self.fill_again();
        if self.fills.len() < of_battle.len() {
            Filled::NoLonger
        } else {
            Filled::Again
        }
    }

    /// The fills so far and one more.
    fn fills_with(&self, fill: Fill) -> Vec<Fill> {
        let others = self.fills.iter().filter(|other| other.key != fill.key);
        others.cloned().chain([fill.clone()]).collect()
    }

    /// The rules in force with these blanks filled in.
    fn filled(&self, fills: &[Fill]) -> Result<RuleSet, Faults> {
        let parents = |id: &str| self.library.find(id);
        let filled = blanks::filled(&self.rules, &self.source, &parents, fills)?;
        // A battle knows its rules by what is in the files.
        Ok(RuleSet {
            texts: self.rules.texts.clone(),
            ..filled
        })
    }

    /// Fills in again what was filled in for rules that come back into force.
    pub(super) fn fill_again(&mut self) {
        if self.fills.is_empty() {
            return;
        }
        match self.filled(&self.fills) {
            Ok(filled) => self.rules = Rc::new(filled),
            // The table is another by now, and what was filled in does not fit it.
            Err(_) => self.fills.clear(),
        }
    }

    /// What may stand in a blank: what the reading of the table takes there.
    fn takes(&self, key: &str) -> Option<Takes> {
        let parents = |id: &str| self.library.find(id);
        let cells = blanks::blanks(&self.source, &parents).ok()?;
        if !cells.iter().any(|cell| cell.key == key) {
            return None;
        }
        let fits = |value: &str| {
            let fill = Fill {
                key: key.to_owned(),
                value: value.to_owned(),
            };
            self.filled(&self.fills_with(fill)).is_ok()
        };
        let (number, words) = (fits("1"), fits(&quoted("words")));
        if words {
            return Some(Takes::AsPrinted);
        }
        let groups = match blanks::choices(key, &self.source, &parents).ok()? {
            Offered::Expression => return Some(Takes::AsPrinted),
            Offered::Names(known) => return Some(Takes::Name(known)),
            Offered::Groups(groups) => groups,
        };
        let named = groups
            .into_iter()
            .find(|group| group.first().is_some_and(|one| fits(&quoted(&one.key))));
        Some(match (number, named) {
            (true, Some(known)) => Takes::NumberOrName(known),
            (true, None) => Takes::Number,
            (false, Some(known)) => Takes::Name(known),
            // What the table has signs of its own for, it checks itself.
            (false, None) => Takes::AsPrinted,
        })
    }

    /// Makes a ruling again, with its dice, by the rules that are now in force.
    fn make_again(
        &mut self,
        landed: &Landed,
        note: &str,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let number = self.entry_of(landed);
        let then = number.and_then(|number| {
            let record = self.battle.as_ref()?.record();
            Some(self.roster_of(&record.state_before(number)))
        });
        let now = then.map(|then| std::mem::replace(&mut self.roster, then));
        let lying = Lying {
            throws: landed.throws.clone(),
            of: number,
            amends: number,
        };
        let ruled = self.rule_noted(landed, note, hand, lying);
        if ruled.is_err()
            && let Some(now) = now
        {
            self.roster = now;
        }
        ruled
    }

    fn rule_noted(
        &mut self,
        landed: &Landed,
        note: &str,
        hand: Hand<'_>,
        lying: Lying,
    ) -> Result<Answer, NoAnswer> {
        let said = without_dice(ruling::said(&landed.line));
        let Command::Ruling(situation, _) = self.grammar().parse(said)? else {
            return Err(LineFault::new(format!("`{said}` is no ruling")).into());
        };
        // The record has the answer as a comment of the line.
        let line = format!("{} # {note}", landed.line);
        let answer = self.rule(&line, situation, None, hand, lying)?;
        Ok(match answer {
            Answer::Ruling(mut resolution) => {
                let step = WorkingLine {
                    text: note.to_owned(),
                    cite: None,
                };
                Rc::make_mut(&mut resolution).working.insert(0, step);
                self.last = Some(Last::kept(Rc::clone(&resolution)));
                Answer::Ruling(resolution)
            }
            other => other,
        })
    }

    /// The entry of the battle that a ruling is, while it is the last one.
    fn entry_of(&self, landed: &Landed) -> Option<u64> {
        let last = self.battle.as_ref()?.record().last_ruling()?;
        (last.line == landed.line).then_some(last.n)
    }
}

/// What is wrong, in a word.
fn first_of(faults: &Faults) -> String {
    let first = faults.iter().next();
    first.map_or_else(|| faults.to_string(), |fault| fault.message.clone())
}
