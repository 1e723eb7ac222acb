//! What a ruling does not say of several: of two units against one, of several types in one unit.

use smol_str::SmolStr;

use super::reach::each;
use super::{Body, Resolver, Stand};
use crate::rules::amount::Given;
use crate::rules::read::steps::raw::{RawChoice, RawStep};
use crate::rules::read::steps::syntax::{Node, NodeKind};
use crate::rules::ruling::Sides;
use crate::rules::steps::expression::{Choice, Expression, Name, Outcome, Over, Quantity, Whose};
use crate::rules::steps::{Act, Count, Program, Scope, Step, To};

impl<'r> Resolver<'r, '_> {
    /// Notes names in an aggregate that are asked of whom they cannot be: what it does not go through.
    pub(super) fn check_aggregated(
        &self,
        read: &Expression,
        node: &Node,
        stand: Stand<'r>,
    ) -> Option<()> {
        let over = read.goes_over(stand.scope, |quantity| self.scope_of(quantity));
        for name in read.names_outside_aggregates() {
            if over.reaches(name.whose) {
                continue;
            }
            let asked = match name.whose {
                Whose::Own => stand.scope,
                Whose::Opposite if over == Over::Own || stand.scope >= Scope::Unit => Scope::Unit,
                _ => Scope::Side,
            };
            if self.fits(&name.quantity, asked) {
                continue;
            }
            let written = self.written_name(node, name);
            let of = each(self.scope_of(&name.quantity));
            self.fault(
                &node.at,
                format!(
                    "{written} is of {of}, and this does not go through {}",
                    whose_groups(name.whose)
                ),
            )
            .hint("an aggregate goes through the groups or units of one name only: put the other into an aggregate of its own");
            return None;
        }
        Some(())
    }

    /// The narrowest scope that has a quantity of its own.
    fn scope_of(&self, quantity: &Quantity) -> Scope {
        match quantity {
            Quantity::Step(id) | Quantity::Member(id, _) => {
                let entry = self.entries.get(usize::from(id.0));
                entry.and_then(|entry| entry.body.scope())
            }
            Quantity::Shared(id) => {
                let wanted = self.shared.get(usize::from(id.0));
                let raw = wanted.and_then(|wanted| wanted.raw);
                raw.map(|raw| raw.of.unwrap_or(Scope::Unit))
            }
            of_all => of_all.own_scope(),
        }
        .unwrap_or(Scope::Line)
    }

    /// Whether one of a scope has the quantity.
    fn fits(&self, quantity: &Quantity, asked: Scope) -> bool {
        match quantity {
            Quantity::Step(_) | Quantity::Member(..) | Quantity::Shared(_) => {
                self.scope_of(quantity) <= asked
            }
            of_types if of_types.is_of_types() => asked >= Scope::Unit,
            Quantity::Type | Quantity::Class | Quantity::Arm => asked >= Scope::Unit,
            _ => true,
        }
    }

    /// A name as it stands in an expression.
    fn written_name(&self, node: &Node, name: &Name) -> String {
        let mut names = Vec::new();
        names_in(node, &mut names);
        let prefix = match name.whose {
            Whose::Own => "",
            Whose::Opposite => "opposite.",
            Whose::Foe => "foe.",
            Whose::Friend => "friend.",
            Whose::Attacker => "attacker.",
            Whose::Defender => "defender.",
            Whose::Named(_) => return "a value".to_owned(),
        };
        let own = |written: &&str| !written.contains('.') || written.starts_with("weapon.");
        let found = names.iter().find(|written| match prefix {
            "" => own(written),
            prefix => written.starts_with(prefix),
        });
        found.map_or("a value".to_owned(), |written| format!("`{written}`"))
    }

    /// Notes numbers asked of a unit whose types may differ in them.
    pub(super) fn warn_of_mixed(&self) {
        for (at, name) in self.of_types.borrow().iter() {
            let Some((one, other)) = self.types_that_differ(name) else {
                continue;
            };
            let written = self.sink.written(at.clone()).trim_matches('"');
            self.warning(
                at,
                format!("`{one}` and `{other}` differ in `{name}`, and a unit of both is refused"),
            )
            .hint(format!(
                "say which counts: `least({written})`, `most({written})`, `sum({written})`"
            ));
        }
    }

    /// Two troop types that have different numbers of this name.
    fn types_that_differ(&self, name: &str) -> Option<(&SmolStr, &SmolStr)> {
        let id = self.lexicon.attributes.find(name)?;
        let types = self.rules.types.iter();
        let mut numbers = types.filter_map(|(_, troop)| {
            let number = troop.number(id).and_then(Given::known)?;
            Some((&troop.id, number))
        });
        let (one, first) = numbers.next()?;
        let (other, _) = numbers.find(|(_, number)| *number != first)?;
        Some((one, other))
    }

    /// Notes what falls on a unit from the one opposite only, where several may strike it.
    pub(super) fn warn_of_several(&self, program: &Program) {
        if self.ruling.sides != Some(Sides::Two) {
            return;
        }
        for (entry, step) in self.entries.iter().zip(&program.steps) {
            let Body::Step(raw) = entry.body else {
                continue;
            };
            if step.of < Scope::Unit {
                continue;
            }
            let Some((node, what)) = from_one(program, step, raw) else {
                continue;
            };
            let at = node.map_or(&entry.key.at, |node| &node.at);
            let written = self.sink.written(at.clone()).trim_matches('"');
            let noted = self.warning(
                at,
                "where several units strike one, only what the first of them does counts here",
            );
            match what {
                Falls::Lost => match written.strip_prefix("opposite.") {
                    Some(own) if !own.contains(' ') => noted.hint(format!(
                        "let it fall from the one that strikes: `lose = \"{own}\", to = \"opposite\"`; or write `sum({written})`"
                    )),
                    _ => noted.hint("write `sum(opposite.…)`: of all that strike it"),
                },
                Falls::Thrown => noted.hint("write `sum(opposite.…)`: of all that strike it"),
            };
        }
    }
}

/// What falls on a unit from the one opposite.
#[derive(Clone, Copy)]
enum Falls {
    Lost,
    Thrown,
}

/// What of a step is the one unit's opposite, and where it is written.
fn from_one<'r>(
    program: &Program,
    step: &Step,
    raw: &'r RawStep,
) -> Option<(Option<&'r Node>, Falls)> {
    let at = |choice: &'r Option<RawChoice>| match choice {
        Some(RawChoice::Value(node)) => Some(node),
        _ => None,
    };
    match &step.act {
        Act::Lose(choice, To::Own) => {
            let falls = in_choice(choice, &|expression| has_opposite(program, expression));
            falls.then_some((at(&raw.lose), Falls::Lost))
        }
        Act::Roll(roll) => match &roll.dice {
            Count::Worked(dice) if has_opposite(program, dice) => {
                Some((raw.dice.as_ref(), Falls::Thrown))
            }
            _ => None,
        },
        Act::Gives(_, Some(number), To::Own) if has_opposite(program, number) => {
            Some((raw.number.as_ref(), Falls::Thrown))
        }
        _ => None,
    }
}

fn in_choice(choice: &Choice, is: &impl Fn(&Expression) -> bool) -> bool {
    choice.0.iter().any(|branch| match &branch.is {
        Outcome::Value(expression) => is(expression),
        Outcome::Choice(choice) => in_choice(choice, is),
    })
}

/// Whether an expression has what dice made of the unit opposite.
fn has_opposite(program: &Program, expression: &Expression) -> bool {
    expression.names_outside_aggregates().iter().any(|name| {
        let made = match &name.quantity {
            Quantity::Step(id) | Quantity::Member(id, _) => {
                let step = program.step(*id);
                step.is_some_and(|step| !matches!(step.act, Act::Lose(..)))
            }
            _ => false,
        };
        name.whose == Whose::Opposite && made
    })
}

fn names_in<'n>(node: &'n Node, names: &mut Vec<&'n str>) {
    match &node.kind {
        NodeKind::Name(name) => names.push(name),
        NodeKind::Binary(_, one, other) => {
            names_in(one, names);
            names_in(other, names);
        }
        NodeKind::Call(_, arguments) => {
            for argument in arguments {
                names_in(argument, names);
            }
        }
        NodeKind::Faulty | NodeKind::Number(_) => {}
    }
}

fn whose_groups(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "its own",
        Whose::Opposite => "those opposite",
        _ => "that side",
    }
}
