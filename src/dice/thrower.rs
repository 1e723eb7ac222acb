//! Dice that really fall: whoever makes one throw after another.

use super::{Halt, Record, Source, Throw, Thrown};

/// What of a throw counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Only the sum, so that a person need not tell the faces.
    SumOnly,
    /// Each face by itself.
    EachFace,
}

/// How a throw fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The faces in the order thrown; empty if only the sum is known.
    pub faces: Vec<u32>,
    /// Their sum.
    pub sum: u32,
    /// Where they come from.
    pub source: Source,
}

impl Landed {
    /// These faces and their sum.
    pub fn new(faces: Vec<u32>, source: Source) -> Landed {
        let sum = faces
            .iter()
            .fold(0, |sum: u32, face| sum.saturating_add(*face));
        Landed { faces, sum, source }
    }
}

/// A source of real throws, one after the other.
pub trait Thrower {
    /// Makes the throw, which has at least one die and is within the limits.
    ///
    /// Every face is given if each counts.
    ///
    /// # Errors
    /// Whatever keeps the throw from being made.
    fn throw(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, Halt>;

    /// Where throws are put on record.
    fn record(&mut self) -> &mut Record;

    /// Whether a throw that may be made again is, `later` being the faces that other throws still want.
    ///
    /// Dice that were told decide it by their number; a generator keeps the first throw.
    fn throws_again(&self, throw: &Throw, later: u32) -> bool {
        let _ = (throw, later);
        false
    }

    /// The sum of the faces; 0 for no dice.
    ///
    /// # Errors
    /// Whatever keeps the throw from being made.
    fn sum(&mut self, throw: &Throw) -> Result<u32, Halt> {
        Ok(make(self, throw, Counts::SumOnly)?.map_or(0, |thrown| thrown.sum))
    }

    /// How many dice show at least `cut`.
    ///
    /// # Errors
    /// Whatever keeps the throw from being made.
    fn count_at_least(&mut self, throw: &Throw, cut: u32) -> Result<u32, Halt> {
        let thrown = make(self, throw, Counts::EachFace)?;
        let faces = thrown.map_or(&[][..], |thrown| thrown.faces.as_slice());
        Ok(faces.iter().map(|face| u32::from(*face >= cut)).sum())
    }
}

/// Makes a throw and puts it on record; `None` when there is no die to throw.
fn make<'s, S: Thrower + ?Sized>(
    source: &'s mut S,
    throw: &Throw,
    counts: Counts,
) -> Result<Option<&'s Thrown>, Halt> {
    if throw.pool.check()?.dice == 0 {
        return Ok(None);
    }
    let landed = source.throw(throw, counts)?;
    Ok(source.record().put(throw, landed))
}
