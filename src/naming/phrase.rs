//! Names of several words in a line, and phrases for messages.

use std::borrow::Cow;

use smol_str::{SmolStr, format_smolstr};

use super::names::{Found, Names};
use super::spelling::folded;
use crate::number::Number;

/// The most words of a name of which each may be cut short.
const MOST_BEGUN: usize = 4;

/// The name at the start of some words, and how many of them it takes.
///
/// The longest run of words that is a whole name is taken, else the longest
/// that is the start of one name only. Otherwise the first word alone decides
/// what is found: several names, or none and the nearest. `None` if there are
/// no words. Only values that are admitted count.
pub fn longest<'n, T: Copy + Eq>(
    names: &'n Names<T>,
    words: &[&str],
    admits: impl Fn(T) -> bool,
) -> Option<(usize, Found<'n, T>)> {
    let first = words.first()?;
    known(names, words, &admits).or_else(|| Some((1, names.find_where(first, admits))))
}

/// The same as [`longest`], but `None` where the words name nothing or their
/// start is ambiguous. It is quicker then, as no nearest name is looked for.
pub fn known<'n, T: Copy + Eq>(
    names: &'n Names<T>,
    words: &[&str],
    admits: impl Fn(T) -> bool,
) -> Option<(usize, Found<'n, T>)> {
    let first = folded(words.first()?);
    let fitting = names.fitting(&first);
    let words = words.get(..fitting.most_words()).unwrap_or(words);
    let alone = words
        .get(1)
        .is_none_or(|second| !fitting.go_on(&first, second));
    if alone {
        let found = fitting.whole(&first, &admits);
        return found
            .or_else(|| fitting.only_start(&first, &admits))
            .map(|found| (1, found));
    }
    let joined = joined(words);
    let runs = longest_first(words, &joined);

    let whole = |(used, run)| Some((used, fitting.whole(run, &admits)?));
    let start = |(used, run)| Some((used, fitting.only_start(run, &admits)?));
    runs.clone()
        .find_map(whole)
        .or_else(|| runs.clone().find_map(start))
}

/// The longest whole name at the start of some words, and how many of them it takes.
pub fn whole<'n, T: Copy + Eq>(
    names: &'n Names<T>,
    words: &[&str],
) -> Option<(usize, Found<'n, T>)> {
    let first = folded(words.first()?);
    let fitting = names.fitting(&first);
    let words = words.get(..fitting.most_words()).unwrap_or(words);
    let joined = joined(words);
    longest_first(words, &joined)
        .find_map(|(used, run)| Some((used, fitting.whole(run, &|_| true)?)))
}

/// The name of several words of which each word that comes begins one, and how many of them it takes.
///
/// It is looked for where the words name nothing as they stand, so that `med gun` is a medium gun.
pub fn begun<'n, T: Copy + Eq>(
    names: &'n Names<T>,
    words: &[&str],
    admits: impl Fn(T) -> bool,
) -> Option<(usize, Found<'n, T>)> {
    (2..=words.len().min(MOST_BEGUN))
        .rev()
        .find_map(|used| Some((used, names.begun(words.get(..used)?, &admits)?)))
}

/// Words folded, with hyphens between them.
fn joined<'w>(words: &[&'w str]) -> Cow<'w, str> {
    if let [word] = words {
        return folded(word);
    }
    let mut joined = String::with_capacity(words.len() * 12);
    for word in words {
        if !joined.is_empty() {
            joined.push('-');
        }
        joined.push_str(&folded(word));
    }
    Cow::Owned(joined)
}

/// All words joined, all but the last and so on to the first alone, each with
/// the number of words.
fn longest_first<'j>(
    words: &[&str],
    joined: &'j str,
) -> impl Iterator<Item = (usize, &'j str)> + Clone {
    let counted = words.iter().enumerate().rev();
    counted.scan(joined, |rest, (place, word)| {
        let run = *rest;
        let before = run.strip_suffix(&*folded(word)).unwrap_or_default();
        *rest = before.strip_suffix('-').unwrap_or_default();
        Some((place + 1, run))
    })
}

/// A number with its noun: `1 figure`, `2 figures`, `½ gleve`, `0 figures`.
pub fn count(number: impl Into<Number>, one: &str, many: &str) -> String {
    let number = number.into();
    let size = number.abs();
    let singular = Number::ZERO < size && size <= Number::ONE;
    format!("{number} {}", if singular { one } else { many })
}

/// Alternatives: `a`, `a or b`, `a, b or c`; nothing for no items.
pub fn list(items: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            let last = place + 1 == items.len();
            text.push_str(if last { " or " } else { ", " });
        }
        text.push_str(item.as_ref());
    }
    text
}

/// What a person calls a unit: `Cross (x3)`, or its handle where it has no other name.
pub fn name_and_handle(name: Option<&str>, handle: &SmolStr) -> SmolStr {
    match name {
        Some(name) if name != handle => format_smolstr!("{name} ({handle})"),
        _ => handle.clone(),
    }
}

/// A noun with its article: `a pike`, `an archer`, `a unit`, `an 8`.
pub fn a_an(noun: &str) -> String {
    let lower = noun.to_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    let vowel = begins(&["a", "e", "i", "o", "u", "8"]);
    // These begin with a vowel to the eye, but not to the ear.
    let consonant = begins(&["uni", "use", "eu", "one"]);
    let article = if vowel && !consonant { "an" } else { "a" };
    format!("{article} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names<u8> {
        let mut names = Names::new();
        for (name, value) in [
            ("heavy", 1),
            ("heavy-gun", 2),
            ("light-horse", 3),
            ("light-heavy-gun", 4),
            ("pike", 5),
            ("musket-bayonet", 6),
            ("musket-sword", 7),
        ] {
            names.add(name, value);
        }
        names
    }

    fn found(words: &str) -> Option<(usize, Found<'static, u8>)> {
        let names = Box::leak(Box::new(names()));
        let words: Vec<&str> = words.split(' ').collect();
        longest(names, &words, |_| true)
    }

    #[test]
    fn the_longest_whole_name_is_taken_before_any_prefix() {
        for (words, used, value) in [
            ("heavy charge", 1, 1),
            ("heavy gun charge", 2, 2),
            ("heavy guns", 2, 2),
            ("heavy-gun at pike", 1, 2),
            ("light heavy gun", 3, 4),
            ("light heavy-gun", 2, 4),
            ("heavy g", 1, 1),
            ("light horse", 2, 3),
            ("light ho pike", 2, 3),
            ("light-ho", 1, 3),
            ("light he", 2, 4),
            ("pik", 1, 5),
            ("musket b square", 2, 6),
        ] {
            assert_eq!(found(words), Some((used, Found::One(value))), "{words}");
        }
    }

    #[test]
    fn otherwise_the_first_word_decides() {
        let several = Found::Several(vec!["light-heavy-gun", "light-horse"]);
        assert_eq!(found("light pike"), Some((1, several)));
        let nearest = Some("pike");
        assert_eq!(found("pkie light"), Some((1, Found::None { nearest })));
        assert_eq!(longest(&names(), &[], |_| true), None);
    }

    #[test]
    fn only_admitted_values_count() {
        let words = ["heavy", "gun"];
        assert_eq!(
            longest(&names(), &words, |value| value == 1),
            Some((1, Found::One(1)))
        );
        assert_eq!(known(&names(), &words, |value| value == 5), None);
        assert_eq!(known(&names(), &["musket"], |_| true), None);
    }

    #[test]
    fn phrases_are_grammatical() {
        assert_eq!(count(1, "figure", "figures"), "1 figure");
        assert_eq!(count(2usize, "figure", "figures"), "2 figures");
        assert_eq!(count(0, "figure", "figures"), "0 figures");
        assert_eq!(count(Number::HALF, "gleve", "gleven"), "½ gleve");

        let none: [&str; 0] = [];
        assert_eq!(list(&none), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b"]), "a or b");
        assert_eq!(list(&["a", "b", "c"]), "a, b or c");

        assert_eq!(a_an("pike"), "a pike");
        assert_eq!(a_an("archer"), "an archer");
        assert_eq!(a_an("unit"), "a unit");
        assert_eq!(a_an("8"), "an 8");
    }
}
