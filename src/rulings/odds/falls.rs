//! What a throw can come to in each state, with whole weights of one total.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::budget::{Budget, Ended};
use super::graph::{Graph, GraphThrow, Input, Repeated, Slot, Source, Wanted};
use super::interner::{BLANK, ValueId};
use super::layer::Layer;
use super::limbs::{limbs_for, limbs_of};
use super::machine::Machine;
use super::schedule::{Order, Schedule};
use super::simplified::{Assumed, Simplified, unthrown};
use crate::dice::{FaceReading, Halt, Pool, Readings, TooLarge, Weight};
use crate::number::Number;
use crate::rulings::plan::{Operand, RollNode, RollReading};
use crate::rulings::value::Value;

/// What fills the slots of a throw, in their order.
type Filled = SmallVec<[ValueId; 2]>;

/// Throws that are counted once and kept.
#[derive(Debug, Default)]
pub struct Pools {
    counted: FxHashMap<(Pool, SmallVec<[FaceReading; 2]>), Rc<Readings>>,
}

impl Pools {
    fn count(
        &mut self,
        pool: Pool,
        readings: SmallVec<[FaceReading; 2]>,
    ) -> Result<Rc<Readings>, TooLarge> {
        let key = (pool, readings);
        if let Some(counted) = self.counted.get(&key) {
            return Ok(Rc::clone(counted));
        }
        let counted = Rc::new(Readings::of(key.0, &key.1)?);
        self.counted.insert(key, Rc::clone(&counted));
        Ok(counted)
    }
}

/// What a throw comes to in each state of a layer.
#[derive(Debug)]
pub(super) struct Thrown {
    /// The place of what falls, for each state.
    of_state: Vec<u32>,
    falls: Vec<Fall>,
    /// The weights of everything that one throw can come to, together.
    pub(super) total: Weight,
}

/// Everything that one throw can come to.
#[derive(Debug)]
pub(super) struct Fall {
    width: usize,
    filled: Vec<ValueId>,
    limbs: usize,
    weights: Vec<u64>,
}

impl Thrown {
    /// No throw at all, in so many states.
    pub(super) fn nothing(states: usize) -> Thrown {
        Thrown {
            of_state: vec![0; states],
            falls: vec![Fall {
                width: 0,
                filled: Vec::new(),
                limbs: 1,
                weights: vec![1],
            }],
            total: Weight::ONE,
        }
    }

    /// What falls in each state, in their order.
    pub(super) fn each(&self) -> impl Iterator<Item = &Fall> {
        let places = self.of_state.iter();
        places.filter_map(|place| self.falls.get(*place as usize))
    }
}

impl Fall {
    /// How many different ways there are for it to fall.
    pub(super) fn len(&self) -> usize {
        self.weights.len() / self.limbs
    }

    /// Each way for it to fall, with the limbs of its weight.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[ValueId], &[u64])> {
        let weights = self.weights.chunks_exact(self.limbs);
        weights.enumerate().map(|(place, weight)| {
            let from = place * self.width;
            let filled = self.filled.get(from..from + self.width);
            (filled.unwrap_or(&[]), weight)
        })
    }

    fn of(counted: &Counted, total: &Weight) -> Fall {
        let factor = total.checked_div(&counted.total).unwrap_or(Weight::ZERO);
        let limbs = limbs_for(total);
        let width = counted
            .answers
            .first()
            .map_or(0, |(filled, _)| filled.len());
        let mut fall = Fall {
            width,
            filled: Vec::with_capacity(counted.answers.len() * width),
            limbs,
            weights: Vec::with_capacity(counted.answers.len() * limbs),
        };
        for (filled, weight) in &counted.answers {
            fall.filled.extend_from_slice(filled);
            fall.weights.extend(limbs_of(&(weight * &factor), limbs));
        }
        fall
    }
}

/// What a throw can come to, with weights of a total of its own.
struct Counted {
    answers: Vec<(Filled, Weight)>,
    total: Weight,
}

impl Counted {
    fn certain(value: ValueId, width: usize) -> Counted {
        Counted {
            answers: vec![(SmallVec::from_elem(value, width), Weight::ONE)],
            total: Weight::ONE,
        }
    }
}

/// What the inputs of a throw are in one state.
struct Inputs<'s> {
    slots: &'s [Slot],
    values: SmallVec<[Value; 4]>,
}

impl Inputs<'_> {
    fn value(&self, input: Input) -> Value {
        match input {
            Input::Known(value) => value,
            Input::Slot(slot) => {
                let place = self.slots.iter().position(|known| *known == slot);
                let value = place.and_then(|place| self.values.get(place));
                value.copied().unwrap_or(Value::Nothing)
            }
        }
    }
}

impl Machine<'_, '_> {
    /// What a throw comes to in each state of a layer, whose rows have values for the slots `before`.
    pub(super) fn throw(
        &mut self,
        throw: &GraphThrow<'_>,
        before: &[Slot],
        layer: &Layer,
        budget: &mut Budget<'_, '_>,
    ) -> Result<Thrown, Ended> {
        let slots = throw.inputs();
        let columns: SmallVec<[usize; 4]> = slots
            .iter()
            .filter_map(|slot| before.iter().position(|known| known == slot))
            .collect();
        let mut known: FxHashMap<SmallVec<[ValueId; 4]>, u32> = FxHashMap::default();
        let mut counted: Vec<Counted> = Vec::new();
        let mut of_state = Vec::with_capacity(layer.len());
        for (row, _) in layer.iter() {
            let ids: SmallVec<[ValueId; 4]> = columns
                .iter()
                .filter_map(|column| row.get(*column).copied())
                .collect();
            let place = match known.get(&ids) {
                Some(place) => *place,
                None => {
                    let values = ids.iter().map(|id| self.values.value(*id)).collect();
                    let inputs = Inputs {
                        slots: &slots,
                        values,
                    };
                    let place = u32::try_from(counted.len()).unwrap_or(u32::MAX);
                    counted.push(self.fall(throw, &inputs, budget)?);
                    known.insert(ids, place);
                    place
                }
            };
            of_state.push(place);
        }
        // Throws of different dice have different totals: all are brought to one.
        let totals = counted.iter().map(|counted| &counted.total);
        let total = totals.fold(Weight::ONE, |common, total| match common == *total {
            true => common,
            false => common.lcm(total),
        });
        Ok(Thrown {
            of_state,
            falls: counted
                .iter()
                .map(|counted| Fall::of(counted, &total))
                .collect(),
            total,
        })
    }

    fn fall(
        &mut self,
        throw: &GraphThrow<'_>,
        inputs: &Inputs<'_>,
        budget: &mut Budget<'_, '_>,
    ) -> Result<Counted, Ended> {
        match &throw.source {
            Source::Dice {
                roll,
                happens,
                dice,
                wanted,
            } => {
                let [happens, dice] = [*happens, *dice].map(|input| inputs.value(input));
                match unthrown(happens, Some(dice)) {
                    Some(value) => Ok(Counted::certain(self.values.id(value), wanted.len())),
                    None => self.dice(roll, dice, wanted, inputs),
                }
            }
            Source::Repeated(repeated) => self.repeated(repeated, inputs, budget),
        }
    }

    fn dice(
        &mut self,
        roll: &RollNode,
        dice: Value,
        wanted: &[Wanted],
        inputs: &Inputs<'_>,
    ) -> Result<Counted, Ended> {
        let wanted_dice = dice.number().map_or(0, Number::floor).max(0);
        let dice = u32::try_from(wanted_dice).ok();
        let Some(dice) = dice.filter(|dice| *dice <= Pool::MOST_DICE) else {
            return Err(too_many_dice(roll, wanted_dice).into());
        };
        let pool = Pool {
            dice,
            sides: roll.sides,
            lowest: roll.lowest,
        };
        let pool = pool.check().map_err(Halt::from)?;
        let readings: SmallVec<[Option<FaceReading>; 2]> = wanted
            .iter()
            .map(|wanted| {
                let cut = wanted.cut.map_or(Value::Nothing, |cut| inputs.value(cut));
                face_reading(pool, roll.readings.get(wanted.reading)?, cut)
            })
            .collect();
        let asked = readings.iter().flatten().cloned().collect();
        let counted = self.pools.count(pool, asked)?;
        let blank = self.values.id(BLANK);
        let answers = counted.answers.iter().map(|(answer, weight)| {
            let mut numbers = answer.iter();
            let filled = readings.iter().map(|reading| {
                let number = reading.as_ref().and_then(|_| numbers.next());
                number.map_or(blank, |number| self.values.id(Value::Number(*number)))
            });
            (filled.collect(), weight.clone())
        });
        Ok(Counted {
            answers: answers.collect(),
            total: counted.total.clone(),
        })
    }

    /// Throws that are made again until they decide something: what is made again is left out, and what
    /// is left shares its weight.
    fn repeated(
        &mut self,
        repeated: &Repeated,
        inputs: &Inputs<'_>,
        budget: &mut Budget<'_, '_>,
    ) -> Result<Counted, Ended> {
        let assumed: Assumed = repeated
            .inputs
            .iter()
            .map(|(id, input)| (*id, inputs.value(*input)))
            .collect();
        let nodes = repeated.nodes.clone();
        let simplified = Simplified::new(self.plan, nodes, assumed, self.knowledge);
        let mut goals: Vec<Operand> = repeated
            .outputs
            .iter()
            .copied()
            .map(Operand::Node)
            .collect();
        goals.push(repeated.again);
        let graph = Graph::of(&simplified, &goals, &[], self.knowledge);
        let schedule = Schedule::of(&graph, Order::Demand);
        let layer = self.run(&schedule, budget, &mut 0.0)?;
        let mut answers: FxHashMap<Filled, Weight> = FxHashMap::default();
        for (row, weight) in layer.weighed() {
            let mut values = graph.row(row, self.values);
            if values.pop().and_then(Value::truth) == Some(true) {
                continue;
            }
            let filled = values.iter().map(|value| self.values.id(*value)).collect();
            *answers.entry(filled).or_insert(Weight::ZERO) += &weight;
        }
        let weights = answers.values();
        let total = weights
            .clone()
            .fold(Weight::ZERO, |sum, weight| &sum + weight);
        let common = weights.fold(Weight::ZERO, |common, weight| common.gcd(weight));
        if total.is_zero() {
            return Err(Halt::Endless.into());
        }
        let lowest = |weight: &Weight| weight.checked_div(&common).unwrap_or(Weight::ZERO);
        Ok(Counted {
            answers: answers
                .into_iter()
                .map(|(filled, weight)| (filled, lowest(&weight)))
                .collect(),
            total: lowest(&total),
        })
    }
}

fn too_many_dice(roll: &RollNode, dice: i64) -> Halt {
    let thrower = match roll.throw.name.as_str() {
        "" => SmolStr::new_static("one side"),
        _ => roll.throw.name.clone(),
    };
    Halt::TooManyDice { thrower, dice }
}

/// How the faces are read; `None` where the reading is blank.
fn face_reading(pool: Pool, reading: &RollReading, cut: Value) -> Option<FaceReading> {
    let beyond = pool.highest_face().saturating_add(1);
    let none = FaceReading::AtLeast(beyond);
    let within = |face: i64| {
        let face = face.clamp(i64::from(pool.lowest), i64::from(beyond));
        u32::try_from(face).unwrap_or(beyond)
    };
    Some(match reading {
        RollReading::Sum => FaceReading::Sum,
        RollReading::Highest => FaceReading::Highest,
        RollReading::Lowest => FaceReading::Lowest,
        RollReading::Spread => FaceReading::Spread,
        RollReading::Worth(worth) => FaceReading::Worth(worth.clone()),
        RollReading::AtLeast(_) | RollReading::AtMost(_) if cut.is_blank() => return None,
        RollReading::AtLeast(_) => match cut.number() {
            Some(cut) => FaceReading::AtLeast(within(cut.ceil())),
            None => none,
        },
        RollReading::AtMost(_) => match cut.number() {
            Some(cut) if cut.floor() < i64::from(pool.lowest) => none,
            Some(cut) => FaceReading::AtMost(within(cut.floor())),
            None => none,
        },
    })
}
