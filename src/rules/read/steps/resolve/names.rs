//! Expressions, and what the names in them stand for.

use std::ops::Range;

use smol_str::{SmolStr, format_smolstr};

use super::{Body, LeansOn, Own, PartOf, Resolver, Section, Stand, Within, place};
use crate::naming::nearest;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::harmless::quoted;
use crate::rules::read::steps::raw::{RawCell, RawChoice, RawHolds, RawStep};
use crate::rules::read::steps::syntax::{Called, Node, NodeKind};
use crate::rules::reader::Noted;
use crate::rules::steps::expression::{
    Aggregate, Expression, Extreme, Function, Name, Operator, Quantity, Whose,
};
use crate::rules::steps::symbol::{Meaning, Record, Symbol};
use crate::rules::steps::{Cell, Scope, StepId};
use crate::rules::word::Takes;

/// Names that mean the same in every table.
const BUILT_IN: [(&str, Quantity, Reach); 17] = [
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

const AGGREGATES: [(&str, Aggregate); 6] = [
    ("sum", Aggregate::Sum),
    ("most", Aggregate::Most),
    ("least", Aggregate::Least),
    ("any", Aggregate::Any),
    ("same", Aggregate::Same),
    ("count", Aggregate::Count),
];

const FUNCTIONS: [(&str, Function); 3] = [
    ("down", Function::Down),
    ("up", Function::Up),
    ("abs", Function::Abs),
];

const EXTREMES: [(&str, Extreme); 2] = [("max", Extreme::Max), ("min", Extreme::Min)];

const WHOSE: [(&str, Whose); 5] = [
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
    built_in || whose || matches!(name, "weapon" | "nothing" | "blank")
}

fn find<T: Clone>(list: &[(&str, T)], name: &str) -> Option<T> {
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

    fn call(
        &mut self,
        node: &'r Node,
        called: &'r Called,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let name = called.name.as_str();
        if let Some(function) = find(&FUNCTIONS, name) {
            let argument = self.only(node, called, arguments)?;
            let argument = self.number_or_name(argument, stand)?;
            return Some(Expression::Unary(function, Box::new(argument)));
        }
        if let Some(extreme) = find(&EXTREMES, name) {
            return self.extreme(called, extreme, arguments, stand);
        }
        if let Some(aggregate) = find(&AGGREGATES, name) {
            let argument = self.only(node, called, arguments)?;
            let within = match stand.within {
                Within::Unknown => Within::Unknown,
                _ => Within::Aggregate,
            };
            let argument = self.expression(argument, Stand { within, ..stand })?;
            return Some(Expression::Aggregate(aggregate, Box::new(argument)));
        }
        if name == "share" {
            let argument = self.only(node, called, arguments)?;
            if stand.scope < Scope::Unit && stand.within != Within::Unknown {
                self.fault(
                    &node.at,
                    format!(
                        "{} has no share of what its side suffers",
                        each(stand.scope)
                    ),
                )
                .hint("`share(…)` is a unit's part of it: the step is `of = \"unit\"`");
                return None;
            }
            let scope = Scope::Side;
            let argument = self.number_or_name(argument, Stand { scope, ..stand })?;
            return Some(Expression::Share(Box::new(argument)));
        }
        self.look(called, arguments, stand)
    }

    /// The one argument of a function.
    fn only(&self, node: &Node, called: &Called, arguments: &'r [Node]) -> Option<&'r Node> {
        if let [only] = arguments {
            return Some(only);
        }
        let name = &called.name;
        let noted = self.fault(&node.at, format!("`{name}` takes one value"));
        match name.as_str() {
            "most" => noted.hint("the greatest of several values is `max(a, b)`"),
            "least" => noted.hint("the least of several values is `min(a, b)`"),
            _ => noted,
        };
        None
    }

    fn extreme(
        &mut self,
        called: &Called,
        extreme: Extreme,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        if arguments.len() < 2 {
            let over = match extreme {
                Extreme::Max => "most",
                Extreme::Min => "least",
            };
            self.fault(
                &called.at,
                format!("`{}` takes two values or more", called.name),
            )
            .hint(format!("over all that is narrower it is `{over}(…)`"));
            return None;
        }
        let read: Vec<Option<Expression>> = arguments
            .iter()
            .map(|argument| self.number_or_name(argument, stand))
            .collect();
        read.into_iter()
            .collect::<Option<_>>()
            .map(|read| Expression::Extreme(extreme, read))
    }

    /// A table that is read by its name: `rates(class, opposite.class)`.
    fn look(
        &mut self,
        called: &Called,
        arguments: &'r [Node],
        stand: Stand<'r>,
    ) -> Option<Expression> {
        let known = self.knows_table(&called.name);
        if !known {
            let functions = FUNCTIONS.iter().map(|(name, _)| *name);
            let aggregates = AGGREGATES.iter().map(|(name, _)| *name);
            let all = functions
                .chain(aggregates)
                .chain(EXTREMES.iter().map(|(name, _)| *name))
                .chain(["share"])
                .chain(self.table_names());
            let message = format!("there is no function or table {}", quoted(&called.name));
            let noted = self.fault(&called.at, message);
            hint_nearest(noted, &called.name, all);
        }
        let read: Vec<Option<Expression>> = arguments
            .iter()
            .map(|argument| self.expression(argument, stand))
            .collect();
        if !known {
            return None;
        }
        let table = self.called_table(called, arguments.len())?;
        self.called.insert(table);
        read.into_iter()
            .collect::<Option<_>>()
            .map(|read| Expression::Look(table, read))
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

    /// The value that a bare name stands for: a step, a shared value, a number, a setting, what was
    /// said with a word, or what is built in.
    fn value(&mut self, name: &str, at: &Range<usize>, stand: Stand<'r>) -> Option<Found> {
        let attribute = self.lexicon.attributes.find(name);
        if let (Own::Number(own), Some(attribute)) = (stand.own, attribute)
            && own == name
        {
            return Some(Found::Value(Quantity::Attribute(attribute), Reach::OfType));
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
            return Some(Found::Value(Quantity::Attribute(attribute), Reach::OfType));
        }
        if let Some(setting) = self.lexicon.settings.find(name) {
            self.lexicon.settings.refer(name);
            return Some(Found::Value(
                Quantity::Setting(setting),
                Reach::Of(Scope::Line),
            ));
        }
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

    /// Notes down what leans on what.
    pub(super) fn lean(&self, stand: Stand<'_>, on: LeansOn) {
        self.leans.borrow_mut().push((stand.part_of, on));
    }

    /// Notes down that something leans on a step; a fault if the step comes later, or if its name
    /// means something else as well.
    pub(super) fn lean_on_step(
        &self,
        step: StepId,
        name: &str,
        at: &Range<usize>,
        stand: Stand<'_>,
    ) -> Option<()> {
        let part_of = stand.part_of;
        self.leans.borrow_mut().push((part_of, LeansOn::Step(step)));
        let entry = self.entries.get(usize::from(step.0))?;
        // Once its dice have fallen, a throw knows its further readings.
        let own_reading = |from: StepId| {
            stand.own == Own::Value && matches!(entry.body, Body::Reading(of, ..) if of == from)
        };
        if let PartOf::Step(from) = part_of
            && step > from
            && !own_reading(from)
        {
            let turn = self.entries.get(usize::from(from.0))?.turn;
            if turn.is_none() || turn != entry.turn {
                self.fault(at, format!("`{name}` comes after the step that names it"))
                    .also(entry.key.at.clone(), "here")
                    .hint("a step names those before it; a shared value is worked out where it is named");
                return None;
            }
        }
        if let Some(other) = self.other_meaning(name) {
            self.fault(at, format!("`{name}` is a step and {other}"))
                .also(entry.key.at.clone(), "the step")
                .hint("give the step another name; `field` says its name in JSON");
            return None;
        }
        Some(())
    }

    /// What else may be answered by the name of a step.
    fn other_meaning(&self, name: &str) -> Option<&'static str> {
        let lexicon = self.lexicon;
        let sections = [
            (&lexicon.results, "a result"),
            (&lexicon.words, "a word"),
            (&lexicon.types, "a troop type"),
            (&lexicon.arms, "an arm"),
            (&lexicon.classes, "a class"),
            (&lexicon.tags, "a tag"),
            (&lexicon.mixes, "a mix"),
        ];
        let mut found = sections
            .into_iter()
            .filter(|(keys, _)| keys.find::<()>(name).is_some());
        found.next().map(|(_, what)| what)
    }

    /// Whether a bare word answers something, but no result.
    pub(super) fn answers_other_than_result(&self, name: &str) -> bool {
        !matches!(name, "nothing" | "blank")
            && self.step_named(name).is_none()
            && self.lexicon.results.find::<()>(name).is_none()
            && self.lexicon.attributes.find::<()>(name).is_none()
            && (self.has_meaning(name) || self.is_declared(name))
    }

    /// Notes a value of whom it cannot be asked here.
    fn check_reach(
        &self,
        name: &str,
        whose: Whose,
        reach: Reach,
        at: &Range<usize>,
        stand: Stand<'r>,
    ) -> Option<()> {
        if stand.within != Within::Plain {
            return Some(());
        }
        // The scope of whom the value is asked.
        let asked = match whose {
            Whose::Own => stand.scope,
            Whose::Opposite if stand.scope >= Scope::Unit => Scope::Unit,
            Whose::Opposite => {
                self.fault(at, format!("nobody stands opposite {}", each(stand.scope)))
                    .hint("a unit has one opposite; a side has `foe`");
                return None;
            }
            Whose::Foe | Whose::Friend if stand.scope == Scope::Line => {
                self.fault(at, "the line has no foe and no friend")
                    .hint("say `attacker.…` or `defender.…`");
                return None;
            }
            _ => Scope::Side,
        };
        let fits = match reach {
            Reach::AddsUp => true,
            Reach::Of(scope) => scope <= asked,
            Reach::OfType => asked >= Scope::Unit,
        };
        if fits {
            return Some(());
        }
        let of = match reach {
            Reach::Of(scope) => scope,
            _ => Scope::Group,
        };
        let prefix = match whose {
            Whose::Own => String::new(),
            _ => {
                let written = self.sink.written(at.clone());
                let dotted = written.rsplit_once('.');
                dotted.map_or(String::new(), |(before, _)| format!("{before}."))
            }
        };
        if asked == Scope::Line && of == Scope::Side {
            self.fault(
                at,
                format!("`{name}` is of each side, and this is of the line"),
            )
            .hint(format!("say `attacker.{name}` or `defender.{name}`"));
        } else {
            let message = format!(
                "`{name}` is of {}, and this is of {}",
                each(of),
                each(asked)
            );
            self.fault(at, message).hint(format!(
                "say `sum({prefix}{name})`, or another of `most`, `least`, `any`, `same`, `count`"
            ));
        }
        None
    }

    /// Whether the value of a step can be a side.
    pub(super) fn names_a_side(&self, step: StepId) -> bool {
        let body = self
            .entries
            .get(usize::from(step.0))
            .map(|entry| entry.body);
        match body {
            Some(Body::Step(raw)) => self.answers_side(raw, 0),
            _ => false,
        }
    }

    fn answers_side(&self, raw: &RawStep, depth: usize) -> bool {
        let side = |name: &str| matches!(name, "attacker" | "defender");
        if raw.answers.iter().any(|answer| side(&answer.text)) {
            return true;
        }
        raw.is
            .as_ref()
            .is_some_and(|is| self.choice_answers_side(is, depth))
    }

    fn choice_answers_side(&self, choice: &RawChoice, depth: usize) -> bool {
        match choice {
            RawChoice::Branches(branches) => branches
                .iter()
                .flatten()
                .any(|branch| self.choice_answers_side(&branch.is, depth)),
            RawChoice::Value(node) => match &node.kind {
                NodeKind::Name(name) if matches!(name.as_str(), "attacker" | "defender") => true,
                NodeKind::Name(name) if depth < 8 => {
                    let entry = self.entries.iter().find(|entry| entry.key.text == *name);
                    matches!(entry.map(|entry| entry.body), Some(Body::Step(raw)) if self.answers_side(raw, depth + 1))
                }
                _ => false,
            },
        }
    }

    fn members(&self) -> impl Iterator<Item = &'r str> + Clone {
        let cells = self.read.shared.cells.0.iter();
        cells
            .filter_map(|(_, record)| record.as_ref())
            .flat_map(|record| record.numbers.iter().map(|(name, _)| name.text.as_str()))
    }

    fn has_member(&self, name: &str) -> bool {
        self.members().any(|known| known == name)
    }

    /// What a bare word answers: a result, a kind, a side, a word, a record, or a declared name.
    pub(super) fn answer(&mut self, name: &str, at: &Range<usize>) -> Option<Cell> {
        match name {
            "nothing" => return Some(Cell::Nothing),
            "blank" => return Some(Cell::Blank(place(at))),
            "yes" => return Some(Cell::Truth(true)),
            "no" => return Some(Cell::Truth(false)),
            _ => {}
        }
        let known = self.has_meaning(name) || self.is_declared(name);
        if !known {
            return None;
        }
        self.symbol(name).map(Cell::Symbol)
    }

    fn has_meaning(&self, name: &str) -> bool {
        matches!(name, "attacker" | "defender")
            || self.lexicon.results.find::<()>(name).is_some()
            || self.lexicon.kind_named(name).is_some()
            || self.lexicon.words.find::<()>(name).is_some()
            || self.lexicon.weapons.find::<()>(name).is_some()
            || self.record_named(name).is_some()
    }

    fn record_named(&self, name: &str) -> Option<&'r Option<super::super::raw::RawRecord>> {
        let cells = self.read.shared.cells.0.iter();
        let mut found = cells.filter(|(key, _)| key.text == name);
        found.next().map(|(_, record)| record)
    }

    /// Whether a name is declared in the ruling: an answer of a step, a row or column, a face.
    fn is_declared(&self, name: &str) -> bool {
        let answers = self.entries.iter().any(|entry| match entry.body {
            Body::Step(raw) => raw.answers.iter().any(|answer| answer.text == name),
            _ => false,
        });
        answers || self.declared_names().any(|known| known == name)
    }

    /// The names of rows, columns and faces.
    fn declared_names(&self) -> impl Iterator<Item = &'r str> + Clone {
        let faces = self.read.shared.dice.0.iter();
        let faces = faces
            .filter_map(|(_, die)| die.as_ref())
            .flat_map(|die| die.faces.iter().map(|face| face.text.as_str()));
        self.table_keys().chain(faces)
    }

    /// The symbol of a name, whatever it means.
    pub(super) fn symbol(&mut self, name: &str) -> Option<Symbol> {
        let result = self.lexicon.results.find(name);
        self.results.extend(result);
        self.lexicon.results.refer(name);
        self.lexicon.words.refer(name);
        let meaning = if let Some(id) = result {
            Meaning::Result(id)
        } else if name == "attacker" {
            Meaning::Side(Role::Attacker)
        } else if name == "defender" {
            Meaning::Side(Role::Defender)
        } else if let Some(kind) = self.lexicon.kind_named(name) {
            Meaning::Kind(kind)
        } else if let Some(id) = self.lexicon.words.find(name) {
            Meaning::Word(id)
        } else if let Some(id) = self.lexicon.weapons.find(name) {
            Meaning::Weapon(id)
        } else if let Some(record) = self.record_named(name) {
            self.uses(Section::Cell, name);
            Meaning::Record(record.as_ref().map_or_else(Record::default, |raw| {
                Record {
                    say: raw.say.clone(),
                    numbers: raw
                        .numbers
                        .iter()
                        .filter_map(|(name, number)| {
                            number.map(|number| (name.text.clone(), number))
                        })
                        .collect(),
                    cite: raw.cite.clone(),
                }
            }))
        } else {
            Meaning::Name
        };
        self.symbols.intern(name, meaning)
    }

    /// What stands in a cell of a table, or after `else`.
    pub(super) fn cell(&mut self, raw: &RawCell) -> Option<Cell> {
        let name = match &raw.holds {
            RawHolds::Faulty => return None,
            RawHolds::Number(number) => return Some(Cell::Number(*number)),
            RawHolds::Word(name) => name,
        };
        let read = self.answer(name, &raw.at);
        if read.is_none() {
            let results = self.lexicon.results.names().map(|(name, _)| name);
            let records = self
                .read
                .shared
                .cells
                .0
                .iter()
                .map(|(key, _)| key.text.as_str());
            let known = results
                .chain(records)
                .chain(self.declared_names())
                .chain(["blank", "nothing"]);
            let noted = self.fault(
                &raw.at,
                format!("{} is nothing that can be answered", quoted(name)),
            );
            match nearest(name, known) {
                Some(near) => noted.hint(format!("did you mean `{near}`?")),
                None => noted.hint("write a number, a result, a kind, `blank` or `nothing`, or declare the word with `answers`"),
            };
        }
        read
    }

    /// Notes a name that stands for nothing.
    pub(super) fn unknown(&self, name: &str, at: &Range<usize>) {
        let noted = self.fault(at, format!("there is nothing called {}", quoted(name)));
        let steps = self.entries.iter().map(|entry| entry.key.text.as_str());
        let values = self
            .read
            .shared
            .values
            .0
            .iter()
            .map(|(key, _)| key.text.as_str());
        let lexicon = self.lexicon;
        let sections = [
            &lexicon.attributes,
            &lexicon.settings,
            &lexicon.results,
            &lexicon.words,
            &lexicon.types,
            &lexicon.arms,
            &lexicon.classes,
            &lexicon.tags,
            &lexicon.mixes,
        ];
        let sections = sections.into_iter().flat_map(|keys| keys.names());
        let answers = self.entries.iter().flat_map(|entry| match entry.body {
            Body::Step(raw) => raw.answers.as_slice(),
            _ => &[],
        });
        let known: Vec<&str> = steps
            .chain(values)
            .chain(sections.map(|(name, _)| name))
            .chain(BUILT_IN.iter().map(|(name, ..)| *name))
            .chain(answers.map(|answer| answer.text.as_str()))
            .chain(self.declared_names())
            .collect();
        if let Some(apart) = minus_in(name, &known) {
            noted.hint(format!("put spaces around a minus: `{apart}`"));
            return;
        }
        match nearest(name, known.iter().copied()) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => noted.hint("a name is a step, a value, a number of types, a setting or a word; a word that is only answered is declared with `answers`"),
        };
    }
}

/// Whether a number is said with a word.
fn takes_number(takes: &Takes) -> bool {
    match takes {
        Takes::Number(..) | Takes::Step(_) | Takes::Losses => true,
        Takes::Nothing | Takes::Weapon => false,
    }
}

/// `left-1` as `left − 1`, where both sides of the hyphen mean something.
fn minus_in(name: &str, known: &[&str]) -> Option<SmolStr> {
    let (before, after) = name.rsplit_once('-')?;
    let number = after.bytes().all(|byte| byte.is_ascii_digit());
    let sound = known.contains(&before) && (number || known.contains(&after));
    sound.then(|| format_smolstr!("{before} − {after}"))
}

/// How a message says whose value it is.
pub(super) fn each(scope: Scope) -> &'static str {
    match scope {
        Scope::Line => "the line",
        Scope::Side => "each side",
        Scope::Unit => "each unit",
        Scope::Group => "each group",
        Scope::Piece => "each piece",
    }
}
