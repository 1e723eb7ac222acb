//! Battles: scripted and at random, how they are kept, and what outlives a death.

mod battles;
mod deaths;
mod fields;
mod fields_at_random;
#[path = "../fought/mod.rs"]
mod fought;
mod journal;
mod kills;
mod players;
