//! Scripts: one line after another, each answered before the next is read.

mod by_hand;
mod lines;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::language::command::DiceMode;
use crate::printable::reason;
use crate::report::Spot;
use crate::rulings::outcome::{FieldValue, Outcome};
use crate::session::{Answer, Detail, Hand, NoAnswer, Session};
use crate::typed_line::{FaultKind, LineFault};
use crate::voice::{Form, Voice};
use lines::{Lines, Next};

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Done, whatever the dice say.
    Done,
    /// A line or a table is wrong.
    Wrong,
    /// The arguments are wrong.
    Usage,
    /// Nobody reads the output any more.
    ClosedPipe,
    /// A check failed, and it was asked to say so.
    FailedCheck,
    /// Something that was to be kept is not on the disk, or not where it should be.
    NotKept,
}

impl Ending {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Wrong => 1,
            Ending::Usage => 2,
            Ending::ClosedPipe => 3,
            Ending::FailedCheck => 4,
            Ending::NotKept => 5,
        }
    }
}

/// What happens after a wrong line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterWrong {
    /// The script stops.
    Stop,
    /// It goes on.
    GoOn,
}

/// Whether a failed check shows in the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailedChecks {
    /// It does not.
    Pass,
    /// It does.
    Show,
}

/// Who reads the answers of a script while it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// The referee who typed the line, for whom hints are meant.
    AtHand,
    /// Nobody yet.
    Absent,
}

/// How a script is run.
#[derive(Debug, Clone, Copy)]
pub struct Running<'a> {
    /// Its name, where it has one.
    pub script: Option<&'a str>,
    /// What happens after a wrong line.
    pub after_wrong: AfterWrong,
    /// Whether a failed check shows in the exit code.
    pub failed_checks: FailedChecks,
    /// Who reads the answers.
    pub reader: Reader,
}

/// The lines of a file.
///
/// # Errors
/// It is no file that can be read.
pub fn lines_of(file: &Path) -> Result<File, LineFault> {
    let name = file.to_string_lossy();
    if file.is_dir() {
        let message = format!("cannot read `{name}`: it is a folder");
        return Err(LineFault::file(message).hinted("`run` takes a file of lines"));
    }
    File::open(file).map_err(|error| unreadable(&name, &error))
}

fn unreadable(name: &str, error: &io::Error) -> LineFault {
    LineFault::file(format!("cannot read `{name}`: {}", reason(error)))
}

/// Runs every line of a script.
///
/// # Errors
/// When it cannot be read, or the answers cannot be written.
pub fn run(
    session: &mut Session,
    voice: &mut Voice,
    lines: impl Read,
    running: Running<'_>,
) -> io::Result<Ending> {
    if voice.form() == Form::Text {
        session.work_out(match running.reader {
            Reader::Absent => Detail::Brief,
            Reader::AtHand => Detail::Short,
        });
    }
    let mut lines = Lines::of(lines);
    let mut ending = Ending::Done;
    let mut line = String::new();
    loop {
        // Before waiting for more, whoever writes the script may want the answers so far.
        if lines.must_wait() {
            voice.flush()?;
        }
        let next = lines.next_into(&mut line);
        let spot = running.spot(&line, lines.number());
        let answered = match next {
            Err(error) => {
                wrong(voice, &running.unreadable(&error), spot)?;
                ending = Ending::Wrong;
                break;
            }
            Ok(Next::End) => break,
            Ok(Next::Unreadable(fault)) => Err(wrong(voice, &fault, spot)?),
            Ok(Next::Line) if session.dice() == DiceMode::Hand => {
                by_hand::one(session, voice, &mut lines, spot, running)?
            }
            Ok(Next::Line) => one(session, voice, spot)?,
        };
        match answered {
            Ok(Answered::Quit) => break,
            Ok(Answered::Failed) if running.failed_checks == FailedChecks::Show => {
                if ending == Ending::Done {
                    ending = Ending::FailedCheck;
                }
            }
            Ok(_) => {}
            Err(wrong) => {
                ending = match wrong {
                    Wrong::Line => Ending::Wrong,
                    Wrong::NotKept => Ending::NotKept,
                };
                if running.after_wrong == AfterWrong::Stop {
                    break;
                }
            }
        }
    }
    voice.flush()?;
    // What is lost weighs more than what is wrong.
    Ok(match session.keeping_fails() {
        true => Ending::NotKept,
        false => ending,
    })
}

impl<'a> Running<'a> {
    /// What is said of a script that cannot be read, or not to its end.
    fn unreadable(self, error: &io::Error) -> LineFault {
        unreadable(self.script.unwrap_or("standard input"), error)
    }

    /// Where a line of the script came from; the line that a referee typed has no number.
    fn spot(self, line: &'a str, number: usize) -> Spot<'a> {
        Spot {
            line,
            script: self.script,
            number: (self.reader == Reader::Absent).then_some(number),
            prompt: None,
        }
    }
}

/// What came of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// It was answered.
    Yes,
    /// It was a check, and it failed.
    Failed,
    /// It ends the session.
    Quit,
}

/// A line has no answer, and it has been said why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// It is wrong.
    Line,
    /// It makes an entry, and nothing would be left of it.
    NotKept,
}

/// Answers one line with dice of the program's.
fn one(
    session: &mut Session,
    voice: &mut Voice,
    spot: Spot<'_>,
) -> io::Result<Result<Answered, Wrong>> {
    let answered = session.answer(spot.line, Hand::Program);
    tell(session, voice, spot, &answered)
}

/// Tells what a session answered to a line.
///
/// # Errors
/// When it cannot be written; the inner error is a wrong line.
pub fn tell(
    session: &Session,
    voice: &mut Voice,
    spot: Spot<'_>,
    answered: &Result<Answer, NoAnswer>,
) -> io::Result<Result<Answered, Wrong>> {
    match answered {
        // Two files that run each other would never end.
        Ok(Answer::Run(_)) => {
            let fault = LineFault::refused("only the console runs a file of lines")
                .hinted("put its lines here, or give both files to one `drumhead run -`");
            Ok(Err(wrong(voice, &fault, spot)?))
        }
        Ok(answer) => {
            voice.answer(&session.rules().id, spot, answer, session.working())?;
            Ok(Ok(match answer {
                Answer::Quit => Answered::Quit,
                Answer::Ruling(resolution) if failed(&resolution.outcome) => Answered::Failed,
                _ => Answered::Yes,
            }))
        }
        Err(NoAnswer::Wrong(fault)) => Ok(Err(wrong(voice, fault, spot)?)),
        Err(NoAnswer::NotKept(fault)) => {
            voice.wrong(fault, spot)?;
            Ok(Err(Wrong::NotKept))
        }
        Err(NoAnswer::Interrupted) => Ok(Ok(Answered::Yes)),
        Err(NoAnswer::NoDice(why)) => {
            let message = format!("the system gives no seed for dice: {why}");
            let fault = LineFault::of(FaultKind::System, message)
                .hinted("give one with `--seed`, or the faces with `rolled`");
            Ok(Err(wrong(voice, &fault, spot)?))
        }
    }
}

/// Whether a check of the line, or of one of its units, is failed.
fn failed(outcome: &Outcome) -> bool {
    let units = outcome.attacker.iter().chain(&outcome.defender);
    let mut fields = outcome
        .fields
        .iter()
        .chain(units.flat_map(|unit| &unit.fields));
    fields.any(|field| field.name == "passed" && field.value == FieldValue::Truth(false))
}

fn wrong(voice: &mut Voice, fault: &LineFault, spot: Spot<'_>) -> io::Result<Wrong> {
    voice.wrong(fault, spot)?;
    Ok(Wrong::Line)
}
