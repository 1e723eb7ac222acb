//! What the referee types: signs, tokens, distances and names.

pub mod distance;
pub mod fault;
pub mod names;
pub mod phrase;
pub mod signs;
pub mod token;

mod lexer;
mod plural;
mod scan;
mod spelling;
