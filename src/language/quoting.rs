//! Names in double quotes, which may hold anything.

use std::fmt::Write;

/// A name as a line can hold it: in quotes where it is more than plain words.
///
/// No `#` is left in it, and no character that a line reads as another.
pub fn quoted(name: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "-_.' ".contains(character);
    let spaced = name.split(' ').all(|word| !word.is_empty());
    if !name.is_empty() && spaced && name.chars().all(plain) {
        return name.to_owned();
    }
    let mut quoted = String::from('"');
    for character in name.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '#' => quoted.push_str("\\u{23}"),
            _ if character.is_alphanumeric() || matches!(character, ' '..='~') => {
                quoted.push(character)
            }
            _ => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(character));
            }
        }
    }
    quoted.push('"');
    quoted
}

/// A name as a line holds it as one word: in quotes where it is several.
pub fn quoted_word(name: &str) -> String {
    let one_word = quoted(name);
    if one_word.contains(' ') && !one_word.starts_with('"') {
        format!("\"{one_word}\"")
    } else {
        one_word
    }
}

/// The name in quotes with which a text begins, and how many bytes it takes with its quotes.
///
/// `None` where there is no quote at the beginning or none at the end.
pub fn unquoted(text: &str) -> Option<(String, usize)> {
    let inner = text.strip_prefix('"')?;
    let mut name = String::new();
    let mut characters = inner.char_indices();
    while let Some((place, character)) = characters.next() {
        match character {
            '"' => return Some((name, place + 2)),
            '\\' => match characters.next()? {
                (_, 'u') => {
                    let code: String = characters
                        .by_ref()
                        .map(|(_, character)| character)
                        .take_while(|character| *character != '}')
                        .collect();
                    let code = u32::from_str_radix(code.strip_prefix('{')?, 16).ok()?;
                    name.push(char::from_u32(code)?);
                }
                (_, character) => name.push(character),
            },
            _ => name.push(character),
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_names_need_no_quotes() {
        assert_eq!(quoted("Grey's Regiment"), "Grey's Regiment");
        assert_eq!(quoted("Schützen"), "Schützen");
        assert_eq!(quoted_word("rote Armee"), "\"rote Armee\"");
    }

    #[test]
    fn anything_else_is_kept_in_quotes() {
        assert_eq!(quoted("Grey = 20 hussar #"), r#""Grey = 20 hussar \u{23}""#);
        assert_eq!(quoted("the \"Old\""), r#""the \"Old\"""#);
        assert_eq!(unquoted(r#""a" b"#), Some(("a".to_owned(), 3)));
        assert_eq!(unquoted(r#""a"#), None);
        assert_eq!(unquoted("a"), None);
    }

    proptest! {
        #[test]
        fn a_name_comes_back(name: String) {
            let written = quoted_word(&name);
            prop_assert!(!written.contains('#'));
            match unquoted(&written) {
                Some((read, length)) => {
                    prop_assert_eq!(read, name);
                    prop_assert_eq!(length, written.len());
                }
                None => prop_assert_eq!(written, name),
            }
        }
    }
}
