//! Exact odds of everything that throws dice.
//!
//! A line is declared once and thrown along every branch of its dice
//! ([`explore`](crate::dice::explore)), by the same code that rules it. What
//! comes of each branch is read as one joint outcome; the odds of a single
//! headline are summed up from these and never multiplied together.
//!
//! - [`find`]: the odds of one line, thrown once or until a side breaks;
//! - [`simulate`]: an estimate by throwing, for those who want to see it or
//!   where exact odds would take too long;
//! - [`headline`]: a few words for the console while a line is being typed.

mod chain;
mod fight;
mod find;
mod headline;
mod headlines;
mod reply;
mod simulate;
mod table;
mod topic;
mod words;

pub use find::{Ground, declared, find};
pub use headline::headline;
pub use headlines::Headlines;
pub use reply::{Found, Reply, Simulated};
pub use simulate::{GENERATOR, margin, simulate};
pub use table::{Odds, Spread, Values, mean};
pub use topic::{Of, Topic};
pub use words::{chance_text, fall_text, mean_text, one_in_text};
