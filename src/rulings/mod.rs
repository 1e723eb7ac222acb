//! The engine of rulings: a program unrolled for a situation, then resolved, explained, looked up or counted.

pub mod odds;
pub mod operation;
pub mod plan;
mod reading_tables;
pub mod value;
