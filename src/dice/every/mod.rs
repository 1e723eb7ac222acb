//! Every possible throw of a procedure, each with its weight.
//!
//! The procedure is run again and again. A run answers the questions of the
//! branch it goes on from as they were answered before, and opens a new choice
//! where the procedure asks more; then the next answer of the last choice that
//! has one left is tried (see [`path`]). Where the procedure merges, its runs
//! are cut short and their weights added up by key; each key is then followed
//! once, from one of the runs that came to it (see [`stages`]).

mod answers;
mod path;
mod shares;
mod stages;

use std::sync::atomic::AtomicBool;

use super::{Dice, Distribution, Halt};

/// How far an exploration may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The most runs of the procedure; one of a few throws takes about a microsecond
    /// besides the procedure's own work.
    pub runs: u64,
}

impl Default for Limit {
    /// A million runs.
    fn default() -> Limit {
        Limit { runs: 1_000_000 }
    }
}

/// The exact distribution of what `run` returns, over every possible throw.
///
/// `run` is a procedure; it must depend on nothing but the dice that it is
/// given. Raising `stop` (from another thread or a signal) ends the exploration.
///
/// # Errors
/// What `run` itself returns, and as its error type [`Halt::Interrupted`] when
/// `stop` is raised, [`Halt::TooLarge`] when there are more branches than
/// `limit` allows, [`Halt::Endless`] if throws can only be made again for ever.
/// [`Halt::Pruned`] ends one run, not the exploration: it is recognised
/// whatever the procedure makes of it.
pub fn explore<T: Ord, E: From<Halt>>(
    limit: Limit,
    stop: &AtomicBool,
    run: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, E> {
    stages::explore(path::Path::new(limit, stop), run)
}

#[cfg(test)]
mod tests;
