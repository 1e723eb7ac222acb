//! Throws of dice, and the ways in which they can fall.
//!
//! The steps of a ruling ask a [`Thrower`] for one throw after another and never know who makes it:
//!
//! - [`Rolled`]: a seeded generator throws;
//! - [`Told`] and [`Asked`]: a person throws on the table and types the faces;
//! - [`Replay`]: throws that lie on the table serve again.
//!
//! Odds throw nothing: they ask [`Readings`] for every way in which a throw can be read. Weights are
//! whole numbers; a probability is formed only to be shown.

mod asked;
mod chance;
mod distribution;
mod expression;
mod generator;
mod halt;
mod hand;
mod nearest_double;
mod needs;
mod pool;
mod readings;
mod replay;
mod request;
mod roll;
mod rolled;
mod thrower;
mod thrown;
mod told;
mod too_large;
mod ways;
mod weight;

pub use asked::{Asked, Question};
pub use chance::Chance;
pub use distribution::{Distribution, Row};
pub use expression::{Expression, Sign, Term};
pub use generator::{Generator, NoSeed, salt};
pub use halt::Halt;
pub(crate) use nearest_double::nearest_double;
pub use needs::{FacesNeeded, Needs};
pub use pool::{Pool, PoolError};
pub use readings::{Answer, FaceReading, Readings};
pub use replay::Replay;
pub use request::{Company, Seat, Throw, share_dice};
pub use roll::Roll;
pub use rolled::Rolled;
pub use thrower::{Counts, Landed, Thrower};
pub use thrown::{Record, Source, Thrown};
pub use told::Told;
pub use too_large::{Grouped, TooLarge};
pub use weight::Weight;
