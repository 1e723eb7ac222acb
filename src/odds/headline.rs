//! The odds in a few words, for the console while a line is being typed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::headlines::Headlines;
use super::table::{Odds, Spread, mean};
use super::topic::Topic;
use super::words::{chance_text, fall_text, mean_text};
use crate::dice::{Halt, Limit, explore};
use crate::language::Grammar;
use crate::language::command::Command;
use crate::number::Number;
use crate::procedures::{Case, Value, Working, declare};
use crate::rules::amount::Given;
use crate::settings::Settings;

/// How long a person may be kept waiting between two keystrokes.
const PATIENCE: Duration = Duration::from_millis(3);
/// The most branches that are followed in that time.
const MOST_RUNS: u64 = 2000;
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
    let case = Case {
        rules: grammar.rules,
        settings,
        situation: &situation,
    };
    let declared = declare(case, Working::silent()).ok()?.declared;
    let begun = Instant::now();
    let stop = AtomicBool::new(false);
    let mut headlines = Headlines::default();
    let joint = explore(Limit { runs: MOST_RUNS }, &stop, |dice| {
        if begun.elapsed() > patience {
            stop.store(true, Ordering::Relaxed);
        }
        let outcome = declared.throw(dice, &mut Working::silent())?;
        Ok::<_, Halt>(headlines.values(&outcome))
    })
    .ok()?;
    let odds = Odds::new(headlines.into_topics(), joint);
    odds.each()
        .find(|(_, spread)| spread.len() > 1)
        .map(|(topic, spread)| in_words(topic, &spread))
}

fn in_words(topic: &Topic, spread: &Spread) -> String {
    let name = topic.name.replace('_', " ");
    if let Some(mean) = mean(spread) {
        let none = Given::Known(Value::Number(Number::ZERO));
        let some = spread.chance_where(|value| *value != none);
        return format!(
            "{name}: mean {}, any {}",
            mean_text(mean),
            chance_text(&some)
        );
    }
    let yes = Given::Known(Value::Truth(true));
    if spread
        .iter()
        .all(|(value, _)| matches!(value, Given::Known(Value::Truth(_))))
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
