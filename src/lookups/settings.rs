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

/// A setting in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InForce {
    /// Its name.
    pub id: String,
    /// What it is.
    pub is: String,
    /// What that means, or what the setting decides.
    pub means: String,
    /// What else it could be.
    pub others: String,
    /// Where the source says so.
    pub place: Option<String>,
}

/// What each setting is and what that means, then the lengths of this table that are set.
pub fn settings_in_force(rules: &RuleSet, settings: &Settings) -> Vec<InForce> {
    let mut all = Vec::new();
    for (id, setting) in rules.settings.iter() {
        let number = settings.number(rules, id);
        let is = setting.of.value(number);
        let (means, others) = match &setting.of {
            SettingKind::Switch { .. } => {
                let other = if number.is_zero() { "on" } else { "off" };
                (setting.say.clone(), other.to_owned())
            }
            SettingKind::Number { least, most, .. } => {
                (setting.say.clone(), format!("{least} to {most}"))
            }
            SettingKind::Readings { of, .. } => {
                let others = of.iter().filter(|reading| reading.id != is);
                let others: Vec<&str> = others.map(|reading| reading.id.as_str()).collect();
                let reading = setting.of.reading(number);
                let means = reading.map_or_else(String::new, |reading| reading.say.clone());
                (means, others.join(", "))
            }
        };
        all.push(InForce {
            id: setting.id.to_string(),
            is,
            means,
            others,
            place: setting.cite.clone(),
        });
    }
    let set = lengths(rules, settings).into_iter();
    all.extend(set.filter_map(|length| {
        Some(InForce {
            id: length.name.to_owned(),
            is: length.is?,
            means: length.decides.to_owned(),
            others: String::new(),
            place: None,
        })
    }));
    all
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
    for Length { name, is, decides } in lengths(rules, settings) {
        let is = is.as_deref().unwrap_or("not set");
        sheet.row([name, is, "a length", decides].map(str::to_owned));
    }
    sheet
}

/// A length of this table.
struct Length {
    name: &'static str,
    is: Option<String>,
    decides: &'static str,
}

/// The lengths by which one measure becomes another on this table.
fn lengths(rules: &RuleSet, settings: &Settings) -> [Length; 4] {
    let length = |size: Option<Number>, unit: &str| size.map(|size| format!("{size}{unit}"));
    let scale = &settings.scale;
    [
        Length {
            name: "square",
            is: length(scale.square, "\""),
            decides: "how large a square of this table is",
        },
        Length {
            name: "hex",
            is: length(scale.hex, "\""),
            decides: "how large a hex of this table is",
        },
        Length {
            name: "scale",
            is: length(scale.ground, "yd"),
            decides: "how much ground one of the measure is",
        },
        Length {
            name: "reach",
            is: scale.reach.map(|_| rules.measure.show(Number::ONE)),
            decides: "what an inch of the rules is on this table",
        },
    ]
}
