//! What odds are given for: the headlines of a ruling.

use super::table::{Came, Spread};
use super::topic::{Place, Topic};
use crate::dice::Halt;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::steps::{Alone, Headline, Shown, Step, StepId};
use crate::rulings::compile::{Rendered, RenderedPiece};
use crate::rulings::declaration::Declaration;
use crate::rulings::odds::{Counter, Watch};
use crate::rulings::outcome::{FieldValue, name_at_the_top, name_of_unit};
use crate::rulings::participant::Participant;
use crate::rulings::plan::Operand;
use crate::rulings::resolve::Values;
use crate::rulings::value::Value;
use crate::rulings::wording::{Calls, Wording};

/// The headlines of a ruling that has been declared.
pub struct Headlines<'a> {
    declaration: &'a Declaration<'a>,
    each: Vec<OneHeadline>,
}

/// One value that odds are given for.
struct OneHeadline {
    topic: Topic,
    what: What,
    /// The value, then all else that its words lean on.
    operands: Vec<Operand>,
}

/// What a headline tells.
#[derive(Debug, Clone, Copy)]
enum What {
    /// What a unit loses.
    Lost,
    /// What a unit comes to.
    Result(Participant),
    /// A field that is always part of the outcome.
    Field,
    /// A field that is part of the outcome unless it is nothing or no.
    FieldWhereItIsSo,
    /// A field that is part of the outcome where the operand after it is yes.
    FieldWhen,
}

impl<'a> Headlines<'a> {
    /// Those of the outcome, then those of its units.
    pub fn of(declaration: &'a Declaration<'a>) -> Headlines<'a> {
        let mut headlines = Headlines {
            declaration,
            each: Vec::new(),
        };
        headlines.at_the_top();
        for role in [Role::Attacker, Role::Defender] {
            let units = declaration.compiled.units(declaration.context, role);
            for (place, of) in units.into_iter().enumerate() {
                headlines.unit(role, place + 1, of);
            }
        }
        headlines
    }

    /// What they are, in their order.
    pub fn topics(&self) -> impl Iterator<Item = &Topic> {
        self.each.iter().map(|headline| &headline.topic)
    }

    /// All that they lean on.
    pub fn operands(&self) -> Vec<Operand> {
        let each = self.each.iter();
        each.flat_map(|headline| &headline.operands)
            .copied()
            .collect()
    }

    /// What each came to with its dice thrown; `None` for what is no part of the outcome.
    pub fn read<'v>(&'v self, values: &'v Values) -> impl Iterator<Item = Option<Came>> + 'v {
        self.each.iter().map(|headline| self.came(headline, values))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.each.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.each.is_empty()
    }

    /// The odds of the headline at this place; `None` for what is never part of the outcome.
    ///
    /// # Errors
    /// As for [`Counter::joint_odds_of`].
    pub fn spread(
        &self,
        place: usize,
        counter: &mut Counter<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Spread>, Halt> {
        let Some(headline) = self.each.get(place) else {
            return Ok(None);
        };
        let joint = counter.joint_odds_of(&headline.operands, watch)?;
        let came = joint.map(|row| {
            let known = headline.operands.iter().copied().zip(row.iter().copied());
            self.came(headline, &Values::knowing(known))
        });
        let ever = came.iter().any(|(came, _)| came.is_some());
        let null = || Given::Known(FieldValue::Null);
        Ok(ever.then(|| came.map(|came| came.clone().unwrap_or_else(null))))
    }

    fn at_the_top(&mut self) {
        let Declaration {
            context, compiled, ..
        } = self.declaration;
        for (id, of, operand) in &compiled.values {
            let Some(step) = context.program().step(*id) else {
                continue;
            };
            if step.headline == Headline::Yes
                && let Some(name) = name_at_the_top(*context, step, *of)
            {
                self.field(Place::Whole.topic(&name), step, (*id, *of), *operand);
            }
        }
    }

    fn unit(&mut self, role: Role, place: usize, of: Participant) {
        let Declaration {
            context, compiled, ..
        } = self.declaration;
        let name = name_of_unit(*context, of);
        let topic = |of_what: &str| Place::Unit(role, place, &name).topic(of_what);
        let found = |all: &[(Participant, Operand)], none: Value| {
            let found = all.iter().find(|(who, _)| *who == of);
            found.map_or(Operand::Known(none), |(_, operand)| *operand)
        };
        self.each.push(OneHeadline {
            topic: topic("lost"),
            what: What::Lost,
            operands: vec![found(&compiled.lost, Value::ZERO)],
        });
        let result = found(&compiled.results, Value::Nothing);
        let phrases = compiled.phrases.iter().filter(|(who, ..)| *who == of);
        let words = phrases.flat_map(|(_, _, says)| operands_of(says));
        self.each.push(OneHeadline {
            topic: topic("result"),
            what: What::Result(of),
            operands: [result].into_iter().chain(words).collect(),
        });
        for (id, who, operand) in &compiled.values {
            let Some(step) = context.program().step(*id).filter(|_| *who == of) else {
                continue;
            };
            // Its odds are given where it stands at the top.
            let stays =
                step.alone == Alone::WithItsUnit || name_at_the_top(*context, step, of).is_none();
            if step.headline == Headline::Yes
                && stays
                && let Some(name) = &step.field
            {
                self.field(topic(name), step, (*id, of), *operand);
            }
        }
    }

    fn field(&mut self, topic: Topic, step: &Step, of: (StepId, Participant), operand: Operand) {
        let (what, shown) = match &step.shown {
            Shown::Always => (What::Field, None),
            Shown::WhereItIsSo => (What::FieldWhereItIsSo, None),
            Shown::When(_) => {
                let shown = self.declaration.compiled.shown.get(&of).copied();
                let never = Operand::Known(Value::Truth(false));
                (What::FieldWhen, Some(shown.unwrap_or(never)))
            }
        };
        self.each.push(OneHeadline {
            topic,
            what,
            operands: [operand].into_iter().chain(shown).collect(),
        });
    }

    fn came(&self, headline: &OneHeadline, values: &Values) -> Option<Came> {
        let Declaration {
            context, compiled, ..
        } = self.declaration;
        let words = Wording {
            context: *context,
            values,
            phrases: &compiled.phrases,
            calls: Calls::ByTroops,
        };
        let mut operands = headline.operands.iter();
        let mut next = || {
            operands
                .next()
                .map_or(Value::Nothing, |one| values.of(*one))
        };
        let value = next();
        let known = match headline.what {
            What::FieldWhen if next().truth() != Some(true) => return None,
            _ if value.is_blank() => return Some(Given::Blank),
            What::FieldWhereItIsSo if value.truth() == Some(false) && !is_number(value) => {
                return None;
            }
            What::Lost => FieldValue::Number(value.number().unwrap_or_default()),
            What::Result(of) => words
                .results(of, value)
                .map_or(FieldValue::Null, FieldValue::Text),
            What::Field | What::FieldWhereItIsSo | What::FieldWhen => words.field(value),
        };
        Some(Given::Known(known))
    }
}

fn is_number(value: Value) -> bool {
    matches!(value, Value::Number(_))
}

/// The values that a text leans on.
pub(super) fn operands_of(says: &Rendered) -> impl Iterator<Item = Operand> {
    says.0.iter().filter_map(|piece| match piece {
        RenderedPiece::Text(_) | RenderedPiece::Name(..) | RenderedPiece::Mark(_) => None,
        RenderedPiece::Value(operand, _) | RenderedPiece::Results(_, operand) => Some(*operand),
    })
}
