//! A line read word by word, for verbs that take names and free text.

use std::ops::Range;

use super::cursor::Typed;
use crate::language::fault::LineFault;
use crate::language::quoting::unquoted;
use crate::language::signs::{Line, printable};

/// What is left of a line, in plain signs.
#[derive(Clone, Copy)]
pub(super) struct Plain<'l> {
    line: &'l Line<'l>,
    /// Where the rest begins, in the plain text.
    at: usize,
}

impl<'l> Plain<'l> {
    pub(super) fn new(line: &'l Line<'l>) -> Self {
        Plain { line, at: 0 }
    }

    fn left(&self) -> &'l str {
        let text: &'l str = self.line.text();
        text.get(self.at..).unwrap_or_default()
    }

    /// Goes past blanks.
    fn skip_blanks(&mut self) {
        let left = self.left();
        self.at += left.len() - left.trim_start().len();
    }

    pub(super) fn is_done(&self) -> bool {
        self.left().trim().is_empty()
    }

    /// The place of the next word, or the end.
    pub(super) fn here(&self) -> Range<usize> {
        let mut ahead = *self;
        ahead.skip_blanks();
        let length = ahead
            .left()
            .find(char::is_whitespace)
            .unwrap_or(ahead.left().len());
        self.line.typed(ahead.at..ahead.at + length)
    }

    /// The next word as it was typed.
    pub(super) fn peek(&self) -> Option<&'l str> {
        self.left().split_whitespace().next()
    }

    /// Takes the next word.
    pub(super) fn word(&mut self) -> Option<Typed> {
        let word = self.peek()?;
        let at = self.here();
        self.skip_blanks();
        self.at += word.len();
        Some(Typed {
            text: printable(word).into(),
            at,
        })
    }

    /// Takes the next word if it is this one, whatever its case.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let is = self
            .peek()
            .is_some_and(|next| next.eq_ignore_ascii_case(word));
        if is {
            self.word();
        }
        is
    }

    /// Takes all that is left.
    pub(super) fn rest(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let text = self.left().trim_end();
        if text.is_empty() {
            return None;
        }
        let at = self.line.typed(self.at..self.at + text.len());
        self.at += self.left().len();
        Some(Typed {
            text: printable(text).into(),
            at,
        })
    }

    /// Takes what stands before a sign, and the sign.
    pub(super) fn before(&mut self, sign: char) -> Option<Typed> {
        self.skip_blanks();
        let (before, _) = self.left().split_once(sign)?;
        let text = before.trim_end();
        let at = self.line.typed(self.at..self.at + text.len());
        self.at += before.len() + sign.len_utf8();
        Some(Typed {
            text: printable(text).into(),
            at,
        })
    }

    /// Takes a name in quotes, if one comes.
    pub(super) fn quoted(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let (name, length) = unquoted(self.left())?;
        let at = self.line.typed(self.at..self.at + length);
        self.at += length;
        Some(Typed {
            text: printable(&name).into(),
            at,
        })
    }

    /// Takes a name: in quotes, or a word.
    pub(super) fn name(&mut self) -> Option<Typed> {
        self.quoted().or_else(|| self.word())
    }

    /// Takes keys joined by dots, of which some may be in quotes.
    pub(super) fn key(&mut self) -> Option<String> {
        self.skip_blanks();
        let left = self.left();
        let mut length = 0;
        while let Some(rest) = left.get(length..) {
            match (unquoted(rest), rest.chars().next()) {
                (Some((_, quoted)), _) => length += quoted,
                (None, Some(sign)) if !sign.is_whitespace() => length += sign.len_utf8(),
                _ => break,
            }
        }
        let key = left.get(..length).filter(|key| !key.is_empty())?;
        self.at += length;
        Some(printable(key).into_owned())
    }

    /// Takes a number and a sign after it, as in `3 x`, if both come.
    pub(super) fn count_before(&mut self, sign: char) -> Option<usize> {
        self.skip_blanks();
        let left = self.left();
        let rest = left.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let count = left.get(..left.len() - rest.len())?.parse().ok()?;
        let after = rest
            .trim_start()
            .strip_prefix([sign, sign.to_ascii_uppercase()])?;
        self.at += left.len() - after.len();
        Some(count)
    }

    /// Whether a sign comes.
    pub(super) fn sign_is(&self, sign: char) -> bool {
        self.left().trim_start().starts_with(sign)
    }

    /// Takes a sign, if it comes.
    pub(super) fn take_sign(&mut self, sign: char) -> bool {
        let is = self.sign_is(sign);
        if is {
            self.skip_blanks();
            self.at += sign.len_utf8();
        }
        is
    }

    /// Takes a word that one of some signs may end, if there is any of it.
    pub(super) fn word_until(&mut self, ends: &str) -> Option<Typed> {
        self.skip_blanks();
        let left = self.left();
        let end = left.find(|sign: char| sign.is_whitespace() || ends.contains(sign));
        let word = left.get(..end.unwrap_or(left.len()));
        let word = word.filter(|word| !word.is_empty())?;
        let at = self.line.typed(self.at..self.at + word.len());
        self.at += word.len();
        Some(Typed {
            text: printable(word).into(),
            at,
        })
    }

    /// Takes all that is left while the signs go on so, as a line of its own in which every sign
    /// keeps its place: blanks stand for what is before it.
    pub(super) fn alone_while(&mut self, goes_on: impl Fn(char) -> bool) -> String {
        let left = self.left();
        let end = left.find(|sign| !goes_on(sign)).unwrap_or(left.len());
        let at = self.line.typed(self.at..self.at + end);
        self.at += end;
        let text = self.line.original().get(at.clone()).unwrap_or_default();
        format!("{:blanks$}{text}", "", blanks = at.start)
    }

    /// What is left, and where it begins in the line as typed.
    pub(super) fn tail(&self) -> (&'l str, usize) {
        (self.left(), self.line.typed(self.at..self.at).start)
    }

    /// How much of the line has been read, so that another reader can go on there.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Refuses what is left over.
    ///
    /// # Errors
    /// If there is anything.
    pub(super) fn finish(mut self) -> Result<(), LineFault> {
        match self.rest() {
            None => Ok(()),
            Some(left) => {
                Err(LineFault::new(format!("`{}` has no place here", left.text)).at(left.at))
            }
        }
    }
}
