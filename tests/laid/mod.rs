//! Every face of every die, laid one after the other: knows none of the shortcuts of the odds.

use std::collections::BTreeMap;

use drumhead::dice::{Counts, Halt, Landed, Pool, Record, Source, Throw, Thrower};
use num_rational::Ratio;

/// A chance as the test reckons it.
pub(crate) type Share = Ratio<u128>;

/// Why not every face was laid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The chance of each outcome, by laying every combination of faces; at most so many.
///
/// Branches whose throws are made again are left out. That is right where what is thrown before them is
/// thrown again with them, or has no part in whether they are.
pub(crate) fn every_face<T: Ord>(
    most: u64,
    mut run: impl FnMut(&mut dyn Thrower) -> Result<T, Halt>,
) -> Result<BTreeMap<T, Share>, TooMany> {
    let mut shares: BTreeMap<T, Share> = BTreeMap::new();
    let mut kept = Share::from_integer(0);
    let mut laid: Vec<Laid> = Vec::new();
    for _ in 0..most {
        let mut hand = Hand {
            laid,
            next: 0,
            again: Again::No,
            record: Record::default(),
        };
        let outcome = run(&mut hand);
        let again = hand.again;
        let next = hand.next;
        laid = hand.laid;
        laid.truncate(next);
        let sides = laid.iter().map(|laid| u128::from(laid.pool.sides));
        let combinations: u128 = sides.product();
        // Other branches may throw fewer dice, but that cannot be known before.
        if combinations > u128::from(most) {
            return Err(TooMany);
        }
        if again == Again::No {
            let share = Share::new(1, combinations);
            let outcome = outcome.unwrap_or_else(|halt| panic!("{halt}"));
            *shares.entry(outcome).or_default() += share;
            kept += share;
        }
        if !turn(&mut laid) {
            shares.values_mut().for_each(|share| *share /= kept);
            return Ok(shares);
        }
    }
    Err(TooMany)
}

/// Turns the last die that has a higher face to it, and takes those after it away.
fn turn(laid: &mut Vec<Laid>) -> bool {
    while let Some(mut last) = laid.pop() {
        if last.face < last.pool.highest_face() {
            last.face += 1;
            laid.push(last);
            return true;
        }
    }
    false
}

/// A die that lies.
#[derive(Clone, Copy)]
struct Laid {
    pool: Pool,
    face: u32,
}

/// Whether the throws that lie decide nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    No,
    Yes,
}

/// Gives the faces that lie, and lays further dice at their lowest.
struct Hand {
    laid: Vec<Laid>,
    next: usize,
    again: Again,
    record: Record,
}

impl Hand {
    fn face(&mut self, pool: Pool) -> u32 {
        let place = self.next;
        self.next += 1;
        if place == self.laid.len() {
            self.laid.push(Laid {
                pool,
                face: pool.lowest,
            });
        }
        self.laid[place].face
    }
}

impl Thrower for Hand {
    fn throw(&mut self, throw: &Throw, _: Counts) -> Result<Landed, Halt> {
        if self.record.is_made_again() {
            self.again = Again::Yes;
            return Err(Halt::Interrupted);
        }
        let faces = (0..throw.pool.dice)
            .map(|_| self.face(throw.pool))
            .collect();
        Ok(Landed::new(faces, Source::Rolled))
    }

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }
}
