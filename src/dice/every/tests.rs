//! Every shortcut against laying every face in turn.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::sync::atomic::AtomicBool;

use num_rational::Ratio;
use proptest::prelude::*;

use super::{Limit, explore};
use crate::dice::scripted::every_face;
use crate::dice::{Dice, Distribution, Halt, Pool, Rolled, Throw, Weight, Weighted};

fn throw(pool: Pool) -> Throw {
    Throw::new("attacker 1", "", "score", pool)
}

fn weighted(pool: Pool, weight: i64) -> Weighted {
    Weighted {
        throw: throw(pool),
        weight,
    }
}

fn odds<T: Ord>(run: impl FnMut(&mut dyn Dice) -> Result<T, Halt>) -> Distribution<T> {
    explore(Limit::default(), &AtomicBool::new(false), run).unwrap()
}

/// The probabilities of a distribution as fractions.
fn fractions<T: Ord + Clone>(distribution: &Distribution<T>) -> Vec<(T, Ratio<u128>)> {
    let fraction = |chance: crate::dice::Chance| {
        Ratio::new(chance.ways().parse().unwrap(), chance.of().parse().unwrap())
    };
    distribution
        .chances()
        .map(|(value, chance)| (value.clone(), fraction(chance)))
        .collect()
}

/// Explores a procedure, and lays every face of it.
fn assert_agrees<T: Ord + Clone + std::fmt::Debug>(
    mut run: impl FnMut(&mut dyn Dice) -> Result<T, Halt>,
) {
    let explored = fractions(&odds(&mut run));
    let laid: Vec<_> = every_face(run).into_iter().collect();
    assert_eq!(explored, laid);
}

fn pools() -> impl Strategy<Value = Pool> {
    (0..4_u32, 2..7_u32, 0..2_u32).prop_map(|(dice, sides, lowest)| Pool {
        dice,
        sides,
        lowest,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn sums(pool in pools()) {
        assert_agrees(|dice| dice.sum(&throw(pool)));
    }

    #[test]
    fn lumped_sums(pool in pools(), lump in 1..7_i64) {
        let lump = |sum: u32| i64::from(sum) / lump;
        assert_agrees(|dice| Ok(lump(dice.sum_lumped(&throw(pool), &lump)?)));
    }

    #[test]
    fn tallies(pool in pools(), mut cuts in prop::collection::vec(0..9_u32, 0..4)) {
        cuts.sort_unstable();
        assert_agrees(|dice| dice.tally(&throw(pool), &cuts));
    }

    #[test]
    fn lumped_tallies(pool in pools(), cut in 0..9_u32) {
        let cuts = [cut, cut + 2];
        let lump = |counts: &[u32]| i64::from(counts[0] * 2 + u32::from(counts[1] > 0));
        assert_agrees(|dice| Ok(lump(&dice.tally_lumped(&throw(pool), &cuts, &lump)?)));
    }

    #[test]
    fn spreads(pool in pools()) {
        assert_agrees(|dice| dice.spread(&throw(pool)));
    }

    #[test]
    fn contests(
        left in prop::collection::vec((0..3_u32, 2..5_u32, 0..9_i64), 0..3),
        right in prop::collection::vec((0..3_u32, 2..5_u32, 0..9_i64), 0..3),
    ) {
        let side = |pools: &[(u32, u32, i64)]| -> Vec<Weighted> {
            pools.iter().map(|&(dice, sides, weight)| weighted(Pool::new(dice, sides), weight)).collect()
        };
        let (left, right) = (side(&left), side(&right));
        assert_agrees(|dice| {
            let sums = dice.contest(&left, &right)?;
            let (one, other) = sums.split_at(left.len());
            Ok(total(&left, one).cmp(&total(&right, other)))
        });
    }
}

fn total(side: &[Weighted], sums: &[u32]) -> i64 {
    side.iter()
        .zip(sums)
        .map(|(weighted, sum)| weighted.weight * i64::from(*sum))
        .sum()
}

/// Branches with different dice: the winner of a first throw throws so many dice more.
fn uneven(dice: &mut dyn Dice) -> Result<u32, Halt> {
    match dice.sum(&throw(Pool::d6(1)))? {
        number @ 1..=2 => dice.sum(&throw(Pool::new(number, 4))),
        3 => dice.spread(&throw(Pool::d6(2))),
        _ => Ok(0),
    }
}

#[test]
fn branches_with_different_dice_keep_their_proportions() {
    assert_agrees(uneven);
}

/// Two bodies shoot at each other until one has lost two or three rounds are over.
fn firefight(dice: &mut dyn Dice) -> Result<(u32, u32, u32), Halt> {
    let (mut one, mut other) = (2_u32, 2_u32);
    let mut rounds = 0;
    while one > 0 && other > 0 && rounds < 3 {
        let hits = dice.tally(&throw(Pool::new(one, 3)), &[3])?[0];
        let hits_back = dice.tally(&throw(Pool::new(other, 2)), &[2])?[0];
        one = one.saturating_sub(hits_back);
        other = other.saturating_sub(hits);
        rounds += 1;
        dice.merge(&[i64::from(one), i64::from(other)])?;
    }
    Ok((one, other, rounds))
}

#[test]
fn merged_branches_agree_with_every_face() {
    assert_agrees(firefight);
}

#[test]
fn merging_follows_each_key_once() {
    let mut runs = 0;
    odds(|dice| {
        runs += 1;
        for _ in 0..20 {
            dice.sum(&throw(Pool::new(1, 2)))?;
            dice.merge(&[])?;
        }
        Ok(())
    });
    // Two branches from each of 20 merges and the start, where there were 2²⁰, and one at the end.
    assert_eq!(runs, 20 * 2 + 1);
}

#[test]
fn merging_in_one_branch_only_is_sound() {
    assert_agrees(|dice| {
        let first = dice.sum(&throw(Pool::d6(1)))?;
        if first > 2 {
            dice.merge(&[i64::from(first > 4)])?;
            let second = dice.sum(&throw(Pool::new(2, 4)))?;
            dice.merge(&[i64::from(first > 4), i64::from(second)])?;
            return Ok((first > 4, second));
        }
        Ok((false, dice.sum(&throw(Pool::new(first, 4)))?))
    });
}

/// Long enough for weights beyond 128 bits: a walk of 130 throws of a coin.
#[test]
fn many_merges_stay_exact() {
    let coin = throw(Pool {
        lowest: 0,
        ..Pool::new(1, 2)
    });
    let walk = odds(|dice| {
        let mut heads = 0;
        for _ in 0..130 {
            heads += dice.sum(&coin)?;
            dice.merge(&[i64::from(heads)])?;
        }
        Ok(heads)
    });
    let binomial = Distribution::sum_of(Pool {
        lowest: 0,
        ..Pool::new(130, 2)
    })
    .unwrap();
    assert_eq!(walk, binomial);
}

fn roll_off(dice: &mut dyn Dice) -> Result<bool, Halt> {
    loop {
        let one = dice.sum(&throw(Pool::d6(1)))?;
        let other = dice.sum(&throw(Pool::new(1, 4)))?;
        if one != other {
            return Ok(one > other);
        }
        dice.again()?;
    }
}

/// Of 24 throws of a d6 against a d4, 4 tie, 14 go to the d6 and 6 to the d4.
#[test]
fn ties_thrown_again_drop_out() {
    assert_eq!(
        fractions(&odds(roll_off)),
        [(false, Ratio::new(6, 20)), (true, Ratio::new(14, 20))]
    );
}

/// After a six only there is a roll-off; its ties must not make sixes rarer.
#[test]
fn ties_leave_what_came_before_the_merge_alone() {
    let explored = odds(|dice| {
        let six = dice.sum(&throw(Pool::d6(1)))? == 6;
        dice.merge(&[i64::from(six)])?;
        if six {
            roll_off(dice).map(Some)
        } else {
            Ok(None)
        }
    });
    let expected = [
        (None, Ratio::new(5, 6)),
        (Some(false), Ratio::new(6, 120)),
        (Some(true), Ratio::new(14, 120)),
    ];
    assert_eq!(fractions(&explored), expected);
}

#[test]
fn a_roll_off_without_end_is_said() {
    let endless = explore(Limit::default(), &AtomicBool::new(false), |dice| {
        dice.sum(&throw(Pool::d6(0)))?;
        dice.again()
    });
    assert_eq!(endless, Err(Halt::Endless));
}

#[test]
fn published_odds_hold() {
    let three = odds(|dice| dice.sum(&throw(Pool::d6(3))));
    assert_eq!(fractions(&three)[7], (10, Ratio::new(27, 216)));
    let sixes = odds(|dice| Ok(dice.tally(&throw(Pool::d6(4)), &[6])?[0]));
    assert_eq!(fractions(&sixes)[0], (0, Ratio::new(625, 1296)));
    let low =
        odds(|dice| Ok(dice.sum_lumped(&throw(Pool::d6(2)), &|sum| i64::from(sum <= 7))? <= 7));
    assert_eq!(fractions(&low)[1], (true, Ratio::new(7, 12)));
}

/// The generator and the exploration test each other.
#[test]
fn rolled_dice_fall_as_the_odds_say() {
    let exact = odds(firefight);
    let mut dice = Rolled::seeded(1642);
    let throws = 20_000;
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..throws {
        *seen.entry(firefight(&mut dice).unwrap()).or_insert(0_u32) += 1;
    }
    for (outcome, chance) in exact.chances() {
        let p = chance.p();
        let share = f64::from(seen.get(outcome).copied().unwrap_or(0)) / f64::from(throws);
        let deviation = (p * (1.0 - p) / f64::from(throws)).sqrt();
        assert!(
            (share - p).abs() < 5.0 * deviation,
            "{outcome:?}: {share} for {p}"
        );
    }
}

#[test]
fn too_many_branches_are_refused_with_their_number() {
    let refused = explore(Limit { runs: 1000 }, &AtomicBool::new(false), |dice| {
        (0..6)
            .map(|_| dice.sum(&throw(Pool::d6(1))))
            .collect::<Result<Vec<_>, _>>()
    });
    let Err(Halt::TooLarge(size)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!((size.size, size.limit), (46_656, 1000));
}

#[test]
fn a_procedure_that_never_ends_is_stopped() {
    let refused = explore(Limit { runs: 1000 }, &AtomicBool::new(false), |dice| {
        while dice.sum(&throw(Pool::d6(1)))? < 6 {}
        Ok::<_, Halt>(())
    });
    assert!(matches!(refused, Err(Halt::TooLarge(_))));
}

#[test]
fn a_raised_flag_interrupts() {
    let stop = AtomicBool::new(false);
    let mut runs = 0;
    let stopped = explore(Limit::default(), &stop, |dice| {
        runs += 1;
        stop.store(runs == 3, std::sync::atomic::Ordering::Relaxed);
        dice.sum(&throw(Pool::d6(1)))
    });
    assert_eq!((stopped, runs), (Err(Halt::Interrupted), 3));
}

#[test]
fn dice_outside_the_limits_are_refused() {
    for pool in [Pool::d6(1001), Pool::new(1, 1), Pool::new(1, 0)] {
        let refused = explore(Limit::default(), &AtomicBool::new(false), |dice| {
            dice.contest(&[weighted(pool, 1)], &[])
        });
        assert!(matches!(refused, Err(Halt::Pool(_))));
    }
}

#[derive(Debug, PartialEq)]
enum OwnError {
    Dice(Halt),
    Rule,
}

impl From<Halt> for OwnError {
    fn from(halt: Halt) -> OwnError {
        OwnError::Dice(halt)
    }
}

#[test]
fn an_error_of_the_procedure_ends_the_exploration() {
    let failed = explore(Limit::default(), &AtomicBool::new(false), |dice| {
        let sum = dice.sum(&throw(Pool::d6(1)))?;
        dice.merge(&[i64::from(sum)])?;
        if sum == 6 {
            Err(OwnError::Rule)
        } else {
            Ok(sum)
        }
    });
    assert_eq!(failed, Err(OwnError::Rule));
}

#[test]
fn forty_dice_against_forty_are_three_branches() {
    let mut runs = 0;
    let contest = odds(|dice| {
        runs += 1;
        let sums = dice.contest(&[weighted(Pool::d6(40), 1)], &[weighted(Pool::d6(40), 1)])?;
        Ok(sums[0].cmp(&sums[1]))
    });
    assert_eq!(runs, 3);
    assert_eq!(*contest.total(), Weight::from(6_u32).pow(80));
}
