//! How far a count may go, and who is told how far it has come.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::dice::{Halt, TooLarge};

/// How far the count of one headline may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The most evaluations: one state followed along one answer of its dice, with what follows from it.
    pub evaluations: u64,
}

impl Default for Limit {
    /// Ten million evaluations, about a second.
    fn default() -> Limit {
        Limit {
            evaluations: 10_000_000,
        }
    }
}

/// What a count looks at now and then: whether to stop, and whom to tell how much of the limit is spent.
pub struct Watch<'a> {
    /// How far the count of one headline may go.
    pub limit: Limit,
    /// Raised to break it off.
    pub stop: &'a AtomicBool,
    /// Is told how many evaluations are made, and of how many at the most.
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// Evaluations between two looks.
const BETWEEN_LOOKS: u64 = 4096;

/// What is left of the limit for one headline.
pub(super) struct Budget<'w, 'a> {
    watch: &'w mut Watch<'a>,
    spent: u64,
    /// The most that may be spent for now.
    most: u64,
    next_look: u64,
}

/// Why a count ends without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// It cannot be counted at all.
    Halt(Halt),
    /// What may be spent for now is spent.
    Spent,
}

impl From<Halt> for Ended {
    fn from(halt: Halt) -> Ended {
        Ended::Halt(halt)
    }
}

impl From<TooLarge> for Ended {
    fn from(too_large: TooLarge) -> Ended {
        Ended::Halt(too_large.into())
    }
}

impl<'w, 'a> Budget<'w, 'a> {
    pub(super) fn new(watch: &'w mut Watch<'a>) -> Self {
        Budget {
            watch,
            spent: 0,
            most: 0,
            next_look: 0,
        }
    }

    /// Allows so many more, as far as the limit goes.
    pub(super) fn allow(&mut self, more: u64) {
        let most = self.spent.saturating_add(more);
        self.most = most.min(self.watch.limit.evaluations);
    }

    /// What is left of the limit.
    pub(super) fn left(&self) -> u64 {
        self.watch.limit.evaluations.saturating_sub(self.spent)
    }

    /// How many evaluations are made.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// The limit for the whole.
    pub(super) fn limit(&self) -> u64 {
        self.watch.limit.evaluations
    }

    /// Spends so many.
    pub(super) fn spend(&mut self, evaluations: u64) -> Result<(), Ended> {
        self.spent = self.spent.saturating_add(evaluations);
        if self.spent >= self.next_look {
            self.next_look = self.spent.saturating_add(BETWEEN_LOOKS);
            if self.watch.stop.load(Ordering::Relaxed) {
                return Err(Halt::Interrupted.into());
            }
            (self.watch.progress)(self.spent, self.watch.limit.evaluations);
        }
        if self.spent > self.most {
            return Err(Ended::Spent);
        }
        Ok(())
    }

    /// The refusal of a count that would take about so many evaluations.
    pub(super) fn refuse(&self, size: u128) -> Halt {
        let limit = u128::from(self.watch.limit.evaluations);
        Halt::TooLarge(TooLarge {
            size: size.max(limit.saturating_add(1)),
            limit,
        })
    }
}
