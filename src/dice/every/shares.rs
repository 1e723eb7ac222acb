//! Adding up fractions of different denominators.

use std::collections::BTreeMap;

use crate::dice::Weight;

/// Sums of fractions `weight ÷ total`, one for each key.
///
/// Branches with different dice have different totals. There are few of
/// these, so each is added up for itself, and all brought to one at the end.
#[derive(Debug)]
pub(super) struct Shares<K> {
    by_total: BTreeMap<Weight, BTreeMap<K, Weight>>,
}

impl<K: Ord> Shares<K> {
    pub(super) fn new() -> Shares<K> {
        Shares {
            by_total: BTreeMap::new(),
        }
    }

    /// Adds `weight ÷ total` to the share of `key`.
    pub(super) fn add(&mut self, key: K, weight: &Weight, total: Weight) {
        let shares = self.by_total.entry(total).or_default();
        *shares.entry(key).or_insert(Weight::ZERO) += weight;
    }

    /// The share of each key as so many of one common denominator, which comes second.
    pub(super) fn settle(self) -> (BTreeMap<K, Weight>, Weight) {
        let common = self
            .by_total
            .keys()
            .fold(Weight::ONE, |common, total| common.lcm(total));
        let mut settled = BTreeMap::new();
        for (total, shares) in self.by_total {
            let factor = common.checked_div(&total).unwrap_or(Weight::ZERO);
            for (key, weight) in shares {
                *settled.entry(key).or_insert(Weight::ZERO) += &(&weight * &factor);
            }
        }
        (settled, common)
    }
}
