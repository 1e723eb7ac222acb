//! What the values of a ruling can answer: which words, and whether a number.
//!
//! It errs on the wide side, as bounds do: what is not known may be anything.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::rules::modifier::How;
use crate::rules::steps::expression::{Aggregate, Choice, Expression, Outcome, Quantity};
use crate::rules::steps::lookup::{Cells, LookupTable};
use crate::rules::steps::symbol::Symbol;
use crate::rules::steps::{
    Act, Cell as TableCell, Look, Place, Program, Reading, Reads, SharedAct, Step, StepModifier,
};

/// How deep values may lean on one another before nothing is said of them.
const DEEPEST: usize = 16;

/// How many values are looked at before nothing is said any more: a table is not trusted.
const MOST: u32 = 10_000;

/// The values of a program, asked for what they can answer.
pub(super) struct Asker<'p> {
    program: &'p Program,
    /// How many more values are looked at.
    left: Cell<u32>,
}

impl<'p> Asker<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        Asker {
            program,
            left: Cell::new(MOST),
        }
    }
}

/// What a value can answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Answers {
    /// The words.
    pub(super) words: BTreeSet<Symbol>,
    /// Whether it can be a number, and where the first one stands that a table holds.
    pub(super) number: Option<Option<Place>>,
    /// Whether it can be something that is not known.
    pub(super) unknown: bool,
}

impl Answers {
    fn unknown() -> Self {
        Answers {
            unknown: true,
            ..Answers::default()
        }
    }

    fn number() -> Self {
        Answers {
            number: Some(None),
            ..Answers::default()
        }
    }

    fn or(mut self, other: Answers) -> Self {
        self.words.extend(other.words);
        self.number = match (self.number, other.number) {
            (Some(one), Some(other)) => Some(one.or(other)),
            (one, other) => one.or(other),
        };
        self.unknown |= other.unknown;
        self
    }

    fn of_cell(cell: TableCell, place: Option<Place>) -> Self {
        match cell {
            TableCell::Symbol(symbol) => Answers {
                words: BTreeSet::from([symbol]),
                ..Answers::default()
            },
            TableCell::Number(_) => Answers {
                number: Some(place),
                ..Answers::default()
            },
            TableCell::Truth(_) => Answers::number(),
            TableCell::Nothing => Answers::default(),
            // Whoever has the source may fill it in.
            TableCell::Blank(_) => Answers::unknown(),
        }
    }
}

/// What a choice can answer.
pub(super) fn of_choice(asker: &Asker<'_>, choice: &Choice, deep: usize) -> Answers {
    let branches = choice.0.iter().map(|branch| match &branch.is {
        Outcome::Value(value) => of_expression(asker, value, deep),
        Outcome::Choice(choice) => of_choice(asker, choice, deep),
    });
    branches.fold(Answers::default(), Answers::or)
}

/// What an expression can answer.
pub(super) fn of_expression(asker: &Asker<'_>, expression: &Expression, deep: usize) -> Answers {
    let left = asker.left.get();
    if deep > DEEPEST || left == 0 {
        return Answers::unknown();
    }
    asker.left.set(left - 1);
    match expression {
        Expression::Constant(cell) => Answers::of_cell(*cell, None),
        Expression::Name(name) => match &name.quantity {
            Quantity::Step(id) => asker
                .program
                .step(*id)
                .map_or(Answers::unknown(), |step| of_step(asker, step, deep + 1)),
            Quantity::Shared(id) => {
                let shared = asker.program.shared.get(usize::from(id.0));
                shared.map_or(Answers::unknown(), |shared| match &shared.act {
                    SharedAct::Work(choice) => changed(
                        asker,
                        of_choice(asker, choice, deep + 1),
                        &shared.modifiers,
                        deep,
                    ),
                    SharedAct::Holds(_) => Answers::number(),
                })
            }
            Quantity::Class
            | Quantity::Arm
            | Quantity::Type
            | Quantity::Side
            | Quantity::WeaponFired => Answers::unknown(),
            _ => Answers::number(),
        },
        Expression::Aggregate(Aggregate::Same, inner) => of_expression(asker, inner, deep),
        Expression::Look(table, _) => {
            let table = asker.program.tables.get(usize::from(table.0));
            table.map_or(Answers::unknown(), of_cells)
        }
        Expression::Binary(..)
        | Expression::Unary(..)
        | Expression::Extreme(..)
        | Expression::Aggregate(..)
        | Expression::Share(_) => Answers::number(),
    }
}

fn of_step(asker: &Asker<'_>, step: &Step, deep: usize) -> Answers {
    let answers = match &step.act {
        Act::Work(choice) | Act::Result(choice, _) => of_choice(asker, choice, deep),
        Act::Roll(roll) => match roll.reading {
            Reading::Named => Answers {
                words: roll.faces.iter().copied().collect(),
                ..Answers::default()
            },
            _ => Answers::number(),
        },
        Act::Reading(..) | Act::Holds(_) | Act::Lose(..) => Answers::number(),
        Act::Look(look) => of_look(asker, look),
        _ => Answers::unknown(),
    };
    let answers = changed(asker, answers, &step.modifiers, deep);
    match step.otherwise {
        Some(cell) => answers.or(Answers::of_cell(cell, None)),
        None => answers,
    }
}

/// With what modifiers can set it to.
fn changed(
    asker: &Asker<'_>,
    answers: Answers,
    modifiers: &[StepModifier],
    deep: usize,
) -> Answers {
    let sets = modifiers
        .iter()
        .filter(|modifier| modifier.how == How::Set)
        .map(|modifier| of_choice(asker, &modifier.amount, deep + 1));
    sets.fold(answers, Answers::or)
}

fn of_look(asker: &Asker<'_>, look: &Look) -> Answers {
    let Some(table) = asker.program.tables.get(usize::from(look.table.0)) else {
        return Answers::unknown();
    };
    match look.reads {
        Reads::Cell => of_cells(table),
        Reads::Row => Answers {
            words: table.rows.iter().map(|row| row.key.name).collect(),
            ..Answers::default()
        },
        Reads::Column => Answers {
            words: table.columns().map(|key| key.name).collect(),
            ..Answers::default()
        },
    }
}

fn of_cells(table: &LookupTable) -> Answers {
    let cells = table.rows.iter().flat_map(|row| match &row.cells {
        Cells::One(cell) => vec![*cell],
        Cells::Columns(cells) => cells.iter().map(|(_, cell)| *cell).collect(),
    });
    cells
        .map(|cell| Answers::of_cell(cell.holds, Some(cell.place)))
        .fold(Answers::default(), Answers::or)
}
