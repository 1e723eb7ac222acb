//! The console: a prompt at the table.
//!
//! [`open`] reads a line, answers it and reads the next. What can be typed is
//! told by [`language::expect`](crate::language::expect); here it becomes
//! completions, hints and colours.

mod asking;
mod blank;
mod candidates;
mod colours;
mod ending;
mod helper;
mod hint;
mod history;
mod line_file;
mod memory;
mod prompt;
mod recall;

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::path::Path;

use crate::config::{Config, EmptyLine, PromptShown};
use crate::dice::Question;
use crate::language::command::DiceMode;
use crate::report::Spot;
use crate::script::{self, AfterWrong, Answered, Ending, FailedChecks, Reader, Running, Wrong};
use crate::session::{Answer, Detail, Hand, NoAnswer, ReadAgain, Session};
use crate::voice::{Form, Voice};
use history::History;
use memory::Memory;
use prompt::{Prompt, Typed};

pub use memory::last_rules;

/// Whether somebody sits at a terminal, so that a prompt makes sense.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Opens the console and stays until the referee leaves.
///
/// # Errors
/// When lines cannot be read or answers cannot be written.
pub fn open(session: &mut Session, voice: &mut Voice, config: &Config) -> io::Result<Ending> {
    ending::keep_terminal();
    voice.page_long_answers();
    welcome(session, voice)?;
    let mut memory = Memory::open();
    memory.remember(&session.rules().id);
    let history = History::open();
    let session = RefCell::new(session);
    let mut console = Console {
        prompt: Prompt::open(&session, voice, history, config.edit_mode)?,
        session: &session,
        voice,
        memory,
        shown: config.prompt.unwrap_or(PromptShown::Full),
        empty_line: config.empty_line.unwrap_or(EmptyLine::Nothing),
        prompt_columns: None,
    };
    console.stay()
}

fn welcome(session: &Session, voice: &mut Voice) -> io::Result<()> {
    if voice.form() == Form::Json {
        return Ok(());
    }
    voice.aside(&format!(
        "{} {} · {} · `help`",
        env!("CARGO_PKG_NAME"),
        env!("CARGO_PKG_VERSION"),
        session.rules().name
    ))
}

/// Whether the console goes on after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Line,
    Leave,
}

/// What stands before the prompt: turn, phase and whose it is, or the rule set in force before the
/// first turn; and whether the disk fails the battle.
fn before_the_prompt(session: &Session) -> String {
    let now = session.now();
    let now = now.unwrap_or_else(|| session.rules().id.to_string());
    if session.keeping_fails() {
        format!("{now} (not being kept)")
    } else {
        now
    }
}

/// The console while it is open.
struct Console<'c, 's> {
    session: &'c RefCell<&'s mut Session>,
    prompt: Prompt<'c, 's>,
    voice: &'c mut Voice,
    memory: Memory,
    shown: PromptShown,
    empty_line: EmptyLine,
    /// How many columns the prompt takes before a line that stands right above its answer.
    prompt_columns: Option<usize>,
}

impl Console<'_, '_> {
    /// What stands before the prompt, as far as the user wants to see it.
    fn before_the_prompt(&self) -> String {
        let session = self.session.borrow();
        match self.shown {
            PromptShown::Short if !session.keeping_fails() => String::new(),
            PromptShown::Short | PromptShown::Full => before_the_prompt(&session),
        }
    }

    fn stay(&mut self) -> io::Result<Ending> {
        loop {
            self.voice.flush()?;
            // Names of rules and scenarios are offered before anybody asks for one.
            self.session.borrow_mut().open_books();
            self.read_again()?;
            let before = self.before_the_prompt();
            match self.prompt.line(&before, self.voice)? {
                Typed::Line(text) if text.trim().is_empty() => {
                    let in_battle = self.session.borrow().battle().is_some();
                    if in_battle && self.empty_line == EmptyLine::Phase {
                        self.answer("phase")?;
                    }
                }
                Typed::Line(text) => {
                    let one_line = !text.trim_end().contains('\n');
                    self.prompt_columns = one_line.then(|| Prompt::columns(&before));
                    // Whoever edits a table does it while the prompt waits.
                    self.read_again()?;
                    // Text that was pasted may hold several lines.
                    for line in text.lines() {
                        if self.answer(line)? == Next::Leave {
                            return Ok(Ending::Done);
                        }
                    }
                }
                Typed::Interrupted => {}
                Typed::Ended => return Ok(Ending::Done),
            }
        }
    }

    /// Takes a changed rule table in, or shows what is wrong with it.
    fn read_again(&mut self) -> io::Result<()> {
        let read = self.session.borrow_mut().read_again();
        match read {
            None => Ok(()),
            Some(ReadAgain::InForce(said)) => self.voice.aside(&said),
            Some(ReadAgain::Faulty(faults)) => {
                crate::tables::faulty(self.voice, &faults)?;
                let name = self.session.borrow().rules().name.clone();
                self.voice
                    .aside(&format!("{name} stays in force as it was read before"))
            }
        }
    }

    fn answer(&mut self, line: &str) -> io::Result<Next> {
        let answered = self.with_hand(|session, hand| session.answer(line, hand));
        // Not before: a line that ended the program would be the first to be called back.
        self.prompt.keep(line, self.voice)?;
        match &answered {
            Ok(Answer::Run(file)) => return self.run(file),
            Ok(Answer::Clear) => self.prompt.clear()?,
            _ => {}
        }
        let told = self.tell(line, &answered)?;
        if let Ok(Answer::Ruling(resolution)) = &answered
            && resolution.outcome.blank.is_some()
            && let Some(next) = self.fill_blanks()?
        {
            return self.answer(&next);
        }
        Ok(match told {
            Ok(Answered::Quit) => Next::Leave,
            _ => Next::Line,
        })
    }

    /// Answers the lines of a file; the first that is wrong is shown with its place, and stops it.
    fn run(&mut self, file: &Path) -> io::Result<Next> {
        let name = file.to_string_lossy();
        let lines = match script::lines_of(file) {
            Ok(lines) => lines,
            Err(fault) => {
                self.voice.brief_wrong(&fault)?;
                return Ok(Next::Line);
            }
        };
        let running = Running {
            script: Some(&name),
            after_wrong: AfterWrong::Stop,
            failed_checks: FailedChecks::Pass,
            reader: Reader::Absent,
        };
        self.voice.look_again();
        let mut session = self.session.borrow_mut();
        script::run(&mut session, self.voice, lines, running)?;
        session.work_out(Detail::Full);
        self.memory.remember(&session.rules().id);
        Ok(Next::Line)
    }

    /// Puts something to the session, and each throw to the referee if he throws.
    fn with_hand(
        &mut self,
        put: impl FnOnce(&mut Session, Hand<'_>) -> Result<Answer, NoAnswer>,
    ) -> Result<Answer, NoAnswer> {
        let mut session = self.session.borrow_mut();
        match session.dice() {
            DiceMode::Roll => put(&mut session, Hand::Program),
            DiceMode::Hand => {
                let prompt = &mut self.prompt;
                let voice = &mut *self.voice;
                let mut ask = |question: &Question<'_>| asking::ask(prompt, voice, question);
                put(&mut session, Hand::Referee(&mut ask))
            }
        }
    }

    /// Tells what came of a line.
    fn tell(
        &mut self,
        line: &str,
        answered: &Result<Answer, NoAnswer>,
    ) -> io::Result<Result<Answered, Wrong>> {
        self.voice.look_again();
        let session = self.session.borrow();
        // Questions for dice stand between a line and what is said of it.
        let asked = session.dice() == DiceMode::Hand;
        let spot = Spot {
            prompt: self.prompt_columns.filter(|_| !asked),
            ..Spot::from(line)
        };
        let told = script::tell(&session, self.voice, spot, answered)?;
        self.memory.remember(&session.rules().id);
        if matches!(answered, Err(NoAnswer::Interrupted)) {
            self.voice.aside("nothing is ruled")?;
        }
        Ok(told)
    }
}
