//! In which order a count makes its throws, and what it works out after each.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::graph::{Combine, Graph, GraphThrow, Input, Slot, Work};
use crate::number::Number;
use crate::rulings::operation::Operation;
use crate::rulings::value::Value;

/// The most that is worked out between two looks at which states have become one.
const MOST_INSTRUCTIONS: usize = 8;

/// An order in which throws are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As late as what is counted wants them.
    Demand,
    /// That of the rules.
    Rules,
}

/// What a count does, step by step.
#[derive(Debug)]
pub(super) struct Schedule<'g, 'p> {
    /// The steps.
    pub(super) steps: Vec<Step<'g, 'p>>,
    /// How many slots there are.
    pub(super) slots: usize,
}

/// At most one throw, and what follows from it.
#[derive(Debug)]
pub(super) struct Step<'g, 'p> {
    /// The throw.
    pub(super) throw: Option<&'g GraphThrow<'p>>,
    /// What is worked out then.
    pub(super) instructions: Vec<Instruction<'p>>,
    /// The slots that a state has values for before the step.
    pub(super) before: Vec<Slot>,
    /// The slots that a state has values for after the step.
    pub(super) after: Vec<Slot>,
}

/// One thing to work out.
#[derive(Debug)]
pub(super) struct Instruction<'p> {
    /// Where it goes.
    pub(super) target: Slot,
    /// What it is worked out from.
    pub(super) reads: SmallVec<[Slot; 4]>,
    /// How.
    pub(super) act: Act<'p>,
}

/// How something is worked out.
#[derive(Debug)]
pub(super) enum Act<'p> {
    /// From all inputs at once.
    Whole(&'p Operation, SmallVec<[Input; 4]>),
    /// From the first term to come, so many times.
    First(Combine<'p>, Number),
    /// From what has come together and one more term, so many times.
    Next(Combine<'p>, Number),
    /// The state is left out unless the target has this value.
    Require(Value),
}

impl<'g, 'p> Schedule<'g, 'p> {
    /// The steps of counting a graph with its throws in this order.
    pub(super) fn of(graph: &'g Graph<'p>, order: Order) -> Schedule<'g, 'p> {
        let mut writer = Writer::new(graph);
        for place in throws_in(graph, order) {
            writer.throw(place);
        }
        writer.finish()
    }
}

/// The throws of a graph in this order, by their places.
pub(super) fn throws_in(graph: &Graph<'_>, order: Order) -> Vec<usize> {
    match order {
        Order::Rules => (0..graph.throws.len()).collect(),
        Order::Demand => {
            let mut demand = Demand::new(graph);
            let required = graph.required.iter().map(|(input, _)| *input);
            for input in graph.goals.iter().copied().chain(required) {
                demand.want(input.slot());
            }
            demand.throws
        }
    }
}

/// Finds throws as they are wanted.
struct Demand<'g, 'p> {
    graph: &'g Graph<'p>,
    throw_of: Vec<Option<usize>>,
    seen: Vec<bool>,
    throws: Vec<usize>,
}

impl<'g, 'p> Demand<'g, 'p> {
    fn new(graph: &'g Graph<'p>) -> Self {
        let mut throw_of = vec![None; graph.works.len()];
        for (place, throw) in graph.throws.iter().enumerate() {
            for slot in &throw.outputs {
                if let Some(of) = throw_of.get_mut(slot.0 as usize) {
                    *of = Some(place);
                }
            }
        }
        Demand {
            graph,
            throw_of,
            seen: vec![false; graph.works.len()],
            throws: Vec::new(),
        }
    }

    fn want(&mut self, slot: Option<Slot>) {
        let Some(slot) = slot else { return };
        let Some(seen) = self.seen.get_mut(slot.0 as usize) else {
            return;
        };
        if std::mem::replace(seen, true) {
            return;
        }
        for read in self.graph.reads(slot) {
            self.want(Some(read));
        }
        let Some(place) = self.throw_of.get(slot.0 as usize).copied().flatten() else {
            return;
        };
        if self.throws.contains(&place) {
            return;
        }
        let Some(throw) = self.graph.throws.get(place) else {
            return;
        };
        for read in throw.inputs() {
            self.want(Some(read));
        }
        self.throws.push(place);
    }
}

/// One line of a schedule.
enum Line<'p> {
    Throw(usize),
    Work(Instruction<'p>),
}

/// Writes the lines of a schedule.
struct Writer<'g, 'p> {
    graph: &'g Graph<'p>,
    /// The slots that wait for a slot.
    readers: Vec<SmallVec<[Slot; 4]>>,
    /// How many slots a slot still waits for.
    pending: Vec<usize>,
    begun: Vec<bool>,
    lines: Vec<Line<'p>>,
}

impl<'g, 'p> Writer<'g, 'p> {
    fn new(graph: &'g Graph<'p>) -> Self {
        let slots = graph.works.len();
        let mut writer = Writer {
            graph,
            readers: vec![SmallVec::new(); slots],
            pending: vec![0; slots],
            begun: vec![false; slots],
            lines: Vec::new(),
        };
        for slot in (0..slots).map(slot_at) {
            let mut reads = graph.reads(slot);
            reads.sort_unstable();
            reads.dedup();
            if let Some(pending) = writer.pending.get_mut(slot.0 as usize) {
                *pending = reads.len();
            }
            for read in reads {
                if let Some(readers) = writer.readers.get_mut(read.0 as usize) {
                    readers.push(slot);
                }
            }
        }
        writer
    }

    fn throw(&mut self, place: usize) {
        self.lines.push(Line::Throw(place));
        let Some(throw) = self.graph.throws.get(place) else {
            return;
        };
        let mut come: VecDeque<Slot> = throw.outputs.iter().copied().collect();
        while let Some(slot) = come.pop_front() {
            self.require(slot);
            let readers = self.readers.get(slot.0 as usize).cloned();
            for reader in readers.unwrap_or_default() {
                if self.come(slot, reader) == Waits::No {
                    come.push_back(reader);
                }
            }
        }
    }

    /// Works out what of `reader` can be once `slot` is there.
    fn come(&mut self, slot: Slot, reader: Slot) -> Waits {
        let place = reader.0 as usize;
        let Some(pending) = self.pending.get_mut(place) else {
            return Waits::Yes;
        };
        *pending = pending.saturating_sub(1);
        let waits = if *pending == 0 { Waits::No } else { Waits::Yes };
        match self.graph.works.get(place) {
            Some(Work::Whole(operation, inputs)) if waits == Waits::No => {
                self.lines.push(Line::Work(Instruction {
                    target: reader,
                    reads: inputs.iter().filter_map(|input| input.slot()).collect(),
                    act: Act::Whole(operation, inputs.clone()),
                }));
            }
            Some(Work::Fold(combine, terms)) => {
                for (_, times) in terms.iter().filter(|(term, _)| *term == slot) {
                    self.fold(reader, slot, *combine, *times);
                }
            }
            Some(Work::Whole(..) | Work::Thrown) | None => {}
        }
        waits
    }

    fn fold(&mut self, target: Slot, term: Slot, combine: Combine<'p>, times: Number) {
        let Some(begun) = self.begun.get_mut(target.0 as usize) else {
            return;
        };
        let instruction = match std::mem::replace(begun, true) {
            false => Instruction {
                target,
                reads: SmallVec::from_slice(&[term]),
                act: Act::First(combine, times),
            },
            true => Instruction {
                target,
                reads: SmallVec::from_slice(&[target, term]),
                act: Act::Next(combine, times),
            },
        };
        self.lines.push(Line::Work(instruction));
    }

    fn require(&mut self, slot: Slot) {
        for (input, value) in &self.graph.required {
            if input.slot() == Some(slot) {
                self.lines.push(Line::Work(Instruction {
                    target: slot,
                    reads: SmallVec::from_slice(&[slot]),
                    act: Act::Require(*value),
                }));
            }
        }
    }

    fn finish(self) -> Schedule<'g, 'p> {
        let slots = self.graph.works.len();
        let lives = Lives::of(self.graph, &self.lines);
        let mut steps: Vec<Step<'g, 'p>> = Vec::new();
        for (place, line) in self.lines.into_iter().enumerate() {
            let full = steps
                .last()
                .is_none_or(|step| step.instructions.len() >= MOST_INSTRUCTIONS);
            if full || matches!(line, Line::Throw(_)) {
                let before = lives.at(place);
                if let Some(last) = steps.last_mut() {
                    last.after.clone_from(&before);
                }
                steps.push(Step {
                    throw: None,
                    instructions: Vec::new(),
                    before,
                    after: lives.at(usize::MAX),
                });
            }
            let Some(step) = steps.last_mut() else {
                continue;
            };
            match line {
                Line::Throw(throw) => step.throw = self.graph.throws.get(throw),
                Line::Work(instruction) => step.instructions.push(instruction),
            }
        }
        Schedule { steps, slots }
    }
}

/// Whether a slot waits for more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Waits {
    Yes,
    No,
}

/// From which line to which a slot has a value that is read.
struct Lives(Vec<Option<(usize, usize)>>);

impl Lives {
    fn of(graph: &Graph<'_>, lines: &[Line<'_>]) -> Lives {
        let mut lives = Lives(vec![None; graph.works.len()]);
        for (place, line) in lines.iter().enumerate() {
            match line {
                Line::Throw(throw) => {
                    let Some(throw) = graph.throws.get(*throw) else {
                        continue;
                    };
                    throw
                        .inputs()
                        .iter()
                        .for_each(|slot| lives.read(*slot, place));
                    throw
                        .outputs
                        .iter()
                        .for_each(|slot| lives.begin(*slot, place));
                }
                Line::Work(instruction) => {
                    for slot in &instruction.reads {
                        lives.read(*slot, place);
                    }
                    lives.begin(instruction.target, place);
                }
            }
        }
        for goal in graph.goals.iter().filter_map(|goal| goal.slot()) {
            lives.read(goal, usize::MAX);
        }
        lives
    }

    fn begin(&mut self, slot: Slot, place: usize) {
        if let Some(life) = self.0.get_mut(slot.0 as usize) {
            life.get_or_insert((place, place));
        }
    }

    fn read(&mut self, slot: Slot, place: usize) {
        if let Some(Some((_, last))) = self.0.get_mut(slot.0 as usize) {
            *last = (*last).max(place);
        }
    }

    /// The slots whose values are there before a line and read at it or later.
    fn at(&self, line: usize) -> Vec<Slot> {
        let lives = self.0.iter().enumerate();
        lives
            .filter(|(_, life)| life.is_some_and(|(from, to)| from < line && to >= line))
            .map(|(slot, _)| slot_at(slot))
            .collect()
    }
}

fn slot_at(place: usize) -> Slot {
    Slot(u32::try_from(place).unwrap_or(u32::MAX))
}
