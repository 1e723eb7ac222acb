//! `roll-off`: dice a side, the higher has the say, ties are thrown again.

use super::Declared;
use super::outcome::{Field, Outcome};
use super::working::Working;
use crate::dice::{Dice, Halt, Throw};
use crate::rules::procedure::RollOff;

/// A roll-off between the two commanders.
struct Off<'a> {
    numbers: &'a RollOff,
}

/// Nothing is worked out beforehand.
pub(super) fn declare(numbers: &RollOff) -> Box<dyn Declared + '_> {
    Box::new(Off { numbers })
}

impl Declared for Off<'_> {
    fn throw(&self, dice: &mut dyn Dice, working: &mut Working) -> Result<Outcome, Halt> {
        let throw = |by: &str| Throw::new(by, "", "initiative", self.numbers.dice);
        loop {
            let first = dice.sum(&throw("first side"))?;
            let second = dice.sum(&throw("second side"))?;
            if first == second {
                working.note(&None, || format!("{first} each: thrown again"));
                dice.again()?;
                continue;
            }
            let winner = if first > second { "first" } else { "second" };
            let say = &self.numbers.say;
            working.note(&None, || {
                format!("{first} to {second}: {winner} side {say}")
            });
            return Ok(Outcome {
                summary: format!("{winner} side {say} ({first} to {second})"),
                fields: vec![
                    Field::headline("winner", winner),
                    Field::step("first", first),
                    Field::step("second", second),
                ],
                ..Outcome::default()
            });
        }
    }
}
