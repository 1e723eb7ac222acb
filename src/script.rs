//! Scripts: one line after another, each answered before the next is read.

use std::io::{self, BufRead, BufReader, Read};

use crate::language::fault::LineFault;
use crate::language::signs::LONGEST_LINE;
use crate::report::Spot;
use crate::rulings::outcome::{Field, FieldValue};
use crate::session::{Answer, Detail, Hand, NoAnswer, Session};
use crate::voice::{Form, Voice};

/// How much of a script is read at once.
const READ_AT_ONCE: usize = 1 << 16;

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Done, whatever the dice say.
    Done,
    /// A line or a table is wrong.
    Wrong,
    /// Nobody reads the output any more.
    ClosedPipe,
    /// A check failed, and it was asked to say so.
    FailedCheck,
}

impl Ending {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Ending::Done => 0,
            Ending::Wrong => 1,
            Ending::ClosedPipe => 3,
            Ending::FailedCheck => 4,
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
    if voice.form() == Form::Text && running.reader == Reader::Absent {
        session.work_out(Detail::Brief);
    }
    let mut lines = BufReader::with_capacity(READ_AT_ONCE, lines);
    let mut ending = Ending::Done;
    let mut bytes = Vec::new();
    for number in 1.. {
        let spot = Spot {
            script: running.script,
            number,
        };
        // Before waiting for more, whoever writes the script may want the answers so far.
        if lines.buffer().is_empty() {
            voice.flush()?;
        }
        let answered = match next_line(&mut lines, &mut bytes)? {
            Next::End => break,
            Next::TooLong => Err(wrong(
                voice,
                &LineFault::new(format!("the line is longer than {LONGEST_LINE} bytes")),
                "",
                spot,
            )?),
            Next::Line => match read_utf8(&bytes, number) {
                Ok(line) => one(session, voice, line, spot)?,
                Err(fault) => Err(wrong(voice, &fault, "", spot)?),
            },
        };
        match answered {
            Ok(Answered::Quit) => break,
            Ok(Answered::Failed) if running.failed_checks == FailedChecks::Show => {
                if ending == Ending::Done {
                    ending = Ending::FailedCheck;
                }
            }
            Ok(_) => {}
            Err(Wrong) => {
                ending = Ending::Wrong;
                if running.after_wrong == AfterWrong::Stop {
                    break;
                }
            }
        }
    }
    voice.flush()?;
    Ok(ending)
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

/// A line was wrong, and it has been said why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrong;

/// Answers one line.
///
/// # Errors
/// When the answer cannot be written; the inner error is a wrong line.
pub fn one(
    session: &mut Session,
    voice: &mut Voice,
    line: &str,
    spot: Spot<'_>,
) -> io::Result<Result<Answered, Wrong>> {
    let answered = session.answer(line, Hand::Program);
    tell(session, voice, line, spot, &answered)
}

/// Tells what a session answered to a line.
///
/// # Errors
/// When it cannot be written; the inner error is a wrong line.
pub fn tell(
    session: &Session,
    voice: &mut Voice,
    line: &str,
    spot: Spot<'_>,
    answered: &Result<Answer, NoAnswer>,
) -> io::Result<Result<Answered, Wrong>> {
    match answered {
        Ok(answer) => {
            voice.answer(&session.rules().id, line, answer, session.working())?;
            Ok(Ok(match answer {
                Answer::Quit => Answered::Quit,
                Answer::Ruling(resolution) if failed(&resolution.outcome.fields) => {
                    Answered::Failed
                }
                _ => Answered::Yes,
            }))
        }
        Err(NoAnswer::Wrong(fault)) => Ok(Err(wrong(voice, fault, line, spot)?)),
        Err(NoAnswer::Interrupted) => Ok(Ok(Answered::Yes)),
        Err(NoAnswer::NoDice(why)) => {
            let fault = LineFault::new(format!("the system gives no seed for dice: {why}"))
                .hinted("give one with `--seed`, or the faces with `rolled`");
            Ok(Err(wrong(voice, &fault, line, spot)?))
        }
    }
}

fn failed(fields: &[Field]) -> bool {
    fields
        .iter()
        .any(|field| field.name == "passed" && field.value == FieldValue::Truth(false))
}

fn wrong(voice: &mut Voice, fault: &LineFault, line: &str, spot: Spot<'_>) -> io::Result<Wrong> {
    voice.wrong(fault, line, spot)?;
    Ok(Wrong)
}

enum Next {
    Line,
    TooLong,
    End,
}

/// Reads the next line into `bytes`, never more of it than a line may have.
fn next_line(lines: &mut impl BufRead, bytes: &mut Vec<u8>) -> io::Result<Next> {
    bytes.clear();
    // A line may end in CR LF, and one byte more shows that it is too long.
    let most = LONGEST_LINE + 3;
    let mut limited = io::Read::take(&mut *lines, u64::try_from(most).unwrap_or(u64::MAX));
    if limited.read_until(b'\n', bytes)? == 0 {
        return Ok(Next::End);
    }
    if bytes.len() == most && bytes.last() != Some(&b'\n') {
        lines.skip_until(b'\n')?;
        return Ok(Next::TooLong);
    }
    Ok(Next::Line)
}

/// The line as text; a byte order mark may stand before the first.
fn read_utf8(bytes: &[u8], number: usize) -> Result<&str, LineFault> {
    let bytes = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] if number == 1 => rest,
        _ => bytes,
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.trim_end_matches(['\n', '\r'])),
        Err(error) => Err(LineFault::new(format!(
            "the line is not UTF-8 at byte {}",
            error.valid_up_to() + 1
        ))
        .hinted("save the script as UTF-8")),
    }
}
