//! Exact odds over a plan.
//!
//! What is counted is sliced back to what it leans on ([`need`]), put into slots of which sums and the
//! like take their terms as they fall ([`graph`]), and followed throw by throw with all states at once
//! ([`machine`]): a state is the values that are still read, so that everything else about the throws
//! behind it is forgotten. Weights are whole numbers; a throw whose number of dice differs by state is
//! scaled ([`falls`]).
//!
//! A throw that a side may make several times, the last one counting, is counted as one throw: that is
//! what comes of it for somebody who takes the first. All blanks are one outcome.

mod alike;
mod branches;
mod budget;
mod falls;
mod graph;
mod interner;
mod layer;
mod limbs;
mod lowering;
mod machine;
mod need;
mod schedule;
mod simplified;
#[cfg(test)]
mod tests;
mod ways;

pub use budget::{Limit, Watch};
pub use falls::Pools;

use rustc_hash::FxHashMap;

use super::operation::Knowledge;
use super::plan::{Operand, Plan};
use super::value::Value;
use crate::dice::{Distribution, Halt};
use budget::Budget;
use graph::{Graph, Input};
use interner::{Interner, ValueId};
use ways::Ways;

/// Counts the odds of one value of a plan after another.
pub struct Counter<'a> {
    plan: &'a Plan,
    knowledge: Knowledge<'a>,
    values: Interner,
    pools: Pools,
    /// What was counted before: units often share a value.
    counted: FxHashMap<Vec<Operand>, Result<Distribution<Vec<Value>>, Halt>>,
    spent: u64,
}

impl<'a> Counter<'a> {
    /// Odds over this plan.
    pub fn new(plan: &'a Plan, knowledge: Knowledge<'a>) -> Self {
        Counter::with_pools(plan, knowledge, Pools::default())
    }

    /// The same with what counts over other plans have kept.
    pub fn with_pools(plan: &'a Plan, knowledge: Knowledge<'a>, pools: Pools) -> Self {
        Counter {
            plan,
            knowledge,
            values: Interner::default(),
            pools,
            counted: FxHashMap::default(),
            spent: 0,
        }
    }

    /// What is kept for counts over other plans.
    pub fn into_pools(self) -> Pools {
        self.pools
    }

    /// How many evaluations were made so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The exact distribution of one value.
    ///
    /// # Errors
    /// [`Halt::TooLarge`] where it takes more than the limit of `watch`, [`Halt::Interrupted`] when its
    /// flag is raised, [`Halt::Endless`] where throws would be made again for ever,
    /// [`Halt::TooManyDice`] for more dice than can be thrown.
    pub fn odds_of(
        &mut self,
        operand: Operand,
        watch: &mut Watch<'_>,
    ) -> Result<Distribution<Value>, Halt> {
        let joint = self.joint_odds_of(&[operand], watch)?;
        Ok(joint.map(|values| values.first().copied().unwrap_or(Value::Nothing)))
    }

    /// The exact joint distribution of several values, in their order.
    ///
    /// # Errors
    /// As for [`Counter::odds_of`].
    pub fn joint_odds_of(
        &mut self,
        operands: &[Operand],
        watch: &mut Watch<'_>,
    ) -> Result<Distribution<Vec<Value>>, Halt> {
        if let Some(counted) = self.counted.get(operands) {
            return counted.clone();
        }
        let mut budget = Budget::new(watch);
        let counted = Ways::new(self, operands).count(&mut budget);
        self.spent = self.spent.saturating_add(budget.spent());
        if counted != Err(Halt::Interrupted) {
            self.counted.insert(operands.to_vec(), counted.clone());
        }
        counted
    }
}

impl Graph<'_> {
    /// Whether what must come about cannot.
    fn contradicts(&self) -> bool {
        let mut required = self.required.iter();
        required.any(|(input, value)| matches!(input, Input::Known(known) if known != value))
    }

    /// The values of the goals in a state after the last step.
    fn row(&self, state: &[ValueId], values: &Interner) -> Vec<Value> {
        let mut kept: Vec<graph::Slot> = self.goals.iter().filter_map(|goal| goal.slot()).collect();
        kept.sort_unstable();
        kept.dedup();
        let value = |goal: &Input| match goal {
            Input::Known(value) if value.is_blank() => interner::BLANK,
            Input::Known(value) => *value,
            Input::Slot(slot) => {
                let place = kept.binary_search(slot).ok();
                let id = place.and_then(|place| state.get(place));
                id.map_or(Value::Nothing, |id| values.value(*id))
            }
        };
        self.goals.iter().map(value).collect()
    }
}
