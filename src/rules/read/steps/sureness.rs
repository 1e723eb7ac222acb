//! Whether the values of a ruling surely come to something: neither nothing, nor blank.
//!
//! It errs towards doubt, so that what is said of a value that is sure is true.

use super::bounds::{Reckoner, cells};
use crate::rules::amount::Given;
use crate::rules::condition::{Condition, Role};
use crate::rules::steps::expression::{
    Choice, Comparison, Expression, Name, Operator, Outcome, Quantity, Whose,
};
use crate::rules::steps::lookup::LookupTable;
use crate::rules::steps::{
    Act, Cell, Count, Key, Reading, SharedAct, Step, StepId, StepSide, TableId,
};

/// How deep values may lean on one another before nothing is sure of them.
const DEEPEST: usize = 12;

impl Reckoner<'_> {
    /// Whether an expression that is asked of this side surely has a value.
    pub(super) fn is_sure(&self, expression: &Expression, of: Role, deep: usize) -> bool {
        if deep > DEEPEST {
            return false;
        }
        let sure = |one: &Expression| self.is_sure(one, of, deep + 1);
        match expression {
            Expression::Constant(Cell::Number(_) | Cell::Symbol(_) | Cell::Truth(_)) => true,
            Expression::Constant(Cell::Nothing | Cell::Blank(_)) => false,
            Expression::Name(name) => self.is_sure_name(name, of, deep),
            // What is divided by 0 has no value.
            Expression::Binary(Operator::Divide, ..) => false,
            Expression::Binary(_, left, right) => sure(left) && sure(right),
            Expression::Unary(_, inner) => sure(inner),
            Expression::Extreme(_, of) => of.iter().all(sure),
            Expression::Look(table, keys) => self.is_full(*table) && keys.iter().all(sure),
            Expression::Aggregate(..) | Expression::Share(_) => false,
        }
    }

    fn is_sure_name(&self, name: &Name, of: Role, deep: usize) -> bool {
        let asked = match name.whose {
            Whose::Own | Whose::Friend => of,
            Whose::Attacker => Role::Attacker,
            Whose::Defender => Role::Defender,
            Whose::Opposite | Whose::Foe | Whose::Named(_) => Role::Either,
        };
        match &name.quantity {
            Quantity::Step(id) => self.is_sure_step(*id, asked, deep),
            Quantity::Shared(id) => {
                let shared = self.program.shared.get(usize::from(id.0));
                shared.is_some_and(|shared| match &shared.act {
                    SharedAct::Work(choice) => self.is_sure_choice(choice, asked, deep + 1),
                    SharedAct::Holds(conditions) => self.are_sure(conditions, asked, deep + 1),
                })
            }
            Quantity::Attribute(id) => {
                let mut types = self.rules.types.iter();
                types.all(|(_, troop)| matches!(troop.number(*id), Some(Given::Known(_))))
            }
            Quantity::Setting(_)
            | Quantity::Lost
            | Quantity::LostThisTurn
            | Quantity::Units
            | Quantity::Distance
            | Quantity::Side => true,
            _ => false,
        }
    }

    fn is_sure_step(&self, id: StepId, asked: Role, deep: usize) -> bool {
        self.program.step(id).is_some_and(|step| {
            let side = match step.side {
                StepSide::Both => true,
                StepSide::Attacker => asked == Role::Attacker,
                StepSide::Defender => asked == Role::Defender,
                StepSide::Foe | StepSide::Named(_) => false,
            };
            side && step.when.is_empty() && self.is_sure_act(step, asked, deep + 1)
        })
    }

    fn is_sure_act(&self, step: &Step, of: Role, deep: usize) -> bool {
        match &step.act {
            Act::Work(choice) => self.is_sure_choice(choice, of, deep),
            Act::Holds(conditions) => self.are_sure(conditions, of, deep),
            Act::Roll(_) | Act::Reading(..) => {
                self.program
                    .dice_read_by(step)
                    .is_some_and(|(roll, reading)| {
                        let dice = match &roll.dice {
                            Count::Fixed(_) => true,
                            Count::Worked(dice) => self.is_sure(dice, of, deep),
                        };
                        let wanted = match reading {
                            Reading::AtLeast(wanted) | Reading::AtMost(wanted) => {
                                self.is_sure(wanted, of, deep)
                            }
                            _ => true,
                        };
                        dice && wanted
                    })
            }
            Act::Look(look) => {
                let keys = std::iter::once(&look.row).chain(&look.column);
                let mut keys = keys.map(|key| match key {
                    Key::Value(choice) => self.is_sure_choice(choice, of, deep),
                    Key::Kind | Key::Said(_) => false,
                });
                self.is_full(look.table) && keys.all(|sure| sure)
            }
            _ => false,
        }
    }

    fn is_sure_choice(&self, choice: &Choice, of: Role, deep: usize) -> bool {
        let last = choice.0.last();
        last.is_some_and(|last| last.when.is_empty())
            && choice.0.iter().all(|branch| {
                self.are_sure(&branch.when, of, deep)
                    && match &branch.is {
                        Outcome::Value(value) => self.is_sure(value, of, deep),
                        Outcome::Choice(choice) => self.is_sure_choice(choice, of, deep),
                    }
            })
    }

    /// Whether conditions are never blank.
    fn are_sure(&self, conditions: &[Condition], of: Role, deep: usize) -> bool {
        conditions.iter().all(|condition| match condition {
            Condition::Compare(comparison) => match &**comparison {
                Comparison::Order(_, left, right) => {
                    self.is_sure(left, of, deep) && self.is_sure(right, of, deep)
                }
                _ => false,
            },
            Condition::Not(inner) => self.are_sure(std::slice::from_ref(inner), of, deep),
            Condition::Any(all) | Condition::All(all) => self.are_sure(all, of, deep),
            Condition::Said(_) | Condition::Is(_) | Condition::Has(_) | Condition::Setting(_) => {
                true
            }
            _ => false,
        })
    }

    /// Whether every cell of a table holds something.
    fn is_full(&self, table: TableId) -> bool {
        let table = self.program.tables.get(usize::from(table.0));
        table.is_some_and(|table: &LookupTable| {
            cells(table).all(|cell| matches!(cell, Cell::Number(_) | Cell::Symbol(_)))
        })
    }
}
