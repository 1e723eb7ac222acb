//! What can follow from values: the pure functions of a plan.

use smol_str::SmolStr;

use super::value::Value;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::result::{Leaves, Routs};
use crate::rules::steps::expression::{Aggregate, Extreme, Function, Ordered, ResultTrait};
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Program, Reads, TableId};

use super::reading_tables;

/// A function of values that throws no dice.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operation {
    /// All of them; no wins over blank.
    And,
    /// Any of them; yes wins over blank.
    Or,
    /// The contrary.
    Not,
    /// Whether a value is yes, or a number other than 0.
    Fact,
    /// How a difference compares with 0; with nothing, no.
    Compare(Ordered),
    /// Whether two values are the same; nothing is the same as nothing.
    Equal,
    /// The second value where the first is yes, else nothing.
    Gate,
    /// The second value where the first is yes, else the third.
    If,
    /// The greater or lesser of numbers; nothing makes it nothing.
    Extreme(Extreme),
    /// One value out of many; nothing is left out.
    Aggregate(Aggregate),
    /// Rounded, or without its sign.
    Function(Function),
    /// The sum of numbers; nothing makes it nothing.
    Add,
    /// The product of numbers; 0 times a blank is 0.
    Multiply,
    /// The quotient of numbers; what is more than 0 by nothing is the greatest number there is.
    Divide,
    /// What a table holds: by row, column, shift and whether ratios are rounded up.
    Look(TableId, Reads),
    /// A number of the record that an answer names; 0 where the record has none.
    Member(SmolStr),
    /// What a result does.
    Trait(ResultTrait),
    /// Whether a value is blank; never blank itself.
    IsBlank,
    /// Several results as one value.
    Join,
    /// The value, but 0 for nothing.
    OrZero,
    /// The value, but nothing where it is not more than 0.
    Positive,
}

/// What operations know of the rules.
#[derive(Clone, Copy)]
pub struct Knowledge<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// What the ruling runs.
    pub program: &'a Program,
}

impl Operation {
    /// Whether what it comes to is yes, no or blank, and never anything else.
    pub fn answers_yes_or_no(&self) -> bool {
        matches!(
            self,
            Operation::And
                | Operation::Or
                | Operation::Not
                | Operation::Fact
                | Operation::Compare(_)
                | Operation::Equal
                | Operation::IsBlank
                | Operation::Trait(_)
        )
    }

    /// What the operation comes to.
    pub fn apply(&self, knowledge: Knowledge<'_>, values: &[Value]) -> Value {
        match self {
            Operation::And => all(values),
            Operation::Or => any(values),
            Operation::Not => match first(values).truth() {
                Some(truth) => Value::Truth(!truth),
                None => first(values),
            },
            Operation::Fact => match first(values).truth() {
                Some(truth) => Value::Truth(truth),
                None => first(values),
            },
            Operation::Compare(ordered) => compare(*ordered, first(values)),
            Operation::Equal => equal(first(values), second(values)),
            Operation::Gate => match first(values).truth() {
                Some(true) => second(values),
                Some(false) => Value::Nothing,
                None => first(values),
            },
            Operation::If => match first(values).truth() {
                Some(true) => second(values),
                Some(false) => third(values),
                None => first(values),
            },
            Operation::Extreme(extreme) => strict(values, |numbers| {
                let numbers = numbers.iter().copied();
                match extreme {
                    Extreme::Max => numbers.max(),
                    Extreme::Min => numbers.min(),
                }
                .map_or(Value::Nothing, Value::Number)
            }),
            Operation::Aggregate(aggregate) => aggregated(*aggregate, values),
            Operation::Function(function) => strict(values, |numbers| {
                numbers.first().map_or(Value::Nothing, |number| {
                    Value::Number(match function {
                        Function::Down => Number::whole(number.floor()),
                        Function::Up => Number::whole(number.ceil()),
                        Function::Abs => number.abs(),
                    })
                })
            }),
            Operation::Add => strict(values, |numbers| {
                Value::Number(numbers.iter().copied().sum())
            }),
            Operation::Multiply => multiply(values),
            Operation::Divide => strict(values, |numbers| match numbers {
                [over, under] => Value::Number(divide(*over, *under)),
                _ => Value::Nothing,
            }),
            Operation::Look(table, reads) => {
                let table = knowledge.program.tables.get(usize::from(table.0));
                table.map_or(Value::Nothing, |table| {
                    reading_tables::read(knowledge, table, *reads, values)
                })
            }
            Operation::Member(name) => member(knowledge, name, first(values)),
            Operation::Trait(of) => match first(values) {
                Value::Blank(_) => first(values),
                value => Value::Truth(value.symbols().any(|symbol| {
                    let info = knowledge.rules.symbols.get(symbol);
                    let Some(Meaning::Result(id)) = info.map(|info| &info.means) else {
                        return false;
                    };
                    let result = knowledge.rules.results.get(*id);
                    match of {
                        ResultTrait::Routs => result.routs == Routs::Yes,
                        ResultTrait::Leaves => result.leaves == Leaves::Yes,
                    }
                })),
            },
            Operation::IsBlank => Value::Truth(first(values).is_blank()),
            Operation::Join => Value::join(values),
            Operation::OrZero => match first(values) {
                Value::Nothing => Value::ZERO,
                value => value,
            },
            Operation::Positive => match first(values).number() {
                Some(number) if number <= Number::ZERO => Value::Nothing,
                _ => first(values),
            },
        }
    }
}

fn first(values: &[Value]) -> Value {
    values.first().copied().unwrap_or(Value::Nothing)
}

fn second(values: &[Value]) -> Value {
    values.get(1).copied().unwrap_or(Value::Nothing)
}

fn third(values: &[Value]) -> Value {
    values.get(2).copied().unwrap_or(Value::Nothing)
}

/// Three-valued: one no makes it no, whatever else is blank.
fn all(values: &[Value]) -> Value {
    let mut blank = None;
    for value in values {
        match value.truth() {
            Some(false) => return Value::Truth(false),
            Some(true) => {}
            None => blank = blank.or(Some(*value)),
        }
    }
    blank.unwrap_or(Value::Truth(true))
}

/// Three-valued: one yes makes it yes, whatever else is blank.
fn any(values: &[Value]) -> Value {
    let mut blank = None;
    for value in values {
        match value.truth() {
            Some(true) => return Value::Truth(true),
            Some(false) => {}
            None => blank = blank.or(Some(*value)),
        }
    }
    blank.unwrap_or(Value::Truth(false))
}

fn compare(ordered: Ordered, difference: Value) -> Value {
    let Some(difference) = difference.number() else {
        return match difference {
            Value::Blank(_) => difference,
            _ => Value::Truth(false),
        };
    };
    Value::Truth(match ordered {
        Ordered::Less => difference < Number::ZERO,
        Ordered::Greater => difference > Number::ZERO,
        Ordered::AtMost => difference <= Number::ZERO,
        Ordered::AtLeast => difference >= Number::ZERO,
    })
}

fn equal(one: Value, other: Value) -> Value {
    match (one, other) {
        // That something is not given does not make it nothing.
        (Value::Blank(_), _) => one,
        (_, Value::Blank(_)) => other,
        (Value::Nothing, _) | (_, Value::Nothing) => Value::Truth(one == other),
        _ => match (one.number(), other.number()) {
            (Some(one), Some(other)) => Value::Truth(one == other),
            _ => Value::Truth(one == other),
        },
    }
}

/// Numbers through a function; a blank makes the whole blank, and nothing makes it nothing.
fn strict(values: &[Value], of: impl FnOnce(&[Number]) -> Value) -> Value {
    let mut numbers: smallvec::SmallVec<[Number; 8]> = smallvec::SmallVec::new();
    let mut nothing = false;
    for value in values {
        match (value, value.number()) {
            (_, Some(number)) => numbers.push(number),
            (Value::Blank(_), _) => return *value,
            _ => nothing = true,
        }
    }
    if nothing {
        return Value::Nothing;
    }
    of(&numbers)
}

fn multiply(values: &[Value]) -> Value {
    let zero = |value: &Value| value.number().is_some_and(Number::is_zero);
    if values.iter().any(zero) {
        return Value::ZERO;
    }
    strict(values, |numbers| {
        let product = numbers
            .iter()
            .fold(Number::ONE, |product, number| product * *number);
        Value::Number(product)
    })
}

/// A quotient; anything by 0 is beyond every number, as a ratio of odds needs.
fn divide(over: Number, under: Number) -> Number {
    over.checked_div(under).unwrap_or(match over {
        over if over.is_negative() => Number::MIN,
        _ => Number::MAX,
    })
}

fn aggregated(aggregate: Aggregate, values: &[Value]) -> Value {
    if aggregate == Aggregate::Any {
        return any(values);
    }
    if aggregate != Aggregate::Count
        && let Some(blank) = values.iter().find(|value| value.is_blank())
    {
        return *blank;
    }
    let there = || values.iter().filter(|value| **value != Value::Nothing);
    let numbers = || there().filter_map(|value| value.number());
    match aggregate {
        Aggregate::Sum => Value::Number(numbers().sum()),
        Aggregate::Most => numbers().max().map_or(Value::Nothing, Value::Number),
        Aggregate::Least => numbers().min().map_or(Value::Nothing, Value::Number),
        Aggregate::Count => Value::Number(Number::from(there().count())),
        Aggregate::Same => {
            let mut all = there();
            let first = all.next().copied().unwrap_or(Value::Nothing);
            if all.all(|value| *value == first) {
                first
            } else {
                Value::Nothing
            }
        }
        Aggregate::Any => any(values),
    }
}

fn member(knowledge: Knowledge<'_>, name: &str, value: Value) -> Value {
    let Value::Symbol(symbol) = value else {
        return match value {
            Value::Blank(_) => value,
            _ => Value::Nothing,
        };
    };
    match knowledge.rules.symbols.get(symbol).map(|info| &info.means) {
        Some(Meaning::Record(record)) => {
            let mut numbers = record.numbers.iter();
            let found = numbers.find(|(known, _)| known == name);
            found.map_or(Value::ZERO, |(_, number)| Value::Number(*number))
        }
        _ => Value::ZERO,
    }
}
