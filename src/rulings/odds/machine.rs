//! Goes through a schedule with all states at once.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::budget::{Budget, Ended};
use super::falls::Pools;
use super::graph::{Combine, Input};
use super::interner::{Interner, ValueId};
use super::layer::{Full, Layer};
use super::schedule::{Act, Instruction, Schedule, Step};
use crate::number::Number;
use crate::rulings::operation::Knowledge;
use crate::rulings::plan::Plan;
use crate::rulings::value::Value;

/// The most inputs whose result is kept: four numbers fit one key.
const MOST_KEPT: usize = 4;

/// What a count goes through a schedule with.
pub(super) struct Machine<'m, 'a> {
    pub(super) plan: &'a Plan,
    pub(super) knowledge: Knowledge<'a>,
    pub(super) values: &'m mut Interner,
    pub(super) pools: &'m mut Pools,
}

/// How far a schedule was followed, from 0 to 1.
pub(super) type Share = f64;

/// Results that have come up, by what they were worked out from.
type Kept = FxHashMap<u128, ValueId>;

impl Machine<'_, '_> {
    /// Follows a schedule to its end; on the way `reached` says how far it has come.
    pub(super) fn run(
        &mut self,
        schedule: &Schedule<'_, '_>,
        budget: &mut Budget<'_, '_>,
        reached: &mut Share,
    ) -> Result<Layer, Ended> {
        let mut layer = Layer::start();
        let mut slots = vec![ValueId::default(); schedule.slots];
        let steps = schedule.steps.len();
        for (place, step) in schedule.steps.iter().enumerate() {
            let mut within = 0.0;
            let after = self.step(step, &layer, &mut slots, budget, &mut within);
            *reached = (place as f64 + within) / steps as f64;
            layer = after?;
        }
        *reached = 1.0;
        Ok(layer)
    }

    fn step(
        &mut self,
        step: &Step<'_, '_>,
        layer: &Layer,
        slots: &mut [ValueId],
        budget: &mut Budget<'_, '_>,
        within: &mut Share,
    ) -> Result<Layer, Ended> {
        let thrown = match step.throw {
            Some(throw) => self.throw(throw, &step.before, layer, budget)?,
            None => super::falls::Thrown::nothing(layer.len()),
        };
        let outputs = step.throw.map_or(&[][..], |throw| &throw.outputs);
        let mut kept: Vec<Kept> = step.instructions.iter().map(|_| Kept::default()).collect();
        let mut after = Layer::empty(step.after.len(), layer.total() * &thrown.total);
        let mut row: Vec<ValueId> = Vec::with_capacity(step.after.len());
        for (place, ((state, weight), fall)) in layer.iter().zip(thrown.each()).enumerate() {
            budget.spend(fall.len() as u64).inspect_err(|_| {
                *within = place as f64 / layer.len() as f64;
            })?;
            for (fell, times) in fall.iter() {
                put(slots, &step.before, state);
                put(slots, outputs, fell);
                if !self.work(&step.instructions, slots, &mut kept) {
                    continue;
                }
                row.clear();
                row.extend(step.after.iter().map(|slot| get(slots, slot.0)));
                after.add(&row, weight, times).map_err(|Full| {
                    *within = place as f64 / layer.len() as f64;
                    Ended::Spent
                })?;
            }
        }
        Ok(after)
    }

    /// Works out what follows in one state; false if it is to be left out.
    fn work(
        &mut self,
        instructions: &[Instruction<'_>],
        slots: &mut [ValueId],
        kept: &mut [Kept],
    ) -> bool {
        for (instruction, kept) in instructions.iter().zip(kept) {
            let reads: SmallVec<[ValueId; MOST_KEPT]> = instruction
                .reads
                .iter()
                .map(|slot| get(slots, slot.0))
                .collect();
            if let Act::Require(value) = &instruction.act {
                let came = reads.first().map(|id| self.values.value(*id));
                if came != Some(*value) {
                    return false;
                }
                continue;
            }
            let result = if reads.len() <= MOST_KEPT {
                *kept
                    .entry(key(&reads))
                    .or_insert_with(|| self.evaluate(instruction, &reads))
            } else {
                self.evaluate(instruction, &reads)
            };
            if let Some(target) = slots.get_mut(instruction.target.0 as usize) {
                *target = result;
            }
        }
        true
    }

    fn evaluate(&mut self, instruction: &Instruction<'_>, reads: &[ValueId]) -> ValueId {
        let values: SmallVec<[Value; 8]> = reads.iter().map(|id| self.values.value(*id)).collect();
        let result = match (&instruction.act, values.as_slice()) {
            (Act::Whole(operation, inputs), _) => {
                let mut values = values.into_iter();
                let all: SmallVec<[Value; 8]> = inputs
                    .iter()
                    .map(|input| match input {
                        Input::Known(value) => *value,
                        Input::Slot(_) => values.next().unwrap_or(Value::Nothing),
                    })
                    .collect();
                operation.apply(self.knowledge, &all)
            }
            (Act::First(Combine::Sum(constant), times), [term]) => {
                add(Value::Number(*constant), *term, *times)
            }
            (Act::Next(Combine::Sum(_), times), [sum, term]) => add(*sum, *term, *times),
            (Act::First(Combine::Operation(operation, Some(start)), _), [term]) => {
                operation.apply(self.knowledge, &[*start, *term])
            }
            (
                Act::First(Combine::Operation(operation, None), _)
                | Act::Next(Combine::Operation(operation, _), _),
                terms,
            ) => operation.apply(self.knowledge, terms),
            (Act::First(..) | Act::Next(..) | Act::Require(_), _) => Value::Nothing,
        };
        self.values.id(result)
    }
}

/// A sum with so many times a term: nothing counts 0, a blank makes it blank.
fn add(sum: Value, term: Value, times: Number) -> Value {
    match (sum, term) {
        (Value::Blank(_), _) => sum,
        (_, Value::Blank(_)) => term,
        _ => {
            let number = |value: Value| value.number().unwrap_or(Number::ZERO);
            Value::Number(number(sum) + number(term) * times)
        }
    }
}

fn key(reads: &[ValueId]) -> u128 {
    reads
        .iter()
        .fold(0, |key, id| (key << u32::BITS) | u128::from(id.0))
}

fn put(slots: &mut [ValueId], at: &[super::graph::Slot], values: &[ValueId]) {
    for (slot, value) in at.iter().zip(values) {
        if let Some(slot) = slots.get_mut(slot.0 as usize) {
            *slot = *value;
        }
    }
}

fn get(slots: &[ValueId], slot: u32) -> ValueId {
    slots.get(slot as usize).copied().unwrap_or_default()
}
