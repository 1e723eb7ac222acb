//! Dice by hand in a script: the lines after one that throws dice are their faces.

use std::io::{self, Read};

use super::lines::{Lines, Next};
use super::{Answered, Running, Wrong, tell, wrong};
use crate::dice::{Halt, Question};
use crate::report::Spot;
use crate::session::{Hand, NoAnswer, Session};
use crate::typed_line::{FaultKind, LineFault, comment_start};
use crate::voice::Voice;

/// A line that is not the faces that were asked for.
struct NoFaces {
    fault: LineFault,
    line: String,
    number: usize,
}

/// Answers one line, and takes its dice from those that follow.
///
/// # Errors
/// When the answer cannot be written.
pub(super) fn one<R: Read>(
    session: &mut Session,
    voice: &mut Voice,
    lines: &mut Lines<R>,
    spot: Spot<'_>,
    running: Running<'_>,
) -> io::Result<Result<Answered, Wrong>> {
    let mut no_faces: Option<NoFaces> = None;
    let mut unread: Option<io::Error> = None;
    let mut last = String::new();
    let mut ask = |question: &Question<'_>| {
        let refused = match &question.complaint {
            // A script cannot be asked again.
            Some(fault) => Ok(Some(fault.clone())),
            None => faces(lines, &mut last, question),
        };
        match refused {
            Ok(None) => return Ok(last.clone()),
            Ok(Some(fault)) => {
                no_faces = Some(NoFaces {
                    fault,
                    line: std::mem::take(&mut last),
                    number: lines.number(),
                });
            }
            Err(error) => unread = Some(error),
        }
        Err(Halt::Interrupted)
    };
    let answered = session.answer(spot.line, Hand::Referee(&mut ask));
    if let Some(error) = unread {
        return Ok(Err(wrong(voice, &running.unreadable(&error), spot)?));
    }
    match (no_faces, &answered) {
        (Some(no_faces), Err(NoAnswer::Interrupted)) => {
            let NoFaces {
                fault,
                line,
                number,
            } = no_faces;
            // Where the script ends, the line that wants the dice is shown.
            let at = if line.is_empty() {
                spot
            } else {
                running.spot(&line, number)
            };
            Ok(Err(wrong(voice, &fault, at)?))
        }
        _ => tell(session, voice, spot, &answered),
    }
}

/// Reads the next line that says something; what is wrong if it cannot be faces.
fn faces<R: Read>(
    lines: &mut Lines<R>,
    line: &mut String,
    question: &Question<'_>,
) -> io::Result<Option<LineFault>> {
    loop {
        match lines.next_into(line)? {
            Next::Line if line.get(..comment_start(line)).is_none_or(is_blank) => {}
            Next::Line => return Ok(None),
            Next::Unreadable(fault) => return Ok(Some(fault)),
            Next::End => {
                let wanted = question.prompt.trim_end_matches(':');
                let message = format!("the script ends where the dice are wanted of {wanted}");
                let fault = LineFault::of(FaultKind::Dice, message).hinted(
                    "after `dice hand` the lines that follow one that throws dice are its faces",
                );
                return Ok(Some(fault));
            }
        }
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}
