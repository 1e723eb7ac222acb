//! Joint outcomes with their weights, and the odds of each headline of them.

use num_integer::lcm;

use super::topic::Topic;
use crate::dice::Distribution;
use crate::number::Number;
use crate::procedures::Value;
use crate::rules::amount::Given;

/// The headlines of one outcome, each a value or a blank.
pub type Values = Vec<Given<Value>>;

/// The odds of one headline.
pub type Spread = Distribution<Given<Value>>;

/// The joint odds of all headlines.
#[derive(Debug, Clone)]
pub struct Odds {
    topics: Vec<Topic>,
    joint: Distribution<Values>,
}

impl Odds {
    /// Odds of these topics, whose values stand at the same places in `joint`.
    ///
    /// What an outcome has no value for is null in it.
    pub fn new(topics: Vec<Topic>, joint: Distribution<Values>) -> Odds {
        let whole = |values: &Values| values.len() == topics.len();
        let joint = if joint.iter().all(|(values, _)| whole(values)) {
            joint
        } else {
            joint.map(|values| {
                let mut values = values.clone();
                values.resize(topics.len(), Given::Known(Value::Null));
                values
            })
        };
        Odds { topics, joint }
    }

    /// The joint outcomes; the values stand in the order of [`Odds::topics`].
    pub fn joint(&self) -> &Distribution<Values> {
        &self.joint
    }

    /// What odds are given for.
    pub fn topics(&self) -> &[Topic] {
        &self.topics
    }

    /// Each topic with its odds.
    pub fn each(&self) -> impl Iterator<Item = (&Topic, Spread)> {
        self.topics
            .iter()
            .enumerate()
            .map(|(place, topic)| (topic, self.spread(place)))
    }

    /// The odds of a topic, by its path such as `defender.1.lost`.
    pub fn of(&self, path: &str) -> Option<Spread> {
        let place = self
            .topics
            .iter()
            .position(|topic| topic.to_string() == path)?;
        Some(self.spread(place))
    }

    /// The odds of the same topic as another's.
    pub fn same(&self, topic: &Topic) -> Option<Spread> {
        let place = self.topics.iter().position(|own| own.same_as(topic))?;
        Some(self.spread(place))
    }

    fn spread(&self, place: usize) -> Spread {
        let value = |values: &Values| {
            let value = values.get(place).cloned();
            value.unwrap_or(Given::Known(Value::Null))
        };
        self.joint.map(value)
    }
}

/// The mean of a spread, as the nearest double; `None` unless all its values are numbers.
pub fn mean(spread: &Spread) -> Option<f64> {
    let number = |value: &Given<Value>| match value {
        Given::Known(Value::Number(number)) => Some(*number),
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
