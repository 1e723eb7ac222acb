//! So many dice of one kind.

use std::fmt;
use std::ops::RangeInclusive;

use thiserror::Error;

/// So many dice of one kind: `3d6`, or a `d10` read 0 to 9.
///
/// The fields are open so that a ruling can reckon the number of dice; a
/// source of dice refuses a pool outside the limits (see [`Pool::check`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pool {
    /// How many dice, at most [`Pool::MOST_DICE`]; 0 is a throw of no dice, whose sum is 0.
    pub dice: u32,
    /// How many sides each has, in [`Pool::SIDES`].
    pub sides: u32,
    /// The lowest face: 1, or 0 for a d10 read 0 to 9.
    pub lowest: u32,
}

/// Why a text or a number is no pool of dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PoolError {
    /// The text does not have the form of dice.
    #[error("`{0}` is not dice, such as `3d6` or `d10`")]
    NotDice(String),
    /// More dice than [`Pool::MOST_DICE`].
    #[error("at most 1,000 dice can be thrown, not `{0}`")]
    TooManyDice(String),
    /// A number of sides outside [`Pool::SIDES`].
    #[error("a die has 2 to 1,000 sides, not `{0}`")]
    Sides(String),
    /// A constant beyond what an expression may add or take away.
    #[error("at most 1,000,000 can be added or taken away, not `{0}`")]
    Plus(String),
}

impl Pool {
    /// The most dice that one throw may have.
    pub const MOST_DICE: u32 = 1000;
    /// How many sides a die may have.
    pub const SIDES: RangeInclusive<u32> = 2..=1000;

    /// Dice whose faces run from 1 to `sides`; the limits are checked when they are thrown.
    pub const fn new(dice: u32, sides: u32) -> Pool {
        Pool {
            dice,
            sides,
            lowest: 1,
        }
    }

    /// Ordinary six-sided dice.
    pub const fn d6(dice: u32) -> Pool {
        Pool::new(dice, 6)
    }

    /// The highest face of one die.
    pub const fn highest_face(&self) -> u32 {
        self.lowest.saturating_add(self.sides.saturating_sub(1))
    }

    /// The sum when every die shows its lowest face.
    pub const fn min_sum(&self) -> u32 {
        self.dice.saturating_mul(self.lowest)
    }

    /// The sum when every die shows its highest face.
    pub const fn max_sum(&self) -> u32 {
        self.dice.saturating_mul(self.highest_face())
    }

    /// The pool itself, if it is within the limits.
    ///
    /// # Errors
    /// [`PoolError::TooManyDice`] or [`PoolError::Sides`].
    pub fn check(self) -> Result<Pool, PoolError> {
        if self.dice > Pool::MOST_DICE {
            Err(PoolError::TooManyDice(self.dice.to_string()))
        } else if !Pool::SIDES.contains(&self.sides) {
            Err(PoolError::Sides(self.sides.to_string()))
        } else {
            Ok(self)
        }
    }

    /// Reads `3d6`, `2D6`, `d10` (one die) or `0d6` (no die).
    ///
    /// # Errors
    /// Says what is not dice, or which limit is passed.
    pub fn parse(text: &str) -> Result<Pool, PoolError> {
        let not_dice = || PoolError::NotDice(text.to_owned());
        let (dice, sides) = text.split_once(['d', 'D']).ok_or_else(not_dice)?;
        if sides.is_empty() || !all_digits(dice) || !all_digits(sides) {
            return Err(not_dice());
        }
        let dice = match dice {
            "" => 1,
            // Only too long a number fails to parse: there are nothing but digits.
            digits => digits
                .parse()
                .map_err(|_| PoolError::TooManyDice(digits.to_owned()))?,
        };
        let sides = sides
            .parse()
            .map_err(|_| PoolError::Sides(sides.to_owned()))?;
        Pool::new(dice, sides).check()
    }
}

pub(super) fn all_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.dice, self.sides)?;
        if self.lowest == 1 {
            Ok(())
        } else {
            write!(f, " ({} to {})", self.lowest, self.highest_face())
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_in_every_spelling() {
        for (text, pool, shown) in [
            ("3d6", Pool::d6(3), "3d6"),
            ("2D6", Pool::d6(2), "2d6"),
            ("d10", Pool::new(1, 10), "1d10"),
            ("0d6", Pool::d6(0), "0d6"),
            ("1000d1000", Pool::new(1000, 1000), "1000d1000"),
        ] {
            assert_eq!(Pool::parse(text), Ok(pool));
            assert_eq!(pool.to_string(), shown);
        }
    }

    #[test]
    fn what_is_not_dice_is_refused() {
        for text in [
            "", "d", "3d", "6", "3d6d6", "-1d6", "+1d6", "3 d6", "³d6", "3d6+2", "xd6",
        ] {
            assert_eq!(Pool::parse(text), Err(PoolError::NotDice(text.to_owned())));
        }
    }

    #[test]
    fn the_limits_are_said() {
        for (text, message) in [
            ("1001d6", "at most 1,000 dice can be thrown, not `1001`"),
            (
                "999999999999d6",
                "at most 1,000 dice can be thrown, not `999999999999`",
            ),
            ("1d1", "a die has 2 to 1,000 sides, not `1`"),
            ("1d0", "a die has 2 to 1,000 sides, not `0`"),
            ("1d1001", "a die has 2 to 1,000 sides, not `1001`"),
            (
                "d99999999999",
                "a die has 2 to 1,000 sides, not `99999999999`",
            ),
        ] {
            assert_eq!(Pool::parse(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_d10_may_be_read_from_nought() {
        let pool = Pool {
            dice: 2,
            sides: 10,
            lowest: 0,
        };
        assert_eq!(
            (pool.highest_face(), pool.min_sum(), pool.max_sum()),
            (9, 0, 18)
        );
        assert_eq!(pool.to_string(), "2d10 (0 to 9)");
    }
}
