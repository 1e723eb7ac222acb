//! Text from outside made fit for a terminal.

use std::borrow::Cow;

use crate::printable::is_unprintable;

/// How many characters of a foreign word a message repeats.
const LONGEST_WORD: usize = 60;

/// The text with every harmful character shown as `\u{fffd}`.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    if text.chars().any(is_unprintable) {
        Cow::Owned(text.chars().map(harmless_character).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The character itself, or `\u{fffd}` for a harmful one.
pub(super) fn harmless_character(character: char) -> char {
    if is_unprintable(character) {
        '\u{fffd}'
    } else {
        character
    }
}

/// A foreign word in backticks, harmless and cut to 60 characters.
pub(super) fn quoted(word: &str) -> String {
    let mut characters = word.chars();
    let mut shown: String = characters
        .by_ref()
        .take(LONGEST_WORD)
        .map(harmless_character)
        .collect();
    if characters.next().is_some() {
        shown.push('…');
    }
    format!("`{shown}`")
}

/// Words in backticks as prose: `a`, `b` or `c`, with `last` before the last.
pub(super) fn quoted_list<'w>(words: impl IntoIterator<Item = &'w str>, last: &str) -> String {
    let mut words: Vec<String> = words.into_iter().map(quoted).collect();
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(end) => format!("{} {last} {end}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_direction_signs_are_replaced() {
        assert_eq!(
            harmless("a\u{1b}[31m\u{9b}\u{202e}b"),
            "a\u{fffd}[31m\u{fffd}\u{fffd}b"
        );
        assert!(matches!(
            harmless("½ pike – ok"),
            Cow::Borrowed("½ pike – ok")
        ));
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(quoted("pike"), "`pike`");
        assert_eq!(quoted(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
    }

    #[test]
    fn lists_read_as_prose() {
        assert_eq!(quoted_list([], "or"), "");
        assert_eq!(quoted_list(["a"], "or"), "`a`");
        assert_eq!(quoted_list(["a", "b", "c"], "and"), "`a`, `b` and `c`");
    }
}
