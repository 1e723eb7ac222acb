//! Whose dice a ruling has: told on the line, on the table already, the referee's or the program's.

use super::{Hand, NoAnswer};
use crate::dice::{
    Asked, Generator, Halt, Question, Replay, Rolled, Source, Thrower, Thrown, Told,
};
use crate::language::command::Faces;
use crate::typed_line::{FaultKind, LineFault};

/// The dice of one ruling: its result, its throws, and the seed where the program threw.
type Dealt<T> = (T, Vec<Thrown>, Option<u64>);

/// What the program throws dice from when it has thrown none yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeedOfDice {
    /// The seed that was asked for.
    Asked(u64),
    /// One of the system's choice.
    System,
    /// A seed that was sealed and is not at hand: it throws none.
    NotAtHand,
}

/// Throws with the dice told on the line, those that lie on the table, the referee's or the program's.
pub(super) fn deal<T>(
    faces: Option<Faces>,
    hand: Hand<'_>,
    lying: &[Thrown],
    generator: &mut Option<Generator>,
    seed: SeedOfDice,
    run: impl FnOnce(&mut dyn Thrower) -> Result<T, Halt>,
) -> Result<Dealt<T>, NoAnswer> {
    if let Some(faces) = faces {
        let mut told = Told::new(faces.words);
        let result = run(&mut told).and_then(|result| match told.finish() {
            Ok(()) => Ok(result),
            Err(fault) => Err(Halt::Told(fault)),
        });
        return match result {
            Ok(result) => Ok((result, told.into_thrown(), None)),
            // Where no face stands that could be wrong, `rolled` is.
            Err(Halt::Told(mut fault)) => {
                fault.at = fault.at.or(Some(faces.at));
                Err(Halt::Told(fault).into())
            }
            Err(halt) => Err(halt.into()),
        };
    }
    match hand {
        Hand::Referee(ask) => {
            let mut dice = Replay::new(lying.to_vec(), Asked::new(ask));
            let result = run(&mut dice)?;
            Ok((result, dice.into_inner().into_thrown(), None))
        }
        Hand::Program if generator.is_none() && seed == SeedOfDice::NotAtHand => {
            // What lies on the table serves all the same.
            let mut ask = no_dice;
            let mut dice = Replay::new(lying.to_vec(), Asked::new(&mut ask));
            let result = run(&mut dice)?;
            Ok((result, dice.into_inner().into_thrown(), None))
        }
        Hand::Program => {
            let generator = generator_of(generator, seed)?;
            // Dice of a ruling that stops half-way were never thrown.
            let mut trial = generator.clone();
            let mut dice = Replay::new(lying.to_vec(), Rolled::with(&mut trial));
            let result = run(&mut dice)?;
            let throws = dice.into_inner().into_thrown();
            let rolled = throws.iter().any(|throw| throw.source == Source::Rolled);
            *generator = trial;
            Ok((result, throws, rolled.then(|| generator.seed())))
        }
    }
}

/// The generator, made when dice are first thrown.
fn generator_of(
    generator: &mut Option<Generator>,
    seed: SeedOfDice,
) -> Result<&mut Generator, NoAnswer> {
    let made = match generator.take() {
        Some(made) => made,
        None => match seed {
            SeedOfDice::Asked(seed) => Generator::seeded(seed),
            SeedOfDice::System | SeedOfDice::NotAtHand => {
                Generator::from_system().map_err(|error| NoAnswer::NoDice(error.to_string()))?
            }
        },
    };
    Ok(generator.insert(made))
}

/// What is said in place of a throw whose seed is not at hand.
fn no_dice(_: &Question<'_>) -> Result<String, Halt> {
    let fault = LineFault::of(
        FaultKind::Dice,
        "the seed of this battle's dice is not at hand",
    );
    Err(Halt::Told(fault.hinted(
        "give the faces with `rolled`, or put the `.seed` file back",
    )))
}
