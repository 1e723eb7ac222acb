//! States with their weights.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::interner::ValueId;
use super::limbs::{add_product, limbs_for, number_of};
use crate::dice::Weight;

/// The most memory that the states of one layer may take, in bytes.
const MOST_BYTES: usize = 1 << 28;

/// States with their weights: what is known after some of the throws.
///
/// Every state is a row of as many values as are still read, and its weight a row of as many limbs as
/// the weight of all together needs.
#[derive(Debug)]
pub(super) struct Layer {
    width: usize,
    states: usize,
    rows: Vec<ValueId>,
    limbs: usize,
    weights: Vec<u64>,
    places: HashTable<u32>,
    /// What the weights are parts of: those of states that were left out are in it.
    total: Weight,
}

/// A layer has no room for another state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Full;

impl Layer {
    /// A layer of rows of so many values that has no states yet.
    pub(super) fn empty(width: usize, total: Weight) -> Layer {
        Layer {
            width,
            states: 0,
            rows: Vec::new(),
            limbs: limbs_for(&total),
            weights: Vec::new(),
            places: HashTable::new(),
            total,
        }
    }

    /// The layer before all throws: one state in which nothing is known.
    pub(super) fn start() -> Layer {
        let mut layer = Layer::empty(0, Weight::ONE);
        // The first state always has room.
        let _ = layer.add(&[], &[1], &[1]);
        layer
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states
    }

    /// What the weights are parts of.
    pub(super) fn total(&self) -> &Weight {
        &self.total
    }

    /// Each state with the limbs of its weight.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[ValueId], &[u64])> {
        let weights = self.weights.chunks_exact(self.limbs);
        weights.enumerate().map(|(place, weight)| {
            let from = place * self.width;
            let row = self.rows.get(from..from + self.width);
            (row.unwrap_or(&[]), weight)
        })
    }

    /// Each state with its weight.
    pub(super) fn weighed(&self) -> impl Iterator<Item = (&[ValueId], Weight)> {
        self.iter().map(|(row, limbs)| (row, number_of(limbs)))
    }

    /// Adds the product of two weights to the weight of a state.
    pub(super) fn add(&mut self, row: &[ValueId], one: &[u64], other: &[u64]) -> Result<(), Full> {
        let place = match self.places.entry(
            hash(row),
            |place| row_at(&self.rows, self.width, *place) == row,
            |place| hash(row_at(&self.rows, self.width, *place)),
        ) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(vacant) => {
                let bytes = (self.states + 1) * (self.width * 4 + self.limbs * 8);
                let place = u32::try_from(self.states).map_err(|_| Full)?;
                if bytes > MOST_BYTES {
                    return Err(Full);
                }
                vacant.insert(place);
                self.states += 1;
                self.rows.extend_from_slice(row);
                self.weights.resize(self.states * self.limbs, 0);
                place
            }
        };
        let from = place as usize * self.limbs;
        if let Some(weight) = self.weights.get_mut(from..from + self.limbs) {
            add_product(weight, one, other);
        }
        Ok(())
    }
}

fn row_at(rows: &[ValueId], width: usize, place: u32) -> &[ValueId] {
    let from = place as usize * width;
    rows.get(from..from + width).unwrap_or(&[])
}

fn hash(row: &[ValueId]) -> u64 {
    let mut hasher = FxHasher::default();
    for value in row {
        hasher.write_u32(value.0);
    }
    hasher.finish()
}
