//! What the referee may answer for a blank, and what that writes into the table.

use crate::naming::{Found, Names};
use crate::number::Number;
use crate::printable::printable;
use crate::rules::amount::BLANK;
use crate::rules::blanks::Choice;
use crate::rules::trail::quoted;
use crate::typed_line::LineFault;

/// What can be answered for a blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answers {
    /// A number.
    Number,
    /// A number, with brackets where the copy has them.
    NumberOrBracketed,
    /// One of these, by its key in the table or what a person calls it.
    OneOf(Vec<Choice>),
    /// A number, or one of these.
    NumberOrOneOf(Vec<Choice>),
    /// A number or words, as the copy has them; `-` where it has nothing.
    AsPrinted,
}

/// What may stand in a blank.
pub(super) enum Takes {
    Number,
    /// A number, in brackets or not.
    NumberOrBracketed,
    /// A number that the source prints in brackets.
    Bracketed,
    /// A number or words.
    AsPrinted,
    /// One of these names.
    Name(Vec<Choice>),
    NumberOrName(Vec<Choice>),
}

/// An answer, as TOML writes it and as a person calls it.
pub(super) struct Read {
    pub(super) written: String,
    pub(super) called: String,
}

impl Takes {
    /// What can be answered.
    pub(super) fn answers(self) -> Answers {
        match self {
            Takes::Number => Answers::Number,
            Takes::NumberOrBracketed | Takes::Bracketed => Answers::NumberOrBracketed,
            Takes::AsPrinted => Answers::AsPrinted,
            Takes::Name(known) => Answers::OneOf(known),
            Takes::NumberOrName(known) => Answers::NumberOrOneOf(known),
        }
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// It cannot stand in the blank.
    pub(super) fn read(&self, answer: &str) -> Result<Read, LineFault> {
        let answer = answer.trim();
        match self {
            Takes::Number => number(answer).ok_or_else(|| {
                LineFault::number(format!("`{answer}` is no number")).hinted("as in `3` or `1/2`")
            }),
            Takes::NumberOrBracketed | Takes::Bracketed => self.in_brackets_or_not(answer),
            // A stroke may be one of the sheet's own, so that `2/1` stays as it is typed.
            Takes::AsPrinted => match number(answer) {
                Some(read) if !answer.contains('/') => Ok(read),
                _ => words(answer),
            },
            Takes::Name(known) => one_of(known, answer),
            Takes::NumberOrName(known) => match number(answer) {
                Some(read) => Ok(read),
                None => one_of(known, answer),
            },
        }
    }
}

impl Takes {
    /// Reads a number that may stand in brackets, which mean something.
    fn in_brackets_or_not(&self, answer: &str) -> Result<Read, LineFault> {
        let inside = answer
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let read = number(inside.unwrap_or(answer).trim()).ok_or_else(|| {
            LineFault::number(format!("`{answer}` is no number"))
                .hinted("as in `3`, or `(3)` in brackets")
        })?;
        let called = format!("({})", read.called);
        match (inside, self) {
            (Some(_), _) => Ok(Read {
                written: quoted(&called),
                called,
            }),
            (None, Takes::Bracketed) => Err(LineFault::number(format!(
                "`{}` or `{called}`?",
                read.called
            ))
            .hinted("the source prints it in brackets, which mean something")),
            (None, _) => Ok(read),
        }
    }
}

fn number(answer: &str) -> Option<Read> {
    let number = Number::parse(answer)?;
    let called = number.to_string();
    let written = if number.is_whole() {
        called.clone()
    } else {
        quoted(answer)
    };
    Some(Read { written, called })
}

fn words(answer: &str) -> Result<Read, LineFault> {
    if answer.is_empty() || answer == BLANK || printable(answer) != answer {
        return Err(LineFault::missing("what does your copy say").hinted("a number or words"));
    }
    Ok(Read {
        written: quoted(answer),
        called: answer.to_owned(),
    })
}

fn one_of(known: &[Choice], answer: &str) -> Result<Read, LineFault> {
    let mut names = Names::new();
    for (place, choice) in known.iter().enumerate() {
        names.add(&choice.called, place);
        if choice.key != choice.called {
            names.add(&choice.key, place);
        }
        // A sign has no letters by which names are found.
        if choice.sign.as_deref() == Some(answer) {
            return Ok(Read {
                written: quoted(&choice.key),
                called: choice.called.clone(),
            });
        }
    }
    let missing = || LineFault::unknown(format!("there is no `{answer}`"));
    let place = match names.find(answer) {
        Found::One(place) => place,
        Found::Several(names) => {
            return Err(LineFault::several(answer, &names));
        }
        Found::None { nearest } => {
            let called: Vec<&str> = known.iter().map(|one| one.called.as_str()).collect();
            return Err(missing().hinted(match nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", called.join(", ")),
            }));
        }
    };
    let choice = known.get(place).ok_or_else(missing)?;
    Ok(Read {
        written: quoted(&choice.key),
        called: choice.called.clone(),
    })
}
