//! Asking the referee for a value that the source does not give.

use std::io;

use super::Console;
use super::prompt::Typed;
use crate::rules::blanks::Choice;
use crate::session::{Answer, Answers, NoAnswer, Wanted};
use crate::voice::Form;

/// What becomes of the question for a value.
enum Asked {
    /// The ruling was made again with the value.
    Filled(Box<Result<Answer, NoAnswer>>, String),
    /// The blank stays one.
    Left,
}

impl Console<'_, '_> {
    /// Asks for what the last ruling wants from the referee's own copy of the source, and makes it again
    /// with that; a blank that is left stays one.
    ///
    /// # Errors
    /// When the terminal cannot be read or written.
    pub(super) fn fill_blanks(&mut self) -> io::Result<()> {
        if self.voice.form() == Form::Json {
            return Ok(());
        }
        loop {
            let Some(wanted) = self.session.borrow().wanted() else {
                return Ok(());
            };
            let Asked::Filled(answered, value) = self.ask_for_value(&wanted)? else {
                return Ok(());
            };
            let _ = self.tell(&value, &answered)?;
            let wants_more = match &*answered {
                Ok(Answer::Ruling(resolution)) => resolution.outcome.blank.is_some(),
                _ => false,
            };
            if !wants_more {
                return Ok(());
            }
        }
    }

    /// Asks until a value comes that can stand there, or none.
    fn ask_for_value(&mut self, wanted: &Wanted) -> io::Result<Asked> {
        let answers = answers(wanted);
        self.voice.aside(&format!(
            "your own copy may say: {answers}; Enter leaves it blank"
        ))?;
        let question = format!("{}:", wanted.what);
        loop {
            let value = match self.prompt.answer(&question, "or Enter".to_owned())? {
                Typed::Line(value) if !value.trim().is_empty() => value,
                _ => return Ok(Asked::Left),
            };
            match self.with_hand(|session, hand| session.fill_blank(&value, hand)) {
                Err(NoAnswer::Wrong(fault)) => self.voice.brief_wrong(&fault)?,
                answered => return Ok(Asked::Filled(Box::new(answered), value)),
            }
        }
    }
}

/// What can be answered.
fn answers(wanted: &Wanted) -> String {
    match &wanted.answers {
        Answers::Number => "a number".to_owned(),
        Answers::AsPrinted => "a number or words, or `-` for nothing".to_owned(),
        Answers::OneOf(choices) => called(choices),
        Answers::NumberOrOneOf(choices) => format!("a number, {}", called(choices)),
    }
}

fn called(choices: &[Choice]) -> String {
    let called: Vec<&str> = choices.iter().map(|one| one.called.as_str()).collect();
    called.join(", ")
}
