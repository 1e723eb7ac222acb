//! The project itself: the order of its modules, and examples in its documents that run.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

mod docs;
mod games;
mod house;
mod paper;
