//! How far a count goes, and how it ends before that.

use std::sync::atomic::AtomicBool;

use super::ground::{Sketch, knowledge, node, whole};
use crate::dice::{Halt, TooLarge};
use crate::rulings::odds::{Counter, Limit, Watch};
use crate::rulings::operation::Operation;
use crate::rulings::plan::{NodeId, RollReading};

/// Values of many dice that never add up, so that no two states become one.
fn heavy() -> (Sketch, NodeId, NodeId) {
    let mut sketch = Sketch::default();
    let dice: Vec<NodeId> = (0..8)
        .map(|_| sketch.roll(whole(10), 6, RollReading::Sum))
        .collect();
    let all: Vec<_> = dice.iter().copied().map(node).collect();
    let same = Operation::Aggregate(crate::rules::steps::expression::Aggregate::Same);
    let same = sketch.apply(same, &all);
    (sketch, same, dice[0])
}

#[test]
fn a_count_beyond_the_limit_says_so_alone() {
    let (sketch, heavy, light) = heavy();
    let limit = Limit {
        evaluations: 20_000,
    };
    let refused = sketch.counted_within(&[node(heavy)], limit);
    assert!(
        matches!(refused, Err(Halt::TooLarge(TooLarge { size, limit: 20_000 })) if size > 20_000),
        "{refused:?}"
    );
    assert_eq!(
        sketch.counted_within(&[node(light)], limit).unwrap().len(),
        51
    );
}

#[test]
fn a_raised_flag_breaks_it_off() {
    let (sketch, heavy, _) = heavy();
    let mut watch = Watch {
        limit: Limit::default(),
        stop: &AtomicBool::new(true),
        progress: &mut |_, _| {},
    };
    let counted = Counter::new(&sketch.plan, knowledge()).odds_of(node(heavy), &mut watch);
    assert_eq!(counted, Err(Halt::Interrupted));
}

#[test]
fn progress_never_falls_and_stays_below_the_limit() {
    let (sketch, heavy, _) = heavy();
    let mut told = Vec::new();
    let mut watch = Watch {
        limit: Limit {
            evaluations: 50_000,
        },
        stop: &AtomicBool::new(false),
        progress: &mut |done, of| told.push((done, of)),
    };
    let counted = Counter::new(&sketch.plan, knowledge()).odds_of(node(heavy), &mut watch);
    assert!(counted.is_err());
    assert!(told.len() > 5, "{told:?}");
    assert!(told.is_sorted(), "{told:?}");
}

#[test]
fn more_dice_than_are_ever_thrown_are_refused() {
    let mut sketch = Sketch::default();
    let die = sketch.roll(whole(1), 6, RollReading::Sum);
    let many = sketch.sum(0, &[(die, 200)]);
    let thrown = sketch.roll(node(many), 6, RollReading::Sum);
    assert!(matches!(
        sketch.counted(&[node(thrown)]),
        Err(Halt::TooManyDice { .. })
    ));
}

#[test]
fn what_was_counted_once_is_not_counted_again() {
    let (sketch, _, light) = heavy();
    let mut counter = Counter::new(&sketch.plan, knowledge());
    let mut watch = Watch {
        limit: Limit::default(),
        stop: &AtomicBool::new(false),
        progress: &mut |_, _| {},
    };
    let first = counter.odds_of(node(light), &mut watch).unwrap();
    let spent = counter.spent();
    assert!(spent > 0);
    assert_eq!(counter.odds_of(node(light), &mut watch).unwrap(), first);
    assert_eq!(counter.spent(), spent);
}
