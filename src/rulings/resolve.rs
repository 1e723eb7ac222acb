//! Running a plan with dice that really fall.

use super::compile::Compiled;
use super::context::RulingContext;
use super::operation::Knowledge;
use super::plan::{Node, NodeId, Operand, RollNode, RollReading, ThrowLabel, ThrownBy};
use super::value::Value;
use crate::dice::{Counts, FacesNeeded, Halt, Needs, Pool, Seat, Throw, Thrower};
use crate::number::Number;
use crate::rules::condition::Role;
use smallvec::SmallVec;
use smol_str::{SmolStr, format_smolstr};

/// What every node of a plan came to.
#[derive(Debug, Clone, Default)]
pub struct Values(Vec<Value>);

impl Values {
    /// Values of which these are known, and nothing else.
    pub fn knowing(known: impl IntoIterator<Item = (Operand, Value)>) -> Values {
        let mut values = Values::default();
        for (operand, value) in known {
            if let Operand::Node(NodeId(place)) = operand {
                let place = place as usize;
                if place >= values.0.len() {
                    values.0.resize(place + 1, Value::Nothing);
                }
                if let Some(slot) = values.0.get_mut(place) {
                    *slot = value;
                }
            }
        }
        values
    }

    /// The value of an operand; nothing for a node that was not reached.
    pub fn of(&self, operand: Operand) -> Value {
        match operand {
            Operand::Known(value) => value,
            Operand::Node(NodeId(place)) => self
                .0
                .get(place as usize)
                .copied()
                .unwrap_or(Value::Nothing),
        }
    }
}

/// Throws what a plan asks for, and works out the rest.
///
/// # Errors
/// When the dice stop it: told faces that do not fit, too many dice, an interruption.
pub fn resolve(
    context: RulingContext<'_>,
    compiled: &Compiled,
    source: &mut dyn Thrower,
) -> Result<Values, Halt> {
    let nodes = &compiled.plan.nodes;
    let mut running = Running {
        context,
        knowledge: Knowledge {
            rules: context.rules,
            program: context.program(),
        },
        nodes,
        values: Values(vec![Value::Nothing; nodes.len()]),
        source,
    };
    let mut place = 0;
    while let Some(node) = nodes.get(place) {
        place = match node {
            Node::Again(NodeId(first), condition) => {
                if running.values.of(*condition).truth() == Some(true) {
                    running.source.record().again()?;
                    *first as usize
                } else {
                    place + 1
                }
            }
            node => {
                running.work_out(place, node)?;
                place + 1
            }
        };
    }
    Ok(running.values)
}

struct Running<'a, 's> {
    context: RulingContext<'a>,
    knowledge: Knowledge<'a>,
    nodes: &'a [Node],
    values: Values,
    source: &'s mut dyn Thrower,
}

impl Running<'_, '_> {
    fn work_out(&mut self, place: usize, node: &Node) -> Result<(), Halt> {
        let value = match node {
            Node::Apply(operation, operands) => {
                let values: SmallVec<[Value; 8]> = operands
                    .iter()
                    .map(|operand| self.values.of(*operand))
                    .collect();
                operation.apply(self.knowledge, &values)
            }
            Node::Linear(constant, terms) => self.linear(*constant, terms),
            Node::Roll(roll) => return self.roll(place, roll),
            // Its throw has set it.
            Node::Reading(..) | Node::Again(..) => return Ok(()),
        };
        self.set(place, value);
        Ok(())
    }

    fn set(&mut self, place: usize, value: Value) {
        if let Some(slot) = self.values.0.get_mut(place) {
            *slot = value;
        }
    }

    fn linear(&self, constant: Number, terms: &[(NodeId, Number)]) -> Value {
        let mut sum = constant;
        for (id, times) in terms {
            match self.values.of(Operand::Node(*id)) {
                blank @ Value::Blank(_) => return blank,
                value => sum += value.number().unwrap_or_default() * *times,
            }
        }
        Value::Number(sum)
    }

    /// Makes a throw, if it happens, and sets what each of its readings comes to.
    fn roll(&mut self, place: usize, roll: &RollNode) -> Result<(), Halt> {
        let happens = self.values.of(roll.happens);
        let dice = self.values.of(roll.dice);
        let settled = match (happens.truth(), dice) {
            (None, _) => Some(happens),
            (Some(false), _) | (Some(true), Value::Nothing) => Some(Value::Nothing),
            (Some(true), Value::Blank(_)) => Some(dice),
            (Some(true), _) => None,
        };
        if let Some(value) = settled {
            for (offset, _) in roll.readings.iter().enumerate() {
                self.set(place + offset, value);
            }
            return Ok(());
        }
        let wanted = dice.number().map_or(0, Number::floor).max(0);
        let dice = u32::try_from(wanted)
            .ok()
            .filter(|dice| *dice <= Pool::MOST_DICE);
        let dice = dice.ok_or_else(|| self.too_many_dice(&roll.throw, wanted))?;
        let pool = Pool {
            dice,
            sides: roll.sides,
            lowest: roll.lowest,
        };
        let (mut faces, mut sum) = self.make(roll, pool)?;
        let most = roll.choices.map_or(1, |most| {
            let most = self.values.of(most).number();
            most.map_or(1, Number::floor)
        });
        // Whoever may throw again does so as often as there are dice for it; the last throw counts.
        let later = self.faces_wanted_after(place);
        for _ in 1..most {
            let throw = self.throw(&roll.throw, pool);
            if !self.source.throws_again(&throw, later) {
                break;
            }
            (faces, sum) = self.make(roll, pool)?;
        }
        for (offset, reading) in roll.readings.iter().enumerate() {
            let value = self.read(reading, &faces, sum, roll.lowest);
            self.set(place + offset, value);
        }
        Ok(())
    }

    fn too_many_dice(&self, label: &ThrowLabel, dice: i64) -> Halt {
        let thrower = match label.name.as_str() {
            "" => self.throw(label, Pool::d6(0)).by,
            _ => label.name.clone(),
        };
        Halt::TooManyDice { thrower, dice }
    }

    /// How many faces the throws after a place want at the least, as far as the line settles it.
    fn faces_wanted_after(&self, place: usize) -> u32 {
        let later = self.nodes.iter().skip(place + 1);
        let wanted = later.filter_map(|node| match node {
            Node::Roll(roll) => match (roll.happens, roll.dice) {
                (Operand::Known(happens), Operand::Known(dice))
                    if happens.truth() == Some(true) =>
                {
                    u32::try_from(dice.number()?.floor()).ok()
                }
                _ => None,
            },
            _ => None,
        });
        wanted.fold(0, u32::saturating_add)
    }

    fn make(&mut self, roll: &RollNode, pool: Pool) -> Result<(Vec<u32>, u32), Halt> {
        if pool.check()?.dice == 0 {
            return Ok((Vec::new(), 0));
        }
        let sum_is_enough = roll
            .readings
            .iter()
            .all(|reading| *reading == RollReading::Sum);
        let counts = if sum_is_enough {
            Counts::SumOnly
        } else {
            Counts::EachFace
        };
        let throw = Throw {
            needs: self.needs(roll),
            ..self.throw(&roll.throw, pool)
        };
        let landed = self.source.throw(&throw, counts)?;
        let thrown = self.source.record().put(&throw, landed);
        Ok(thrown.map_or((Vec::new(), 0), |thrown| (thrown.faces.clone(), thrown.sum)))
    }

    /// A throw as those are asked for it who make it.
    fn throw(&self, label: &ThrowLabel, pool: Pool) -> Throw {
        let by = |role: Role| match role {
            Role::Attacker | Role::Either => "attacker",
            Role::Defender => "defender",
        };
        let side = |role: Role| usize::from(role == Role::Defender);
        let (thrower, seat) = match label.thrower {
            ThrownBy::Unit(role, place) => (
                format_smolstr!("{} {}", by(role), place + 1),
                Seat::Unit(side(role), place),
            ),
            ThrownBy::Side(role) => (SmolStr::new(by(role)), Seat::Side(side(role))),
            ThrownBy::Commander(Role::Defender) => {
                (SmolStr::new_static("second side"), Seat::Side(1))
            }
            ThrownBy::Commander(_) => (SmolStr::new_static("first side"), Seat::Side(0)),
            ThrownBy::Decided(operand) => {
                let decided = self.named_side(operand);
                let second = decided == by(Role::Defender);
                (decided, Seat::Side(usize::from(second)))
            }
        };
        Throw {
            seat,
            company: label.company,
            ..Throw::new(thrower, label.name.clone(), label.purpose.clone(), pool)
        }
    }

    /// What the dice of a throw have to show, where each counts by itself.
    fn needs(&self, roll: &RollNode) -> Option<Needs> {
        let number = |operand: Operand| self.values.of(operand).number();
        let faces = match roll.readings.first()? {
            RollReading::AtLeast(operand) => FacesNeeded::AtLeast(number(*operand)?.ceil()),
            RollReading::AtMost(operand) => FacesNeeded::AtMost(number(*operand)?.floor()),
            RollReading::Worth(worth) => {
                let counts = |worth: &Number| *worth == Number::ONE || worth.is_zero();
                if !worth.iter().all(counts) {
                    return None;
                }
                let faces = (roll.lowest..).zip(worth.iter());
                let faces = faces.filter(|(_, worth)| !worth.is_zero());
                FacesNeeded::OneOf(faces.map(|(face, _)| face).collect())
            }
            _ => return None,
        };
        let makes = roll.throw.makes.clone();
        Some(Needs { makes, faces })
    }

    fn named_side(&self, operand: Operand) -> SmolStr {
        match self.values.of(operand) {
            Value::Symbol(symbol) => self.context.rules.symbols.name(symbol).into(),
            _ => SmolStr::new_static("attacker"),
        }
    }

    fn read(&self, reading: &RollReading, faces: &[u32], sum: u32, lowest: u32) -> Value {
        let count = |holds: &dyn Fn(Number) -> bool| {
            let faces = faces.iter().map(|face| Number::from(*face));
            Value::Number(Number::from(faces.filter(|face| holds(*face)).count()))
        };
        let most = faces.iter().max().copied().unwrap_or(0);
        let least = faces.iter().min().copied().unwrap_or(0);
        match reading {
            RollReading::Sum => Value::Number(Number::from(sum)),
            RollReading::Highest => Value::Number(Number::from(most)),
            RollReading::Lowest => Value::Number(Number::from(least)),
            RollReading::Spread => Value::Number(Number::from(most - least)),
            RollReading::AtLeast(operand) => match self.values.of(*operand) {
                blank @ Value::Blank(_) => blank,
                value => match value.number() {
                    Some(number) => count(&|face| face >= number),
                    None => Value::ZERO,
                },
            },
            RollReading::AtMost(operand) => match self.values.of(*operand) {
                blank @ Value::Blank(_) => blank,
                value => match value.number() {
                    Some(number) => count(&|face| face <= number),
                    None => Value::ZERO,
                },
            },
            RollReading::Worth(worth) => {
                let worth_of = |face: &u32| {
                    let place = face
                        .checked_sub(lowest)
                        .and_then(|at| usize::try_from(at).ok());
                    place.and_then(|place| worth.get(place)).copied()
                };
                Value::Number(faces.iter().filter_map(worth_of).sum())
            }
        }
    }
}
