//! How modifiers change a value: one stacking order for all of them.

use super::{Compiler, Part};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::modifier::{Each, How, Modifier};
use crate::rules::shelf::Id;
use crate::rules::steps::expression::Extreme;
use crate::rules::steps::{Place, Scope, StepModifier};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;

/// A change that a modifier makes, for the working.
#[derive(Debug, Clone)]
pub(super) struct Change {
    pub(super) modifier: Id<Modifier>,
    pub(super) how: How,
    pub(super) each: Each,
    /// Where the amount stands.
    pub(super) place: Place,
    /// Whether it is made.
    pub(super) holds: Form,
    /// By how much, for each.
    pub(super) amount: Form,
    /// How often.
    pub(super) times: Form,
    /// The value so far.
    pub(super) before: Form,
    /// The value after it.
    pub(super) after: Form,
}

impl Compiler<'_> {
    /// A value after every modifier that applies, with the changes for the working.
    ///
    /// A modifier of a side's or the line's value counts once, if it holds for any of its units.
    pub(super) fn modified(
        &mut self,
        modifiers: &[StepModifier],
        value: Form,
        of: Participant,
    ) -> (Form, Vec<Change>) {
        let mut value = value;
        let mut changes = Vec::new();
        for modifier in modifiers {
            let units = if of.scope >= Scope::Unit {
                vec![of]
            } else {
                self.people.within(Scope::Unit, of)
            };
            let mut held = Vec::new();
            let mut whose = None;
            for unit in units {
                if modifier.role != Role::Either && modifier.role != unit.role() {
                    continue;
                }
                let holds = self.all(&modifier.when, unit);
                if whose.is_none() && !holds.is_no() {
                    whose = Some(unit);
                }
                held.push(holds);
            }
            // A line without troops still has its own words.
            if of.scope < Scope::Unit && held.is_empty() && modifier.role == Role::Either {
                held.push(self.all(&modifier.when, of));
                whose = Some(of);
            }
            let holds = self.builder.or(&held);
            let Some(whose) = whose.filter(|_| !holds.is_no()) else {
                continue;
            };
            self.touches(Part::Modifier(modifier.id), &holds);
            let amount = self.choice(&modifier.amount, whose);
            if amount.is_nothing() && modifier.how != How::Set {
                continue;
            }
            let times = match modifier.each {
                Each::Unit => Form::number(Number::ONE),
                Each::Count => self.acting(whose),
            };
            let total = match modifier.each {
                Each::Unit => amount.clone(),
                Each::Count => self.builder.multiply(&amount, &times),
            };
            let changed = self.change(modifier.how, &value, &total);
            let after = self.builder.choose(&holds, &changed, &value);
            changes.push(Change {
                modifier: modifier.id,
                how: modifier.how,
                each: modifier.each,
                place: modifier.place,
                holds,
                amount,
                times,
                before: value,
                after: after.clone(),
            });
            value = after;
        }
        (value, changes)
    }

    fn change(&mut self, how: How, value: &Form, amount: &Form) -> Form {
        match how {
            How::Set => amount.clone(),
            _ if value.is_nothing() => Form::NOTHING,
            How::Add => self.builder.add(value, amount, Number::ONE),
            How::Times => self.builder.multiply(value, amount),
            How::AtMost => self.extreme(Extreme::Min, value, amount),
            How::AtLeast => self.extreme(Extreme::Max, value, amount),
        }
    }

    fn extreme(&mut self, extreme: Extreme, one: &Form, other: &Form) -> Form {
        self.builder
            .apply(Operation::Extreme(extreme), &[one.clone(), other.clone()])
    }

    /// A value held to its bounds.
    pub(super) fn held(
        &mut self,
        value: Form,
        least: Option<Number>,
        most: Option<Number>,
    ) -> Form {
        let mut value = value;
        if let Some(least) = least {
            value = self.extreme(Extreme::Max, &value, &Form::number(least));
        }
        if let Some(most) = most {
            value = self.extreme(Extreme::Min, &value, &Form::number(most));
        }
        value
    }
}
