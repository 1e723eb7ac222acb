//! Throws that were made, as they go on record.

use super::{Halt, Landed, Throw};

/// Where the faces of a throw come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The generator threw.
    Rolled,
    /// A person threw and told the faces.
    Told,
}

/// A throw that was made, as it goes on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// What was asked for.
    pub throw: Throw,
    /// The faces in the order thrown; empty if only the sum was told.
    pub faces: Vec<u32>,
    /// The sum of the faces.
    pub sum: u32,
    /// Where they come from.
    pub source: Source,
}

/// The most times that throws of one ruling are made again.
const MOST_MADE_AGAIN: usize = 1_000;

/// The throws of one ruling in their order; a throw of no dice is not among them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    thrown: Vec<Thrown>,
    /// How many throws there were when they were last made again.
    at_last_again: usize,
    /// How often throws were made again.
    made_again: usize,
}

impl Record {
    /// The throws so far.
    pub fn thrown(&self) -> &[Thrown] {
        &self.thrown
    }

    /// The throws, taken out of the record.
    pub fn into_thrown(self) -> Vec<Thrown> {
        self.thrown
    }

    /// Whether the throws just made are being made again.
    pub fn is_made_again(&self) -> bool {
        !self.thrown.is_empty() && self.thrown.len() == self.at_last_again
    }

    /// Puts a throw on record and gives it back.
    pub(crate) fn put(&mut self, throw: &Throw, landed: Landed) -> Option<&Thrown> {
        let Landed { faces, sum, source } = landed;
        self.thrown.push(Thrown {
            throw: throw.clone(),
            faces,
            sum,
            source,
        });
        self.thrown.last()
    }

    /// Notes that the throws just made are made again.
    ///
    /// # Errors
    /// [`Halt::Endless`] if there was no die among them: then nothing can ever change; or where they were
    /// made again so often that it never ends.
    pub(crate) fn again(&mut self) -> Result<(), Halt> {
        if self.thrown.len() == self.at_last_again || self.made_again == MOST_MADE_AGAIN {
            return Err(Halt::Endless);
        }
        self.made_again += 1;
        self.at_last_again = self.thrown.len();
        Ok(())
    }
}
