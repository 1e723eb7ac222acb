//! Dice and a constant.

use std::fmt;

use super::pool::all_digits;
use super::{Pool, PoolError};

/// Dice and a constant, as the `roll` verb takes them: `3d6+2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    /// The dice.
    pub pool: Pool,
    /// What is added to their sum, from minus to plus [`Expression::MOST_PLUS`].
    pub plus: i64,
}

impl Expression {
    /// The most that may be added or taken away.
    pub const MOST_PLUS: i64 = 1_000_000;

    /// Reads `3d6`, `3d6+2` or `3d6 - 1`.
    ///
    /// # Errors
    /// Those of [`Pool::parse`], and [`PoolError::Plus`] for a constant out of bounds.
    pub fn parse(text: &str) -> Result<Expression, PoolError> {
        let text = text.trim();
        let Some((dice, constant)) = text.split_once(['+', '-']) else {
            return Ok(Expression {
                pool: Pool::parse(text)?,
                plus: 0,
            });
        };
        let digits = constant.trim_start();
        if digits.is_empty() || !all_digits(digits) {
            return Err(PoolError::NotDice(text.to_owned()));
        }
        let pool = Pool::parse(dice.trim_end())?;
        let size = digits
            .parse::<i64>()
            .ok()
            .filter(|size| *size <= Expression::MOST_PLUS)
            .ok_or_else(|| PoolError::Plus(digits.to_owned()))?;
        let negative = text.contains('-');
        Ok(Expression {
            pool,
            plus: if negative { -size } else { size },
        })
    }

    /// The total of the expression when the dice show `sum`.
    pub fn total(&self, sum: u32) -> i64 {
        self.plus.saturating_add(i64::from(sum))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.plus == 0 {
            write!(f, "{}", self.pool)
        } else {
            write!(f, "{}{:+}", self.pool, self.plus)
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_may_follow_the_dice() {
        for (text, plus, shown) in [
            ("3d6", 0, "3d6"),
            ("3d6+2", 2, "3d6+2"),
            ("3D6 - 2", -2, "3d6-2"),
            ("3d6+0", 0, "3d6"),
            ("3d6-1000000", -1_000_000, "3d6-1000000"),
        ] {
            let read = Expression::parse(text).unwrap();
            assert_eq!(
                read,
                Expression {
                    pool: Pool::d6(3),
                    plus
                }
            );
            assert_eq!(read.to_string(), shown);
        }
    }

    #[test]
    fn a_bad_constant_is_refused() {
        for text in ["3d6+", "3d6+-2", "3d6+2+2", "3d6+x", "+2"] {
            assert!(
                matches!(Expression::parse(text), Err(PoolError::NotDice(_))),
                "{text}"
            );
        }
        for text in ["3d6+1000001", "3d6-99999999999999999999"] {
            assert!(
                matches!(Expression::parse(text), Err(PoolError::Plus(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn the_total_adds_the_constant() {
        assert_eq!(Expression::parse("3d6-5").unwrap().total(3), -2);
    }
}
