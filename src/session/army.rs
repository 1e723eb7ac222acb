//! Armies in files: units that are mustered together.

use smol_str::{SmolStr, format_smolstr};
use toml::de::{DeTable, DeValue};

use crate::battle::{GroupId, MusteredGroup, MusteredUnit, Notes, UnitState};
use crate::naming::{Found, Names, phrase};
use crate::number::Number;
use crate::printable::printable;
use crate::rules::RuleSet;
use crate::rules::kind::TroopType;
use crate::rules::scenario::{Army, Scenario};
use crate::rules::shelf::Id;
use crate::typed_line::LineFault;

/// The keys of a unit of a file.
const KEYS: [&str; 4] = ["side", "handle", "name", "troops"];

/// What a key of a file holds, and its place in the text.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) text: SmolStr,
    pub(super) at: usize,
}

/// A unit of a file; what is missing or wrong is noted as a fault, and left out.
#[derive(Debug, Clone)]
pub(super) struct ArmyUnit {
    pub(super) side: Option<Value>,
    pub(super) handle: Option<Value>,
    pub(super) name: Option<Value>,
    pub(super) troops: Option<Value>,
}

/// What is wrong with a file of units, all of it.
#[derive(Debug)]
pub(super) struct ArmyFaults<'f> {
    file: &'f str,
    text: &'f str,
    faults: Vec<(usize, String)>,
}

impl<'f> ArmyFaults<'f> {
    /// A file in which nothing is wrong so far.
    pub(super) fn of(file: &'f str, text: &'f str) -> Self {
        ArmyFaults {
            file,
            text,
            faults: Vec::new(),
        }
    }

    /// Something is wrong with what a key holds.
    pub(super) fn of_key(&mut self, at: usize, key: &str, fault: &LineFault) {
        let fault = LineFault {
            message: format!("`{key}`: {}", fault.message),
            ..fault.clone()
        };
        self.note(at, &fault);
    }

    /// Something is wrong at a place.
    fn note(&mut self, at: usize, fault: &LineFault) {
        let hint = fault.hint.as_ref();
        let hint = hint.map_or(String::new(), |hint| format!("; {hint}"));
        self.faults.push((at, format!("{}{hint}", fault.message)));
    }

    /// All that is wrong, in the order of the file.
    ///
    /// # Errors
    /// There is something.
    pub(super) fn finish(mut self) -> Result<(), LineFault> {
        if self.faults.is_empty() {
            return Ok(());
        }
        self.faults.sort();
        let lines = self.faults.iter().map(|(at, message)| {
            let before = self.text.get(..*at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            format!("{}:{line}: {message}", self.file)
        });
        let lines: Vec<String> = lines.collect();
        let fault = LineFault::file(lines.join("\n"));
        Err(fault.hinted("nobody is mustered from it until all is right"))
    }
}

/// The units of a file; what is wrong is noted.
pub(super) fn read(text: &str, faults: &mut ArmyFaults<'_>) -> Vec<ArmyUnit> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        let message = error.message().trim().replace('\n', ", ");
        faults.note(at, &LineFault::new(message));
    }
    let table = table.get_ref();
    let mut units = Vec::new();
    for (key, value) in table {
        let at = key.span().start;
        match (key.get_ref().as_ref(), value.get_ref()) {
            ("unit", DeValue::Array(items)) => {
                for item in items {
                    let at = item.span().start;
                    match item.get_ref() {
                        DeValue::Table(table) => units.push(unit(table, at, faults)),
                        _ => faults.of_key(at, "unit", &LineFault::new("a unit is a table")),
                    }
                }
            }
            ("unit", _) => {
                faults.of_key(at, "unit", &LineFault::new("units are written `[[unit]]`"));
            }
            (name, _) => {
                let wrong = format!("`{}` is no key of such a file", printable(name));
                let wrong = LineFault::new(wrong).hinted("each unit begins with `[[unit]]`");
                faults.note(at, &wrong);
            }
        }
    }
    if table.get("unit").is_none() && errors.is_empty() {
        let none = LineFault::new("there is no unit in it");
        faults.note(0, &none.hinted("each unit begins with `[[unit]]`"));
    }
    units
}

fn unit(table: &DeTable<'_>, at: usize, faults: &mut ArmyFaults<'_>) -> ArmyUnit {
    for (key, _) in table {
        let name: &str = key.get_ref();
        if !KEYS.contains(&name) {
            faults.note(key.span().start, &no_key(name));
        }
    }
    let mut text = |key: &str, wanted: Wanted| match (table.get(key), wanted) {
        (None, Wanted::IfThere) => None,
        (None, Wanted::Always) => {
            faults.of_key(at, key, &LineFault::new("it is missing"));
            None
        }
        (Some(value), _) => {
            let at = value.span().start;
            match as_text(value.get_ref()) {
                Ok(text) => Some(Value { text, at }),
                Err(fault) => {
                    faults.of_key(at, key, &fault);
                    None
                }
            }
        }
    };
    ArmyUnit {
        side: text("side", Wanted::Always),
        handle: text("handle", Wanted::Always),
        name: text("name", Wanted::IfThere),
        troops: text("troops", Wanted::Always),
    }
}

/// Whether a unit must have a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    Always,
    IfThere,
}

/// A value that is a text, without what would steer a terminal.
fn as_text(value: &DeValue<'_>) -> Result<SmolStr, LineFault> {
    let DeValue::String(text) = value else {
        return Err(LineFault::new("a text in quotes is wanted"));
    };
    if printable(text) != text.as_ref() {
        let wrong = "a control or invisible character is in it";
        return Err(LineFault::new(wrong));
    }
    match text.trim() {
        "" => Err(LineFault::new("it is empty")),
        text => Ok(text.into()),
    }
}

/// What is wrong with a key that a unit does not have.
fn no_key(name: &str) -> LineFault {
    let mut names = Names::new();
    for (place, key) in KEYS.iter().enumerate() {
        names.add(key, place);
    }
    let wrong = LineFault::new(format!("`{}` is no key of a unit", printable(name)));
    match names.find(name) {
        Found::One(place) => {
            let near = KEYS.get(place).copied().unwrap_or_default();
            wrong.hinted(format!("did you mean `{near}`?"))
        }
        Found::None {
            nearest: Some(near),
        } => wrong.hinted(format!("did you mean `{near}`?")),
        _ => wrong.hinted(format!("there are {}", phrase::list(&KEYS))),
    }
}

/// A unit for each counter of a scenario, with handles such as `apm3`: army, type, number.
///
/// They are as their force is: counters may be used as others, and begin in states. `turn` is the turn
/// in which they join.
pub(super) fn of_scenario(rules: &RuleSet, scenario: &Scenario, turn: u32) -> Vec<MusteredUnit> {
    let armies = scenario.armies.iter().zip(["a", "b"]);
    armies
        .flat_map(|(army, letter)| of_army(rules, army, letter, turn))
        .collect()
}

fn of_army(rules: &RuleSet, army: &Army, letter: &str, turn: u32) -> Vec<MusteredUnit> {
    let side = army.name.to_lowercase().replace(' ', "-");
    let mut units: Vec<MusteredUnit> = Vec::new();
    let mut counters: Vec<Id<TroopType>> = Vec::new();
    let forces = army.forces.iter();
    let all = forces.flat_map(|force| force.units.iter().map(move |units| (force, *units)));
    for (force, (counter, count)) in all {
        let states: Vec<UnitState> = force
            .states_of(counter)
            .map(|word| UnitState {
                word: rules.words.get(word).id.as_str().into(),
                number: Number::ZERO,
                since: turn,
            })
            .collect();
        let called = rules.types.get(counter).id.to_lowercase();
        for _ in 0..count {
            counters.push(counter);
            let number = counters.iter().filter(|of| **of == counter).count();
            units.push(MusteredUnit {
                side: side.as_str().into(),
                handle: format_smolstr!("{letter}{called}{number}"),
                name: None,
                groups: vec![MusteredGroup {
                    id: GroupId::of_place(0),
                    troop: rules.types.get(force.used_as(counter)).id.as_str().into(),
                    count: Number::ONE,
                    lost: Number::ZERO,
                    earlier: Number::ZERO,
                    weapon: None,
                }],
                states: states.clone(),
                notes: Notes::default(),
                left: None,
                acted: Vec::new(),
            });
        }
    }
    units
}
