//! A place among the tokens of a line.

use std::ops::Range;

use smol_str::SmolStr;

use crate::language::fault::LineFault;
use crate::language::signs::{Line, printable};
use crate::language::token::{Kind, Token};
use crate::number::Number;

/// A place among the tokens of a line.
pub(super) struct Cursor<'l, 't> {
    line: &'l Line<'l>,
    tokens: &'t [Token],
    next: usize,
    /// The second part of a token that was read in two parts.
    apart: Option<Token>,
}

/// Words as they were typed, and where.
pub(super) struct Typed {
    pub(super) text: SmolStr,
    pub(super) at: Range<usize>,
}

impl<'l, 't> Cursor<'l, 't> {
    pub(super) fn new(line: &'l Line<'l>, tokens: &'t [Token]) -> Self {
        Cursor {
            line,
            tokens,
            next: 0,
            apart: None,
        }
    }

    /// The next token.
    pub(super) fn peek(&self) -> Option<&Token> {
        self.apart.as_ref().or_else(|| self.tokens.get(self.next))
    }

    /// Goes past the next token.
    pub(super) fn skip(&mut self) {
        if self.apart.take().is_none() {
            self.next += 1;
        }
    }

    /// Another cursor at the same place, to look ahead with.
    pub(super) fn ahead(&self) -> Self {
        Cursor {
            line: self.line,
            tokens: self.tokens,
            next: self.next,
            apart: self.apart.clone(),
        }
    }

    /// The line that the tokens come from.
    pub(super) fn line(&self) -> &'l Line<'l> {
        self.line
    }

    /// The tokens that come next.
    pub(super) fn left(&self) -> &'t [Token] {
        self.tokens.get(self.next..).unwrap_or_default()
    }

    pub(super) fn is_done(&self) -> bool {
        self.peek().is_none()
    }

    /// The place of the next token, or the end of the line.
    pub(super) fn here(&self) -> Range<usize> {
        match self.peek() {
            Some(token) => token.at.clone(),
            None => {
                let end = self.end();
                end..end
            }
        }
    }

    /// Where the last token ends.
    fn end(&self) -> usize {
        self.tokens.last().map_or(0, |token| token.at.end)
    }

    /// Where the token before the next one ends.
    pub(super) fn behind(&self) -> usize {
        let before = self.next.checked_sub(1);
        before
            .and_then(|place| self.tokens.get(place))
            .map_or(0, |token| token.at.end)
    }

    /// The run of words that comes next.
    pub(super) fn words(&self) -> Vec<&str> {
        let rest = self.tokens.get(self.next..).unwrap_or_default();
        self.apart
            .iter()
            .chain(rest)
            .map_while(|token| match &token.kind {
                Kind::Word(word) => Some(word.as_str()),
                _ => None,
            })
            .collect()
    }

    /// Whether exactly so many words are left and nothing else.
    pub(super) fn only_words(&self, count: usize) -> bool {
        self.apart.is_none() && self.tokens.len() == self.next + count
    }

    /// Takes so many words.
    pub(super) fn take_words(&mut self, count: usize) -> Typed {
        let start = self.here().start;
        let mut end = start;
        for _ in 0..count {
            end = self.here().end;
            self.skip();
        }
        Typed {
            text: self.text(start..end),
            at: start..end,
        }
    }

    /// The text of a place, made harmless to print.
    pub(super) fn text(&self, at: Range<usize>) -> SmolStr {
        printable(self.line.original().get(at).unwrap_or_default()).into()
    }

    /// The next word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self.peek().map(|token| &token.kind) {
            Some(Kind::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Takes the next token if it is this word.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is = self.word() == Some(word);
        if is {
            self.skip();
        }
        is
    }

    /// Takes the next token if it is a plain number, reading `5 in` as `5` where a number is wanted.
    pub(super) fn take_number(&mut self) -> Option<(Number, Range<usize>)> {
        let token = self.peek()?;
        if let Kind::Number(number) = token.kind {
            let at = token.at.clone();
            self.skip();
            return Some((number, at));
        }
        let (number, word) = token.apart(self.line)?;
        self.skip();
        self.apart = Some(word);
        match number.kind {
            Kind::Number(value) => Some((value, number.at)),
            _ => None,
        }
    }

    /// All that is left, as typed.
    pub(super) fn rest(&mut self) -> Option<Typed> {
        if self.is_done() {
            return None;
        }
        let at = self.here().start..self.end();
        self.next = self.tokens.len();
        self.apart = None;
        Some(Typed {
            text: self.text(at.clone()),
            at,
        })
    }

    /// Refuses what is left over.
    ///
    /// # Errors
    /// If there is anything.
    pub(super) fn finish(&mut self) -> Result<(), LineFault> {
        match self.rest() {
            None => Ok(()),
            Some(left) => {
                Err(LineFault::new(format!("`{}` has no place here", left.text)).at(left.at))
            }
        }
    }
}
