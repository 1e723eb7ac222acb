//! Numbers that a ruling asks of troop types which lack them.
//!
//! Each number is noted with the conditions under which it is asked. Conditions on kinds tell which
//! types it is asked of; a comparison may hold or not, and a word may be said, unless the type cannot have it.

use std::collections::BTreeSet;

use crate::number::Number;
use crate::rules::condition::Condition;
use crate::rules::kind::{Attribute, Kind, TroopType};
use crate::rules::set::RuleSet;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{
    Aggregate, Branch, Choice, Comparison, Expression, Ordered, Outcome, Quantity, Whose,
};
use crate::rules::steps::mentions::Mentions;
use crate::rules::steps::{
    Act, Cell, Count, Key, OrderKind, Program, Reading, SharedAct, StepModifier,
};
use crate::rules::word::Word;

/// How deep shared values may name one another before they are not followed.
const DEEPEST: usize = 8;

/// How much is looked at before nothing is said any more: a table is not trusted.
const MOST: usize = 10_000;

/// A number that a program asks for.
struct Asked<'p> {
    number: Id<Attribute>,
    /// It is asked where these hold, of whoever has the value.
    under: Vec<Guard<'p>>,
}

/// A condition that holds where something is asked.
#[derive(Clone, Copy)]
enum Guard<'p> {
    Holds(&'p Condition),
    Fails(&'p Condition),
}

/// The troop types that lack a number which a program asks of them, each with the number.
pub(super) fn missing(
    rules: &RuleSet,
    program: &Program,
) -> BTreeSet<(Id<TroopType>, Id<Attribute>)> {
    let mut walk = Walk {
        program,
        asked: Vec::new(),
        values: 0,
    };
    walk.all();
    let lacking = |number| {
        let types = rules.types.iter();
        let types: Vec<_> = types
            .map(|(id, troop)| (id, troop.number(number).is_some()))
            .collect();
        // What no type has is another thing, such as a number of bands.
        let known = types.iter().any(|(_, has)| *has);
        types
            .into_iter()
            .filter(move |(_, has)| known && !has)
            .map(|(id, _)| id)
    };
    let asked = walk.asked.iter();
    asked
        .flat_map(|asked| {
            lacking(asked.number)
                .filter(|id| {
                    !forbids(rules, program, *id)
                        && asked
                            .under
                            .iter()
                            .all(|guard| may_hold(rules, *guard, *id, asked.number))
                })
                .map(|id| (id, asked.number))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether a program refuses troops of a type.
fn forbids(rules: &RuleSet, program: &Program, troop: Id<TroopType>) -> bool {
    let forbids = program.orders.iter();
    forbids
        .filter(|order| order.kind == OrderKind::Forbid)
        .any(|order| {
            let mut all = order.when.iter();
            all.all(|one| kind_of(rules, one, troop) == Some(true) || unarmed(rules, one, troop))
        })
}

/// Whether a condition asks whether a type is without weapons, and it is.
fn unarmed(rules: &RuleSet, condition: &Condition, troop: Id<TroopType>) -> bool {
    rules.types.get(troop).weapons.is_empty()
        && of_none(condition, &Quantity::WeaponFired) == Some(true)
}

/// Whether a condition holds where nobody has a value, if it asks just that: `x = nothing`, `count(x) > 0`.
fn of_none(condition: &Condition, value: &Quantity) -> Option<bool> {
    let is_value =
        |one: &Expression| matches!(one, Expression::Name(name) if name.quantity == *value);
    let is_count = |one: &Expression| matches!(one, Expression::Aggregate(Aggregate::Count, inner) if is_value(inner));
    let number = |one: &Expression| match one {
        Expression::Constant(Cell::Number(number)) => Some(*number),
        _ => None,
    };
    match condition {
        Condition::Not(inner) => of_none(inner, value).map(|holds| !holds),
        Condition::Compare(comparison) => match &**comparison {
            Comparison::OneOf(asked, of) if is_value(asked) => {
                let nothing = Expression::Constant(Cell::Nothing);
                of.contains(&nothing).then_some(true)
            }
            Comparison::OneOf(asked, of) if is_count(asked) => {
                Some(of.contains(&Expression::whole(0)))
            }
            Comparison::Order(order, left, right) if is_count(left) => {
                let bound = number(right)?;
                Some(match order {
                    Ordered::Less => Number::ZERO < bound,
                    Ordered::AtMost => Number::ZERO <= bound,
                    Ordered::Greater => Number::ZERO > bound,
                    Ordered::AtLeast => Number::ZERO >= bound,
                })
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether a condition holds for a unit of one type alone, as far as kinds tell.
fn kind_of(rules: &RuleSet, condition: &Condition, troop: Id<TroopType>) -> Option<bool> {
    let all = |several: &[Condition], wanted: bool| {
        let told = several.iter().map(|one| kind_of(rules, one, troop));
        let told: Vec<Option<bool>> = told.collect();
        if told.contains(&Some(wanted)) {
            return Some(wanted);
        }
        told.iter().all(Option::is_some).then_some(!wanted)
    };
    match condition {
        // A mix is of several types.
        Condition::Is(Kind::Mix(_)) | Condition::Has(Kind::Mix(_)) => None,
        Condition::Is(kind) | Condition::Has(kind) => Some(rules.is(troop, *kind)),
        Condition::Not(inner) => kind_of(rules, inner, troop).map(|holds| !holds),
        Condition::Any(several) => all(several, true),
        Condition::All(several) => all(several, false),
        _ => None,
    }
}

/// Whether a condition may hold for a unit of a type that lacks a number.
fn may_hold(
    rules: &RuleSet,
    guard: Guard<'_>,
    troop: Id<TroopType>,
    number: Id<Attribute>,
) -> bool {
    let (condition, wanted) = match guard {
        Guard::Holds(condition) => (condition, true),
        Guard::Fails(condition) => (condition, false),
    };
    if let Some(holds) = kind_of(rules, condition, troop) {
        return holds == wanted;
    }
    if let Some(holds) = of_none(condition, &Quantity::Attribute(number)) {
        return holds == wanted;
    }
    match (condition, wanted) {
        (Condition::Said(word), true) => can_have(rules, rules.words.get(*word), troop),
        // A number that is not there compares with nothing.
        (Condition::Compare(_), true) => !names(condition, number),
        (Condition::All(several), true) => several
            .iter()
            .all(|one| may_hold(rules, Guard::Holds(one), troop, number)),
        (Condition::Any(several), true) => several
            .iter()
            .any(|one| may_hold(rules, Guard::Holds(one), troop, number)),
        (Condition::Not(inner), wanted) => {
            let inner = match wanted {
                true => Guard::Fails(inner),
                false => Guard::Holds(inner),
            };
            may_hold(rules, inner, troop, number)
        }
        _ => true,
    }
}

/// Whether a unit of a type can have a word.
fn can_have(rules: &RuleSet, word: &Word, troop: Id<TroopType>) -> bool {
    let mut needs = word.needs.iter();
    needs.all(|need| kind_of(rules, need, troop) != Some(false))
}

fn names(condition: &Condition, number: Id<Attribute>) -> bool {
    let asked = Mentions::of_condition(condition);
    asked.any(|quantity| *quantity == Quantity::Attribute(number))
}

/// A walk through all that a program asks.
struct Walk<'p> {
    program: &'p Program,
    asked: Vec<Asked<'p>>,
    /// How many shared values were followed.
    values: usize,
}

impl<'p> Walk<'p> {
    fn all(&mut self) {
        let program = self.program;
        for step in &program.steps {
            let under = self.conditions(&step.when, &[]);
            self.modifiers(&step.modifiers);
            match &step.act {
                Act::Work(choice)
                | Act::Lose(choice, _)
                | Act::Result(choice, _)
                | Act::Level(choice, ..) => self.choice(choice, &under, 0),
                Act::Holds(conditions) => {
                    self.conditions(conditions, &under);
                }
                Act::Roll(roll) => {
                    if let Count::Worked(dice) = &roll.dice {
                        self.expression(dice, &under, 0);
                    }
                    self.reading(&roll.reading, &under);
                    self.conditions(&roll.again, &under);
                }
                Act::Reading(_, reading) => self.reading(reading, &under),
                Act::Look(look) => {
                    for key in std::iter::once(&look.row).chain(&look.column) {
                        if let Key::Value(choice) = key {
                            self.choice(choice, &under, 0);
                        }
                    }
                    if let Some(shift) = &look.shift {
                        self.expression(shift, &under, 0);
                    }
                }
                Act::Gives(..)
                | Act::Sheds(..)
                | Act::Leaves(..)
                | Act::AtOnce(..)
                | Act::Tell(..) => {}
            }
        }
        for shared in &program.shared {
            self.modifiers(&shared.modifiers);
        }
        for (_, modifiers) in &program.modified {
            self.modifiers(modifiers);
        }
    }

    fn modifiers(&mut self, modifiers: &'p [StepModifier]) {
        for modifier in modifiers {
            let under = self.conditions(&modifier.when, &[]);
            self.choice(&modifier.amount, &under, 0);
        }
    }

    fn reading(&mut self, reading: &'p Reading, under: &[Guard<'p>]) {
        if let Reading::AtLeast(wanted) | Reading::AtMost(wanted) = reading {
            self.expression(wanted, under, 0);
        }
    }

    /// Asks conditions one after another; what comes back holds where all of them do.
    fn conditions(&mut self, all: &'p [Condition], under: &[Guard<'p>]) -> Vec<Guard<'p>> {
        let mut under = under.to_vec();
        for condition in all {
            self.condition(condition, &under);
            under.push(Guard::Holds(condition));
        }
        under
    }

    fn condition(&mut self, condition: &'p Condition, under: &[Guard<'p>]) {
        match condition {
            Condition::Not(inner) => self.condition(inner, under),
            Condition::All(several) => {
                self.conditions(several, under);
            }
            Condition::Any(several) => {
                for one in several {
                    self.condition(one, under);
                }
            }
            Condition::Compare(comparison) => match &**comparison {
                Comparison::Order(_, left, right) => {
                    self.expression(left, under, 0);
                    self.expression(right, under, 0);
                }
                // `= nothing` asks whether it is there.
                Comparison::OneOf(value, of)
                    if !of.contains(&Expression::Constant(Cell::Nothing)) =>
                {
                    self.expression(value, under, 0);
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn choice(&mut self, choice: &'p Choice, under: &[Guard<'p>], deep: usize) {
        let mut under = under.to_vec();
        for Branch { when, is } in &choice.0 {
            let inside = self.conditions(when, &under);
            match is {
                Outcome::Value(value) => self.expression(value, &inside, deep),
                Outcome::Choice(choice) => self.choice(choice, &inside, deep),
            }
            // What comes after is asked where this one failed, of several conditions any.
            if let [only] = when.as_slice() {
                under.push(Guard::Fails(only));
            }
        }
    }

    fn expression(&mut self, expression: &'p Expression, under: &[Guard<'p>], deep: usize) {
        match expression {
            Expression::Constant(_) => {}
            Expression::Name(name) => {
                let of_others = !matches!(name.whose, Whose::Own | Whose::Friend);
                // What holds for the one says nothing of the other, who may be anybody.
                let none = [];
                let under = if of_others { &none[..] } else { under };
                match &name.quantity {
                    Quantity::Attribute(number) if self.asked.len() < MOST => {
                        self.asked.push(Asked {
                            number: *number,
                            under: under.to_vec(),
                        })
                    }
                    Quantity::Shared(id) if deep < DEEPEST && self.values < MOST => {
                        self.values += 1;
                        let shared = self.program.shared.get(usize::from(id.0));
                        match shared.map(|shared| &shared.act) {
                            Some(SharedAct::Work(choice)) => self.choice(choice, under, deep + 1),
                            Some(SharedAct::Holds(conditions)) => {
                                self.conditions(conditions, under);
                            }
                            None => {}
                        }
                    }
                    _ => {}
                }
            }
            Expression::Binary(_, left, right) => {
                self.expression(left, under, deep);
                self.expression(right, under, deep);
            }
            Expression::Unary(_, inner) | Expression::Share(inner) => {
                self.expression(inner, under, deep);
            }
            // Those that have none are left out of a sum.
            Expression::Aggregate(Aggregate::Sum | Aggregate::Any | Aggregate::Count, _) => {}
            Expression::Aggregate(_, inner) => self.expression(inner, under, deep),
            Expression::Extreme(_, several) => {
                for one in several {
                    self.expression(one, under, deep);
                }
            }
            Expression::Look(_, keys) => {
                for key in keys {
                    self.expression(key, under, deep);
                }
            }
        }
    }
}
