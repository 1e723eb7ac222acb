//! Plans made at random, counted in every order and face by face.

use proptest::prelude::*;
use smallvec::{SmallVec, smallvec};

use super::ground::{Sketch, YES, node, whole};
use crate::number::Number;
use crate::rules::steps::Place;
use crate::rules::steps::expression::{Aggregate, Extreme, Function, Ordered};
use crate::rules::steps::symbol::Symbol;
use crate::rulings::operation::Operation;
use crate::rulings::plan::{Node, NodeId, Operand, RollReading};
use crate::rulings::value::Value;

/// The numbers that one node of a random plan is made from.
type Seed = (u8, u16, u16, u16, i64);

/// The most ways for all dice of a plan to fall, so that laying every face stays quick.
const MOST_WAYS: u64 = 2_500;

/// Makes a plan from numbers; every choice of numbers makes one.
struct Maker {
    sketch: Sketch,
    /// The nodes that can be read.
    nodes: Vec<NodeId>,
    ways: u64,
}

impl Maker {
    fn made_of(seeds: &[Seed]) -> (Sketch, Vec<NodeId>) {
        let mut maker = Maker {
            sketch: Sketch::default(),
            nodes: Vec::new(),
            ways: 1,
        };
        for seed in seeds {
            maker.add(*seed);
        }
        (maker.sketch, maker.nodes)
    }

    /// An earlier node, or a value that is known.
    fn operand(&self, pick: u16) -> Operand {
        let known = [
            Value::Nothing,
            Value::Blank(Place(7)),
            Value::Truth(true),
            Value::Number(Number::whole(2)),
            Value::Number(Number::HALF),
            Value::Symbol(Symbol(0)),
        ];
        let pick = usize::from(pick);
        match pick % 5 {
            0 => Operand::Known(known[(pick / 5) % known.len()]),
            _ => self.recent(pick / 5).map_or(whole(1), node),
        }
    }

    /// One of the nodes, the later ones more often.
    fn recent(&self, pick: usize) -> Option<NodeId> {
        let len = self.nodes.len();
        let back = (pick % (len + 1)).min((pick / 7) % (len + 1));
        len.checked_sub(back + 1).map(|place| self.nodes[place])
    }

    fn add(&mut self, (kind, a, b, c, number): Seed) {
        match kind % 8 {
            0..=2 => self.roll(a, b, c, number),
            3 => self.sum(a, b, c, number),
            7 if number > 1 => self.again(a, b),
            _ => self.apply(a, b, c, number),
        }
    }

    fn roll(&mut self, a: u16, b: u16, c: u16, number: i64) {
        let sides = 2 + u32::from(b % 2);
        let fixed = 1 + i64::from(c % 2);
        let dice = match c % 3 {
            0 => whole(fixed),
            1 => self.bounded(a),
            _ => whole(1),
        };
        let most: u64 = if c % 3 == 1 { 2 } else { 1 + u64::from(c % 2) };
        let ways = u64::from(sides).pow(u32::try_from(most).unwrap());
        if self.ways * ways > MOST_WAYS {
            return;
        }
        self.ways *= ways;
        let happens = match a % 3 {
            0 => self.operand(b),
            _ => YES,
        };
        let mut readings: SmallVec<[RollReading; 2]> = smallvec![self.reading(b, a, number)];
        if b.is_multiple_of(4) {
            readings.push(self.reading(c, b, number));
        }
        let count = readings.len();
        let id = self.sketch.roll_if(happens, dice, sides, readings);
        self.nodes.push(id);
        for place in 1..count {
            let further = self.sketch.add(Node::Reading(id, place));
            self.nodes.push(further);
        }
    }

    /// A value held to 2, for a number of dice; what is no number stays what it is.
    fn bounded(&mut self, pick: u16) -> Operand {
        let value = self.operand(pick);
        let least = Operation::Extreme(Extreme::Min);
        node(self.sketch.apply(least, &[value, whole(2)]))
    }

    fn reading(&self, pick: u16, other: u16, number: i64) -> RollReading {
        let worth = [number, 0, -1].map(|worth| Number::ratio(worth, 2).unwrap());
        match pick % 9 {
            0..=2 => RollReading::Sum,
            3 => RollReading::Highest,
            4 => RollReading::Lowest,
            5 => RollReading::Spread,
            6 => RollReading::AtLeast(self.operand(other)),
            7 => RollReading::AtMost(self.operand(other)),
            _ => RollReading::Worth(worth.into()),
        }
    }

    fn sum(&mut self, a: u16, b: u16, c: u16, number: i64) {
        let picks = [(a, number), (b, 1), (c, -1)];
        let terms: Vec<(NodeId, i64)> = picks
            .iter()
            .filter_map(|(pick, times)| Some((self.recent(usize::from(*pick))?, *times)))
            .collect();
        let id = self.sketch.sum(number, &terms);
        self.nodes.push(id);
    }

    fn apply(&mut self, a: u16, b: u16, c: u16, number: i64) {
        let operation = operation(usize::try_from(number.unsigned_abs()).unwrap() + usize::from(c));
        let operands = [a, b, c].map(|pick| self.operand(pick));
        let count = match operation {
            Operation::Not
            | Operation::Fact
            | Operation::Compare(_)
            | Operation::Function(_)
            | Operation::OrZero
            | Operation::Positive => 1,
            Operation::Equal | Operation::Gate | Operation::Divide => 2,
            _ => 3,
        };
        let divides = operation == Operation::Divide;
        let mut id = self.sketch.apply(operation, &operands[..count]);
        if divides {
            // Sums with the greatest number there is depend on their order.
            for (held, to) in [(Extreme::Min, 9), (Extreme::Max, -9)] {
                let held = Operation::Extreme(held);
                id = self.sketch.apply(held, &[node(id), whole(to)]);
            }
        }
        self.nodes.push(id);
    }

    /// Throws everything again from some node on while another is yes.
    fn again(&mut self, a: u16, b: u16) {
        let from = self.recent(usize::from(a));
        let again = self.recent(usize::from(b / 3));
        let earlier = |node: &Node| matches!(node, Node::Again(..));
        if let (Some(from), Some(again)) = (from, again)
            // One within another is tried by hand: at random most would be nested wrongly.
            && !self.sketch.plan.nodes.iter().any(earlier)
            && !matches!(self.sketch.plan.node(from), Some(Node::Reading(..)))
        {
            self.sketch.add(Node::Again(from, node(again)));
        }
    }
}

fn operation(pick: usize) -> Operation {
    let all = [
        Operation::And,
        Operation::Or,
        Operation::Not,
        Operation::Fact,
        Operation::Compare(Ordered::Less),
        Operation::Compare(Ordered::AtLeast),
        Operation::Equal,
        Operation::Gate,
        Operation::If,
        Operation::If,
        Operation::Extreme(Extreme::Max),
        Operation::Extreme(Extreme::Min),
        Operation::Aggregate(Aggregate::Sum),
        Operation::Aggregate(Aggregate::Most),
        Operation::Aggregate(Aggregate::Least),
        Operation::Aggregate(Aggregate::Any),
        Operation::Aggregate(Aggregate::Same),
        Operation::Aggregate(Aggregate::Count),
        Operation::Function(Function::Down),
        Operation::Function(Function::Abs),
        Operation::Add,
        Operation::Multiply,
        Operation::Divide,
        Operation::Join,
        Operation::OrZero,
        Operation::Positive,
    ];
    all[pick % all.len()].clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    #[test]
    fn counted_odds_agree_with_every_face_laid(
        seeds in proptest::collection::vec((any::<u8>(), any::<u16>(), any::<u16>(), any::<u16>(), -2..=3_i64), 3..=18),
    ) {
        let (sketch, nodes) = Maker::made_of(&seeds);
        let goals: Vec<Operand> = nodes.iter().rev().take(3).copied().map(node).collect();
        sketch.agrees(&goals);
    }
}
