//! Numbers in records: exact, whole ones as numbers, others as `"5/2"`.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

use super::Number;

/// Writes a number so that it can be read back exactly.
///
/// # Errors
/// The serializer's own.
pub fn serialize<S: Serializer>(number: &Number, serializer: S) -> Result<S::Ok, S::Error> {
    match number.to_i64() {
        Some(whole) => serializer.serialize_i64(whole),
        None => serializer.collect_str(&format_args!(
            "{}/{}",
            number.numerator(),
            number.denominator()
        )),
    }
}

/// Reads a number that was written so.
///
/// # Errors
/// What stands there is no number.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
    deserializer.deserialize_any(Written)
}

/// A number as it was written.
struct Written;

impl Visitor<'_> for Written {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or a fraction such as `\"5/2\"`")
    }

    fn visit_i64<E: Error>(self, whole: i64) -> Result<Number, E> {
        Ok(Number::whole(whole))
    }

    fn visit_u64<E: Error>(self, whole: u64) -> Result<Number, E> {
        let whole = i64::try_from(whole).map_err(E::custom)?;
        Ok(Number::whole(whole))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
        let parts = text.split_once('/').and_then(|(numerator, denominator)| {
            Number::ratio(numerator.parse().ok()?, denominator.parse().ok()?)
        });
        parts.ok_or_else(|| E::custom(format!("`{text}` is no number")))
    }
}
