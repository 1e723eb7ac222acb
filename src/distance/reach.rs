//! A rule set's measure on a table where its distances are shorter or longer than printed.

use serde::{Deserialize, Serialize};

use super::{Distance, DistanceFault, LengthUnit, Measure, Scale, divide};
use crate::number::Number;

/// The measure of a rule set, and how far its inch reaches on this table.
///
/// A club that plays at half scale measures 4" where the rules say 8", and one that reads inches as
/// centimetres 8 cm. What is typed is what was measured, and what is shown can be measured; in
/// between, distances are those of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableMeasure {
    of: Measure,
    /// Inches of the table to an inch of the rules.
    reach: Number,
}

impl From<Measure> for TableMeasure {
    fn from(of: Measure) -> Self {
        TableMeasure {
            of,
            reach: Number::ONE,
        }
    }
}

impl TableMeasure {
    /// The same measure where an inch of the rules is so many of the table.
    ///
    /// Squares, hexes and distances of the ground are what they are on every table.
    #[must_use]
    pub fn reaching(self, reach: Option<Number>) -> Self {
        TableMeasure {
            reach: reach.filter(|_| self.can_reach()).unwrap_or(Number::ONE),
            ..self
        }
    }

    /// Whether its distances can be shorter or longer on a table.
    pub fn can_reach(self) -> bool {
        self.of == Measure::Inches
    }

    /// What the rules measure in.
    pub fn of_rules(self) -> Measure {
        self.of
    }

    /// The unit of a bare number: that in which the table is measured.
    pub fn unit(self) -> LengthUnit {
        self.on_table(Number::ONE).unit
    }

    /// A distance of the rules as it is measured on the table.
    pub fn on_table(self, value: Number) -> Distance {
        let as_it_is = Distance {
            value,
            unit: self.of.unit(),
        };
        if self.reach == Number::ONE {
            return as_it_is;
        }
        let Some(inches) = value.checked_mul(self.reach) else {
            return as_it_is;
        };
        // An inch that was said in centimetres comes out even in them only.
        let per_inch = Number::ratio(127, 50).unwrap_or(Number::ONE);
        match (
            self.reach.checked_mul(per_inch),
            inches.checked_mul(per_inch),
        ) {
            (Some(reach), Some(value)) if reach.denominator() < self.reach.denominator() => {
                Distance {
                    value,
                    unit: LengthUnit::Centimetres,
                }
            }
            _ => Distance {
                value: inches,
                unit: LengthUnit::Inches,
            },
        }
    }

    /// A distance of the rules as people write it, as it is measured on the table: `4½"`, `12 cm`.
    pub fn show(self, value: Number) -> String {
        self.on_table(value).to_string()
    }

    /// A distance that was measured on the table, or on the ground, as the rules count it.
    ///
    /// # Errors
    /// It has no value in the measure.
    pub fn length(self, distance: Distance, scale: &Scale) -> Result<Number, DistanceFault> {
        let length = distance.in_measure(self.of, scale)?;
        let is_of_ground = matches!(
            distance.unit,
            LengthUnit::Yards | LengthUnit::Metres | LengthUnit::Paces
        );
        match is_of_ground || self.reach == Number::ONE {
            true => Ok(length),
            false => divide(length, self.reach),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn inches(value: Number) -> Distance {
        Distance {
            value,
            unit: LengthUnit::Inches,
        }
    }

    fn centimetres(value: i64) -> Distance {
        Distance {
            value: Number::whole(value),
            unit: LengthUnit::Centimetres,
        }
    }

    #[test]
    fn half_scale_halves_what_is_measured() {
        let half = TableMeasure::from(Measure::Inches).reaching(Some(Number::HALF));
        let scale = Scale::default();
        let length = half.length(inches(Number::whole(4)), &scale);
        assert_eq!(length, Ok(Number::whole(8)));
        assert_eq!(half.show(Number::whole(8)), "4\"");
        assert_eq!(half.show(Number::whole(9)), "4½\"");
        assert_eq!(half.unit(), LengthUnit::Inches);
    }

    #[test]
    fn inches_are_read_as_centimetres() {
        let reach = Number::ratio(50, 127);
        let metric = TableMeasure::from(Measure::Inches).reaching(reach);
        let scale = Scale::default();
        assert_eq!(metric.length(centimetres(8), &scale), Ok(Number::whole(8)));
        assert_eq!(metric.show(Number::whole(12)), "12 cm");
        assert_eq!(metric.unit(), LengthUnit::Centimetres);
        // 4" of the table are 10.16 cm.
        let length = metric.length(inches(Number::whole(4)), &scale).unwrap();
        assert_eq!(length, Number::ratio(1016, 100).unwrap());
    }

    #[test]
    fn the_ground_and_the_squares_stay_what_they_are() {
        let half = TableMeasure::from(Measure::Squares).reaching(Some(Number::HALF));
        assert_eq!(half, Measure::Squares.into());
        let half = TableMeasure::from(Measure::Inches).reaching(Some(Number::HALF));
        let scale = Scale {
            ground: Some(Number::whole(10)),
            ..Scale::default()
        };
        let yards = Distance {
            value: Number::whole(80),
            unit: LengthUnit::Yards,
        };
        assert_eq!(half.length(yards, &scale), Ok(Number::whole(8)));
    }
}
