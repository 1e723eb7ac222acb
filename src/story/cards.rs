//! Roster cards: a card for each unit of a battle, with boxes to tick.

use crate::battle::Battle;
use crate::naming::phrase;
use crate::paper::{Block, Boxes, Card, Document, Layout, Section};
use crate::rules::word::Lasts;
use crate::session::Session;

/// The most states for which a card has boxes.
const MOST_STATES: usize = 12;

/// A card for each unit of the battle at which a session looks on.
pub fn cards(session: &Session) -> Document {
    let rules = session.rules();
    let battle = session.battle().map(Battle::state);
    let mut sections: Vec<Section> = Vec::new();
    for side in battle.map(|state| state.sides()).unwrap_or_default() {
        let units = battle.into_iter().flat_map(|state| &state.units);
        let units = units.filter(|unit| unit.side == side && unit.left.is_none());
        let cards: Vec<Card> = units
            .map(|unit| {
                let mut rows = losses(session, &unit.handle);
                rows.extend(states(session, unit));
                Card {
                    title: format!("{} ({})", unit.called(), unit.handle),
                    lead: unit.troops(),
                    rows,
                }
            })
            .collect();
        if cards.is_empty() {
            continue;
        }
        let count = i64::try_from(cards.len()).unwrap_or(i64::MAX);
        sections.push(Section {
            heading: format!("{side}: {}", phrase::count(count, "unit", "units")),
            blocks: vec![Block::Cards(cards)],
        });
    }
    if sections.is_empty() {
        let mut section = Section::new("Units");
        section.prose("Nobody is on the table.");
        sections.push(section);
    }
    Document {
        title: format!("Roster cards, {}", rules.name),
        layout: Layout::Cards,
        lead: vec![format!(
            "A box for each of the {} that a unit can lose; states below.",
            rules.loss.many
        )],
        sections,
        rest: Vec::new(),
        foot: Vec::new(),
    }
}

/// A row of boxes for each group of a unit.
fn losses(session: &Session, handle: &str) -> Vec<Boxes> {
    let boxes = |number: crate::number::Number| usize::try_from(number.ceil()).unwrap_or(0);
    let groups = session.groups_of(handle).into_iter();
    groups
        .map(|(label, strength)| match strength.only_marks {
            // Losses are marked without an end: a row to go on in.
            true => Boxes {
                label,
                ticked: boxes(strength.lost),
                open: 12,
                together: 5,
            },
            false => Boxes {
                label,
                ticked: boxes(strength.lost),
                open: boxes(strength.left),
                together: 5,
            },
        })
        .collect()
}

/// A box for each state that a unit can come into.
fn states(session: &Session, unit: &crate::battle::MusteredUnit) -> Vec<Boxes> {
    let words = session.rules().words.iter();
    let lasting = words
        .filter(|(_, word)| matches!(word.lasts, Lasts::Rally | Lasts::Battle | Lasts::NextTurn));
    lasting
        .take(MOST_STATES)
        .map(|(_, word)| {
            let is = unit.is_in(&word.id);
            Boxes {
                label: word.id.to_string(),
                ticked: usize::from(is),
                open: usize::from(!is),
                together: 0,
            }
        })
        .collect()
}
