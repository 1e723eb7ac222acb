//! Odds that would take too long to count.

use std::fmt;

/// Exact odds that would take more steps than are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// About how many steps they would take (at most: it may turn out less).
    pub size: u128,
    /// How many steps are allowed.
    pub limit: u128,
}

impl TooLarge {
    /// Refuses more steps than `limit`.
    ///
    /// # Errors
    /// Itself, if `size` is above `limit`.
    pub(super) fn unless(size: u128, limit: u128) -> Result<(), TooLarge> {
        if size > limit {
            Err(TooLarge { size, limit })
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "exact odds would take about {} steps, and at most {} are taken",
            Grouped(self.size),
            Grouped(self.limit)
        )
    }
}

impl std::error::Error for TooLarge {}

/// A whole number with commas between the thousands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouped(pub u128);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                write!(f, ",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_said() {
        let refused = TooLarge::unless(46_656_000, 100_000).map_err(|error| error.to_string());
        assert_eq!(
            refused,
            Err(
                "exact odds would take about 46,656,000 steps, and at most 100,000 are taken"
                    .into()
            )
        );
        assert_eq!(TooLarge::unless(7, 7), Ok(()));
    }
}
