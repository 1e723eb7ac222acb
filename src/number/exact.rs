//! Numbers in records: exact, whole ones as numbers, others as `"5/2"`.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

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
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Whole(i64),
        Text(String),
    }
    match Written::deserialize(deserializer)? {
        Written::Whole(whole) => Ok(Number::whole(whole)),
        Written::Text(text) => {
            let parts = text.split_once('/').and_then(|(numerator, denominator)| {
                Number::ratio(numerator.parse().ok()?, denominator.parse().ok()?)
            });
            parts.ok_or_else(|| D::Error::custom(format!("`{text}` is no number")))
        }
    }
}
