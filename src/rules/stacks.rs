//! The modifiers of a rule set, found by what they act on.

use super::modifier::{Effect, How, Modifier};
use super::ruling::Ruling;
use super::shelf::{Id, Shelf};

/// What changes a quantity of a ruling, in the order in which changes stack, and
/// what else a modifier does in a ruling, in the author's order.
#[derive(Debug, Default)]
pub struct Stacks {
    /// Sorted by their first three parts, then in the author's order.
    changes: Vec<(Id<Ruling>, &'static str, How, Id<Modifier>)>,
    orders: Vec<(Id<Ruling>, Id<Modifier>)>,
}

impl Stacks {
    /// The stacks of these modifiers.
    pub(super) fn of(modifiers: &Shelf<Modifier>) -> Self {
        let mut stacks = Stacks::default();
        for (id, modifier) in modifiers.iter() {
            for &ruling in &modifier.rulings {
                match &modifier.effect {
                    Effect::Change(change) => {
                        stacks.changes.push((ruling, change.on, change.how, id));
                    }
                    Effect::Forbid(_) | Effect::Warn(_) => stacks.orders.push((ruling, id)),
                }
            }
        }
        stacks
            .changes
            .sort_by_key(|&(ruling, on, how, _)| (ruling, on, how));
        stacks
    }

    /// What changes a quantity of a ruling.
    pub fn changes(&self, ruling: Id<Ruling>, on: &str) -> impl Iterator<Item = Id<Modifier>> {
        let first = self
            .changes
            .partition_point(|change| (change.0, change.1) < (ruling, on));
        let from = self.changes.get(first..).unwrap_or_default();
        from.iter()
            .take_while(move |change| (change.0, change.1) == (ruling, on))
            .map(|change| change.3)
    }

    /// What forbids a ruling or warns of it.
    pub fn orders(&self, ruling: Id<Ruling>) -> impl Iterator<Item = Id<Modifier>> {
        let of_ruling = self.orders.iter().filter(move |order| order.0 == ruling);
        of_ruling.map(|order| order.1)
    }
}
