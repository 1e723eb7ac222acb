//! Exact numbers: halves, thirds and hundredths without floating point.

pub mod exact;
mod reading;
mod showing;

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use num_integer::Integer;
use num_rational::Ratio;

pub use reading::{NumberFault, Reading};

/// An exact number, kept as a fraction in lowest terms.
///
/// Numbers that are read lie within ±1,000,000,000 and have a denominator of
/// at most 1,000,000, see [`Number::parse`]. Sums and products of numbers are
/// exact as long as numerator and denominator fit 63 bits, which leaves room
/// for a thousand million units of a thousand million points. Beyond that,
/// which no rule comes near, an operator yields the next lower multiple of a
/// millionth, held between [`Number::MIN`] and [`Number::MAX`];
/// the `checked_…` operations say so instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(Ratio<i64>);

/// The step to which a result is rounded that has no exact place.
const FINEST: i128 = 1_000_000;

impl Number {
    /// 0.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));
    /// 1.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));
    /// ½.
    pub const HALF: Self = Self(Ratio::new_raw(1, 2));
    /// The largest number, 2⁶³ − 1.
    pub const MAX: Self = Self(Ratio::new_raw(i64::MAX, 1));
    /// The smallest number, −(2⁶³ − 1), so that every number has a negative.
    pub const MIN: Self = Self(Ratio::new_raw(-i64::MAX, 1));

    /// A whole number; `i64::MIN` becomes [`Number::MIN`].
    pub const fn whole(value: i64) -> Self {
        if value == i64::MIN {
            return Self::MIN;
        }
        Self(Ratio::new_raw(value, 1))
    }

    /// A fraction, or `None` if the denominator is 0 or the lowest terms do
    /// not fit.
    pub fn ratio(numerator: i64, denominator: i64) -> Option<Self> {
        exact(i128::from(numerator), i128::from(denominator))
    }

    /// The numerator in lowest terms; it carries the sign.
    pub const fn numerator(self) -> i64 {
        *self.0.numer()
    }

    /// The denominator in lowest terms, 1 or more.
    pub const fn denominator(self) -> i64 {
        *self.0.denom()
    }

    /// Whether there is no fraction.
    pub const fn is_whole(self) -> bool {
        self.denominator() == 1
    }

    /// Whether the number is below 0.
    pub const fn is_negative(self) -> bool {
        self.numerator() < 0
    }

    /// Whether the number is 0.
    pub const fn is_zero(self) -> bool {
        self.numerator() == 0
    }

    /// The largest whole number that is not above this one.
    pub const fn floor(self) -> i64 {
        self.numerator().div_euclid(self.denominator())
    }

    /// The smallest whole number that is not below this one.
    pub const fn ceil(self) -> i64 {
        -(-self.numerator()).div_euclid(self.denominator())
    }

    /// The number as an integer, or `None` if it is not whole.
    pub const fn to_i64(self) -> Option<i64> {
        if self.is_whole() {
            Some(self.numerator())
        } else {
            None
        }
    }

    /// The nearest floating point number, for showing only.
    pub fn to_f64(self) -> f64 {
        self.numerator() as f64 / self.denominator() as f64
    }

    /// The number without its sign.
    pub fn abs(self) -> Self {
        if self.is_negative() { -self } else { self }
    }

    /// The number so many times over.
    pub fn times(self, count: i64) -> Self {
        self * Self::whole(count)
    }

    /// The sum, or `None` if it cannot be kept exactly.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let (numerator, denominator) = self.sum(other);
        exact(numerator, denominator)
    }

    /// The difference, or `None` if it cannot be kept exactly.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(-other)
    }

    /// The product, or `None` if it cannot be kept exactly.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (numerator, denominator) = self.product(other);
        exact(numerator, denominator)
    }

    /// The quotient, or `None` if the divisor is 0 or the quotient cannot be
    /// kept exactly.
    pub fn checked_div(self, divisor: Self) -> Option<Self> {
        self.checked_mul(divisor.upside_down()?)
    }

    /// The quotient by a divisor that is not 0; 0 where it cannot be kept exactly.
    ///
    /// For divisors that a checked table gives: figures a base, the smallest
    /// part of a count, both above 0 and small.
    pub fn over(self, divisor: Self) -> Self {
        self.checked_div(divisor).unwrap_or(Self::ZERO)
    }

    /// One divided by this number, or `None` for 0.
    fn upside_down(self) -> Option<Self> {
        Self::ratio(self.denominator(), self.numerator())
    }

    /// Numerator and denominator of a sum. Two products of 63-bit numbers,
    /// added, fit 127 bits.
    fn sum(self, other: Self) -> (i128, i128) {
        let (a, b) = self.wide();
        let (c, d) = other.wide();
        if b == d {
            return (a + c, b);
        }
        (a * d + c * b, b * d)
    }

    /// Numerator and denominator of a product; it fits 126 bits.
    fn product(self, other: Self) -> (i128, i128) {
        let (a, b) = self.wide();
        let (c, d) = other.wide();
        (a * c, b * d)
    }

    fn wide(self) -> (i128, i128) {
        (i128::from(self.numerator()), i128::from(self.denominator()))
    }
}

/// The fraction in lowest terms, or `None` if it is none or does not fit.
fn exact(numerator: i128, denominator: i128) -> Option<Number> {
    // Nearly all numbers of a table are whole.
    if denominator == 1
        && let Ok(whole) = i64::try_from(numerator)
        && whole != i64::MIN
    {
        return Some(Number::whole(whole));
    }
    let divisor = numerator.gcd(&denominator);
    if denominator == 0 || divisor == 0 {
        return None;
    }
    let sign = denominator.signum();
    let numerator = i64::try_from(sign * numerator / divisor).ok()?;
    let denominator = i64::try_from(sign * denominator / divisor).ok()?;
    (numerator != i64::MIN).then_some(Number(Ratio::new_raw(numerator, denominator)))
}

/// The fraction if it fits, else the next lower number that has a place.
fn held((numerator, denominator): (i128, i128)) -> Number {
    exact(numerator, denominator).unwrap_or_else(|| rounded(numerator, denominator))
}

/// A fraction with a positive denominator, down to a millionth or, where that
/// does not fit, to the whole number below, held within the bounds.
fn rounded(numerator: i128, denominator: i128) -> Number {
    let whole = numerator.div_euclid(denominator);
    let rest = numerator.rem_euclid(denominator);
    // The rest is below the denominator, so scaling both down keeps the ratio
    // to far more than six places and the product within 127 bits.
    let scale = (denominator / i128::from(i64::MAX)).max(1);
    let millionths = (rest / scale) * FINEST / (denominator / scale);
    let fraction = exact(millionths, FINEST).unwrap_or(Number::ZERO);
    match i64::try_from(whole) {
        Ok(whole) => {
            let whole = Number::whole(whole);
            whole.checked_add(fraction).unwrap_or(whole)
        }
        Err(_) if whole < 0 => Number::MIN,
        Err(_) => Number::MAX,
    }
}

impl Default for Number {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.is_whole() && other.is_whole() {
            return Self::whole(self.numerator().saturating_add(other.numerator()));
        }
        held(self.sum(other))
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Number {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        held(self.product(other))
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        Self(Ratio::new_raw(-self.numerator(), self.denominator()))
    }
}

impl AddAssign for Number {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Number {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Number {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, Add::add)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::whole(value)
    }
}

impl From<i32> for Number {
    fn from(value: i32) -> Self {
        Self::whole(i64::from(value))
    }
}

impl From<u32> for Number {
    fn from(value: u32) -> Self {
        Self::whole(i64::from(value))
    }
}

impl From<usize> for Number {
    /// A count; one above [`Number::MAX`] is held there.
    fn from(value: usize) -> Self {
        Self::whole(i64::try_from(value).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests;
