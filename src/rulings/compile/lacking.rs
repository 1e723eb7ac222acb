//! Values that are nothing where a number is needed: what the referee is told instead of a ruling.
//!
//! A step that did not happen has no value, and what leans on it does not happen either. What is not
//! known of the troops, or was not said, is another matter: the line is refused, and says why.

use super::Compiler;
use crate::number::Number;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Choice, Expression, Name, Quantity, Whose};
use crate::rules::steps::{Act, Scope, SharedAct};
use crate::rules::weapon::Weapon;
use crate::rulings::form::Form;
use crate::rulings::participant::Participant;
use crate::rulings::phrasing::Phrasing;
use crate::typed_line::{FaultKind, LineFault};

/// How far what a value leans on is looked through.
const DEEPEST: usize = 8;

impl Compiler<'_> {
    /// Whether the troop types of a unit have one number between them; refuses the line where they differ.
    pub(super) fn types_agree(&mut self, quantity: &Quantity, of: Participant) -> bool {
        if of.scope >= Scope::Group || !quantity.is_of_types() {
            return true;
        }
        let groups = self.standing_groups_of(of);
        if groups.len() < 2 {
            return true;
        }
        let mut numbers: Vec<String> = Vec::new();
        for group in &groups {
            match self.of_type(quantity, *group) {
                Ok(Some(number)) if !numbers.contains(&number) => numbers.push(number),
                Ok(_) => {}
                // A blank is told as one.
                Err(Blank) => return true,
            }
        }
        if numbers.len() < 2 {
            return true;
        }
        let name = Name {
            whose: Whose::Own,
            quantity: quantity.clone(),
        };
        let called = Phrasing {
            rules: self.context.rules,
            program: self.program,
        }
        .name(&name);
        let who = self.name_of(of);
        let message = format!("{who} differ in {called}: {}", numbers.join(", "));
        self.refuse_of(
            of,
            LineFault::refused(message)
                .hinted("name them as units of their own, with `and` between them; a table says which counts with `least(…)`, `most(…)` or the like"),
        );
        false
    }

    /// What one group has of it, as a person reads it; nothing where its type has none.
    fn of_type(
        &mut self,
        quantity: &Quantity,
        group: Participant,
    ) -> Result<Option<String>, Blank> {
        let Some(troop) = self.people.group(group) else {
            return Ok(None);
        };
        let rules = self.context.rules;
        Ok(match quantity {
            Quantity::Attribute(id) => match rules.types.get(troop.troop).number(*id) {
                Some(number) => Some(number.known().ok_or(Blank)?.to_string()),
                None => None,
            },
            Quantity::Figures => Some(self.context.figures(troop).to_string()),
            Quantity::Together => Some(self.context.together(troop).to_string()),
            of_weapon => {
                let weapon = self.weapon(group).map(|weapon| rules.weapons.get(weapon));
                Some(match weapon {
                    Some(weapon) => of_bands(of_weapon, weapon),
                    None => "none".to_owned(),
                })
            }
        })
    }

    /// Refuses a line in which what dice must show comes to nothing though they are thrown.
    pub(super) fn needs_number(&mut self, expression: &Expression, of: Participant, step: &str) {
        let fault = self.lacks(expression, of).unwrap_or_else(|| {
            let needed = Phrasing {
                rules: self.context.rules,
                program: self.program,
            }
            .expression(expression);
            lacks_in_table(format!(
                "nothing says what the dice of `{step}` must show: {needed} is nothing"
            ))
        });
        self.refuse_of(of, fault);
    }

    /// Refuses a line in which an expression is nothing for want of something that a unit or its words lack.
    pub(super) fn refuse_what_lacks(&mut self, expression: &Expression, of: Participant) {
        if let Some(fault) = self.lacks(expression, of) {
            self.refuse_of(of, fault);
        }
    }

    /// The same of a choice of which one value certainly counts.
    pub(super) fn refuse_choice_that_lacks(&mut self, choice: &Choice, of: Participant) {
        if let Some(expression) = self.settled(choice, of) {
            self.refuse_what_lacks(expression, of);
        }
    }

    fn lacks(&mut self, expression: &Expression, of: Participant) -> Option<LineFault> {
        self.lacks_at(expression, of, 0)
    }

    /// What an expression lacks: a number that a word takes and nobody said, a number that a type has not.
    fn lacks_at(
        &mut self,
        expression: &Expression,
        of: Participant,
        deep: usize,
    ) -> Option<LineFault> {
        if deep > DEEPEST {
            return None;
        }
        match expression {
            Expression::Name(name) => self.name_lacks(name, of, deep),
            Expression::Binary(_, one, other) => {
                let one = self.lacks_at(one, of, deep + 1);
                one.or_else(|| self.lacks_at(other, of, deep + 1))
            }
            Expression::Unary(_, inner) => self.lacks_at(inner, of, deep + 1),
            Expression::Extreme(_, several) => several
                .iter()
                .find_map(|one| self.lacks_at(one, of, deep + 1)),
            Expression::Constant(_)
            | Expression::Aggregate(..)
            | Expression::Share(_)
            | Expression::Look(..) => None,
        }
    }

    fn name_lacks(&mut self, name: &Name, of: Participant, deep: usize) -> Option<LineFault> {
        let of = match name.whose {
            Whose::Own => of,
            Whose::Opposite => self.people.opposite(of)?,
            _ => return None,
        };
        let program = self.program;
        let rules = self.context.rules;
        match &name.quantity {
            Quantity::Said(id) => {
                let word = rules.words.get(*id);
                let lacks = word.unsaid.is_none() && self.said(of, *id).is_none();
                lacks.then(|| {
                    let who = self.name_of(of);
                    LineFault::missing(format!("`{}` of {who} is not said", word.id))
                        .hinted(format!("`{}` and its number: {}", word.id, word.say))
                })
            }
            Quantity::Attribute(id) => self.type_lacks(*id, of),
            Quantity::Step(id) => {
                let step = program.step(*id)?;
                let of = of.up(step.of);
                let Act::Work(choice) = &step.act else {
                    return None;
                };
                let happens = of.scope == step.of && self.all(&step.when, of).is_yes();
                let expression = happens.then(|| self.settled(choice, of))??;
                self.lacks_at(expression, of, deep + 1)
            }
            Quantity::Shared(id) => {
                let shared = program.shared.get(usize::from(id.0))?;
                let SharedAct::Work(choice) = &shared.act else {
                    return None;
                };
                let of = of.up(shared.of);
                let expression = self.settled(choice, of)?;
                self.lacks_at(expression, of, deep + 1)
            }
            _ => None,
        }
    }

    fn type_lacks(&self, id: Id<Attribute>, of: Participant) -> Option<LineFault> {
        let rules = self.context.rules;
        let groups = self.people.groups(of);
        let mut troops = groups.iter().filter_map(|group| self.people.group(*group));
        let none = troops.all(|group| rules.types.get(group.troop).number(id).is_none());
        none.then(|| {
            let number = rules.attributes.get(id);
            let called = match number.name.as_str() {
                "" => &number.id,
                _ => &number.name,
            };
            let who = self.name_of(of);
            lacks_in_table(format!("the rules give {who} no {called}"))
        })
    }

    /// Refuses the line, at a unit where it is one's.
    fn refuse_of(&mut self, of: Participant, fault: LineFault) {
        let at = self.people.unit(of).map(|unit| unit.at);
        self.refuse(match at {
            Some(at) => fault.at(at),
            None => fault,
        });
    }
}

/// A line that cannot be ruled because of what the table does not say.
fn lacks_in_table(message: String) -> LineFault {
    LineFault::of(FaultKind::Table, message)
}

/// Whether dice are certainly thrown.
pub(super) fn surely_thrown(happens: &Form, dice: &Form) -> bool {
    let none = dice
        .known()
        .is_some_and(|dice| dice.is_blank() || dice.number().is_none_or(|dice| dice < Number::ONE));
    happens.is_yes() && !none
}

/// That the source does not give it.
struct Blank;

/// What a number of a weapon is in its bands, to tell one weapon from another.
fn of_bands(quantity: &Quantity, weapon: &Weapon) -> String {
    let bands = weapon.bands.iter();
    match quantity {
        Quantity::Weapon(id) => {
            let shown = bands.map(|band| match band.number(*id) {
                Some(given) => match given.known() {
                    Some(number) => format!("{number} to {}", band.to),
                    None => format!("blank to {}", band.to),
                },
                None => format!("none to {}", band.to),
            });
            shown.collect::<Vec<_>>().join("/")
        }
        Quantity::Reach => weapon.reach().to_string(),
        Quantity::BandFrom | Quantity::BandTo => {
            let shown: Vec<String> = bands.map(|band| band.to.to_string()).collect();
            shown.join("/")
        }
        _ => weapon.name.to_string(),
    }
}
