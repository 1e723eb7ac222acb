//! A line as it was typed, places in it, and what is wrong with it.
//!
//! Everybody who reads a line, rules on it or throws dice for it speaks of it in these words; so
//! they stand below all of them, and know of none.

pub mod fault;

mod normalize;
mod range;

pub use fault::{FaultKind, LineFault};
pub use normalize::{LONGEST_LINE, Line, comment_start};
pub use range::{Excerpt, LineRange};

/// What a line ends with when dice that lie on the table are not to be used.
pub const FRESH: &str = "--fresh";
