//! Dice for their own sake.

use std::rc::Rc;

use super::amend::Lying;
use super::deal::deal;
use super::ruling::Happened;
use super::why::Last;
use super::{Answer, Hand, NoAnswer, Session};
use crate::dice::Roll;
use crate::language::command::Faces;
use crate::resolution::Resolution;
use crate::rules::steps::Headline;
use crate::rulings::outcome::{Field, Outcome};
use crate::rulings::wording::WorkingLine;

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
            |dice| roll.throw(dice),
        )?;
        let (came, throws, seed) = dealt;
        let (summary, text) = said_of(&roll, came);
        let step = WorkingLine { text, cite: None };
        let field = Field {
            name: roll.field().into(),
            value: came.into(),
            odds: Headline::Yes,
        };
        let mut resolution = Resolution {
            rules: self.rules.id.as_str().into(),
            verb: "roll".into(),
            said: line.trim().to_owned(),
            understood: None,
            throws,
            seed,
            working: vec![step],
            outcome: Outcome {
                headline: summary.clone(),
                summary,
                fields: vec![field],
                ..Outcome::default()
            },
            warnings: begun.into_iter().collect(),
            not_said: Vec::new(),
            fates: Vec::new(),
            known: Vec::new(),
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
    format!("roll {roll}")
}

/// What is said first of a roll, and the step of its working.
fn said_of(roll: &Roll, came: i64) -> (String, String) {
    match roll {
        Roll::Total(expression) => (came.to_string(), format!("{expression} = {came}")),
        Roll::AtLeast { pool, face } => (
            format!("{came} of {} at {face} or more", pool.dice),
            format!("{pool}: {came} at {face} or more"),
        ),
    }
}
