//! What the referee types: a line of words becomes a command.

pub mod battle;
pub mod command;
pub mod fault;
pub mod line;
pub mod quoting;
pub mod signs;
pub mod token;
pub mod topics;
pub mod verbs;
pub mod written;

mod lexer;
mod scan;

pub use line::{Amended, Grammar, expect};

/// What a line ends with when dice that lie on the table are not to be used.
pub const FRESH: &str = "--fresh";
