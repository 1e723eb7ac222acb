//! Outcomes, each with its weight.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::nearest_double::nearest_double;
use super::ways;
use super::{Chance, Pool, Sign, Term, TooLarge, Weight};

/// Outcomes, each with the number of ways to come to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T> {
    /// Rising outcomes, none without a way.
    outcomes: Vec<(T, Weight)>,
    total: Weight,
}

/// One outcome among the others, for tables of odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'d, T> {
    /// The outcome.
    pub value: &'d T,
    /// How likely it is.
    pub exactly: Chance,
    /// How likely are this and all greater ones.
    pub at_least: Chance,
    /// How likely are this and all lesser ones.
    pub at_most: Chance,
}

impl<T: Ord> Distribution<T> {
    /// Outcomes with their weights; those of equal outcomes are added up.
    pub fn of_weights(outcomes: impl IntoIterator<Item = (T, Weight)>) -> Distribution<T> {
        let mut sorted: BTreeMap<T, Weight> = BTreeMap::new();
        for (outcome, weight) in outcomes {
            *sorted.entry(outcome).or_insert(Weight::ZERO) += &weight;
        }
        sorted.retain(|_, weight| !weight.is_zero());
        let total = sum(sorted.values());
        Distribution {
            outcomes: sorted.into_iter().collect(),
            total,
        }
    }

    /// One outcome, and no other.
    pub fn certain(outcome: T) -> Distribution<T> {
        Distribution {
            outcomes: vec![(outcome, Weight::ONE)],
            total: Weight::ONE,
        }
    }

    /// The weights of all outcomes together.
    pub fn total(&self) -> &Weight {
        &self.total
    }

    /// How many different outcomes there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether there is no outcome at all.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// The outcomes in rising order, with their weights.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, &Weight)> {
        self.outcomes
            .iter()
            .map(|(outcome, weight)| (outcome, weight))
    }

    /// The outcomes in rising order, with their probabilities.
    pub fn chances(&self) -> impl DoubleEndedIterator<Item = (&T, Chance)> {
        self.iter()
            .map(|(outcome, weight)| (outcome, Chance::new(weight, &self.total)))
    }

    /// The outcomes in rising order, with the probabilities up from and down to each.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_, T>> {
        let mut below = Weight::ZERO;
        self.iter().map(move |(value, weight)| {
            let at_least = self.total.saturating_sub(&below);
            below += weight;
            Row {
                value,
                exactly: Chance::new(weight, &self.total),
                at_least: Chance::new(&at_least, &self.total),
                at_most: Chance::new(&below, &self.total),
            }
        })
    }

    /// How likely `outcome` is.
    pub fn chance(&self, outcome: &T) -> Chance {
        self.chance_where(|other| other == outcome)
    }

    /// How likely `outcome` or a greater one is.
    pub fn at_least(&self, outcome: &T) -> Chance {
        self.chance_where(|other| other.cmp(outcome) != Ordering::Less)
    }

    /// How likely `outcome` or a lesser one is.
    pub fn at_most(&self, outcome: &T) -> Chance {
        self.chance_where(|other| other.cmp(outcome) != Ordering::Greater)
    }

    /// How likely an outcome is of which `holds` is true.
    pub fn chance_where(&self, holds: impl Fn(&T) -> bool) -> Chance {
        let weights = self.outcomes.iter().filter(|(outcome, _)| holds(outcome));
        Chance::new(&sum(weights.map(|(_, weight)| weight)), &self.total)
    }

    /// What `change` makes of the outcomes; the weights of those it makes equal are added up.
    pub fn map<U: Ord>(&self, change: impl Fn(&T) -> U) -> Distribution<U> {
        let changed = self
            .iter()
            .map(|(outcome, weight)| (change(outcome), weight.clone()));
        Distribution::of_weights(changed)
    }

    /// What `join` makes of this and another, independent distribution.
    pub fn join<U: Ord, V: Ord>(
        &self,
        other: &Distribution<U>,
        join: impl Fn(&T, &U) -> V,
    ) -> Distribution<V> {
        let join = &join;
        Distribution::of_weights(self.iter().flat_map(|(left, ways)| {
            other
                .iter()
                .map(move |(right, times)| (join(left, right), ways * times))
        }))
    }
}

impl<T: Ord + Copy + Into<i64>> Distribution<T> {
    /// The mean of the outcomes, as the nearest double.
    pub fn mean(&self) -> f64 {
        let (mut above, mut below) = (Weight::ZERO, Weight::ZERO);
        for (outcome, weight) in self.iter() {
            let outcome: i64 = (*outcome).into();
            let share = weight * &Weight::from(outcome.unsigned_abs());
            if outcome < 0 {
                below += &share;
            } else {
                above += &share;
            }
        }
        nearest_double(&above.saturating_sub(&below), &self.total)
            - nearest_double(&below.saturating_sub(&above), &self.total)
    }
}

impl Distribution<u32> {
    /// The sum of the pool's faces.
    ///
    /// # Errors
    /// [`TooLarge`] for so many dice of so many sides that the table of sums would not fit.
    pub fn sum_of(pool: Pool) -> Result<Distribution<u32>, TooLarge> {
        Ok(Distribution::of_weights(ways::sums(pool)?))
    }

    /// How many dice of the pool show at least `cut`.
    ///
    /// # Errors
    /// [`TooLarge`] for more dice than are ever thrown.
    pub fn successes(pool: Pool, cut: u32) -> Result<Distribution<u32>, TooLarge> {
        let tallies = ways::tallies(pool, &[cut], u64::from(Pool::MOST_DICE) + 1)?;
        Ok(Distribution::of_weights(
            tallies
                .into_iter()
                .map(|(counts, ways)| (counts.into_iter().sum(), ways)),
        ))
    }
}

impl Distribution<i64> {
    /// The total of dice that are added and taken away.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`Distribution::sum_of`], and for dice of so many kinds that joining
    /// their sums would take too long.
    pub fn total_of(terms: &[Term]) -> Result<Distribution<i64>, TooLarge> {
        let mut least = 0;
        let mut alike: BTreeMap<u32, Pool> = BTreeMap::new();
        for Term { sign, pool } in terms {
            // Dice turned over fall as they do upright: taking away dice is adding
            // them from the least total upwards.
            least += match sign {
                Sign::Plus => i64::from(pool.min_sum()),
                Sign::Minus => -i64::from(pool.max_sum()),
            };
            let together = alike.entry(pool.sides).or_insert(Pool {
                dice: 0,
                sides: pool.sides,
                lowest: 0,
            });
            together.dice = together.dice.saturating_add(pool.dice);
        }
        let mut total = Distribution::certain(0_u32);
        for pool in alike.into_values() {
            let sums = Distribution::sum_of(pool)?;
            let size = total.len() as u128 * sums.len() as u128;
            if size > MOST_JOINS {
                let limit = MOST_JOINS;
                return Err(TooLarge { size, limit });
            }
            total = total.join(&sums, |one, other| one.saturating_add(*other));
        }
        Ok(total.map(|sum| least + i64::from(*sum)))
    }
}

/// The most pairs of sums that are joined.
const MOST_JOINS: u128 = 1_000_000;

fn sum<'w>(weights: impl Iterator<Item = &'w Weight>) -> Weight {
    weights.fold(Weight::ZERO, |mut sum, weight| {
        sum += weight;
        sum
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Expression;
    use super::*;

    fn terms(chance: &Chance) -> String {
        format!("{}/{}", chance.ways(), chance.of())
    }

    #[test]
    fn published_odds_hold() {
        let three = Distribution::sum_of(Pool::d6(3)).unwrap();
        // 27/216
        assert_eq!(terms(&three.chance(&10)), "1/8");
        assert_eq!(three.total().to_string(), "216");
        let two = Distribution::sum_of(Pool::d6(2)).unwrap();
        assert_eq!(terms(&two.at_most(&7)), "7/12");
        assert_eq!(terms(&two.at_least(&11)), "1/12");
        let sixes = Distribution::successes(Pool::d6(4), 6).unwrap();
        assert_eq!(terms(&sixes.chance(&0)), "625/1296");
        assert_eq!(sixes.chance(&0).p(), 0.482_253_086_419_753_06);
    }

    #[test]
    fn no_dice_sum_to_nought() {
        assert_eq!(
            Distribution::sum_of(Pool::d6(0)).unwrap(),
            Distribution::certain(0)
        );
        assert_eq!(
            Distribution::successes(Pool::d6(0), 4).unwrap(),
            Distribution::certain(0)
        );
    }

    #[test]
    fn rows_add_up_from_both_ends() {
        let two = Distribution::sum_of(Pool::d6(2)).unwrap();
        let rows: Vec<_> = two.rows().collect();
        assert_eq!(rows.len(), 11);
        for row in rows {
            assert_eq!(row.exactly, two.chance(row.value));
            assert_eq!(row.at_least, two.at_least(row.value));
            assert_eq!(row.at_most, two.at_most(row.value));
        }
    }

    fn total(text: &str) -> Distribution<i64> {
        Distribution::total_of(&Expression::parse(text).unwrap().terms).unwrap()
    }

    /// Every face of every die, one after the other.
    fn laid_out(terms: &[Term]) -> Distribution<i64> {
        terms.iter().fold(Distribution::certain(0), |so_far, term| {
            let Term { sign, pool } = term;
            let faces = (1..=pool.sides).map(|face| (sign.of(face), Weight::ONE));
            let die = Distribution::of_weights(faces);
            (0..pool.dice).fold(so_far, |so_far, _| {
                so_far.join(&die, |one, other| one + other)
            })
        })
    }

    #[test]
    fn totals_agree_with_every_die_laid_out() {
        for text in [
            "3d6-2d6",
            "0d6-2d6",
            "2d10-3d6",
            "1d6+1d8-2d6+1d4",
            "2d6+2d6",
            "0d6",
        ] {
            let terms = Expression::parse(text).unwrap().terms;
            assert_eq!(total(text), laid_out(&terms), "{text}");
        }
    }

    #[test]
    fn a_difference_of_many_dice_is_even() {
        let difference = total("40d6-40d6");
        assert_eq!(difference.len(), 401);
        assert_eq!(*difference.total(), Weight::from(6_u32).pow(80));
        assert_eq!(difference.mean(), 0.0);
        assert_eq!(difference.chance(&200), difference.chance(&-200));
        assert_eq!(
            difference.chance(&200).of(),
            Weight::from(6_u32).pow(80).to_string()
        );
    }

    #[test]
    fn means_are_exact() {
        assert_eq!(Distribution::sum_of(Pool::d6(3)).unwrap().mean(), 10.5);
        assert_eq!(Distribution::sum_of(Pool::d6(100)).unwrap().mean(), 350.0);
        let below = total("1d6-2d6");
        assert_eq!(below.mean(), -3.5);
    }

    #[test]
    fn equal_outcomes_are_added_up() {
        let die = Distribution::sum_of(Pool::d6(1)).unwrap();
        let odd = die.map(|face| face % 2 == 1);
        assert_eq!(
            odd.iter()
                .map(|(odd, ways)| (*odd, ways.to_string()))
                .collect::<Vec<_>>(),
            [(false, "3".to_owned()), (true, "3".to_owned())]
        );
        assert_eq!(terms(&die.chance_where(|face| *face > 4)), "1/3");
    }

    #[test]
    fn a_table_that_would_not_fit_is_refused() {
        assert!(Distribution::sum_of(Pool::new(1000, 1000)).is_err());
        assert!(Distribution::sum_of(Pool::d6(1000)).is_ok());
    }
}
