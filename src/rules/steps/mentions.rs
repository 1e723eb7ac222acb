//! What the steps of a program name: numbers of types and weapons, distances, words said.

use super::expression::{Branch, Choice, Comparison, Expression, Outcome, Quantity};
use super::{
    Act, Count, Key, Look, Program, Reading, Roll, Rounds, Run, SharedAct, Shown, StepModifier,
    TableId,
};
use crate::rules::condition::Condition;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;

/// Every value that something names, in order, some of them more than once.
#[derive(Debug, Default)]
pub struct Mentions<'a> {
    /// The values.
    pub quantities: Vec<&'a Quantity>,
    /// The tables that expressions read, each with its row and column.
    pub reads: Vec<(TableId, &'a [Expression])>,
    /// The numbers of types that give the share of a unit that is lost.
    pub shares: Vec<Id<Attribute>>,
}

impl<'a> Mentions<'a> {
    /// What all of a program names.
    pub fn of_program(program: &'a Program) -> Self {
        let mut mentions = Mentions::default();
        for step in &program.steps {
            mentions.conditions(&step.when);
            mentions.act(&step.act);
            if let Shown::When(conditions) = &step.shown {
                mentions.conditions(conditions);
            }
            mentions.modifiers(&step.modifiers);
        }
        for shared in &program.shared {
            match &shared.act {
                SharedAct::Work(choice) => mentions.choice(choice),
                SharedAct::Holds(conditions) => mentions.conditions(conditions),
            }
            mentions.modifiers(&shared.modifiers);
        }
        for (_, modifiers) in &program.modified {
            mentions.modifiers(modifiers);
        }
        for run in &program.sequence {
            if let Run::Each(each) = run {
                each.by.iter().for_each(|by| mentions.expression(by));
                mentions.conditions(&each.keep_on);
                mentions.conditions(&each.when);
            }
        }
        for order in &program.orders {
            mentions.conditions(&order.when);
        }
        mentions
    }

    /// What a choice names.
    pub fn of_choice(choice: &'a Choice) -> Self {
        let mut mentions = Mentions::default();
        mentions.choice(choice);
        mentions
    }

    /// What a condition names.
    pub fn of_condition(condition: &'a Condition) -> Self {
        let mut mentions = Mentions::default();
        mentions.condition(condition);
        mentions
    }

    /// What an expression names.
    pub fn of_expression(expression: &'a Expression) -> Self {
        let mut mentions = Mentions::default();
        mentions.expression(expression);
        mentions
    }

    /// Whether a value is named that fits.
    pub fn any(&self, fits: impl Fn(&Quantity) -> bool) -> bool {
        self.quantities.iter().any(|quantity| fits(quantity))
    }

    fn modifiers(&mut self, modifiers: &'a [StepModifier]) {
        for modifier in modifiers {
            self.conditions(&modifier.when);
            self.choice(&modifier.amount);
        }
    }

    fn act(&mut self, act: &'a Act) {
        match act {
            Act::Work(choice)
            | Act::Lose(choice, _)
            | Act::Result(choice, _)
            | Act::Level(choice, ..) => self.choice(choice),
            Act::Holds(conditions) => self.conditions(conditions),
            Act::Roll(roll) => self.roll(roll),
            Act::Reading(_, reading) => self.reading(reading),
            Act::Look(look) => self.look(look),
            Act::Gives(..) | Act::Sheds(..) | Act::Leaves(..) | Act::AtOnce(..) | Act::Tell(..) => {
            }
        }
    }

    fn roll(&mut self, roll: &'a Roll) {
        if let Count::Worked(dice) = &roll.dice {
            self.expression(dice);
        }
        self.reading(&roll.reading);
        self.conditions(&roll.again);
        self.conditions(&roll.add_again);
        let worked = roll.choices.iter().chain(&roll.thrower);
        worked.for_each(|expression| self.expression(expression));
    }

    fn reading(&mut self, reading: &'a Reading) {
        if let Reading::AtLeast(face) | Reading::AtMost(face) = reading {
            self.expression(face);
        }
    }

    fn look(&mut self, look: &'a Look) {
        for key in std::iter::once(&look.row).chain(&look.column) {
            if let Key::Value(choice) = key {
                self.choice(choice);
            }
        }
        look.shift.iter().for_each(|shift| self.expression(shift));
        if let Rounds::UpWhen(conditions) = &look.rounds {
            self.conditions(conditions);
        }
    }

    fn choice(&mut self, choice: &'a Choice) {
        for Branch { when, is } in &choice.0 {
            self.conditions(when);
            match is {
                Outcome::Value(expression) => self.expression(expression),
                Outcome::Choice(choice) => self.choice(choice),
            }
        }
    }

    fn expression(&mut self, expression: &'a Expression) {
        match expression {
            Expression::Constant(_) => {}
            Expression::Name(name) => self.quantities.push(&name.quantity),
            Expression::Binary(_, one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Expression::Unary(_, inner)
            | Expression::Aggregate(_, inner)
            | Expression::Share(inner) => self.expression(inner),
            Expression::Look(table, keys) => {
                self.reads.push((*table, keys));
                keys.iter().for_each(|key| self.expression(key));
            }
            Expression::Extreme(_, several) => {
                several.iter().for_each(|one| self.expression(one));
            }
        }
    }

    fn conditions(&mut self, conditions: &'a [Condition]) {
        conditions.iter().for_each(|one| self.condition(one));
    }

    fn condition(&mut self, condition: &'a Condition) {
        match condition {
            Condition::LostOwn(number) => self.shares.push(*number),
            Condition::Foe(inner)
            | Condition::Friend(inner)
            | Condition::Opposite(inner)
            | Condition::Facing(inner)
            | Condition::Not(inner) => {
                self.condition(inner);
            }
            Condition::Any(several) | Condition::All(several) => self.conditions(several),
            Condition::Compare(comparison) => self.comparison(comparison),
            _ => {}
        }
    }

    fn comparison(&mut self, comparison: &'a Comparison) {
        match comparison {
            Comparison::Fact(value) | Comparison::Blank(value) | Comparison::Trait(value, _) => {
                self.expression(value);
            }
            Comparison::Order(_, one, other) => {
                self.expression(one);
                self.expression(other);
            }
            Comparison::OneOf(value, answers) => {
                self.expression(value);
                answers.iter().for_each(|answer| self.expression(answer));
            }
        }
    }
}
