//! Scenarios: the list of them, and one in full.

use super::named;
use crate::naming::phrase;
use crate::rules::RuleSet;
use crate::rules::scenario::{Army, Force, Scenario, Scenarios};
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

/// What the two armies are called, the first to move before the other.
const PLAYERS: [&str; 2] = ["first", "second"];

/// The scenario of a name, in full.
///
/// # Errors
/// A name that fits none or several.
pub fn scenario(rules: &RuleSet, scenarios: &Scenarios, name: &str) -> Result<Sheet, LineFault> {
    Ok(one(rules, scenario_named(scenarios, name)?))
}

/// The scenario of a name.
///
/// # Errors
/// A name that fits none or several.
pub fn scenario_named<'s>(scenarios: &'s Scenarios, name: &str) -> Result<&'s Scenario, LineFault> {
    let id = named(scenarios.find(name), "scenario", name)?;
    Ok(scenarios.get(id))
}

/// Every scenario, a line each.
pub fn scenarios(rules: &RuleSet, scenarios: &Scenarios) -> Sheet {
    let mut sheet = Sheet::new(
        format!("Scenarios of {}", rules.name),
        &["scenario", "date", "complexity", "turns", "balance"],
    );
    for scenario in scenarios.iter() {
        sheet.row([
            scenario.id.clone(),
            scenario.date.clone(),
            scenario.complexity.to_string(),
            scenario.turns.to_string(),
            scenario.balance.clone(),
        ]);
    }
    sheet.note("`scenario NAME` shows one in full");
    sheet
}

/// One scenario in full.
fn one(rules: &RuleSet, scenario: &Scenario) -> Sheet {
    let mut sheet = Sheet {
        columns: vec!["what".to_owned(), "is".to_owned()],
        cite: Some(scenario.number.clone()),
        ..Sheet::new(scenario.name.clone(), &[])
    };
    let mut row = |what: &str, is: &str| sheet.row([what.to_owned(), is.to_owned()]);
    row("war", &scenario.war);
    row("date", &scenario.date);
    row("complexity", &scenario.complexity.to_string());
    row("balance", &scenario.balance);
    for (army, player) in scenario.armies.iter().zip(PLAYERS) {
        row(&format!("{player} player"), &army.name);
        row("stacking", &phrase::count(army.stacking, "unit", "units"));
        for (force, letter) in army.forces.iter().zip('a'..) {
            let what = match army.forces.as_slice() {
                [_] => "units".to_owned(),
                _ => format!("units ({letter})"),
            };
            row(&what, &units(rules, force));
            for (counter, other) in &force.stand_as {
                let id = |troop| &rules.types.get(troop).id;
                row("used as", &format!("{} as {}", id(*counter), id(*other)));
            }
            for (of, word) in &force.states {
                let word = rules.words.get(*word);
                let of = of.map_or("all", |of| rules.types.get(of).id.as_str());
                row(
                    "from the start",
                    &format!("{of}: {} ({})", word.id, word.say),
                );
            }
            row("deployment", &force.deployment);
        }
        if army.forces.len() > 1 {
            row("in all", &phrase::count(total(army), "unit", "units"));
        }
    }
    row("length", &phrase::count(scenario.turns, "turn", "turns"));
    row("victory", &scenario.victory);
    for setting in &scenario.settings {
        let setting = rules.settings.get(*setting);
        row("turned on", &format!("{} ({})", setting.id, setting.say));
    }
    for special in &scenario.special {
        row("special rule", special);
    }
    for errata in &scenario.errata {
        row("errata", errata);
    }
    sheet
}

fn total(army: &Army) -> i64 {
    army.units().map(|(_, count)| count).sum()
}

/// `10 MP, 5 PP (15 units)`.
fn units(rules: &RuleSet, force: &Force) -> String {
    let units: Vec<String> = force
        .units
        .iter()
        .map(|(troop, count)| format!("{count} {}", rules.types.get(*troop).id))
        .collect();
    let total: i64 = force.units.iter().map(|(_, count)| count).sum();
    let total = phrase::count(total, "unit", "units");
    format!("{} ({total})", units.join(", "))
}
