//! A place among the tokens of a line.

use smol_str::SmolStr;

use crate::language::token::{Kind, Token};
use crate::number::Number;
use crate::printable::printable;
use crate::typed_line::Line;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;

/// A place among the tokens of a line.
pub(super) struct Cursor<'l, 't> {
    line: &'l Line<'l>,
    tokens: &'t [Token],
    next: usize,
    /// The second part of a token that was read in two parts.
    apart: Option<Token>,
    /// Whether anything was read that was typed in a hurry.
    hurried: bool,
}

/// Words as they were typed, and where.
pub(super) struct Typed {
    pub(super) text: SmolStr,
    pub(super) at: LineRange,
}

impl<'l, 't> Cursor<'l, 't> {
    pub(super) fn new(line: &'l Line<'l>, tokens: &'t [Token]) -> Self {
        Cursor {
            line,
            tokens,
            next: 0,
            apart: None,
            hurried: false,
        }
    }

    /// The next token.
    pub(super) fn peek(&self) -> Option<&Token> {
        self.apart.as_ref().or_else(|| self.tokens.get(self.next))
    }

    /// Goes past the next token.
    pub(super) fn skip(&mut self) {
        if self.apart.take().is_none() {
            let token = self.tokens.get(self.next);
            self.hurried |= token.is_some_and(|token| token.hurried);
            self.next += 1;
        }
    }

    /// Goes past the next token, which says nothing that the language has a word for.
    pub(super) fn skip_hurried(&mut self) {
        self.skip();
        self.hurried = true;
    }

    /// What comes next is read in a hurried way.
    pub(super) fn hurry(&mut self) {
        self.hurried = true;
    }

    /// Whether the line has no verb of its own, so that others may fit it, too.
    pub(super) fn is_verb_left_out(&self) -> bool {
        self.tokens.first().is_some_and(|verb| verb.at.is_empty())
    }

    /// Whether anything was read in a hurried way.
    pub(super) fn is_hurried(&self) -> bool {
        self.hurried
    }

    /// Another cursor at the same place, to look ahead with.
    pub(super) fn ahead(&self) -> Self {
        Cursor {
            line: self.line,
            tokens: self.tokens,
            next: self.next,
            apart: self.apart.clone(),
            hurried: self.hurried,
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
    pub(super) fn here(&self) -> LineRange {
        self.peek().map_or_else(|| self.end(), |token| token.at)
    }

    /// The place where the last token ends.
    fn end(&self) -> LineRange {
        let last = self.tokens.last();
        last.map_or_else(|| self.line.end(), |token| token.at.after())
    }

    /// The place of the token before the next one.
    pub(super) fn behind(&self) -> LineRange {
        let before = self.next.checked_sub(1);
        let before = before.and_then(|place| self.tokens.get(place));
        before.map_or_else(LineRange::default, |token| token.at)
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
        let mut at = self.here();
        for _ in 0..count {
            at = at.to(self.here());
            self.skip();
        }
        Typed {
            text: self.text(at),
            at,
        }
    }

    /// The text of a place, made harmless to print.
    pub(super) fn text(&self, at: LineRange) -> SmolStr {
        printable(self.line.typed(at)).into()
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
    pub(super) fn take_number(&mut self) -> Option<(Number, LineRange)> {
        let token = self.peek()?;
        if let Kind::Number(number) = token.kind {
            let at = token.at;
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
        let at = self.here().to(self.end());
        self.next = self.tokens.len();
        self.apart = None;
        Some(Typed {
            text: self.text(at),
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
                Err(LineFault::misplaced(format!("`{}` has no place here", left.text)).at(left.at))
            }
        }
    }
}
