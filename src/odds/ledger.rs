//! Exact shares of a long chain, brought to one denominator as late as can be.

use crate::dice::Weight;

/// Shares of all that can happen, each a whole number of parts of a product of factors.
///
/// A chain divides by another number in nearly every state, and the denominators have little in common.
/// They are kept as a row of factors: a numerator knows how many of them it is parts of, and is
/// multiplied by those that came after only when it is added to others.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    factors: Vec<Weight>,
    sources: Vec<Source>,
}

/// A numerator, as parts of the product of the first so many factors.
#[derive(Debug)]
struct Source {
    numerator: Weight,
    factors: usize,
}

/// A sum of so many times each of some sources.
#[derive(Debug, Default, Clone)]
pub(super) struct Terms(Vec<(usize, Weight)>);

impl Terms {
    /// Adds so many times a source; sources come in the order in which they were entered.
    pub(super) fn add(&mut self, source: usize, times: Weight) {
        self.0.push((source, times));
    }
}

impl Ledger {
    /// Enters a factor by which all that follows is divided.
    pub(super) fn divide(&mut self, factor: Weight) {
        self.factors.push(factor);
    }

    /// Enters a numerator over all factors so far; its number.
    pub(super) fn enter(&mut self, numerator: Weight) -> usize {
        self.sources.push(Source {
            numerator,
            factors: self.factors.len(),
        });
        self.sources.len() - 1
    }

    /// The numerator of a sum, over all factors so far.
    pub(super) fn sum(&self, terms: &Terms) -> Weight {
        let mut sum = Weight::ZERO;
        let mut over = 0;
        for (source, times) in &terms.0 {
            let Some(source) = self.sources.get(*source) else {
                continue;
            };
            if !sum.is_zero() && source.factors > over {
                sum = &sum * &self.product(over, source.factors);
            }
            over = over.max(source.factors);
            sum += &(&source.numerator * times);
        }
        match sum.is_zero() {
            true => sum,
            false => &sum * &self.product(over, self.factors.len()),
        }
    }

    /// What all numerators are parts of.
    pub(super) fn denominator(&self) -> Weight {
        self.product(0, self.factors.len())
    }

    /// The product of some of the factors, long ones last.
    fn product(&self, from: usize, to: usize) -> Weight {
        match to.saturating_sub(from) {
            0 => Weight::ONE,
            1 => self.factors.get(from).cloned().unwrap_or(Weight::ONE),
            several => {
                let middle = from + several / 2;
                &self.product(from, middle) * &self.product(middle, to)
            }
        }
    }
}
