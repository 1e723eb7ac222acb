//! Writes the graph of a count.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::alike::{Inlined, folds, reads};
use super::graph::{Combine, Graph, GraphThrow, Input, Repeated, Slot, Source, Wanted, Work};
use super::need::{Block, Need};
use super::simplified::{Simple, Simplified, known_value, node_id};
use crate::number::Number;
use crate::rulings::operation::{Knowledge, Operation};
use crate::rulings::plan::{NodeId, Operand};
use crate::rulings::value::Value;

/// Writes a graph.
pub(super) struct Lowering<'s, 'p> {
    simplified: &'s Simplified<'p>,
    need: Need,
    inside: FxHashMap<NodeId, usize>,
    inlined: Inlined,
    knowledge: Knowledge<'s>,
    slots: FxHashMap<NodeId, Slot>,
    throw_of: FxHashMap<NodeId, usize>,
    graph: Graph<'p>,
}

impl<'s, 'p> Lowering<'s, 'p> {
    pub(super) fn new(
        simplified: &'s Simplified<'p>,
        need: Need,
        inside: FxHashMap<NodeId, usize>,
        inlined: Inlined,
        knowledge: Knowledge<'s>,
    ) -> Self {
        Lowering {
            simplified,
            need,
            inside,
            inlined,
            knowledge,
            slots: FxHashMap::default(),
            throw_of: FxHashMap::default(),
            graph: Graph::default(),
        }
    }

    /// The graph as it is written.
    pub(super) fn finish(self) -> Graph<'p> {
        self.graph
    }

    /// Writes all that the wanted nodes lean on.
    pub(super) fn write(&mut self, wanted: &[NodeId]) {
        let blocks = self.need.blocks.clone();
        for place in self.simplified.nodes() {
            let id = node_id(place);
            if let Some(number) = blocks.iter().position(|block| block.at == place)
                && let Some(block) = blocks.get(number)
            {
                self.block(number, *block, wanted);
            }
            if !self.inside.contains_key(&id) {
                self.node(id);
            }
        }
    }

    fn node(&mut self, id: NodeId) {
        let simplified = self.simplified;
        match simplified.node(id) {
            Some(Simple::Roll(roll)) if self.need.throws(id) => {
                let source = Source::Dice {
                    roll: roll.roll,
                    happens: self.input(roll.happens),
                    dice: self.input(roll.dice),
                    wanted: SmallVec::new(),
                };
                self.throw_of.insert(id, self.graph.throws.len());
                self.graph.throws.push(GraphThrow {
                    source,
                    outputs: SmallVec::new(),
                });
                if self.need.reads(id) {
                    self.reading(id, id, 0);
                }
            }
            _ if !self.need.reads(id) || self.inlined.holds(id) => {}
            Some(Simple::Reading(of, reading)) => self.reading(id, *of, *reading),
            Some(Simple::Apply(operation, _)) => {
                let work = self.apply(operation, id);
                self.slot(id, work);
            }
            Some(Simple::Linear(..)) => {
                let mut constant = Number::ZERO;
                let mut terms = SmallVec::new();
                self.terms(id, Number::ONE, &mut constant, &mut terms);
                self.slot(id, Work::Fold(Combine::Sum(constant), terms));
            }
            Some(Simple::Roll(_) | Simple::Known(_) | Simple::Same(_) | Simple::Again(..))
            | None => {}
        }
    }

    fn slot(&mut self, id: NodeId, work: Work<'p>) -> Slot {
        let slot = Slot(u32::try_from(self.graph.works.len()).unwrap_or(u32::MAX));
        self.graph.works.push(work);
        self.slots.insert(id, slot);
        slot
    }

    fn reading(&mut self, id: NodeId, of: NodeId, reading: usize) {
        let Some(Simple::Roll(roll)) = self.simplified.node(of) else {
            return;
        };
        let cut = roll.cuts.get(reading).copied().flatten();
        let cut = cut.map(|cut| self.input(cut));
        let Some(place) = self.throw_of.get(&of).copied() else {
            return;
        };
        let slot = self.slot(id, Work::Thrown);
        let Some(throw) = self.graph.throws.get_mut(place) else {
            return;
        };
        if let Source::Dice { wanted, .. } = &mut throw.source {
            wanted.push(Wanted { reading, cut });
            throw.outputs.push(slot);
        }
    }

    fn apply(&self, operation: &'p Operation, id: NodeId) -> Work<'p> {
        let mut operands: SmallVec<[Operand; 8]> = SmallVec::new();
        self.operands(id, &mut operands);
        if !folds(operation) {
            return Work::Whole(
                operation,
                operands.iter().map(|one| self.input(*one)).collect(),
            );
        }
        let known: SmallVec<[Value; 4]> = operands
            .iter()
            .filter_map(|one| known_value(*one))
            .collect();
        let start = (!known.is_empty()).then(|| operation.apply(self.knowledge, &known));
        let terms = operands.iter().filter_map(|one| self.input(*one).slot());
        Work::Fold(
            Combine::Operation(operation, start),
            terms.map(|slot| (slot, Number::ONE)).collect(),
        )
    }

    /// The operands of a node, with those of others that are worked out with it.
    fn operands(&self, id: NodeId, into: &mut SmallVec<[Operand; 8]>) {
        let Some(Simple::Apply(_, operands)) = self.simplified.node(id) else {
            return;
        };
        for operand in operands {
            match operand {
                Operand::Node(inner) if self.inlined.holds(*inner) => self.operands(*inner, into),
                operand => into.push(*operand),
            }
        }
    }

    /// The terms of a sum, with those of sums that are worked out with it.
    fn terms(
        &self,
        id: NodeId,
        times: Number,
        constant: &mut Number,
        into: &mut SmallVec<[(Slot, Number); 4]>,
    ) {
        let Some(Simple::Linear(own, terms)) = self.simplified.node(id) else {
            return;
        };
        *constant += *own * times;
        for (term, count) in terms {
            let times = times * *count;
            if self.inlined.holds(*term) {
                self.terms(*term, times, constant, into);
                continue;
            }
            let Some(slot) = self.slots.get(term) else {
                continue;
            };
            match into.iter_mut().find(|(known, _)| known == slot) {
                Some((_, sum)) => *sum += times,
                None => into.push((*slot, times)),
            }
        }
    }

    fn block(&mut self, number: usize, block: Block, wanted: &[NodeId]) {
        let within = |id: &NodeId| self.inside.get(id) == Some(&number);
        let outside = |id: NodeId| match self.simplified.seen(Operand::Node(id)) {
            Operand::Known(value) => Some((id, Input::Known(value))),
            Operand::Node(seen) if within(&seen) => None,
            Operand::Node(seen) => Some((id, Input::Slot(*self.slots.get(&seen)?))),
        };
        let named = self.simplified.named_in(block.from..block.at + 1);
        let inputs = named.into_iter().filter_map(outside).collect();
        let mut outputs: Vec<NodeId> = wanted.iter().copied().filter(within).collect();
        for reader in self.simplified.nodes().map(node_id) {
            let made = self.need.reads(reader) || self.need.throws(reader);
            if made && !within(&reader) {
                let node = self.simplified.node(reader);
                outputs.extend(node.into_iter().flat_map(reads).filter(within));
            }
        }
        outputs.retain(|id| self.need.reads(*id));
        outputs.sort_unstable();
        outputs.dedup();
        let slots = outputs.iter().map(|id| self.slot(*id, Work::Thrown));
        let slots = slots.collect();
        self.graph.throws.push(GraphThrow {
            source: Source::Repeated(Repeated {
                nodes: block.from..block.at,
                inputs,
                outputs,
                again: block.again,
            }),
            outputs: slots,
        });
    }

    /// What an operand comes to.
    pub(super) fn input(&self, operand: Operand) -> Input {
        match operand {
            Operand::Known(value) => Input::Known(value),
            Operand::Node(id) => self.definition(id),
        }
    }

    /// What a node comes to, even where others find an assumption in its place.
    pub(super) fn definition(&self, id: NodeId) -> Input {
        match (self.slots.get(&id), self.simplified.node(id)) {
            (Some(slot), _) => Input::Slot(*slot),
            (None, Some(Simple::Known(value))) => Input::Known(*value),
            (None, Some(Simple::Same(other))) => {
                self.input(self.simplified.seen(Operand::Node(*other)))
            }
            (None, _) => Input::Known(Value::Nothing),
        }
    }
}
