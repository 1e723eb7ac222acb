//! How names are spelt: what makes two the same, or nearly the same.

use std::borrow::Cow;

use smol_str::SmolStr;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A name in small letters without accents, with one hyphen between its words: `Lützen` is `lutzen`.
pub fn folded(name: &str) -> Cow<'_, str> {
    if is_folded(name) {
        return Cow::Borrowed(name);
    }
    let words = name
        .split(|character: char| character == '-' || character == '_' || character.is_whitespace())
        .filter(|word| !word.is_empty());
    let mut folded = String::with_capacity(name.len());
    for word in words {
        if !folded.is_empty() {
            folded.push('-');
        }
        let small = word.chars().flat_map(char::to_lowercase);
        folded.extend(small.nfd().filter(|sign| !is_combining_mark(*sign)));
    }
    Cow::Owned(folded)
}

/// A key of a table as words: `attack-strength` is `attack strength`.
pub fn key_in_words(key: &str) -> SmolStr {
    key.replace('-', " ").into()
}

/// Whether a name is of small ASCII letters and digits, with single hyphens
/// between them only.
fn is_folded(name: &str) -> bool {
    let mut before = b'-';
    for byte in name.bytes() {
        let after_sign = before != b'-';
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => {}
            b'-' if after_sign => {}
            _ => return false,
        }
        before = byte;
    }
    before != b'-'
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_that_are_the_same_fold_alike() {
        for name in [
            "heavy gun",
            "Heavy-Gun",
            "heavy_gun",
            " heavy - gun ",
            "-heavy--gun-",
        ] {
            assert_eq!(folded(name), "heavy-gun", "{name}");
        }
        for name in ["ÉLITE", "élite", "e\u{301}lite", "Elite"] {
            assert_eq!(folded(name), "elite", "{name}");
        }
        assert_eq!(folded("Lützen"), "lutzen");
        assert!(matches!(folded("heavy-gun"), Cow::Borrowed(_)));
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(name in "[a-zA-Zé_ -]*") {
            let once = folded(&name);
            prop_assert_eq!(&folded(&once), &once);
        }
    }
}
