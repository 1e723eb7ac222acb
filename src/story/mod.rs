//! The story of a battle, told from its record: turn by turn, with its losses, its luck and its odds.

mod cards;
mod chronicle;
mod decisive;
mod dice;
mod sentence;

pub use cards::cards;

use smol_str::SmolStr;

use crate::battle::{Audit, Opening, Record, State, What};
use crate::lookups;
use crate::naming::phrase;
use crate::paper::{Block, Document, Item, Layout, Section};
use crate::session::{Session, called};
use crate::sheet::Sheet;
use chronicle::{Chronicle, chronicle};

/// A battle to be told.
pub struct Telling<'a> {
    /// With what it was opened.
    pub opening: &'a Opening,
    /// What is on record.
    pub record: &'a Record,
    /// What came of making its dice again.
    pub proof: &'a Audit,
    /// A session that looks on at it, where its rule set is at hand.
    pub session: Option<Session>,
    /// The side for which it is told; everything where nobody is named.
    pub side: Option<&'a str>,
}

/// The story of a battle.
pub fn story(mut telling: Telling<'_>) -> Document {
    let chronicle = chronicle(&telling);
    let mut sections = Vec::new();
    sections.push(armies(&telling, &chronicle));
    sections.extend(chronicle.sections(&telling));
    sections.extend(losses(&telling, &chronicle));
    sections.extend(decisive::decisive(&mut telling, &chronicle));
    sections.extend(dice::luck(&telling));
    sections.extend(taken_back(&telling));
    sections.push(roster(&telling));
    sections.extend(rules_and_settings(&telling));
    sections.push(dice::seal(&telling));
    Document {
        title: title(&telling),
        layout: Layout::Text,
        lead: lead(&telling, &chronicle),
        sections,
        rest: Vec::new(),
        foot: vec![format!(
            "Told by Drumhead {} from {} on record.",
            env!("CARGO_PKG_VERSION"),
            entries(telling.record.entries().len()),
        )],
    }
}

impl Telling<'_> {
    fn state(&self) -> &State {
        self.record.state()
    }

    /// Whether something of a side may be told.
    fn tells_of(&self, side: &str) -> bool {
        self.side.is_none_or(|own| own == side)
    }
}

fn title(telling: &Telling<'_>) -> String {
    let called = called(telling.opening);
    let mut signs = called.chars();
    let first = signs.next().map(char::to_uppercase);
    let called: String = first.into_iter().flatten().chain(signs).collect();
    match telling.side {
        Some(side) => format!("{called}, as {side} saw it"),
        None => called,
    }
}

fn lead(telling: &Telling<'_>, chronicle: &Chronicle<'_>) -> Vec<String> {
    let rules = telling
        .session
        .as_ref()
        .map(|session| session.rules().name.to_string());
    let rules = rules.unwrap_or_else(|| telling.state().rules.to_string());
    let turns = phrase::count(i64::from(telling.state().turn), "turn", "turns");
    let opened = telling.opening.opened.split('T').next().unwrap_or_default();
    let over = match telling.record.is_over() {
        true => "over",
        false => "not over",
    };
    let mut lines = vec![format!("{rules}. Begun on {opened}; {turns}; {over}.")];
    if telling.side.is_none() {
        let lost = chronicle
            .lost
            .iter()
            .map(|(side, lost)| format!("{side} lost {}", sentence::measured(telling, *lost)));
        let lost: Vec<String> = lost.collect();
        if !lost.is_empty() {
            lines.push(format!("{}.", lost.join("; ")));
        }
    }
    lines
}

/// Who was mustered, as they were then.
fn armies(telling: &Telling<'_>, chronicle: &Chronicle<'_>) -> Section {
    let mut section = Section::new("The armies");
    let mut sheet = Sheet::new("", &["side", "unit", "handle", "troops"]);
    for unit in &chronicle.mustered {
        if !telling.tells_of(&unit.side) {
            continue;
        }
        sheet.row([
            unit.side.to_string(),
            unit.called().to_owned(),
            unit.handle.to_string(),
            unit.troops(),
        ]);
    }
    if sheet.rows.is_empty() {
        section.prose("Nobody was mustered.");
    } else {
        section.table(sheet);
    }
    section
}

fn losses(telling: &Telling<'_>, chronicle: &Chronicle<'_>) -> Option<Section> {
    let what = telling
        .session
        .as_ref()
        .map_or("losses", |session| session.rules().loss.many.as_str());
    let plot = chronicle.plot(telling, what)?;
    Some(Section {
        heading: "Losses over the turns".to_owned(),
        blocks: vec![Block::Plot(plot)],
    })
}

/// What was entered and does not count any more.
fn taken_back(telling: &Telling<'_>) -> Option<Section> {
    let record = telling.record;
    let gone = record
        .entries()
        .iter()
        .filter(|entry| !record.counts(entry.n));
    let mut items = Vec::new();
    for entry in gone {
        let later = record
            .entries()
            .iter()
            .skip(usize::try_from(entry.n).unwrap_or(usize::MAX));
        let mut later = later.filter(|later| record.counts(later.n));
        let by = later.find_map(|later| match &later.what {
            What::Ruling {
                amends: Some(old), ..
            } if *old == entry.n => Some(Some(later.n)),
            What::Ruling {
                fills_in: Some(blank),
                ..
            } if blank.entry == entry.n => Some(None),
            _ => None,
        });
        // One that landed on a blank was completed, which is no mistake.
        if by == Some(None) {
            continue;
        }
        let came = match &entry.what {
            What::Ruling { summary, .. } => format!(": {summary}"),
            _ => String::new(),
        };
        let how = match by.flatten() {
            Some(later) => format!("amended by entry {later}"),
            None => "taken back".to_owned(),
        };
        items.push(Item::new(format!(
            "{}. `{}`{came} ({how})",
            entry.n,
            entry.line.replace('`', "'")
        )));
    }
    if items.is_empty() {
        return None;
    }
    let mut section = Section::new("Mistakes taken back");
    match telling.side {
        Some(_) => {
            let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
            let entries = phrase::count(count, "entry", "entries");
            section.prose(format!("The referee took {entries} back or amended them."));
        }
        None => section.blocks.push(Block::Items(items)),
    }
    Some(section)
}

/// How every unit stands at the end.
fn roster(telling: &Telling<'_>) -> Section {
    let mut section = Section::new("The roster at the end");
    let mut sheet = Sheet::new("", &["side", "unit", "left", "lost", "state"]);
    for unit in &telling.state().units {
        let own = telling.tells_of(&unit.side);
        let strength = telling
            .session
            .as_ref()
            .and_then(|session| session.strength_left(&unit.handle));
        let lost = unit
            .groups
            .iter()
            .map(|group| group.lost)
            .sum::<crate::number::Number>();
        let (left, lost) = match strength {
            _ if !own => (String::new(), String::new()),
            Some(strength) if strength.only_marks => (String::new(), strength.lost.to_string()),
            Some(strength) => (
                format!("{} of {}", strength.left, strength.begun()),
                strength.lost.to_string(),
            ),
            None => (String::new(), lost.to_string()),
        };
        let state = match (&unit.left, own) {
            (Some(why), true) => format!("gone: {why}"),
            (Some(_), false) => "gone".to_owned(),
            (None, true) if !unit.states.is_empty() => {
                let states: Vec<&str> = unit
                    .states
                    .iter()
                    .map(|state| state.word.as_str())
                    .collect();
                states.join(", ")
            }
            (None, _) => "stands".to_owned(),
        };
        sheet.row([
            unit.side.to_string(),
            unit.called().to_owned(),
            left,
            lost,
            state,
        ]);
    }
    if sheet.rows.is_empty() {
        section.prose("Nobody is on the roster.");
    } else {
        section.table(sheet);
    }
    section
}

fn rules_and_settings(telling: &Telling<'_>) -> Option<Section> {
    let session = telling.session.as_ref()?;
    let mut section = Section::new("Rules and settings");
    let rules = session.rules();
    section.prose(format!(
        "Rule set `{}`, {}, from {}.",
        rules.id, rules.name, rules.source
    ));
    if !session.is_by_table_on_record() {
        section.prose("The table at hand is not the one on record: odds are left out.");
    }
    let mut sheet = Sheet::new("", &["setting", "is", "which means", "or", "place"]);
    for one in lookups::settings_in_force(rules, session.settings()) {
        let place = one.place.unwrap_or_default();
        sheet.row([
            format!("`{}`", one.id),
            one.is,
            one.means,
            one.others,
            place,
        ]);
    }
    if !sheet.rows.is_empty() {
        sheet.drop_empty_columns();
        section.table(sheet);
    }
    Some(section)
}

fn entries(count: usize) -> String {
    phrase::count(i64::try_from(count).unwrap_or(i64::MAX), "entry", "entries")
}

/// What a person calls the unit of a handle as the battle stands.
fn name_of(state: &State, handle: &str) -> SmolStr {
    state
        .unit(handle)
        .map_or_else(|| handle.into(), |unit| unit.called().into())
}
