//! Asking the referee for a value that the source does not give.

use std::io;

use unicode_width::UnicodeWidthStr;

use super::Console;
use super::helper::Asked;
use super::prompt::Typed;
use crate::rules::blanks::Choice;
use crate::session::{Answer, Answers, NoAnswer, Wanted};
use crate::voice::Form;

/// What becomes of the question for a value.
enum Answered {
    /// The ruling was made again with the value.
    Filled(Box<Result<Answer, NoAnswer>>, String),
    /// The blank stays one.
    Left,
    /// The blank stays one, and this is the next line.
    NextLine(String),
}

impl Console<'_, '_> {
    /// Asks for what the last ruling wants from the referee's own copy of the source, and makes it again
    /// with that; a blank that is left stays one. What comes back is the next line, where one was typed
    /// instead of a value.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub(super) fn fill_blanks(&mut self) -> io::Result<Option<String>> {
        if self.voice.form() == Form::Json {
            return Ok(None);
        }
        loop {
            let Some(wanted) = self.session.borrow().wanted() else {
                return Ok(None);
            };
            let (answered, value) = match self.ask_for_value(&wanted)? {
                Answered::Filled(answered, value) => (answered, value),
                Answered::Left => return Ok(None),
                Answered::NextLine(line) => return Ok(Some(line)),
            };
            let _ = self.tell(&value, &answered)?;
            let wants_more = match &*answered {
                Ok(Answer::Ruling(resolution)) => resolution.outcome.blank.is_some(),
                _ => false,
            };
            if !wants_more {
                return Ok(None);
            }
        }
    }

    /// Asks until a value comes that can stand there, or none.
    fn ask_for_value(&mut self, wanted: &Wanted) -> io::Result<Answered> {
        let asked = asked(wanted);
        let mut told = format!("your own copy may say {}", asked.wanted);
        let widest = asked.names.iter().map(|(sign, _)| sign.width()).max();
        for (sign, meaning) in &asked.names {
            let gap = " ".repeat(widest.unwrap_or(0) - sign.width());
            let line = format!("\n  {sign}{gap}  {meaning}");
            told.push_str(line.trim_end());
        }
        self.voice.aside(&told)?;
        let asked = Asked {
            wanted: "or Enter, which leaves it blank".to_owned(),
            ..asked
        };
        let question = format!("{}:", wanted.what);
        loop {
            let value = match self.prompt.answer(&question, asked.clone())? {
                Typed::Line(value) if !value.trim().is_empty() => value,
                _ => return Ok(Answered::Left),
            };
            if self.session.borrow().is_next_line(&value) {
                return Ok(Answered::NextLine(value));
            }
            match self.with_hand(|session, hand| session.fill_blank(&value, hand)) {
                Err(NoAnswer::Wrong(fault)) => self.voice.brief_wrong(&fault)?,
                answered => return Ok(Answered::Filled(Box::new(answered), value)),
            }
        }
    }
}

/// What can be answered, in words, and each name with what it stands for.
fn asked(wanted: &Wanted) -> Asked {
    let (wanted, names) = match &wanted.answers {
        Answers::Number => ("a number", Vec::new()),
        Answers::NumberOrBracketed => {
            ("a number, in brackets if it has them: 1 or (1)", Vec::new())
        }
        Answers::AsPrinted => ("a number or words, or `-` for nothing", Vec::new()),
        Answers::OneOf(choices) => ("one of these", named(choices)),
        Answers::NumberOrOneOf(choices) => ("a number, or one of these", named(choices)),
    };
    Asked {
        wanted: wanted.to_owned(),
        names,
    }
}

/// Each choice by the sign that the table has for it, with what a person calls that.
fn named(choices: &[Choice]) -> Vec<(String, String)> {
    let named = choices.iter().map(|one| {
        let called = match one.called == one.key {
            true => String::new(),
            false => one.called.clone(),
        };
        (one.sign().to_owned(), called)
    });
    named.collect()
}
