//! What happens after an answer that met a value which the source does not give.

use crate::procedures::Blank;

/// Offers to fill a blank. Nothing can be filled in yet; the answer has said what is missing.
pub(super) fn offer(_blank: &Blank) {}
