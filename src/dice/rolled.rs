//! Dice thrown by a generator.

use std::borrow::BorrowMut;

use super::{Counts, Generator, Halt, Landed, NoSeed, Record, Source, Throw, Thrower, Thrown};

/// Dice thrown by a generator, its own or a borrowed one.
#[derive(Clone, Debug)]
pub struct Rolled<G = Generator> {
    generator: G,
    record: Record,
}

impl Rolled {
    /// Dice from a new generator that starts from `seed`.
    pub fn seeded(seed: u64) -> Rolled {
        Rolled::with(Generator::seeded(seed))
    }

    /// Dice from a new generator that starts from a seed of the system's choice.
    ///
    /// # Errors
    /// [`NoSeed`] if the system has no random numbers to give.
    pub fn from_system() -> Result<Rolled, NoSeed> {
        Generator::from_system().map(Rolled::with)
    }
}

impl<G: BorrowMut<Generator>> Rolled<G> {
    /// Dice from a generator that goes on where it stands: `Rolled::with(&mut generator)`.
    pub fn with(generator: G) -> Rolled<G> {
        Rolled {
            generator,
            record: Record::default(),
        }
    }

    /// The seed of the generator.
    pub fn seed(&self) -> u64 {
        self.generator.borrow().seed()
    }

    /// The throws so far.
    pub fn thrown(&self) -> &[Thrown] {
        self.record.thrown()
    }

    /// The throws, when all are made.
    pub fn into_thrown(self) -> Vec<Thrown> {
        self.record.into_thrown()
    }
}

impl<G: BorrowMut<Generator>> Thrower for Rolled<G> {
    fn throw(&mut self, throw: &Throw, _: Counts) -> Result<Landed, Halt> {
        let generator = self.generator.borrow_mut();
        let faces = (0..throw.pool.dice)
            .map(|_| generator.face(throw.pool))
            .collect();
        Ok(Landed::new(faces, Source::Rolled))
    }

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::dice::{Pool, PoolError};

    fn throw(pool: Pool) -> Throw {
        Throw::new("attacker 1", "hussars", "score", pool)
    }

    #[test]
    fn what_is_answered_is_on_record() {
        let mut dice = Rolled::seeded(7);
        let sum = dice.sum(&throw(Pool::d6(3))).unwrap();
        let count = dice.count_at_least(&throw(Pool::d6(10)), 3).unwrap();
        let thrown = dice.into_thrown();
        assert_eq!(thrown.len(), 2);
        assert_eq!(sum, thrown[0].faces.iter().sum::<u32>());
        assert_eq!((thrown[0].sum, thrown[0].source), (sum, Source::Rolled));
        let shown = thrown[1].faces.iter().filter(|face| **face >= 3).count();
        assert_eq!(shown, count as usize);
    }

    #[test]
    fn a_generator_goes_on_from_one_ruling_to_the_next() {
        let mut generator = Generator::seeded(7);
        let mut apart = Vec::new();
        for _ in 0..2 {
            let mut dice = Rolled::with(&mut generator);
            dice.sum(&throw(Pool::d6(5))).unwrap();
            apart.extend(dice.thrown()[0].faces.clone());
        }
        let mut at_once = Rolled::seeded(7);
        at_once.sum(&throw(Pool::d6(10))).unwrap();
        assert_eq!(apart, at_once.thrown()[0].faces);
    }

    #[test]
    fn no_dice_are_no_throw() {
        let mut dice = Rolled::seeded(7);
        assert_eq!(dice.sum(&throw(Pool::d6(0))), Ok(0));
        assert_eq!(dice.count_at_least(&throw(Pool::d6(0)), 2), Ok(0));
        assert!(dice.thrown().is_empty());
        assert_eq!(dice.record().again(), Err(Halt::Endless));
    }

    #[test]
    fn dice_outside_the_limits_are_refused() {
        let mut dice = Rolled::seeded(7);
        let refused = dice.sum(&throw(Pool::d6(1001)));
        assert_eq!(
            refused,
            Err(Halt::Pool(PoolError::TooManyDice("1001".into())))
        );
        let refused = dice.sum(&throw(Pool::new(1, 0)));
        assert_eq!(refused, Err(Halt::Pool(PoolError::Sides("0".into()))));
    }

    #[test]
    fn throws_are_made_again_only_if_there_are_any() {
        let mut dice = Rolled::seeded(7);
        dice.sum(&throw(Pool::d6(1))).unwrap();
        assert_eq!(dice.record().again(), Ok(()));
        assert_eq!(dice.record().again(), Err(Halt::Endless));
    }
}
