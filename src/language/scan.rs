//! A place in a line of plain characters, and what can be read from there.

use std::ops::Range;

/// A text and how far it has been read; always at the start of a character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, rest: text }
    }

    /// What has not been read yet.
    pub(super) fn rest(&self) -> &'a str {
        self.rest
    }

    /// How many bytes have been read.
    pub(super) fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The text between two places and its bytes.
    pub(super) fn since(&self, start: Self) -> (&'a str, Range<usize>) {
        let range = start.offset()..self.offset();
        (self.text.get(range.clone()).unwrap_or_default(), range)
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads so many bytes, which must end a character; else everything.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.rest = self.rest.get(bytes..).unwrap_or_default();
    }

    /// Reads a text if it stands here.
    pub(super) fn eat(&mut self, expected: &str) -> bool {
        match self.rest.strip_prefix(expected) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads blanks; whether there were any.
    pub(super) fn eat_blanks(&mut self) -> bool {
        let before = self.rest.len();
        self.rest = self.rest.trim_start_matches([' ', '\t']);
        self.rest.len() < before
    }

    /// Reads digits `0` to `9`; the digits.
    pub(super) fn eat_digits(&mut self) -> &'a str {
        self.eat_while(|character| character.is_ascii_digit())
    }

    /// Reads letters; the letters.
    pub(super) fn eat_letters(&mut self) -> &'a str {
        self.eat_while(char::is_alphabetic)
    }

    /// Reads on as long as a condition holds; what was read.
    pub(super) fn eat_while(&mut self, condition: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest.trim_start_matches(condition);
        let (read, rest) = self.rest.split_at(self.rest.len() - rest.len());
        self.rest = rest;
        read
    }

    /// Reads the rest of a word, which goes on with letters, digits and, between
    /// those, one each of `'`, `.`, `_` and `-`; what was read.
    pub(super) fn eat_word(&mut self) -> &'a str {
        let start = *self;
        let plain = |byte: &u8| byte.is_ascii_alphanumeric();
        let plainly = self.rest.bytes().take_while(plain).count();
        self.advance(plainly);
        while self.word_goes_on() {
            // At the start there may be a character that joins.
            self.eat_while(is_joint);
            self.eat_while(is_in_word);
            self.advance(self.part_in_brackets().unwrap_or(0));
        }
        self.since(start).0
    }

    /// Whether a word that ends here would have more to it.
    pub(super) fn word_goes_on(&self) -> bool {
        let mut characters = self.rest.chars();
        match characters.next() {
            Some(character) if is_joint(character) => characters.next().is_some_and(is_in_word),
            Some(character) => is_in_word(character) || self.part_in_brackets().is_some(),
            None => false,
        }
    }

    /// How long the part of a paragraph is that stands here in brackets, as in `8.11(b)`.
    fn part_in_brackets(&self) -> Option<usize> {
        let (part, _) = self.rest.strip_prefix('(')?.split_once(')')?;
        let is_part = !part.is_empty() && part.chars().all(is_in_word);
        is_part.then_some(part.len() + 2)
    }
}

/// Whether a character may stand between two parts of a word.
fn is_joint(character: char) -> bool {
    matches!(character, '\'' | '.' | '_' | '-')
}

fn is_in_word(character: char) -> bool {
    character.is_ascii_digit() || character.is_alphabetic()
}
