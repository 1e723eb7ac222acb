//! The numbers of `roll-off`: dice a side, the higher chooses.

use crate::dice::Pool;

/// Dice a side; the higher has the say, and ties are thrown again.
#[derive(Debug, Clone)]
pub struct RollOff {
    /// What each side throws.
    pub dice: Pool,
    /// What the higher side may do.
    pub say: String,
}
