//! Several ways to the same count, of which the shortest is found by trying.

use std::collections::BTreeMap;

use super::Counter;
use super::branches::worth_branching;
use super::budget::{Budget, Ended};
use super::graph::Graph;
use super::machine::{Machine, Share};
use super::schedule::{Order, Schedule, throws_in};
use super::simplified::{Assumed, Simplified};
use crate::dice::{Distribution, Halt, Weight};
use crate::rulings::plan::{NodeId, Operand};
use crate::rulings::value::Value;

/// Each way may first spend this part of the limit; the one that comes farthest may spend the rest.
const PART_OF_LIMIT: u64 = 64;
/// The least that each way may spend, however low the limit.
const LEAST_TRIED: u64 = 20_000;

/// One way to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Way {
    order: Order,
    /// A condition that is branched on beforehand.
    branch: Option<NodeId>,
}

/// The ways to count some values.
pub(super) struct Ways<'c, 'a> {
    counter: &'c mut Counter<'a>,
    goals: &'c [Operand],
}

/// Weights of rows of values, with what they are parts of.
struct Part {
    rows: BTreeMap<Vec<Value>, Weight>,
    total: Weight,
}

impl<'c, 'a> Ways<'c, 'a> {
    pub(super) fn new(counter: &'c mut Counter<'a>, goals: &'c [Operand]) -> Self {
        Ways { counter, goals }
    }

    /// The joint distribution of the values.
    pub(super) fn count(
        &mut self,
        budget: &mut Budget<'_, '_>,
    ) -> Result<Distribution<Vec<Value>>, Halt> {
        let mut farthest: Option<(Share, Way)> = None;
        let first = Way {
            order: Order::Demand,
            branch: None,
        };
        let mut ways = vec![first];
        let mut tried = 0;
        while let Some(way) = ways.get(tried).copied() {
            tried += 1;
            budget.allow((budget.limit() / PART_OF_LIMIT).max(LEAST_TRIED));
            let mut reached = 0.0;
            match self.along(way, budget, &mut reached) {
                Ok(found) => return Ok(found),
                Err(Ended::Halt(Halt::Interrupted)) => return Err(Halt::Interrupted),
                Err(Ended::Halt(halt)) if way.branch.is_none() => return Err(halt),
                // What was taken for granted may be what cannot be: another way will tell.
                Err(Ended::Halt(_)) => continue,
                Err(Ended::Spent) => {}
            }
            if farthest.is_none_or(|(share, _)| reached > share) {
                farthest = Some((reached, way));
            }
            if way == first {
                ways.extend(self.others());
            }
        }
        let (reached, way) = farthest.unwrap_or((0.0, first));
        budget.allow(budget.left());
        let mut last = 0.0;
        match self.along(way, budget, &mut last) {
            Ok(found) => Ok(found),
            Err(Ended::Halt(halt)) => Err(halt),
            Err(Ended::Spent) => {
                let share = reached.max(last).max(f64::MIN_POSITIVE);
                Err(budget.refuse((budget.limit() as f64 / share) as u128))
            }
        }
    }

    /// The joint distribution as each way finds it that can.
    #[cfg(test)]
    pub(super) fn count_every_way(
        &mut self,
        budget: &mut Budget<'_, '_>,
    ) -> Vec<Distribution<Vec<Value>>> {
        let mut found = Vec::new();
        for way in self.others() {
            budget.allow(budget.left());
            match self.along(way, budget, &mut 0.0) {
                Ok(counted) => found.push(counted),
                Err(ended) => assert!(way.branch.is_some(), "{ended:?} along {way:?}"),
            }
        }
        found
    }

    /// Every other way.
    fn others(&self) -> Vec<Way> {
        let simplified = self.simplified(Assumed::default());
        let graph = Graph::of(&simplified, self.goals, &[], self.counter.knowledge);
        let demand = throws_in(&graph, Order::Demand);
        let orders = match demand == throws_in(&graph, Order::Rules) {
            true => &[Order::Demand][..],
            false => &[Order::Demand, Order::Rules],
        };
        let branches = worth_branching(&simplified, self.goals, self.counter.knowledge);
        let branches = [None].into_iter().chain(branches.into_iter().map(Some));
        let ways = branches.flat_map(|branch| {
            let order = orders.iter().copied();
            order.map(move |order| Way { order, branch })
        });
        ways.skip(1).collect()
    }

    fn simplified(&self, assumed: Assumed) -> Simplified<'a> {
        let nodes = 0..self.counter.plan.nodes.len();
        Simplified::new(self.counter.plan, nodes, assumed, self.counter.knowledge)
    }

    /// Counts along one way; `reached` says how far it came.
    fn along(
        &mut self,
        way: Way,
        budget: &mut Budget<'_, '_>,
        reached: &mut Share,
    ) -> Result<Distribution<Vec<Value>>, Ended> {
        let Some(branch) = way.branch else {
            let whole = self.part(way.order, &[], budget, reached)?;
            return Ok(Distribution::of_weights(whole.rows));
        };
        let mut parts = Vec::new();
        for (done, truth) in [true, false].into_iter().enumerate() {
            let mut within = 0.0;
            let required = [(branch, Value::Truth(truth))];
            let part = self.part(way.order, &required, budget, &mut within);
            *reached = (done as f64 + within) / 2.0;
            parts.push(part?);
        }
        let totals = parts.iter().map(|part| &part.total);
        let total = totals.fold(Weight::ONE, |common, total| common.lcm(total));
        let scaled = parts.into_iter().flat_map(|part| {
            let factor = total.checked_div(&part.total).unwrap_or(Weight::ZERO);
            let rows = part.rows.into_iter();
            rows.map(move |(row, weight)| (row, &weight * &factor))
        });
        Ok(Distribution::of_weights(scaled))
    }

    /// Counts what comes about where these nodes come to these values.
    fn part(
        &mut self,
        order: Order,
        required: &[(NodeId, Value)],
        budget: &mut Budget<'_, '_>,
        reached: &mut Share,
    ) -> Result<Part, Ended> {
        let simplified = self.simplified(required.iter().copied().collect());
        let knowledge = self.counter.knowledge;
        let graph = Graph::of(&simplified, self.goals, required, knowledge);
        let schedule = Schedule::of(&graph, order);
        let mut machine = Machine {
            plan: self.counter.plan,
            knowledge,
            values: &mut self.counter.values,
            pools: &mut self.counter.pools,
        };
        let layer = machine.run(&schedule, budget, reached)?;
        let mut rows: BTreeMap<Vec<Value>, Weight> = BTreeMap::new();
        for (row, weight) in layer.weighed() {
            let values = graph.row(row, &self.counter.values);
            *rows.entry(values).or_insert(Weight::ZERO) += &weight;
        }
        if graph.contradicts() {
            rows.clear();
        }
        Ok(Part {
            rows,
            total: layer.total().clone(),
        })
    }
}
