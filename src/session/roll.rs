//! Dice for their own sake.

use std::rc::Rc;

use super::amend::Lying;
use super::deal::deal;
use super::ruling::Happened;
use super::why::Last;
use super::{Answer, Hand, NoAnswer, Session};
use crate::dice::{Halt, Throw, Thrower};
use crate::language::command::{Faces, Roll, RollCounts};
use crate::resolution::Resolution;
use crate::rules::steps::Headline;
use crate::rulings::outcome::{Field, FieldValue, Outcome};
use crate::rulings::wording::WorkingLine;

/// What a roll comes to.
struct Rolled {
    summary: String,
    step: String,
    field: Field,
}

impl Session {
    pub(super) fn roll(
        &mut self,
        line: &str,
        roll: Roll,
        faces: Option<Faces>,
        hand: Hand<'_>,
    ) -> Result<Answer, NoAnswer> {
        let lying = self.undone_dice(line, &understood(&roll));
        self.roll_with(line, roll, faces, hand, lying)
    }

    /// Throws dice, of which some may lie on the table already.
    pub(super) fn roll_with(
        &mut self,
        line: &str,
        roll: Roll,
        faces: Option<Faces>,
        hand: Hand<'_>,
        lying: Lying,
    ) -> Result<Answer, NoAnswer> {
        let begun = self.battle_for_dice()?;
        let seed = self.seed_of_dice();
        let understood = understood(&roll);
        let dealt = deal(
            faces,
            hand,
            &lying.throws,
            &mut self.generator,
            seed,
            |dice| come(roll, dice),
        )?;
        let (rolled, throws, seed) = dealt;
        let step = WorkingLine {
            text: rolled.step,
            cite: None,
        };
        let mut resolution = Resolution {
            rules: self.rules.id.as_str().into(),
            verb: "roll".into(),
            said: line.trim().to_owned(),
            throws,
            seed,
            working: vec![step],
            outcome: Outcome {
                summary: rolled.summary,
                fields: vec![rolled.field],
                ..Outcome::default()
            },
            warnings: begun.into_iter().collect(),
            not_said: Vec::new(),
            record: Vec::new(),
        };
        let happened = Happened {
            understood,
            ..Happened::default()
        };
        self.put_on_record(&mut resolution, None, happened, lying)?;
        let resolution = Rc::new(resolution);
        self.last = Some(Last::kept(Rc::clone(&resolution)));
        Ok(Answer::Ruling(resolution))
    }
}

/// The roll as a line, without its dice.
fn understood(roll: &Roll) -> String {
    let dice = &roll.dice;
    match roll.counts {
        RollCounts::Total => format!("roll {dice}"),
        RollCounts::AtLeast(face) => format!("roll {dice} at-least {face}"),
    }
}

fn come(roll: Roll, dice: &mut dyn Thrower) -> Result<Rolled, Halt> {
    let Roll {
        dice: expression,
        counts,
    } = roll;
    let asked = Throw::new("referee", "", "roll", expression.pool);
    Ok(match counts {
        RollCounts::Total => {
            let total = expression.total(dice.sum(&asked)?);
            Rolled {
                summary: total.to_string(),
                step: format!("{expression} = {total}"),
                field: headline("total", total),
            }
        }
        RollCounts::AtLeast(face) => {
            let count: u32 = dice.count_at_least(&asked, face)?;
            let of = expression.pool.dice;
            Rolled {
                summary: format!("{count} of {of} at {face} or more"),
                step: format!("{expression}: {count} at {face} or more"),
                field: headline("count", count),
            }
        }
    })
}

fn headline(name: &'static str, value: impl Into<FieldValue>) -> Field {
    Field {
        name: name.into(),
        value: value.into(),
        odds: Headline::Yes,
    }
}
