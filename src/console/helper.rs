//! What the line editor asks while a line is typed.

use std::borrow::Cow;
use std::cell::RefCell;

use rustyline::completion::Completer;
use rustyline::config::CompletionType;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::candidates::{Behind, Choice, choices};
use super::colours::{DIM, coloured, harmless};
use super::hint::{Hint, hint};
use crate::language::expect::{self, Candidate, Expected};
use crate::language::line::Grammar;
use crate::odds;
use crate::printable::printable;
use crate::report;
use crate::session::Session;
use crate::voice::{Charset, Styles, columns};

/// What is asked for at the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Subject {
    /// A line.
    Line,
    /// The answer to a question.
    Answer(Asked),
}

/// What is asked in the middle of a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Asked {
    /// What an answer looks like.
    pub(super) wanted: String,
    /// What can be answered, each with what it means.
    pub(super) names: Vec<(String, String)>,
}

impl Asked {
    /// Anything that looks like this.
    pub(super) fn for_words(wanted: impl Into<String>) -> Self {
        Asked {
            wanted: wanted.into(),
            names: Vec::new(),
        }
    }

    /// The answers that begin as is typed, by their names or by what they mean.
    fn that_begin(&self, typed: &str) -> Expected<'_> {
        let begins = |text: &str| {
            let begun = text.get(..typed.len());
            begun.is_some_and(|begun| begun.eq_ignore_ascii_case(typed))
        };
        let fits = |(name, about): &&(String, String)| begins(name) || begins(about);
        let fitting = self.names.iter().filter(fits);
        Expected {
            what: fitting
                .map(|(name, about)| Candidate { text: name, about })
                .collect(),
            ..Expected::default()
        }
    }
}

/// What the line editor asks while a line is typed.
pub(super) struct Guide<'c, 's> {
    session: &'c RefCell<&'s mut Session>,
    styles: Styles,
    charset: Charset,
    /// What is asked for now.
    pub(super) subject: Subject,
}

impl<'c, 's> Guide<'c, 's> {
    pub(super) fn new(
        session: &'c RefCell<&'s mut Session>,
        styles: Styles,
        charset: Charset,
    ) -> Self {
        Guide {
            session,
            styles,
            charset,
            subject: Subject::Line,
        }
    }

    /// Looks at a line with the grammar of the session, unless the session is busy.
    fn with_grammar<T>(&self, look: impl FnOnce(Grammar<'_>) -> T) -> Option<T> {
        let session = self.session.try_borrow().ok()?;
        Some(look(session.grammar()))
    }

    /// A text that can be shown, in the characters that the terminal has.
    fn plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match (self.charset, printable(text)) {
            (Charset::Unicode, text) => text,
            (Charset::Ascii, Cow::Borrowed(text)) => report::ascii(text),
            (Charset::Ascii, Cow::Owned(text)) => Cow::Owned(report::ascii(&text).into_owned()),
        }
    }

    /// A text in dim, where styles are shown.
    fn dim(&self, text: &str) -> String {
        match self.styles {
            Styles::Kept => format!("{DIM}{text}{DIM:#}"),
            Styles::Stripped => text.to_owned(),
        }
    }

    /// The choices at the cursor in the last of several lines, and where in it they are put.
    fn complete_last(
        &self,
        line: &str,
        cursor: usize,
        grammar: Grammar<'_>,
    ) -> (usize, Vec<Choice>) {
        let before = line.get(..cursor).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let last = before.get(start..).unwrap_or_default();
        let expected = expect::at(grammar, last, last.len());
        let behind = match line.get(cursor..) {
            Some(rest) if rest.starts_with(' ') => Behind::Blank,
            _ => Behind::Other,
        };
        let choices = choices(&expected, behind, usize::from(columns()));
        (start + expected.from, choices)
    }
}

impl Completer for Guide<'_, '_> {
    type Candidate = Choice;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Choice>)> {
        if let Subject::Answer(asked) = &self.subject {
            let typed = line.get(..cursor).unwrap_or_default();
            let expected = asked.that_begin(typed);
            return Ok((0, choices(&expected, Behind::Other, usize::from(columns()))));
        }
        let found = self.with_grammar(|grammar| self.complete_last(line, cursor, grammar));
        Ok(found.unwrap_or((cursor, Vec::new())))
    }
}

impl Hinter for Guide<'_, '_> {
    type Hint = Hint;

    fn hint(&self, line: &str, cursor: usize, _: &Context<'_>) -> Option<Hint> {
        // Without styles a hint could not be told from what was typed.
        if self.styles == Styles::Stripped || cursor < line.len() {
            return None;
        }
        match &self.subject {
            Subject::Answer(asked) if line.is_empty() => Some(Hint::Wanted(asked.wanted.clone())),
            Subject::Answer(_) => None,
            Subject::Line => {
                let last = line.rsplit('\n').next().unwrap_or_default();
                let session = self.session.try_borrow().ok()?;
                let expected: Expected<'_> = expect::at(session.grammar(), last, last.len());
                hint(last, &expected).or_else(|| {
                    let odds = odds::headline(session.grammar(), session.settings(), last)?;
                    Some(Hint::Wanted(format!("  {odds}")))
                })
            }
        }
    }
}

impl Highlighter for Guide<'_, '_> {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if self.subject != Subject::Line || self.styles == Styles::Stripped {
            return harmless(line);
        }
        let in_colours = self.with_grammar(|grammar| {
            let each = line.split('\n');
            let each = each.map(|line| coloured(line, &expect::understood(grammar, line)));
            each.collect::<Vec<_>>().join("\n")
        });
        in_colours.map_or_else(|| harmless(line), Cow::Owned)
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(self.dim(&self.plain(hint)))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        match candidate.split_once("  ") {
            Some((name, about)) => Cow::Owned(format!("{name}{}", self.dim(&format!("  {about}")))),
            None => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

impl Validator for Guide<'_, '_> {}
impl Helper for Guide<'_, '_> {}
