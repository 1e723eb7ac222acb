//! The settings in force.

use crate::language::command::WorkingShown;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::setting::{SettingKind, number_of_reading};
use crate::settings::Settings;
use crate::sheet::Sheet;

/// What the referee has set, as sheets: what can be said in a word, then how the source is read.
///
/// `working` says whether answers show their working.
pub fn settings(rules: &RuleSet, settings: &Settings) -> Vec<Sheet> {
    let readings = readings(rules, settings);
    std::iter::once(choices(rules, settings))
        .chain(readings)
        .collect()
}

/// The same, and what `set` changes of the session besides: how much an answer shows, and the rule set.
pub fn settings_of_session(
    rules: &RuleSet,
    settings: &Settings,
    working: WorkingShown,
) -> Vec<Sheet> {
    let mut sheets = self::settings(rules, settings);
    let Some(sheet) = sheets.first_mut() else {
        return sheets;
    };
    let working = match working {
        WorkingShown::Full => "full",
        WorkingShown::Short => "short",
    };
    sheet.row(
        [
            "working",
            working,
            "full, short",
            "how much an answer shows",
        ]
        .map(str::to_owned),
    );
    sheet.row(
        [
            "rules",
            &rules.id,
            "a name of `rules`",
            "the rule set in force",
        ]
        .map(str::to_owned),
    );
    sheets
}

/// Every way in which the source can be read, those in force marked; `None` where it is plain.
fn readings(rules: &RuleSet, settings: &Settings) -> Option<Sheet> {
    let title = format!("Readings of {}", rules.name);
    let mut sheet = Sheet::new(title, &["setting", "reading", "", "read so", "place"]);
    for (id, setting) in rules.settings.iter() {
        let number = settings.number(rules, id);
        for (place, reading) in setting.of.readings().iter().enumerate() {
            let (name, cite) = match place {
                0 => (setting.id.to_string(), setting.cite.clone()),
                _ => (String::new(), None),
            };
            let in_force = number == number_of_reading(place);
            sheet.row([
                name,
                reading.id.to_string(),
                if in_force { "*" } else { "" }.to_owned(),
                reading.say.clone(),
                cite.unwrap_or_default(),
            ]);
        }
    }
    sheet.note("* in force; another is taken with `set SETTING READING`");
    (!sheet.rows.is_empty()).then_some(sheet)
}

/// Every setting but readings with its value and what it can be, and the table's scale.
fn choices(rules: &RuleSet, settings: &Settings) -> Sheet {
    let mut sheet = Sheet::new(
        format!("Settings for {}", rules.name),
        &["setting", "is", "can be", "what it decides"],
    );
    for (id, setting) in rules.settings.iter() {
        let number = settings.number(rules, id);
        let can = match &setting.of {
            SettingKind::Switch { .. } => "on, off".to_owned(),
            SettingKind::Number { least, most, .. } => format!("{least} to {most}"),
            // They have a sheet of their own.
            SettingKind::Readings { .. } => continue,
        };
        let is = setting.of.value(number);
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
        (
            "reach",
            match settings.scale.reach {
                Some(_) => rules.measure.show(Number::ONE),
                None => "not set".to_owned(),
            },
            "what an inch of the rules is on this table",
        ),
    ] {
        sheet.row([name, &is, "a length", what].map(str::to_owned));
    }
    sheet
}
