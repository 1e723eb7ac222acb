//! Exact odds of everything that throws dice.
//!
//! A line is declared once, and each headline of it is counted by itself over the plan that also rules
//! it (see [`rulings::odds`](crate::rulings::odds)): one that is out of reach takes no other with it.
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
mod ledger;
mod reply;
mod simulate;
mod table;
mod topic;
mod words;

pub use find::{Ground, Tell, counter, declared, find};
pub use headline::{headline, headline_within};
pub use headlines::Headlines;
pub use reply::{Found, Reply, Simulated};
pub use simulate::{GENERATOR, margin, simulate};
pub use table::{Came, Odds, Spread, mean};
pub use topic::{Of, Topic};
pub use words::{chance_text, fall_text, mean_text, one_in_text};
