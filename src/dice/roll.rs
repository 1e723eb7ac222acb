//! Dice for their own sake.

use std::fmt;

use super::{Expression, Halt, Pool, Throw, Thrower};

/// Dice that are thrown for their own sake, and what of them counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Roll {
    /// Their total.
    Total(Expression),
    /// How many of them show a face or more.
    AtLeast {
        /// The dice.
        pool: Pool,
        /// The least face that counts.
        face: u32,
    },
}

impl Roll {
    /// What of the dice counts, as a field is called.
    pub fn field(&self) -> &'static str {
        match self {
            Roll::Total(_) => "total",
            Roll::AtLeast { .. } => "count",
        }
    }

    /// Throws the dice, each kind in the order typed.
    ///
    /// # Errors
    /// Whatever keeps a throw from being made.
    pub fn throw(&self, dice: &mut dyn Thrower) -> Result<i64, Halt> {
        let asked = |pool: Pool| Throw::new("referee", "", "roll", pool);
        match self {
            Roll::Total(expression) => {
                expression
                    .terms
                    .iter()
                    .try_fold(expression.plus, |total, term| {
                        let sum = dice.sum(&asked(term.pool))?;
                        Ok(total.saturating_add(term.sign.of(sum)))
                    })
            }
            Roll::AtLeast { pool, face } => {
                Ok(dice.count_at_least(&asked(*pool), *face).map(i64::from)?)
            }
        }
    }
}

/// The roll as it is typed after its verb.
impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roll::Total(expression) => write!(f, "{expression}"),
            Roll::AtLeast { pool, face } => write!(f, "{pool} at-least {face}"),
        }
    }
}
