//! What the referee types: a line of words becomes a command.

pub mod battle;
pub mod command;
pub mod line;
pub mod quoting;
pub mod token;
pub mod topics;
pub mod verbs;
pub mod written;

mod lexer;
mod scan;

pub use crate::typed_line::fault;
pub use line::{Amended, Grammar, expect};
