//! In how many ways two weighted totals compare.

use std::collections::HashMap;

use super::sums;
use crate::dice::{Pool, TooLarge, Weight};

/// The dice of one side and how many times the sum of each pool counts.
pub(in crate::dice) type Side = Vec<(Pool, i64)>;

/// The most pairs of a total and a sum that are added up for one pool.
const MOST_PAIRS: u128 = 1 << 24;

/// The ways in which the left total is lower, equal and higher, each that there is with the
/// sums of one such throw: those of the left pools, then those of the right.
pub(in crate::dice) fn contests(
    left: &[(Pool, i64)],
    right: &[(Pool, i64)],
) -> Result<Vec<(Vec<u32>, Weight)>, TooLarge> {
    let (left, right) = (Totals::of(left)?, Totals::of(right)?);
    let mut lower = Branch::default();
    let mut equal = Branch::default();
    let mut higher = Branch::default();
    let mut rights = right.all().iter().peekable();
    let mut below = Weight::ZERO;
    let mut last_below = None;
    let everything = right.ways();
    for (total, ways) in left.all() {
        while let Some((other, times)) = rights.next_if(|(other, _)| other < total) {
            below += times;
            last_below = Some(*other);
        }
        let (first_above, level) = match rights.peek() {
            Some((other, times)) if other == total => {
                equal.add(ways, times, *total, *other);
                (rights.clone().nth(1), times.clone())
            }
            first => (first.copied(), Weight::ZERO),
        };
        if let Some(other) = last_below {
            higher.add(ways, &below, *total, other);
        }
        if let Some((other, _)) = first_above {
            let above = everything.saturating_sub(&(&below + &level));
            lower.add(ways, &above, *total, *other);
        }
    }
    let shown = |branch: Branch| {
        let (one, other) = branch.example?;
        Some((
            [left.sums_of(one), right.sums_of(other)].concat(),
            branch.ways,
        ))
    };
    Ok([lower, equal, higher]
        .into_iter()
        .filter_map(shown)
        .collect())
}

/// One way in which the totals compare.
struct Branch {
    ways: Weight,
    /// A pair of totals that compare so.
    example: Option<(i128, i128)>,
}

impl Default for Branch {
    fn default() -> Branch {
        Branch {
            ways: Weight::ZERO,
            example: None,
        }
    }
}

impl Branch {
    fn add(&mut self, ways: &Weight, times: &Weight, left: i128, right: i128) {
        self.ways += &(ways * times);
        self.example.get_or_insert((left, right));
    }
}

/// The weighted totals of one side, pool after pool.
struct Totals {
    /// Before the first pool and after each: rising totals with their ways.
    layers: Vec<Vec<(i128, Weight)>>,
    /// For each pool its rising sums, and how often each counts.
    pools: Vec<(Vec<(u32, Weight)>, i128)>,
}

impl Totals {
    fn of(side: &[(Pool, i64)]) -> Result<Totals, TooLarge> {
        let mut totals = Totals {
            layers: vec![vec![(0, Weight::ONE)]],
            pools: Vec::new(),
        };
        for (pool, weight) in side {
            let sums = sums(*pool)?;
            let weight = i128::from(*weight);
            let layer = added(totals.all(), &sums, weight)?;
            totals.layers.push(layer);
            totals.pools.push((sums, weight));
        }
        Ok(totals)
    }

    /// The totals after the last pool.
    fn all(&self) -> &[(i128, Weight)] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    fn ways(&self) -> Weight {
        self.all()
            .iter()
            .fold(Weight::ZERO, |sum, (_, ways)| &sum + ways)
    }

    /// The sums of one throw that comes to `total`, found from the last pool back.
    fn sums_of(&self, mut total: i128) -> Vec<u32> {
        let mut found = Vec::new();
        for ((sums, weight), before) in self.pools.iter().zip(&self.layers).rev() {
            let leads_there = |sum: u32| {
                let rest = total - weight * i128::from(sum);
                before
                    .binary_search_by_key(&rest, |(total, _)| *total)
                    .is_ok()
            };
            if let Some((sum, _)) = sums.iter().find(|(sum, _)| leads_there(*sum)) {
                total -= weight * i128::from(*sum);
                found.push(*sum);
            }
        }
        found.reverse();
        found
    }
}

/// The totals after one more pool.
fn added(
    totals: &[(i128, Weight)],
    sums: &[(u32, Weight)],
    weight: i128,
) -> Result<Vec<(i128, Weight)>, TooLarge> {
    TooLarge::unless(totals.len() as u128 * sums.len() as u128, MOST_PAIRS)?;
    let mut added: HashMap<i128, Weight> = HashMap::new();
    for (sum, times) in sums {
        let more = weight * i128::from(*sum);
        for (total, ways) in totals {
            *added.entry(total + more).or_insert(Weight::ZERO) += &(ways * times);
        }
    }
    let mut rising: Vec<_> = added.into_iter().collect();
    rising.sort_unstable_by_key(|(total, _)| *total);
    Ok(rising)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Of 36 throws of a die against a die, 15 go to either side and 6 to neither.
    #[test]
    fn die_against_die_is_even() {
        let one = [(Pool::d6(1), 1)];
        let ways: Vec<_> = contests(&one, &one).unwrap();
        let weights: Vec<_> = ways.iter().map(|(_, ways)| ways.to_string()).collect();
        assert_eq!(weights, ["15", "6", "15"]);
        for ((sums, _), expected) in ways.iter().zip([-1, 0, 1]) {
            let [left, right] = sums.as_slice() else {
                unreachable!()
            };
            assert_eq!(left.cmp(right) as i32, expected);
        }
    }

    #[test]
    fn what_cannot_be_is_not_followed() {
        let higher = contests(&[(Pool::d6(1), 7)], &[(Pool::d6(1), 1)]).unwrap();
        assert_eq!(higher.len(), 1);
        let nothing = contests(&[], &[(Pool::d6(2), 0)]).unwrap();
        assert_eq!(nothing, [(vec![2], Weight::from(36_u32))]);
    }

    #[test]
    fn forty_dice_a_side_are_counted() {
        let forty = [(Pool::d6(40), 1)];
        let ways = contests(&forty, &forty).unwrap();
        let total = ways.iter().fold(Weight::ZERO, |sum, (_, ways)| &sum + ways);
        assert_eq!(total, Weight::from(6_u32).pow(80));
    }
}
