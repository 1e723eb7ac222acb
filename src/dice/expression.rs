//! Dice that are added and taken away, and a constant.

use std::fmt;

use super::pool::all_digits;
use super::{Pool, PoolError};

/// Dice and a constant, as the `roll` verb takes them: `3d6+2`, `2d6 + 1d8`, `40d6 - 40d6`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expression {
    /// The dice, in the order in which they are thrown: one pool or more.
    pub terms: Vec<Term>,
    /// What is added to their total, from minus to plus [`Expression::MOST_PLUS`].
    pub plus: i64,
}

/// Dice that are added, or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Whether their sum is added.
    pub sign: Sign,
    /// The dice.
    pub pool: Pool,
}

/// Whether something is added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is taken away.
    Minus,
}

impl Sign {
    /// A sum with this sign.
    pub fn of(self, sum: u32) -> i64 {
        match self {
            Sign::Plus => i64::from(sum),
            Sign::Minus => -i64::from(sum),
        }
    }
}

impl Expression {
    /// The most that may be added or taken away.
    pub const MOST_PLUS: i64 = 1_000_000;

    /// Reads `3d6`, `3d6+2`, `3d6 - 1`, `2d6 + 1d8` or `40d6 - 40d6`.
    ///
    /// # Errors
    /// Those of [`Pool::parse`] and [`Pool::check`], the latter for all dice together, and
    /// [`PoolError::Plus`] for a constant out of bounds.
    pub fn parse(text: &str) -> Result<Expression, PoolError> {
        let text = text.trim();
        let not_dice = || PoolError::NotDice(text.to_owned());
        let mut expression = Expression {
            terms: Vec::new(),
            plus: 0,
        };
        let mut sign = Sign::Plus;
        let mut rest = text;
        loop {
            let end = rest.find(['+', '-']).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            expression.take(sign, part.trim(), &not_dice)?;
            sign = match after.chars().next() {
                None => break,
                Some('-') => Sign::Minus,
                Some(_) => Sign::Plus,
            };
            // Both signs are one byte long.
            rest = after.get(1..).unwrap_or_default();
        }
        let dice = expression.terms.iter().map(|term| term.pool.dice);
        let dice = dice.fold(0, u32::saturating_add);
        if dice > Pool::MOST_DICE {
            return Err(PoolError::TooManyDice(dice.to_string()));
        }
        Ok(expression)
    }

    /// Takes one part between two signs: dice, or after them a constant.
    fn take(
        &mut self,
        sign: Sign,
        part: &str,
        not_dice: &impl Fn() -> PoolError,
    ) -> Result<(), PoolError> {
        if part.is_empty() || !all_digits(part) {
            // What was typed is quoted whole where it has parts.
            let pool = Pool::parse(part).map_err(|error| match error {
                PoolError::NotDice(_) => not_dice(),
                other => other,
            })?;
            self.terms.push(Term { sign, pool });
            return Ok(());
        }
        if self.terms.is_empty() {
            return Err(not_dice());
        }
        let constant = part.parse::<i64>().ok();
        let plus = constant.and_then(|constant| match sign {
            Sign::Plus => self.plus.checked_add(constant),
            Sign::Minus => self.plus.checked_sub(constant),
        });
        let bounds = -Expression::MOST_PLUS..=Expression::MOST_PLUS;
        self.plus = plus
            .filter(|plus| bounds.contains(plus))
            .ok_or_else(|| PoolError::Plus(part.to_owned()))?;
        Ok(())
    }

    /// The dice, where they are of one kind and nothing is added or taken away.
    pub fn one_pool(&self) -> Option<Pool> {
        match self.terms.as_slice() {
            [
                Term {
                    sign: Sign::Plus,
                    pool,
                },
            ] if self.plus == 0 => Some(*pool),
            _ => None,
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, Term { sign, pool }) in self.terms.iter().enumerate() {
            match sign {
                Sign::Plus if place == 0 => {}
                Sign::Plus => f.write_str("+")?,
                Sign::Minus => f.write_str("-")?,
            }
            write!(f, "{pool}")?;
        }
        if self.plus != 0 {
            write!(f, "{:+}", self.plus)?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn constants_may_follow_the_dice() {
        for (text, plus, shown) in [
            ("3d6", 0, "3d6"),
            ("3d6+2", 2, "3d6+2"),
            ("3D6 - 2", -2, "3d6-2"),
            ("3d6+0", 0, "3d6"),
            ("3d6+2-5", -3, "3d6-3"),
            ("3d6-1000000", -1_000_000, "3d6-1000000"),
        ] {
            let read = Expression::parse(text).unwrap();
            let of = Term {
                sign: Sign::Plus,
                pool: Pool::d6(3),
            };
            let terms = vec![of];
            assert_eq!(read, Expression { terms, plus });
            assert_eq!(read.to_string(), shown);
        }
    }

    #[test]
    fn dice_may_be_added_and_taken_away() {
        let read = Expression::parse("40d6 - 40d6 + d8 - 3").unwrap();
        let signs: Vec<_> = read.terms.iter().map(|term| term.sign).collect();
        assert_eq!(signs, [Sign::Plus, Sign::Minus, Sign::Plus]);
        assert_eq!(read.to_string(), "40d6-40d6+1d8-3");
        assert_eq!(Expression::parse(&read.to_string()), Ok(read));
    }

    #[test]
    fn what_is_no_dice_is_refused() {
        for text in [
            "", "3d6+", "3d6+-2", "3d6+x", "+2", "2+3d6", "-3d6", "3d6 2",
        ] {
            assert_eq!(
                Expression::parse(text),
                Err(PoolError::NotDice(text.to_owned())),
                "{text}"
            );
        }
        for text in ["3d6+1000001", "3d6-99999999999999999999", "3d6+1000000+1"] {
            assert!(
                matches!(Expression::parse(text), Err(PoolError::Plus(_))),
                "{text}"
            );
        }
    }

    #[test]
    fn all_dice_together_have_a_limit() {
        assert!(Expression::parse("500d6-500d6").is_ok());
        assert_eq!(
            Expression::parse("600d6 - 401d6"),
            Err(PoolError::TooManyDice("1001".to_owned()))
        );
    }

    #[test]
    fn only_dice_alone_are_one_pool() {
        let pool = |text| Expression::parse(text).unwrap().one_pool();
        assert_eq!(pool("3d6"), Some(Pool::d6(3)));
        assert_eq!(pool("3d6+1"), None);
        assert_eq!(pool("3d6+1d6"), None);
    }
}
