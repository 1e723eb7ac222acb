//! The gist of odds in one line: `attacker wins 99.9 % · musketeers rout 83.0 %, 3.9 lost`.

use crate::dice::Chance;
use crate::number::Number;
use crate::odds::{Came, Odds, Of, Spread, Topic, fall_text, mean};
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;

/// The headline that says which side wins.
const WINNER: &str = "winner";
/// The headlines of every unit.
const LOST: &str = "lost";
const RESULT: &str = "result";

/// What the odds come to in a few words; `None` where nothing can come out in two ways.
pub(super) fn gist(odds: &Odds) -> Option<String> {
    let mut said: Vec<String> = Vec::new();
    let mut units: Vec<(&Topic, &str)> = Vec::new();
    for (topic, spread) in odds.each() {
        match &topic.of {
            Of::Whole if spread.len() > 1 => said.extend(of_line(topic, spread)),
            Of::Whole => {}
            Of::Unit { called, .. } => {
                if !units.iter().any(|(other, _)| other.of == topic.of) {
                    units.push((topic, called));
                }
            }
        }
    }
    for (topic, called) in units {
        let of = |name: &str| {
            let topic = Topic {
                of: topic.of.clone(),
                name: name.to_owned(),
            };
            odds.same(&topic)
        };
        // What the line counts as a whole says it already.
        let again = |lost: &&Spread| {
            let mut whole = odds.each().filter(|(topic, _)| topic.of == Of::Whole);
            !whole.any(|(_, spread)| spread == *lost && spread.len() > 1)
        };
        said.extend(of_unit(called, of(RESULT), of(LOST).filter(again)));
    }
    (!said.is_empty()).then(|| said.join(" · "))
}

/// `attacker wins 99.9 %`, `hits 1.33, any 80.3 %`, `stops charge 16.7 %`.
fn of_line(topic: &Topic, spread: &Spread) -> Option<String> {
    let name = topic.name.replace('_', " ");
    if let Some(mean) = mean(spread) {
        let none = Given::Known(FieldValue::Number(Number::ZERO));
        let any = spread.chance_where(|value| *value != none);
        let any = match any.is_certain() {
            true => String::new(),
            false => format!(", any {}", share(&any)),
        };
        return Some(format!("{name} {}{any}", tenth(mean)));
    }
    if spread.iter().all(|(value, _)| is_truth(value)) {
        let yes = Given::Known(FieldValue::Truth(true));
        return Some(format!("{name} {}", share(&spread.chance(&yes))));
    }
    let (value, chance) = likeliest(spread, |_| true)?;
    let chance = share(&chance);
    let value = fall_text(value);
    let is_side = matches!(value.as_str(), "attacker" | "defender");
    Some(if topic.name == WINNER && is_side {
        format!("{value} wins {chance}")
    } else {
        format!("{name} {value} {chance}")
    })
}

/// `musketeers: routs 83.0 %, 3.9 lost`; nothing for a unit to which nothing can happen.
fn of_unit(called: &str, result: Option<&Spread>, lost: Option<&Spread>) -> Option<String> {
    let something = |value: &Came| *value != Given::Known(FieldValue::Null);
    let result = result.and_then(|spread| likeliest(spread, something));
    let result = result.map(|(value, chance)| format!("{} {}", fall_text(value), share(&chance)));
    let lost = lost.and_then(mean).filter(|lost| *lost > 0.0);
    let lost = lost.map(|lost| format!("{} lost", tenth(lost)));
    let parts: Vec<String> = result.into_iter().chain(lost).collect();
    (!parts.is_empty()).then(|| format!("{called}: {}", parts.join(", ")))
}

/// The value that is the likeliest of those that count.
fn likeliest(spread: &Spread, counts: impl Fn(&Came) -> bool) -> Option<(&Came, Chance)> {
    let chances = spread.chances().filter(|(value, _)| counts(value));
    chances.max_by(|one, other| one.1.p().total_cmp(&other.1.p()))
}

fn is_truth(value: &Came) -> bool {
    matches!(value, Given::Known(FieldValue::Truth(_)))
}

/// A chance to a tenth of a percent, never 0 or 100 for what may go either way.
fn share(chance: &Chance) -> String {
    if chance.is_certain() {
        return "100 %".to_owned();
    }
    match format!("{:.1}", chance.p() * 100.0).as_str() {
        "0.0" if !chance.is_impossible() => "<0.1 %".to_owned(),
        "100.0" => ">99.9 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// A mean to a tenth; one that is less is said to the hundredth.
fn tenth(mean: f64) -> String {
    let text = if mean < 1.0 {
        format!("{mean:.2}")
    } else {
        format!("{mean:.1}")
    };
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}
