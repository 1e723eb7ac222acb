//! Why dice stop a resolution.

use thiserror::Error;

use smol_str::SmolStr;

use super::{PoolError, TooLarge};
use crate::typed_line::LineFault;

/// Why dice stop a resolution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// The faces told do not answer what is asked.
    #[error("{0}")]
    Told(LineFault),
    /// The person at the keyboard wants no more of it.
    #[error("interrupted")]
    Interrupted,
    /// Exact odds would take too long.
    #[error("{0}")]
    TooLarge(TooLarge),
    /// Such dice cannot be thrown.
    #[error("{0}")]
    Pool(PoolError),
    /// One throw would have more dice than can be thrown at once.
    #[error("{thrower} would throw {dice} dice, and 1,000 are the most that can be thrown at once")]
    TooManyDice {
        /// Who would throw them.
        thrower: SmolStr,
        /// How many.
        dice: i64,
    },
    /// Throws that decide nothing would be made again for ever.
    #[error("the throws are made again and again and can never be decided")]
    Endless,
}

impl From<LineFault> for Halt {
    fn from(fault: LineFault) -> Halt {
        Halt::Told(fault)
    }
}

impl From<TooLarge> for Halt {
    fn from(too_large: TooLarge) -> Halt {
        Halt::TooLarge(too_large)
    }
}

impl From<PoolError> for Halt {
    fn from(error: PoolError) -> Halt {
        Halt::Pool(error)
    }
}
