//! Exact whole numbers that count ways.

use std::fmt;
use std::ops::{Add, AddAssign, Mul};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{CheckedDiv, Pow, ToPrimitive};

/// A number of ways, exact however large.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(Size);

/// Every number that fits 128 bits is `Fits`, so that comparing the variants first is right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Size {
    Fits(u128),
    Beyond(BigUint),
}

use Size::{Beyond, Fits};

impl Weight {
    /// No way.
    pub const ZERO: Weight = Weight(Fits(0));
    /// One way.
    pub const ONE: Weight = Weight(Fits(1));

    /// Whether this is no way at all.
    pub fn is_zero(&self) -> bool {
        *self == Weight::ZERO
    }

    /// The number, multiplied `exponent` times.
    pub fn pow(&self, exponent: u32) -> Weight {
        match &self.0 {
            Fits(base) => match base.checked_pow(exponent) {
                Some(power) => Weight(Fits(power)),
                None => Weight::of_big(Pow::pow(&BigUint::from(*base), exponent)),
            },
            Beyond(base) => Weight::of_big(Pow::pow(base, exponent)),
        }
    }

    /// The difference, or zero where it would be negative.
    pub fn saturating_sub(&self, other: &Weight) -> Weight {
        match (&self.0, &other.0) {
            (Fits(left), Fits(right)) => Weight(Fits(left.saturating_sub(*right))),
            (Beyond(_), _) if self > other => Weight::of_big(self.big() - other.big()),
            _ => Weight::ZERO,
        }
    }

    /// How many whole times `divisor` goes into it; `None` for a divisor of zero.
    pub fn checked_div(&self, divisor: &Weight) -> Option<Weight> {
        match (&self.0, &divisor.0) {
            (Fits(left), Fits(right)) => CheckedDiv::checked_div(left, right).map(Weight::from),
            _ => self.big().checked_div(&divisor.big()).map(Weight::of_big),
        }
    }

    /// The greatest common divisor.
    pub fn gcd(&self, other: &Weight) -> Weight {
        match (&self.0, &other.0) {
            (Fits(left), Fits(right)) => Weight(Fits(left.gcd(right))),
            _ => Weight::of_big(self.big().gcd(&other.big())),
        }
    }

    /// The least common multiple.
    pub fn lcm(&self, other: &Weight) -> Weight {
        match self.checked_div(&self.gcd(other)) {
            Some(factor) => &factor * other,
            None => Weight::ZERO,
        }
    }

    /// The number as a `u64`, if it fits.
    pub(super) fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Fits(number) => number.to_u64(),
            Beyond(_) => None,
        }
    }

    /// The number as a big integer.
    pub(crate) fn big(&self) -> BigUint {
        match &self.0 {
            Fits(number) => BigUint::from(*number),
            Beyond(number) => number.clone(),
        }
    }

    /// The weight of so many ways.
    pub(crate) fn of_big(number: BigUint) -> Weight {
        Weight(number.to_u128().map_or(Beyond(number), Fits))
    }
}

impl From<u128> for Weight {
    fn from(number: u128) -> Weight {
        Weight(Fits(number))
    }
}

impl From<u64> for Weight {
    fn from(number: u64) -> Weight {
        Weight(Fits(u128::from(number)))
    }
}

impl From<u32> for Weight {
    fn from(number: u32) -> Weight {
        Weight(Fits(u128::from(number)))
    }
}

impl Add for &Weight {
    type Output = Weight;

    fn add(self, other: &Weight) -> Weight {
        if let (Fits(left), Fits(right)) = (&self.0, &other.0)
            && let Some(sum) = left.checked_add(*right)
        {
            return Weight(Fits(sum));
        }
        Weight(Beyond(self.big() + other.big()))
    }
}

impl AddAssign<&Weight> for Weight {
    fn add_assign(&mut self, other: &Weight) {
        match (&mut self.0, &other.0) {
            (Beyond(left), Beyond(right)) => *left += right,
            (Beyond(left), Fits(right)) => *left += *right,
            _ => *self = &*self + other,
        }
    }
}

impl Mul for &Weight {
    type Output = Weight;

    fn mul(self, other: &Weight) -> Weight {
        match (&self.0, &other.0) {
            (Fits(left), Fits(right)) => match left.checked_mul(*right) {
                Some(product) => Weight(Fits(product)),
                None => Weight(Beyond(BigUint::from(*left) * *right)),
            },
            (Beyond(big), Fits(small)) | (Fits(small), Beyond(big)) => Weight::of_big(big * *small),
            (Beyond(left), Beyond(right)) => Weight(Beyond(left * right)),
        }
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Fits(number) => number.fmt(f),
            Beyond(number) => number.fmt(f),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Numbers on both sides of 2¹²⁸, small ones among them.
    fn number() -> impl Strategy<Value = BigUint> {
        (
            any::<u128>(),
            0..128_u32,
            prop_oneof![Just(1), any::<u128>()],
        )
            .prop_map(|(low, shift, high)| BigUint::from(low >> shift) * high)
    }

    fn weight(number: &BigUint) -> Weight {
        Weight::of_big(number.clone())
    }

    proptest! {
        #[test]
        fn reckoning_agrees_with_big_integers(left in number(), right in number()) {
            let (a, b) = (weight(&left), weight(&right));
            prop_assert_eq!(&a + &b, weight(&(&left + &right)));
            prop_assert_eq!(&a * &b, weight(&(&left * &right)));
            prop_assert_eq!(a.gcd(&b), weight(&left.gcd(&right)));
            prop_assert_eq!(a.lcm(&b), weight(&left.lcm(&right)));
            prop_assert_eq!(a.checked_div(&b), left.checked_div(&right).as_ref().map(weight));
            prop_assert_eq!(a.cmp(&b), left.cmp(&right));
            prop_assert_eq!(a.to_string(), left.to_string());
            prop_assert_eq!(a.pow(3), weight(&(&left * &left * &left)));
            let mut sum = a.clone();
            sum += &b;
            prop_assert_eq!(&sum, &(&a + &b));
            prop_assert_eq!(sum.saturating_sub(&b), a);
            prop_assert_eq!(b.saturating_sub(&sum), Weight::ZERO);
        }
    }

    #[test]
    fn the_border_of_128_bits_is_crossed_both_ways() {
        let most = Weight::from(u128::MAX);
        let over = &most + &Weight::ONE;
        assert_eq!(over.to_string(), "340282366920938463463374607431768211456");
        assert!(over > most);
        assert_eq!(over.saturating_sub(&Weight::ONE), most);
        assert_eq!(over, Weight::from(2_u32).pow(128));
        assert_eq!(over.checked_div(&Weight::ZERO), None);
        assert_eq!(Weight::ZERO.lcm(&Weight::ZERO), Weight::ZERO);
    }
}
