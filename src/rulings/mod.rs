//! The engine of rulings: a program unrolled for a situation, then resolved, explained, looked up or counted.

pub mod not_said;
pub mod odds;
pub mod operation;
pub mod phrasing;
pub mod plan;
mod reading_tables;
pub mod value;

pub mod checks;
pub mod compile;
pub mod context;
pub mod declaration;
mod form;
pub mod outcome;
pub mod participant;
pub mod resolve;
pub mod stop;
pub mod wording;
