//! Drumhead, an umpire's assistant for tabletop wargames.
//!
//! A line typed by the referee becomes a command, a procedure turns the
//! command and some dice into a resolution, and a report shows it:
//!
//! ```text
//! words typed -> language -> procedures(rules, situation, dice) -> resolution -> report
//! ```

pub mod number;
pub mod rules;
