//! Stacks of a battle: what only their upper units may do, and what a ruling makes of their order.

use smol_str::SmolStr;

use super::follow::Part;
use super::irregular::Irregular;
use super::{Session, follow};
use crate::battle::Effect;
use crate::roster::Listed;
use crate::rules::condition::Role;
use crate::rules::result::InStack;
use crate::rulings::context::RulingContext;
use crate::rulings::outcome::Outcome;

impl Session {
    /// The stacks in which a ruling changes who stands where, as they are from now on.
    ///
    /// Those that all go away go together. Of one of which a unit is gone nothing is left to be told.
    pub(super) fn restacked(
        &self,
        context: RulingContext<'_>,
        outcome: &Outcome,
        effects: &[Effect],
    ) -> Vec<Effect> {
        let parts = follow::parts(context, outcome);
        let is_gone = |handle: &SmolStr| {
            let mut effects = effects.iter().map(Effect::at_last);
            effects.any(|effect| matches!(effect, Effect::Leave { unit, .. } if unit == handle))
        };
        let to = |handle: &SmolStr| {
            let part = parts.iter().find(|part| part.mustered.handle == *handle);
            let results = part.into_iter().flat_map(Part::results);
            let mut places = results.map(|result| result.in_stack);
            places
                .find(|place| *place != InStack::Keeps)
                .unwrap_or(InStack::Keeps)
        };
        let mut restacked = Vec::new();
        for (name, stack) in self.roster.stacks() {
            let before: Vec<SmolStr> = stack.iter().map(|unit| unit.handle.clone()).collect();
            let at = |place: InStack| before.iter().filter(move |handle| to(handle) == place);
            let keeps = at(InStack::Keeps).chain(at(InStack::Bottom));
            let after: Vec<SmolStr> = keeps.cloned().collect();
            if !after.is_empty() && after != before && !before.iter().any(is_gone) {
                restacked.push(Effect::Stack {
                    stack: name.into(),
                    units: after,
                });
            }
        }
        restacked
    }

    /// Units that do what enough of their stack have done, or that stand too low in it.
    pub(super) fn below_the_top(&self, context: RulingContext<'_>) -> Vec<Irregular> {
        let ruling = context.ruling();
        let Some(most) = ruling.of_a_stack else {
            return Vec::new();
        };
        let acting: Vec<&Listed> = self.listed_of(context, Role::Attacker).collect();
        let acts = |unit: &Listed| acting.iter().any(|other| other.handle == unit.handle);
        let handles = |units: Vec<&Listed>| -> Vec<SmolStr> {
            units.iter().map(|unit| unit.handle.clone()).collect()
        };
        let mut found = Vec::new();
        for (name, stack) in self.roster.stacks() {
            let here = stack.iter().filter(|unit| acts(unit)).count();
            let low = stack.iter().skip(most).filter(|unit| acts(unit));
            let low: Vec<&Listed> = low.copied().collect();
            let before = stack.iter().filter(|unit| !acts(unit));
            let before = before.filter(|unit| unit.acted.contains(&ruling.id));
            let before: Vec<&Listed> = before.copied().collect();
            if !low.is_empty() {
                found.push(Irregular::BelowTheTop {
                    units: handles(low),
                    stack: name.into(),
                    most,
                    ruling: ruling.id.clone(),
                });
            } else if here > 0 && here + before.len() > most {
                found.push(Irregular::StackHasDone {
                    units: handles(before),
                    stack: name.into(),
                    most,
                    ruling: ruling.id.clone(),
                });
            }
        }
        found
    }
}
