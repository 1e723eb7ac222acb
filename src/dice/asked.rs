//! Faces that a person is asked for, throw by throw.

use std::fmt;

use super::hand::Hand;
use super::{Counts, Halt, Landed, Record, Throw, Thrower, Thrown};
use crate::typed_line::LineFault;

/// A question for the faces of one throw.
#[derive(Clone, Debug)]
pub struct Question<'q> {
    /// The throw that a person is to make.
    pub throw: &'q Throw,
    /// Whether `=11` would do for an answer.
    pub counts: Counts,
    /// What to show before the answer: `attacker 1, hussars, 3d6:`.
    pub prompt: String,
    /// What was wrong with the answer before, if the question is asked again.
    pub complaint: Option<LineFault>,
}

/// What puts a question to a person and returns the line that they answer.
type Ask<'a> = dyn FnMut(&Question<'_>) -> Result<String, Halt> + 'a;

/// Dice that a person throws when asked: `4 4 3`, `443`, or `=11` where only the sum counts.
///
/// An answer that such dice cannot show is refused with a complaint, and the
/// question asked again.
pub struct Asked<'a> {
    ask: &'a mut Ask<'a>,
    record: Record,
}

impl<'a> Asked<'a> {
    /// Dice that `ask` asks a person for; its [`Halt`] ends the resolution.
    pub fn new(ask: &'a mut Ask<'a>) -> Asked<'a> {
        Asked {
            ask,
            record: Record::default(),
        }
    }

    /// The throws so far.
    pub fn thrown(&self) -> &[Thrown] {
        self.record.thrown()
    }

    /// The throws, when all are made.
    pub fn into_thrown(self) -> Vec<Thrown> {
        self.record.into_thrown()
    }
}

impl fmt::Debug for Asked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked")
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

impl Thrower for Asked<'_> {
    fn throw(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, Halt> {
        let needs = throw.needs_in_words();
        let needs = needs.map_or(String::new(), |needs| format!(", {needs}"));
        let prompt = format!("{}, {}{needs}:", throw.thrower(), throw.pool);
        let mut question = Question {
            throw,
            counts,
            prompt,
            complaint: None,
        };
        loop {
            let answer = (self.ask)(&question)?;
            match read(&answer, throw, counts) {
                Ok(landed) => return Ok(landed),
                Err(fault) => question.complaint = Some(fault),
            }
        }
    }

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }
}

fn read(answer: &str, throw: &Throw, counts: Counts) -> Result<Landed, LineFault> {
    let mut hand = Hand::of_answer(answer)?;
    let landed = hand.take(throw, counts)?;
    hand.left_over().map_or(Ok(landed), Err)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::dice::{Pool, Source};

    fn throw(pool: Pool) -> Throw {
        Throw::new("attacker 1", "hussars", "score", pool)
    }

    #[test]
    fn each_throw_is_asked_for_by_name() {
        let mut answers = vec!["=11", "443"].into_iter();
        let mut prompts = Vec::new();
        let mut ask = |question: &Question<'_>| {
            prompts.push((question.prompt.clone(), question.counts));
            Ok(answers.next().unwrap().to_owned())
        };
        let mut dice = Asked::new(&mut ask);
        assert_eq!(dice.sum(&throw(Pool::d6(3))), Ok(11));
        assert_eq!(dice.count_at_least(&throw(Pool::d6(3)), 4), Ok(2));
        let thrown = dice.into_thrown();
        assert!(thrown.iter().all(|thrown| thrown.source == Source::Told));
        let prompt = || "attacker 1, hussars, 3d6:".to_owned();
        assert_eq!(
            prompts,
            [(prompt(), Counts::SumOnly), (prompt(), Counts::EachFace)]
        );
    }

    #[test]
    fn an_answer_may_look_as_it_does_on_a_line() {
        for answer in [
            "rolled 4 4 3",
            "4,4,3",
            "443 # so",
            "Rolled 4, 4, 3",
            ": 443",
        ] {
            let mut ask = |_: &Question<'_>| Ok(answer.to_owned());
            let mut dice = Asked::new(&mut ask);
            assert_eq!(
                dice.count_at_least(&throw(Pool::d6(3)), 4),
                Ok(2),
                "{answer}"
            );
        }
    }

    #[test]
    fn a_bad_answer_is_asked_for_again() {
        let bad = ["", "4 4", "4 4 7", "4 4 3 1", "=11", "no"];
        let mut answers = bad.into_iter().chain(["4 4 3"]);
        let mut complaints = Vec::new();
        let mut ask = |question: &Question<'_>| {
            complaints.extend(question.complaint.clone().map(|fault| fault.message));
            Ok(answers.next().unwrap().to_owned())
        };
        assert_eq!(
            Asked::new(&mut ask).count_at_least(&throw(Pool::d6(3)), 4),
            Ok(2)
        );
        assert_eq!(
            complaints,
            [
                "attacker 1, hussars: score 3d6 wants 3 faces, none is given",
                "attacker 1, hussars: score 3d6 wants 3 faces, 2 are given",
                "attacker 1, hussars: `7` is not on a d6",
                "1 face is left over: `1`",
                "attacker 1, hussars: of score 3d6 each face counts, not the sum `=11`",
                "attacker 1, hussars: `no` is no face of a d6",
            ]
        );
    }

    #[test]
    fn a_person_may_break_off() {
        let mut ask = |_: &Question<'_>| Err(Halt::Interrupted);
        assert_eq!(
            Asked::new(&mut ask).sum(&throw(Pool::d6(3))),
            Err(Halt::Interrupted)
        );
    }
}
