//! What a count works out: slots for values, the throws that fill some of them, and what follows.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::need::{Block, Need};
use super::simplified::{Simple, Simplified, known_value, node_id};
use crate::number::Number;
use crate::rules::steps::expression::Aggregate;
use crate::rulings::operation::{Knowledge, Operation};
use crate::rulings::plan::{NodeId, Operand, RollNode};
use crate::rulings::value::Value;

/// The place of a value in a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Slot(pub(super) u32);

/// A value that is known, or that of a slot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Input {
    /// Known beforehand.
    Known(Value),
    /// Of a slot.
    Slot(Slot),
}

/// How a slot comes by its value.
#[derive(Debug)]
pub(super) enum Work<'p> {
    /// From all its inputs at once.
    Whole(&'p Operation, SmallVec<[Input; 4]>),
    /// From one term after another, as they come.
    Fold(Combine<'p>, SmallVec<[(Slot, Number); 4]>),
    /// With a throw.
    Thrown,
}

/// How terms come together.
#[derive(Debug, Clone, Copy)]
pub(super) enum Combine<'p> {
    /// A constant and so many times each term.
    Sum(Number),
    /// The operation, over what is known beforehand and the terms.
    Operation(&'p Operation, Option<Value>),
}

/// One throw of a count.
#[derive(Debug)]
pub(super) struct GraphThrow<'p> {
    /// What falls.
    pub(super) source: Source<'p>,
    /// The slots that it fills.
    pub(super) outputs: SmallVec<[Slot; 2]>,
}

/// What falls.
#[derive(Debug)]
pub(super) enum Source<'p> {
    /// A throw of the plan.
    Dice {
        /// The throw.
        roll: &'p RollNode,
        /// Whether it is thrown.
        happens: Input,
        /// How many dice.
        dice: Input,
        /// The readings, one for each slot that it fills.
        wanted: SmallVec<[Wanted; 2]>,
    },
    /// Several throws that are made again together until they decide something.
    Repeated(Repeated),
}

/// A reading that is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Its place among the readings of the throw.
    pub(super) reading: usize,
    /// What it counts from, if it counts.
    pub(super) cut: Option<Input>,
}

/// Several throws that are made again together.
#[derive(Debug)]
pub(super) struct Repeated {
    /// The nodes of the plan that are worked out again.
    pub(super) nodes: Range<usize>,
    /// What they name that does not fall with them, with what it is.
    pub(super) inputs: Vec<(NodeId, Input)>,
    /// What later nodes read of them, one for each slot that is filled.
    pub(super) outputs: Vec<NodeId>,
    /// They are made again while this is yes.
    pub(super) again: Operand,
}

/// All that a count works out.
#[derive(Debug, Default)]
pub(super) struct Graph<'p> {
    /// How each slot comes by its value.
    pub(super) works: Vec<Work<'p>>,
    /// The throws, in the order of the plan.
    pub(super) throws: Vec<GraphThrow<'p>>,
    /// What is counted.
    pub(super) goals: Vec<Input>,
    /// What must come about as was assumed; all else is left out.
    pub(super) required: Vec<(Input, Value)>,
}

impl GraphThrow<'_> {
    /// The slots that it waits for.
    pub(super) fn inputs(&self) -> SmallVec<[Slot; 4]> {
        match &self.source {
            Source::Dice {
                happens,
                dice,
                wanted,
                ..
            } => {
                let cuts = wanted.iter().filter_map(|wanted| wanted.cut);
                let inputs = [*happens, *dice].into_iter().chain(cuts);
                inputs.filter_map(Input::slot).collect()
            }
            Source::Repeated(repeated) => {
                let inputs = repeated.inputs.iter();
                inputs.filter_map(|(_, input)| input.slot()).collect()
            }
        }
    }
}

impl Input {
    /// The slot, unless the value is known.
    pub(super) fn slot(self) -> Option<Slot> {
        match self {
            Input::Slot(slot) => Some(slot),
            Input::Known(_) => None,
        }
    }
}

impl<'p> Graph<'p> {
    /// What counting `goals` takes, where the nodes of `required` must come to these values.
    pub(super) fn of(
        simplified: &Simplified<'p>,
        goals: &[Operand],
        required: &[(NodeId, Value)],
        knowledge: Knowledge<'_>,
    ) -> Graph<'p> {
        let goals: Vec<Operand> = goals.iter().map(|goal| simplified.seen(*goal)).collect();
        let mut wanted: Vec<NodeId> = goals.iter().filter_map(|goal| node_of(*goal)).collect();
        wanted.extend(required.iter().map(|(id, _)| *id));
        let need = Need::of(simplified, &wanted);
        let inside = inside(simplified, &need.blocks);
        let mut lowering = Lowering {
            simplified,
            inlined: Inlined::of(simplified, &need, &inside, &wanted),
            inside,
            need,
            knowledge,
            slots: FxHashMap::default(),
            throw_of: FxHashMap::default(),
            graph: Graph::default(),
        };
        lowering.write(&wanted);
        let goals = goals.iter().map(|goal| lowering.input(*goal)).collect();
        let required = required
            .iter()
            .map(|(id, value)| (lowering.definition(*id), *value))
            .collect();
        Graph {
            goals,
            required,
            ..lowering.graph
        }
    }

    /// What each slot waits for before it is worked out or its next throw is made.
    pub(super) fn reads(&self, slot: Slot) -> SmallVec<[Slot; 4]> {
        match self.works.get(slot.0 as usize) {
            Some(Work::Whole(_, inputs)) => {
                inputs.iter().copied().filter_map(Input::slot).collect()
            }
            Some(Work::Fold(_, terms)) => terms.iter().map(|(slot, _)| *slot).collect(),
            Some(Work::Thrown) | None => SmallVec::new(),
        }
    }
}

/// For each node, the block whose throws it leans on and in which it stands.
fn inside(simplified: &Simplified<'_>, blocks: &[Block]) -> FxHashMap<NodeId, usize> {
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

fn node_of(operand: Operand) -> Option<NodeId> {
    match operand {
        Operand::Node(id) => Some(id),
        Operand::Known(_) => None,
    }
}

/// Sums within sums and the like, which are worked out as one.
#[derive(Debug)]
struct Inlined(FxHashMap<NodeId, Readers>);

/// Who reads a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// One node that takes its terms for its own.
    OneAlike,
    /// Others.
    Others,
}

impl Inlined {
    fn of(
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

    fn holds(&self, id: NodeId) -> bool {
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
fn folds(operation: &Operation) -> bool {
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

/// Writes a graph.
struct Lowering<'s, 'p> {
    simplified: &'s Simplified<'p>,
    need: Need,
    inside: FxHashMap<NodeId, usize>,
    inlined: Inlined,
    knowledge: Knowledge<'s>,
    slots: FxHashMap<NodeId, Slot>,
    throw_of: FxHashMap<NodeId, usize>,
    graph: Graph<'p>,
}

impl<'p> Lowering<'_, 'p> {
    fn write(&mut self, wanted: &[NodeId]) {
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

    fn input(&self, operand: Operand) -> Input {
        match operand {
            Operand::Known(value) => Input::Known(value),
            Operand::Node(id) => self.definition(id),
        }
    }

    /// What a node comes to, even where others find an assumption in its place.
    fn definition(&self, id: NodeId) -> Input {
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
