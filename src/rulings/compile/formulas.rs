//! How a value was worked out, as a formula with its numbers.

use smol_str::SmolStr;

use super::Compiler;
use super::sayings::{Rendered, RenderedPiece};
use crate::rules::steps::expression::{Choice, Expression, Extreme, Function, Operator, Outcome};
use crate::rules::steps::template::Format;
use crate::rules::steps::{Act, Step};
use crate::rulings::participant::Participant;
use crate::rulings::phrasing::Phrasing;
use crate::rulings::plan::Operand;
use crate::rulings::value::Value;

impl Compiler<'_> {
    /// How a value was worked out, where one expression says it and it is more than a name.
    pub(super) fn formula_of(&mut self, step: &Step, of: Participant) -> Option<Rendered> {
        let (Act::Work(choice) | Act::Lose(choice, _)) = &step.act else {
            return None;
        };
        let expression = self.settled(choice, of)?;
        if matches!(expression, Expression::Constant(_)) {
            return None;
        }
        let mut pieces = Vec::new();
        self.formula(expression, of, Binding::Loose, &mut pieces)?;
        Some(Rendered(pieces))
    }

    /// The one expression of a choice that certainly counts.
    pub(super) fn settled<'e>(
        &mut self,
        choice: &'e Choice,
        of: Participant,
    ) -> Option<&'e Expression> {
        for branch in &choice.0 {
            let held = self.all(&branch.when, of);
            if held.is_no() {
                continue;
            }
            if !held.is_yes() {
                return None;
            }
            return match &branch.is {
                Outcome::Value(expression) => Some(expression),
                Outcome::Choice(choice) => self.settled(choice, of),
            };
        }
        None
    }

    /// Writes an expression with the values of its names; `None` for one that is better left out.
    fn formula(
        &mut self,
        expression: &Expression,
        of: Participant,
        binding: Binding,
        pieces: &mut Vec<RenderedPiece>,
    ) -> Option<()> {
        let text = |text: &str| RenderedPiece::Text(SmolStr::new(text));
        match expression {
            Expression::Constant(cell) => {
                pieces.push(RenderedPiece::Value(
                    Operand::Known(Value::from(*cell)),
                    Format::Plain,
                ));
            }
            Expression::Name(name) => {
                let phrasing = Phrasing {
                    rules: self.context.rules,
                    program: self.program,
                };
                pieces.push(RenderedPiece::Text(phrasing.name(name)));
                pieces.push(text(" "));
                let form = self.arithmetic(expression, of);
                pieces.push(RenderedPiece::Value(
                    self.builder.operand(&form),
                    Format::Plain,
                ));
                let mark = self.mark_of(expression, of);
                pieces.extend(mark);
            }
            Expression::Binary(operator, one, other) => {
                let (sign, own) = match operator {
                    Operator::Add => (" + ", Binding::Loose),
                    Operator::Subtract => (" − ", Binding::Loose),
                    Operator::Multiply => (" × ", Binding::Tight),
                    Operator::Divide => (" ÷ ", Binding::Tight),
                };
                let brackets = binding == Binding::Tight && own == Binding::Loose;
                if brackets {
                    pieces.push(text("("));
                }
                self.formula(one, of, own, pieces)?;
                pieces.push(text(sign));
                // What is taken away or divided by keeps its brackets.
                let of_other = match operator {
                    Operator::Subtract | Operator::Divide => Binding::Tight,
                    Operator::Add | Operator::Multiply => own,
                };
                self.formula(other, of, of_other, pieces)?;
                if brackets {
                    pieces.push(text(")"));
                }
            }
            Expression::Unary(function, inner) => {
                pieces.push(text(match function {
                    Function::Down => "down(",
                    Function::Up => "up(",
                    Function::Abs => "abs(",
                }));
                self.formula(inner, of, Binding::Loose, pieces)?;
                pieces.push(text(")"));
            }
            Expression::Extreme(extreme, several) => {
                pieces.push(text(match extreme {
                    Extreme::Max => "max(",
                    Extreme::Min => "min(",
                }));
                for (place, one) in several.iter().enumerate() {
                    if place > 0 {
                        pieces.push(text(", "));
                    }
                    self.formula(one, of, Binding::Loose, pieces)?;
                }
                pieces.push(text(")"));
            }
            Expression::Aggregate(..) | Expression::Share(_) | Expression::Look(..) => return None,
        }
        Some(())
    }
}

/// How tightly an operator binds what stands around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Loose,
    Tight,
}
