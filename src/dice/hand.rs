//! Reading the faces that a person typed.

use super::pool::all_digits;
use super::{Counts, Landed, Pool, Source, Throw};
use crate::typed_line::Line;
use crate::typed_line::{Excerpt, LineRange};
use crate::typed_line::{FaultKind, LineFault};

/// Faces that a person typed, used up from the left.
///
/// A word is what stood between blanks: `6541`, `6` or `=11`.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    words: Vec<Excerpt>,
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
    pub(super) fn new(words: Vec<Excerpt>) -> Hand {
        Hand {
            words,
            word: 0,
            used: 0,
            reading: Reading::Digits,
        }
    }

    /// The words of an answer that is nothing but faces; `rolled` may stand before them, as on a line.
    ///
    /// # Errors
    /// It is no line that can be read.
    pub(super) fn of_answer(answer: &str) -> Result<Hand, LineFault> {
        let mut words = Line::read(answer)?.listed();
        let is_before = |word: &Excerpt| {
            let text = word.text();
            text == ":" || text.eq_ignore_ascii_case("rolled")
        };
        if words.first().is_some_and(is_before) {
            words.remove(0);
        }
        Ok(Hand::new(words))
    }

    /// Takes the faces of one throw.
    pub(super) fn take(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, LineFault> {
        self.reading = Reading::of(throw.pool);
        if self.rest().is_some_and(|rest| rest.text().starts_with('=')) {
            return self.take_sum(throw, counts);
        }
        let wanted = throw.pool.dice;
        let mut faces = Vec::with_capacity(wanted as usize);
        let first = self.rest().map(|rest| rest.at());
        for given in 0..wanted {
            let Some(face) = self.take_word(self.reading) else {
                return Err(self.missing(throw, given, first));
            };
            faces.push(read_face(throw, &face)?);
        }
        Ok(Landed::new(faces, Source::Told))
    }

    /// What is left of the word in hand.
    fn rest(&self) -> Option<Excerpt> {
        let word = self.words.get(self.word)?;
        Some(word.part(self.used..word.text().len()))
    }

    /// Takes one face, unread.
    fn take_word(&mut self, reading: Reading) -> Option<Excerpt> {
        let rest = self.rest()?;
        let digit = rest.text().chars().next().filter(char::is_ascii_digit);
        let length = match (reading, digit) {
            (Reading::Digits, Some(digit)) => digit.len_utf8(),
            _ => rest.text().len(),
        };
        if length == rest.text().len() {
            self.word += 1;
            self.used = 0;
        } else {
            self.used += length;
        }
        Some(rest.part(0..length))
    }

    /// Takes `=11` for all the faces of a throw.
    fn take_sum(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, LineFault> {
        let Some(word) = self.take_word(Reading::Words) else {
            return Err(self.missing(throw, 0, None));
        };
        let typed = word.typed();
        let Throw { pool, purpose, .. } = throw;
        if counts == Counts::EachFace {
            let message = format!(
                "{}: of {purpose} {pool} each face counts, not the sum `{typed}`",
                throw.thrower()
            );
            return Err(fault(message, word.at()).hinted("give the faces"));
        }
        let digits = word.text().get(1..).filter(|digits| all_digits(digits));
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
                let message = format!(
                    "{}: `{typed}` cannot be thrown with {pool}",
                    throw.thrower()
                );
                let hint = format!("{pool} gives {} to {}", pool.min_sum(), pool.max_sum());
                Err(fault(message, word.at()).hinted(hint))
            }
        }
    }

    /// The fault of a throw that found only `given` faces, from `first` on.
    fn missing(&self, throw: &Throw, given: u32, first: Option<LineRange>) -> LineFault {
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
        let last = self.words.last().map(|word| word.at());
        LineFault {
            at: match (first, last) {
                (Some(first), Some(last)) => Some(first.to(last)),
                (None, last) => last.map(LineRange::after),
                (first, None) => first,
            },
            ..LineFault::of(FaultKind::Dice, message)
        }
    }

    /// The fault of faces that no throw used, if there are any.
    pub(super) fn left_over(&self) -> Option<LineFault> {
        let rest = self.rest()?;
        let later = self.words.iter().skip(self.word + 1);
        let left: Vec<&Excerpt> = std::iter::once(&rest).chain(later).collect();
        let count: usize = left.iter().map(|word| self.faces_in(word.text())).sum();
        let typed: Vec<&str> = left.iter().map(|word| word.typed()).collect();
        let last = left.last().map_or(rest.at(), |word| word.at());
        let are = if count == 1 {
            "1 face is"
        } else {
            &format!("{count} faces are")
        };
        let message = format!("{are} left over: `{}`", typed.join(" "));
        Some(fault(message, rest.at().to(last)))
    }

    /// How many faces of such dice are left to take.
    pub(super) fn faces_left(&self, pool: Pool) -> u32 {
        let reading = Reading::of(pool);
        let first = self.rest();
        let later = self.words.iter().skip(self.word + 1);
        let words = first.into_iter().chain(later.cloned());
        let faces = words.map(|word| match reading {
            Reading::Digits if all_digits(word.text()) => word.text().len(),
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

/// What is wrong with faces that stand at a place.
fn fault(message: String, at: LineRange) -> LineFault {
    LineFault::of(FaultKind::Dice, message).at(at)
}

/// Reads one face of the throw.
fn read_face(throw: &Throw, face: &Excerpt) -> Result<u32, LineFault> {
    let pool = throw.pool;
    let typed = face.typed();
    let wrong = |what: String| fault(format!("{}: {what}", throw.thrower()), face.at());
    let text = face.text();
    if !all_digits(text) {
        return Err(wrong(format!("`{typed}` is no face of a d{}", pool.sides)));
    }
    let number = text.parse().unwrap_or(u32::MAX);
    if (pool.lowest..=pool.highest_face()).contains(&number) {
        return Ok(number);
    }
    let wrong = wrong(format!("`{typed}` is not on a d{}", pool.sides));
    Err(match (pool.sides, number) {
        (10, 0) => wrong.hinted("on this throw a d10 that shows 0 counts 10"),
        _ if text.len() > 1 && Reading::of(pool) == Reading::Words => wrong.hinted(format!(
            "give the faces of a d{} with blanks between them",
            pool.sides
        )),
        _ => wrong,
    })
}
