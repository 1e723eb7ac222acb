//! What a ruling comes to, as text, JSON and the battle read it.

use smol_str::{SmolStr, format_smolstr};

use super::compile::{Compiled, Effect, Falls};
use super::context::RulingContext;
use super::participant::{Participant, Participants};
use super::plan::Operand;
use super::resolve::Values;
use super::value::Value;
use super::wording::{Calls, Wording};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::result::ResultPhrase;
use crate::rules::ruling::{Leads, Sides};
use crate::rules::shelf::Id;
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Alone, Headline, Place, Scope, Shown, Step, StepId};
use crate::rules::word::Word;

/// The outcome of a ruling.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// The outcome in a few words, such as `1 hit`, as the record and programs have it.
    pub summary: String,
    /// The same for a person at the table: units of the battle are called by name.
    pub headline: String,
    /// Whether it stands first in the answer, or what came of the units does.
    pub leads: Leads,
    /// What else the referee is told, a line each.
    pub told: Vec<String>,
    /// The values of the whole line and of its sides.
    pub fields: Vec<Field>,
    /// The units of the side that acts, in the order typed; of a stack, the single counts.
    pub attacker: Vec<UnitOutcome>,
    /// The units of the side acted upon, in the order typed; of a stack, the single counts.
    pub defender: Vec<UnitOutcome>,
    /// The first cell on the way that the source at hand does not give.
    pub blank: Option<Blank>,
    /// What each group loses, as far as the source at hand decides it.
    pub lost_by_group: Vec<(Participant, Number)>,
    /// What else follows from it.
    pub effects: Vec<Follows>,
}

/// What a ruling comes to for one unit.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitOutcome {
    /// Who it is.
    pub of: Participant,
    /// The ids of its troop types.
    pub types: SmolStr,
    /// What a person calls it.
    pub name: SmolStr,
    /// What it loses, in the rule set's casualty measure; `None` where a blank decides.
    pub lost: Option<Number>,
    /// What it comes to, in order.
    pub results: Vec<Id<ResultPhrase>>,
    /// The same in words.
    pub result: Option<String>,
    /// Its own values.
    pub fields: Vec<Field>,
}

/// One named value.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its name in the outcome, such as `hits`.
    pub name: SmolStr,
    /// The value.
    pub value: FieldValue,
    /// Whether odds are given for it.
    pub odds: Headline,
}

/// A value of an outcome, in words where it is an answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldValue {
    /// Nothing, or a blank.
    Null,
    /// Yes or no.
    Truth(bool),
    /// A number.
    Number(Number),
    /// An answer.
    Text(String),
}

impl From<bool> for FieldValue {
    fn from(truth: bool) -> Self {
        FieldValue::Truth(truth)
    }
}

impl From<Number> for FieldValue {
    fn from(number: Number) -> Self {
        FieldValue::Number(number)
    }
}

impl From<i64> for FieldValue {
    fn from(number: i64) -> Self {
        FieldValue::Number(Number::whole(number))
    }
}

impl From<u32> for FieldValue {
    fn from(number: u32) -> Self {
        FieldValue::from(i64::from(number))
    }
}

impl From<&str> for FieldValue {
    fn from(text: &str) -> Self {
        FieldValue::Text(text.to_owned())
    }
}

impl<T: Into<FieldValue>> From<Option<T>> for FieldValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(FieldValue::Null, Into::into)
    }
}

/// A cell that the source at hand does not give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blank {
    /// What is not given, such as `medium horse, v infantry`.
    pub what: String,
    /// Where it stands in the table.
    pub place: Place,
}

/// Something that follows from a ruling for one of those who took part.
#[derive(Debug, Clone, PartialEq)]
pub struct Follows {
    /// Whom it falls on.
    pub on: Participant,
    /// Whether it falls on those whom that one has fought instead.
    pub falls: Falls,
    /// What it is.
    pub what: Following,
}

/// What follows from a ruling besides losses and results.
#[derive(Debug, Clone, PartialEq)]
pub enum Following {
    /// It comes into this state, with this number where it is a counter.
    Gains(Id<Word>, Option<Number>),
    /// It is no longer in this state.
    Sheds(Id<Word>),
    /// It leaves the table, for this reason.
    Leaves(String),
    /// What it loses comes off at once, whatever the phase says.
    AtOnce,
    /// The referee is told.
    Told(String),
}

/// What a plan that has been run comes to.
pub fn outcome(context: RulingContext<'_>, compiled: &Compiled, values: &Values) -> Outcome {
    let maker = Maker {
        context,
        compiled,
        values,
        wording: Wording {
            context,
            values,
            phrases: &compiled.phrases,
            calls: Calls::ByTroops,
        },
    };
    maker.outcome()
}

struct Maker<'a> {
    context: RulingContext<'a>,
    compiled: &'a Compiled,
    values: &'a Values,
    wording: Wording<'a>,
}

impl Maker<'_> {
    fn outcome(&self) -> Outcome {
        let (attacker, defender) = (self.units(Role::Attacker), self.units(Role::Defender));
        let effects = self.effects();
        let by_name = Wording {
            calls: Calls::ByName,
            ..self.wording
        };
        Outcome {
            summary: self.summary(self.wording),
            headline: self.summary(by_name),
            leads: self.context.ruling().leads,
            told: told(&effects),
            fields: self.fields(),
            attacker,
            defender,
            blank: self.blank(),
            lost_by_group: self.lost_by_group(),
            effects,
        }
    }

    /// What stands first: for the record, or for a person at the table.
    fn summary(&self, wording: Wording<'_>) -> String {
        let mut sayings = self.compiled.summary.iter();
        let first = sayings.find(|first| self.values.of(first.holds).truth() == Some(true));
        let says = first.map(|first| match (&first.answer, wording.calls) {
            (Some(answer), Calls::ByName) => answer,
            _ => &first.says,
        });
        says.map_or_else(String::new, |says| wording.text(says))
    }

    /// The values of the line and of its sides.
    fn fields(&self) -> Vec<Field> {
        let program = self.context.program();
        let mut fields = Vec::new();
        for (id, of, operand) in &self.compiled.values {
            let Some(step) = program.step(*id) else {
                continue;
            };
            let Some(name) = name_at_the_top(self.context, step, *of) else {
                continue;
            };
            fields.extend(self.field(step, name, (*id, *of), *operand));
        }
        fields
    }

    fn field(
        &self,
        step: &Step,
        name: SmolStr,
        of: (StepId, Participant),
        operand: Operand,
    ) -> Option<Field> {
        let value = self.values.of(operand);
        let so = !matches!(
            value,
            Value::Nothing | Value::Truth(false) | Value::Blank(_)
        );
        let shown = match &step.shown {
            Shown::Always => true,
            Shown::WhereItIsSo => so,
            Shown::When(_) => {
                let shown = self.compiled.shown.get(&of);
                shown.is_some_and(|shown| self.values.of(*shown).truth() == Some(true))
            }
        };
        shown.then(|| Field {
            name,
            value: self.wording.field(value),
            odds: step.headline,
        })
    }

    fn units(&self, role: Role) -> Vec<UnitOutcome> {
        let people = Participants::new(self.context);
        let units = self.compiled.units(self.context, role).into_iter();
        units.map(|of| self.unit(people, of)).collect()
    }

    fn unit(&self, people: Participants<'_>, of: Participant) -> UnitOutcome {
        let program = self.context.program();
        let lost = self.compiled.lost.iter().find(|(who, _)| *who == of);
        let lost = lost.map_or(Value::ZERO, |(_, operand)| self.values.of(*operand));
        let result = self.compiled.results.iter().find(|(who, _)| *who == of);
        let result = result.map_or(Value::Nothing, |(_, operand)| self.values.of(*operand));
        let results: Vec<Id<ResultPhrase>> = result
            .symbols()
            .filter_map(|symbol| {
                let info = self.context.rules.symbols.get(symbol)?;
                match info.means {
                    Meaning::Result(id) => Some(id),
                    _ => None,
                }
            })
            .collect();
        let mut fields = Vec::new();
        for (id, who, operand) in &self.compiled.values {
            let step = program.step(*id).filter(|_| *who == of);
            if let Some((step, name)) = step.and_then(|step| Some((step, step.field.clone()?))) {
                let mut field = self.field(step, name, (*id, *who), *operand);
                // Its odds are given where it stands at the top.
                if let Some(field) = &mut field
                    && step.alone == Alone::AtTheTop
                    && is_alone(self.context, of)
                {
                    field.odds = Headline::No;
                }
                fields.extend(field);
            }
        }
        let types = match (people.group(of), people.unit(of)) {
            (Some(group), _) => self.context.rules.types.get(group.troop).id.clone(),
            (None, Some(unit)) => self.context.type_ids(unit),
            (None, None) => SmolStr::default(),
        };
        let name = name_of_unit(self.context, of);
        UnitOutcome {
            of,
            types,
            name,
            lost: match lost {
                Value::Blank(_) => None,
                lost => Some(lost.number().unwrap_or_default()),
            },
            result: self.wording.results(of, result),
            results,
            fields,
        }
    }

    /// The first blank among what is shown, in the order of the steps, then of losses and results.
    fn blank(&self) -> Option<Blank> {
        let program = self.context.program();
        let shown = self
            .compiled
            .values
            .iter()
            .filter(|(id, ..)| program.step(*id).is_some_and(|step| step.field.is_some()));
        let fates = self.compiled.lost.iter().chain(&self.compiled.results);
        let operands = shown
            .map(|(_, _, operand)| operand)
            .chain(fates.map(|(_, operand)| operand));
        operands
            .filter_map(|operand| match self.values.of(*operand) {
                Value::Blank(place) => Some(place),
                _ => None,
            })
            .next()
            .map(|place| Blank {
                what: self.wording.what_is_blank(place),
                place,
            })
    }

    fn lost_by_group(&self) -> Vec<(Participant, Number)> {
        let groups = self.compiled.lost_by_group.iter();
        groups
            .filter_map(|(of, operand)| Some((*of, self.values.of(*operand).number()?)))
            .filter(|(_, lost)| *lost > Number::ZERO)
            .collect()
    }

    fn effects(&self) -> Vec<Follows> {
        let mut follows = Vec::new();
        let by_name = Wording {
            calls: Calls::ByName,
            ..self.wording
        };
        for effect in &self.compiled.effects {
            if self.values.of(effect.holds).truth() != Some(true) {
                continue;
            }
            let on = effect.on;
            let falls = effect.falls;
            let mut push = |what| follows.push(Follows { on, falls, what });
            match &effect.effect {
                Effect::Gives(words, None) => {
                    words
                        .iter()
                        .for_each(|word| push(Following::Gains(*word, None)));
                }
                // A blank changes no counter.
                Effect::Gives(words, Some(number)) => {
                    if let Some(number) = self.values.of(*number).number() {
                        words.iter().for_each(|word| push(counted(*word, number)));
                    }
                }
                Effect::Sheds(words) => words.iter().for_each(|word| push(Following::Sheds(*word))),
                Effect::Level(level, levels) => {
                    let level = self.values.of(*level).number().map(Number::floor);
                    let place = level.and_then(|level| usize::try_from(level - 1).ok());
                    if let Some(gives) = place.and_then(|place| levels.get(place)) {
                        let others = levels.iter().filter(|word| *word != gives);
                        others.for_each(|word| push(Following::Sheds(*word)));
                        push(Following::Gains(*gives, None));
                    }
                }
                Effect::AtOnce => push(Following::AtOnce),
                Effect::Leaves(why) => push(Following::Leaves(self.wording.text(why))),
                Effect::Tells(told) => push(Following::Told(by_name.text(told))),
            }
        }
        follows
    }
}

/// The name of a value at the top of an outcome; `None` for one that is hidden or stays with its unit.
pub fn name_at_the_top(
    context: RulingContext<'_>,
    step: &Step,
    of: Participant,
) -> Option<SmolStr> {
    let name = step.field.as_ref()?;
    let nobody = context.ruling().sides == Sides::None;
    Some(match (of.scope, of.role()) {
        (Scope::Line, _) => name.clone(),
        (Scope::Side, Role::Defender) if nobody => format_smolstr!("second_{name}"),
        (Scope::Side, _) if nobody => format_smolstr!("first_{name}"),
        (Scope::Side, Role::Defender) => format_smolstr!("defender_{name}"),
        (Scope::Side, _) => format_smolstr!("attacker_{name}"),
        (Scope::Unit, _) if step.alone == Alone::AtTheTop && is_alone(context, of) => name.clone(),
        (Scope::Unit | Scope::Group | Scope::Piece, _) => return None,
    })
}

/// What a person calls a unit, or a single count of a stack.
pub fn name_of_unit(context: RulingContext<'_>, of: Participant) -> SmolStr {
    let people = Participants::new(context);
    match (people.group(of), people.unit(of)) {
        (Some(_), Some(unit)) if !unit.mustered.is_empty() => {
            context.group_called(unit, of.group_place())
        }
        (Some(group), _) => context.rules.types.get(group.troop).name.clone(),
        (None, Some(unit)) => context.unit_called(unit),
        (None, None) => SmolStr::default(),
    }
}

/// What the referee is told, each text once.
fn told(effects: &[Follows]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for follows in effects {
        if let Following::Told(text) = &follows.what
            && !told.contains(text)
        {
            told.push(text.clone());
        }
    }
    told
}

/// Whether a unit is the only one of its side.
fn is_alone(context: RulingContext<'_>, of: Participant) -> bool {
    context.side(of.role()).units.len() == 1
}

/// A counter at this number; at 0 or less there is none.
fn counted(word: Id<Word>, number: Number) -> Following {
    if number > Number::ZERO {
        Following::Gains(word, Some(number))
    } else {
        Following::Sheds(word)
    }
}

impl Compiled {
    /// The units of a side, or the single counts of its stacks where the ruling tells them apart.
    pub fn units(&self, context: RulingContext<'_>, role: Role) -> Vec<Participant> {
        let people = Participants::new(context);
        let scope = if self.in_pieces(role) {
            Scope::Piece
        } else {
            Scope::Unit
        };
        let mut units = people.within(scope, Participant::side(role));
        // A place that only words name is nobody.
        units.retain(|of| people.unit(*of).is_some_and(|unit| !unit.groups.is_empty()));
        units
    }

    /// Whether the single counts of a side's stacks are told apart.
    pub fn in_pieces(&self, role: Role) -> bool {
        let fates = self.lost.iter().chain(&self.results);
        let mut of = fates.map(|(of, _)| of);
        of.any(|of| of.scope == Scope::Piece && of.role() == role)
    }
}
