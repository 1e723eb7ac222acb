//! Reading the faces that a person typed.

use std::fmt;
use std::ops::Range;

use super::pool::all_digits;
use super::{Counts, Landed, Pool, Source, Throw};

/// What is wrong with the faces that a person told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldFault {
    /// What is wrong.
    pub message: String,
    /// What can be done about it.
    pub hint: Option<String>,
    /// The bytes of the line at fault, where there are any.
    pub at: Option<Range<usize>>,
}

impl ToldFault {
    fn new(message: String, at: Range<usize>) -> ToldFault {
        ToldFault {
            message,
            hint: None,
            at: Some(at),
        }
    }

    fn hinted(self, hint: impl Into<String>) -> ToldFault {
        ToldFault {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl fmt::Display for ToldFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ToldFault {}

/// Faces that a person typed, used up from the left.
///
/// A word is what stood between blanks: `6541`, `6` or `=11`.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    words: Vec<(Range<usize>, String)>,
    /// The first word that is not used up.
    word: usize,
    /// How many bytes of it are used.
    used: usize,
    /// How the dice asked for last were read.
    reading: Reading,
}

/// How many faces stand in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// One each digit: no face of these dice has two digits.
    Digits,
    /// One a word.
    Words,
}

impl Reading {
    fn of(pool: Pool) -> Reading {
        if pool.highest_face() <= 9 {
            Reading::Digits
        } else {
            Reading::Words
        }
    }
}

impl Hand {
    pub(super) fn new(words: Vec<(Range<usize>, String)>) -> Hand {
        Hand {
            words,
            word: 0,
            used: 0,
            reading: Reading::Digits,
        }
    }

    /// The words of an answer that is nothing but faces.
    pub(super) fn of_answer(answer: &str) -> Hand {
        let mut words = Vec::new();
        let mut end = 0;
        for word in answer.split_whitespace() {
            let start = answer
                .get(end..)
                .and_then(|rest| rest.find(word))
                .map_or(end, |at| end + at);
            end = start + word.len();
            words.push((start..end, word.to_owned()));
        }
        Hand::new(words)
    }

    /// Takes the faces of one throw.
    pub(super) fn take(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, ToldFault> {
        self.reading = Reading::of(throw.pool);
        if self.rest().is_some_and(|(_, rest)| rest.starts_with('=')) {
            return self.take_sum(throw, counts);
        }
        let wanted = throw.pool.dice;
        let mut faces = Vec::with_capacity(wanted as usize);
        let start = self.rest().map(|(at, _)| at.start);
        for given in 0..wanted {
            let Some((at, face)) = self.take_word(self.reading) else {
                return Err(self.missing(throw, given, start));
            };
            faces.push(read_face(throw, at, face)?);
        }
        Ok(Landed::new(faces, Source::Told))
    }

    /// What is left of the word in hand, and where it stands.
    fn rest(&self) -> Option<(Range<usize>, &str)> {
        let (at, word) = self.words.get(self.word)?;
        Some((at.start + self.used..at.end, word.get(self.used..)?))
    }

    /// Takes one face, unread.
    fn take_word(&mut self, reading: Reading) -> Option<(Range<usize>, &str)> {
        let (at, word) = self.words.get(self.word)?;
        let rest = word.get(self.used..)?;
        let start = at.start + self.used;
        let digit = rest.chars().next().filter(char::is_ascii_digit);
        let length = match (reading, digit) {
            (Reading::Digits, Some(digit)) => digit.len_utf8(),
            _ => rest.len(),
        };
        if length == rest.len() {
            self.word += 1;
            self.used = 0;
        } else {
            self.used += length;
        }
        Some((start..start + length, rest.get(..length)?))
    }

    /// Takes `=11` for all the faces of a throw.
    fn take_sum(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, ToldFault> {
        let Some((at, word)) = self.take_word(Reading::Words) else {
            return Err(self.missing(throw, 0, None));
        };
        let Throw { pool, purpose, .. } = throw;
        if counts == Counts::EachFace {
            let message = format!(
                "{}: of {purpose} {pool} each face counts, not the sum `{word}`",
                throw.thrower()
            );
            return Err(ToldFault::new(message, at).hinted("give the faces"));
        }
        let digits = word.get(1..).filter(|digits| all_digits(digits));
        let sum = digits.and_then(|digits| digits.parse().ok());
        match sum {
            Some(sum) if (pool.min_sum()..=pool.max_sum()).contains(&sum) => {
                let faces = if pool.dice == 1 {
                    vec![sum]
                } else {
                    Vec::new()
                };
                Ok(Landed {
                    faces,
                    sum,
                    source: Source::Told,
                })
            }
            _ => {
                let message = format!("{}: `{word}` cannot be thrown with {pool}", throw.thrower());
                let hint = format!("{pool} gives {} to {}", pool.min_sum(), pool.max_sum());
                Err(ToldFault::new(message, at).hinted(hint))
            }
        }
    }

    /// The fault of a throw that found only `given` faces, from byte `start` on.
    fn missing(&self, throw: &Throw, given: u32, start: Option<usize>) -> ToldFault {
        let Throw { pool, purpose, .. } = throw;
        let faces = if pool.dice == 1 { "face" } else { "faces" };
        let given_are = match given {
            0 => "none is given".to_owned(),
            1 => "1 is given".to_owned(),
            more => format!("{more} are given"),
        };
        let message = format!(
            "{}: {purpose} {pool} wants {} {faces}, {given_are}",
            throw.thrower(),
            pool.dice
        );
        let end = self.words.last().map(|(at, _)| at.end);
        ToldFault {
            message,
            hint: None,
            at: start.or(end).zip(end).map(|(start, end)| start..end),
        }
    }

    /// The fault of faces that no throw used, if there are any.
    pub(super) fn left_over(&self) -> Option<ToldFault> {
        let (at, rest) = self.rest()?;
        let end = self.words.last().map_or(at.end, |(last, _)| last.end);
        let later = self
            .words
            .iter()
            .skip(self.word + 1)
            .map(|(_, word)| word.as_str());
        let left: Vec<&str> = std::iter::once(rest).chain(later).collect();
        let count: usize = left.iter().map(|word| self.faces_in(word)).sum();
        let are = if count == 1 {
            "1 face is"
        } else {
            &format!("{count} faces are")
        };
        Some(ToldFault::new(
            format!("{are} left over: `{}`", left.join(" ")),
            at.start..end,
        ))
    }

    /// How many faces of such dice are left to take.
    pub(super) fn faces_left(&self, pool: Pool) -> u32 {
        let reading = Reading::of(pool);
        let first = self.rest().map(|(_, rest)| rest);
        let later = self.words.iter().skip(self.word + 1);
        let words = first
            .into_iter()
            .chain(later.map(|(_, word)| word.as_str()));
        let faces = words.map(|word| match reading {
            Reading::Digits if all_digits(word) => word.len(),
            _ => 1,
        });
        u32::try_from(faces.sum::<usize>()).unwrap_or(u32::MAX)
    }

    fn faces_in(&self, word: &str) -> usize {
        if all_digits(word) && self.reading == Reading::Digits {
            word.len()
        } else {
            1
        }
    }
}

/// Reads one face of the throw.
fn read_face(throw: &Throw, at: Range<usize>, face: &str) -> Result<u32, ToldFault> {
    let pool = throw.pool;
    let fault = |what: String| ToldFault::new(format!("{}: {what}", throw.thrower()), at.clone());
    if !all_digits(face) {
        return Err(fault(format!("`{face}` is no face of a d{}", pool.sides)));
    }
    let number = face.parse().unwrap_or(u32::MAX);
    if (pool.lowest..=pool.highest_face()).contains(&number) {
        return Ok(number);
    }
    let fault = fault(format!("`{face}` is not on a d{}", pool.sides));
    Err(match (pool.sides, number) {
        (10, 0) => fault.hinted("on this throw a d10 that shows 0 counts 10"),
        _ if face.len() > 1 && Reading::of(pool) == Reading::Words => fault.hinted(format!(
            "give the faces of a d{} with blanks between them",
            pool.sides
        )),
        _ => fault,
    })
}
