//! Exploring from merge to merge.

use std::collections::BTreeMap;

use super::path::{Cut, Path, Step};
use super::shares::Shares;
use crate::dice::{Dice, Distribution, Halt, Weight};

/// The key of a merge.
type Key = Vec<i64>;

/// Where a run ends.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End<T> {
    Outcome(T),
    Merged(Key),
}

/// Branches that came to one merge with one key, to be followed as one.
struct Origin {
    /// The steps of one of them.
    steps: Vec<Step>,
    weight: Weight,
    total: Weight,
}

pub(super) fn explore<T: Ord, E: From<Halt>>(
    mut path: Path<'_>,
    mut run: impl FnMut(&mut dyn Dice) -> Result<T, E>,
) -> Result<Distribution<T>, E> {
    let mut outcomes = Shares::new();
    let mut origins = vec![Origin {
        steps: Vec::new(),
        weight: Weight::ONE,
        total: Weight::ONE,
    }];
    let mut stage = 0;
    while !origins.is_empty() {
        let mut arrivals = Shares::new();
        let mut first_steps = BTreeMap::new();
        for Origin {
            steps,
            weight,
            total,
        } in origins
        {
            path.start_from(steps, stage);
            let ends = follow(&mut path, &mut run, &mut first_steps)?;
            // Branches that are made again are left out, and what is kept shares their weight.
            let kept = ends
                .values()
                .fold(Weight::ZERO, |sum, weight| &sum + weight);
            if kept.is_zero() {
                return Err(Halt::Endless.into());
            }
            let total = &total * &kept;
            for (end, share) in ends {
                let share = &share * &weight;
                match end {
                    End::Outcome(outcome) => outcomes.add(outcome, &share, total.clone()),
                    End::Merged(key) => arrivals.add(key, &share, total.clone()),
                }
            }
        }
        origins = next_origins(arrivals, first_steps);
        stage += 1;
    }
    let (outcomes, _) = outcomes.settle();
    Ok(Distribution::of_weights(outcomes))
}

/// Follows every branch from where `path` stands to an outcome or the next merge.
///
/// Of the branches that come to a merge with a new key, the steps are kept.
fn follow<T: Ord, E: From<Halt>>(
    path: &mut Path<'_>,
    run: &mut impl FnMut(&mut dyn Dice) -> Result<T, E>,
    first_steps: &mut BTreeMap<Key, Vec<Step>>,
) -> Result<BTreeMap<End<T>, Weight>, E> {
    let mut ends = Shares::new();
    loop {
        path.begin_run()?;
        let outcome = run(path);
        let end = match path.cut() {
            None => Some(End::Outcome(outcome?)),
            Some(Cut::Again) => None,
            Some(Cut::Merged) => {
                if !first_steps.contains_key(path.key()) {
                    first_steps.insert(path.key().to_vec(), path.steps());
                }
                Some(End::Merged(path.key().to_vec()))
            }
        };
        if let Some(end) = end {
            ends.add(end, &path.weight(), path.total());
        }
        if !path.turn() {
            return Ok(ends.settle().0);
        }
    }
}

fn next_origins(arrivals: Shares<Key>, mut first_steps: BTreeMap<Key, Vec<Step>>) -> Vec<Origin> {
    let (arrivals, total) = arrivals.settle();
    let origin = |(key, weight)| {
        let steps = first_steps.remove(&key)?;
        Some(Origin {
            steps,
            weight,
            total: total.clone(),
        })
    };
    arrivals.into_iter().filter_map(origin).collect()
}
