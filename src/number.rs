//! An exact number (stand-in until the real one is merged).

use num_rational::Ratio;

/// An exact rational number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(Ratio<i64>);

impl Number {
    /// Reads `2`, `2.5`, `1/2`, `½` or `-3`; anything else is `None`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(rest) = text.strip_prefix('-') {
            let Number(size) = Self::parse(rest).filter(|_| !rest.starts_with('-'))?;
            return Some(Self(-size));
        }
        if text == "½" {
            return Some(Self(Ratio::new_raw(1, 2)));
        }
        if let Some((above, below)) = text.split_once('/') {
            let below = digits(below).filter(|&below| below != 0)?;
            return Some(Self(Ratio::new(digits(above)?, below)));
        }
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let scale = 10_i64.checked_pow(u32::try_from(part.len()).ok()?)?;
        let above = digits(whole)?.checked_mul(scale)?;
        Some(Self(Ratio::new(above.checked_add(digits(part)?)?, scale)))
    }
}

fn digits(text: &str) -> Option<i64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}
