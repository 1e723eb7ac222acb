//! In how many ways the faces come to each sum.

use crate::dice::{Pool, TooLarge, Weight};

/// The most words of 64 bits that a table of sums may take: 64 MiB.
const MOST_WORDS: u128 = 1 << 23;

/// Every sum of the pool in rising order, with its number of ways.
pub(in crate::dice) fn sums(pool: Pool) -> Result<Vec<(u32, Weight)>, TooLarge> {
    let above_lowest = pool.sides.saturating_sub(1);
    let highest = pool.dice.saturating_mul(above_lowest);
    let words = u128::from(pool.dice) * u128::from(pool.sides.max(1).ilog2() + 1) / 64 + 1;
    TooLarge::unless((u128::from(highest) + 1) * words, MOST_WORDS)?;
    let ways = powers_of_even_polynomial(pool.dice, above_lowest as usize, highest);
    Ok((pool.min_sum()..=pool.max_sum()).zip(ways).collect())
}

/// The coefficients of (1 + x + … + xᵐ)ⁿ up to that of x^highest.
///
/// The power P of a polynomial p satisfies p P′ = n p′ P. Comparing
/// coefficients gives k aₖ = Σ (i (n + 1) − k) aₖ₋ᵢ over i from 1 to m, one
/// short step for each sum however many the dice. With S = Σ aₖ₋ᵢ and
/// T = Σ i aₖ₋ᵢ, kept up from one k to the next, aₖ = ((n + 1) T − k S) ÷ k.
fn powers_of_even_polynomial(n: u32, m: usize, highest: u32) -> Vec<Weight> {
    let mut ways = vec![Weight::ONE];
    let mut plain = Weight::ONE;
    let mut graded = Weight::ONE;
    let dice_and_one = Weight::from(u64::from(n) + 1);
    let window = Weight::from(m as u64);
    for k in 1..=highest {
        let k = Weight::from(k);
        let times_k = (&dice_and_one * &graded).saturating_sub(&(&k * &plain));
        let new = times_k.checked_div(&k).unwrap_or(Weight::ZERO);
        plain += &new;
        if let Some(leaving) = ways.len().checked_sub(m).and_then(|place| ways.get(place)) {
            plain = plain.saturating_sub(leaving);
            graded = graded.saturating_sub(&(&window * leaving));
        }
        graded += &plain;
        ways.push(new);
    }
    ways
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// Adds one die after another.
    fn die_by_die(pool: Pool) -> Vec<(u32, Weight)> {
        let mut ways = vec![Weight::ONE];
        for _ in 0..pool.dice {
            let mut next = vec![Weight::ZERO; ways.len() + pool.sides as usize - 1];
            for (sum, weight) in ways.iter().enumerate() {
                for face in 0..pool.sides as usize {
                    next[sum + face] += weight;
                }
            }
            ways = next;
        }
        (pool.min_sum()..).zip(ways).collect()
    }

    #[test]
    fn sums_agree_with_adding_die_by_die() {
        for dice in 0..=12 {
            for sides in [2, 3, 4, 6, 10, 20] {
                for lowest in [0, 1] {
                    let pool = Pool {
                        dice,
                        sides,
                        lowest,
                    };
                    assert_eq!(sums(pool).unwrap(), die_by_die(pool), "{pool}");
                }
            }
        }
    }

    #[test]
    fn sums_of_many_dice_are_exact_beyond_128_bits() {
        for pool in [Pool::d6(80), Pool::new(20, 100)] {
            assert_eq!(sums(pool).unwrap(), die_by_die(pool), "{pool}");
        }
    }
}
