//! Values in words: for a person to read, and as fields of an outcome.

use super::compile::{Compiled, From, Line, Phrase, Rendered, RenderedPiece, Says};
use super::context::RulingContext;
use super::operation::Knowledge;
use super::outcome::FieldValue;
use super::participant::Participant;
use super::plan::Operand;
use super::reading_tables;
use super::resolve::Values;
use super::value::Value;
use crate::naming::key_in_words;
use crate::number::Number;
use crate::rules::modifier::{Each, How};
use crate::rules::shelf::Named;
use crate::rules::steps::expression::{Choice, Expression, Outcome};
use crate::rules::steps::lookup::Cells;
use crate::rules::steps::symbol::{Meaning, Symbol};
use crate::rules::steps::template::Format;
use crate::rules::steps::{Act, Cell, Key, Place, SharedAct};

/// One step of a working, as the report shows it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct WorkingLine {
    /// What was looked up, changed or worked out.
    pub text: String,
    /// The place in the source that says so.
    pub cite: Option<String>,
}

/// Words for values of one plan that has been run.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// What the ruling is read by.
    pub context: RulingContext<'a>,
    /// What the plan came to.
    pub values: &'a Values,
    /// The words of results that have values in them.
    pub phrases: &'a [Phrase],
    /// What those who take part are called.
    pub calls: Calls,
}

/// What those who take part are called in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// By their troops, or as sides of the line: for the record, and for programs.
    ByTroops,
    /// As a person calls them: units of the battle by name and handle.
    ByName,
}

impl Wording<'_> {
    /// A text with its values.
    pub fn text(&self, rendered: &Rendered) -> String {
        let mut text = String::new();
        for piece in &rendered.0 {
            match piece {
                RenderedPiece::Text(words) => text.push_str(words),
                RenderedPiece::Name(troops, person) => text.push_str(match self.calls {
                    Calls::ByTroops => troops,
                    Calls::ByName => person,
                }),
                RenderedPiece::Value(operand, format) => {
                    text.push_str(&self.formatted(self.values.of(*operand), format));
                }
                RenderedPiece::Mark(from) => text.push_str(&self.mark_of(from)),
                RenderedPiece::Results(of, operand) => {
                    let value = self.values.of(*operand);
                    let results = self.results(*of, value);
                    let none = if value.is_blank() { "blank" } else { "nothing" };
                    text.push_str(results.as_deref().unwrap_or(none));
                }
            }
        }
        text
    }

    /// What a unit comes to, in words; `None` for nothing.
    pub fn results(&self, of: Participant, value: Value) -> Option<String> {
        let rules = self.context.rules;
        let texts: Vec<String> = value
            .symbols()
            .map(|symbol| {
                let info = rules.symbols.get(symbol);
                let Some(Meaning::Result(id)) = info.map(|info| &info.means) else {
                    return rules.symbol_text(symbol);
                };
                let mut phrases = self.phrases.iter();
                let own = phrases.find(|(who, result, _)| *who == of && result == id);
                own.map_or_else(
                    || rules.results.get(*id).say.clone(),
                    |(_, _, says)| self.text(says),
                )
            })
            .collect();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    fn formatted(&self, value: Value, format: &Format) -> String {
        let rules = self.context.rules;
        let Some(number) = value.number().filter(|_| !matches!(value, Value::Truth(_))) else {
            return self.plain(value);
        };
        match format {
            Format::Plain => number.to_string(),
            Format::Signed => number.signed(),
            Format::Losses => rules.loss.of(number),
            Format::Counts => rules.count.of(number),
            Format::Distance => rules.measure.show(number),
            Format::Counted(one, many) => {
                let one_only = number > Number::ZERO && number <= Number::ONE;
                format!("{number} {}", if one_only { one } else { many })
            }
        }
    }

    /// A value as a person reads it.
    pub fn plain(&self, value: Value) -> String {
        match value {
            Value::Nothing => "nothing".to_owned(),
            Value::Blank(_) => "blank".to_owned(),
            Value::Truth(true) => "yes".to_owned(),
            Value::Truth(false) => "no".to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Symbol(symbol) => self.context.rules.symbol_text(symbol),
            Value::Joined(joined) => {
                let rules = self.context.rules;
                let texts: Vec<String> = joined
                    .iter()
                    .map(|symbol| rules.symbol_text(symbol))
                    .collect();
                texts.join("; ")
            }
        }
    }

    /// A value as the outcome has it.
    pub fn field(&self, value: Value) -> FieldValue {
        match value {
            Value::Nothing | Value::Blank(_) => FieldValue::Null,
            Value::Truth(truth) => FieldValue::Truth(truth),
            Value::Number(number) => FieldValue::Number(number),
            Value::Symbol(symbol) => FieldValue::Text(self.field_symbol(symbol)),
            Value::Joined(_) => FieldValue::Text(self.plain(value)),
        }
    }

    /// An answer as JSON has it: a record by its key, a result by its phrase.
    fn field_symbol(&self, symbol: Symbol) -> String {
        let rules = self.context.rules;
        match rules.symbols.get(symbol).map(|info| &info.means) {
            Some(Meaning::Result(id)) => rules.results.get(*id).say.clone(),
            _ => rules.symbols.name(symbol).to_owned(),
        }
    }

    /// The working, in order.
    pub fn working(&self, compiled: &Compiled) -> Vec<WorkingLine> {
        let mut lines: Vec<WorkingLine> = Vec::with_capacity(compiled.lines.len());
        for line in &compiled.lines {
            let Some(text) = self.line(line) else {
                continue;
            };
            // A value that several steps name is told of once.
            let said = lines
                .iter()
                .any(|known| known.text == text && known.cite == line.cite);
            if !said {
                lines.push(WorkingLine {
                    text,
                    cite: line.cite.clone(),
                });
            }
        }
        lines
    }

    /// The lines of the working that lean on no dice.
    pub fn before_dice(&self, compiled: &Compiled) -> Vec<WorkingLine> {
        let known = |operand: Operand| matches!(operand, Operand::Known(_));
        let lines = compiled.lines.iter().filter(|line| {
            known(line.holds)
                && match &line.says {
                    Says::Words(words) => words.is_known(),
                    Says::Value { formula, value, .. } => {
                        known(*value) && formula.as_ref().is_none_or(Rendered::is_known)
                    }
                    Says::Change {
                        amount,
                        times,
                        before,
                        after,
                        ..
                    } => [amount, times, before, after]
                        .iter()
                        .all(|one| known(**one)),
                }
        });
        lines
            .filter_map(|line| {
                Some(WorkingLine {
                    text: self.line(line)?,
                    cite: line.cite.clone(),
                })
            })
            .collect()
    }

    /// What a line of the working says; `None` for one that does not hold.
    pub fn line(&self, line: &Line) -> Option<String> {
        let holds = self.values.of(line.holds);
        if matches!(holds, Value::Nothing | Value::Truth(false)) {
            return None;
        }
        match &line.says {
            Says::Words(words) => {
                let text = self.text(words);
                Some(self.marked(text, &line.from))
            }
            Says::Value {
                name,
                step,
                formula,
                value,
            } => {
                let value = self.plain(self.values.of(*value));
                let who = if name.is_empty() {
                    String::new()
                } else {
                    format!("{name}: ")
                };
                let formula = formula.as_ref().map(|formula| self.text(formula));
                let text = match formula.filter(|formula| *formula != value) {
                    Some(formula) => format!("{who}{step}: {formula} = {value}"),
                    None => format!("{who}{step} {value}"),
                };
                Some(self.marked(text, &line.from))
            }
            Says::Change {
                modifier,
                how,
                each,
                amount,
                times,
                before,
                after,
            } => {
                if holds.truth() != Some(true) {
                    return None;
                }
                let (before, after) = (self.values.of(*before), self.values.of(*after));
                if before == after && *how != How::Add {
                    return None;
                }
                let modifier = self.context.rules.modifiers.get(*modifier);
                let amount = self.values.of(*amount);
                let each = match each {
                    Each::Unit => String::new(),
                    Each::Count => format!(
                        " a {} on {}",
                        self.context.rules.count.one,
                        self.plain(self.values.of(*times))
                    ),
                };
                let now = match after {
                    Value::Nothing => String::new(),
                    after => format!(" ({})", self.plain(after)),
                };
                let say = &modifier.say;
                let mark = self.mark(&line.from, modifier.id());
                let shown = self.plain(amount);
                Some(match how {
                    How::Set => format!("{say}: {shown}{each}{mark}"),
                    How::Add => {
                        let signed = amount.number().map_or(shown, Number::signed);
                        format!("{say}: {signed}{each}{now}{mark}")
                    }
                    How::Times => format!("{say}: ×{shown}{each}{now}{mark}"),
                    How::AtMost => format!("{say}: at most {shown}{each}{now}{mark}"),
                    How::AtLeast => format!("{say}: at least {shown}{each}{now}{mark}"),
                })
            }
        }
    }

    /// A line with the marks of the values that a house file changed, unless they are marked where they stand.
    fn marked(&self, text: String, from: &[From]) -> String {
        let marks = from.iter().map(|from| self.mark_of_one(from));
        marks.fold(text, |text, mark| {
            if text.contains(&mark) {
                text
            } else {
                text + &mark
            }
        })
    }

    /// The mark of a modifier of which the amount, or anything else, is a house rule.
    fn mark(&self, from: &[From], modifier: &str) -> String {
        let house = &self.context.rules.house;
        let of_amount = self.mark_of(from);
        if of_amount.is_empty() {
            house.mark_any(&["modifier", modifier])
        } else {
            of_amount
        }
    }

    /// The mark of a value that a house file changed.
    fn mark_of(&self, from: &[From]) -> String {
        let mut marks = from.iter().map(|from| self.mark_of_one(from));
        marks.find(|mark| !mark.is_empty()).unwrap_or_default()
    }

    fn mark_of_one(&self, from: &From) -> String {
        let rules = self.context.rules;
        let program = self.context.program();
        let place = match from {
            From::Place(place) => Some(*place),
            From::Tags(troop) => {
                let troop = rules.types.get(*troop).id();
                return rules.house.mark_any(&["type", troop, "tags"]);
            }
            From::Step(id) => {
                let ruling = rules.rulings.get(self.context.situation.ruling).id();
                let step = program.step(*id).map_or("", |step| step.id.as_str());
                return rules.house.mark_of_step(ruling, step);
            }
            From::Cell(table, operands) => {
                let values = operands.map(|operand| self.values.of(operand));
                let knowledge = Knowledge { rules, program };
                let table = program.tables.get(usize::from(table.0));
                table.and_then(|table| reading_tables::place(knowledge, table, &values))
            }
        };
        place.map_or(String::new(), |place| rules.house.mark_of(place))
    }

    /// What a blank at a place of the tables is, such as `medium horse, v infantry`.
    pub fn what_is_blank(&self, place: Place) -> String {
        let rules = self.context.rules;
        for (_, troop) in rules.types.iter() {
            if let Some(given) = troop.numbers.at(place) {
                return format!("{}, {}", troop.name, rules.attributes.get(given.of).name);
            }
            if troop.place == place {
                return format!("{}, its class", troop.name);
            }
        }
        for (_, weapon) in rules.weapons.iter() {
            for band in &weapon.bands {
                if let Some(given) = band.numbers.at(place) {
                    let to = rules.measure.show(band.to);
                    let name = &rules.attributes.get(given.of).name;
                    return format!("{} up to {to}: {name}", weapon.name);
                }
            }
        }
        for table in &self.context.program().tables {
            let title = table.title.as_deref().unwrap_or(table.id.as_str());
            for row in &table.rows {
                let name = || rules.key_text(&row.key);
                match &row.cells {
                    Cells::One(cell) if cell.place == place => {
                        return format!("{title}, {}", name());
                    }
                    Cells::One(_) => {}
                    Cells::Columns(cells) => {
                        let found = cells.iter().find(|(_, cell)| cell.place == place);
                        if let Some((column, _)) = found {
                            let column = rules.key_text(column);
                            return format!("{title}, row {}, column {column}", name());
                        }
                    }
                }
            }
        }
        self.who_is_blank(place)
            .unwrap_or_else(|| "a value of the rules".to_owned())
    }

    /// What a person calls the shared value or the step that is blank.
    fn who_is_blank(&self, place: Place) -> Option<String> {
        let program = self.context.program();
        let mut shared = program.shared.iter();
        let shared = shared.find(|shared| match &shared.act {
            SharedAct::Work(choice) => has_blank(choice, place),
            SharedAct::Holds(_) => false,
        });
        if let Some(shared) = shared {
            return Some(key_in_words(&shared.id).to_string());
        }
        let mut steps = program.steps.iter();
        let step = steps.find(|step| match &step.act {
            Act::Work(choice)
            | Act::Lose(choice, _)
            | Act::Result(choice, _)
            | Act::Level(choice, ..) => has_blank(choice, place),
            Act::Look(look) => {
                let mut keys = [Some(&look.row), look.column.as_ref()]
                    .into_iter()
                    .flatten();
                keys.any(|key| matches!(key, Key::Value(choice) if has_blank(choice, place)))
            }
            _ => false,
        })?;
        Some(key_in_words(&step.id).to_string())
    }
}

/// Whether one of the branches of a value is the blank at a place.
fn has_blank(choice: &Choice, place: Place) -> bool {
    choice.0.iter().any(|branch| match &branch.is {
        Outcome::Value(expression) => {
            matches!(expression, Expression::Constant(Cell::Blank(at)) if *at == place)
        }
        Outcome::Choice(choice) => has_blank(choice, place),
    })
}
