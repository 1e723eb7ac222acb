//! Blanks filled in at the prompt, from the referee's own copy of the source.
//!
//! A ruling that lands on a blank is given without what the blank would say.
//! The referee may then look it up: the same ruling is made again, with the
//! same dice and the blank filled in. It stays filled for this session, and
//! in a battle for as long as that goes on.

mod line;
mod own_number;

use std::rc::Rc;

use super::amend::{Lying, StandsFor};
use super::dump::fill_line;
use super::own_copy::{Answers, Read, Takes};
use super::why::Last;
use super::{Answer, Hand, NoAnswer, Session};
use crate::battle::{Battle, Effect, FillsIn, ThrownEntry, What};
use crate::dice::{Replay, Thrown, Told};
use crate::language::command::{Command, Faces};
use crate::language::{Grammar, written};
use crate::printable::printable;
use crate::resolution::Resolution;
use crate::rules::RuleSet;
use crate::rules::blanks::{self, BlankCell, Choice, Fill, OWN_COPY, Offered};
use crate::rules::fault::Faults;
use crate::rules::trail::quoted;
use crate::rules::weapon::BEYOND;
use crate::rulings::compile::Keep;
use crate::rulings::declaration::declare;
use crate::rulings::outcome::Blank;
use crate::rulings::wording::WorkingLine;
use crate::situation::Situation;
use crate::typed_line::{FaultKind, LineFault};

/// The line of an entry that fills in what was filled in before.
const FILL: &str = "fill";

/// A ruling that landed on a blank.
#[derive(Debug, Clone)]
pub(super) struct Landed {
    /// The line as typed.
    said: String,
    situation: Rc<Situation>,
    throws: Vec<Thrown>,
    blank: Blank,
    /// Its entry, where there is a battle.
    entry: Option<u64>,
}

/// A ruling that landed on a blank, with the cell of the table that would complete it.
struct Waiting {
    landed: Landed,
    cell: BlankCell,
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
    pub(super) fn landed_on(
        &self,
        resolution: &Resolution,
        situation: &Rc<Situation>,
    ) -> Option<Landed> {
        Some(Landed {
            said: resolution.said.clone(),
            situation: Rc::clone(situation),
            throws: resolution.throws.clone(),
            blank: resolution.outcome.blank.clone()?,
            entry: None,
        })
    }

    /// Where a blank stands in the table.
    fn cell_of(&self, blank: &Blank) -> Option<BlankCell> {
        let parents = |id: &str| self.library.parent(id);
        let cells = blanks::blanks(&self.source, &parents).ok()?;
        let cell = cells.into_iter().find(|cell| cell.is_at(blank.place))?;
        Some(BlankCell {
            what: blank.what.clone(),
            ..cell
        })
    }

    /// What the last ruling wants from the referee's own copy.
    ///
    /// `None` where it landed on no blank, or on one that cannot be filled in.
    pub fn wanted(&self) -> Option<Wanted> {
        let cell = self.waiting()?.cell;
        Some(Wanted {
            answers: self.takes(&cell.key)?.answers(),
            what: cell.what,
        })
    }

    /// The last ruling, where it landed on a blank that is one still.
    ///
    /// In a battle the record knows it, so that one that goes on waits for the same.
    fn waiting(&self) -> Option<Waiting> {
        let landed = match self.live() {
            None => self.landed.clone()?,
            Some(battle) => self.last_landed(battle)?,
        };
        let cell = self.cell_of(&landed.blank)?;
        Some(Waiting { landed, cell })
    }

    /// The last ruling of a battle, where it lands on a blank.
    fn last_landed(&self, battle: &Battle) -> Option<Landed> {
        let entry = battle.record().last_ruling()?;
        let What::Ruling { throws, .. } = &entry.what else {
            return None;
        };
        let throws: Vec<Thrown> = throws.iter().map(ThrownEntry::thrown).collect();
        let before = self.roster_of(&battle.record().state_before(entry.n));
        let grammar = Grammar {
            roster: &before,
            ..self.grammar()
        };
        let said = entry.understood()?;
        let Ok(Command::Ruling(situation, _)) = grammar.parse(said) else {
            return None;
        };
        let declared = declare(self.context(&situation), Keep::Outcome).ok()?;
        let mut dice = Replay::new(throws.clone(), Told::new(Vec::new()));
        let ruled = declared.throw(&mut dice).ok()?;
        Some(Landed {
            said: said.to_owned(),
            blank: ruled.outcome.blank?,
            situation: Rc::clone(&situation),
            throws,
            entry: Some(entry.n),
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
        if self.is_next_line(answer) {
            let line = printable(answer.trim());
            let fault = LineFault::new(format!("`{line}` is a line of its own"));
            return Err(fault.hinted("the blank is left, and it is asked").into());
        }
        self.fill_landed(answer, None, hand)
    }

    /// Whether what is typed where a blank is asked for is the next line, and no answer: who types on
    /// means no words for a cell.
    pub fn is_next_line(&self, typed: &str) -> bool {
        let typed = typed.trim();
        if self.grammar().parse(typed).is_err() {
            return false;
        }
        let Some(Waiting { cell, .. }) = self.waiting() else {
            return true;
        };
        typed.contains(' ')
            || match self.takes(&cell.key).map(|takes| takes.answers()) {
                // Any word could be printed there.
                Some(Answers::AsPrinted) => self.vocabulary.whole(typed).is_some(),
                _ => self.value_for(&cell.key, typed).is_err(),
            }
    }

    /// Fills in the blank of the last ruling, and makes it again.
    fn fill_landed(
        &mut self,
        answer: &str,
        faces: Option<Faces>,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let nothing = || LineFault::battle("no blank waits to be filled in");
        let Waiting { landed, cell } = self.waiting().ok_or_else(nothing)?;
        let value = self.value_for(&cell.key, answer)?;
        let note = format!("{OWN_COPY}: {}: {}", cell.what, value.called);
        let fill = Fill {
            key: cell.key,
            value: value.written,
        };
        let again = Again {
            lying: self.dice_of_landed(&landed, &fill),
            note,
            faces,
        };
        if let Some(word) = self.word_of_unit(&fill.key) {
            let said = self.with_own_number(&landed, word, &fill)?;
            return self.make_again(&said, again, hand);
        }
        let said = landed.said.clone();
        self.rule_filled(&said, fill, again, hand)
    }

    /// Puts a value in force, and makes a ruling again with it; the rules are as before where that fails.
    fn rule_filled(
        &mut self,
        said: &str,
        fill: Fill,
        mut again: Again,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let earlier = self.filled_by(again.lying.stands_for.entry());
        let others = earlier
            .into_iter()
            .filter(|effect| !is_of(effect, &fill.key));
        again.lying.filled = others.chain([self.on_record(&fill)]).collect();
        let before = (Rc::clone(&self.rules), self.fills.clone());
        self.put_fills_in_force(self.fills_with(fill))?;
        let ruled = self.make_again(said, again, hand);
        if ruled.is_err() {
            self.known.forget();
            (self.rules, self.fills) = before;
        }
        ruled
    }

    /// The dice of a ruling that landed on a blank, for the one that completes it.
    fn dice_of_landed(&self, landed: &Landed, fill: &Fill) -> Lying {
        let record = self.live().map(Battle::record);
        let is_last = |entry: u64| record.is_some_and(|record| record.undoable(1) == [entry]);
        let entry = landed.entry;
        Lying {
            throws: landed.throws.clone(),
            of: entry,
            stands_for: match entry {
                None => StandsFor::Itself,
                Some(entry) if is_last(entry) => StandsFor::Filled(FillsIn {
                    entry,
                    key: fill.key.clone(),
                    value: fill.value.clone(),
                }),
                Some(entry) => StandsFor::Amended(entry),
            },
            filled: Vec::new(),
        }
    }

    /// The blanks that an entry fills in.
    fn filled_by(&self, entry: Option<u64>) -> Vec<Effect> {
        let record = self.live().map(Battle::record);
        let entry = record
            .zip(entry)
            .and_then(|(record, entry)| record.entry(entry));
        entry.map(|entry| entry.what.filled()).unwrap_or_default()
    }

    /// Reads a value for a blank.
    fn value_for(&self, key: &str, answer: &str) -> Result<Read, LineFault> {
        let takes = self.takes(key);
        let takes = takes.ok_or_else(|| LineFault::battle("no blank waits to be filled in"))?;
        takes.read(answer)
    }

    /// Fills in a blank as a record has it, for a ruling that is made again.
    ///
    /// # Errors
    /// It does not fit the table.
    pub(super) fn fill_as(&mut self, effect: &Effect) -> Result<(), LineFault> {
        match effect {
            Effect::Fill {
                rules,
                key,
                value: Some(value),
            } if *rules == self.source.id => {
                let fill = Fill {
                    key: key.clone(),
                    value: value.clone(),
                };
                self.put_fills_in_force(self.fills_with(fill))
            }
            _ => Err(LineFault::new("it fills in no blank of the rules in force")),
        }
    }

    /// Refuses a value that the table does not take.
    fn check_fill(&self, fill: &Fill) -> Result<(), LineFault> {
        self.filled(&self.fills_with(fill.clone()))
            .map(drop)
            .map_err(|faults| LineFault::of(FaultKind::Table, first_of(&faults)))
    }

    /// Puts the rules in force with these blanks filled in.
    fn put_fills_in_force(&mut self, fills: Vec<Fill>) -> Result<(), LineFault> {
        let filled = self
            .filled(&fills)
            .map_err(|faults| LineFault::of(FaultKind::Table, first_of(&faults)))?;
        self.known.forget();
        self.rules = Rc::new(filled);
        self.fills = fills;
        Ok(())
    }

    /// What fills in a blank, for the record.
    fn on_record(&self, fill: &Fill) -> Effect {
        Effect::Fill {
            rules: self.source.id.as_str().into(),
            key: fill.key.clone(),
            value: Some(fill.value.clone()),
        }
    }

    /// Enters all that was filled in before a battle began.
    pub(super) fn enter_fills(&self, battle: &mut Battle) {
        if let Some(order) = self.fills_as_order() {
            // A disk that fails is said with the first line of the battle.
            let _ = battle.enter(FILL, order);
        }
    }

    /// Enters what had been filled in for a rule set before the battle, now that this takes over.
    pub(super) fn bring_fills(&mut self, fills: Vec<Fill>) -> Result<Option<String>, NoAnswer> {
        if fills.is_empty() || !self.fills.is_empty() || self.put_fills_in_force(fills).is_err() {
            return Ok(None);
        }
        match self.fills_as_order() {
            Some(order) => self.enter(FILL, order),
            None => Ok(None),
        }
    }

    /// An order that fills in all that is filled in.
    fn fills_as_order(&self) -> Option<What> {
        let effects: Vec<Effect> = self.fills.iter().map(|fill| self.on_record(fill)).collect();
        (!effects.is_empty()).then(|| What::Order {
            reason: None,
            written_out: effects.iter().filter_map(fill_line).collect(),
            effects,
        })
    }

    /// Fills in what the battle knows to be filled in, and nothing else.
    ///
    /// Returns whether all of it fits the table; what does not is left out.
    pub(super) fn fill_from_record(&mut self) -> Filled {
        let Some(battle) = self.live() else {
            return Filled::Again;
        };
        let of_battle = battle.state().fills.iter();
        let of_battle: Vec<Fill> = of_battle
            .filter(|fill| fill.rules == self.source.id)
            .map(|fill| Fill {
                key: fill.key.clone(),
                value: fill.value.clone(),
            })
            .collect();
        if of_battle == self.fills || self.put_fills_in_force(of_battle.clone()).is_ok() {
            return Filled::Again;
        }
        let mut fits: Vec<Fill> = Vec::new();
        for fill in of_battle {
            fits.push(fill);
            if self.filled(&fits).is_err() {
                fits.pop();
            }
        }
        // Without any the table is as it was read.
        let _ = self.put_fills_in_force(fits);
        Filled::NoLonger
    }

    /// The fills so far and one more.
    fn fills_with(&self, fill: Fill) -> Vec<Fill> {
        let others = self.fills.iter().filter(|other| other.key != fill.key);
        others.cloned().chain([fill.clone()]).collect()
    }

    /// The rules in force with these blanks filled in.
    pub(super) fn filled(&self, fills: &[Fill]) -> Result<RuleSet, Faults> {
        let parents = |id: &str| self.library.parent(id);
        let filled = blanks::filled(&self.rules, &self.source, &parents, fills)?;
        // A battle knows its rules by what is in the files.
        Ok(RuleSet {
            texts: self.rules.texts.clone(),
            measure: self.rules.measure,
            ..filled
        })
    }

    /// Lets the rules in force measure as this table is set.
    pub(super) fn measure_the_table(&mut self) {
        let measure = self.rules.measure.reaching(self.settings.scale.reach);
        if measure == self.rules.measure {
            return;
        }
        // They were read before, and are the same text.
        if let Ok(read) = self.filled(&self.fills) {
            self.rules = Rc::new(RuleSet { measure, ..read });
            self.known.forget();
        }
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
        let parents = |id: &str| self.library.parent(id);
        let cells = blanks::blanks(&self.source, &parents).ok()?;
        let cell = cells.iter().find(|cell| cell.key == key)?;
        if cell.in_brackets {
            return Some(Takes::Bracketed);
        }
        let fits = |value: &str| {
            let fill = Fill {
                key: key.to_owned(),
                value: value.to_owned(),
            };
            self.filled(&self.fills_with(fill)).is_ok()
        };
        let (number, words) = (fits("1"), fits(&quoted("words")));
        if number && fits(&quoted("(1)")) && !words {
            return Some(Takes::NumberOrBracketed);
        }
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
            (true, None) if fits(&quoted(BEYOND)) => Takes::NumberOrName(vec![Choice {
                key: BEYOND.into(),
                called: "beyond its reach".into(),
                sign: Some(BEYOND.into()),
            }]),
            (true, None) => Takes::Number,
            (false, Some(known)) => Takes::Name(known),
            // What the table has signs of its own for, it checks itself.
            (false, None) => Takes::AsPrinted,
        })
    }

    /// Makes a ruling again, with its dice, by the rules that are now in force.
    fn make_again(&mut self, said: &str, again: Again, hand: Hand<'_>) -> Result<Answer, NoAnswer> {
        let Again { lying, note, faces } = again;
        self.as_before(lying.stands_for.entry(), |session| {
            let Command::Ruling(situation, _) = session.grammar().parse(said)? else {
                return Err(LineFault::new(format!("`{said}` is no ruling")).into());
            };
            let said = written::line(&session.rules, &situation);
            let answer = session.rule(&said, situation, faces, hand, lying)?;
            Ok(session.noted(answer, note))
        })
    }

    /// A ruling with a note before its working.
    fn noted(&mut self, answer: Answer, note: String) -> Answer {
        let Answer::Ruling(mut resolution) = answer else {
            return answer;
        };
        let step = WorkingLine {
            text: note,
            cite: None,
        };
        Rc::make_mut(&mut resolution).working.insert(0, step);
        self.last = Some(Last::kept(Rc::clone(&resolution)));
        Answer::Ruling(resolution)
    }
}

/// Whether an effect fills in the blank of a key.
fn is_of(effect: &Effect, key: &str) -> bool {
    matches!(effect, Effect::Fill { key: filled, .. } if filled == key)
}

/// How a ruling is made again with a blank filled in.
struct Again {
    lying: Lying,
    /// What the working says of it.
    note: String,
    /// The dice that are told with it.
    faces: Option<Faces>,
}

/// What is wrong, in a word.
fn first_of(faults: &Faults) -> String {
    let first = faults.iter().next();
    first.map_or_else(|| faults.to_string(), |fault| fault.message.clone())
}
