//! Conditions that a count may branch on before any die is thrown.
//!
//! Where many choices read one condition that only falls late, every value that one of the choices may
//! take lives on until then. Counted once as if it held and once as if it did not, with what comes out
//! otherwise left out, each half is short.

use super::alike::reads;
use super::need::Need;
use super::simplified::{Simple, Simplified, node_id};
use crate::rules::steps::expression::Aggregate;
use crate::rules::steps::lookup::{Cells, LookupTable};
use crate::rules::steps::{Cell, TableId};
use crate::rulings::operation::{Knowledge, Operation};
use crate::rulings::plan::{NodeId, Operand};

/// The fewest readers that make it worth while.
const FEWEST_READERS: usize = 2;
/// The most conditions that are offered.
const MOST_OFFERED: usize = 2;

/// Conditions that are worth branching on, the best first.
pub(super) fn worth_branching(
    simplified: &Simplified<'_>,
    goals: &[Operand],
    knowledge: Knowledge<'_>,
) -> Vec<NodeId> {
    let wanted: Vec<NodeId> = goals
        .iter()
        .filter_map(|goal| match simplified.seen(*goal) {
            Operand::Node(id) => Some(id),
            Operand::Known(_) => None,
        })
        .collect();
    let need = Need::of(simplified, &wanted);
    let blanks = Blanks::of(simplified, knowledge);
    let nodes: Vec<NodeId> = simplified.nodes().map(node_id).collect();
    let needed = |id: &NodeId| need.reads(*id) || need.throws(*id);
    let again = |id: NodeId| {
        let place = id.0 as usize;
        let mut blocks = need.blocks.iter();
        blocks.any(|block| (block.from..=block.at).contains(&place))
    };
    let mut offered: Vec<(usize, NodeId)> = Vec::new();
    for id in nodes.iter().copied().filter(needed) {
        let truth = simplified.node(id).is_some_and(is_truth);
        if !truth || blanks.possible(id) || again(id) || wanted.contains(&id) {
            continue;
        }
        let readers = nodes.iter().filter(|reader| needed(reader));
        let readers = readers
            .filter(|reader| {
                simplified
                    .node(**reader)
                    .is_some_and(|node| decides(node, id))
            })
            .count();
        if readers >= FEWEST_READERS {
            offered.push((readers, id));
        }
    }
    offered.sort_by_key(|(readers, id)| (std::cmp::Reverse(*readers), *id));
    offered.truncate(MOST_OFFERED);
    offered.into_iter().map(|(_, id)| id).collect()
}

/// Whether a node comes to yes or no and nothing else, unless it is blank.
fn is_truth(node: &Simple<'_>) -> bool {
    let Simple::Apply(operation, _) = node else {
        return false;
    };
    operation.answers_yes_or_no() || **operation == Operation::Aggregate(Aggregate::Any)
}

/// Whether a condition decides what a node comes to.
fn decides(node: &Simple<'_>, condition: NodeId) -> bool {
    let condition = Operand::Node(condition);
    match node {
        Simple::Apply(Operation::If | Operation::Gate, operands) => {
            operands.first() == Some(&condition)
        }
        Simple::Apply(Operation::And | Operation::Or | Operation::Not, operands) => {
            operands.contains(&condition)
        }
        Simple::Roll(roll) => roll.happens == condition,
        _ => false,
    }
}

/// Which nodes may be blank.
struct Blanks {
    start: usize,
    possible: Vec<bool>,
}

impl Blanks {
    fn of(simplified: &Simplified<'_>, knowledge: Knowledge<'_>) -> Blanks {
        let nodes = simplified.nodes();
        let mut blanks = Blanks {
            start: nodes.start,
            possible: Vec::with_capacity(nodes.len()),
        };
        for id in nodes.map(node_id) {
            let possible = simplified.node(id).is_some_and(|node| {
                let tells = matches!(node, Simple::Apply(Operation::IsBlank, _));
                !tells
                    && (known_blank(node)
                        || reads_blank(node, knowledge)
                        || reads(node).any(|read| blanks.possible(read)))
            });
            blanks.possible.push(possible);
        }
        blanks
    }

    fn possible(&self, id: NodeId) -> bool {
        let place = (id.0 as usize).checked_sub(self.start);
        let possible = place.and_then(|place| self.possible.get(place));
        possible.copied().unwrap_or(true)
    }
}

fn known_blank(node: &Simple<'_>) -> bool {
    let blank = |operand: &Operand| matches!(operand, Operand::Known(value) if value.is_blank());
    match node {
        Simple::Known(value) => value.is_blank(),
        Simple::Apply(_, operands) => operands.iter().any(blank),
        Simple::Roll(roll) => {
            let cuts = roll.cuts.iter().flatten();
            [&roll.happens, &roll.dice]
                .into_iter()
                .chain(cuts)
                .any(blank)
        }
        Simple::Same(_) | Simple::Linear(..) | Simple::Reading(..) | Simple::Again(..) => false,
    }
}

/// Whether a node reads a table that has blank cells.
fn reads_blank(node: &Simple<'_>, knowledge: Knowledge<'_>) -> bool {
    let Simple::Apply(Operation::Look(TableId(table), _), _) = node else {
        return false;
    };
    let table = knowledge.program.tables.get(usize::from(*table));
    table.is_some_and(has_blanks)
}

fn has_blanks(table: &LookupTable) -> bool {
    let blank = |cell: Cell| matches!(cell, Cell::Blank(_));
    table.rows.iter().any(|row| match &row.cells {
        Cells::One(cell) => blank(cell.holds),
        Cells::Columns(columns) => columns.iter().any(|(_, cell)| blank(cell.holds)),
    })
}
