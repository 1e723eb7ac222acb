//! Chances, means and values as a person reads them.

use crate::dice::{Chance, Grouped};
use crate::rules::amount::Given;
use crate::rulings::outcome::FieldValue;

/// Above this, `1 in N` says no more than the percentage does.
const RARE: f64 = 0.1;
/// Up to this, N is written out.
const LARGEST_WRITTEN: f64 = 1e12;

/// A chance in percent: `48.23 %`, never `0 %` or `100 %` for what may go either way.
pub fn chance_text(chance: &Chance) -> String {
    if chance.is_impossible() {
        return "0 %".to_owned();
    }
    if chance.is_certain() {
        return "100 %".to_owned();
    }
    match format!("{:.2}", chance.p() * 100.0).as_str() {
        "0.00" => "<0.01 %".to_owned(),
        "100.00" => ">99.99 %".to_owned(),
        percent => format!("{percent} %"),
    }
}

/// `1 in 65` for a rare chance, or nothing.
pub fn one_in_text(chance: &Chance) -> String {
    let p = chance.p();
    if chance.is_impossible() || p >= RARE {
        return String::new();
    }
    let times = 1.0 / p;
    if times <= LARGEST_WRITTEN {
        // Rounded and within bounds, so that nothing is cut off.
        return format!("1 in {}", Grouped(times.round() as u128));
    }
    if times.is_finite() {
        let text = format!("{times:.0e}");
        return match text.split_once('e') {
            Some(("1", power)) => format!("1 in 10^{power}"),
            Some((digit, power)) => format!("1 in {digit} × 10^{power}"),
            None => format!("1 in {text}"),
        };
    }
    let (ways, of) = chance.in_lowest_terms();
    let digits = of.len().saturating_sub(ways.len());
    format!("1 in 10^{digits}")
}

/// A mean with at most two decimals: `10.5`.
pub fn mean_text(mean: f64) -> String {
    let text = format!("{mean:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A value of a headline.
pub fn fall_text(value: &Given<FieldValue>) -> String {
    match value {
        Given::Blank => "blank".to_owned(),
        Given::Known(FieldValue::Null) => "none".to_owned(),
        Given::Known(FieldValue::Truth(true)) => "yes".to_owned(),
        Given::Known(FieldValue::Truth(false)) => "no".to_owned(),
        Given::Known(FieldValue::Number(number)) => number.to_string(),
        Given::Known(FieldValue::Text(text)) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Weight;

    fn chance(ways: u128, of: u128) -> Chance {
        Chance::new(&Weight::from(ways), &Weight::from(of))
    }

    #[test]
    fn what_may_go_either_way_is_never_certain() {
        for (ways, of, text) in [
            (625, 1296, "48.23 %"),
            (0, 6, "0 %"),
            (6, 6, "100 %"),
            (1, 1_000_000, "<0.01 %"),
            (999_999, 1_000_000, ">99.99 %"),
            (1, u128::MAX, "<0.01 %"),
            (u128::MAX - 1, u128::MAX, ">99.99 %"),
            (1, 10_000, "0.01 %"),
            (1, 2, "50.00 %"),
        ] {
            assert_eq!(chance_text(&chance(ways, of)), text);
        }
    }

    #[test]
    fn the_rare_is_said_as_one_in_so_many() {
        for (ways, of, text) in [
            (1, 1296, "1 in 1,296"),
            (20, 1296, "1 in 65"),
            (1, 2, ""),
            (0, 2, ""),
            (1, 10_u128.pow(21), "1 in 10^21"),
            (1, 96 * 10_u128.pow(20), "1 in 10^22"),
            (1, 3 * 10_u128.pow(15), "1 in 3 × 10^15"),
        ] {
            assert_eq!(one_in_text(&chance(ways, of)), text);
        }
        let least = Chance::new(&Weight::ONE, &Weight::from(6_u32).pow(1000));
        // 6^1000 has 779 digits.
        assert_eq!(one_in_text(&least), "1 in 10^778");
    }

    #[test]
    fn means_have_no_needless_zeros() {
        for (mean, text) in [
            (10.5, "10.5"),
            (0.666_666, "0.67"),
            (3.0, "3"),
            (-0.001, "0"),
            (100.0, "100"),
        ] {
            assert_eq!(mean_text(mean), text);
        }
    }
}
