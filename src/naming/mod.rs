//! Names as a referee types them: case, hyphens, plurals, prefixes, slips.

pub mod names;
pub mod phrase;

mod plural;
mod spelling;

pub use names::{Found, Names};
