//! A plain and slow way to the same odds: every face is laid, and every value worked out, one after another.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::Ratio;
use num_traits::{One, Zero};

use crate::dice::Distribution;
use crate::number::Number;
use crate::rules::steps::Place;
use crate::rulings::operation::Knowledge;
use crate::rulings::plan::{Node, NodeId, Operand, Plan, RollNode, RollReading};
use crate::rulings::value::Value;

/// A share of all that can happen.
type Share = Ratio<BigUint>;

/// The share of each row of values.
pub(super) type Shares = BTreeMap<Vec<Value>, Share>;

/// Throws are made again for ever.
#[derive(Debug)]
pub(super) struct Endless;

/// What every node came to along one branch, and how likely the branch is.
#[derive(Clone)]
struct Branch {
    values: Vec<Value>,
    /// What every reading of each throw came to.
    readings: BTreeMap<usize, Vec<Value>>,
    share: Share,
}

/// The odds of these values together.
pub(super) fn odds(
    plan: &Plan,
    goals: &[Operand],
    knowledge: Knowledge<'_>,
) -> Result<Shares, Endless> {
    let mut branches = vec![Branch {
        values: Vec::new(),
        readings: BTreeMap::new(),
        share: Share::one(),
    }];
    for node in &plan.nodes {
        branches = match node {
            Node::Roll(roll) => branches
                .iter()
                .flat_map(|branch| throw(branch, roll))
                .collect(),
            Node::Again(from, again) => decided(branches, *from, *again)?,
            node => branches
                .into_iter()
                .map(|mut branch| {
                    let value = worked_out(node, &branch, knowledge);
                    branch.values.push(value);
                    branch
                })
                .collect(),
        };
    }
    let mut shares = Shares::new();
    for branch in branches {
        let row = goals
            .iter()
            .map(|goal| one_blank(branch.of(*goal)))
            .collect();
        *shares.entry(row).or_insert_with(Share::zero) += branch.share;
    }
    Ok(shares)
}

/// The odds of one of the values.
pub(super) fn project(shares: &Shares, place: usize) -> Shares {
    let mut alone = Shares::new();
    for (row, share) in shares {
        *alone.entry(vec![row[place]]).or_insert_with(Share::zero) += share;
    }
    alone
}

/// Fails unless both say the same.
pub(super) fn assert_same(laid: &Shares, counted: &Distribution<Vec<Value>>, plan: &Plan) {
    let total = counted.total().big();
    let counted: Shares = counted
        .iter()
        .map(|(row, weight)| (row.clone(), Share::new(weight.big(), total.clone())))
        .collect();
    assert_eq!(*laid, counted, "{plan:?}");
}

impl Branch {
    fn of(&self, operand: Operand) -> Value {
        match operand {
            Operand::Known(value) => value,
            Operand::Node(NodeId(place)) => self.values[place as usize],
        }
    }

    fn with(&self, value: Value, share: &Share) -> Branch {
        let mut branch = self.clone();
        branch.values.push(value);
        branch.share *= share;
        branch
    }
}

fn one_blank(value: Value) -> Value {
    match value {
        Value::Blank(_) => Value::Blank(Place(0)),
        value => value,
    }
}

fn worked_out(node: &Node, branch: &Branch, knowledge: Knowledge<'_>) -> Value {
    match node {
        Node::Apply(operation, operands) => {
            let values: Vec<Value> = operands.iter().map(|one| branch.of(*one)).collect();
            operation.apply(knowledge, &values)
        }
        Node::Linear(constant, terms) => {
            let mut sum = *constant;
            for (id, times) in terms {
                match branch.of(Operand::Node(*id)) {
                    Value::Blank(place) => return Value::Blank(place),
                    value => sum += value.number().unwrap_or(Number::ZERO) * *times,
                }
            }
            Value::Number(sum)
        }
        Node::Reading(NodeId(of), place) => branch.readings[&(*of as usize)][*place],
        Node::Roll(_) | Node::Again(..) => unreachable!("dealt with by the caller"),
    }
}

/// Every way for a throw to fall, with what each reading of it comes to.
fn throw(branch: &Branch, roll: &RollNode) -> Vec<Branch> {
    let ways = faces(branch, roll);
    let share = Share::new(BigUint::one(), BigUint::from(ways.len()));
    let read = ways.into_iter().map(|readings| {
        let mut after = branch.with(readings[0], &share);
        after.readings.insert(branch.values.len(), readings);
        after
    });
    read.collect()
}

/// Every way for a throw to fall, face by face, as what each reading of it comes to.
fn faces(branch: &Branch, roll: &RollNode) -> Vec<Vec<Value>> {
    let happens = branch.of(roll.happens);
    let dice = branch.of(roll.dice);
    let settled = match (happens.truth(), dice) {
        (None, _) => Some(happens),
        (Some(false), _) | (Some(true), Value::Nothing) => Some(Value::Nothing),
        (Some(true), Value::Blank(_)) => Some(dice),
        _ => None,
    };
    if let Some(value) = settled {
        return vec![vec![value; roll.readings.len()]];
    }
    let dice = dice.number().map_or(0, Number::floor).max(0);
    let mut throws: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..dice {
        let faces = roll.lowest..roll.lowest + roll.sides;
        let longer = throws.iter().flat_map(|throw| {
            faces
                .clone()
                .map(move |face| [throw.as_slice(), &[face]].concat())
        });
        throws = longer.collect();
    }
    let read_all = |faces: &Vec<u32>| {
        let readings = roll.readings.iter();
        readings.map(|one| read(branch, roll, one, faces)).collect()
    };
    throws.iter().map(read_all).collect()
}

fn read(branch: &Branch, roll: &RollNode, reading: &RollReading, faces: &[u32]) -> Value {
    let numbers = || faces.iter().map(|face| Number::from(*face));
    let counted = |cut: Operand, passes: fn(Number, Number) -> bool| match branch.of(cut) {
        Value::Blank(place) => Value::Blank(place),
        cut => Value::Number(match cut.number() {
            Some(cut) => Number::from(numbers().filter(|face| passes(*face, cut)).count()),
            None => Number::ZERO,
        }),
    };
    let highest = numbers().max().unwrap_or(Number::ZERO);
    let lowest = numbers().min().unwrap_or(Number::ZERO);
    match reading {
        RollReading::Sum => Value::Number(numbers().sum()),
        RollReading::Highest => Value::Number(highest),
        RollReading::Lowest => Value::Number(lowest),
        RollReading::Spread => Value::Number(highest - lowest),
        RollReading::AtLeast(cut) => counted(*cut, |face, cut| face >= cut),
        RollReading::AtMost(cut) => counted(*cut, |face, cut| face <= cut),
        RollReading::Worth(worth) => {
            let worth = faces
                .iter()
                .map(|face| worth[(face - roll.lowest) as usize]);
            Value::Number(worth.sum())
        }
    }
}

/// Leaves out what is made again; what is left of each start shares its weight.
fn decided(branches: Vec<Branch>, from: NodeId, again: Operand) -> Result<Vec<Branch>, Endless> {
    let start = |branch: &Branch| branch.values[..from.0 as usize].to_vec();
    let mut all: BTreeMap<Vec<Value>, Share> = BTreeMap::new();
    let mut kept: BTreeMap<Vec<Value>, Share> = BTreeMap::new();
    let goes_on = |branch: &Branch| branch.of(again).truth() != Some(true);
    for branch in &branches {
        *all.entry(start(branch)).or_insert_with(Share::zero) += &branch.share;
        if goes_on(branch) {
            *kept.entry(start(branch)).or_insert_with(Share::zero) += &branch.share;
        }
    }
    if all.len() > kept.len() {
        return Err(Endless);
    }
    let mut after = Vec::new();
    for branch in branches.into_iter().filter(goes_on) {
        let start = start(&branch);
        let scale = &all[&start] / &kept[&start];
        after.push(branch.with(Value::Nothing, &scale));
    }
    Ok(after)
}
