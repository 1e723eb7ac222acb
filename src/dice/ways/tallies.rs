//! In how many ways so many dice pass each of several cuts.

use std::collections::BTreeMap;

use crate::dice::{Pool, TooLarge, Weight};

/// Faces that pass the same cuts.
struct Alike {
    /// For each cut whether they pass it, 1 or 0.
    passes: Vec<u32>,
    faces: u32,
}

/// Every tally (for each cut, how many dice show at least it) with its number of ways.
///
/// Faces that pass the same cuts are counted together, so that there is one
/// step for each tally that can be reached, at most `limit` of them.
pub(in crate::dice) fn tallies(
    pool: Pool,
    cuts: &[u32],
    limit: u64,
) -> Result<Vec<(Vec<u32>, Weight)>, TooLarge> {
    let kinds = kinds_of_faces(pool, cuts);
    TooLarge::unless(number_of_tallies(pool.dice, kinds.len()), u128::from(limit))?;
    let mut found = Vec::new();
    share_out(
        &kinds,
        pool.dice,
        &vec![0; cuts.len()],
        &Weight::ONE,
        &mut found,
    );
    Ok(found)
}

fn kinds_of_faces(pool: Pool, cuts: &[u32]) -> Vec<Alike> {
    let mut kinds: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for face in pool.lowest..=pool.highest_face() {
        let passes = cuts.iter().map(|cut| u32::from(face >= *cut)).collect();
        *kinds.entry(passes).or_default() += 1;
    }
    kinds
        .into_iter()
        .map(|(passes, faces)| Alike { passes, faces })
        .collect()
}

/// In how many ways so many dice can be shared out among so many kinds: C(dice + kinds − 1, kinds − 1).
fn number_of_tallies(dice: u32, kinds: usize) -> u128 {
    let mut number: u128 = 1;
    for step in 1..kinds as u128 {
        number = number.saturating_mul(u128::from(dice) + step) / step;
    }
    number
}

/// Shares `dice` out among `kinds` in every way, on top of the `tally` of the dice before.
fn share_out(
    kinds: &[Alike],
    dice: u32,
    tally: &[u32],
    weight: &Weight,
    found: &mut Vec<(Vec<u32>, Weight)>,
) {
    let Some((kind, others)) = kinds.split_first() else {
        return;
    };
    let passing = |number: u32| -> Vec<u32> {
        tally
            .iter()
            .zip(&kind.passes)
            .map(|(sum, pass)| sum + number * pass)
            .collect()
    };
    let faces = Weight::from(kind.faces);
    if others.is_empty() {
        found.push((passing(dice), weight * &faces.pow(dice)));
        return;
    }
    // C(dice, number) × faces^number, for a number that rises from 0.
    let mut choices = Weight::ONE;
    let mut power = Weight::ONE;
    for number in 0..=dice {
        let ways = weight * &(&choices * &power);
        share_out(others, dice - number, &passing(number), &ways, found);
        let left = &choices * &Weight::from(dice - number);
        choices = left
            .checked_div(&Weight::from(u64::from(number) + 1))
            .unwrap_or(Weight::ZERO);
        power = &power * &faces;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_reached_is_followed() {
        let reached = |dice, cuts: &[u32]| tallies(Pool::d6(dice), cuts, 1000).unwrap().len();
        assert_eq!(reached(4, &[]), 1);
        assert_eq!(reached(4, &[5]), 5);
        assert_eq!(reached(4, &[1]), 1);
        assert_eq!(reached(4, &[7]), 1);
        // Two dice among three kinds of faces: C(4, 2).
        assert_eq!(reached(2, &[3, 5]), 6);
        assert_eq!(reached(2, &[5, 5]), 3);
        assert_eq!(reached(0, &[3, 5]), 1);
    }

    #[test]
    fn too_many_tallies_are_refused_at_once() {
        let refused = tallies(Pool::new(1000, 10), &[2, 4, 6, 8], 1_000_000);
        // C(1004, 4)
        assert_eq!(refused.unwrap_err().size, 42_084_793_751);
    }
}
