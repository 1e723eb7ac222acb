//! The project itself: the order of its modules, and examples in its documents that run.

mod docs;
mod house;
