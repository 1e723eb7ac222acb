//! Why a ruling stops before its outcome.

use crate::dice::Halt;
use crate::typed_line::LineFault;

/// Why a ruling stops before its outcome.
#[derive(Debug)]
pub enum Stop {
    /// The declaration is refused.
    Refused(LineFault),
    /// The dice stop it.
    Halt(Halt),
}

impl From<LineFault> for Stop {
    fn from(fault: LineFault) -> Self {
        Stop::Refused(fault)
    }
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Stop::Halt(halt)
    }
}
