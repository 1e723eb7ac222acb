//! Which nodes of a plan are worked out together with others.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::need::{Block, Need};
use super::simplified::{Simple, Simplified, node_id};
use crate::rules::steps::expression::Aggregate;
use crate::rulings::operation::Operation;
use crate::rulings::plan::{NodeId, Operand};

/// For each node, the block whose throws it leans on and in which it stands.
pub(super) fn inside(simplified: &Simplified<'_>, blocks: &[Block]) -> FxHashMap<NodeId, usize> {
    let mut inside = FxHashMap::default();
    for (number, block) in blocks.iter().enumerate() {
        for id in (block.from..block.at).map(node_id) {
            let leans = match simplified.node(id) {
                Some(Simple::Roll(_)) => true,
                Some(node) => reads(node).any(|read| inside.get(&read) == Some(&number)),
                None => false,
            };
            if leans {
                inside.insert(id, number);
            }
        }
    }
    inside
}

/// The nodes that a node reads.
pub(super) fn reads(node: &Simple<'_>) -> impl Iterator<Item = NodeId> {
    let mut read: SmallVec<[NodeId; 8]> = SmallVec::new();
    match node {
        Simple::Apply(_, operands) => read.extend(operands.iter().filter_map(|one| node_of(*one))),
        Simple::Linear(_, terms) => read.extend(terms.iter().map(|(id, _)| *id)),
        Simple::Roll(roll) => {
            let cuts = roll.cuts.iter().copied().flatten();
            let operands = [roll.happens, roll.dice].into_iter().chain(cuts);
            read.extend(operands.filter_map(node_of));
        }
        Simple::Reading(of, _) => read.push(*of),
        Simple::Again(_, operand) => read.extend(node_of(*operand)),
        Simple::Known(_) | Simple::Same(_) => {}
    }
    read.into_iter()
}

/// The node that an operand is the value of.
pub(super) fn node_of(operand: Operand) -> Option<NodeId> {
    match operand {
        Operand::Node(id) => Some(id),
        Operand::Known(_) => None,
    }
}

/// Sums within sums and the like, which are worked out as one.
#[derive(Debug)]
pub(super) struct Inlined(FxHashMap<NodeId, Readers>);

/// Who reads a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// One node that takes its terms for its own.
    OneAlike,
    /// Others.
    Others,
}

impl Inlined {
    pub(super) fn of(
        simplified: &Simplified<'_>,
        need: &Need,
        inside: &FxHashMap<NodeId, usize>,
        wanted: &[NodeId],
    ) -> Inlined {
        let mut readers: FxHashMap<NodeId, Readers> = FxHashMap::default();
        for id in wanted {
            readers.insert(*id, Readers::Others);
        }
        for reader in simplified.nodes().map(node_id) {
            let Some(node) = simplified.node(reader) else {
                continue;
            };
            if !need.reads(reader) && !need.throws(reader) {
                continue;
            }
            for read in reads(node) {
                let outside = !inside.contains_key(&reader) && !inside.contains_key(&read);
                let alike = outside
                    && simplified
                        .node(read)
                        .is_some_and(|read| are_alike(node, read));
                readers
                    .entry(read)
                    .and_modify(|readers| *readers = Readers::Others)
                    .or_insert(if alike {
                        Readers::OneAlike
                    } else {
                        Readers::Others
                    });
            }
        }
        for again in need.blocks.iter().filter_map(|block| node_of(block.again)) {
            readers.insert(again, Readers::Others);
        }
        Inlined(readers)
    }

    /// Whether the one reader of a node takes its terms for its own.
    pub(super) fn holds(&self, id: NodeId) -> bool {
        self.0.get(&id) == Some(&Readers::OneAlike)
    }
}

fn are_alike(one: &Simple<'_>, other: &Simple<'_>) -> bool {
    match (one, other) {
        (Simple::Linear(..), Simple::Linear(..)) => true,
        (Simple::Apply(one, _), Simple::Apply(other, _)) => one == other && folds(one),
        _ => false,
    }
}

/// Whether the operation can take its operands one after another, in any order.
pub(super) fn folds(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::And
            | Operation::Or
            | Operation::Extreme(_)
            | Operation::Add
            | Operation::Multiply
            | Operation::Aggregate(
                Aggregate::Sum | Aggregate::Most | Aggregate::Least | Aggregate::Any
            )
    )
}
