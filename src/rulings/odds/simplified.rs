//! A plan with what is known, or assumed, put in and worked out.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::number::Number;
use crate::rulings::operation::{Knowledge, Operation};
use crate::rulings::plan::{Node, NodeId, Operand, Operands, Plan, RollNode, RollReading};
use crate::rulings::value::Value;

/// Values that nodes are taken to have, by node.
pub(super) type Assumed = FxHashMap<NodeId, Value>;

/// How a value comes about once all that is known is put in.
#[derive(Debug, Clone)]
pub(super) enum Simple<'p> {
    /// It is settled without dice.
    Known(Value),
    /// It is that of another node.
    Same(NodeId),
    /// It follows from others.
    Apply(&'p Operation, Operands),
    /// A constant and so many times each of some others.
    Linear(Number, SmallVec<[(NodeId, Number); 4]>),
    /// It falls with a throw.
    Roll(RollInputs<'p>),
    /// It is another reading of a throw.
    Reading(NodeId, usize),
    /// The throws since a node are made again while the operand is yes.
    Again(NodeId, Operand),
}

/// A throw with what its operands have become.
#[derive(Debug, Clone)]
pub(super) struct RollInputs<'p> {
    /// The throw.
    pub(super) roll: &'p RollNode,
    /// Whether it is thrown.
    pub(super) happens: Operand,
    /// How many dice.
    pub(super) dice: Operand,
    /// What each reading counts from, for those that count.
    pub(super) cuts: SmallVec<[Option<Operand>; 2]>,
}

/// Part of a plan with what is known put in.
#[derive(Debug)]
pub(super) struct Simplified<'p> {
    plan: &'p Plan,
    /// The nodes of the plan that it is made of.
    nodes: Range<usize>,
    simple: Vec<Simple<'p>>,
    /// What other nodes find where they name one of these: an assumption stands for a definition.
    seen: Vec<Operand>,
    assumed: Assumed,
}

impl<'p> Simplified<'p> {
    /// The nodes of a plan in this range; all that they name before it must be assumed.
    pub(super) fn new(
        plan: &'p Plan,
        nodes: Range<usize>,
        assumed: Assumed,
        knowledge: Knowledge<'_>,
    ) -> Simplified<'p> {
        let mut simplified = Simplified {
            plan,
            nodes: nodes.clone(),
            simple: Vec::with_capacity(nodes.len()),
            seen: Vec::with_capacity(nodes.len()),
            assumed,
        };
        for (id, node) in nodes.clone().zip(plan.nodes.get(nodes).unwrap_or(&[])) {
            let id = node_id(id);
            let simple = simplified.simplify(node, knowledge);
            let seen = match (simplified.assumed.get(&id), &simple) {
                (Some(value), _) | (None, Simple::Known(value)) => Operand::Known(*value),
                (None, Simple::Same(other)) => simplified.seen(Operand::Node(*other)),
                _ => Operand::Node(id),
            };
            simplified.simple.push(simple);
            simplified.seen.push(seen);
        }
        simplified
    }

    /// The nodes of the plan that it is made of.
    pub(super) fn nodes(&self) -> Range<usize> {
        self.nodes.clone()
    }

    /// What some nodes of the plan name, as it is written.
    pub(super) fn named_in(&self, nodes: Range<usize>) -> Vec<NodeId> {
        let mut named = Vec::new();
        for node in self.plan.nodes.get(nodes).unwrap_or(&[]) {
            match node {
                Node::Apply(_, operands) => named.extend(operands.iter().filter_map(node_of)),
                Node::Linear(_, terms) => named.extend(terms.iter().map(|(id, _)| *id)),
                Node::Roll(roll) => {
                    let cuts = roll.readings.iter().filter_map(cut);
                    let operands = [&roll.happens, &roll.dice].into_iter().chain(cuts);
                    named.extend(operands.filter_map(node_of));
                }
                Node::Reading(of, _) => named.push(*of),
                Node::Again(_, operand) => named.extend(node_of(operand)),
            }
        }
        named.sort_unstable();
        named.dedup();
        named
    }

    /// How a node comes about.
    pub(super) fn node(&self, id: NodeId) -> Option<&Simple<'p>> {
        self.simple
            .get((id.0 as usize).checked_sub(self.nodes.start)?)
    }

    /// What an operand has become.
    pub(super) fn seen(&self, operand: Operand) -> Operand {
        let Operand::Node(id) = operand else {
            return operand;
        };
        if let Some(value) = self.assumed.get(&id) {
            return Operand::Known(*value);
        }
        let place = (id.0 as usize).checked_sub(self.nodes.start);
        let seen = place.and_then(|place| self.seen.get(place));
        seen.copied().unwrap_or(operand)
    }

    fn simplify(&self, node: &'p Node, knowledge: Knowledge<'_>) -> Simple<'p> {
        match node {
            Node::Apply(operation, operands) => self.apply(operation, operands, knowledge),
            Node::Linear(constant, terms) => self.linear(*constant, terms),
            Node::Roll(roll) => self.roll(roll),
            Node::Reading(of, place) => match self.node(*of) {
                Some(Simple::Roll(roll)) => match roll.roll.readings.get(*place) {
                    Some(_) => Simple::Reading(*of, *place),
                    None => Simple::Known(Value::Nothing),
                },
                Some(Simple::Known(value)) => Simple::Known(*value),
                _ => Simple::Reading(*of, *place),
            },
            Node::Again(from, operand) => match self.seen(*operand) {
                Operand::Known(value) if value.truth() != Some(true) => {
                    Simple::Known(Value::Nothing)
                }
                seen => Simple::Again(*from, seen),
            },
        }
    }

    fn apply(
        &self,
        operation: &'p Operation,
        operands: &Operands,
        knowledge: Knowledge<'_>,
    ) -> Simple<'p> {
        let seen: Operands = operands.iter().map(|operand| self.seen(*operand)).collect();
        let known: Option<SmallVec<[Value; 4]>> =
            seen.iter().map(|one| known_value(*one)).collect();
        if let Some(values) = known {
            return Simple::Known(operation.apply(knowledge, &values));
        }
        let settled = |settles: &dyn Fn(Value) -> bool| {
            let mut values = seen.iter().filter_map(|one| known_value(*one));
            values.any(settles)
        };
        let no = |value: Value| value.truth() == Some(false);
        let yes = |value: Value| value.truth() == Some(true);
        match (operation, seen.as_slice()) {
            (Operation::And, _) if settled(&no) => Simple::Known(Value::Truth(false)),
            (Operation::Or, _) if settled(&yes) => Simple::Known(Value::Truth(true)),
            (Operation::Multiply, _)
                if settled(&|value| value.number().is_some_and(Number::is_zero)) =>
            {
                Simple::Known(Value::ZERO)
            }
            (Operation::Gate, [Operand::Known(first), second]) => match first.truth() {
                Some(true) => same(*second),
                Some(false) => Simple::Known(Value::Nothing),
                None => Simple::Known(*first),
            },
            (Operation::If, [Operand::Known(first), second, third]) => match first.truth() {
                Some(true) => same(*second),
                Some(false) => same(*third),
                None => Simple::Known(*first),
            },
            _ => Simple::Apply(operation, seen),
        }
    }

    fn linear(&self, constant: Number, terms: &[(NodeId, Number)]) -> Simple<'p> {
        let mut constant = constant;
        let mut left: SmallVec<[(NodeId, Number); 4]> = SmallVec::new();
        for (id, times) in terms {
            match self.seen(Operand::Node(*id)) {
                Operand::Known(value) if value.is_blank() => return Simple::Known(value),
                Operand::Known(value) => {
                    constant += value.number().unwrap_or(Number::ZERO) * *times;
                }
                Operand::Node(id) => match left.iter_mut().find(|(known, _)| *known == id) {
                    Some((_, sum)) => *sum += *times,
                    None => left.push((id, *times)),
                },
            }
        }
        if left.is_empty() {
            return Simple::Known(Value::Number(constant));
        }
        Simple::Linear(constant, left)
    }

    fn roll(&self, roll: &'p RollNode) -> Simple<'p> {
        let happens = self.seen(roll.happens);
        let dice = self.seen(roll.dice);
        if let Operand::Known(happens) = happens
            && let Some(unthrown) = unthrown(happens, known_value(dice))
        {
            return Simple::Known(unthrown);
        }
        let cuts = roll
            .readings
            .iter()
            .map(|reading| Some(self.seen(*cut(reading)?)));
        Simple::Roll(RollInputs {
            roll,
            happens,
            dice,
            cuts: cuts.collect(),
        })
    }
}

/// What all readings of a throw come to that is not made; `None` for one that is, or may be.
pub(super) fn unthrown(happens: Value, dice: Option<Value>) -> Option<Value> {
    match (happens.truth(), dice) {
        (None, _) => Some(happens),
        (Some(false), _) => Some(Value::Nothing),
        (Some(true), Some(dice)) if dice.is_blank() => Some(dice),
        (Some(true), Some(Value::Nothing)) => Some(Value::Nothing),
        (Some(true), _) => None,
    }
}

/// The id of the node at a place of a plan.
pub(super) fn node_id(place: usize) -> NodeId {
    NodeId(u32::try_from(place).unwrap_or(u32::MAX))
}

/// What a reading counts from, if it counts.
fn cut(reading: &RollReading) -> Option<&Operand> {
    match reading {
        RollReading::AtLeast(cut) | RollReading::AtMost(cut) => Some(cut),
        _ => None,
    }
}

fn node_of(operand: &Operand) -> Option<NodeId> {
    match operand {
        Operand::Node(id) => Some(*id),
        Operand::Known(_) => None,
    }
}

/// The value of an operand that is known.
pub(super) fn known_value(operand: Operand) -> Option<Value> {
    match operand {
        Operand::Known(value) => Some(value),
        Operand::Node(_) => None,
    }
}

fn same(operand: Operand) -> Simple<'static> {
    match operand {
        Operand::Known(value) => Simple::Known(value),
        Operand::Node(id) => Simple::Same(id),
    }
}
