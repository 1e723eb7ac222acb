//! Entries as sentences: who did what to whom, with the names of units.

use smol_str::SmolStr;

use super::{Telling, name_of};
use crate::battle::{Effect, Entry, State, What};
use crate::naming::key_in_words;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::word::Lasts;

/// Words that join units of a side.
const JOINERS: [&str; 3] = ["and", "+", ","];
/// Words that part the sides of a line.
const PARTING: [&str; 2] = ["at", "vs"];

/// An entry in a sentence; nothing for one that only musters or moves the clock.
pub(super) fn sentence(telling: &Telling<'_>, state: &State, entry: &Entry) -> String {
    let rules = telling.session.as_ref().map(|session| session.rules());
    match &entry.what {
        What::Ruling { verb, summary, .. } => {
            let line = entry.understood().unwrap_or(&entry.line);
            let said = did(rules, state, verb, line);
            match summary.is_empty() {
                true => said,
                false => format!("{said}: {summary}"),
            }
        }
        What::Order {
            effects, reason, ..
        } => {
            let silent = |effect: &Effect| {
                matches!(
                    effect,
                    Effect::Muster { .. } | Effect::Turn { .. } | Effect::Phase { .. }
                )
            };
            if effects.iter().any(silent) {
                return String::new();
            }
            match reason {
                Some(reason) => {
                    // The reason stands in the line, at its end.
                    let line = entry.line.strip_suffix(reason.as_str());
                    let line = typed(line.unwrap_or(&entry.line).trim_end());
                    format!("The referee decides {line}: {reason}")
                }
                None => format!("The referee: {}", typed(&entry.line)),
            }
        }
        What::Table { .. }
        | What::SeedWord { .. }
        | What::Undo { .. }
        | What::Redo { .. }
        | What::Reveal { .. } => String::new(),
    }
}

/// A line as it was typed.
fn typed(line: &str) -> String {
    format!("`{}`", line.replace('`', "'"))
}

/// `Grey's Regiment fires at Blue Regiment (10in, supported)`.
fn did(rules: Option<&RuleSet>, state: &State, verb: &str, line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let parted = words.iter().position(|word| PARTING.contains(word));
    let (acting, struck) = match parted {
        Some(place) => (words.get(..place), words.get(place + 1..)),
        None => (Some(words.as_slice()), None),
    };
    let acting = Named::of(state, acting.unwrap_or_default());
    let struck = struck.map(|words| Named::of(state, words));
    let ruling = rules.and_then(|rules| Some(rules.rulings.get(rules.rulings.named(verb)?)));
    let heard = ruling.and_then(|ruling| ruling.heard.as_ref());
    let mut said = match (heard, acting.names.is_empty()) {
        (_, true) => key_in_words(verb).to_string(),
        (Some(heard), false) => {
            let does = match acting.several {
                true => &heard.several,
                false => &heard.one,
            };
            format!("{} {does}", acting.names)
        }
        (None, false) => format!("{} of {}", key_in_words(verb), acting.names),
    };
    if let Some(struck) = &struck {
        let by = if heard.is_some() { " " } else { " against " };
        said.push_str(by);
        said.push_str(&struck.names);
    }
    let details = acting
        .details
        .iter()
        .chain(struck.iter().flat_map(|struck| &struck.details));
    let details: Vec<&str> = details.copied().collect();
    match details.is_empty() {
        true => said,
        false => format!("{said} ({})", details.join(" ")),
    }
}

/// The units of the battle that a line names, and whether it has two sides.
pub(super) fn sides_named<'l>(state: &State, line: &'l str) -> (Vec<&'l str>, bool) {
    let words = || line.split_whitespace().skip(1);
    let units = words().flat_map(|word| word.split([',', '+']));
    let units = units.filter(|word| state.unit(word).is_some());
    (units.collect(), words().any(|word| PARTING.contains(&word)))
}

/// One side of a line: its units by their names, and what else was said.
struct Named<'l> {
    names: String,
    several: bool,
    details: Vec<&'l str>,
}

impl<'l> Named<'l> {
    fn of(state: &State, words: &[&'l str]) -> Named<'l> {
        let mut names: Vec<SmolStr> = Vec::new();
        let mut details = Vec::new();
        for word in words {
            let handle = word.trim_end_matches(',');
            if state.unit(handle).is_some() {
                names.push(name_of(state, handle));
            } else if !JOINERS.contains(word) {
                details.push(*word);
            }
        }
        if names.is_empty() {
            // Troops that are nobody's of the battle stand as they were typed.
            return Named {
                names: words.join(" "),
                several: false,
                details: Vec::new(),
            };
        }
        Named {
            several: names.len() > 1,
            names: names.join(" and "),
            details,
        }
    }
}

/// What effects do to units, a text each, for the units that are meant.
pub(super) fn effects_said(
    telling: &Telling<'_>,
    state: &State,
    effects: &[Effect],
    meant: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut of_units: Vec<(&str, Vec<String>)> = Vec::new();
    for effect in effects {
        let Some(handle) = effect.unit().filter(|handle| meant(handle)) else {
            continue;
        };
        let Some(said) = effect_said(telling, state, effect) else {
            continue;
        };
        match of_units.iter_mut().find(|(known, _)| *known == handle) {
            Some((_, all)) => all.push(said),
            None => of_units.push((handle, vec![said])),
        }
    }
    let said = of_units
        .into_iter()
        .map(|(handle, all)| format!("{} {}", name_of(state, handle), all.join(", ")));
    said.collect()
}

fn effect_said(telling: &Telling<'_>, state: &State, effect: &Effect) -> Option<String> {
    match effect {
        Effect::Lose { unit, group, lost } => {
            let unit = state.unit(unit)?;
            let kind = unit.group(*group).map(|group| group.troop.as_str());
            let of = match kind {
                Some(kind) if unit.groups_there().count() > 1 => format!(" of {kind}"),
                _ => String::new(),
            };
            let verb = if *lost < Number::ZERO {
                "gets back"
            } else {
                "loses"
            };
            Some(format!("{verb} {}{of}", measured(telling, lost.abs())))
        }
        Effect::Gain { state, number, .. } if stays(telling, state) => {
            Some(match number.is_zero() {
                true => format!("is {state}"),
                false => format!("is {state} {number}"),
            })
        }
        Effect::Shed { state, .. } if stays(telling, state) => {
            Some(format!("is no longer {state}"))
        }
        Effect::Leave { why, .. } => Some(format!("leaves the table: {why}")),
        _ => None,
    }
}

/// Whether a state outlasts the turn, so that it is worth telling.
fn stays(telling: &Telling<'_>, state: &str) -> bool {
    let rules = telling.session.as_ref().map(|session| session.rules());
    let word = rules.and_then(|rules| Some(rules.words.get(rules.words.named(state)?)));
    word.is_none_or(|word| !matches!(word.lasts, Lasts::Line | Lasts::Phase | Lasts::Turn))
}

/// `2 figures`, or just the number where the rules are not at hand.
pub(super) fn measured(telling: &Telling<'_>, lost: Number) -> String {
    match &telling.session {
        Some(session) => session.rules().loss.of(lost),
        None => lost.to_string(),
    }
}
