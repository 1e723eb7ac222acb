//! In how many ways the highest and the lowest face lie so far apart.

use crate::dice::{Pool, Weight};

/// Every spread (highest face less lowest) in rising order, with its number of ways.
pub(in crate::dice) fn spreads(pool: Pool) -> Vec<(u32, Weight)> {
    if pool.dice == 0 {
        return vec![(0, Weight::ONE)];
    }
    (0..pool.sides)
        .map(|spread| (spread, ways(pool, spread)))
        .filter(|(_, ways)| !ways.is_zero())
        .collect()
}

/// For each of the places where the lowest face can lie: all throws within
/// `spread + 1` faces, less those that miss the lowest or the highest of them.
fn ways(pool: Pool, spread: u32) -> Weight {
    let places = Weight::from(pool.sides - spread);
    if spread == 0 {
        return places;
    }
    let within = |faces: u32| Weight::from(faces).pow(pool.dice);
    let all_and_twice_missed = &within(spread + 1) + &within(spread - 1);
    let missing_one = within(spread);
    let both_shown = all_and_twice_missed.saturating_sub(&(&missing_one + &missing_one));
    &places * &both_shown
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 36 throws of two dice 6 show no difference, then 10, 8, 6, 4, 2.
    #[test]
    fn two_dice_differ_as_published() {
        let expected = [6_u32, 10, 8, 6, 4, 2].map(Weight::from);
        assert!(spreads(Pool::d6(2)).into_iter().eq((0..).zip(expected)));
    }

    #[test]
    fn one_die_and_none_have_no_spread() {
        assert_eq!(spreads(Pool::d6(1)), [(0, Weight::from(6_u32))]);
        assert_eq!(spreads(Pool::d6(0)), [(0, Weight::ONE)]);
    }
}
