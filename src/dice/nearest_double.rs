//! The double nearest to a quotient of whole numbers.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::Weight;

/// Bits of the significand of a double.
const PRECISION: i64 = 53;
/// The least double above zero is 2⁻¹⁰⁷⁴.
const FINEST: i64 = 1074;
/// Whole numbers up to this are exact as doubles.
const LARGEST_EXACT: u64 = 1 << PRECISION;

/// The double nearest to `numerator` ÷ `denominator`, of two equally near the even one.
///
/// A denominator of 0 gives 0.
pub(crate) fn nearest_double(numerator: &Weight, denominator: &Weight) -> f64 {
    if numerator.is_zero() || denominator.is_zero() {
        return 0.0;
    }
    let exact = |weight: &Weight| weight.to_u64().filter(|number| *number <= LARGEST_EXACT);
    if let (Some(numerator), Some(denominator)) = (exact(numerator), exact(denominator)) {
        // Both are doubles themselves, and a division of doubles rounds to the nearest.
        return numerator as f64 / denominator as f64;
    }
    let (numerator, denominator) = (numerator.big(), denominator.big());
    // The quotient is scaled by 2^scale to a whole number of 53 bits (54 if the
    // estimate is one short), or of fewer where doubles end.
    let estimate = PRECISION - (bits(&numerator) - bits(&denominator));
    let scale = estimate.min(FINEST);
    match rounded(&numerator, &denominator, scale) {
        Some(whole) => times_power_of_two(whole, -scale),
        None => rounded(&numerator, &denominator, scale - 1)
            .map_or(f64::INFINITY, |whole| times_power_of_two(whole, 1 - scale)),
    }
}

fn bits(number: &BigUint) -> i64 {
    i64::try_from(number.bits()).unwrap_or(i64::MAX)
}

/// The quotient times 2^scale, to the nearest whole number, or `None` if it has more than 53 bits.
fn rounded(numerator: &BigUint, denominator: &BigUint, scale: i64) -> Option<u64> {
    let numerator = numerator << scale.max(0).unsigned_abs();
    let denominator = denominator << scale.min(0).unsigned_abs();
    let whole = (&numerator / &denominator)
        .to_u64()
        .filter(|whole| *whole < LARGEST_EXACT)?;
    let twice_rest = (numerator % &denominator) << 1_u32;
    let up = twice_rest > denominator || (twice_rest == denominator && whole % 2 == 1);
    Some(whole + u64::from(up))
}

/// `whole` × 2^exponent, where that is a double.
fn times_power_of_two(whole: u64, exponent: i64) -> f64 {
    // In two steps, because 2⁻¹⁰⁷⁴ is no normal double and cannot be formed from its exponent.
    let half = exponent / 2;
    whole as f64 * power_of_two(half) * power_of_two(exponent - half)
}

fn power_of_two(exponent: i64) -> f64 {
    match u64::try_from(exponent + 1023) {
        Ok(biased @ 1..2047) => f64::from_bits(biased << 52),
        Ok(0) | Err(_) => 0.0,
        Ok(_) => f64::INFINITY,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quotient(numerator: u128, denominator: u128) -> f64 {
        nearest_double(&Weight::from(numerator), &Weight::from(denominator))
    }

    #[test]
    fn small_quotients_are_those_of_doubles() {
        assert_eq!(quotient(625, 1296), 0.482_253_086_419_753_06);
        assert_eq!(quotient(1, 3), 1.0 / 3.0);
        assert_eq!(quotient(0, 6), 0.0);
        assert_eq!(quotient(6, 6), 1.0);
    }

    /// 2⁻¹⁰⁷⁴ is the least double; half of it lies between it and zero, the even one.
    #[test]
    fn the_smallest_quotients_round_where_doubles_end() {
        let two = Weight::from(2_u32);
        let least = f64::from_bits(1);
        assert_eq!(nearest_double(&Weight::ONE, &two.pow(1074)), least);
        assert_eq!(nearest_double(&Weight::ONE, &two.pow(1075)), 0.0);
        assert_eq!(
            nearest_double(&Weight::from(3_u32), &two.pow(1075)),
            2.0 * least
        );
        assert_eq!(
            nearest_double(&Weight::from(5_u32), &two.pow(1075)),
            2.0 * least
        );
        assert_eq!(
            nearest_double(&Weight::ONE, &Weight::from(6_u32).pow(1000)),
            0.0
        );
        assert_eq!(
            nearest_double(&Weight::ONE, &two.pow(1022)),
            f64::MIN_POSITIVE
        );
    }

    #[test]
    fn large_quotients_are_whole() {
        let two = Weight::from(2_u32);
        assert_eq!(
            nearest_double(&two.pow(300), &two.pow(100)),
            2_f64.powi(200)
        );
        assert_eq!(nearest_double(&two.pow(3000), &Weight::ONE), f64::INFINITY);
        let just_below = two.pow(54).saturating_sub(&Weight::ONE);
        assert_eq!(nearest_double(&just_below, &two.pow(54)), 1.0);
    }

    proptest! {
        /// The text of a quotient to 40 places, read by the standard library, gives the nearest double.
        #[test]
        fn the_last_digit_is_right(numerator: u128, denominator in 1..u128::MAX, shift in 0..127_u32) {
            let numerator = numerator >> shift;
            prop_assume!(numerator > 0);
            let (whole, rest) = (numerator / denominator, BigUint::from(numerator % denominator));
            let places = rest * BigUint::from(10_u32).pow(80) / denominator;
            let text = format!("{whole}.{:0>80}", places.to_string());
            prop_assert_eq!(quotient(numerator, denominator), text.parse::<f64>().unwrap());
        }

        /// Where the numbers are not doubles themselves, enlarging both changes nothing.
        #[test]
        fn enlarging_both_changes_nothing(numerator in 1..1_u64 << 53, denominator in 1..1_u64 << 53, power in 60..900_u32) {
            let factor = Weight::from(3_u32).pow(power);
            let large = |number: u64| &Weight::from(number) * &factor;
            let expected = numerator as f64 / denominator as f64;
            prop_assert_eq!(nearest_double(&large(numerator), &large(denominator)), expected);
        }
    }
}
