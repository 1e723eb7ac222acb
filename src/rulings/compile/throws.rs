//! Throws: whose, what for, how the dice are read, and when they are thrown again.

use smallvec::SmallVec;

use super::lacking::surely_thrown;
use super::{Compiler, Within};
use crate::dice::Company;
use crate::number::Number;
use crate::rules::ruling::Sides;
use crate::rules::steps::{Act, Count, Reading, Roll, Scope, Step, StepId};
use crate::rulings::form::Form;
use crate::rulings::participant::Participant;
use crate::rulings::plan::{Operand, RollNode, RollReading, ThrowLabel, ThrownBy};
use crate::rulings::value::Value;

/// Whether dice are counted against nothing.
fn reads_nothing(reading: &RollReading) -> bool {
    let (RollReading::AtLeast(wanted) | RollReading::AtMost(wanted)) = reading else {
        return false;
    };
    *wanted == Operand::Known(Value::Nothing)
}

/// How often a throw is made once more and added at the most: more than dice ever ask for.
const MOST_ADDED: usize = 20;

impl Compiler<'_> {
    /// A throw of one participant with those that are added to it, as what each of its readings comes to:
    /// the sum of the step's own, and the further ones as they were last.
    pub(super) fn throws(
        &mut self,
        id: StepId,
        roll: &Roll,
        of: Participant,
        happens: &Form,
    ) -> Vec<(StepId, Form)> {
        let mut readings = self.throw(id, roll, of, happens);
        if roll.add_again.is_empty() || happens.is_no() {
            return readings;
        }
        let mut latest = readings.clone();
        let mut goes_on = happens.clone();
        for _ in 0..MOST_ADDED {
            for (reading, form) in &latest {
                self.values.insert((*reading, of), form.clone());
            }
            let again = self.all(&roll.add_again, of);
            goes_on = self.builder.and(&[goes_on, again]);
            if goes_on.is_no() {
                break;
            }
            latest = self.throw(id, roll, of, &goes_on);
            for ((reading, so_far), (_, more)) in readings.iter_mut().zip(&latest) {
                *so_far = if *reading == id {
                    self.builder.add_up(so_far, more, Number::ONE)
                } else {
                    self.builder.choose(&goes_on, more, so_far)
                };
            }
        }
        readings
    }

    /// A throw of one participant, as what each of its readings comes to: the step's own, then the further ones.
    fn throw(
        &mut self,
        id: StepId,
        roll: &Roll,
        of: Participant,
        happens: &Form,
    ) -> Vec<(StepId, Form)> {
        let steps = self.readings_of(id);
        let dice = match &roll.dice {
            _ if happens.is_no() => Form::NOTHING,
            Count::Fixed(dice) => Form::number(Number::from(*dice)),
            Count::Worked(expression) => self.arithmetic(expression, of),
        };
        // A throw whose number of dice is nothing is none.
        if dice.is_nothing() {
            return steps
                .into_iter()
                .map(|(id, _)| (id, Form::NOTHING))
                .collect();
        }
        let mut readings: SmallVec<[RollReading; 2]> = SmallVec::new();
        for (step, reading) in &steps {
            let reading_form = self.reading(reading, roll, of);
            if let (Reading::AtLeast(wanted) | Reading::AtMost(wanted), true) =
                (reading, reads_nothing(&reading_form))
                && surely_thrown(happens, &dice)
            {
                let step = self.program.step(*step).map(|step| step.id.clone());
                self.needs_number(wanted, of, &step.unwrap_or_default());
            }
            readings.push(reading_form);
        }
        let label = self.label(id, roll, of);
        let node = RollNode {
            throw: label,
            happens: self.builder.operand(happens),
            dice: self.builder.operand(&dice),
            sides: roll.sides,
            lowest: roll.lowest,
            readings,
            choices: roll.choices.as_ref().map(|choices| {
                let choices = self.arithmetic(choices, of);
                self.builder.operand(&choices)
            }),
        };
        let forms = self.builder.roll(node);
        steps.into_iter().map(|(id, _)| id).zip(forms).collect()
    }

    /// The step of a throw and those of its further readings.
    fn readings_of(&self, id: StepId) -> Vec<(StepId, Reading)> {
        let program = self.program;
        let mut readings = Vec::new();
        for (place, step) in program.steps.iter().enumerate() {
            let Ok(place) = u16::try_from(place) else {
                break;
            };
            match &step.act {
                Act::Roll(roll) if StepId(place) == id => {
                    readings.insert(0, (id, roll.reading.clone()));
                }
                Act::Reading(of, reading) if *of == id => {
                    readings.push((StepId(place), reading.clone()));
                }
                _ => {}
            }
        }
        readings
    }

    fn reading(&mut self, reading: &Reading, roll: &Roll, of: Participant) -> RollReading {
        match reading {
            Reading::Sum | Reading::Named => RollReading::Sum,
            Reading::Highest => RollReading::Highest,
            Reading::Lowest => RollReading::Lowest,
            Reading::Spread => RollReading::Spread,
            Reading::AtLeast(expression) => {
                let form = self.arithmetic(expression, of);
                RollReading::AtLeast(self.builder.operand(&form))
            }
            Reading::AtMost(expression) => {
                let form = self.arithmetic(expression, of);
                RollReading::AtMost(self.builder.operand(&form))
            }
            Reading::Worth(worth) => RollReading::Worth(worth.clone().into_boxed_slice()),
            Reading::Faces(faces) => {
                let all = roll.lowest..roll.lowest.saturating_add(roll.sides);
                let worth = all.map(|face| match faces.contains(&face) {
                    true => Number::ONE,
                    false => Number::ZERO,
                });
                RollReading::Worth(worth.collect())
            }
        }
    }

    fn label(&mut self, id: StepId, roll: &Roll, of: Participant) -> ThrowLabel {
        let purpose = roll
            .purpose
            .clone()
            .or_else(|| self.program.step(id).map(|step| step.id.clone()));
        let nobody = self.context.ruling().sides == Sides::None;
        let (thrower, name) = match of.scope {
            Scope::Line => match &roll.thrower {
                Some(expression) => {
                    let side = self.expression(expression, of);
                    (
                        ThrownBy::Decided(self.builder.operand(&side)),
                        smol_str::SmolStr::default(),
                    )
                }
                None => (
                    ThrownBy::Side(crate::rules::condition::Role::Attacker),
                    smol_str::SmolStr::default(),
                ),
            },
            Scope::Side => {
                let name = self.context.side_in_short(of.role()).unwrap_or_default();
                let thrower = if nobody {
                    ThrownBy::Commander(of.role())
                } else {
                    ThrownBy::Side(of.role())
                };
                (thrower, name)
            }
            Scope::Unit | Scope::Group | Scope::Piece => (
                ThrownBy::Unit(of.role(), of.unit_place()),
                self.name_in_short(of),
            ),
        };
        let of_battle = match of.scope {
            Scope::Line => false,
            Scope::Side => !name.is_empty(),
            Scope::Unit | Scope::Group | Scope::Piece => {
                let unit = self.people.unit(of);
                unit.is_some_and(|unit| !unit.mustered.is_empty())
            }
        };
        let alone = of.scope >= Scope::Unit && self.context.side(of.role()).units.len() == 1;
        ThrowLabel {
            thrower,
            name,
            purpose: purpose.unwrap_or_default(),
            makes: roll.makes.clone().unwrap_or_default(),
            company: match (of_battle, alone) {
                (true, _) => Company::Named,
                (false, true) => Company::Alone,
                (false, false) => Company::Among,
            },
        }
    }

    /// After a throw that ties are thrown again of: marks from where all throws are made again.
    pub(super) fn throw_again(&mut self, id: StepId, step: &Step, within: Option<&Within>) {
        let Act::Roll(roll) = &step.act else {
            return;
        };
        if roll.again.is_empty() {
            return;
        }
        let everybody = self.participants(step.of, within);
        let first = everybody
            .iter()
            .filter_map(|of| self.values.get(&(id, *of)))
            .find_map(|form| self.builder.single(form));
        let Some(first) = first else {
            return;
        };
        let again = if step.of <= Scope::Side {
            let at = within.map_or(Participant::LINE, |within| within.of);
            self.all(&roll.again, at)
        } else {
            let forms: Vec<Form> = everybody
                .into_iter()
                .map(|of| self.all(&roll.again, of))
                .collect();
            self.builder.or(&forms)
        };
        if !again.is_no() {
            self.builder.again(first, &again);
        }
    }
}
