//! The modifiers of a rule set, found by what they act on.

use smol_str::SmolStr;

use super::modifier::{Effect, How, Modifier};
use super::ruling::Ruling;
use super::shelf::{Id, Shelf};

/// The modifiers of every ruling.
#[derive(Debug, Default)]
pub struct Stacks {
    /// By the places of the rulings.
    stacks: Vec<Stack>,
}

/// The modifiers of one ruling.
#[derive(Debug, Clone, Default)]
struct Stack {
    /// What changes a quantity, in the order in which changes stack.
    changes: Vec<(SmolStr, How, Id<Modifier>)>,
    /// What forbids or warns, in the author's order.
    orders: Vec<Id<Modifier>>,
}

impl Stacks {
    /// The stacks of these modifiers.
    pub(super) fn of(modifiers: &Shelf<Modifier>) -> Self {
        let mut stacks = Stacks::default();
        for (id, modifier) in modifiers.iter() {
            for ruling in &modifier.rulings {
                stacks.put(*ruling, id, &modifier.effect);
            }
        }
        for stack in &mut stacks.stacks {
            // Those that change in the same way stay in the author's order.
            stack.changes.sort_by_key(|(_, how, _)| *how);
        }
        stacks
    }

    fn put(&mut self, ruling: Id<Ruling>, id: Id<Modifier>, effect: &Effect) {
        let place = ruling.place();
        if self.stacks.len() <= place {
            self.stacks.resize(place + 1, Stack::default());
        }
        if let Some(stack) = self.stacks.get_mut(place) {
            match effect {
                Effect::Change(change) => stack.changes.push((change.on.clone(), change.how, id)),
                Effect::Forbid(_) | Effect::Warn(_) => stack.orders.push(id),
            }
        }
    }

    fn stack(&self, ruling: Id<Ruling>) -> Option<&Stack> {
        self.stacks.get(ruling.place())
    }

    /// What changes a quantity of a ruling, in the order in which changes stack.
    pub fn changes(&self, ruling: Id<Ruling>, on: &str) -> impl Iterator<Item = Id<Modifier>> {
        let stack = self.stack(ruling).into_iter();
        let changes = stack.flat_map(|stack| &stack.changes);
        changes.filter_map(move |(of, _, id)| (*of == on).then_some(*id))
    }

    /// What forbids a ruling or warns of it, in the author's order.
    pub fn orders(&self, ruling: Id<Ruling>) -> impl Iterator<Item = Id<Modifier>> {
        let stack = self.stack(ruling).into_iter();
        stack.flat_map(|stack| stack.orders.iter().copied())
    }
}
