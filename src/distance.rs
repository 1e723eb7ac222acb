//! Distances as typed, and in the measure of a rule set.

mod reach;

pub use reach::TableMeasure;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::number::Number;

/// A unit of length that the referee may type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LengthUnit {
    /// Inches on the table.
    Inches,
    /// Feet on the table, 12 inches.
    Feet,
    /// Centimetres on the table; 2.54 are an inch.
    Centimetres,
    /// Millimetres on the table.
    Millimetres,
    /// Squares of the board.
    Squares,
    /// Hexes of the board.
    Hexes,
    /// Yards of the ground that the table stands for.
    Yards,
    /// Metres of that ground; a yard is 0.9144.
    Metres,
    /// Paces of that ground, of 30 inches.
    Paces,
}

/// Every word that names a unit, and the unit.
const UNIT_WORDS: &[(&str, LengthUnit)] = &[
    ("in", LengthUnit::Inches),
    ("inch", LengthUnit::Inches),
    ("inches", LengthUnit::Inches),
    ("ft", LengthUnit::Feet),
    ("feet", LengthUnit::Feet),
    ("cm", LengthUnit::Centimetres),
    ("centimetre", LengthUnit::Centimetres),
    ("centimetres", LengthUnit::Centimetres),
    ("centimeter", LengthUnit::Centimetres),
    ("centimeters", LengthUnit::Centimetres),
    ("mm", LengthUnit::Millimetres),
    ("millimetre", LengthUnit::Millimetres),
    ("millimetres", LengthUnit::Millimetres),
    ("millimeter", LengthUnit::Millimetres),
    ("millimeters", LengthUnit::Millimetres),
    ("sq", LengthUnit::Squares),
    ("square", LengthUnit::Squares),
    ("squares", LengthUnit::Squares),
    ("hex", LengthUnit::Hexes),
    ("hexes", LengthUnit::Hexes),
    ("yd", LengthUnit::Yards),
    ("yds", LengthUnit::Yards),
    ("yard", LengthUnit::Yards),
    ("yards", LengthUnit::Yards),
    ("m", LengthUnit::Metres),
    ("metre", LengthUnit::Metres),
    ("metres", LengthUnit::Metres),
    ("meter", LengthUnit::Metres),
    ("meters", LengthUnit::Metres),
    ("pace", LengthUnit::Paces),
    ("paces", LengthUnit::Paces),
];

impl LengthUnit {
    /// What several of it are called.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Inches => "inches",
            Self::Feet => "feet",
            Self::Centimetres => "centimetres",
            Self::Millimetres => "millimetres",
            Self::Squares => "squares",
            Self::Hexes => "hexes",
            Self::Yards => "yards",
            Self::Metres => "metres",
            Self::Paces => "paces",
        }
    }

    /// The unit that a word names, without regard to case.
    pub fn from_word(word: &str) -> Option<Self> {
        let (_, unit) = UNIT_WORDS
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(word))?;
        Some(*unit)
    }

    /// Each unit with a short word for it.
    pub fn short_words() -> impl Iterator<Item = (&'static str, Self)> {
        UNIT_WORDS.iter().enumerate().filter_map(|(place, entry)| {
            let before = UNIT_WORDS.get(..place).unwrap_or_default();
            let known = before.iter().any(|(_, unit)| *unit == entry.1);
            (!known).then_some(*entry)
        })
    }
}

/// A distance as typed; it may still be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    /// How many of the unit.
    pub value: Number,
    /// The unit typed.
    pub unit: LengthUnit,
}

/// What a rule set measures distances in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Measure {
    /// Inches on the table, with fractions.
    Inches,
    /// Whole squares.
    Squares,
    /// Whole hexes.
    Hexes,
    /// Yards of the ground that a map shows.
    Yards,
    /// Metres of that ground.
    Metres,
    /// Paces of that ground, of 30 inches.
    Paces,
}

impl Measure {
    /// The unit of a bare number.
    pub fn unit(self) -> LengthUnit {
        match self {
            Self::Inches => LengthUnit::Inches,
            Self::Squares => LengthUnit::Squares,
            Self::Hexes => LengthUnit::Hexes,
            Self::Yards => LengthUnit::Yards,
            Self::Metres => LengthUnit::Metres,
            Self::Paces => LengthUnit::Paces,
        }
    }

    /// What a ground scale gives the ground of: the measure itself, an inch of the map where it is ground.
    pub fn scaled(self) -> Measure {
        match self {
            Self::Yards | Self::Metres | Self::Paces => Self::Inches,
            Self::Inches | Self::Squares | Self::Hexes => self,
        }
    }

    /// A number in this measure as people write it: `4½"`, `3 squares`, `1 hex`.
    pub fn show(self, value: Number) -> String {
        let distance = Distance {
            value,
            unit: self.unit(),
        };
        distance.to_string()
    }
}

/// How large things are on this table; each part only if it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scale {
    /// Inches on the table from one square to the next, above 0.
    pub square: Option<Number>,
    /// Inches on the table from one hex to the next, above 0.
    pub hex: Option<Number>,
    /// Yards of ground that one of the rule set's measure stands for, above 0; where distances are
    /// of the ground, that an inch on the map stands for.
    pub ground: Option<Number>,
    /// Inches on the table that an inch of the rules is, above 0, where it is another.
    pub reach: Option<Number>,
}

/// Why a distance has no value in a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DistanceFault {
    /// It is below 0.
    #[error("a distance cannot be negative")]
    Negative,
    /// It is a part of a square or hex.
    #[error("squares and hexes are counted whole")]
    NotWhole,
    /// It is in squares where hexes are counted, or the other way about.
    #[error("squares and hexes cannot be converted into each other")]
    SquaresAndHexes,
    /// The part of the scale with this name is not known: `square`, `hex` or `scale`.
    #[error("{}", need(.0))]
    Needs(&'static str),
    /// The converted distance cannot be kept exactly.
    #[error("the distance cannot be converted exactly")]
    NotExact,
}

fn need(setting: &str) -> String {
    match setting {
        "scale" => "the ground scale is not set, say it with `set scale 20yd`".to_owned(),
        cell => format!("the size of a {cell} is not set, say it with `set {cell} 2in`"),
    }
}

/// What a distance is counted on.
enum Span {
    Table { inches: Number },
    Ground { yards: Number },
    Squares(Number),
    Hexes(Number),
}

impl Distance {
    /// The distance in the measure of a rule set, exactly; a whole number of
    /// squares or hexes, rounded up where it is converted.
    pub fn in_measure(self, measure: Measure, scale: &Scale) -> Result<Number, DistanceFault> {
        if self.value.is_negative() {
            return Err(DistanceFault::Negative);
        }
        let square = scale.square.ok_or(DistanceFault::Needs("square"));
        let hex = scale.hex.ok_or(DistanceFault::Needs("hex"));
        match (self.span()?, measure) {
            (_, Measure::Yards | Measure::Metres | Measure::Paces) => {
                let one = Distance {
                    value: Number::ONE,
                    unit: measure.unit(),
                };
                divide(self.on_the_ground(scale)?, one.on_the_ground(scale)?)
            }
            (Span::Table { inches }, Measure::Inches) => Ok(inches),
            (Span::Table { inches }, Measure::Squares) => Ok(round_up(divide(inches, square?)?)),
            (Span::Table { inches }, Measure::Hexes) => Ok(round_up(divide(inches, hex?)?)),
            (Span::Ground { yards }, measure) => {
                let ground = scale.ground.ok_or(DistanceFault::Needs("scale"))?;
                let distance = divide(yards, ground)?;
                Ok(match measure {
                    Measure::Squares | Measure::Hexes => round_up(distance),
                    _ => distance,
                })
            }
            (Span::Squares(count), Measure::Squares) => Ok(count),
            (Span::Hexes(count), Measure::Hexes) => Ok(count),
            (Span::Squares(count), Measure::Inches) => multiply(count, square?),
            (Span::Hexes(count), Measure::Inches) => multiply(count, hex?),
            (Span::Squares(_), Measure::Hexes) | (Span::Hexes(_), Measure::Squares) => {
                Err(DistanceFault::SquaresAndHexes)
            }
        }
    }

    /// Yards of the ground, as the map shows it.
    fn on_the_ground(self, scale: &Scale) -> Result<Number, DistanceFault> {
        let inches = match self.span()? {
            Span::Ground { yards } => return Ok(yards),
            Span::Table { inches } => inches,
            Span::Squares(count) => {
                multiply(count, scale.square.ok_or(DistanceFault::Needs("square"))?)?
            }
            Span::Hexes(count) => multiply(count, scale.hex.ok_or(DistanceFault::Needs("hex"))?)?,
        };
        multiply(inches, scale.ground.ok_or(DistanceFault::Needs("scale"))?)
    }

    fn span(self) -> Result<Span, DistanceFault> {
        let so_many = |numerator, denominator| {
            let unit = Number::ratio(numerator, denominator).ok_or(DistanceFault::NotExact)?;
            multiply(self.value, unit)
        };
        Ok(match self.unit {
            LengthUnit::Inches => Span::Table { inches: self.value },
            LengthUnit::Feet => Span::Table {
                inches: so_many(12, 1)?,
            },
            LengthUnit::Centimetres => Span::Table {
                inches: so_many(100, 254)?,
            },
            LengthUnit::Millimetres => Span::Table {
                inches: so_many(10, 254)?,
            },
            LengthUnit::Squares => Span::Squares(self.whole()?),
            LengthUnit::Hexes => Span::Hexes(self.whole()?),
            LengthUnit::Yards => Span::Ground { yards: self.value },
            LengthUnit::Metres => Span::Ground {
                yards: so_many(10_000, 9_144)?,
            },
            LengthUnit::Paces => Span::Ground {
                yards: so_many(30, 36)?,
            },
        })
    }

    fn whole(self) -> Result<Number, DistanceFault> {
        if self.value.is_whole() {
            Ok(self.value)
        } else {
            Err(DistanceFault::NotWhole)
        }
    }
}

fn round_up(distance: Number) -> Number {
    Number::whole(distance.ceil())
}

fn divide(distance: Number, size: Number) -> Result<Number, DistanceFault> {
    distance.checked_div(size).ok_or(DistanceFault::NotExact)
}

fn multiply(count: Number, size: Number) -> Result<Number, DistanceFault> {
    count.checked_mul(size).ok_or(DistanceFault::NotExact)
}

/// Shows a distance in the unit typed: `8"`, `1½'`, `20 cm`, `3 squares`.
impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let value = self.value;
        let (one, many) = match self.unit {
            LengthUnit::Inches => return write!(f, "{value}\""),
            LengthUnit::Feet => return write!(f, "{value}'"),
            LengthUnit::Centimetres => return write!(f, "{value} cm"),
            LengthUnit::Millimetres => return write!(f, "{value} mm"),
            LengthUnit::Squares => ("square", "squares"),
            LengthUnit::Hexes => ("hex", "hexes"),
            LengthUnit::Yards => ("yard", "yards"),
            LengthUnit::Metres => ("metre", "metres"),
            LengthUnit::Paces => ("pace", "paces"),
        };
        // A half square is still a square, not squares.
        let singular = Number::ZERO < value && value <= Number::ONE;
        write!(f, "{value} {}", if singular { one } else { many })
    }
}

#[cfg(test)]
mod tests;
