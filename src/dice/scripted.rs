//! For tests: every possible throw of a procedure, face by face.

use std::collections::BTreeMap;

use num_rational::Ratio;

use super::{Counts, Dice, Halt, Landed, Record, Source, Throw, Thrower};

/// Probability of each outcome, by laying every face of every die in turn.
///
/// Knows none of the shortcuts of `explore`; a procedure that throws again
/// without end cannot be followed.
pub(super) fn every_face<T: Ord>(
    mut run: impl FnMut(&mut dyn Dice) -> Result<T, Halt>,
) -> BTreeMap<T, Ratio<u128>> {
    let mut odds = BTreeMap::new();
    let mut open = vec![(Vec::new(), Ratio::from_integer(1))];
    while let Some((faces, chance)) = open.pop() {
        let mut script = Script {
            left: faces.clone(),
            wants: None,
            record: Record::default(),
        };
        script.left.reverse();
        match (run(&mut script), script.wants) {
            (Ok(outcome), _) => *odds.entry(outcome).or_insert(Ratio::from_integer(0)) += chance,
            (Err(_), Some((lowest, sides))) => {
                open.extend((lowest..lowest + sides).map(|face| {
                    let faces = faces.iter().copied().chain([face]).collect();
                    (faces, chance / Ratio::from_integer(u128::from(sides)))
                }));
            }
            (Err(_), None) => {}
        }
    }
    odds
}

struct Script {
    left: Vec<u32>,
    wants: Option<(u32, u32)>,
    record: Record,
}

impl Thrower for Script {
    fn throw(&mut self, throw: &Throw, _: Counts) -> Result<Landed, Halt> {
        let mut faces = Vec::new();
        for _ in 0..throw.pool.dice {
            let Some(face) = self.left.pop() else {
                self.wants = Some((throw.pool.lowest, throw.pool.sides));
                return Err(Halt::Interrupted);
            };
            faces.push(face);
        }
        Ok(Landed::new(faces, Source::Told))
    }

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }
}
