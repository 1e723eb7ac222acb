//! The players' board: what all may see of a battle, for a second screen or a tablet on the table.

use crate::battle::{Entry, MusteredUnit, Opening, Record, What};
use crate::paper::{Block, Document, Item, Layout, Section};
use crate::rules::RuleSet;
use crate::rules::result::Routs;
use crate::rules::shelf::Id;
use crate::rules::word::{Seen, Word};
use crate::session::called;
use crate::sheet::Sheet;

/// How many of the last events stand on it.
const EVENTS: usize = 3;

/// The board of a battle as it stands: turn and phase, who stands, the last events. No strengths, no dice.
pub fn board(opening: &Opening, record: &Record, rules: Option<&RuleSet>) -> Document {
    let state = record.state();
    let mut sections = Vec::new();
    for side in state.sides() {
        let mut sheet = Sheet::new("", &["unit", ""]);
        for unit in state.units.iter().filter(|unit| unit.side == side) {
            sheet.row([unit.called().to_owned(), stands(unit, rules)]);
        }
        let mut section = Section::new(side);
        section.table(sheet);
        sections.push(section);
    }
    let entries = record.entries().iter().rev();
    let events = entries.filter_map(heard).take(EVENTS);
    let events: Vec<Item> = events.map(Item::new).collect();
    if !events.is_empty() {
        sections.push(Section {
            heading: "Last".to_owned(),
            blocks: vec![Block::Items(events)],
        });
    }
    Document {
        title: clock(record, rules),
        layout: Layout::Board,
        lead: vec![called(opening)],
        sections,
        rest: Vec::new(),
        foot: vec![format!("sealed: {}", opening.seal)],
    }
}

/// `Turn 2, melee`.
fn clock(record: &Record, rules: Option<&RuleSet>) -> String {
    let state = record.state();
    if record.is_over() {
        return "The battle is over".to_owned();
    }
    let phase = state
        .phase
        .as_deref()
        .map(|id| rules.map_or(id, |rules| rules.phase_called(id)));
    match (state.turn, phase) {
        (0, _) => "Before the first turn".to_owned(),
        (turn, None) => format!("Turn {turn}"),
        (turn, Some(phase)) => format!("Turn {turn}, {phase}"),
    }
}

/// What can be seen of a unit from anywhere: it stands, it runs, it is gone.
fn stands(unit: &MusteredUnit, rules: Option<&RuleSet>) -> String {
    if unit.left.is_some() {
        return "gone".to_owned();
    }
    let Some(rules) = rules else {
        return "stands".to_owned();
    };
    let states = unit.states.iter();
    let states = states.filter_map(|state| rules.words.named(&state.word));
    let states: Vec<_> = states.collect();
    let is = match states.iter().any(|state| is_rout(rules, *state)) {
        true => "routed",
        false => "stands",
    };
    let seen = states.iter().map(|state| rules.words.get(*state));
    let seen = seen.filter(|word| word.seen == Seen::Yes);
    let seen = seen.map(|word| word.id.as_str());
    std::iter::once(is)
        .chain(seen)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether a unit in a state is out of the fight: no result brings it without that.
fn is_rout(rules: &RuleSet, state: Id<Word>) -> bool {
    let results = rules.results.iter().map(|(_, result)| result);
    let mut bring = results
        .filter(|result| result.gives.contains(&state))
        .peekable();
    bring.peek().is_some() && bring.all(|result| result.routs == Routs::Yes)
}

/// What the players may hear of an entry; `None` where there is nothing to hear.
pub fn heard(entry: &Entry) -> Option<String> {
    match &entry.what {
        What::Ruling { heard, .. } if heard.is_empty() => Some("the referee rules".to_owned()),
        What::Ruling { heard, .. } => Some(heard.to_string()),
        What::Undo { .. } => Some("the referee takes a ruling back".to_owned()),
        What::Redo { .. } => Some("the referee's ruling stands after all".to_owned()),
        What::Reveal { seed, .. } => Some(format!("the battle is over; the seed was {seed}")),
        What::SeedWord { word } => Some(format!("`{word}` is mixed into the seed")),
        What::Order { .. } | What::Table { .. } => None,
    }
}
