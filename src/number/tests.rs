#![allow(clippy::unwrap_used)]

use super::*;
use proptest::prelude::*;

fn ratio(numerator: i64, denominator: i64) -> Number {
    Number::ratio(numerator, denominator).unwrap()
}

#[test]
fn fractions_are_kept_in_lowest_terms_with_the_sign_above() {
    assert_eq!(ratio(6, -4), ratio(-3, 2));
    assert_eq!(ratio(-3, 2).numerator(), -3);
    assert_eq!(ratio(-3, 2).denominator(), 2);
    assert_eq!(ratio(0, 5), Number::ZERO);
    assert_eq!(Number::ratio(1, 0), None);
    assert_eq!(Number::ratio(0, 0), None);
}

#[test]
fn arithmetic_is_exact() {
    assert_eq!(ratio(1, 3) + ratio(1, 6), Number::HALF);
    assert_eq!(ratio(1, 2) - Number::ONE, ratio(-1, 2));
    assert_eq!(ratio(2, 3) * ratio(3, 4), Number::HALF);
    assert_eq!(ratio(1, 4).times(6), ratio(3, 2));
    assert_eq!(Number::whole(2).checked_div(ratio(4, 3)), Some(ratio(3, 2)));
    assert_eq!(Number::ONE.checked_div(Number::ZERO), None);
    assert_eq!([Number::HALF; 3].into_iter().sum::<Number>(), ratio(3, 2));
}

#[test]
fn floor_and_ceiling_of_negative_numbers() {
    assert_eq!((ratio(7, 2).floor(), ratio(7, 2).ceil()), (3, 4));
    assert_eq!((ratio(-7, 2).floor(), ratio(-7, 2).ceil()), (-4, -3));
    assert_eq!((Number::whole(3).floor(), Number::whole(3).ceil()), (3, 3));
    assert_eq!(ratio(7, 2).to_i64(), None);
    assert_eq!(Number::whole(7).to_i64(), Some(7));
}

#[test]
fn what_has_no_exact_place_is_held_at_the_next_lower() {
    assert_eq!(Number::MAX + Number::ONE, Number::MAX);
    assert_eq!(Number::MIN - Number::HALF, Number::MIN);
    assert_eq!(Number::MAX * Number::MIN, Number::MIN);
    assert_eq!(Number::whole(i64::MIN), Number::MIN);
    assert_eq!(Number::MAX.checked_add(Number::ONE), None);

    let tiny = ratio(1, i64::MAX);
    assert_eq!(tiny * tiny, Number::ZERO);
    assert_eq!(tiny.checked_mul(tiny), None);
    let third = ratio(3_000_000_000_000_000_001, 9_000_000_000_000_000_000);
    assert_eq!(third + ratio(1, 7), ratio(476_190, 1_000_000));
}

proptest! {
    #[test]
    fn no_operation_overflows(a: i64, b in 1..=i64::MAX, c: i64, d in 1..=i64::MAX) {
        let (Some(x), Some(y)) = (Number::ratio(a, b), Number::ratio(c, d)) else {
            return Ok(());
        };
        for result in [x + y, x - y, x * y, -x] {
            prop_assert!(result.denominator() > 0);
            prop_assert!(Number::MIN <= result && result <= Number::MAX);
        }
        prop_assert!(x.floor() <= x.ceil());
    }

    #[test]
    fn order_is_that_of_the_cross_products(a in -999i64..999, b in 1i64..999, c in -999i64..999, d in 1i64..999) {
        let (x, y) = (ratio(a, b), ratio(c, d));
        prop_assert_eq!(x.cmp(&y), (a * d).cmp(&(c * b)));
    }
}
