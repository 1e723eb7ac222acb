//! A line read word by word, for verbs that take names and free text.

use std::ops::Range;

use super::cursor::Typed;
use crate::language::quoting::unquoted;
use crate::printable::printable;
use crate::typed_line::FRESH;
use crate::typed_line::LineFault;
use crate::typed_line::LineRange;
use crate::typed_line::{Line, comment_start};

/// What is left of a line, in plain characters.
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

    /// All that is left, a comment included.
    fn left(&self) -> &'l str {
        let text: &'l str = self.line.text();
        text.get(self.at..).unwrap_or_default()
    }

    /// What is left before a comment.
    fn words(&self) -> &'l str {
        let left = self.left();
        left.get(..comment_start(left)).unwrap_or(left)
    }

    /// Goes past blanks.
    fn skip_blanks(&mut self) {
        let left = self.left();
        self.at += left.len() - left.trim_start().len();
    }

    pub(super) fn is_done(&self) -> bool {
        self.words().trim().is_empty()
    }

    /// The place of the next word, or the end.
    pub(super) fn here(&self) -> LineRange {
        let mut ahead = *self;
        ahead.skip_blanks();
        let length = ahead.peek().map_or(0, str::len);
        self.line.range(ahead.at..ahead.at + length)
    }

    /// The next word as it was typed.
    pub(super) fn peek(&self) -> Option<&'l str> {
        self.words().split_whitespace().next()
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

    /// Takes so many words as one name.
    pub(super) fn words_as_one(&mut self, count: usize) -> Typed {
        let start = self.here();
        let mut at = start;
        let mut text = String::new();
        for typed in (0..count).map_while(|_| self.word()) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&typed.text);
            at = start.to(typed.at);
        }
        Typed {
            text: text.into(),
            at,
        }
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

    /// Takes all that is left before a comment.
    pub(super) fn rest(&mut self) -> Option<Typed> {
        self.skip_blanks();
        self.take_text(self.words())
    }

    /// Takes all that is left as free text, in which a `#` is a character like any other.
    pub(super) fn free_text(&mut self) -> Option<Typed> {
        self.skip_blanks();
        self.take_text(self.left())
    }

    /// Takes free text that need not be there: a `#` and a blank where it would begin are a comment.
    pub(super) fn free_text_if_any(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let mut words = self.left().split_whitespace();
        if words.next() == Some("#") {
            return None;
        }
        self.take_text(self.left())
    }

    /// Takes the name of a file, which ends before a comment: a `#` by itself.
    pub(super) fn file_name(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let left = self.left();
        let end = left.find(" # ").unwrap_or(left.len());
        self.take_text(left.get(..end).unwrap_or(left))
    }

    fn take_text(&mut self, text: &str) -> Option<Typed> {
        let trimmed = text.trim_end();
        if trimmed.is_empty() {
            return None;
        }
        let at = self.line.range(self.at..self.at + trimmed.len());
        self.at += text.len();
        Some(Typed {
            text: printable(trimmed).into(),
            at,
        })
    }

    /// What is left without the word for fresh dice at its end.
    pub(super) fn rest_of_line(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let words = self.words();
        let said = words.trim_end().strip_suffix(FRESH).unwrap_or(words);
        let rest = self.take_text(said);
        self.at += words.len() - said.len();
        rest
    }

    /// Takes what stands before a character as free text, and the character.
    pub(super) fn before(&mut self, end: char) -> Option<Typed> {
        self.skip_blanks();
        let (before, _) = self.left().split_once(end)?;
        let text = before.trim_end();
        let at = self.line.range(self.at..self.at + text.len());
        self.at += before.len() + end.len_utf8();
        Some(Typed {
            text: printable(text).into(),
            at,
        })
    }

    /// Takes a name in quotes, if one comes.
    pub(super) fn quoted(&mut self) -> Option<Typed> {
        self.skip_blanks();
        let (name, length) = unquoted(self.left())?;
        let at = self.line.range(self.at..self.at + length);
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
        if self.is_done() {
            return None;
        }
        self.skip_blanks();
        let left = self.left();
        let mut length = 0;
        while let Some(rest) = left.get(length..) {
            match (unquoted(rest), rest.chars().next()) {
                (Some((_, quoted)), _) => length += quoted,
                (None, Some(next)) if !next.is_whitespace() => length += next.len_utf8(),
                _ => break,
            }
        }
        let key = left.get(..length).filter(|key| !key.is_empty())?;
        self.at += length;
        Some(printable(key).into_owned())
    }

    /// Whether a word in quotes comes.
    pub(super) fn quote_comes(&self) -> bool {
        unquoted(self.left().trim_start()).is_some()
    }

    /// Takes a number and a letter after it, as in `3 x`, if both come.
    pub(super) fn count_before(&mut self, letter: char) -> Option<usize> {
        self.skip_blanks();
        let left = self.left();
        let rest = left.trim_start_matches(|next: char| next.is_ascii_digit());
        let count = left.get(..left.len() - rest.len())?.parse().ok()?;
        let after = rest
            .trim_start()
            .strip_prefix([letter, letter.to_ascii_uppercase()])?;
        self.at += left.len() - after.len();
        Some(count)
    }

    /// Whether a character is anywhere in what is left, be it in a name.
    pub(super) fn holds(&self, character: char) -> bool {
        self.left().contains(character)
    }

    /// Whether a character comes.
    pub(super) fn comes(&self, character: char) -> bool {
        self.left().trim_start().starts_with(character)
    }

    /// Takes a character, if it comes.
    pub(super) fn take_character(&mut self, character: char) -> bool {
        let is = self.comes(character);
        if is {
            self.skip_blanks();
            self.at += character.len_utf8();
        }
        is
    }

    /// Takes a word that one of some characters may end, if there is any of it.
    pub(super) fn word_until(&mut self, ends: &str) -> Option<Typed> {
        self.skip_blanks();
        let words = self.words();
        let end = words.find(|next: char| next.is_whitespace() || ends.contains(next));
        let word = words.get(..end.unwrap_or(words.len()));
        let word = word.filter(|word| !word.is_empty())?;
        let at = self.line.range(self.at..self.at + word.len());
        self.at += word.len();
        Some(Typed {
            text: printable(word).into(),
            at,
        })
    }

    /// Takes what is left before a comment up to the first of some ends: the line, and which bytes of
    /// its plain text those are.
    pub(super) fn part_until(&mut self, ends: &[&str]) -> (&'l Line<'l>, Range<usize>) {
        let words = self.words();
        let ends = ends.iter().filter_map(|end| words.find(end));
        let end = ends.min().unwrap_or(words.len());
        let part = self.at..self.at + end;
        self.at = part.end;
        (self.line, part)
    }

    /// The words that come, up to a comment.
    pub(super) fn words_ahead(&self) -> impl Iterator<Item = &'l str> + use<'l> {
        self.words().split_whitespace()
    }

    /// A range of the line in two, the first with so many bytes of plain text.
    pub(super) fn parted(&self, at: LineRange, first: usize) -> (LineRange, LineRange) {
        let excerpt = self.line.excerpt_at(at);
        let length = excerpt.text().len();
        (
            excerpt.part(0..first).at(),
            excerpt.part(first..length).at(),
        )
    }

    /// Where the comment begins, after all that was taken.
    pub(super) fn comment(&self) -> Option<LineRange> {
        let mut ahead = *self;
        ahead.skip_blanks();
        let comment = ahead.at..ahead.at + ahead.left().trim_end().len();
        ahead
            .left()
            .starts_with('#')
            .then(|| self.line.range(comment))
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
                Err(LineFault::misplaced(format!("`{}` has no place here", left.text)).at(left.at))
            }
        }
    }
}
