//! Expressions, and what the names in them stand for.

use std::ops::Range;

use smol_str::SmolStr;

use super::{LeansOn, Own, Resolver, Stand};
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::harmless::quoted;
use crate::rules::read::steps::syntax::{Node, NodeKind};
use crate::rules::reader::Noted;
use crate::rules::steps::expression::{Expression, Name, Operator, Quantity, Whose};
use crate::rules::steps::{Cell, Scope, StepId};
use crate::rules::word::Takes;

/// Names that mean the same in every table.
pub(super) const BUILT_IN: [(&str, Quantity, Reach); 17] = [
    ("left", Quantity::Left, Reach::AddsUp),
    ("begun", Quantity::Begun, Reach::AddsUp),
    ("lost", Quantity::Lost, Reach::AddsUp),
    ("standing", Quantity::Standing, Reach::AddsUp),
    ("acting", Quantity::Acting, Reach::AddsUp),
    ("units", Quantity::Units, Reach::Of(Scope::Side)),
    ("place", Quantity::Position, Reach::Of(Scope::Piece)),
    ("class", Quantity::Class, Reach::OfType),
    ("arm", Quantity::Arm, Reach::OfType),
    ("type", Quantity::Type, Reach::OfType),
    ("distance", Quantity::Distance, Reach::Of(Scope::Line)),
    ("range", Quantity::Range, Reach::Of(Scope::Line)),
    ("figures", Quantity::Figures, Reach::OfType),
    ("together", Quantity::Together, Reach::OfType),
    ("lost-this-turn", Quantity::LostThisTurn, Reach::AddsUp),
    ("side", Quantity::Side, Reach::Of(Scope::Side)),
    ("weapon", Quantity::WeaponFired, Reach::OfType),
];

pub(super) const WHOSE: [(&str, Whose); 5] = [
    ("opposite", Whose::Opposite),
    ("foe", Whose::Foe),
    ("friend", Whose::Friend),
    ("attacker", Whose::Attacker),
    ("defender", Whose::Defender),
];

/// Of whom a value can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Of what has this scope, and of what is narrower.
    Of(Scope),
    /// Of anybody; that of a wider scope is the sum.
    AddsUp,
    /// Of a group, and of a unit that has it of one kind.
    OfType,
}

/// What a name stands for.
enum Found {
    /// A value.
    Value(Quantity, Reach),
    /// Something that has a fault of its own.
    Faulty,
}

/// Adds the nearest name to a fault.
pub(super) fn hint_nearest<'k>(noted: Noted<'_>, name: &str, known: impl Iterator<Item = &'k str>) {
    if let Some(near) = nearest(name, known) {
        noted.hint(format!("did you mean `{near}`?"));
    }
}

/// Whether a name means the same in every table.
pub(super) fn is_built_in(name: &str) -> bool {
    let built_in = BUILT_IN.iter().any(|(known, ..)| *known == name);
    let whose = WHOSE.iter().any(|(known, _)| *known == name);
    built_in || whose || matches!(name, "nothing" | "blank" | "yes" | "no")
}

pub(super) fn find<T: Clone>(list: &[(&str, T)], name: &str) -> Option<T> {
    let found = list.iter().find(|(known, _)| *known == name);
    found.map(|(_, meaning)| meaning.clone())
}

impl<'r> Resolver<'r, '_> {
    /// An expression with its names resolved.
    pub(super) fn expression(&mut self, node: &'r Node, stand: Stand<'r>) -> Option<Expression> {
        match &node.kind {
            NodeKind::Faulty => None,
            NodeKind::Number(number) => Some(Expression::Constant(Cell::Number(*number))),
            NodeKind::Name(name) => self.name(name, &node.at, stand),
            NodeKind::Binary(operator, left, right) => {
                let left = self.number_or_name(left, stand);
                let right = self.number_or_name(right, stand);
                let (left, right) = (left?, right?);
                if *operator == Operator::Divide
                    && right == Expression::Constant(Cell::Number(Number::ZERO))
                {
                    self.fault(&node.at, "nothing can be divided by 0");
                    return None;
                }
                let (left, right) = (Box::new(left), Box::new(right));
                Some(Expression::Binary(*operator, left, right))
            }
            NodeKind::Call(called, arguments) => self.call(node, called, arguments, stand),
        }
    }

    /// An expression that must come to a number: an answer that is a word is a fault.
    pub(super) fn number_or_name(
        &mut self,
        node: &'r Node,
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let read = self.expression(node, stand)?;
        if let Expression::Constant(Cell::Symbol(symbol)) = read {
            let name = self.symbols.name(symbol);
            self.fault(&node.at, format!("`{name}` is an answer, not a number"))
                .hint("compare answers with `=` or `≠`");
            return None;
        }
        Some(read)
    }

    /// What a name stands for, with the dots in it.
    pub(super) fn name(
        &mut self,
        name: &str,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<Expression> {
        if let Some((first, rest)) = name.split_once('.') {
            return self.dotted(first, rest, at, stand);
        }
        match self.value(name, at, stand) {
            Some(Found::Value(quantity, reach)) => {
                let whose = Whose::Own;
                self.check_reach(name, whose, reach, at, stand)?;
                Some(Expression::Name(Name { whose, quantity }))
            }
            Some(Found::Faulty) => None,
            None => match self.answer(name, at) {
                Some(cell) => Some(Expression::Constant(cell)),
                None => {
                    self.unknown(name, at);
                    None
                }
            },
        }
    }

    fn dotted(
        &mut self,
        first: &str,
        rest: &str,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<Expression> {
        if let Some(whose) = find(&WHOSE, first) {
            return self.of_whom(whose, rest, at, stand);
        }
        if first == "weapon" {
            return self.weapon(Whose::Own, rest, at, stand);
        }
        let Some(step) = self.step_named(first) else {
            let message = format!("there is no side and no step {}", quoted(first));
            let steps = self.entries.iter().map(|entry| entry.key.text.as_str());
            let known = WHOSE
                .iter()
                .map(|(name, _)| *name)
                .chain(["weapon"])
                .chain(steps);
            hint_nearest(self.fault(at, message), first, known);
            return None;
        };
        let body = self.entries.get(usize::from(step.0))?.body;
        body.scope()?;
        if self.names_a_side(step) {
            self.lean_on_step(step, first, at, stand)?;
            return self.of_whom(Whose::Named(step), rest, at, stand);
        }
        if self.has_member(rest) {
            let reach = Reach::Of(body.scope()?);
            self.check_reach(first, Whose::Own, reach, at, stand)?;
            let quantity = Quantity::Member(step, SmolStr::new(rest));
            let whose = Whose::Own;
            self.lean_on_step(step, first, at, stand)?;
            return Some(Expression::Name(Name { whose, quantity }));
        }
        let message = format!("`{first}` has no {}", quoted(rest));
        let members = self.members();
        let noted = self.fault(at, message);
        match nearest(rest, members) {
            Some(near) => noted.hint(format!("did you mean `{first}.{near}`?")),
            None => noted.hint("what stands before a dot is a side, a step whose value is a side, or one that reads records of numbers"),
        };
        None
    }

    /// The value of somebody other.
    fn of_whom(
        &mut self,
        whose: Whose,
        rest: &str,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<Expression> {
        if let Some(("weapon", number)) = rest.split_once('.') {
            return self.weapon(whose, number, at, stand);
        }
        if let Some((step, member)) = rest.split_once('.')
            && let Some(step_id) = self.step_named(step)
        {
            let reach = self.entries.get(usize::from(step_id.0))?.body.scope()?;
            if !self.has_member(member) {
                let message = format!("`{step}` has no {}", quoted(member));
                hint_nearest(self.fault(at, message), member, self.members());
                return None;
            }
            self.lean_on_step(step_id, step, at, stand)?;
            self.check_reach(step, whose, Reach::Of(reach), at, stand)?;
            let quantity = Quantity::Member(step_id, SmolStr::new(member));
            return Some(Expression::Name(Name { whose, quantity }));
        }
        match self.value(
            rest,
            at,
            Stand {
                own: Own::None,
                ..stand
            },
        ) {
            Some(Found::Value(quantity, reach)) => {
                self.check_reach(rest, whose, reach, at, stand)?;
                if matches!(whose, Whose::Opposite | Whose::Foe | Whose::Defender) {
                    self.warn_of_nobody(at);
                }
                Some(Expression::Name(Name { whose, quantity }))
            }
            Some(Found::Faulty) => None,
            None => {
                self.unknown(rest, at);
                None
            }
        }
    }

    fn weapon(
        &mut self,
        whose: Whose,
        number: &str,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let edge = match number {
            "reach" => Some(Quantity::Reach),
            "from" => Some(Quantity::BandFrom),
            "to" => Some(Quantity::BandTo),
            _ => None,
        };
        if let Some(quantity) = edge {
            self.check_reach(number, whose, Reach::OfType, at, stand)?;
            return Some(Expression::Name(Name { whose, quantity }));
        }
        let Some(attribute) = self.lexicon.attributes.find(number) else {
            let known = self.lexicon.attributes.names().map(|(name, _)| name);
            let message = format!("there is no number {}", quoted(number));
            hint_nearest(self.fault(at, message), number, known);
            return None;
        };
        self.lexicon.attributes.refer(number);
        self.asks_distance.set(true);
        self.check_reach(number, whose, Reach::OfType, at, stand)?;
        let quantity = Quantity::Weapon(attribute);
        Some(Expression::Name(Name { whose, quantity }))
    }

    /// The step of this name.
    pub(super) fn step_named(&self, name: &str) -> Option<StepId> {
        let place = self
            .entries
            .iter()
            .position(|entry| entry.key.text == name)?;
        u16::try_from(place).ok().map(StepId)
    }

    /// The value that a bare name stands for: what is built in, a step, a shared value, a number, a
    /// setting, or what was said with a word.
    fn value(&mut self, name: &str, at: &Range<usize>, stand: Stand<'r>) -> Option<Found> {
        let attribute = self.lexicon.attributes.find(name);
        if let (Own::Number(own), Some(attribute)) = (stand.own, attribute)
            && own == name
        {
            self.lexicon.attributes.refer(name);
            return Some(Found::Value(Quantity::Attribute(attribute), Reach::OfType));
        }
        // What is called so besides has a fault of its own.
        if let Some((quantity, reach)) = BUILT_IN
            .iter()
            .find(|(known, ..)| *known == name)
            .map(|(_, quantity, reach)| (quantity.clone(), *reach))
        {
            if reach == Reach::AddsUp && quantity != Quantity::Begun {
                self.lean(stand, LeansOn::Losses);
            }
            if matches!(quantity, Quantity::Distance | Quantity::Range) {
                self.asks_distance.set(true);
            }
            return Some(Found::Value(quantity, reach));
        }
        if let Some(step) = self.step_named(name) {
            return Some(self.step_value(step, name, at, stand));
        }
        if let Some((id, scope)) = self.want_shared(name, stand) {
            return Some(match scope {
                Some(scope) => Found::Value(Quantity::Shared(id), Reach::Of(scope)),
                None => Found::Faulty,
            });
        }
        if let Some(attribute) = attribute {
            self.lexicon.attributes.refer(name);
            return Some(Found::Value(Quantity::Attribute(attribute), Reach::OfType));
        }
        if let Some(setting) = self.lexicon.settings.find(name) {
            self.lexicon.settings.refer(name);
            if self.lexicon.has_readings(name) {
                self.fault(
                    at,
                    format!("the setting `{name}` has readings, and no number"),
                )
                .hint(format!(
                    "ask for one with `{{ setting = \"{name}.READING\" }}`"
                ));
                return Some(Found::Faulty);
            }
            return Some(Found::Value(
                Quantity::Setting(setting),
                Reach::Of(Scope::Line),
            ));
        }
        let word = self.lexicon.words.find(name)?;
        let Some(known) = self.rules.words.named(name) else {
            return Some(Found::Faulty);
        };
        self.lexicon.words.refer(name);
        let takes = &self.rules.words.get(known).takes;
        takes_number(takes).then_some(Found::Value(Quantity::Said(word), Reach::Of(Scope::Line)))
    }

    /// Whether a word of this name takes a number.
    pub(super) fn has_number_said(&self, name: &str) -> bool {
        let word = self.rules.words.named(name);
        word.is_some_and(|word| takes_number(&self.rules.words.get(word).takes))
    }

    fn step_value(&self, step: StepId, name: &str, at: &Range<usize>, stand: Stand<'r>) -> Found {
        let Some(entry) = self.entries.get(usize::from(step.0)) else {
            return Found::Faulty;
        };
        if let Own::Number(own) = stand.own
            && own == name
        {
            self.fault(at, format!("the step `{name}` names itself"))
                .hint("what is worked out first is a step of its own");
            return Found::Faulty;
        }
        match (self.lean_on_step(step, name, at, stand), entry.body.scope()) {
            (Some(()), Some(scope)) => Found::Value(Quantity::Step(step), Reach::Of(scope)),
            _ => Found::Faulty,
        }
    }
}

/// Whether a number is said with a word.
pub(super) fn takes_number(takes: &Takes) -> bool {
    match takes {
        Takes::Number(..) | Takes::Step(_) | Takes::Losses => true,
        Takes::Nothing | Takes::Weapon => false,
    }
}
