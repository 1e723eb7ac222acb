//! In how many ways what the faces are worth adds up.

use num_integer::Integer;

use crate::dice::{Pool, TooLarge, Weight};
use crate::number::Number;

/// The most products that one table of sums may take.
const MOST_PRODUCTS: u128 = 1 << 23;

/// Every sum of what the faces are worth in rising order, with its number of ways.
///
/// `worth` has a number for each face, from the lowest; a face that it leaves out is worth 0.
pub(in crate::dice) fn worths(
    pool: Pool,
    worth: &[Number],
) -> Result<Vec<(Number, Weight)>, TooLarge> {
    let faces = (0..pool.sides as usize)
        .map(|face| worth.get(face).copied().unwrap_or(Number::ZERO))
        .collect::<Vec<_>>();
    let Some(steps) = Steps::of(&faces) else {
        return Err(TooLarge {
            size: u128::MAX,
            limit: MOST_PRODUCTS,
        });
    };
    let highest = u128::from(steps.highest()) * u128::from(pool.dice);
    TooLarge::unless(highest * steps.counts.len() as u128, MOST_PRODUCTS)?;
    let highest = u64::try_from(highest).unwrap_or(u64::MAX);
    let ways = power(&steps.counts, pool.dice, highest);
    let sum = |place: usize| {
        let steps_up = Number::from(place) * steps.width;
        steps.least * Number::from(pool.dice) + steps_up
    };
    let all = ways.into_iter().enumerate();
    Ok(all
        .filter(|(_, ways)| !ways.is_zero())
        .map(|(place, ways)| (sum(place), ways))
        .collect())
}

/// What the faces are worth as whole steps above the least.
struct Steps {
    least: Number,
    width: Number,
    /// How many faces lie so many steps above the least, rising; the first is 0 steps above.
    counts: Vec<(u64, u64)>,
}

impl Steps {
    /// `None` where the numbers have no common step that can be kept.
    fn of(faces: &[Number]) -> Option<Steps> {
        let least = faces.iter().copied().min()?;
        let above: Option<Vec<Number>> = faces.iter().map(|face| face.checked_sub(least)).collect();
        let above = above?;
        let scale = above.iter().try_fold(1_i64, |scale, number| {
            let common = i128::from(scale).lcm(&i128::from(number.denominator()));
            i64::try_from(common).ok()
        })?;
        let scaled: Option<Vec<i64>> = above
            .iter()
            .map(|number| number.checked_mul(Number::whole(scale))?.to_i64())
            .collect();
        let scaled = scaled?;
        let common = scaled.iter().fold(0_i64, |common, step| common.gcd(step));
        let width = common.max(1);
        let mut counts: Vec<(u64, u64)> = Vec::new();
        let mut rising: Vec<i64> = scaled;
        rising.sort_unstable();
        for step in rising {
            let step = u64::try_from(step / width).ok()?;
            match counts.last_mut() {
                Some((known, count)) if *known == step => *count += 1,
                _ => counts.push((step, 1)),
            }
        }
        Some(Steps {
            least,
            width: Number::ratio(width, scale)?,
            counts,
        })
    }

    fn highest(&self) -> u64 {
        self.counts.last().map_or(0, |(step, _)| *step)
    }
}

/// The coefficients of (c₀ + Σ cᵢ xⁱ)ⁿ up to that of x^highest.
///
/// The power P of a polynomial p satisfies p P′ = n p′ P. Comparing coefficients gives
/// k c₀ aₖ = Σ (i (n + 1) − k) cᵢ aₖ₋ᵢ, one short step for each sum however many the dice.
fn power(counts: &[(u64, u64)], n: u32, highest: u64) -> Vec<Weight> {
    let Some(((_, first), others)) = counts.split_first() else {
        return vec![Weight::ONE];
    };
    let first = Weight::from(*first);
    let mut ways = vec![first.pow(n)];
    for k in 1..=highest {
        let (mut above, mut below) = (Weight::ZERO, Weight::ZERO);
        for (i, count) in others.iter().take_while(|(i, _)| *i <= k) {
            let back = usize::try_from(k - i).ok();
            let Some(before) = back.and_then(|place| ways.get(place)) else {
                continue;
            };
            let signed = i128::from(*i) * (i128::from(n) + 1) - i128::from(k);
            let times = &Weight::from(signed.unsigned_abs()) * &Weight::from(*count);
            let product = &times * before;
            if signed < 0 {
                below += &product;
            } else {
                above += &product;
            }
        }
        let divisor = &Weight::from(k) * &first;
        let new = above.saturating_sub(&below).checked_div(&divisor);
        ways.push(new.unwrap_or(Weight::ZERO));
    }
    ways
}
