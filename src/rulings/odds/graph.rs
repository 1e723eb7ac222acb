//! What a count works out: slots for values, the throws that fill some of them, and what follows.

use std::ops::Range;

use smallvec::SmallVec;

use super::alike::{Inlined, inside, node_of};
use super::lowering::Lowering;
use super::need::Need;
use super::simplified::Simplified;
use crate::number::Number;
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
        let inlined = Inlined::of(simplified, &need, &inside, &wanted);
        let mut lowering = Lowering::new(simplified, need, inside, inlined, knowledge);
        lowering.write(&wanted);
        let goals = goals.iter().map(|goal| lowering.input(*goal)).collect();
        let required = required
            .iter()
            .map(|(id, value)| (lowering.definition(*id), *value))
            .collect();
        Graph {
            goals,
            required,
            ..lowering.finish()
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
