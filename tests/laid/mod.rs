//! Every face of every die, laid one after the other: knows none of the shortcuts of `explore`.

use std::collections::BTreeMap;

use drumhead::dice::{Dice, Halt, Pool, Throw};
use num_rational::Ratio;

/// A chance as the test reckons it.
pub(crate) type Share = Ratio<u128>;

/// Why not every face was laid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The chance of each outcome, by laying every combination of faces; at most so many.
pub(crate) fn every_face<T: Ord>(
    most: u64,
    mut run: impl FnMut(&mut dyn Dice) -> Result<T, Halt>,
) -> Result<BTreeMap<T, Share>, TooMany> {
    let mut table = Table {
        left: most,
        most,
        run: &mut run,
    };
    // Throws that are made again leave the others their share, but only from the last merge on.
    match table.from(&[], Merges::Passed)? {
        Some(shares) => Ok(shares),
        None => table
            .from(&[], Merges::After(0))
            .map(Option::unwrap_or_default),
    }
}

/// What a merge is to the dice that are being laid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Merges {
    /// Nothing.
    Passed,
    /// After so many of them, the rest is laid for itself.
    After(u32),
}

struct Table<'r, R> {
    left: u64,
    most: u64,
    run: &'r mut R,
}

impl<T: Ord, R: FnMut(&mut dyn Dice) -> Result<T, Halt>> Table<'_, R> {
    /// All that comes after these faces; `None` if throws are made again and merges were passed.
    fn from(
        &mut self,
        faces: &[u32],
        merges: Merges,
    ) -> Result<Option<BTreeMap<T, Share>>, TooMany> {
        let mut shares: BTreeMap<T, Share> = BTreeMap::new();
        let mut kept = Share::from_integer(0);
        let mut more: Vec<Laid> = Vec::new();
        loop {
            self.left = self.left.checked_sub(1).ok_or(TooMany)?;
            let mut hand = Hand {
                before: faces,
                laid: more,
                next: 0,
                merges,
                merged: 0,
                came: Came::ToTheEnd,
            };
            let outcome = (self.run)(&mut hand);
            let (came, next) = (hand.came, hand.next);
            more = hand.laid;
            more.truncate(next.saturating_sub(faces.len()));
            let sides = more.iter().map(|laid| u128::from(laid.pool.sides));
            let combinations: u128 = sides.product();
            // Other branches may throw fewer dice, but that cannot be known before.
            if combinations > u128::from(self.most) {
                return Err(TooMany);
            }
            let share = Share::new(1, combinations);
            match came {
                Came::ToTheEnd => {
                    let outcome = outcome.unwrap_or_else(|halt| panic!("{halt}"));
                    *shares.entry(outcome).or_default() += share;
                    kept += share;
                }
                Came::Again if merges == Merges::Passed => return Ok(None),
                Came::Again => {}
                Came::ToMerge => {
                    let all: Vec<u32> = faces
                        .iter()
                        .copied()
                        .chain(more.iter().map(|laid| laid.face))
                        .collect();
                    let Merges::After(passed) = merges else {
                        panic!("a merge was not passed")
                    };
                    let rest = self.from(&all, Merges::After(passed + 1))?;
                    for (outcome, part) in rest.unwrap_or_default() {
                        *shares.entry(outcome).or_default() += share * part;
                    }
                    kept += share;
                }
            }
            if !turn(&mut more) {
                break;
            }
        }
        shares.values_mut().for_each(|share| *share /= kept);
        Ok(Some(shares))
    }
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

enum Came {
    ToTheEnd,
    ToMerge,
    Again,
}

/// Gives the faces that lie, and lays further dice at their lowest.
struct Hand<'f> {
    before: &'f [u32],
    laid: Vec<Laid>,
    next: usize,
    merges: Merges,
    merged: u32,
    came: Came,
}

impl Hand<'_> {
    fn face(&mut self, pool: Pool) -> u32 {
        let place = self.next;
        self.next += 1;
        if let Some(face) = self.before.get(place) {
            return *face;
        }
        let place = place - self.before.len();
        if place == self.laid.len() {
            self.laid.push(Laid {
                pool,
                face: pool.lowest,
            });
        }
        self.laid[place].face
    }

    fn faces(&mut self, throw: &Throw) -> Vec<u32> {
        (0..throw.pool.dice)
            .map(|_| self.face(throw.pool))
            .collect()
    }
}

impl Dice for Hand<'_> {
    fn sum(&mut self, throw: &Throw) -> Result<u32, Halt> {
        Ok(self.faces(throw).into_iter().sum())
    }

    fn tally(&mut self, throw: &Throw, cuts: &[u32]) -> Result<Vec<u32>, Halt> {
        let faces = self.faces(throw);
        let showing = |cut: &u32| faces.iter().filter(|face| *face >= cut).count() as u32;
        Ok(cuts.iter().map(showing).collect())
    }

    fn spread(&mut self, throw: &Throw) -> Result<u32, Halt> {
        let faces = self.faces(throw);
        let (highest, lowest) = (faces.iter().max(), faces.iter().min());
        Ok(highest.unwrap_or(&0) - lowest.unwrap_or(&0))
    }

    fn merge(&mut self, _: &[i64]) -> Result<(), Halt> {
        self.merged += 1;
        match self.merges {
            Merges::After(passed) if self.merged == passed + 1 => {
                self.came = Came::ToMerge;
                Err(Halt::Pruned)
            }
            _ => Ok(()),
        }
    }

    fn again(&mut self) -> Result<(), Halt> {
        self.came = Came::Again;
        Err(Halt::Pruned)
    }

    fn shown(&self) -> bool {
        false
    }
}
