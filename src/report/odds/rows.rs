//! The rows of a table of odds.

use crate::dice::Chance;
use crate::number::Number;
use crate::odds::{Came, Spread, fall_text};
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;

/// The most rows of numbers; more of them are put together.
const MOST_ROWS: usize = 24;

/// A row of a table of odds.
pub(super) struct Row {
    /// The value, or the first and the last of several.
    pub(super) label: String,
    pub(super) exactly: Chance,
    /// Chances up from and down to it, for numbers.
    pub(super) ends: Option<Ends>,
}

pub(super) struct Ends {
    pub(super) at_least: Chance,
    pub(super) at_most: Chance,
}

/// How the values of a table are put together.
#[derive(Debug, Clone, Copy)]
pub(super) enum Bins {
    /// Each by itself.
    Single,
    /// So many whole numbers together.
    Of(i64),
}

/// The number of a value, if it is one.
pub(super) fn number(value: &Came) -> Option<Number> {
    match value {
        Given::Known(FieldValue::Number(number)) => Some(*number),
        _ => None,
    }
}

impl Bins {
    /// Bins that put the values of all these spreads into few enough rows.
    pub(super) fn for_all(spreads: &[&Spread]) -> Bins {
        let values = || spreads.iter().flat_map(|spread| spread.iter());
        let longest = spreads.iter().map(|spread| spread.len()).max();
        if longest.unwrap_or(0) <= MOST_ROWS {
            return Bins::Single;
        }
        let numbers: Option<Vec<Number>> = values().map(|(value, _)| number(value)).collect();
        let Some(numbers) = numbers else {
            return Bins::Single;
        };
        let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) else {
            return Bins::Single;
        };
        let range = (*most - *least).floor();
        let rows = i64::try_from(MOST_ROWS).unwrap_or(i64::MAX);
        // 2, 5, 10, 20, 50 and so on.
        let mut width = 1;
        for factor in [2, 5, 10].iter().cycle() {
            if range / width < rows {
                break;
            }
            let decade = match factor {
                2 => width,
                5 => width / 2,
                _ => width / 5,
            };
            width = decade.max(1).saturating_mul(*factor);
        }
        Bins::Of(width)
    }

    /// The key under which a value is counted.
    pub(super) fn key(self, value: &Came) -> Came {
        match (self, number(value)) {
            (Bins::Of(width), Some(number)) => {
                let first = number
                    .floor()
                    .div_euclid(width.max(1))
                    .saturating_mul(width);
                Given::Known(FieldValue::Number(Number::whole(first)))
            }
            _ => value.clone(),
        }
    }

    /// What a key is called.
    pub(super) fn label(self, key: &Came) -> String {
        match (self, number(key)) {
            (Bins::Of(width), Some(first)) if width > 1 => {
                format!("{first} to {}", first + Number::whole(width - 1))
            }
            _ => fall_text(key),
        }
    }
}

/// The rows of one spread.
pub(super) fn rows(spread: &Spread) -> Vec<Row> {
    let bins = Bins::for_all(&[spread]);
    let binned = spread.map(|value| bins.key(value));
    let numbers = binned.iter().all(|(value, _)| number(value).is_some());
    binned
        .rows()
        .map(|row| Row {
            label: bins.label(row.value),
            exactly: row.exactly,
            ends: numbers.then_some(Ends {
                at_least: row.at_least,
                at_most: row.at_most,
            }),
        })
        .collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::dice::{Distribution, Pool};

    fn sums(dice: u32) -> Spread {
        let sums = Distribution::sum_of(Pool::d6(dice)).unwrap();
        sums.map(|sum| Given::Known(FieldValue::from(*sum)))
    }

    #[test]
    fn few_values_have_a_row_each() {
        let rows = rows(&sums(2));
        assert_eq!(rows.len(), 11);
        let first = rows.first().unwrap();
        assert_eq!(first.label, "2");
        let ends = first.ends.as_ref().unwrap();
        assert_eq!((ends.at_least.p(), ends.at_most.p()), (1.0, 1.0 / 36.0));
    }

    #[test]
    fn many_values_are_put_together() {
        // 40 to 240 in tens.
        let rows = rows(&sums(40));
        assert_eq!(rows.len(), 21);
        assert_eq!(rows.first().unwrap().label, "40 to 49");
        let all: f64 = rows.iter().map(|row| row.exactly.p()).sum();
        assert!((all - 1.0).abs() < 1e-12);
    }
}
