//! Look-up tables that a distance reads.

use super::tables::{lookup_table, shown};
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::kind::TroopType;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Branch, Choice, Expression, Function, Outcome, Quantity};
use crate::rules::steps::lookup::{Cells, LookupTable, Matches, TableCell, TableKey};
use crate::rules::steps::mentions::Mentions;
use crate::rules::steps::{Act, Cell, Key, Program};
use crate::rulings::phrasing::Phrasing;
use crate::sheet::Sheet;

/// What the look-up tables give one troop type by distance, or at one distance; none where no table
/// has a row or a column for it.
pub fn ranges_of_type(rules: &RuleSet, troop: Id<TroopType>, at: Option<Number>) -> Vec<Sheet> {
    let tables = by_distance(rules).into_iter();
    tables
        .filter_map(|read| read.of_type(rules, troop, at))
        .collect()
}

/// A look-up table that a distance reads.
pub(super) struct ByDistance<'a> {
    program: &'a Program,
    number: usize,
    table: &'a LookupTable,
    /// What finds the row or the column by the distance.
    key: &'a Choice,
    along: Along,
}

/// The side of a table along which distances stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    Rows,
    Columns,
}

/// Every table that a distance reads, once.
pub(super) fn by_distance(rules: &RuleSet) -> Vec<ByDistance<'_>> {
    let mut found: Vec<ByDistance<'_>> = Vec::new();
    for (_, ruling) in rules.rulings.iter() {
        let program = &ruling.program;
        for step in &program.steps {
            let Act::Look(look) = &step.act else { continue };
            let number = usize::from(look.table.0);
            let Some(table) = program.tables.get(number) else {
                continue;
            };
            let keys = [
                (Some(&look.row), Along::Rows),
                (look.column.as_ref(), Along::Columns),
            ];
            let along = keys.into_iter().find_map(|(key, along)| {
                let Some(Key::Value(choice)) = key else {
                    return None;
                };
                is_distance(choice).then_some((choice, along))
            });
            let known = found.iter().any(|read| read.table.place == table.place);
            if let Some((key, along)) = along
                && !known
            {
                found.push(ByDistance {
                    program,
                    number,
                    table,
                    key,
                    along,
                });
            }
        }
    }
    found
}

fn is_distance(choice: &Choice) -> bool {
    Mentions::of_choice(choice)
        .any(|quantity| matches!(quantity, Quantity::Distance | Quantity::Range))
}

impl ByDistance<'_> {
    /// The whole table.
    pub(super) fn sheet(&self, rules: &RuleSet) -> Sheet {
        let phrasing = Phrasing {
            rules,
            program: self.program,
        };
        lookup_table(phrasing, self.number, self.table)
    }

    /// The table's row or column for a troop type, by distance.
    fn of_type(&self, rules: &RuleSet, troop: Id<TroopType>, at: Option<Number>) -> Option<Sheet> {
        let is = |key: &TableKey| match key.matches {
            Matches::Kind(kind) => rules.is(troop, kind),
            _ => false,
        };
        let name = &rules.types.get(troop).name;
        let cells = self.cells(is);
        if cells.is_empty() {
            return None;
        }
        let title = self.table.name();
        let Some(at) = at else {
            let mut sheet = Sheet {
                cite: self.table.cite.clone(),
                ..Sheet::new(format!("{title}: {name}"), &["at", "gives"])
            };
            for (key, cell) in cells {
                sheet.row([rules.key_text(key), shown(rules, cell.holds)]);
            }
            return Some(sheet);
        };
        let number = self.evaluated(at)?.floor();
        let (key, cell) = held(&cells, number)?;
        let measured = rules.measure.show(at);
        Some(Sheet {
            title: format!("{name} at {measured}: {}", shown(rules, cell.holds)),
            notes: vec![format!("{title}, {}", rules.key_text(key))],
            cite: self.table.cite.clone(),
            ..Sheet::default()
        })
    }

    /// The cells of the row or column that fits, with the distances that find them.
    fn cells(&self, is: impl Fn(&TableKey) -> bool) -> Vec<(&TableKey, &TableCell)> {
        match self.along {
            Along::Columns => {
                let row = self.table.rows.iter().find(|row| is(&row.key));
                match row.map(|row| &row.cells) {
                    Some(Cells::Columns(cells)) => {
                        cells.iter().map(|(key, cell)| (key, cell)).collect()
                    }
                    _ => Vec::new(),
                }
            }
            Along::Rows => {
                let rows = self.table.rows.iter();
                rows.filter_map(|row| match &row.cells {
                    Cells::Columns(cells) => {
                        let (_, cell) = cells.iter().find(|(key, _)| is(key))?;
                        Some((&row.key, cell))
                    }
                    Cells::One(_) => None,
                })
                .collect()
            }
        }
    }

    /// The number that finds the row or column at a distance.
    fn evaluated(&self, at: Number) -> Option<Number> {
        match self.key.0.as_slice() {
            [Branch { when, is }] if when.is_empty() => match is {
                Outcome::Value(expression) => value_at(expression, at),
                Outcome::Choice(_) => None,
            },
            _ => None,
        }
    }
}

/// What an expression of a distance alone comes to.
fn value_at(expression: &Expression, at: Number) -> Option<Number> {
    match expression {
        Expression::Constant(Cell::Number(number)) => Some(*number),
        Expression::Name(name) => match name.quantity {
            Quantity::Distance | Quantity::Range => Some(at),
            _ => None,
        },
        Expression::Unary(Function::Up, inner) => Some(Number::whole(value_at(inner, at)?.ceil())),
        Expression::Unary(Function::Down, inner) => {
            Some(Number::whole(value_at(inner, at)?.floor()))
        }
        _ => None,
    }
}

/// The cell whose range holds a number; ranges are held to both ends.
fn held<'t>(
    cells: &[(&'t TableKey, &'t TableCell)],
    number: i64,
) -> Option<(&'t TableKey, &'t TableCell)> {
    let spans = || {
        cells.iter().filter_map(|(key, cell)| match key.matches {
            Matches::Range(span) => Some((span, (*key, *cell))),
            _ => None,
        })
    };
    let within = spans().find(|(span, _)| span.holds(number));
    let below = || spans().find(|(span, _)| number < span.from);
    let above = || spans().max_by_key(|(span, _)| span.to);
    within.or_else(below).or_else(above).map(|(_, found)| found)
}
