//! What is answered to a question about odds.

use super::table::Odds;
use crate::dice::TooLarge;
use crate::rulings::wording::WorkingLine;

/// An answer about odds.
#[derive(Debug, Clone)]
pub enum Reply {
    /// The odds of one line.
    Odds(Found),
    /// The odds of two lines beside each other.
    Compared(Box<[Found; 2]>),
    /// An estimate beside the exact odds.
    Simulated(Simulated),
}

/// The exact odds of one line.
#[derive(Debug, Clone)]
pub struct Found {
    /// The line.
    pub said: String,
    /// Its verb, such as `fire`.
    pub verb: String,
    /// The steps that needed no dice.
    pub working: Vec<WorkingLine>,
    /// What the referee should know.
    pub warnings: Vec<String>,
    /// The outcome in a few words, where there is only one.
    pub certain: Option<String>,
    /// The odds.
    pub odds: Odds,
    /// How many rounds it goes on in the mean, where it is repeated.
    pub rounds: Option<f64>,
}

/// An estimate by throwing.
#[derive(Debug, Clone)]
pub struct Simulated {
    /// The line.
    pub said: String,
    /// Its verb, such as `fire`.
    pub verb: String,
    /// How many times it was thrown.
    pub times: u64,
    /// The seed of the generator.
    pub seed: u64,
    /// How often each outcome was seen, as weights.
    pub seen: Odds,
    /// The exact odds, or how far they are out of reach.
    pub exact: Result<Found, TooLarge>,
}

impl Reply {
    /// What the referee should know.
    pub fn warnings(&self) -> &[String] {
        match self {
            Reply::Odds(found) => &found.warnings,
            Reply::Compared(both) => {
                let [left, right] = both.as_ref();
                match left.warnings.is_empty() {
                    true => &right.warnings,
                    false => &left.warnings,
                }
            }
            Reply::Simulated(simulated) => match &simulated.exact {
                Ok(found) => &found.warnings,
                Err(_) => &[],
            },
        }
    }
}
