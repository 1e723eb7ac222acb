//! Plans as rulings make them.

use smallvec::smallvec;

use super::ground::{Sketch, YES, node, whole};
use crate::dice::{Distribution, Expression, Halt, Pool, Weight};
use crate::number::Number;
use crate::rules::steps::expression::{Extreme, Function, Ordered};
use crate::rulings::operation::Operation;
use crate::rulings::plan::{Node, NodeId, Operand, RollReading};
use crate::rulings::value::Value;

const LEAST: Operation = Operation::Extreme(Extreme::Min);
const MORE: Operation = Operation::Compare(Ordered::Greater);

fn number(value: i64) -> Value {
    Value::Number(Number::whole(value))
}

fn strikes(sketch: &mut Sketch, dice: i64, on: i64) -> NodeId {
    sketch.roll(whole(dice), 6, RollReading::AtLeast(whole(on)))
}

fn d6(sketch: &mut Sketch) -> NodeId {
    sketch.roll(whole(1), 6, RollReading::Sum)
}

/// What falls on each of some units in turn, held to what stands of it.
fn share(sketch: &mut Sketch, falls: NodeId, left: &[i64]) -> Vec<NodeId> {
    let mut rest = falls;
    let mut parts = Vec::new();
    for left in left {
        let part = sketch.apply(LEAST, &[node(rest), whole(*left)]);
        rest = sketch.sum(0, &[(rest, 1), (part, -1)]);
        parts.push(part);
    }
    parts
}

#[test]
fn three_units_strike_two() {
    let mut sketch = Sketch::default();
    let hits = [(2, 5), (1, 4), (2, 6)].map(|(dice, on)| strikes(&mut sketch, dice, on));
    let second = sketch.sum(0, &[(hits[1], 1), (hits[2], 1)]);
    let lost = [
        sketch.apply(LEAST, &[node(hits[0]), whole(1)]),
        sketch.apply(LEAST, &[node(second), whole(2)]),
    ];
    sketch.agrees(&lost.map(node));
}

#[test]
fn scores_weighed_against_each_other() {
    let mut sketch = Sketch::default();
    let scores = [(); 3].map(|()| d6(&mut sketch));
    let attackers = sketch.sum(1, &[(scores[0], 3), (scores[1], 1)]);
    let defenders = sketch.sum(0, &[(scores[2], 4)]);
    let ahead = sketch.sum(0, &[(attackers, 1), (defenders, -1)]);
    let wins = sketch.apply(MORE, &[node(ahead)]);
    let behind = sketch.sum(0, &[(ahead, -1)]);
    let loses = sketch.apply(MORE, &[node(behind)]);
    sketch.agrees(&[wins, loses, attackers].map(node));
}

#[test]
fn losses_are_shared_in_the_order_typed() {
    let mut sketch = Sketch::default();
    let pips = [2, 1].map(|dice| sketch.roll(whole(dice), 6, RollReading::Sum));
    let together = sketch.sum(0, &[(pips[0], 1), (pips[1], 1)]);
    let halved = sketch.apply(Operation::Multiply, &[node(together), half()]);
    let down = sketch.apply(Operation::Function(Function::Down), &[node(halved)]);
    let falls = sketch.apply(Operation::Multiply, &[node(down), half()]);
    let parts = share(&mut sketch, falls, &[1, 2, 1]);
    let goals: Vec<Operand> = parts.into_iter().map(node).collect();
    sketch.agrees(&goals);
}

fn half() -> Operand {
    Operand::Known(Value::Number(Number::HALF))
}

/// Swords strike pikes: who has more pips strikes first; a unit that is struck throws again with what
/// dice it has left, and strikes with those.
fn swords_at_pikes(sketch: &mut Sketch, swords: &[i64], pikes: &[i64]) -> NodeId {
    let mut throw = |dice: &i64| sketch.roll(whole(*dice), 6, RollReading::Sum);
    let own: Vec<NodeId> = swords.iter().map(&mut throw).collect();
    let foe: Vec<NodeId> = pikes.iter().map(&mut throw).collect();
    let total = |sketch: &mut Sketch, pips: &[NodeId]| {
        let terms: Vec<(NodeId, i64)> = pips.iter().map(|id| (*id, 1)).collect();
        sketch.sum(0, &terms)
    };
    let of_foe = total(sketch, &foe);
    let of_own = total(sketch, &own);
    let ahead = sketch.sum(0, &[(of_foe, 1), (of_own, -1)]);
    let first_blow = sketch.apply(MORE, &[node(ahead)]);
    let quarter = Operand::Known(Value::Number(Number::ratio(1, 4).unwrap()));
    let struck = sketch.apply(Operation::Multiply, &[node(of_foe), quarter]);
    let struck = sketch.apply(Operation::Function(Function::Down), &[node(struck)]);
    let falls = share(sketch, struck, swords);
    let mut now = Vec::new();
    for ((pips, dice), falls) in own.iter().zip(swords).zip(&falls) {
        let lost = sketch.roll(node(*falls), 6, RollReading::AtLeast(whole(3)));
        let left = sketch.sum(*dice, &[(lost, -1)]);
        let few = sketch.apply(MORE, &[node(lost)]);
        let again = sketch.apply(Operation::And, &[node(first_blow), node(few)]);
        let thrown = sketch.roll_if(node(again), node(left), 6, smallvec![RollReading::Sum]);
        let unthrown = sketch.apply(Operation::Equal, &[node(thrown), nothing()]);
        now.push(sketch.apply(Operation::If, &[node(unthrown), node(*pips), node(thrown)]));
    }
    let strikes = total(sketch, &now);
    let strikes = sketch.apply(Operation::Multiply, &[node(strikes), quarter]);
    let falls = sketch.apply(Operation::Function(Function::Down), &[node(strikes)]);
    share(sketch, falls, pikes)[0]
}

fn nothing() -> Operand {
    Operand::Known(Value::Nothing)
}

#[test]
fn who_is_struck_first_strikes_with_what_is_left() {
    for (swords, pikes) in [
        (vec![1], vec![1]),
        (vec![1, 1], vec![1]),
        (vec![1], vec![1, 1]),
    ] {
        let mut sketch = Sketch::default();
        let lost = swords_at_pikes(&mut sketch, &swords, &pikes);
        sketch.agrees(&[node(lost)]);
    }
}

#[test]
fn many_swords_at_many_pikes_are_counted() {
    let mut sketch = Sketch::default();
    let lost = swords_at_pikes(&mut sketch, &[3, 3, 3], &[3, 3]);
    let counted = sketch.counted(&[node(lost)]).unwrap();
    assert_eq!(counted.len(), 4);
}

#[test]
fn a_tie_is_thrown_again() {
    let mut sketch = Sketch::default();
    let (one, other) = (d6(&mut sketch), d6(&mut sketch));
    let tied = sketch.apply(Operation::Equal, &[node(one), node(other)]);
    sketch.add(Node::Again(one, node(tied)));
    let ahead = sketch.sum(0, &[(one, 1), (other, -1)]);
    let wins = sketch.apply(MORE, &[node(ahead)]);
    let counted = sketch.counted(&[node(wins)]).unwrap();
    let wins_alone = counted.chance(&vec![Value::Truth(true)]);
    assert_eq!(
        (wins_alone.ways(), wins_alone.of()),
        ("1".into(), "2".into())
    );
    // By how much: 10 of 30 throws that are no tie differ by 1.
    let counted = sketch.counted(&[node(ahead)]).unwrap();
    let by_one = counted.chance_where(|row| [number(1), number(-1)].contains(&row[0]));
    assert_eq!((by_one.ways(), by_one.of()), ("1".into(), "3".into()));
    sketch.agrees(&[wins, ahead, one].map(node));
}

#[test]
fn what_is_thrown_again_leans_on_what_was_thrown_before() {
    let mut sketch = Sketch::default();
    let dice = sketch.roll(whole(1), 3, RollReading::Sum);
    let more = sketch.sum(1, &[(dice, 1)]);
    let one = sketch.roll(node(dice), 4, RollReading::Sum);
    let outside = sketch.sum(0, &[(dice, 2)]);
    let one_die = sketch.apply(LEAST, &[whole(1), whole(2)]);
    let other = sketch.roll(node(one_die), 4, RollReading::Sum);
    let ahead = sketch.sum(0, &[(one, 1), (other, -1)]);
    let tied = sketch.apply(Operation::Equal, &[node(ahead), whole(0)]);
    sketch.add(Node::Again(one, node(tied)));
    let after = sketch.roll(whole(1), 2, RollReading::Sum);
    let all = sketch.sum(0, &[(ahead, 1), (after, 1), (more, 1)]);
    sketch.agrees(&[all, other, outside].map(node));
}

#[test]
fn throws_within_throws_are_made_again() {
    let mut sketch = Sketch::default();
    let one = d6(&mut sketch);
    let other = d6(&mut sketch);
    let third = sketch.roll(whole(1), 3, RollReading::Sum);
    let low = sketch.apply(MORE, &[node(third)]);
    let low = sketch.apply(Operation::And, &[node(low), node(other)]);
    let most = sketch.apply(Operation::Equal, &[node(third), node(other)]);
    sketch.add(Node::Again(other, node(most)));
    let tied = sketch.apply(Operation::Equal, &[node(one), node(other)]);
    sketch.add(Node::Again(one, node(tied)));
    let sum = sketch.sum(0, &[(one, 1), (other, 10), (third, 100)]);
    sketch.agrees(&[sum, low, one].map(node));
}

#[test]
fn throws_that_never_decide_are_endless() {
    let mut sketch = Sketch::default();
    let before = d6(&mut sketch);
    let one = d6(&mut sketch);
    let again = sketch.apply(MORE, &[node(one)]);
    sketch.add(Node::Again(one, node(again)));
    let sum = sketch.sum(0, &[(before, 1), (one, 1)]);
    assert_eq!(sketch.counted(&[node(sum)]), Err(Halt::Endless));
    // What does not lean on them is counted.
    assert_eq!(sketch.counted(&[node(before)]).unwrap().len(), 6);
}

#[test]
fn several_readings_of_one_throw_go_together() {
    let mut sketch = Sketch::default();
    let dice = d6(&mut sketch);
    let readings = smallvec![
        RollReading::Sum,
        RollReading::AtLeast(node(dice)),
        RollReading::Highest,
    ];
    let sum = sketch.roll_if(YES, whole(2), 6, readings);
    let count = sketch.add(Node::Reading(sum, 1));
    let highest = sketch.add(Node::Reading(sum, 2));
    let over = sketch.sum(0, &[(sum, 1), (highest, -1)]);
    sketch.agrees(&[count, over, highest].map(node));
}

#[test]
fn a_blank_is_one_outcome_whatever_it_comes_from() {
    let mut sketch = Sketch::default();
    let die = d6(&mut sketch);
    let blank = |place| Operand::Known(Value::Blank(crate::rules::steps::Place(place)));
    let low = sketch.sum(-3, &[(die, -1)]);
    let low = sketch.apply(Operation::Compare(Ordered::AtLeast), &[node(low)]);
    let one = sketch.apply(Operation::If, &[node(low), blank(1), blank(2)]);
    assert_eq!(sketch.counted(&[node(one)]).unwrap().len(), 1);
    let unthrown = sketch.roll_if(blank(3), whole(1), 6, smallvec![RollReading::Sum]);
    let uncounted = sketch.roll(whole(1), 6, RollReading::AtLeast(blank(4)));
    sketch.agrees(&[one, unthrown, uncounted].map(node));
}

#[test]
fn forty_dice_less_forty_dice() {
    let mut sketch = Sketch::default();
    let [own, foe] = [(); 2].map(|()| sketch.roll(whole(40), 6, RollReading::Sum));
    let less = sketch.sum(0, &[(own, 1), (foe, -1)]);
    let counted = sketch.counted(&[node(less)]).unwrap();
    let expected = Distribution::total_of(&Expression::parse("40d6-40d6").unwrap().terms).unwrap();
    assert_eq!(*counted.total(), Weight::from(6_u32).pow(80));
    assert_eq!(counted, expected.map(|sum| vec![number(*sum)]));
}

#[test]
fn hits_of_hundreds_of_dice_add_up_as_one_pool() {
    let mut sketch = Sketch::default();
    let hits = [80, 30, 100].map(|dice| strikes(&mut sketch, dice, 5));
    let all = sketch.sum(0, &hits.map(|hits| (hits, 1)));
    let counted = sketch.counted(&[node(all)]).unwrap();
    let expected = Distribution::successes(Pool::d6(210), 5).unwrap();
    for (count, chance) in expected.chances() {
        assert_eq!(counted.chance(&vec![number(i64::from(*count))]), chance);
    }
}
