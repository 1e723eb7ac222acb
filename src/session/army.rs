//! Armies in files: units that are mustered together.

use serde::Deserialize;

use smol_str::format_smolstr;

use crate::battle::{GroupId, MusteredGroup, MusteredUnit, Notes};
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::scenario::{Army, Scenario};

/// An army as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyFile {
    unit: Vec<ArmyUnit>,
}

/// A unit of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmyUnit {
    side: String,
    handle: String,
    name: Option<String>,
    troops: String,
}

/// The lines that muster the units of an army file.
///
/// # Errors
/// What is wrong with the file, with its place.
pub(super) fn read(file: &str, text: &str) -> Result<Vec<String>, String> {
    let army: ArmyFile = toml::from_str(text).map_err(|error| format!("`{file}`: {error}"))?;
    let lines = army.unit.into_iter().map(|unit| {
        let name = unit.name.map_or(String::new(), |name| format!(" {name}"));
        format!(
            "muster {} {}{name} = {}",
            unit.side, unit.handle, unit.troops
        )
    });
    Ok(lines.collect())
}

/// A unit for each counter of a scenario, with handles such as `apm3`: army, type, number.
pub(super) fn of_scenario(rules: &RuleSet, scenario: &Scenario) -> Vec<MusteredUnit> {
    let armies = scenario.armies.iter().zip(["a", "b"]);
    armies
        .flat_map(|(army, letter)| of_army(rules, army, letter))
        .collect()
}

fn of_army(rules: &RuleSet, army: &Army, letter: &str) -> Vec<MusteredUnit> {
    let side = army.name.to_lowercase().replace(' ', "-");
    let mut units: Vec<MusteredUnit> = Vec::new();
    for (troop, count) in army.units() {
        let troop = &rules.types.get(troop).id;
        for _ in 0..count {
            let before = units.iter().filter(|unit| is_of(unit, troop)).count();
            units.push(MusteredUnit {
                side: side.as_str().into(),
                handle: format_smolstr!("{letter}{}{}", troop.to_lowercase(), before + 1),
                name: None,
                groups: vec![MusteredGroup {
                    id: GroupId::of_place(0),
                    troop: troop.as_str().into(),
                    count: Number::ONE,
                    lost: Number::ZERO,
                    earlier: Number::ZERO,
                    weapon: None,
                }],
                states: Vec::new(),
                notes: Notes::default(),
                left: None,
                acted: Vec::new(),
            });
        }
    }
    units
}

fn is_of(unit: &MusteredUnit, troop: &str) -> bool {
    unit.groups.iter().any(|group| group.troop == troop)
}
