//! The console: what it offers to complete, how it marks what is typed, and how it behaves at a terminal.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod expect;
mod hurried;
mod terminal;
mod words;
