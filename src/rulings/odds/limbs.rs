//! Whole numbers of a fixed width in one row of memory, for adding up ways in place.

use num_bigint::BigUint;

use crate::dice::Weight;

/// Bits of one limb.
const LIMB: u64 = u64::BITS as u64;

/// How many limbs hold every number up to this.
pub(super) fn limbs_for(most: &Weight) -> usize {
    let limbs = most.big().bits().div_ceil(LIMB).max(1);
    usize::try_from(limbs).unwrap_or(usize::MAX)
}

/// The limbs of a number, lowest first, so many of them.
pub(super) fn limbs_of(number: &Weight, width: usize) -> Vec<u64> {
    let mut limbs = number.big().to_u64_digits();
    limbs.resize(width, 0);
    limbs
}

/// The number that these limbs make, lowest first.
pub(super) fn number_of(limbs: &[u64]) -> Weight {
    let halves = limbs.iter().flat_map(|limb| {
        let [low, high] = [*limb as u32, (*limb >> u32::BITS) as u32];
        [low, high]
    });
    Weight::of_big(BigUint::new(halves.collect()))
}

/// Adds `one` times `other` to a number that is wide enough for the sum.
pub(super) fn add_product(to: &mut [u64], one: &[u64], other: &[u64]) {
    match (&mut *to, one, other) {
        ([to], [one], [other]) => *to = to.wrapping_add(one.wrapping_mul(*other)),
        ([low, high], [one_low, one_high @ ..], [other_low, other_high @ ..]) => {
            let product = wide(*one_low, one_high).wrapping_mul(wide(*other_low, other_high));
            let sum = wide(*low, &[*high]).wrapping_add(product);
            [*low, *high] = [sum as u64, (sum >> LIMB) as u64];
        }
        _ => add_long_product(to, one, other),
    }
}

fn wide(low: u64, high: &[u64]) -> u128 {
    let high = high.first().copied().unwrap_or(0);
    u128::from(low) | (u128::from(high) << LIMB)
}

fn add_long_product(mut to: &mut [u64], one: &[u64], other: &[u64]) {
    for limb in one {
        let (within, beyond) = to.split_at_mut(other.len().min(to.len()));
        let mut carry = 0_u128;
        for (sum, other) in within.iter_mut().zip(other) {
            carry += u128::from(*sum) + u128::from(*limb) * u128::from(*other);
            *sum = carry as u64;
            carry >>= LIMB;
        }
        for sum in beyond {
            if carry == 0 {
                break;
            }
            carry += u128::from(*sum);
            *sum = carry as u64;
            carry >>= LIMB;
        }
        let Some((_, rest)) = std::mem::take(&mut to).split_first_mut() else {
            return;
        };
        to = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn number() -> impl Strategy<Value = BigUint> {
        let parts = proptest::collection::vec(prop_oneof![Just(u32::MAX), any::<u32>()], 0..=7);
        parts.prop_map(BigUint::new)
    }

    proptest! {
        #[test]
        fn products_add_up_as_big_integers_do(sum in number(), one in number(), other in number()) {
            let expected = Weight::of_big(&sum + &one * &other);
            let [sum, one, other] = [sum, one, other].map(Weight::of_big);
            let mut limbs = limbs_of(&sum, limbs_for(&expected));
            let one = limbs_of(&one, limbs_for(&one));
            let other = limbs_of(&other, limbs_for(&other));
            add_product(&mut limbs, &one, &other);
            prop_assert_eq!(number_of(&limbs), expected);
        }
    }
}
