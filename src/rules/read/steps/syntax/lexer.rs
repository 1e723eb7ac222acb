//! The words and signs of an expression.

use std::ops::Range;

use super::Slip;
use crate::number::Number;
use crate::rules::harmless::quoted;

/// One word or sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Token<'t> {
    /// A number.
    Number(Number),
    /// A name, with its dots.
    Name(&'t str),
    /// `+`.
    Plus,
    /// `-`, `−`.
    Minus,
    /// `×`, `*`.
    Times,
    /// `÷`, `/`.
    Over,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `,`.
    Comma,
    /// `=`.
    Equal,
    /// `≠`, `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `≤`, `<=`.
    AtMost,
    /// `≥`, `>=`.
    AtLeast,
}

/// The signs; a longer one stands before the one that it begins with.
const SIGNS: [(&str, Token<'static>); 20] = [
    ("<=", Token::AtMost),
    (">=", Token::AtLeast),
    ("!=", Token::Unequal),
    ("==", Token::Equal),
    ("≤", Token::AtMost),
    ("≥", Token::AtLeast),
    ("≠", Token::Unequal),
    ("=", Token::Equal),
    ("<", Token::Less),
    (">", Token::Greater),
    ("+", Token::Plus),
    ("-", Token::Minus),
    ("−", Token::Minus),
    ("–", Token::Minus),
    ("×", Token::Times),
    ("*", Token::Times),
    ("÷", Token::Over),
    ("(", Token::Open),
    (")", Token::Close),
    (",", Token::Comma),
];

/// Every word and sign of a text, with the bytes that it has.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token<'_>, Range<usize>)>, Slip> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let blank = rest.len() - rest.trim_start().len();
        if blank > 0 {
            at += blank;
            continue;
        }
        let (token, length) = token(rest, at)?;
        tokens.push((token, at..at + length));
        at += length;
    }
    Ok(tokens)
}

fn token(rest: &str, at: usize) -> Result<(Token<'_>, usize), Slip> {
    let first = rest.chars().next().unwrap_or_default();
    if first.is_alphabetic() {
        let length = name_length(rest);
        return Ok((Token::Name(&rest[..length]), length));
    }
    if first.is_ascii_digit() || first == '.' || is_vulgar_fraction(first) {
        return number(rest, at);
    }
    if rest.starts_with('/') {
        return Ok((Token::Over, 1));
    }
    let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
    match sign {
        Some((sign, token)) => Ok((*token, sign.len())),
        None => {
            let written = quoted(&first.to_string());
            let message = format!("{written} means nothing in an expression");
            Err(Slip::new(at..at + first.len_utf8(), message))
        }
    }
}

/// A number, or a name that begins with a digit such as `2CM`.
fn number(rest: &str, at: usize) -> Result<(Token<'_>, usize), Slip> {
    let named = name_length(rest);
    let letters = |text: &str| text.contains(char::is_alphabetic);
    if let Some(name) = rest.get(..named).filter(|name| letters(name)) {
        return Ok((Token::Name(name), named));
    }
    // A number may have a fraction after a space, `2 1/2`; in an expression that is no number.
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let reading = Number::read_start(&rest[..end]);
    let length = reading.map_or(1, |reading| reading.length);
    match reading.map(|reading| reading.value) {
        Some(Ok(number)) => Ok((Token::Number(number), length)),
        Some(Err(fault)) => {
            let message = format!("{} {fault}", quoted(&rest[..length]));
            Err(Slip::new(at..at + length, message))
        }
        None => Err(Slip::new(
            at..at + 1,
            "a dot stands inside a name or a number",
        )),
    }
}

fn is_vulgar_fraction(sign: char) -> bool {
    matches!(sign, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}' | '\u{2189}')
}

/// How many bytes at the start of a text are a name: letters and digits, parted by single hyphens
/// and dots.
fn name_length(text: &str) -> usize {
    let mut signs = text.char_indices().peekable();
    let mut end = 0;
    while let Some((at, sign)) = signs.next() {
        if sign.is_alphanumeric() && !is_vulgar_fraction(sign) {
            end = at + sign.len_utf8();
            continue;
        }
        let goes_on = signs.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        if !(matches!(sign, '-' | '.' | '_') && goes_on) {
            break;
        }
    }
    end
}
