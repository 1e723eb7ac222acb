//! Dice that lie on the table already, before others are thrown.

use super::{Counts, Halt, Landed, Record, Source, Throw, Thrower, Thrown, share_dice};

/// The dice of an earlier ruling, and another source for those that are missing.
///
/// A throw takes the faces that the same thrower threw for the same purpose
/// with the same kind of dice; dice that it has no longer are left lying. A
/// throw of a whole side, such as that of the winner, takes those of the other
/// side where its own threw none: they are the same dice on the table.
#[derive(Clone, Debug)]
pub struct Replay<S> {
    kept: Vec<Thrown>,
    then: S,
    whose: Whose,
}

/// Whose dice serve for a throw, where its thrower has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Nobody else's, but for those that whole sides share.
    Own,
    /// Those that another threw for the same purpose.
    Anybodys,
}

impl<S: Thrower> Replay<S> {
    /// The throws `kept`, and `then` for whatever they lack.
    pub fn new(kept: Vec<Thrown>, then: S) -> Replay<S> {
        Replay {
            kept,
            then,
            whose: Whose::Own,
        }
    }

    /// The same, but where a thrower has no dice for a purpose, those of another serve: for asking
    /// what the dice would have come to, had another had to throw them.
    pub fn whoever_threw(self) -> Replay<S> {
        Replay {
            whose: Whose::Anybodys,
            ..self
        }
    }

    /// The other source, with all throws on its record.
    pub fn into_inner(self) -> S {
        self.then
    }

    /// Takes the first kept throw that can serve for `throw`.
    fn take(&mut self, throw: &Throw, counts: Counts) -> Option<Landed> {
        let own = self
            .kept
            .iter()
            .position(|kept| serves(kept, throw, counts));
        let place = own.or_else(|| {
            self.kept.iter().position(|kept| {
                let lent = match self.whose {
                    Whose::Own => share_dice(&kept.throw.by, &throw.by),
                    Whose::Anybodys => true,
                };
                lent && serves_another(kept, throw, counts)
            })
        })?;
        let Thrown {
            faces, sum, source, ..
        } = self.kept.remove(place);
        Some(Landed { faces, sum, source })
    }
}

fn serves(kept: &Thrown, throw: &Throw, counts: Counts) -> bool {
    kept.throw.by == throw.by && serves_another(kept, throw, counts)
}

/// Whether dice serve for a throw, whoever threw them.
fn serves_another(kept: &Thrown, throw: &Throw, counts: Counts) -> bool {
    let (old, new) = (kept.throw.pool, throw.pool);
    let same_dice = (old.sides, old.lowest) == (new.sides, new.lowest);
    let faces_known = !kept.faces.is_empty() || (counts == Counts::SumOnly && old == new);
    kept.throw.purpose == throw.purpose && same_dice && faces_known
}

impl<S: Thrower> Thrower for Replay<S> {
    fn throws_again(&self, throw: &Throw, later: u32) -> bool {
        let kept = self.kept.iter();
        let mut kept = kept.filter(|kept| serves(kept, throw, Counts::EachFace));
        kept.next().is_some() || self.then.throws_again(throw, later)
    }

    fn throw(&mut self, throw: &Throw, counts: Counts) -> Result<Landed, Halt> {
        let Some(Landed {
            mut faces,
            sum,
            source,
        }) = self.take(throw, counts)
        else {
            return self.then.throw(throw, counts);
        };
        if faces.is_empty() {
            return Ok(Landed { faces, sum, source });
        }
        let wanted = throw.pool.dice as usize;
        faces.truncate(wanted);
        let missing = u32::try_from(wanted - faces.len()).unwrap_or(u32::MAX);
        if missing == 0 {
            return Ok(Landed::new(faces, source));
        }
        let mut rest = throw.clone();
        rest.pool.dice = missing;
        let landed = self.then.throw(&rest, Counts::EachFace)?;
        faces.extend(landed.faces);
        // A throw that the generator had a hand in needs the seed beside it.
        let rolled = source == Source::Rolled || landed.source == Source::Rolled;
        Ok(Landed::new(
            faces,
            if rolled { Source::Rolled } else { Source::Told },
        ))
    }

    fn record(&mut self) -> &mut Record {
        self.then.record()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::dice::{Pool, Told};
    use crate::typed_line::Line;

    fn throw(by: &str, dice: u32) -> Throw {
        Throw::new(by, "hussars", "score", Pool::d6(dice))
    }

    fn told(faces: &str) -> Told {
        Told::new(Line::read(faces).unwrap().listed())
    }

    fn kept(by: &str, faces: &str) -> Vec<Thrown> {
        let mut dice = told(faces);
        dice.sum(&throw(by, u32::try_from(faces.len()).unwrap()))
            .unwrap();
        dice.into_thrown()
    }

    #[test]
    fn the_same_dice_are_used_again() {
        let both = [kept("attacker 1", "654"), kept("defender 1", "21")].concat();
        let mut dice = Replay::new(both, told("3"));
        assert_eq!(dice.sum(&throw("defender 1", 3)), Ok(2 + 1 + 3));
        assert_eq!(dice.count_at_least(&throw("attacker 1", 2), 6), Ok(1));
        let told = dice.into_inner();
        assert_eq!(told.finish(), Ok(()));
        let faces: Vec<_> = told
            .thrown()
            .iter()
            .map(|thrown| thrown.faces.clone())
            .collect();
        assert_eq!(faces, [vec![2, 1, 3], vec![6, 5]]);
    }

    #[test]
    fn others_dice_are_left_lying() {
        let mut dice = Replay::new(kept("attacker 1", "654"), told("111"));
        assert_eq!(dice.sum(&throw("attacker 2", 3)), Ok(3));
    }

    #[test]
    fn a_throw_of_a_side_lies_there_whichever_side_has_to_throw_it() {
        let result = |by: &str, dice| Throw::new(by, "", "result", Pool::d6(dice));
        let mut lying = told("52");
        lying.sum(&result("attacker", 2)).unwrap();
        let mut dice = Replay::new(lying.into_thrown(), told(""));
        assert_eq!(dice.sum(&result("defender", 2)), Ok(5 + 2));
    }

    #[test]
    fn where_anybodys_dice_serve_others_dice_are_taken_for_the_same_purpose() {
        let mut dice = Replay::new(kept("attacker 1", "654"), told("")).whoever_threw();
        assert_eq!(dice.sum(&throw("attacker 2", 3)), Ok(6 + 5 + 4));
    }

    #[test]
    fn a_sum_that_was_told_serves_only_for_the_same_sum() {
        let mut told_sum = told("=11");
        told_sum.sum(&throw("attacker 1", 3)).unwrap();
        let kept = told_sum.into_thrown();
        let mut same = Replay::new(kept.clone(), told(""));
        assert_eq!(same.sum(&throw("attacker 1", 3)), Ok(11));
        let mut fewer = Replay::new(kept.clone(), told("11"));
        assert_eq!(fewer.sum(&throw("attacker 1", 2)), Ok(2));
        let mut each = Replay::new(kept, told("123"));
        assert_eq!(each.count_at_least(&throw("attacker 1", 3), 2), Ok(2));
    }
}
