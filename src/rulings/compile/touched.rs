//! What a ruling runs through, so that an author sees what none of his cases has come to.

use std::collections::BTreeSet;

use super::{Compiled, Compiler, Keep};
use crate::rules::modifier::Modifier;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;
use crate::rules::steps::symbol::Meaning;
use crate::rules::steps::{Place, TableId};
use crate::rulings::context::RulingContext;
use crate::rulings::form::Form;
use crate::rulings::operation::Knowledge;
use crate::rulings::plan::Operand;
use crate::rulings::reading_tables;
use crate::rulings::resolve::Values;

/// A part of a rule table that a ruling can run through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A step, by where it stands.
    Step(Place),
    /// A shared value, by where it stands.
    Shared(Place),
    /// A cell of a table, by where it stands.
    Cell(Place),
    /// A modifier that changes a value, forbids a line or warns of it.
    Modifier(Id<Modifier>),
    /// A result.
    Result(Id<ResultPhrase>),
}

/// What a ruling runs through, as far as it happens.
#[derive(Debug, Clone)]
pub struct Touch {
    what: Touched,
    /// Whether it happens.
    happens: Operand,
}

/// What is run through: known before the dice, or a cell that they decide.
#[derive(Debug, Clone)]
enum Touched {
    Part(Part),
    /// The row, the column, how many columns to the right, and whether ratios are rounded up.
    Cell(TableId, [Operand; 4]),
}

impl Compiler<'_> {
    /// Notes that a part of the table is run through, as far as something happens.
    pub(super) fn touches(&mut self, part: Part, happens: &Form) {
        if self.keep == Keep::Everything {
            let happens = self.builder.operand(happens);
            let what = Touched::Part(part);
            self.touched.push(Touch { what, happens });
        }
    }

    /// Notes that a part of the table is run through, as far as the step at hand happens.
    pub(super) fn touches_now(&mut self, part: Part) {
        let happens = self.happening.clone();
        self.touches(part, &happens);
    }

    /// Notes that a cell is read: its row, its column, how many columns to the right, and whether
    /// ratios are rounded up.
    pub(super) fn touches_cell(&mut self, table: TableId, keys: &[Form; 4]) {
        if self.keep == Keep::Everything {
            let keys = keys.each_ref().map(|form| self.builder.operand(form));
            let happening = self.happening.clone();
            let happens = self.builder.operand(&happening);
            let what = Touched::Cell(table, keys);
            self.touched.push(Touch { what, happens });
        }
    }
}

/// What of the table a ruling has run through, its dice thrown.
pub(in crate::rulings) fn touched(
    context: RulingContext<'_>,
    compiled: &Compiled,
    values: &Values,
) -> BTreeSet<Part> {
    let knowledge = Knowledge {
        rules: context.rules,
        program: context.program(),
    };
    let happened = compiled.touched.iter();
    let happened = happened.filter(|touch| values.of(touch.happens).truth() == Some(true));
    let parts = happened.filter_map(|touch| match &touch.what {
        Touched::Part(part) => Some(*part),
        Touched::Cell(table, keys) => {
            let table = context.program().tables.get(usize::from(table.0))?;
            let keys = keys.map(|key| values.of(key));
            reading_tables::place(knowledge, table, &keys).map(Part::Cell)
        }
    });
    let results = compiled.results.iter();
    let results = results.flat_map(|(_, result)| {
        let symbols: Vec<_> = values.of(*result).symbols().collect();
        symbols.into_iter().filter_map(|symbol| {
            let info = context.rules.symbols.get(symbol)?;
            match info.means {
                Meaning::Result(id) => Some(Part::Result(id)),
                _ => None,
            }
        })
    });
    parts.chain(results).collect()
}
