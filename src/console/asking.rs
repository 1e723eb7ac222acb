//! Asking the referee for the dice of one throw.

use super::helper::Asked;
use super::prompt::{Prompt, Typed};
use crate::dice::{Counts, Halt, Question, Throw};
use crate::voice::Voice;

/// Asks for the faces of a throw; what was wrong with the answer before is said first.
///
/// # Errors
/// [`Halt::Interrupted`] if the referee breaks off.
pub(super) fn ask(
    prompt: &mut Prompt<'_, '_>,
    voice: &mut Voice,
    question: &Question<'_>,
) -> Result<String, Halt> {
    if let Some(complaint) = &question.complaint {
        // If nobody reads standard error, the question still stands.
        let _ = voice.brief_wrong(complaint);
    }
    let wanted = wanted(question.throw, question.counts);
    match prompt.answer(&question.prompt, Asked::for_words(wanted)) {
        Ok(Typed::Line(answer)) => Ok(answer),
        Ok(Typed::Interrupted | Typed::Ended) | Err(_) => Err(Halt::Interrupted),
    }
}

/// What an answer looks like: `3 faces, or = and their sum`.
fn wanted(throw: &Throw, counts: Counts) -> String {
    match (throw.pool.dice, counts) {
        (1, _) => "1 face".to_owned(),
        (dice, Counts::EachFace) => format!("{dice} faces"),
        (dice, Counts::SumOnly) => format!("{dice} faces, or = and their sum"),
    }
}
