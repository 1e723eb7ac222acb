//! What the referee types: a line of words becomes a command.

pub mod battle;
pub mod command;
pub mod fault;
pub mod line;
pub mod signs;
pub mod token;
pub mod verbs;

mod lexer;
mod scan;

pub use line::Grammar;
