//! Battles: scripted and at random, how they are kept, and what outlives a death.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod amends;
mod army_files;
mod battles;
mod deaths;
mod fields;
mod fields_at_random;
mod fills;
#[path = "../fought/mod.rs"]
mod fought;
#[path = "../harness/mod.rs"]
mod harness;
mod journal;
mod kills;
mod phases;
mod players;
mod slips;
mod written_lines;
