//! What pips cost, and what is saved of it.

use super::case::{Case, Subject};
use super::throw_of;
use super::working::Working;
use crate::dice::{Dice, Halt, Pool, Throw};
use crate::number::Number;
use crate::rules::bands::Bands;
use crate::rules::procedure::{Save, Toll};

impl Toll {
    /// The losses that so many pips cost, in wholes and at most one half.
    pub(super) fn of(self, pips: u32) -> Number {
        let pips = Number::from(pips);
        let whole = Number::whole(pips.over(self.whole).floor());
        let rest = pips - whole * self.whole;
        match self.half {
            Some(half) if rest >= half => whole + Number::HALF,
            _ => whole,
        }
    }
}

/// The dice by which one unit may be saved.
pub(super) struct Saving<'a> {
    save: &'a Save,
    throw: Throw,
    /// What the working says of saves that are a house rule.
    mark: String,
}

impl<'a> Saving<'a> {
    /// The first save that the unit has, thrown by the unit at `place` of its side.
    pub(super) fn of(
        case: Case<'a>,
        saves: &'a [Save],
        place: usize,
        subject: Subject<'a>,
    ) -> Option<Saving<'a>> {
        let save = saves
            .iter()
            .find(|save| case.all_hold(subject, &save.when))?;
        let name = case.name(subject.unit);
        let ruling = &case.rules.rulings.get(case.situation.ruling).id;
        Some(Saving {
            save,
            mark: case.rules.house.mark_any(&["ruling", ruling, "save"]),
            throw: throw_of(case, subject.role, place, name, &save.say, save.die),
        })
    }

    /// What is lost of `threatened`: a die for each whole, then one for the half.
    ///
    /// # Errors
    /// When the dice stop it.
    pub(super) fn left_of(
        &self,
        threatened: Number,
        dice: &mut dyn Dice,
        working: &mut Working,
    ) -> Result<Number, Halt> {
        let wholes = threatened.floor().clamp(0, i64::from(Pool::MOST_DICE));
        let halves = i64::from(!threatened.is_whole());
        let lost = self.lost(wholes, &self.save.whole, dice)?
            + self.lost(halves, &self.save.half, dice)?;
        if threatened > Number::ZERO {
            working.note(&self.save.cite, || {
                let (of, say, mark) = (&self.throw.label, &self.save.say, &self.mark);
                format!("{of}: {say}, {lost} lost of {threatened}{mark}")
            });
        }
        Ok(lost)
    }

    /// What is lost of so many, each by a die of its own.
    fn lost(&self, count: i64, bands: &Bands<Number>, dice: &mut dyn Dice) -> Result<Number, Halt> {
        let count = u32::try_from(count).unwrap_or(0);
        if count == 0 {
            return Ok(Number::ZERO);
        }
        let throw = Throw {
            pool: Pool {
                dice: count,
                ..self.save.die
            },
            ..self.throw.clone()
        };
        let face = |from: i64| u32::try_from(from).unwrap_or(0);
        let cuts: Vec<u32> = bands
            .rows()
            .skip(1)
            .map(|(span, _)| face(span.from))
            .collect();
        // How many dice show at least each row, and how many show more than it.
        let at_least = std::iter::once(count).chain(dice.tally(&throw, &cuts)?);
        let at_least: Vec<u32> = at_least.collect();
        let more = at_least.iter().skip(1).copied().chain([0]);
        Ok(bands
            .rows()
            .zip(at_least.iter().zip(more))
            .map(|((_, lost), (shown, more))| lost.times(i64::from(shown.saturating_sub(more))))
            .sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pips_cost_wholes_and_what_is_left_over_a_half() {
        let toll = |whole: i64, half: Option<i64>| Toll {
            whole: Number::whole(whole),
            half: half.map(Number::whole),
        };
        let four = toll(4, Some(2));
        let costs: Vec<String> = (0..=9).map(|pips| four.of(pips).to_string()).collect();
        assert_eq!(costs, ["0", "0", "½", "½", "1", "1", "1½", "1½", "2", "2"]);
        assert_eq!(toll(7, None).of(20), Number::whole(2));
        assert_eq!(toll(7, None).of(21), Number::whole(3));
    }
}
