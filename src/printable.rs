//! Text from outside made fit to be shown: nothing in it steers a terminal or hides.

use std::borrow::Cow;
use std::io;

/// Makes a text harmless to print: control and invisible characters are
/// written as `\u{1b}`, `\n` and the like.
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_unprintable)
}

/// The same for a text of several lines, whose line ends and tabs stay.
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |character| {
        !matches!(character, '\n' | '\t') && is_unprintable(character)
    })
}

fn escaped(text: &str, harms: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly every text is plain, and bytes are looked at faster than characters.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || !text.contains(&harms) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if harms(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character steers the terminal or hides: controls, marks of
/// direction, separators of lines, and those without width.
pub fn is_unprintable(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// What the system says of a file or a stream, in the words of a message.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        // What the system has no word for says more itself.
        io::ErrorKind::Other | io::ErrorKind::InvalidData => error.to_string(),
        kind => kind.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quoted_input_cannot_steer_the_terminal() {
        assert_eq!(
            printable("a\u{1b}[2Jb\n\u{9b}\u{202e}"),
            "a\\u{1b}[2Jb\\n\\u{9b}\\u{202e}"
        );
        assert!(matches!(printable("2½ pike"), Cow::Borrowed("2½ pike")));
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(printable_lines("a\nb\r\n\u{7f}"), "a\nb\\r\n\\u{7f}");
    }

    proptest! {
        #[test]
        fn printable_text_has_no_control_characters(text: String) {
            prop_assert!(!printable(&text).contains(is_unprintable));
        }
    }
}
