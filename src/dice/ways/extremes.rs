//! In how many ways the highest or the lowest face is this one.

use crate::dice::{Pool, Weight};

/// Every highest face in rising order, with its number of ways; 0 of no dice.
pub(in crate::dice) fn highest(pool: Pool) -> Vec<(u32, Weight)> {
    if pool.dice == 0 {
        return vec![(0, Weight::ONE)];
    }
    (0..pool.sides)
        .map(|above| {
            let all = Weight::from(above + 1).pow(pool.dice);
            let lower = Weight::from(above).pow(pool.dice);
            (
                pool.lowest.saturating_add(above),
                all.saturating_sub(&lower),
            )
        })
        .collect()
}

/// Every lowest face in rising order, with its number of ways; 0 of no dice.
pub(in crate::dice) fn lowest(pool: Pool) -> Vec<(u32, Weight)> {
    if pool.dice == 0 {
        return vec![(0, Weight::ONE)];
    }
    let turned_over = highest(pool).into_iter().rev();
    (pool.lowest..=pool.highest_face())
        .zip(turned_over)
        .map(|(face, (_, ways))| (face, ways))
        .collect()
}
