//! The console: what it offers to complete, how it marks what is typed, and how it behaves at a terminal.

mod expect;
mod terminal;
mod words;
