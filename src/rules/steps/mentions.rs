//! What the steps of a program name: numbers of types and weapons, distances, words said.

use super::expression::{Branch, Choice, Comparison, Expression, Outcome, Quantity, Whose};
use super::{
    Act, Count, Key, Look, Loop, Program, Reading, Roll, Rounds, Run, Shared, SharedAct, Shown,
    Step, StepId, StepModifier, StepSide, TableId,
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
    /// The steps that name the side whose value is meant.
    pub sides: Vec<StepId>,
}

impl<'a> Mentions<'a> {
    /// What all of a program names.
    pub fn of_program(program: &'a Program) -> Self {
        let mut mentions = Mentions::default();
        for step in &program.steps {
            mentions.step(step);
            if let Shown::When(conditions) = &step.shown {
                mentions.conditions(conditions);
            }
        }
        for shared in &program.shared {
            mentions.shared(shared);
        }
        for (_, modifiers) in &program.modified {
            mentions.modifiers(modifiers);
        }
        for run in &program.sequence {
            if let Run::Each(each) = run {
                mentions.turns(each);
            }
        }
        for order in &program.orders {
            mentions.conditions(&order.when);
        }
        mentions
    }

    /// What a step names: its side, its conditions, what it does, what changes it.
    pub fn of_step(step: &'a Step) -> Self {
        let mut mentions = Mentions::default();
        mentions.step(step);
        mentions
    }

    /// What modifiers name.
    pub fn of_modifiers(modifiers: &'a [StepModifier]) -> Self {
        let mut mentions = Mentions::default();
        mentions.modifiers(modifiers);
        mentions
    }

    /// What a shared value names.
    pub fn of_shared(shared: &'a Shared) -> Self {
        let mut mentions = Mentions::default();
        mentions.shared(shared);
        mentions
    }

    /// What a row of steps names that runs in turn.
    pub fn of_loop(each: &'a Loop) -> Self {
        let mut mentions = Mentions::default();
        mentions.turns(each);
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

    fn step(&mut self, step: &'a Step) {
        if let StepSide::Named(side) = step.side {
            self.sides.push(side);
        }
        self.conditions(&step.when);
        self.act(&step.act);
        self.modifiers(&step.modifiers);
    }

    fn shared(&mut self, shared: &'a Shared) {
        match &shared.act {
            SharedAct::Work(choice) => self.choice(choice),
            SharedAct::Holds(conditions) => self.conditions(conditions),
        }
        self.modifiers(&shared.modifiers);
    }

    fn turns(&mut self, each: &'a Loop) {
        each.by.iter().for_each(|by| self.expression(by));
        self.conditions(&each.keep_on);
        self.conditions(&each.when);
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
            Act::Gives(_, number, _) => number.iter().for_each(|number| self.expression(number)),
            Act::Sheds(..) | Act::Leaves(..) | Act::AtOnce(..) | Act::Tell(..) => {}
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
            Expression::Name(name) => {
                if let Whose::Named(side) = name.whose {
                    self.sides.push(side);
                }
                self.quantities.push(&name.quantity);
            }
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
