//! What a phase came to, once a ruling before it is amended.

use serde::{Deserialize, Serialize};

use super::effect::Effect;
use super::tally::Tally;

/// A later entry, with the effects that it has since a ruling before it was amended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Revised {
    /// Its number.
    pub entry: u64,
    /// What follows from it now.
    pub effects: Vec<Effect>,
}

/// All that was revised, in the order in which it was.
#[derive(Debug, Clone, Default)]
pub(super) struct Revisions {
    all: Vec<Revision>,
}

#[derive(Debug, Clone)]
struct Revision {
    /// The entry that revises.
    by: u64,
    revised: Revised,
}

impl Revisions {
    /// An entry revises later ones.
    pub(super) fn add(&mut self, by: u64, revised: &[Revised]) {
        let revised = revised.iter().cloned();
        self.all
            .extend(revised.map(|revised| Revision { by, revised }));
    }

    /// What an entry revises is forgotten.
    pub(super) fn forget(&mut self, by: u64) {
        self.all.retain(|revision| revision.by != by);
    }

    /// The effects of an entry as the last of those that count has revised it, `but` one.
    pub(super) fn of(&self, entry: u64, counted: &Tally, but: Option<u64>) -> Option<&[Effect]> {
        let mut latest = self.all.iter().rev();
        let latest = latest.find(|revision| {
            revision.revised.entry == entry && but != Some(revision.by) && counted.has(revision.by)
        });
        latest.map(|revision| revision.revised.effects.as_slice())
    }
}
