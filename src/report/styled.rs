//! Text for a terminal: styles are ours, everything else is harmless.

use std::fmt::{self, Write as _};

use anstyle::Style;

use crate::printable::printable_lines;

/// Text in styles that nothing from outside can have put there.
///
/// Whatever is shown goes through this type: text that is pushed loses the power to steer the
/// terminal or to hide, wherever it comes from, and styles can only be given with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StyledText(String);

impl StyledText {
    /// An empty text with room for so many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        StyledText(String::with_capacity(bytes))
    }

    /// Adds a text without a style; its line ends stay.
    pub fn push(&mut self, text: &str) {
        self.0.push_str(&printable_lines(text));
    }

    /// Adds a text in a style.
    pub fn push_styled(&mut self, style: Style, text: &str) {
        // What is written to a string always is.
        let _ = write!(self.0, "{style}{}{style:#}", printable_lines(text));
    }

    /// Adds a text in a style, and ends the line.
    pub fn push_line(&mut self, style: Style, text: &str) {
        self.push_styled(style, text);
        self.0.push('\n');
    }

    /// Adds what was styled elsewhere.
    pub fn append(&mut self, more: StyledText) {
        self.0.push_str(&more.0);
    }

    /// What a renderer of ours has made: of its control characters only those stay that give a style.
    pub fn rendered(text: &str) -> Self {
        let mut kept = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(ESCAPE) {
            let (before, from) = rest.split_at(at);
            kept.push_str(&printable_lines(before));
            let length = style_length(from);
            let (style, after) = from.split_at(length.unwrap_or(ESCAPE.len_utf8()));
            match length {
                Some(_) => kept.push_str(style),
                None => kept.push_str(&printable_lines(style)),
            }
            rest = after;
        }
        kept.push_str(&printable_lines(rest));
        StyledText(kept)
    }

    /// The text with the codes of its styles.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What begins the code of a style.
const ESCAPE: char = '\u{1b}';

/// How long the code of a style is that a text begins with.
fn style_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix(ESCAPE)?.strip_prefix('[')?;
    let end = numbers.find(|character: char| !character.is_ascii_digit() && character != ';')?;
    let is_style = numbers.get(end..)?.starts_with('m');
    is_style.then_some(text.len() - numbers.len() + end + 1)
}

impl From<&str> for StyledText {
    fn from(text: &str) -> Self {
        StyledText(printable_lines(text).into_owned())
    }
}

impl fmt::Display for StyledText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::printable::is_unprintable;
    use proptest::prelude::*;

    #[test]
    fn only_our_own_styles_are_kept() {
        let mut text = StyledText::default();
        text.push_styled(Style::new().bold(), "grey\u{1b}[2J");
        assert_eq!(text.as_str(), "\u{1b}[1mgrey\\u{1b}[2J\u{1b}[0m");
        assert_eq!(StyledText::from("a\u{9b}1m\n").as_str(), "a\\u{9b}1m\n");
    }

    #[test]
    fn of_what_is_rendered_the_styles_stay() {
        let text = StyledText::rendered("\u{1b}[1;31merror\u{1b}[0m: \u{1b}]0;x\u{7}\u{1b}[2J");
        assert_eq!(
            text.as_str(),
            "\u{1b}[1;31merror\u{1b}[0m: \\u{1b}]0;x\\u{7}\\u{1b}[2J"
        );
    }

    proptest! {
        #[test]
        fn no_control_character_gets_through(text in "(\u{1b}|\\[|[0-9;mJ]|\u{9b}|\u{7}|\n|é){0,20}") {
            let shown = StyledText::rendered(&text);
            let plain = anstream::adapter::strip_str(shown.as_str()).to_string();
            prop_assert!(!plain.contains(|character| character != '\n' && is_unprintable(character)), "{plain:?}");
            prop_assert_eq!(StyledText::from(text.as_str()).as_str().contains('\u{1b}'), false);
        }
    }
}
