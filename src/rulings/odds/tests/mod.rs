//! Counted odds against every face laid.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod every_face;
mod fights;
mod ground;
mod limits;
mod random;
