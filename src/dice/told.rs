//! Faces that stand in the line typed.

use super::hand::Hand;
use super::{Counts, Halt, Landed, Record, Throw, Thrower, Thrown};
use crate::typed_line::Excerpt;
use crate::typed_line::LineFault;

/// Dice whose faces were thrown by hand and stand in the line: `rolled 6 5 4 1`.
///
/// A word of several digits is several faces where the dice asked for have
/// faces of one digit only; `=11` stands for all faces of a throw of which only
/// the sum counts. Each face is used once, in the order of the throws.
#[derive(Clone, Debug)]
pub struct Told {
    hand: Hand,
    record: Record,
}

impl Told {
    /// Dice told by these words.
    pub fn new(words: Vec<Excerpt>) -> Told {
        Told {
            hand: Hand::new(words),
            record: Record::default(),
        }
    }

    /// Ends a resolution: every face must be used.
    ///
    /// # Errors
    /// The faces that are left over.
    pub fn finish(&self) -> Result<(), LineFault> {
        let Some(mut fault) = self.hand.left_over() else {
            return Ok(());
        };
        let throws: Vec<String> = self.thrown().iter().map(taken).collect();
        fault.hint = Some(if throws.is_empty() {
            "no dice are thrown here".to_owned()
        } else {
            format!("used were {}", throws.join("; "))
        });
        Err(fault)
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

/// What a throw took: `attacker 1, hussars: score 3d6`.
fn taken(thrown: &Thrown) -> String {
    let Throw { purpose, pool, .. } = &thrown.throw;
    format!("{}: {purpose} {pool}", thrown.throw.thrower())
}

impl Thrower for Told {
    fn throw(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, Halt> {
        Ok(self.hand.take(throw, counts)?)
    }

    fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    fn throws_again(&self, throw: &Throw, later: u32) -> bool {
        self.hand.faces_left(throw.pool) >= later.saturating_add(throw.pool.dice)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::dice::Pool;

    /// The words of a line from the byte after `rolled` on.
    fn told(faces: &str) -> Told {
        Told {
            hand: Hand::of_answer(faces).unwrap(),
            record: Record::default(),
        }
    }

    fn throw(pool: Pool) -> Throw {
        Throw::new("attacker 1", "hussars", "score", pool)
    }

    /// Where in the faces told a fault is.
    fn place(fault: &LineFault, faces: &str) -> Option<std::ops::Range<usize>> {
        fault.at?.in_line(faces)
    }

    fn fault<T: std::fmt::Debug>(answer: Result<T, Halt>) -> LineFault {
        match answer {
            Err(Halt::Told(fault)) => fault,
            other => panic!("no fault: {other:?}"),
        }
    }

    fn message<T: std::fmt::Debug>(answer: Result<T, Halt>) -> String {
        fault(answer).message
    }

    #[test]
    fn faces_are_used_in_the_order_of_the_throws() {
        for faces in ["6 5 4 1 2 2", "654122", "65 41 22", "6541 2 2"] {
            let mut dice = told(faces);
            assert_eq!(dice.count_at_least(&throw(Pool::d6(4)), 5), Ok(2));
            assert_eq!(dice.sum(&throw(Pool::d6(1))), Ok(2));
            assert_eq!(dice.count_at_least(&throw(Pool::d6(1)), 3), Ok(0));
            assert_eq!(dice.finish(), Ok(()));
            assert_eq!(dice.thrown()[0].faces, [6, 5, 4, 1]);
        }
    }

    #[test]
    fn a_word_is_one_face_of_dice_with_more_than_nine() {
        let mut dice = told("10 3 61");
        assert_eq!(dice.sum(&throw(Pool::new(2, 10))), Ok(13));
        assert_eq!(dice.sum(&throw(Pool::d6(2))), Ok(7));
        assert_eq!(dice.finish(), Ok(()));
        let mut from_nought = told("090");
        let pool = Pool {
            dice: 3,
            sides: 10,
            lowest: 0,
        };
        assert_eq!(from_nought.sum(&throw(pool)), Ok(9));
    }

    #[test]
    fn a_sum_may_stand_for_the_faces() {
        let mut dice = told("=11 6 =4 =7 =5");
        assert_eq!(dice.sum(&throw(Pool::d6(3))), Ok(11));
        assert_eq!(dice.sum(&throw(Pool::d6(1))), Ok(6));
        assert_eq!(dice.sum(&throw(Pool::d6(1))), Ok(4));
        assert_eq!(dice.sum(&throw(Pool::d6(2))), Ok(7));
        assert_eq!(dice.sum(&throw(Pool::d6(1))), Ok(5));
        let faces: Vec<_> = dice
            .thrown()
            .iter()
            .map(|thrown| thrown.faces.as_slice())
            .collect();
        assert_eq!(faces, [&[] as &[u32], &[6], &[4], &[], &[5]]);
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn a_missing_face_is_said() {
        let score = |faces| fault(told(faces).sum(&throw(Pool::d6(3))));
        let none = score("");
        assert_eq!(
            none.message,
            "attacker 1, hussars: score 3d6 wants 3 faces, none is given"
        );
        assert_eq!(none.at, None);
        let one = score("  4");
        assert_eq!(
            one.message,
            "attacker 1, hussars: score 3d6 wants 3 faces, 1 is given"
        );
        assert_eq!(place(&one, "  4"), Some(2..3));
        let two = score("41");
        assert_eq!(
            two.message,
            "attacker 1, hussars: score 3d6 wants 3 faces, 2 are given"
        );
        let mut used_up = told("4 4");
        used_up.sum(&throw(Pool::d6(2))).unwrap();
        let after = fault(used_up.sum(&throw(Pool::d6(1))));
        assert_eq!(
            after.message,
            "attacker 1, hussars: score 1d6 wants 1 face, none is given"
        );
        assert_eq!(place(&after, "4 4"), Some(3..3));
    }

    #[test]
    fn a_face_that_is_not_on_the_die_is_said() {
        let seven = fault(told("4 57").sum(&throw(Pool::d6(3))));
        assert_eq!(seven.message, "attacker 1, hussars: `7` is not on a d6");
        assert_eq!(place(&seven, "4 57"), Some(3..4));
        assert_eq!(
            message(told("x2").sum(&throw(Pool::d6(2)))),
            "attacker 1, hussars: `x2` is no face of a d6"
        );
        assert_eq!(
            message(told("4-2").sum(&throw(Pool::d6(2)))),
            "attacker 1, hussars: `-2` is no face of a d6"
        );
        assert_eq!(
            message(told("99999999999").sum(&throw(Pool::new(1, 1000)))),
            "attacker 1, hussars: `99999999999` is not on a d1000"
        );
        let together = fault(told("443").sum(&throw(Pool::new(3, 20))));
        assert_eq!(
            together.hint.unwrap(),
            "give the faces of a d20 with blanks between them"
        );
        let nought = fault(told("0").sum(&throw(Pool::new(1, 10))));
        assert_eq!(
            nought.hint.unwrap(),
            "on this throw a d10 that shows 0 counts 10"
        );
    }

    #[test]
    fn a_typographic_character_among_faces_is_quoted_as_typed() {
        // A dash of three bytes reads as a hyphen of one: the place is that of the dash.
        for (faces, quoted, place_of) in [
            ("6 – 1", "–", 2..5),
            ("6–1", "–1", 1..5),
            ("61″2", "″2", 2..6),
        ] {
            let wrong = fault(told(faces).count_at_least(&throw(Pool::d6(3)), 5));
            assert_eq!(
                wrong.message,
                format!("attacker 1, hussars: `{quoted}` is no face of a d6")
            );
            assert_eq!(place(&wrong, faces), Some(place_of), "{faces}");
        }
        let left = fault(
            told("6 2 ’’")
                .sum(&throw(Pool::d6(1)))
                .and_then(|_| Ok(told("6 ’ 1").finish()?)),
        );
        assert_eq!(left.message, "3 faces are left over: `6 ’ 1`");
        let sum = fault(told("=–4").sum(&throw(Pool::d6(3))));
        assert_eq!(
            sum.message,
            "attacker 1, hussars: `=–4` cannot be thrown with 3d6"
        );
        assert_eq!(place(&sum, "=–4"), Some(0..5));
    }

    #[test]
    fn a_sum_that_cannot_be_is_said() {
        for sum in ["=19", "=2", "=", "=x", "=-4", "=+4", "=99999999999"] {
            let fault = fault(told(sum).sum(&throw(Pool::d6(3))));
            assert_eq!(
                fault.message,
                format!("attacker 1, hussars: `{sum}` cannot be thrown with 3d6")
            );
            assert_eq!(fault.hint.as_deref(), Some("3d6 gives 3 to 18"));
            assert_eq!(place(&fault, sum), Some(0..sum.len()));
        }
    }

    #[test]
    fn a_sum_is_not_enough_where_faces_count() {
        let expected = "attacker 1, hussars: of score 3d6 each face counts, not the sum `=11`";
        assert_eq!(
            message(told("=11").count_at_least(&throw(Pool::d6(3)), 5)),
            expected
        );
        assert_eq!(
            message(told("=11").count_at_least(&throw(Pool::d6(3)), 4)),
            expected
        );
        assert_eq!(
            message(told("4 =7").sum(&throw(Pool::d6(3)))),
            "attacker 1, hussars: `=7` is no face of a d6"
        );
    }

    #[test]
    fn faces_left_over_are_said() {
        let mut dice = told("6541 3");
        dice.sum(&throw(Pool::d6(2))).unwrap();
        let left = dice.finish().unwrap_err();
        assert_eq!(left.message, "3 faces are left over: `41 3`");
        assert_eq!(
            left.hint.as_deref(),
            Some("used were attacker 1, hussars: score 2d6")
        );
        assert_eq!(place(&left, "6541 3"), Some(2..6));
        let unused = told("12").finish().unwrap_err();
        assert_eq!(unused.message, "2 faces are left over: `12`");
        assert_eq!(unused.hint.unwrap(), "no dice are thrown here");
        let mut sum = told("=7 44");
        sum.sum(&throw(Pool::d6(2))).unwrap();
        assert_eq!(
            sum.finish().unwrap_err().message,
            "2 faces are left over: `44`"
        );
        let mut d20 = told("5 12");
        d20.sum(&throw(Pool::new(1, 20))).unwrap();
        assert_eq!(
            d20.finish().unwrap_err().message,
            "1 face is left over: `12`"
        );
    }

    #[test]
    fn no_dice_use_no_face() {
        let mut dice = told("");
        assert_eq!(dice.sum(&throw(Pool::d6(0))), Ok(0));
        assert_eq!(dice.finish(), Ok(()));
    }
}
