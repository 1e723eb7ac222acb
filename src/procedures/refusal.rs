//! Why a ruling is not given.

pub use crate::rulings::refusal::{Refusal, Stop};
