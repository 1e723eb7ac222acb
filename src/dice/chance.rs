//! An exact probability.

use super::Weight;
use super::nearest_double::nearest_double;

/// An exact probability: so many ways of so many, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Chance {
    ways: Weight,
    of: Weight,
}

impl Chance {
    /// `ways` of `of`, brought to lowest terms.
    pub fn new(ways: &Weight, of: &Weight) -> Chance {
        let common = ways.gcd(of);
        let shorten = |number: &Weight| number.checked_div(&common).unwrap_or(Weight::ZERO);
        Chance {
            ways: shorten(ways),
            of: shorten(of),
        }
    }

    /// How many ways, in lowest terms, in digits.
    pub fn ways(&self) -> String {
        self.ways.to_string()
    }

    /// Of how many, in lowest terms, in digits.
    pub fn of(&self) -> String {
        self.of.to_string()
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
