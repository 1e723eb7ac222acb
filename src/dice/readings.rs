//! One throw read in one or several ways, with the ways to each answer.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::ways;
use super::{Pool, TooLarge, Weight};
use crate::number::Number;

/// The most different answers of several readings of one throw.
const MOST_ANSWERS: u128 = 1 << 21;

/// One way of reading the faces of a throw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FaceReading {
    /// The sum of the faces.
    Sum,
    /// The highest face; 0 of no dice.
    Highest,
    /// The lowest face; 0 of no dice.
    Lowest,
    /// The highest face less the lowest.
    Spread,
    /// How many show at least this.
    AtLeast(u32),
    /// How many show at most this.
    AtMost(u32),
    /// The sum of what each face is worth, by the face less the lowest face.
    Worth(Box<[Number]>),
}

/// What several readings of one throw come to, in the order of the readings.
pub type Answer = SmallVec<[Number; 2]>;

/// Every answer to some readings of a throw, with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readings {
    /// Different answers, rising, with weights that have no common factor.
    pub answers: Vec<(Answer, Weight)>,
    /// All weights together.
    pub total: Weight,
}

impl Readings {
    /// Every answer to `readings` of a throw of `pool`.
    ///
    /// # Errors
    /// [`TooLarge`] where there are more answers than are counted.
    pub fn of(pool: Pool, readings: &[FaceReading]) -> Result<Readings, TooLarge> {
        let answers = match readings {
            [] => vec![(Answer::new(), Weight::ONE)],
            [one] => single(pool, one)?,
            several => joint(pool, several)?,
        };
        Ok(Readings::in_lowest_terms(answers))
    }

    fn in_lowest_terms(mut answers: Vec<(Answer, Weight)>) -> Readings {
        answers.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let weights = || answers.iter().map(|(_, weight)| weight);
        let common = weights().fold(Weight::ZERO, |common, weight| common.gcd(weight));
        if common != Weight::ONE {
            for (_, weight) in &mut answers {
                if let Some(lowest) = weight.checked_div(&common) {
                    *weight = lowest;
                }
            }
        }
        let total = answers.iter().fold(Weight::ZERO, |mut sum, (_, weight)| {
            sum += weight;
            sum
        });
        Readings { answers, total }
    }
}

/// One reading, by the formula that there is for it.
fn single(pool: Pool, reading: &FaceReading) -> Result<Vec<(Answer, Weight)>, TooLarge> {
    let whole = |answers: Vec<(u32, Weight)>| {
        let answers = answers.into_iter();
        answers
            .map(|(number, weight)| (Answer::from_iter([Number::from(number)]), weight))
            .collect()
    };
    let counted = |counts: &dyn Fn(u32) -> bool| {
        let faces = pool.lowest..=pool.highest_face();
        faces
            .map(|face| Number::from(u32::from(counts(face))))
            .collect::<Box<[Number]>>()
    };
    let worth = match reading {
        FaceReading::Sum => return Ok(whole(ways::sums(pool)?)),
        FaceReading::Highest => return Ok(whole(ways::highest(pool))),
        FaceReading::Lowest => return Ok(whole(ways::lowest(pool))),
        FaceReading::Spread => return Ok(whole(ways::spreads(pool))),
        FaceReading::AtLeast(cut) => &counted(&|face| face >= *cut),
        FaceReading::AtMost(cut) => &counted(&|face| face <= *cut),
        FaceReading::Worth(worth) => worth,
    };
    let sums = ways::worths(pool, worth)?.into_iter();
    Ok(sums
        .map(|(sum, weight)| (Answer::from_iter([sum]), weight))
        .collect())
}

/// What is known of a throw while its dice are laid one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Laid {
    /// The lowest and the highest face, where a reading asks for them.
    ends: Option<(u32, u32)>,
    /// What has added up for each reading that adds up.
    sums: Answer,
}

/// Several readings together, one die laid after another.
fn joint(pool: Pool, readings: &[FaceReading]) -> Result<Vec<(Answer, Weight)>, TooLarge> {
    let asks_ends = readings.iter().any(|reading| {
        matches!(
            reading,
            FaceReading::Highest | FaceReading::Lowest | FaceReading::Spread
        )
    });
    let start = Laid {
        ends: None,
        sums: readings.iter().map(|_| Number::ZERO).collect(),
    };
    let mut laid = FxHashMap::from_iter([(start, Weight::ONE)]);
    for _ in 0..pool.dice {
        let mut after: FxHashMap<Laid, Weight> = FxHashMap::default();
        for (before, weight) in &laid {
            for face in pool.lowest..=pool.highest_face() {
                let next = before.with(pool, face, readings, asks_ends);
                *after.entry(next).or_insert(Weight::ZERO) += weight;
            }
        }
        TooLarge::unless(after.len() as u128, MOST_ANSWERS)?;
        laid = after;
    }
    let mut answers: FxHashMap<Answer, Weight> = FxHashMap::default();
    for (laid, weight) in laid {
        *answers.entry(laid.answer(readings)).or_insert(Weight::ZERO) += &weight;
    }
    Ok(answers.into_iter().collect())
}

impl Laid {
    fn with(&self, pool: Pool, face: u32, readings: &[FaceReading], asks_ends: bool) -> Laid {
        let ends = asks_ends.then(|| match self.ends {
            Some((lowest, highest)) => (lowest.min(face), highest.max(face)),
            None => (face, face),
        });
        let adds = |reading: &FaceReading| match reading {
            FaceReading::Sum => Number::from(face),
            FaceReading::AtLeast(cut) => Number::from(u32::from(face >= *cut)),
            FaceReading::AtMost(cut) => Number::from(u32::from(face <= *cut)),
            FaceReading::Worth(worth) => {
                let place = face.saturating_sub(pool.lowest) as usize;
                worth.get(place).copied().unwrap_or(Number::ZERO)
            }
            FaceReading::Highest | FaceReading::Lowest | FaceReading::Spread => Number::ZERO,
        };
        let sums = self.sums.iter().zip(readings);
        Laid {
            ends,
            sums: sums.map(|(sum, reading)| *sum + adds(reading)).collect(),
        }
    }

    fn answer(&self, readings: &[FaceReading]) -> Answer {
        let (lowest, highest) = self.ends.unwrap_or((0, 0));
        let sums = self.sums.iter().zip(readings);
        sums.map(|(sum, reading)| match reading {
            FaceReading::Highest => Number::from(highest),
            FaceReading::Lowest => Number::from(lowest),
            FaceReading::Spread => Number::from(highest.saturating_sub(lowest)),
            _ => *sum,
        })
        .collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use proptest::prelude::*;

    /// Every throw of the pool, face by face.
    fn every_throw(pool: Pool) -> Vec<Vec<u32>> {
        let mut throws = vec![Vec::new()];
        for _ in 0..pool.dice {
            let mut longer = Vec::new();
            for throw in &throws {
                for face in pool.lowest..pool.lowest + pool.sides {
                    longer.push([throw.as_slice(), &[face]].concat());
                }
            }
            throws = longer;
        }
        throws
    }

    fn read(throw: &[u32], pool: Pool, reading: &FaceReading) -> Number {
        let count = |counts: &dyn Fn(u32) -> bool| {
            Number::from(throw.iter().filter(|face| counts(**face)).count())
        };
        let highest = throw.iter().copied().max().unwrap_or(0);
        let lowest = throw.iter().copied().min().unwrap_or(0);
        match reading {
            FaceReading::Sum => Number::from(throw.iter().sum::<u32>()),
            FaceReading::Highest => Number::from(highest),
            FaceReading::Lowest => Number::from(lowest),
            FaceReading::Spread => Number::from(highest - lowest),
            FaceReading::AtLeast(cut) => count(&|face| face >= *cut),
            FaceReading::AtMost(cut) => count(&|face| face <= *cut),
            FaceReading::Worth(worth) => throw
                .iter()
                .filter_map(|face| worth.get((face - pool.lowest) as usize))
                .copied()
                .sum(),
        }
    }

    fn enumerated(pool: Pool, readings: &[FaceReading]) -> Readings {
        let mut answers: BTreeMap<Answer, Weight> = BTreeMap::new();
        for throw in every_throw(pool) {
            let answer = readings.iter().map(|one| read(&throw, pool, one)).collect();
            *answers.entry(answer).or_insert(Weight::ZERO) += &Weight::ONE;
        }
        Readings::in_lowest_terms(answers.into_iter().collect())
    }

    fn reading(sides: u32) -> impl Strategy<Value = FaceReading> {
        let worth = (-3..=6_i64, 1..=3_i64).prop_map(|(over, under)| Number::ratio(over, under));
        prop_oneof![
            Just(FaceReading::Sum),
            Just(FaceReading::Highest),
            Just(FaceReading::Lowest),
            Just(FaceReading::Spread),
            (0..=sides + 1).prop_map(FaceReading::AtLeast),
            (0..=sides + 1).prop_map(FaceReading::AtMost),
            proptest::collection::vec(worth.prop_map(Option::unwrap), sides as usize)
                .prop_map(|worth| FaceReading::Worth(worth.into())),
        ]
    }

    fn thrown_and_read() -> impl Strategy<Value = (Pool, Vec<FaceReading>)> {
        (0..=4_u32, 2..=5_u32, 0..=1_u32).prop_flat_map(|(dice, sides, lowest)| {
            let pool = Pool {
                dice,
                sides,
                lowest,
            };
            let readings = proptest::collection::vec(reading(sides), 1..=3);
            (Just(pool), readings)
        })
    }

    proptest! {
        #[test]
        fn readings_agree_with_every_face_laid((pool, readings) in thrown_and_read()) {
            let counted = Readings::of(pool, &readings).unwrap();
            prop_assert_eq!(counted, enumerated(pool, &readings));
        }
    }

    #[test]
    fn one_reading_of_many_dice_is_counted_by_formula() {
        let pool = Pool::d6(1000);
        for reading in [
            FaceReading::Sum,
            FaceReading::Highest,
            FaceReading::Spread,
            FaceReading::AtLeast(5),
        ] {
            let counted = Readings::of(pool, std::slice::from_ref(&reading)).unwrap();
            assert!(!counted.answers.is_empty(), "{reading:?}");
        }
        // One die in three shows 5 or more, so the whole is a power of 3 and no longer of 6.
        let fives = Readings::of(Pool::d6(40), &[FaceReading::AtLeast(5)]).unwrap();
        assert_eq!(fives.total, Weight::from(3_u32).pow(40));
    }

    #[test]
    fn worths_without_a_common_step_are_refused() {
        let odd = |under: i64| Number::ratio(1, under).unwrap();
        let worth = [odd(999_983), odd(999_979), odd(999_961), odd(999_959)];
        assert!(Readings::of(Pool::new(3, 4), &[FaceReading::Worth(worth.into())]).is_err());
    }
}
