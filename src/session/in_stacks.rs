//! What only the upper units of a stack may do.

use smol_str::SmolStr;

use super::Session;
use super::irregular::Irregular;
use crate::roster::Listed;
use crate::rules::condition::Role;
use crate::rulings::context::RulingContext;

impl Session {
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
