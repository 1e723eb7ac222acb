//! Numbers as people and programs read them: `2½`, `12.01`, `2 5/7`, `+2`.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Number, exact};

impl Number {
    /// The number with its sign, as a modifier is shown: `+2`, `-1`, `+½`, `+0`.
    pub fn signed(self) -> String {
        if self.is_negative() {
            self.to_string()
        } else {
            format!("+{self}")
        }
    }
}

/// Shows the whole part and, for what is left over, a sign such as `½`,
/// decimals, or a fraction, whichever of them comes first and is exact.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.to_i64(), f.width()) {
            (Some(whole), None) => write!(f, "{whole}"),
            _ => f.pad(&shown(*self)),
        }
    }
}

fn shown(number: Number) -> String {
    let minus = if number.is_negative() { "-" } else { "" };
    let number = number.abs();
    let whole = number.floor();
    let rest = number - Number::whole(whole);
    let (above, below) = (rest.numerator(), rest.denominator());
    if above == 0 {
        return format!("{minus}{whole}");
    }
    // A whole part of 0 is left out before a sign or a fraction.
    let before = if whole == 0 {
        String::new()
    } else {
        whole.to_string()
    };
    if let Some(sign) = vulgar(above, below) {
        return format!("{minus}{before}{sign}");
    }
    if let Some(places) = decimal_places(above, below) {
        return format!("{minus}{whole}.{places}");
    }
    let blank = if whole == 0 { "" } else { " " };
    format!("{minus}{before}{blank}{above}/{below}")
}

/// The sign for a fraction in lowest terms. Tenths, sevenths and ninths have
/// signs that many fonts lack, so they are shown otherwise.
fn vulgar(numerator: i64, denominator: i64) -> Option<char> {
    Some(match (numerator, denominator) {
        (1, 2) => '½',
        (1, 3) => '⅓',
        (2, 3) => '⅔',
        (1, 4) => '¼',
        (3, 4) => '¾',
        (1, 5) => '⅕',
        (2, 5) => '⅖',
        (3, 5) => '⅗',
        (4, 5) => '⅘',
        (1, 6) => '⅙',
        (5, 6) => '⅚',
        (1, 8) => '⅛',
        (3, 8) => '⅜',
        (5, 8) => '⅝',
        (7, 8) => '⅞',
        _ => return None,
    })
}

/// The digits after the point, if three of them are enough.
fn decimal_places(numerator: i64, denominator: i64) -> Option<String> {
    if 1000 % denominator != 0 {
        return None;
    }
    let thousandths = numerator * (1000 / denominator);
    let places = format!("{thousandths:03}");
    Some(places.trim_end_matches('0').to_owned())
}

/// For people a JSON integer when whole, else the nearest floating point number; for programs its exact
/// parts.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return (self.numerator(), self.denominator()).serialize(serializer);
        }
        match self.to_i64() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_f64(self.to_f64()),
        }
    }
}

/// Reads the exact parts of a number, or what people wrote exactly.
impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return exact::deserialize(deserializer);
        }
        let (numerator, denominator) = <(i64, i64)>::deserialize(deserializer)?;
        Number::ratio(numerator, denominator)
            .ok_or_else(|| D::Error::custom(format!("{numerator}/{denominator} is no number")))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_as_people_write_them() {
        let table = [
            (0, 1, "0"),
            (8, 1, "8"),
            (-3, 1, "-3"),
            (1, 2, "½"),
            (5, 2, "2½"),
            (-1, 2, "-½"),
            (-9, 4, "-2¼"),
            (1, 3, "⅓"),
            (17, 6, "2⅚"),
            (1201, 100, "12.01"),
            (1, 10, "0.1"),
            (7, 1000, "0.007"),
            (-61, 20, "-3.05"),
            (5, 7, "5/7"),
            (19, 7, "2 5/7"),
            (-19, 7, "-2 5/7"),
            (1, 1_000_000, "1/1000000"),
        ];
        for (numerator, denominator, text) in table {
            let number = Number::ratio(numerator, denominator).unwrap();
            assert_eq!(number.to_string(), text);
        }
    }

    #[test]
    fn modifiers_carry_their_sign() {
        assert_eq!(Number::whole(2).signed(), "+2");
        assert_eq!(Number::whole(-1).signed(), "-1");
        assert_eq!(Number::HALF.signed(), "+½");
        assert_eq!((-Number::HALF).signed(), "-½");
        assert_eq!(Number::ZERO.signed(), "+0");
    }

    #[test]
    fn json_has_integers_and_decimals() {
        let numbers = [Number::whole(3), Number::HALF, Number::whole(-2)];
        assert_eq!(serde_json::to_string(&numbers).unwrap(), "[3,0.5,-2]");
    }

    #[test]
    fn columns_can_be_padded() {
        assert_eq!(
            format!("{:>4}|{:<3}|", Number::HALF, Number::whole(8)),
            "   ½|8  |"
        );
    }

    proptest! {
        #[test]
        fn what_is_shown_reads_back(whole in -999_999_999i64..999_999_999, above in 0i64..1_000_000, below in 1i64..=1_000_000) {
            let number = Number::whole(whole) + Number::ratio(above % below, below).unwrap();
            prop_assert_eq!(Number::parse(&number.to_string()), Some(number));
            prop_assert_eq!(Number::parse(&number.signed()), Some(number));
        }
    }
}
