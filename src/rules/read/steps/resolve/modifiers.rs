//! The modifiers of a ruling, put to what they change.

use super::{Own, Resolver, Stand, place};
use crate::naming::nearest;
use crate::rules::condition::Role;
use crate::rules::modifier::{Each, Modifier};
use crate::rules::read::steps::raw::{RawAmount, RawModifier};
use crate::rules::reader::{Sound, Text};
use crate::rules::shelf::Id;
use crate::rules::steps::expression::{Choice, Expression, Name, Quantity, Whose};
use crate::rules::steps::{Order, OrderKind, Program, Scope, SharedId, StepId, StepModifier};

/// What a modifier acts on.
enum Target {
    Step(StepId),
    Shared(SharedId),
    Number(Quantity),
}

/// The modifiers of a ruling by what they act on, each with how it stacks.
#[derive(Default)]
pub(super) struct Attached {
    steps: Vec<(StepId, StepModifier)>,
    shared: Vec<(SharedId, StepModifier)>,
    numbers: Vec<(Quantity, StepModifier)>,
    orders: Vec<Order>,
}

impl<'r> Resolver<'r, '_> {
    /// Resolves the modifiers of the ruling.
    pub(super) fn modifiers(&mut self) -> Attached {
        let read = self.read;
        let mut attached = Attached::default();
        self.finish_shared();
        for (place, (_, raw)) in read.modifiers.iter().enumerate() {
            let Some(raw) = raw else { continue };
            let here = raw.rulings.0.iter().any(|name| name.text == self.ruling.id);
            if here && let Ok(place) = u16::try_from(place) {
                let asked = self.said.len();
                self.modifier(Id::at(place), raw, &mut attached);
                self.forget_what_others_say(raw, asked);
                self.finish_shared();
            }
        }
        attached
    }

    /// Of the words that a modifier asks for, keeps those that none of its rulings can say.
    fn forget_what_others_say(&mut self, raw: &RawModifier, asked: usize) {
        let of_modifier = self.said.split_off(asked);
        let sayable = |word: &Text| {
            let mut rulings = raw.rulings.0.iter();
            rulings.any(|ruling| self.can_be_said(&word.text, &ruling.text))
        };
        let unsayable: Vec<&Text> = of_modifier
            .into_iter()
            .filter(|word| !sayable(word))
            .collect();
        self.said.extend(unsayable);
    }

    fn modifier(&mut self, id: Id<Modifier>, raw: &'r RawModifier, attached: &mut Attached) {
        let role = raw.role.unwrap_or(Role::Either);
        self.subject = role;
        self.attached_modifier(id, role, raw, attached);
        self.subject = Role::Either;
    }

    fn attached_modifier(
        &mut self,
        id: Id<Modifier>,
        role: Role,
        raw: &'r RawModifier,
        attached: &mut Attached,
    ) {
        let order = match (&raw.forbid, &raw.warn) {
            (Some(say), _) => Some((OrderKind::Forbid, say)),
            (None, Some(say)) => Some((OrderKind::Warn, say)),
            (None, None) => None,
        };
        if let Some((kind, say)) = order {
            let when = self.conditions(&raw.when.0, Stand::of(Scope::Unit));
            let say = self.template(say, Stand::of(Scope::Unit));
            if let Some((when, say)) = when.zip(say) {
                attached.orders.push(Order {
                    id,
                    role,
                    when,
                    kind,
                    say,
                });
            }
            return;
        }
        if raw.sound == Sound::No {
            // What it acts on may be what has a fault.
            let stand = Stand::of(Scope::Unit).sound(Sound::No);
            self.conditions(&raw.when.0, stand);
            return;
        }
        let Some(on) = &raw.on else { return };
        let changes = raw.changes();
        let Some((how, raw_amount)) = changes.first() else {
            return;
        };
        let Some((target, scope)) = self.target(on) else {
            return;
        };
        let stand = Stand {
            own: Own::Value,
            // On a side's value or the line's it is asked of each unit.
            ..Stand::of(scope.max(Scope::Unit))
        };
        let when = self.conditions(&raw.when.0, stand);
        let read = self.amount(raw_amount, stand);
        let (Some(when), Some(amount)) = (when, read) else {
            return;
        };
        let modifier = StepModifier {
            id,
            role,
            when,
            how: *how,
            amount,
            each: each(raw),
            place: place(amount_at(raw_amount)),
        };
        match target {
            Target::Step(step) => attached.steps.push((step, modifier)),
            Target::Shared(shared) => attached.shared.push((shared, modifier)),
            Target::Number(number) => attached.numbers.push((number, modifier)),
        }
    }

    /// What `on` names, with whose value it is; a fault if it is nothing in this ruling.
    fn target(&mut self, on: &'r Text) -> Option<(Target, Scope)> {
        let name = on.text.as_str();
        // Of a ruling whose steps could not be read nothing is known.
        if self.entries.is_empty() {
            return None;
        }
        if let Some(step) = self.step_named(name) {
            let scope = self.entries.get(usize::from(step.0))?.body.scope()?;
            return Some((Target::Step(step), scope));
        }
        if let Some(number) = self
            .shared
            .iter()
            .position(|wanted| wanted.key.text == name)
        {
            let scope = self.shared.get(number)?.raw?.of.unwrap_or(Scope::Unit);
            let id = u16::try_from(number).ok().map(SharedId)?;
            return Some((Target::Shared(id), scope));
        }
        if name == "range" {
            self.asks_distance.set(true);
            return Some((Target::Number(Quantity::Range), Scope::Group));
        }
        if let Some(number) = name.strip_prefix("weapon.")
            && let Some(attribute) = self.lexicon.attributes.find(number)
        {
            return Some((Target::Number(Quantity::Weapon(attribute)), Scope::Group));
        }
        if let Some(attribute) = self.lexicon.attributes.find(name) {
            return Some((Target::Number(Quantity::Attribute(attribute)), Scope::Group));
        }
        self.no_target(on);
        None
    }

    fn no_target(&self, on: &Text) {
        let name = on.text.as_str();
        let ruling = &self.ruling.id;
        let values = &self.read.shared.values.0;
        if values.iter().any(|(key, _)| key.text == name) {
            self.fault(
                &on.at,
                format!("`{ruling}` does not use the value `{name}`"),
            )
            .hint("take the ruling out of `in`, or name the value in one of its steps");
            return;
        }
        let steps = self.entries.iter().map(|entry| entry.key.text.as_str());
        let shared = self.shared.iter().map(|wanted| wanted.key.text.as_str());
        let numbers = self.lexicon.attributes.names().map(|(name, _)| name);
        let known: Vec<&str> = steps
            .chain(shared)
            .chain(numbers)
            .chain(["range"])
            .collect();
        let noted = self.fault(
            &on.at,
            format!("`{ruling}` has no step, value or number `{name}` to change"),
        );
        match nearest(name, known) {
            Some(near) => noted.hint(format!("did you mean `{near}`?")),
            None => noted
                .hint("a modifier changes a step, a shared value, a number of types or `range`"),
        };
    }

    fn amount(&mut self, raw: &'r RawAmount, stand: Stand<'r>) -> Option<Choice> {
        let quantity = match raw {
            RawAmount::Worked(node) => return self.number_or_name(node, stand).map(Choice::always),
            RawAmount::Setting(name) => {
                Quantity::Setting(self.lexicon.settings.named(name, self.sink)?)
            }
            RawAmount::Said(name) => Quantity::Said(self.lexicon.words.named(name, self.sink)?),
        };
        let whose = Whose::Own;
        Some(Choice::always(Expression::Name(Name { whose, quantity })))
    }
}

impl Attached {
    /// Puts the modifiers to a program, in the order in which they stack.
    pub(super) fn put(mut self, program: &mut Program) {
        // Those that change in the same way stay in the author's order.
        self.steps.sort_by_key(|(_, modifier)| modifier.how);
        self.shared.sort_by_key(|(_, modifier)| modifier.how);
        self.numbers.sort_by_key(|(_, modifier)| modifier.how);
        for (step, modifier) in self.steps {
            if let Some(step) = program.steps.get_mut(usize::from(step.0)) {
                step.modifiers.push(modifier);
            }
        }
        for (shared, modifier) in self.shared {
            if let Some(shared) = program.shared.get_mut(usize::from(shared.0)) {
                shared.modifiers.push(modifier);
            }
        }
        for (quantity, modifier) in self.numbers {
            match program.modified.iter_mut().find(|(on, _)| *on == quantity) {
                Some((_, modifiers)) => modifiers.push(modifier),
                None => program.modified.push((quantity, vec![modifier])),
            }
        }
        program.orders = self.orders;
    }
}

/// How often a modifier acts.
pub(super) fn each(raw: &RawModifier) -> Each {
    match raw.each.as_ref().map(|each| each.text.as_str()) {
        None | Some("unit") => Each::Unit,
        Some(_) => Each::Count,
    }
}

/// Where an amount stands.
fn amount_at(raw: &RawAmount) -> &std::ops::Range<usize> {
    match raw {
        RawAmount::Worked(node) => &node.at,
        RawAmount::Setting(name) | RawAmount::Said(name) => &name.at,
    }
}
