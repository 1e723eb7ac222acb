//! The settings in force.

use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::setting::SettingKind;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// Every setting with its value and what it can be.
pub fn settings(rules: &RuleSet, settings: &Settings) -> Sheet {
    let mut sheet = Sheet::new(
        format!("Settings for {}", rules.name),
        &["setting", "is", "can be", "what it decides"],
    );
    for (id, setting) in rules.settings.iter() {
        let number = settings.number(rules, id);
        let (is, can) = match setting.of {
            SettingKind::Switch { .. } => {
                let is = if number.is_zero() { "off" } else { "on" };
                (is.to_owned(), "on, off".to_owned())
            }
            SettingKind::Number { least, most, .. } => {
                (number.to_string(), format!("{least} to {most}"))
            }
        };
        sheet.row([setting.id.to_string(), is, can, setting.say.clone()]);
    }
    let length = |size: Option<Number>, unit: &str| match size {
        Some(size) => format!("{size}{unit}"),
        None => "not set".to_owned(),
    };
    let scale = &settings.scale;
    for (name, is, what) in [
        (
            "square",
            length(scale.square, "\""),
            "how large a square of this table is",
        ),
        (
            "hex",
            length(scale.hex, "\""),
            "how large a hex of this table is",
        ),
        (
            "scale",
            length(scale.ground, "yd"),
            "how much ground one of the measure is",
        ),
    ] {
        sheet.row([name, &is, "a length", what].map(str::to_owned));
    }
    sheet
}
