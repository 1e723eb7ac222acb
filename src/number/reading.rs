//! Numbers as they are typed: `2`, `2.5`, `1/2`, `½`, `2½`, `2 1/2`.

use super::Number;

/// The largest value that may be typed, either side of 0.
const LARGEST: i64 = 1_000_000_000;
/// The largest denominator that may be typed: six decimal places.
const FINEST: i64 = 1_000_000;
/// How many decimal places that is.
const PLACES: usize = 6;

/// A number found at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// How many bytes of the text belong to it, 1 or more.
    pub length: usize,
    /// The number, or what is wrong with what looks like one.
    pub value: Result<Number, NumberFault>,
}

/// What can be wrong with something that is written like a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberFault {
    /// It lies outside ±1,000,000,000.
    #[error("is too large, the limit is 1000000000")]
    TooLarge,
    /// Its denominator is above 1,000,000.
    #[error("is too fine, the limit is 6 decimal places")]
    TooFine,
    /// There is a 0 below the line of the fraction.
    #[error("divides by 0")]
    DividesByZero,
}

impl Number {
    /// Reads a whole text as a number: `2`, `2.5`, `.5`, `1/2`, `½`, `2½`,
    /// `2 1/2`, with `-` or `+` before it.
    ///
    /// `None` if it is anything else, lies outside ±1,000,000,000, or has a
    /// denominator above 1,000,000. There are no exponents and no infinities.
    pub fn parse(text: &str) -> Option<Self> {
        let reading = Self::read_start(text)?;
        if reading.length != text.len() {
            return None;
        }
        reading.value.ok()
    }

    /// Reads the longest number that stands at the start of a text, or `None`
    /// if none does.
    pub fn read_start(text: &str) -> Option<Reading> {
        if let Some(rest) = text.strip_prefix('-') {
            let reading = unsigned(rest)?;
            return Some(Reading {
                length: reading.length + 1,
                value: reading.value.map(|value| -value),
            });
        }
        if let Some(rest) = text.strip_prefix('+') {
            let reading = unsigned(rest)?;
            return Some(Reading {
                length: reading.length + 1,
                ..reading
            });
        }
        unsigned(text)
    }
}

fn unsigned(text: &str) -> Option<Reading> {
    let (digits, rest) = split_digits(text);
    if let Some(reading) = decimals(digits, rest) {
        return Some(reading);
    }
    if digits.is_empty() {
        let (value, length) = vulgar(text)?;
        return Some(Reading {
            length,
            value: Ok(value),
        });
    }
    if let Some((length, value)) = slash(digits, rest) {
        return Some(Reading {
            length: digits.len() + length,
            value: value.and_then(within_bounds),
        });
    }
    let (length, fraction) = fraction_after(rest).unwrap_or((0, Ok(Number::ZERO)));
    let value = whole(digits).and_then(|whole| within_bounds(whole + fraction?));
    Some(Reading {
        length: digits.len() + length,
        value,
    })
}

/// Digits before and after a decimal point; those before may be missing.
fn decimals(digits: &str, rest: &str) -> Option<Reading> {
    let (places, _) = split_digits(rest.strip_prefix('.')?);
    if places.is_empty() {
        return None;
    }
    let value = decimal(digits, places.trim_end_matches('0')).and_then(within_bounds);
    Some(Reading {
        length: digits.len() + 1 + places.len(),
        value,
    })
}

fn decimal(digits: &str, places: &str) -> Result<Number, NumberFault> {
    if places.len() > PLACES {
        return Err(NumberFault::TooFine);
    }
    let unit = (0..places.len()).fold(1, |unit, _| unit * 10);
    let part = whole(places)?.numerator();
    let fraction = Number::ratio(part, unit).ok_or(NumberFault::TooFine)?;
    Ok(whole(digits)? + fraction)
}

/// The fraction of a mixed number, with the bytes it takes: `½` directly or
/// after blanks, `1/2` after blanks and smaller than 1.
fn fraction_after(text: &str) -> Option<(usize, Result<Number, NumberFault>)> {
    let trimmed = text.trim_start_matches([' ', '\t']);
    let blanks = text.len() - trimmed.len();
    if let Some((value, length)) = vulgar(trimmed) {
        return Some((blanks + length, Ok(value)));
    }
    if blanks == 0 {
        return None;
    }
    let (above, rest) = split_digits(trimmed);
    let (length, value) = slash(above, rest)?;
    if matches!(value, Ok(value) if value >= Number::ONE) {
        return None;
    }
    Some((blanks + above.len() + length, value))
}

/// A fraction whose numerator has been read, with the bytes after that.
fn slash(above: &str, rest: &str) -> Option<(usize, Result<Number, NumberFault>)> {
    let (below, _) = split_digits(rest.strip_prefix('/')?);
    if above.is_empty() || below.is_empty() {
        return None;
    }
    Some((1 + below.len(), fraction(above, below)))
}

fn fraction(above: &str, below: &str) -> Result<Number, NumberFault> {
    let below = whole(below)?;
    if below.is_zero() {
        return Err(NumberFault::DividesByZero);
    }
    whole(above)?
        .checked_div(below)
        .ok_or(NumberFault::TooLarge)
}

/// Digits as a whole number; none are 0.
fn whole(digits: &str) -> Result<Number, NumberFault> {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(Number::ZERO);
    }
    let value = digits.parse().map_err(|_| NumberFault::TooLarge)?;
    within_bounds(Number::whole(value))
}

fn within_bounds(value: Number) -> Result<Number, NumberFault> {
    if value.abs() > Number::whole(LARGEST) {
        return Err(NumberFault::TooLarge);
    }
    if value.denominator() > FINEST {
        return Err(NumberFault::TooFine);
    }
    Ok(value)
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

/// The sign at the start of a text that stands for a fraction, and its bytes.
fn vulgar(text: &str) -> Option<(Number, usize)> {
    let sign = text.chars().next()?;
    let (numerator, denominator) = match sign {
        '½' => (1, 2),
        '⅓' => (1, 3),
        '⅔' => (2, 3),
        '¼' => (1, 4),
        '¾' => (3, 4),
        '⅕' => (1, 5),
        '⅖' => (2, 5),
        '⅗' => (3, 5),
        '⅘' => (4, 5),
        '⅙' => (1, 6),
        '⅚' => (5, 6),
        '⅐' => (1, 7),
        '⅛' => (1, 8),
        '⅜' => (3, 8),
        '⅝' => (5, 8),
        '⅞' => (7, 8),
        '⅑' => (1, 9),
        '⅒' => (1, 10),
        _ => return None,
    };
    let value = Number::ratio(numerator, denominator)?;
    Some((value, sign.len_utf8()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_notation_of_a_number() {
        let table = [
            ("2", 2, 1),
            ("007", 7, 1),
            ("2.5", 5, 2),
            ("2.50000000", 5, 2),
            (".5", 1, 2),
            ("12.01", 1201, 100),
            ("0.000001", 1, 1_000_000),
            ("1/2", 1, 2),
            ("26/9", 26, 9),
            ("½", 1, 2),
            ("2½", 5, 2),
            ("2 ½", 5, 2),
            ("2 1/2", 5, 2),
            ("2  1/2", 5, 2),
            ("8¼", 33, 4),
            ("-3", -3, 1),
            ("-2½", -5, 2),
            ("-2 1/2", -5, 2),
            ("+2", 2, 1),
            ("1000000000", 1_000_000_000, 1),
        ];
        for (text, numerator, denominator) in table {
            let expected = Number::ratio(numerator, denominator).unwrap();
            assert_eq!(Number::parse(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let table = [
            "", "-", "+", ".", "2.", "1e3", "inf", "NaN", "infinity", "0x10", "2,5", " 2", "2 ",
            "1/", "/2", "1/2/3", "--2", "2½½", "2.5½", "2 3/2", "1_000", "٣", "2 / 3",
        ];
        for text in table {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }

    #[test]
    fn bounds_are_told_apart() {
        let table = [
            ("1000000001", NumberFault::TooLarge),
            ("1000000000.1", NumberFault::TooLarge),
            ("1000000000½", NumberFault::TooLarge),
            ("99999999999999999999999999", NumberFault::TooLarge),
            ("0.0000001", NumberFault::TooFine),
            ("1/1000001", NumberFault::TooFine),
            ("1/0", NumberFault::DividesByZero),
            ("2 1/0", NumberFault::DividesByZero),
        ];
        for (text, fault) in table {
            let reading = Number::read_start(text).unwrap();
            assert_eq!(reading.value, Err(fault), "{text}");
            assert_eq!(reading.length, text.len(), "{text}");
        }
    }

    #[test]
    fn a_number_at_the_start_leaves_the_rest() {
        let table = [
            ("4 musketeer", 1),
            ("8½\"", 3),
            ("4 1/2in", 5),
            ("3 4/3", 1),
            ("8.in", 1),
        ];
        for (text, length) in table {
            assert_eq!(Number::read_start(text).unwrap().length, length, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            if let Some(reading) = Number::read_start(&text) {
                prop_assert!(text.is_char_boundary(reading.length) && reading.length > 0);
            }
        }
    }
}
