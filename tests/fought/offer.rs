//! What a rule set offers to a battle.

use drumhead::rules::RuleSet;
use drumhead::rules::setting::SettingKind;
use drumhead::rules::shelf::Named;
use drumhead::rules::word::{Lasts, Takes};

use super::orders::{Dice, Order, UNITS};

/// Stands where a unit stands in an example.
const UNIT: &str = "{}";

/// What lines can be made of.
pub(crate) struct Offer {
    /// Troops that a unit can be mustered of.
    troops: Vec<String>,
    /// Rulings, as examples have them.
    examples: Vec<String>,
    /// The same with [`UNIT`] for each unit.
    rulings: Vec<String>,
    /// Words, with a number if they take one.
    words: Vec<String>,
    /// Those that are states.
    states: Vec<String>,
    phases: Vec<String>,
    settings: Vec<(String, SettingKind)>,
    types: Vec<String>,
    /// The keys of what the source does not give.
    blanks: Vec<String>,
}

impl Offer {
    pub(crate) fn of(rules: &RuleSet, blanks: Vec<String>) -> Offer {
        let mut offer = Offer {
            troops: Vec::new(),
            examples: Vec::new(),
            rulings: Vec::new(),
            words: Vec::new(),
            states: Vec::new(),
            phases: rules
                .phases
                .iter()
                .map(|(_, it)| it.id().to_owned())
                .collect(),
            settings: rules
                .settings
                .iter()
                .map(|(_, it)| (it.id().to_owned(), it.of.clone()))
                .collect(),
            types: rules
                .types
                .iter()
                .map(|(_, it)| it.id().to_owned())
                .collect(),
            blanks,
        };
        for (_, ruling) in rules.rulings.iter() {
            for example in &ruling.examples {
                let (form, troops) = apart(rules, example);
                offer.troops.extend(troops);
                offer.rulings.push(form);
                offer.examples.push(example.clone());
            }
        }
        for (_, troop) in rules.types.iter() {
            offer.troops.push(format!("3 {}", troop.id()));
        }
        for (_, word) in rules.words.iter() {
            let said = match word.takes {
                Takes::Number(least, _) => format!("{} {least}", word.id),
                Takes::Step(_) | Takes::Losses => format!("{} 1", word.id),
                Takes::Nothing | Takes::Weapon => word.id.to_string(),
            };
            if word.lasts != Lasts::Line {
                offer.states.push(said.clone());
            }
            offer.words.push(said);
        }
        if offer.states.is_empty() {
            offer.states.clone_from(&offer.words);
        }
        offer
    }

    /// The lines of some orders, and who throws their dice.
    pub(crate) fn lines(&self, orders: &[Order]) -> Vec<(String, Dice)> {
        orders.iter().map(|order| self.line(order)).collect()
    }

    fn line(&self, order: &Order) -> (String, Dice) {
        let line = match order {
            Order::Muster { unit, troops } => {
                let side = if unit % 2 == 0 { "red" } else { "blue" };
                let name = if unit % 3 == 0 { " The Old Guard" } else { "" };
                format!(
                    "muster {side} {}{name} = {}",
                    handle(*unit),
                    troops.get(&self.troops)
                )
            }
            Order::Ruling {
                example,
                units,
                words,
                dice,
            } => {
                let mut line = example.get(&self.rulings).clone();
                for unit in units.iter().cycle().take(4) {
                    line = line.replacen(UNIT, &handle(*unit), 1);
                }
                for word in words {
                    line = format!("{line} {}", word.get(&self.words));
                }
                return (line, *dice);
            }
            Order::Example(example) => example.get(&self.examples).clone(),
            Order::Lose(unit, lost) => format!("lose {} {lost} a cart of powder", handle(*unit)),
            Order::State { unit, word, over } => {
                let word = word.get(&self.states);
                let unit = handle(*unit);
                match over {
                    true => {
                        let word = word.split(' ').next().unwrap_or_default();
                        format!("state {unit} not {word}")
                    }
                    false => format!("state {unit} {word}"),
                }
            }
            Order::Of(line, unit) => line.replace(UNIT, &handle(*unit)),
            Order::Rename(unit, to) => format!("rename {} {}", handle(*unit), handle(*to)),
            Order::Phase(Some(phase)) if !self.phases.is_empty() => {
                format!("phase {}", phase.get(&self.phases))
            }
            Order::Phase(_) => "phase".to_owned(),
            Order::Set(_, _) if self.settings.is_empty() => "set hex 2in".to_owned(),
            Order::Set(setting, value) => {
                let (id, kind) = setting.get(&self.settings);
                let value = match (kind, *value) {
                    (SettingKind::Switch { .. }, value) if value % 2 == 0 => "off".to_owned(),
                    (SettingKind::Switch { .. }, _) => "on".to_owned(),
                    (SettingKind::Readings { of, .. }, value) => {
                        let place = usize::from(value) % of.len();
                        of[place].id.to_string()
                    }
                    _ => value.to_string(),
                };
                format!("set {id} {value}")
            }
            Order::Plain(line) => (*line).to_owned(),
            Order::Back(verb, count) => format!("{verb} {count}"),
            Order::Amend { sign, word } => format!("amend {sign}{}", word.get(&self.words)),
            Order::AgainWith(Some(word)) => format!("again +{}", word.get(&self.words)),
            Order::AgainWith(None) => "again 2".to_owned(),
            Order::Stack([one, other], example) => {
                let stack = format!("stack st = {} + {}", handle(*one), handle(*other));
                // Every other order of the kind speaks of the stack.
                if example.index(2) == 0 {
                    stack
                } else {
                    let mut line = example.get(&self.rulings).replacen(UNIT, "st", 1);
                    while line.contains(UNIT) {
                        line = line.replacen(UNIT, &handle(*other), 1);
                    }
                    line
                }
            }
            Order::Split {
                unit,
                part,
                troop,
                to,
            } => {
                let troop = troop.get(&self.types);
                format!("split {} {part} {troop} > {}", handle(*unit), handle(*to))
            }
            Order::Merge([one, other], to) => {
                format!(
                    "merge {} {} > {}",
                    handle(*one),
                    handle(*other),
                    handle(*to)
                )
            }
            Order::Becomes(unit, troop) => {
                format!("becomes {} {}", handle(*unit), troop.get(&self.types))
            }
            Order::Turncoat(unit) => {
                let side = if unit % 2 == 0 { "blue" } else { "red" };
                format!("becomes {} side {side}", handle(*unit))
            }
            Order::Casualties(unit, lost, troop) => {
                let troop = troop.get(&self.types);
                format!("casualties {} {lost} of {troop}", handle(*unit))
            }
            Order::Fill(_, _) if self.blanks.is_empty() => "fill".to_owned(),
            Order::Fill(blank, Some(value)) => format!("fill {} {value}", blank.get(&self.blanks)),
            Order::Fill(blank, None) => format!("fill {} blank", blank.get(&self.blanks)),
            Order::Alike(count, troops) => {
                format!("muster red {count} x {}", troops.get(&self.troops))
            }
            Order::Again(unit) => format!("again at {}", handle(*unit)),
        };
        (line, Dice::Program)
    }
}

/// Handles that are no names of any rules; some begin like others.
fn handle(unit: usize) -> String {
    let handles = ["zz1", "zz2", "zz1-a", "zz2-b", "zy", "zx"];
    assert_eq!(handles.len(), UNITS);
    handles[unit].to_owned()
}

/// An example with its units taken out, and what they were.
fn apart(rules: &RuleSet, example: &str) -> (String, Vec<String>) {
    let mut form: Vec<String> = Vec::new();
    let mut troops: Vec<String> = Vec::new();
    let mut words = example.split(' ').peekable();
    let mut joined = false;
    while let Some(word) = words.next() {
        let counted = word.starts_with(|sign: char| sign.is_ascii_digit());
        let group = match words.peek() {
            Some(next) if counted && rules.index.types.has(next) => {
                let group = format!("{word} {next}");
                words.next();
                group
            }
            _ if !form.is_empty() && rules.index.types.has(word) => word.to_owned(),
            _ => {
                joined = word == "+";
                if !joined {
                    form.push(word.to_owned());
                }
                continue;
            }
        };
        match troops.last_mut() {
            Some(unit) if joined => *unit = format!("{unit} + {group}"),
            _ => {
                form.push(UNIT.to_owned());
                troops.push(group);
            }
        }
        joined = false;
    }
    (form.join(" "), troops)
}
