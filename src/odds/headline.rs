//! The odds in a few words, for the console while a line is being typed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::find::counter;
use super::headlines::Headlines;
use super::table::{Spread, mean};
use super::topic::Topic;
use super::words::{chance_text, fall_text, mean_text};
use crate::language::Grammar;
use crate::language::command::Command;
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rulings::compile::Keep;
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::declare;
use crate::rulings::odds::{Limit, Watch};
use crate::rulings::outcome::FieldValue;
use crate::settings::Settings;

/// How long a person may be kept waiting between two keystrokes.
const PATIENCE: Duration = Duration::from_millis(3);
/// The most evaluations that are made in that time.
const LIMIT: Limit = Limit {
    evaluations: 20_000,
};
/// The most values that are named.
const MOST_VALUES: usize = 3;

/// The headline odds of a line that is complete so far, such as `winner: attacker 91.20 %`.
///
/// `None` for a line that is not complete, throws no dice or has its dice
/// told, and where the odds cannot be had within a few milliseconds.
pub fn headline(grammar: Grammar<'_>, settings: &Settings, line: &str) -> Option<String> {
    headline_within(grammar, settings, line, PATIENCE)
}

/// The same, where it can be had within `patience`.
pub fn headline_within(
    grammar: Grammar<'_>,
    settings: &Settings,
    line: &str,
    patience: Duration,
) -> Option<String> {
    let Ok(Command::Ruling(situation, None)) = grammar.parse(line) else {
        return None;
    };
    let context = RulingContext {
        rules: grammar.rules,
        settings,
        situation: &situation,
    };
    let begun = Instant::now();
    let declaration = declare(context, Keep::Outcome).ok()?;
    let headlines = Headlines::of(&declaration);
    let mut counter = counter(&declaration);
    let stop = AtomicBool::new(false);
    for (place, topic) in headlines.topics().enumerate() {
        let mut watch = Watch {
            limit: LIMIT,
            stop: &stop,
            progress: &mut |_, _| {
                if begun.elapsed() > patience {
                    stop.store(true, Ordering::Relaxed);
                }
            },
        };
        let spread = headlines.spread(place, &mut counter, &mut watch);
        if let Some(spread) = spread.ok()?.filter(|spread| spread.len() > 1) {
            return Some(in_words(topic, &spread));
        }
    }
    None
}

fn in_words(topic: &Topic, spread: &Spread) -> String {
    let name = topic.name.replace('_', " ");
    if let Some(mean) = mean(spread) {
        let none = Given::Known(FieldValue::Number(Number::ZERO));
        let some = spread.chance_where(|value| *value != none);
        return format!(
            "{name}: mean {}, any {}",
            mean_text(mean),
            chance_text(&some)
        );
    }
    let yes = Given::Known(FieldValue::Truth(true));
    if spread
        .iter()
        .all(|(value, _)| matches!(value, Given::Known(FieldValue::Truth(_))))
    {
        return format!("{name}: {}", chance_text(&spread.chance(&yes)));
    }
    let mut likely: Vec<_> = spread.chances().collect();
    likely.sort_by(|one, other| other.1.p().total_cmp(&one.1.p()));
    let named: Vec<String> = likely
        .into_iter()
        .take(MOST_VALUES)
        .map(|(value, chance)| format!("{} {}", fall_text(value), chance_text(&chance)))
        .collect();
    format!("{name}: {}", named.join(", "))
}
