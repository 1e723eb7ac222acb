//! Whose dice a ruling has: told on the line, on the table already, the referee's or the program's.

use super::{Hand, NoAnswer};
use crate::dice::{Asked, Generator, Halt, Replay, Rolled, Source, Thrower, Thrown, Told};
use crate::language::command::Faces;

/// The dice of one ruling: its result, its throws, and the seed where the program threw.
type Dealt<T> = (T, Vec<Thrown>, Option<u64>);

/// Throws with the dice told on the line, those that lie on the table, the referee's or the program's.
pub(super) fn deal<T>(
    faces: Option<Faces>,
    hand: Hand<'_>,
    lying: &[Thrown],
    generator: &mut Option<Generator>,
    seed: Option<u64>,
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
    seed: Option<u64>,
) -> Result<&mut Generator, NoAnswer> {
    let made = match generator.take() {
        Some(made) => made,
        None => match seed {
            Some(seed) => Generator::seeded(seed),
            None => {
                Generator::from_system().map_err(|error| NoAnswer::NoDice(error.to_string()))?
            }
        },
    };
    Ok(generator.insert(made))
}
