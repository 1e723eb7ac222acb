//! What of a rule table no example and no case has run through.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::RuleSet;
use crate::rules::modifier::Effect;
use crate::rules::steps::lookup::{Cells, LookupTable, TableRow};
use crate::rules::steps::{Place, Program};
use crate::rulings::compile::Part;

/// How much of a rule table has been run through, and what has not.
#[derive(Debug, Default)]
pub struct Coverage {
    /// By what is counted, such as steps: how many were run through, and how many there are.
    pub counts: Vec<(Counted, usize, usize)>,
    /// What was not run through, in the order of the texts.
    pub untouched: Vec<Untouched>,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counted {
    /// Steps of rulings and of rows that rulings share.
    Step,
    /// Shared values.
    Value,
    /// Rows of tables.
    Row,
    /// Cells of tables.
    Cell,
    /// Modifiers.
    Modifier,
    /// Results.
    Result,
}

impl Counted {
    /// What one and several are called.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            Counted::Step => ["step", "steps"],
            Counted::Value => ["shared value", "shared values"],
            Counted::Row => ["row", "rows"],
            Counted::Cell => ["cell", "cells"],
            Counted::Modifier => ["modifier", "modifiers"],
            Counted::Result => ["result", "results"],
        }
    }
}

/// Something that was not run through.
#[derive(Debug, PartialEq, Eq)]
pub struct Untouched {
    /// What it is.
    pub what: Counted,
    /// What the table calls it, such as `fire.hits`, or the row `1-2` of `charges`.
    pub called: String,
    /// Where it begins in the joined texts of the rule set.
    pub at: usize,
}

/// Compares what there is with what was run through.
pub fn coverage(rules: &RuleSet, covered: &BTreeSet<Part>) -> Coverage {
    let mut counting = Counting {
        covered,
        counts: BTreeMap::new(),
        untouched: Vec::new(),
        seen: BTreeSet::new(),
    };
    for (_, ruling) in rules.rulings.iter() {
        counting.program(&ruling.id, &ruling.program, rules);
    }
    for (id, modifier) in rules.modifiers.iter() {
        let what = match modifier.effect {
            Effect::Change(_) => "",
            Effect::Forbid(_) => ", which forbids",
            Effect::Warn(_) => ", which warns",
        };
        let called = || format!("`{}`{what}", modifier.id);
        counting.one(
            Counted::Modifier,
            Part::Modifier(id),
            modifier.place,
            called,
        );
    }
    for (id, result) in rules.results.iter() {
        let called = || format!("`{}`", result.id);
        counting.one(Counted::Result, Part::Result(id), result.place, called);
    }
    let mut untouched = counting.untouched;
    untouched.sort_by_key(|one| one.at);
    let counts = counting.counts.into_iter();
    Coverage {
        counts: counts
            .map(|(what, (touched, all))| (what, touched, all))
            .collect(),
        untouched,
    }
}

struct Counting<'c> {
    covered: &'c BTreeSet<Part>,
    counts: BTreeMap<Counted, (usize, usize)>,
    untouched: Vec<Untouched>,
    /// Steps, values and tables that several rulings share count once.
    seen: BTreeSet<Part>,
}

impl Counting<'_> {
    fn program(&mut self, ruling: &str, program: &Program, rules: &RuleSet) {
        for step in &program.steps {
            let called = || format!("`{ruling}.{}`", step.id);
            self.one(Counted::Step, Part::Step(step.place), step.place, called);
        }
        for shared in &program.shared {
            let called = || format!("`{}`", shared.id);
            self.one(
                Counted::Value,
                Part::Shared(shared.place),
                shared.place,
                called,
            );
        }
        for table in &program.tables {
            // A table stands where none of its cells does.
            if self.seen.insert(Part::Cell(table.place)) {
                self.table(table, rules);
            }
        }
    }

    /// Counts one part, once.
    fn one(&mut self, what: Counted, part: Part, place: Place, called: impl FnOnce() -> String) {
        if !self.seen.insert(part) {
            return;
        }
        let touched = self.covered.contains(&part);
        self.count(what, touched);
        if !touched {
            self.untouched.push(Untouched {
                what,
                called: called(),
                at: place.0 as usize,
            });
        }
    }

    fn count(&mut self, what: Counted, touched: bool) {
        let (of, all) = self.counts.entry(what).or_default();
        *of += usize::from(touched);
        *all += 1;
    }

    /// Counts rows and cells; of a row that was read the cells that were not are told.
    fn table(&mut self, table: &LookupTable, rules: &RuleSet) {
        for row in &table.rows {
            let cells = cells_of(row, rules);
            let untouched: Vec<&(Option<&str>, Place)> = cells
                .iter()
                .filter(|(_, place)| !self.covered.contains(&Part::Cell(*place)))
                .collect();
            let all = untouched.len() == cells.len();
            self.count(Counted::Row, !all);
            for place in 0..cells.len() {
                self.count(Counted::Cell, place >= untouched.len());
            }
            let Some((_, first)) = untouched.first() else {
                continue;
            };
            let key = rules.symbols.name(row.key.name);
            let called = if all {
                format!("`{key}` of `{}`", table.id)
            } else {
                let columns = untouched.iter().filter_map(|(column, _)| *column);
                let columns: Vec<String> = columns.map(|column| format!("`{column}`")).collect();
                format!("{} of row `{key}` of `{}`", columns.join(", "), table.id)
            };
            self.untouched.push(Untouched {
                what: if all { Counted::Row } else { Counted::Cell },
                called,
                at: first.0 as usize,
            });
        }
    }
}

/// The cells of a row, each with its column where the table has several.
fn cells_of<'r>(row: &'r TableRow, rules: &'r RuleSet) -> Vec<(Option<&'r str>, Place)> {
    match &row.cells {
        Cells::One(cell) => vec![(None, cell.place)],
        Cells::Columns(columns) => {
            let columns = columns.iter();
            columns
                .map(|(key, cell)| (Some(rules.symbols.name(key.name)), cell.place))
                .collect()
        }
    }
}
