//! What can be asked of dice, and the three who answer.
//!
//! A procedure asks a [`Dice`] for what it needs (the sum of 3d6, how many of
//! 4 dice show 5 or more) and never knows who answers:
//!
//! - [`Rolled`]: a seeded generator throws;
//! - [`Told`] and [`Asked`]: a person throws on the table and types the faces;
//! - [`explore`]: every possible throw is followed, each with its weight, and
//!   the answer is a [`Distribution`] of what the procedure returns.
//!
//! Weights are whole numbers; a probability is formed only to be shown.

mod asked;
mod chance;
mod distribution;
mod every;
mod expression;
mod generator;
mod halt;
mod hand;
mod nearest_double;
mod pool;
mod readings;
mod replay;
mod request;
mod rolled;
#[cfg(test)]
mod scripted;
mod thrower;
mod thrown;
mod told;
mod too_large;
mod ways;
mod weight;

pub use asked::{Asked, Question};
pub use chance::Chance;
pub use distribution::{Distribution, Row};
pub use every::{Limit, explore};
pub use expression::Expression;
pub use generator::{Generator, NoSeed, salt};
pub use halt::Halt;
pub(crate) use nearest_double::nearest_double;
pub use pool::{Pool, PoolError};
pub use readings::{Answer, FaceReading, Readings};
pub use replay::Replay;
pub use request::{Company, Dice, Throw, Weighted};
pub use rolled::Rolled;
pub use thrower::{Counts, Landed, Thrower};
pub use thrown::{Record, Source, Thrown};
pub use told::Told;
pub use too_large::{Grouped, TooLarge};
pub use weight::Weight;
