//! Armies in files: units that are mustered together.

use serde::Deserialize;

/// An army as a file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Army {
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
    let army: Army = toml::from_str(text).map_err(|error| format!("`{file}`: {error}"))?;
    let lines = army.unit.into_iter().map(|unit| {
        let name = unit.name.map_or(String::new(), |name| format!(" {name}"));
        format!(
            "muster {} {}{name} = {}",
            unit.side, unit.handle, unit.troops
        )
    });
    Ok(lines.collect())
}
