//! Expressions, choices and what is narrower.

use super::Compiler;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::steps::expression::{
    Aggregate, Choice, Expression, Name, Operator, Outcome, Over, Quantity, Whose,
};
use crate::rules::steps::{Reads, Scope};
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::rulings::value::Value;
use crate::situation::Counted;

impl Compiler<'_> {
    /// The first value whose conditions hold; nothing if none does.
    pub(super) fn choice(&mut self, choice: &Choice, of: Participant) -> Form {
        let mut open: Vec<(Form, Form)> = Vec::new();
        for branch in &choice.0 {
            let held = self.all(&branch.when, of);
            if held.is_no() {
                continue;
            }
            let value = match &branch.is {
                Outcome::Value(expression) => self.expression(expression, of),
                Outcome::Choice(choice) => self.choice(choice, of),
            };
            let settled = held.is_yes();
            open.push((held, value));
            if settled {
                break;
            }
        }
        let mut chosen = Form::NOTHING;
        for (held, value) in open.into_iter().rev() {
            chosen = self.builder.choose(&held, &value, &chosen);
        }
        chosen
    }

    /// The value of an expression for a participant.
    pub(super) fn expression(&mut self, expression: &Expression, of: Participant) -> Form {
        match expression {
            Expression::Constant(cell) => Form::Known(Value::from(*cell)),
            Expression::Name(name) => self.name(name, of),
            Expression::Binary(operator, one, other) => {
                let one = self.arithmetic(one, of);
                let other = self.arithmetic(other, of);
                match operator {
                    Operator::Add => self.builder.add(&one, &other, Number::ONE),
                    Operator::Subtract => self.builder.add(&one, &other, -Number::ONE),
                    Operator::Multiply => self.builder.multiply(&one, &other),
                    Operator::Divide => self.divide(&one, &other),
                }
            }
            Expression::Unary(function, inner) => {
                let inner = self.arithmetic(inner, of);
                self.builder.apply(Operation::Function(*function), &[inner])
            }
            Expression::Extreme(extreme, all) => {
                let forms: Vec<Form> = all.iter().map(|one| self.arithmetic(one, of)).collect();
                self.builder.apply(Operation::Extreme(*extreme), &forms)
            }
            Expression::Aggregate(aggregate, inner) => self.aggregate(*aggregate, inner, of),
            Expression::Share(inner) => self.share(inner, of),
            Expression::Look(table, keys) => {
                let mut forms: Vec<Form> =
                    keys.iter().map(|key| self.expression(key, of)).collect();
                forms.resize(2, Form::NOTHING);
                forms.extend([Form::ZERO, Form::NO]);
                if let Ok(keys) = <&[Form; 4]>::try_from(forms.as_slice()) {
                    self.touches_cell(*table, keys);
                }
                self.builder
                    .apply(Operation::Look(*table, Reads::Cell), &forms)
            }
        }
    }

    /// The value of an expression in a sum: a throw or a loss that did not happen counts 0.
    pub(super) fn arithmetic(&mut self, expression: &Expression, of: Participant) -> Form {
        let form = self.expression(expression, of);
        let counts_zero = match expression {
            Expression::Name(Name {
                quantity: Quantity::Step(id),
                ..
            }) => self
                .program
                .step(*id)
                .is_some_and(|step| step.counts_zero()),
            _ => false,
        };
        if counts_zero {
            self.builder.or_zero(&form)
        } else {
            form
        }
    }

    fn divide(&mut self, one: &Form, other: &Form) -> Form {
        let divisor = other.known().and_then(Value::number);
        match divisor.and_then(|divisor| Number::ONE.checked_div(divisor)) {
            Some(times) => self.builder.multiply(one, &Form::number(times)),
            None => self
                .builder
                .apply(Operation::Divide, &[one.clone(), other.clone()]),
        }
    }

    /// One value out of those of everything narrower.
    fn aggregate(&mut self, aggregate: Aggregate, inner: &Expression, of: Participant) -> Form {
        let over = inner.goes_over(of.scope, |quantity| self.scope_of(quantity));
        let side = Participant::side;
        let (over, roots) = match over {
            Over::Own => (over, vec![of]),
            Over::Of(Whose::Own | Whose::Opposite) => (over, self.opposite_in(aggregate, of)),
            Over::Of(Whose::Foe) => (over, vec![side(of.other_role())]),
            Over::Of(Whose::Friend) => (over, vec![side(of.role())]),
            Over::Of(Whose::Attacker) => (over, vec![side(Role::Attacker)]),
            Over::Of(Whose::Defender) => (over, vec![side(Role::Defender)]),
            Over::Of(Whose::Named(step)) => {
                let named = self.value_of(step, of);
                return self.of_named_side(&named, |compiler, side| {
                    compiler.aggregate_over(aggregate, inner, of, over, &[side])
                });
            }
        };
        self.aggregate_over(aggregate, inner, of, over, &roots)
    }

    /// The units through which `opposite` goes in an aggregate: those that strike the units of a
    /// participant, so that each counts once. What is no sum has the unit opposite where nobody does.
    fn opposite_in(&self, aggregate: Aggregate, of: Participant) -> Vec<Participant> {
        let own = self.people.within(Scope::Unit, of);
        let own = own.into_iter().map(|unit| unit.up(Scope::Unit));
        let strikers: Vec<Participant> = own.flat_map(|unit| self.people.strikers(unit)).collect();
        let adds_up = matches!(aggregate, Aggregate::Sum | Aggregate::Count);
        if strikers.is_empty() && !adds_up {
            return self.people.opposite(of).into_iter().collect();
        }
        strikers
    }

    /// One value out of those of everything narrower within some; of those that are not its own, they
    /// are bound to what its names mean.
    fn aggregate_over(
        &mut self,
        aggregate: Aggregate,
        inner: &Expression,
        of: Participant,
        over: Over,
        roots: &[Participant],
    ) -> Form {
        let names = inner.names_outside_aggregates();
        let narrowest = names
            .iter()
            .filter(|name| over.reaches(name.whose))
            .map(|name| self.scope_of(&name.quantity))
            .max()
            .unwrap_or(Scope::Line);
        let root = match over {
            // The units opposite are what is gone through, and not what is narrower than they are.
            Over::Of(Whose::Opposite) => Scope::Side,
            _ => roots.first().map_or(of.scope, |root| root.scope),
        };
        let scope = if narrowest > root {
            narrowest
        } else {
            next_narrower(root)
        };
        let within = roots
            .iter()
            .flat_map(|root| self.people.within(scope, *root));
        let mut all: Vec<Participant> = within.collect();
        // Of nobody who is gone is anything the most, the least or the same; what was lost still adds up.
        if aggregate != Aggregate::Sum && scope >= Scope::Group {
            let standing: Vec<Participant> = all
                .iter()
                .copied()
                .filter(|one| self.is_standing(*one))
                .collect();
            if !standing.is_empty() {
                all = standing;
            }
        }
        let mut forms = Vec::new();
        for one in all {
            let (bound, at) = match over {
                Over::Own => (None, one),
                Over::Of(_) => (Some((over, one)), of),
            };
            let before = std::mem::replace(&mut self.bound, bound);
            let form = match aggregate {
                Aggregate::Sum => self.arithmetic(inner, at),
                _ => self.expression(inner, at),
            };
            forms.push(form);
            self.bound = before;
        }
        match aggregate {
            Aggregate::Sum => {
                let sum = forms.iter().fold(Form::ZERO, |sum, form| {
                    self.builder.add_up(&sum, form, Number::ONE)
                });
                self.builder.counted(&sum)
            }
            Aggregate::Any => self.builder.or(&forms),
            _ => self.builder.apply(Operation::Aggregate(aggregate), &forms),
        }
    }

    /// This unit's part of what its side suffers, in the order typed, each held to what stands.
    fn share(&mut self, inner: &Expression, of: Participant) -> Form {
        let unit = of.up(Scope::Unit);
        let side = unit.up(Scope::Side);
        let mut rest = self.arithmetic(inner, side);
        for other in self.people.within(Scope::Unit, side) {
            let counted = self.people.unit(other).is_some_and(|unit| {
                unit.groups
                    .iter()
                    .any(|group| group.counted == Counted::Said)
            });
            let part = if counted {
                let left = self.left(other);
                self.least(&rest, &left)
            } else {
                rest.clone()
            };
            if other == unit {
                return part;
            }
            rest = self.builder.add_up(&rest, &part, -Number::ONE);
        }
        rest
    }

    /// The lesser of two numbers.
    pub(super) fn least(&mut self, one: &Form, other: &Form) -> Form {
        use crate::rules::steps::expression::Extreme;
        let forms = [one.clone(), other.clone()];
        self.builder.apply(Operation::Extreme(Extreme::Min), &forms)
    }
}

/// The next narrower scope.
fn next_narrower(scope: Scope) -> Scope {
    match scope {
        Scope::Line => Scope::Side,
        Scope::Side => Scope::Unit,
        Scope::Unit | Scope::Group => Scope::Group,
        Scope::Piece => Scope::Piece,
    }
}
