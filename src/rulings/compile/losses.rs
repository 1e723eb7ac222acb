//! What is left, and what losses take from it.

use super::Compiler;
use crate::number::Number;
use crate::rules::steps::Scope;
use crate::rules::steps::expression::{Extreme, Function};
use crate::rulings::context::RulingContext;
use crate::rulings::form::Form;
use crate::rulings::operation::Operation;
use crate::rulings::participant::Participant;
use crate::situation::{Counted, Group};

impl Compiler<'_> {
    fn total(
        &mut self,
        of: Participant,
        mut each: impl FnMut(&mut Self, Participant) -> Form,
    ) -> Form {
        let groups = self.people.groups(of);
        let mut total = Form::ZERO;
        for group in groups {
            let form = each(self, group);
            total = self.builder.add_up(&total, &form, Number::ONE);
        }
        total
    }

    fn known(&self, group: Participant, of: impl Fn(RulingContext<'_>, &Group) -> Number) -> Form {
        let known = self.people.group(group);
        known.map_or(Form::ZERO, |group| Form::number(of(self.context, group)))
    }

    /// What a participant began with, in losses that it could take.
    pub(super) fn begun(&mut self, of: Participant) -> Form {
        if of.scope == Scope::Piece {
            return self.known(of, |context, group| context.figures(group));
        }
        self.total(of, |compiler, group| {
            compiler.known(group, |context, group| context.begun(group))
        })
    }

    /// What a participant has lost by now.
    pub(super) fn lost_so_far(&mut self, of: Participant) -> Form {
        if of.scope == Scope::Piece {
            return self.gone(of);
        }
        self.total(of, |compiler, group| {
            let before = compiler.known(group, |context, group| context.lost(group));
            let now = compiler.gone(group);
            compiler.builder.add_up(&before, &now, Number::ONE)
        })
    }

    /// What a participant has lost by now in this turn of the battle.
    pub(super) fn lost_this_turn(&mut self, of: Participant) -> Form {
        let earlier = self.total(of, |compiler, group| {
            compiler.known(group, |_, group| group.earlier)
        });
        let lost = self.lost_so_far(of);
        self.builder.add_up(&lost, &earlier, -Number::ONE)
    }

    fn gone(&self, of: Participant) -> Form {
        self.gone.get(&of).cloned().unwrap_or(Form::ZERO)
    }

    /// What a participant has left by now, in losses that it can still take.
    pub(super) fn left(&mut self, of: Participant) -> Form {
        if of.scope == Scope::Piece {
            let begun = self.begun(of);
            let gone = self.gone(of);
            return self.builder.add_up(&begun, &gone, -Number::ONE);
        }
        self.total(of, Compiler::left_of_group)
    }

    fn left_of_group(&mut self, group: Participant) -> Form {
        let before = self.known(group, |context, group| context.left(group));
        let gone = self.gone(group);
        let left = self.builder.add_up(&before, &gone, -Number::ONE);
        // What was counted is never held to less than nothing: losses stop at what stands.
        if self.is_counted(group) || left.known().is_some() {
            return match left.known().and_then(crate::rulings::value::Value::number) {
                Some(number) => Form::number(number.max(Number::ZERO)),
                None => left,
            };
        }
        self.builder
            .apply(Operation::Extreme(Extreme::Max), &[left, Form::ZERO])
    }

    fn is_counted(&self, group: Participant) -> bool {
        self.people
            .group(group)
            .is_some_and(|group| group.counted == Counted::Said)
    }

    /// The counts that stand by now; one begun stands.
    pub(super) fn standing(&mut self, of: Participant) -> Form {
        if of.scope == Scope::Piece {
            return Form::number(Number::ONE);
        }
        self.total(of, Compiler::standing_of_group)
    }

    fn standing_of_group(&mut self, group: Participant) -> Form {
        let least = self.context.rules.count.least;
        let figures = match self
            .known(group, |context, group| context.figures(group))
            .known()
        {
            Some(value) => value.number().unwrap_or(Number::ONE),
            None => Number::ONE,
        };
        let left = self.left_of_group(group);
        let parts = figures * least;
        let times = Number::ONE.checked_div(parts).unwrap_or(Number::ONE);
        let counts = self.builder.multiply(&left, &Form::number(times));
        let whole = self.up(&counts);
        self.builder.multiply(&whole, &Form::number(least))
    }

    /// The counts that act by now, with types that act together taken as one, rounded up.
    pub(super) fn acting(&mut self, of: Participant) -> Form {
        if of.scope == Scope::Piece {
            return Form::number(Number::ONE);
        }
        self.total(of, |compiler, group| {
            let standing = compiler.standing_of_group(group);
            let together = match compiler
                .known(group, |context, group| context.together(group))
                .known()
            {
                Some(value) => value.number().unwrap_or(Number::ONE),
                None => Number::ONE,
            };
            let times = Number::ONE.checked_div(together).unwrap_or(Number::ONE);
            let counts = compiler.builder.multiply(&standing, &Form::number(times));
            compiler.up(&counts)
        })
    }

    fn up(&mut self, form: &Form) -> Form {
        self.builder.apply(
            Operation::Function(Function::Up),
            std::slice::from_ref(form),
        )
    }

    /// Takes losses from a participant: from its units and groups in the order typed, each held to
    /// what stands; one whose count was not said takes all that is left to take. What really fell.
    pub(super) fn lose(&mut self, losses: &Form, of: Participant) -> Form {
        if losses.is_nothing() {
            return Form::NOTHING;
        }
        let units = if of.scope >= Scope::Unit {
            vec![of.up(Scope::Unit)]
        } else {
            self.people.within(Scope::Unit, of)
        };
        let mut rest = self.builder.or_zero(losses);
        let mut fell = Form::ZERO;
        for unit in units {
            let places = match of.scope {
                Scope::Piece | Scope::Group => vec![of.up(Scope::Group)],
                _ => self.people.groups(unit),
            };
            // A place without troops, which only words name, suffers what it is dealt.
            if places.is_empty() {
                self.add_lost(unit, &rest);
                fell = self.builder.add_up(&fell, &rest, Number::ONE);
                rest = Form::ZERO;
            }
            for group in places {
                let counted = self.is_counted(group);
                let part = if counted {
                    let left = match of.scope {
                        Scope::Piece => self.left(of),
                        _ => self.left_of_group(group),
                    };
                    self.least(&rest, &left)
                } else {
                    rest.clone()
                };
                self.add_gone(group, &part);
                if of.scope == Scope::Piece {
                    self.add_gone(of, &part);
                    self.add_lost(of, &part);
                } else {
                    self.add_lost(unit, &part);
                }
                fell = self.builder.add_up(&fell, &part, Number::ONE);
                rest = if counted {
                    self.builder.add_up(&rest, &part, -Number::ONE)
                } else {
                    Form::ZERO
                };
            }
        }
        fell
    }

    fn add_gone(&mut self, of: Participant, part: &Form) {
        let gone = self.gone(of);
        let gone = self.builder.add_up(&gone, part, Number::ONE);
        self.gone.insert(of, gone);
    }

    fn add_lost(&mut self, of: Participant, part: &Form) {
        match self.lost.iter().position(|(known, _)| *known == of) {
            Some(place) => {
                let so_far = self.lost.get(place).map(|(_, form)| form.clone());
                let sum = self
                    .builder
                    .add_up(&so_far.unwrap_or(Form::ZERO), part, Number::ONE);
                if let Some((_, form)) = self.lost.get_mut(place) {
                    *form = sum;
                }
            }
            None => self.lost.push((of, part.clone())),
        }
    }
}
