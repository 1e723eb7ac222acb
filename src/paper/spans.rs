//! Spans of a text: plain words, and what is to be typed.

/// A span of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Span<'t> {
    /// Plain words.
    Plain(&'t str),
    /// Something to type, which stood between backticks.
    Typed(&'t str),
}

/// The spans of a text. A backtick without a second one is a sign like any other.
pub(super) fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((typed, behind)) = after.split_once('`') else {
            break;
        };
        if typed.is_empty() {
            break;
        }
        if !before.is_empty() {
            spans.push(Span::Plain(before));
        }
        spans.push(Span::Typed(typed));
        rest = behind;
    }
    if !rest.is_empty() {
        spans.push(Span::Plain(rest));
    }
    spans
}

/// Whether a character is of a script that runs from right to left.
pub(super) fn runs_left(character: char) -> bool {
    matches!(character,
        '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}'
        | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_backticks_is_typed() {
        assert_eq!(
            spans("as `set house` says"),
            [
                Span::Plain("as "),
                Span::Typed("set house"),
                Span::Plain(" says")
            ]
        );
        assert_eq!(spans("5` long"), [Span::Plain("5` long")]);
        assert_eq!(spans("``"), [Span::Plain("``")]);
        assert_eq!(spans(""), []);
    }
}
