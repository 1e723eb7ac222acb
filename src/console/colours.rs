//! The colours of a line.

use std::borrow::Cow;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use crate::language::expect::{Sense, Span};
use crate::printable::is_unprintable;

/// What is less important: hints, what names mean.
pub(super) const DIM: Style = Style::new().dimmed();
/// The prompt: set off from what an answer says first, which is bold.
pub(super) const PROMPT: Style = AnsiColor::Cyan.on_default();

/// How a part of a line is shown. Colour never tells anything alone: what is not understood is underlined.
fn style(sense: Sense) -> Style {
    let coloured = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match sense {
        Sense::Verb => Style::new().bold(),
        Sense::Troops | Sense::Unit => coloured(AnsiColor::Cyan),
        Sense::Word | Sense::Weapon | Sense::Name => coloured(AnsiColor::Green),
        Sense::Number | Sense::Distance | Sense::Dice => coloured(AnsiColor::Yellow),
        Sense::Joiner => Style::new(),
        Sense::Comment => DIM,
        Sense::Unknown => coloured(AnsiColor::Red).underline(),
    }
}

/// The line with its parts in colours; `spans` are in order.
pub(super) fn coloured(line: &str, spans: &[Span]) -> String {
    let mut text = String::with_capacity(line.len() + spans.len() * 10);
    let mut done = 0;
    for Span { at, sense } in spans {
        let (Some(before), Some(part)) = (line.get(done..at.start), line.get(at.clone())) else {
            continue;
        };
        let style = style(*sense);
        let (before, part) = (harmless(before), harmless(part));
        let _ = write!(text, "{before}{style}{part}{style:#}");
        done = at.end;
    }
    text.push_str(&harmless(line.get(done..).unwrap_or_default()));
    text
}

/// A text with a mark for each character that would steer the terminal; line ends stay.
///
/// One mark a character, so that the cursor stays where the editor thinks it is.
pub(super) fn harmless(text: &str) -> Cow<'_, str> {
    let harms = |character| character != '\n' && is_unprintable(character);
    if !text.contains(harms) {
        return Cow::Borrowed(text);
    }
    let marked = text
        .chars()
        .map(|one| if harms(one) { '\u{fffd}' } else { one });
    Cow::Owned(marked.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_text_and_their_places() {
        let spans = [
            Span {
                at: 0..4,
                sense: Sense::Verb,
            },
            Span {
                at: 5..9,
                sense: Sense::Unknown,
            },
        ];
        assert_eq!(
            coloured("fire pkie é", &spans),
            "\u{1b}[1mfire\u{1b}[0m \u{1b}[4m\u{1b}[31mpkie\u{1b}[0m é"
        );
        assert_eq!(coloured("fire", &[]), "fire");
        assert_eq!(
            coloured("fire \u{1b}]0;x\u{7}", &spans[..1]),
            "\u{1b}[1mfire\u{1b}[0m \u{fffd}]0;x\u{fffd}"
        );
    }
}
