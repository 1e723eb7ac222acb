//! The engine of rulings: a program unrolled for a situation, then resolved, explained, looked up or counted.

pub mod operation;
pub mod plan;
mod reading_tables;
pub mod value;

pub mod compile;
pub mod context;
mod form;
pub mod participant;
pub mod refusal;
