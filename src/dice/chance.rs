//! An exact probability.

use super::Weight;
use super::nearest_double::nearest_double;

/// An exact probability: so many ways of so many.
#[derive(Clone, Debug)]
pub struct Chance {
    ways: Weight,
    of: Weight,
}

impl Chance {
    /// `ways` of `of`.
    ///
    /// It is brought to lowest terms only where somebody reads them: of numbers of a hundred thousand
    /// digits, as a long fight has them, that takes longer than to find them.
    pub fn new(ways: &Weight, of: &Weight) -> Chance {
        Chance {
            ways: ways.clone(),
            of: of.clone(),
        }
    }

    /// How many ways of how many, in lowest terms, in digits.
    pub fn in_lowest_terms(&self) -> (String, String) {
        let common = self.ways.gcd(&self.of);
        let shorten = |number: &Weight| number.checked_div(&common).unwrap_or(Weight::ZERO);
        (
            shorten(&self.ways).to_string(),
            shorten(&self.of).to_string(),
        )
    }

    /// How many ways, in lowest terms, in digits.
    pub fn ways(&self) -> String {
        self.in_lowest_terms().0
    }

    /// Of how many, in lowest terms, in digits.
    pub fn of(&self) -> String {
        self.in_lowest_terms().1
    }

    /// Whether it cannot happen.
    pub fn is_impossible(&self) -> bool {
        self.ways.is_zero()
    }

    /// Whether nothing else can happen.
    pub fn is_certain(&self) -> bool {
        self.ways == self.of && !self.ways.is_zero()
    }

    /// The probability as the nearest double.
    pub fn p(&self) -> f64 {
        nearest_double(&self.ways, &self.of)
    }
}

/// Two probabilities are the same whatever they are parts of.
impl PartialEq for Chance {
    fn eq(&self, other: &Chance) -> bool {
        &self.ways * &other.of == &other.ways * &self.of
    }
}

impl Eq for Chance {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chance_is_in_lowest_terms() {
        let chance = |ways: u32, of: u32| {
            let chance = Chance::new(&Weight::from(ways), &Weight::from(of));
            (chance.ways(), chance.of(), chance.p())
        };
        assert_eq!(chance(21, 36), ("7".into(), "12".into(), 7.0 / 12.0));
        assert_eq!(chance(0, 36), ("0".into(), "1".into(), 0.0));
        assert_eq!(chance(36, 36), ("1".into(), "1".into(), 1.0));
    }
}
