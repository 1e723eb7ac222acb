//! One branch after another of a tree of choices.

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Limit;
use super::answers::{Answer, Answers, Counted, Question};
use crate::dice::{Dice, Halt, Pool, Throw, TooLarge, Weight, Weighted};

/// An answer taken from all those to one question.
#[derive(Clone, Debug)]
pub(super) struct Step {
    answers: Rc<Answers>,
    taken: usize,
}

impl Step {
    fn answer(&self) -> Option<&Answer> {
        self.answers.each.get(self.taken)
    }
}

/// A step that may still be taken otherwise.
#[derive(Debug)]
struct Choice {
    step: Step,
    /// The weight of the branch up to and with this step.
    weight: Weight,
    /// The weight that all branches of as many choices have together.
    total: Weight,
}

/// Why a run is cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Its throws decide nothing.
    Again,
    /// It came to the next merge.
    Merged,
}

/// The branch that a run goes along; answers the procedure.
#[derive(Debug)]
pub(super) struct Path<'s> {
    /// The steps that led to the merge from which the run goes on.
    origin: Vec<Step>,
    /// How many merges lie behind it.
    stage: usize,
    choices: Vec<Choice>,
    /// How many questions of this run are answered, those of `origin` among them.
    answered: usize,
    /// How many merges this run has passed.
    merges: usize,
    cut: Option<Cut>,
    /// The key of the merge at which this run was cut.
    key: Vec<i64>,
    counted: Counted,
    limit: Limit,
    /// How many runs were begun and choices opened.
    taken: u64,
    stop: &'s AtomicBool,
}

impl<'s> Path<'s> {
    pub(super) fn new(limit: Limit, stop: &'s AtomicBool) -> Path<'s> {
        Path {
            origin: Vec::new(),
            stage: 0,
            choices: Vec::new(),
            answered: 0,
            merges: 0,
            cut: None,
            key: Vec::new(),
            counted: Counted::new(limit),
            limit,
            taken: 0,
            stop,
        }
    }

    /// Goes on from the end of `origin`, where `stage` merges lie behind.
    pub(super) fn start_from(&mut self, origin: Vec<Step>, stage: usize) {
        self.origin = origin;
        self.stage = stage;
        self.choices.clear();
    }

    /// Makes ready for the next run along the branch as it stands.
    pub(super) fn begin_run(&mut self) -> Result<(), Halt> {
        self.answered = 0;
        self.merges = 0;
        self.cut = None;
        self.take_up_room()
    }

    /// Turns to the next branch; false if there is none from this origin.
    pub(super) fn turn(&mut self) -> bool {
        while let Some(Choice { step, .. }) = self.choices.pop() {
            let next = Step {
                taken: step.taken + 1,
                ..step
            };
            if next.answer().is_some() {
                self.choose(next);
                return true;
            }
        }
        false
    }

    /// Why the run was cut short, if it was.
    pub(super) fn cut(&self) -> Option<Cut> {
        self.cut
    }

    /// The key of the merge at which the run was cut.
    pub(super) fn key(&self) -> &[i64] {
        &self.key
    }

    /// The weight of this branch, from its origin on.
    pub(super) fn weight(&self) -> Weight {
        self.choices
            .last()
            .map_or(Weight::ONE, |choice| choice.weight.clone())
    }

    /// The weight of all branches of this many choices from its origin on.
    pub(super) fn total(&self) -> Weight {
        self.choices
            .last()
            .map_or(Weight::ONE, |choice| choice.total.clone())
    }

    /// All steps of this branch.
    pub(super) fn steps(&self) -> Vec<Step> {
        let choices = self.choices.iter().map(|choice| choice.step.clone());
        self.origin.iter().cloned().chain(choices).collect()
    }

    /// Counts one more run or choice and looks whether to stop.
    ///
    /// Choices count too, since a procedure could ask for ever in one run.
    fn take_up_room(&mut self) -> Result<(), Halt> {
        self.taken += 1;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Halt::Interrupted);
        }
        // The branches of this depth are a fair guess at how many there are in all.
        let branches = || {
            let answers = self
                .choices
                .iter()
                .map(|choice| choice.step.answers.each.len() as u128);
            answers.fold(1, u128::saturating_mul)
        };
        if self.taken > self.limit.runs {
            let size = branches().max(u128::from(self.taken));
            return Err(TooLarge {
                size,
                limit: u128::from(self.limit.runs),
            }
            .into());
        }
        Ok(())
    }

    fn choose(&mut self, step: Step) {
        let (before, before_total) = match self.choices.last() {
            Some(choice) => (&choice.weight, &choice.total),
            None => (&Weight::ONE, &Weight::ONE),
        };
        let weight = step
            .answer()
            .map_or(Weight::ZERO, |answer| before * &answer.weight);
        let total = before_total * &step.answers.total;
        self.choices.push(Choice {
            step,
            weight,
            total,
        });
    }

    /// The answer to the next question: the one of this branch, or the first of those that `count` gives.
    fn answer(
        &mut self,
        count: impl FnOnce(&mut Counted) -> Result<Rc<Answers>, Halt>,
    ) -> Result<&[u32], Halt> {
        if self.cut.is_some() {
            return Err(Halt::Pruned);
        }
        let place = self.answered;
        if place == self.origin.len() + self.choices.len() {
            let answers = count(&mut self.counted)?;
            self.choose(Step { answers, taken: 0 });
            self.take_up_room()?;
        }
        self.answered += 1;
        let step = match place.checked_sub(self.origin.len()) {
            Some(choice) => self.choices.get(choice).map(|choice| &choice.step),
            None => self.origin.get(place),
        };
        Ok(step
            .and_then(Step::answer)
            .map_or(&[], |answer| answer.numbers.as_slice()))
    }

    fn number(&mut self, question: Question) -> Result<u32, Halt> {
        let numbers = self.answer(|counted| Ok(counted.answers(question)?))?;
        Ok(first(numbers))
    }

    fn cut_short(&mut self, cut: Cut) -> Result<(), Halt> {
        self.cut.get_or_insert(cut);
        Err(Halt::Pruned)
    }
}

fn first(numbers: &[u32]) -> u32 {
    numbers.first().copied().unwrap_or(0)
}

fn side(weighted: &[Weighted]) -> Result<Vec<(Pool, i64)>, Halt> {
    let pool = |weighted: &Weighted| Ok((weighted.throw.pool.check()?, weighted.weight));
    weighted.iter().map(pool).collect()
}

impl Dice for Path<'_> {
    fn sum(&mut self, throw: &Throw) -> Result<u32, Halt> {
        self.number(Question::Sum(throw.pool.check()?))
    }

    fn sum_lumped(&mut self, throw: &Throw, lump: &dyn Fn(u32) -> i64) -> Result<u32, Halt> {
        let pool = throw.pool.check()?;
        let lumps = |counted: &mut Counted| {
            let sums = counted.answers(Question::Sum(pool))?;
            Ok(sums.lumped(&|sum| lump(first(sum))))
        };
        self.answer(lumps).map(first)
    }

    fn tally(&mut self, throw: &Throw, cuts: &[u32]) -> Result<Vec<u32>, Halt> {
        let pool = throw.pool.check()?;
        let tallies =
            |counted: &mut Counted| Ok(counted.answers(Question::Tally(pool, cuts.to_vec()))?);
        self.answer(tallies).map(<[u32]>::to_vec)
    }

    fn tally_lumped(
        &mut self,
        throw: &Throw,
        cuts: &[u32],
        lump: &dyn Fn(&[u32]) -> i64,
    ) -> Result<Vec<u32>, Halt> {
        let pool = throw.pool.check()?;
        let lumps = |counted: &mut Counted| {
            let tallies = counted.answers(Question::Tally(pool, cuts.to_vec()))?;
            Ok(tallies.lumped(lump))
        };
        self.answer(lumps).map(<[u32]>::to_vec)
    }

    fn spread(&mut self, throw: &Throw) -> Result<u32, Halt> {
        self.number(Question::Spread(throw.pool.check()?))
    }

    fn contest(&mut self, left: &[Weighted], right: &[Weighted]) -> Result<Vec<u32>, Halt> {
        let contests = |counted: &mut Counted| {
            Ok(counted.answers(Question::Contest(side(left)?, side(right)?))?)
        };
        self.answer(contests).map(<[u32]>::to_vec)
    }

    fn merge(&mut self, key: &[i64]) -> Result<(), Halt> {
        if self.cut.is_some() {
            return Err(Halt::Pruned);
        }
        if self.merges < self.stage {
            self.merges += 1;
            return Ok(());
        }
        self.key.clear();
        self.key.extend_from_slice(key);
        self.cut_short(Cut::Merged)
    }

    fn again(&mut self) -> Result<(), Halt> {
        self.cut_short(Cut::Again)
    }

    fn shown(&self) -> bool {
        false
    }
}
