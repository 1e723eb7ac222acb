//! The different answers to a question, each with its weight.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::Limit;
use crate::dice::ways::{self, Side};
use crate::dice::{Pool, TooLarge, Weight};

/// One answer to a question: the numbers it consists of, and its weight.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) numbers: Vec<u32>,
    pub(super) weight: Weight,
}

/// All different answers to a question.
#[derive(Debug)]
pub(super) struct Answers {
    pub(super) each: Vec<Answer>,
    pub(super) total: Weight,
}

impl Answers {
    fn new(answers: impl IntoIterator<Item = (Vec<u32>, Weight)>) -> Rc<Answers> {
        let each: Vec<Answer> = answers
            .into_iter()
            .map(|(numbers, weight)| Answer { numbers, weight })
            .collect();
        let total = each
            .iter()
            .fold(Weight::ZERO, |sum, answer| &sum + &answer.weight);
        Rc::new(Answers { each, total })
    }

    fn of_numbers(answers: Vec<(u32, Weight)>) -> Rc<Answers> {
        Answers::new(
            answers
                .into_iter()
                .map(|(number, weight)| (vec![number], weight)),
        )
    }

    /// One answer of each lump, with the weights of all in it.
    pub(super) fn lumped(&self, lump: &dyn Fn(&[u32]) -> i64) -> Rc<Answers> {
        let mut lumps: BTreeMap<i64, (Vec<u32>, Weight)> = BTreeMap::new();
        for Answer { numbers, weight } in &self.each {
            let (_, ways) = lumps
                .entry(lump(numbers))
                .or_insert_with(|| (numbers.clone(), Weight::ZERO));
            *ways += weight;
        }
        Answers::new(lumps.into_values())
    }
}

/// What can be asked, without who throws and for what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    Sum(Pool),
    Tally(Pool, Vec<u32>),
    Spread(Pool),
    Contest(Side, Side),
}

/// Answers counted once and kept.
#[derive(Debug)]
pub(super) struct Counted {
    kept: HashMap<Question, Rc<Answers>>,
    limit: Limit,
}

impl Counted {
    pub(super) fn new(limit: Limit) -> Counted {
        Counted {
            kept: HashMap::new(),
            limit,
        }
    }

    /// The answers to `question`.
    pub(super) fn answers(&mut self, question: Question) -> Result<Rc<Answers>, TooLarge> {
        if let Some(answers) = self.kept.get(&question) {
            return Ok(Rc::clone(answers));
        }
        let answers = match &question {
            Question::Sum(pool) => Answers::of_numbers(ways::sums(*pool)?),
            Question::Tally(pool, cuts) => {
                Answers::new(ways::tallies(*pool, cuts, self.limit.runs)?)
            }
            Question::Spread(pool) => Answers::of_numbers(ways::spreads(*pool)),
            Question::Contest(left, right) => Answers::new(ways::contests(left, right)?),
        };
        self.kept.insert(question, Rc::clone(&answers));
        Ok(answers)
    }
}
