//! The odds of each headline.

use num_integer::lcm;

use super::topic::Topic;
use crate::dice::{Distribution, TooLarge};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;

/// What a headline comes to: a value, or a blank.
pub type Came = Given<FieldValue>;

/// The odds of one headline.
pub type Spread = Distribution<Came>;

/// The odds of all headlines, each for itself.
#[derive(Debug, Clone, Default)]
pub struct Odds {
    each: Vec<(Topic, Result<Spread, TooLarge>)>,
}

impl Odds {
    /// Adds a headline with its odds, or by how much they are out of reach.
    pub fn add(&mut self, topic: Topic, odds: Result<Spread, TooLarge>) {
        self.each.push((topic, odds));
    }

    /// What odds are given for.
    pub fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.each.iter().map(|(topic, _)| topic)
    }

    /// Each headline with its odds, where they can be had.
    pub fn each(&self) -> impl Iterator<Item = (&Topic, &Spread)> {
        let each = self.each.iter();
        each.filter_map(|(topic, odds)| Some((topic, odds.as_ref().ok()?)))
    }

    /// The headlines whose odds are out of reach.
    pub fn out_of_reach(&self) -> impl Iterator<Item = (&Topic, TooLarge)> {
        let each = self.each.iter();
        each.filter_map(|(topic, odds)| Some((topic, *odds.as_ref().err()?)))
    }

    /// The odds of a headline, by its path such as `defender.1.lost`.
    pub fn of(&self, path: &str) -> Option<&Spread> {
        let mut each = self.each();
        each.find(|(topic, _)| topic.to_string() == path)
            .map(|(_, spread)| spread)
    }

    /// The odds of the same headline as another's.
    pub fn same(&self, topic: &Topic) -> Option<&Spread> {
        let mut each = self.each();
        each.find(|(own, _)| own.same_as(topic))
            .map(|(_, spread)| spread)
    }
}

/// The mean of a spread, as the nearest double; `None` unless all its values are numbers.
pub fn mean(spread: &Spread) -> Option<f64> {
    let number = |value: &Came| match value {
        Given::Known(FieldValue::Number(number)) => Some(*number),
        _ => None,
    };
    let numbers: Option<Vec<Number>> = spread.iter().map(|(value, _)| number(value)).collect();
    // Halves and thirds are made whole for an exact mean; numbers of a table have small denominators.
    let scale = numbers?.iter().try_fold(1_i64, |scale, number| {
        let common = lcm(scale, number.denominator());
        (common <= 1_000_000).then_some(common)
    })?;
    let scaled = spread.map(|value| number(value).map_or(0, |number| number.times(scale).floor()));
    Some(scaled.mean() / Number::whole(scale).to_f64())
}
