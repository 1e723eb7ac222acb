//! The record as turns: what happened in each, and what each side had lost by its end.

use smol_str::SmolStr;

use super::Telling;
use super::dice::thrown;
use super::sentence::{effects_said, sentence, sides_named};
use crate::battle::{Effect, Entry, MusteredUnit, State, What};
use crate::number::Number;
use crate::paper::{Block, Curve, Item, Plot, Section};

/// The record as turns.
pub(super) struct Chronicle<'r> {
    /// The turns, with what came before the first as turn 0.
    pub(super) turns: Vec<Turn<'r>>,
    /// The units as they were mustered.
    pub(super) mustered: Vec<MusteredUnit>,
    /// What each side has lost, in the order in which they joined.
    pub(super) lost: Vec<(SmolStr, Number)>,
}

/// What happened in one turn.
pub(super) struct Turn<'r> {
    /// Its number.
    pub(super) number: u32,
    /// What happened, in order.
    pub(super) told: Vec<Told<'r>>,
    /// What each side had lost by its end.
    lost: Vec<(SmolStr, Number)>,
}

/// One entry as it is told.
pub(super) struct Told<'r> {
    /// The entry.
    pub(super) entry: &'r Entry,
    /// The phase in which it came, as it is called.
    phase: Option<String>,
    /// Whether a phase or a turn passes by it.
    passes: bool,
    /// What it says; nothing where it only moves the clock or musters.
    pub(super) text: String,
    /// Remarks on it.
    remarks: Vec<String>,
    /// How much hangs on it: units that left by it, and losses.
    pub(super) weight: (usize, Number),
}

/// Tells the entries that count, in the order in which they do.
pub(super) fn chronicle<'r>(telling: &Telling<'r>) -> Chronicle<'r> {
    let mut state = State::opened(telling.opening);
    let mut chronicle = Chronicle {
        turns: vec![Turn {
            number: 0,
            told: Vec::new(),
            lost: Vec::new(),
        }],
        mustered: Vec::new(),
        lost: Vec::new(),
    };
    for entry in telling.record.counting_entries() {
        let effects = telling.record.effects_of(entry.n);
        let turn = effects.iter().find_map(|effect| match effect {
            Effect::Turn { turn } => Some(*turn),
            _ => None,
        });
        let told = told(telling, &state, entry);
        for effect in effects {
            chronicle.count(&state, effect);
            // They fitted when the record was read.
            let _ = state.apply(effect);
        }
        if let Some(number) = turn {
            chronicle.end_turn();
            chronicle.turns.push(Turn {
                number,
                told: Vec::new(),
                lost: Vec::new(),
            });
        }
        if let (Some(told), Some(turn)) = (told, chronicle.turns.last_mut()) {
            turn.told.push(told);
        }
    }
    chronicle.end_turn();
    chronicle
}

fn told<'r>(telling: &Telling<'_>, state: &State, entry: &'r Entry) -> Option<Told<'r>> {
    let effects = telling.record.effects_of(entry.n);
    let phase = state.phase.as_deref().map(|id| {
        let rules = telling.session.as_ref().map(|session| session.rules());
        rules.map_or(id, |rules| rules.phase_called(id)).to_owned()
    });
    let left = effects
        .iter()
        .filter(|effect| matches!(effect, Effect::Leave { .. }))
        .count();
    let lost = effects.iter().filter_map(|effect| match effect {
        Effect::Lose { lost, .. } => Some(*lost),
        _ => None,
    });
    let weight = (left, lost.sum());
    let (text, remarks) = match telling.side {
        None => (
            sentence(telling, state, entry),
            remarks(telling, state, entry),
        ),
        Some(side) => (
            heard(telling, state, entry, side),
            own_remarks(telling, state, entry, side),
        ),
    };
    if text.is_empty() && remarks.is_empty() {
        return None;
    }
    let passes = |effect: &Effect| matches!(effect, Effect::Turn { .. } | Effect::Phase { .. });
    Some(Told {
        entry,
        passes: effects.iter().any(passes),
        phase,
        text,
        remarks,
        weight,
    })
}

fn remarks(telling: &Telling<'_>, state: &State, entry: &Entry) -> Vec<String> {
    let mut remarks = effects_said(telling, state, telling.record.effects_of(entry.n), |_| true);
    if let What::Ruling {
        throws,
        dice_of,
        amends,
        ..
    } = &entry.what
    {
        remarks.extend(thrown(throws, |_| true));
        if let Some(of) = dice_of {
            remarks.push(format!("with the dice of entry {of}"));
        }
        if let Some(old) = amends {
            remarks.push(format!("in the place of entry {old}"));
        }
    }
    remarks
}

/// What the players of a side heard of an entry. What the referee typed or gave as a reason is not for
/// them: it may tell of the other side. Of what concerns their own units alone they know all.
fn heard(telling: &Telling<'_>, state: &State, entry: &Entry, side: &str) -> String {
    let What::Ruling { heard, .. } = &entry.what else {
        return String::new();
    };
    match heard.is_empty() && is_about_own_alone(telling, state, entry, side) {
        true => sentence(telling, state, entry),
        false => heard.to_string(),
    }
}

/// Whether the units of one side alone have to do with a ruling: those in its line, those on which it
/// acts, those for which dice were thrown.
fn is_about_own_alone(telling: &Telling<'_>, state: &State, entry: &Entry, side: &str) -> bool {
    let What::Ruling { throws, .. } = &entry.what else {
        return false;
    };
    let effects = telling.record.effects_of(entry.n).iter();
    let is_own = |handle: &str| state.unit(handle).is_some_and(|unit| unit.side == side);
    let line = entry.understood().unwrap_or(&entry.line);
    let (named, parts) = sides_named(state, line);
    !parts
        && !named.is_empty()
        && named.iter().all(|handle| is_own(handle))
        && effects.filter_map(Effect::unit).all(is_own)
        && throws
            .iter()
            .all(|throw| throw.side.as_deref() == Some(side))
}

fn own_remarks(telling: &Telling<'_>, state: &State, entry: &Entry, side: &str) -> Vec<String> {
    let own = |handle: &str| state.unit(handle).is_some_and(|unit| unit.side == side);
    let mut remarks = effects_said(telling, state, telling.record.effects_of(entry.n), own);
    if let What::Ruling { throws, .. } = &entry.what {
        remarks.extend(thrown(throws, |throw| throw.side.as_deref() == Some(side)));
    }
    remarks
}

impl Chronicle<'_> {
    /// Counts what an effect takes from a side, before it happens.
    fn count(&mut self, state: &State, effect: &Effect) {
        match effect {
            Effect::Muster { unit } => {
                self.mustered.push((**unit).clone());
                self.add(&unit.side, Number::ZERO);
            }
            Effect::Remove { unit } => self.mustered.retain(|known| known.handle != *unit),
            Effect::Lose { unit, lost, .. } => {
                if let Some(unit) = state.unit(unit) {
                    self.add(&unit.side, *lost);
                }
            }
            _ => {}
        }
    }

    /// Counts losses of a side, which may be the first that is heard of it.
    fn add(&mut self, side: &SmolStr, lost: Number) {
        match self.lost.iter_mut().find(|(known, _)| known == side) {
            Some((_, so_far)) => *so_far += lost,
            None => self.lost.push((side.clone(), lost)),
        }
    }

    fn end_turn(&mut self) {
        let lost = self.lost.clone();
        if let Some(turn) = self.turns.last_mut() {
            turn.lost = lost;
        }
    }

    /// A section for each turn in which anything is told.
    pub(super) fn sections(&self, telling: &Telling<'_>) -> Vec<Section> {
        let turns = self.turns.iter().filter(|turn| !turn.told.is_empty());
        turns.map(|turn| turn.section(telling)).collect()
    }

    /// The losses of each side at the end of each turn; `None` before the first.
    pub(super) fn plot(&self, telling: &Telling<'_>, what: &str) -> Option<Plot> {
        if self.turns.len() < 2 || self.lost.is_empty() {
            return None;
        }
        let sides = self.lost.iter().map(|(side, _)| side);
        let curves = sides.filter(|side| telling.tells_of(side)).map(|side| {
            let numbers = self.turns.iter().map(|turn| {
                let of_side = turn.lost.iter().find(|(known, _)| known == side);
                of_side.map_or(Number::ZERO, |(_, lost)| *lost)
            });
            let numbers: Vec<Number> = numbers.collect();
            Curve {
                name: side.to_string(),
                shown: numbers.iter().map(Number::to_string).collect(),
                values: numbers.iter().map(|number| number.to_f64()).collect(),
            }
        });
        let points = self.turns.iter().map(|turn| match turn.number {
            0 => "start".to_owned(),
            number => number.to_string(),
        });
        Some(Plot::Curves {
            title: format!("{what} lost by each side, by the end of each turn"),
            along: "turn".to_owned(),
            points: points.collect(),
            curves: curves.collect(),
        })
    }
}

impl Turn<'_> {
    fn section(&self, telling: &Telling<'_>) -> Section {
        let mut section = Section::new(match self.number {
            0 => "Before the first turn".to_owned(),
            number => format!("Turn {number}"),
        });
        let mut phase: Option<&String> = None;
        let mut items: Vec<Item> = Vec::new();
        for told in &self.told {
            if told.phase.as_ref() != phase {
                if !items.is_empty() {
                    section
                        .blocks
                        .push(Block::Items(std::mem::take(&mut items)));
                }
                phase = told.phase.as_ref();
                if let Some(phase) = phase {
                    section.blocks.push(Block::Heading(phase.clone()));
                }
            }
            let text = match (telling.side, told.text.is_empty()) {
                (_, true) if told.passes => "As time passes".to_owned(),
                (_, true) => "The referee decides".to_owned(),
                (None, false) => format!("{}. {}", told.entry.n, told.text),
                (Some(_), false) => told.text.clone(),
            };
            items.push(Item {
                text,
                remarks: told.remarks.clone(),
            });
        }
        if !items.is_empty() {
            section.blocks.push(Block::Items(items));
        }
        section
    }
}
