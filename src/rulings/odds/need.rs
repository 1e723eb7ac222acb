//! What of a plan some values lean on.

use crate::rulings::plan::{NodeId, Operand};

use super::simplified::{Simple, Simplified, node_id};

/// What of a plan some values lean on; all else has no part in their odds.
#[derive(Debug)]
pub(super) struct Need {
    /// The first node of the plan that is looked at.
    start: usize,
    /// Whether the value of a node is read.
    read: Vec<bool>,
    /// Whether a throw is made.
    thrown: Vec<bool>,
    /// Throws that are made again, none within another.
    pub(super) blocks: Vec<Block>,
}

/// Throws that are made again together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    /// The first node of the plan that is worked out again.
    pub(super) from: usize,
    /// The node that says so.
    pub(super) at: usize,
    /// They are made again while this is yes.
    pub(super) again: Operand,
}

impl Need {
    /// What these nodes lean on.
    pub(super) fn of(simplified: &Simplified<'_>, wanted: &[NodeId]) -> Need {
        let nodes = simplified.nodes();
        let mut need = Need {
            start: nodes.start,
            read: vec![false; nodes.len()],
            thrown: vec![false; nodes.len()],
            blocks: Vec::new(),
        };
        for id in wanted {
            need.add(simplified, *id);
        }
        let mut open: Vec<Block> = nodes
            .filter_map(|at| match simplified.node(node_id(at)) {
                Some(Simple::Again(from, again)) => Some(Block {
                    from: from.0 as usize,
                    at,
                    again: *again,
                }),
                _ => None,
            })
            .collect();
        let mut taken = Vec::new();
        // A condition of throws that are made again leans on more throws, which may be made again too.
        while let Some(place) = open.iter().position(|block| need.throws_in(block)) {
            let block = open.remove(place);
            if let Operand::Node(id) = block.again {
                need.add(simplified, id);
            }
            taken.push(block);
        }
        need.blocks = outermost(taken);
        need
    }

    /// Whether the value of a node is read.
    pub(super) fn reads(&self, id: NodeId) -> bool {
        self.flag(&self.read, id)
    }

    /// Whether a throw is made.
    pub(super) fn throws(&self, id: NodeId) -> bool {
        self.flag(&self.thrown, id)
    }

    fn flag(&self, flags: &[bool], id: NodeId) -> bool {
        let place = (id.0 as usize).checked_sub(self.start);
        place
            .and_then(|place| flags.get(place))
            .copied()
            .unwrap_or(false)
    }

    fn throws_in(&self, block: &Block) -> bool {
        let place = |id: usize| id.saturating_sub(self.start);
        let within = self.thrown.get(place(block.from)..place(block.at));
        within.unwrap_or(&[]).contains(&true)
    }

    fn add(&mut self, simplified: &Simplified<'_>, id: NodeId) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let place = (id.0 as usize).checked_sub(self.start);
            let Some(read) = place.and_then(|place| self.read.get_mut(place)) else {
                continue;
            };
            if std::mem::replace(read, true) {
                continue;
            }
            match simplified.node(id) {
                Some(Simple::Apply(_, operands)) => open.extend(nodes(operands)),
                Some(Simple::Linear(_, terms)) => open.extend(terms.iter().map(|(id, _)| *id)),
                Some(Simple::Roll(_)) => self.throw(simplified, id, 0, &mut open),
                Some(Simple::Reading(of, reading)) => {
                    self.throw(simplified, *of, *reading, &mut open);
                }
                Some(Simple::Known(_) | Simple::Same(_) | Simple::Again(..)) | None => {}
            }
        }
    }

    fn throw(
        &mut self,
        simplified: &Simplified<'_>,
        id: NodeId,
        reading: usize,
        open: &mut Vec<NodeId>,
    ) {
        let Some(Simple::Roll(roll)) = simplified.node(id) else {
            return;
        };
        let place = (id.0 as usize).saturating_sub(self.start);
        if let Some(thrown) = self.thrown.get_mut(place) {
            *thrown = true;
        }
        let cut = roll.cuts.get(reading).copied().flatten();
        open.extend(nodes(&[roll.happens, roll.dice]));
        open.extend(nodes(cut.as_slice()));
    }
}

/// The blocks that are in no other.
fn outermost(mut blocks: Vec<Block>) -> Vec<Block> {
    blocks.sort_by_key(|block| std::cmp::Reverse(block.at));
    let mut outer: Vec<Block> = Vec::new();
    for block in blocks {
        match outer.last_mut() {
            Some(around) if block.at > around.from => around.from = around.from.min(block.from),
            _ => outer.push(block),
        }
    }
    outer.reverse();
    outer
}

fn nodes(operands: &[Operand]) -> impl Iterator<Item = NodeId> {
    operands.iter().filter_map(|operand| match operand {
        Operand::Node(id) => Some(*id),
        Operand::Known(_) => None,
    })
}
