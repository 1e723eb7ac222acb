//! Drumhead, an umpire's assistant for tabletop wargames.
//!
//! A line typed by the referee becomes a command, the steps of a ruling turn the
//! command and some dice into a resolution, and a report shows it:
//!
//! ```text
//! words typed -> typed_line -> language -> rulings(rules, situation, dice) -> resolution -> report
//! ```

pub mod battle;
pub mod board;
pub mod cases;
pub mod cli;
pub mod config;
pub mod console;
pub mod desk;
pub mod dice;
pub mod distance;
pub mod interrupt;
pub mod language;
pub mod lookups;
pub mod naming;
pub mod number;
pub mod odds;
pub mod pager;
pub mod paper;
pub mod places;
pub mod prepared;
pub mod printable;
pub mod printing;
pub mod progress;
pub mod reference;
pub mod report;
pub mod resolution;
pub mod roster;
pub mod rules;
pub mod rulings;
pub mod script;
pub mod session;
pub mod settings;
pub mod sheet;
pub mod situation;
pub mod story;
pub mod tables;
pub mod typed_line;
pub mod voice;
