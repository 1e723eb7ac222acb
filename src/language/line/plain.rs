//! A line read word by word, for verbs that take names and free text.

use std::ops::Range;

use super::cursor::Typed;
use crate::language::fault::LineFault;
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

    /// What is left, and where it begins in the line as typed.
    pub(super) fn tail(&self) -> (&'l str, usize) {
        (self.left(), self.line.typed(self.at..self.at).start)
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
