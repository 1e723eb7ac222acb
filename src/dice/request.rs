//! What a procedure can ask of dice.

use smol_str::SmolStr;

use super::{Halt, Pool};

/// A throw that is asked for: who throws, for what, and which dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The thrower as records name it: `attacker 1`.
    pub by: SmolStr,
    /// What a person calls the thrower: `hussars`; may be empty.
    pub label: SmolStr,
    /// What the throw decides: `score`.
    pub purpose: SmolStr,
    /// The dice.
    pub pool: Pool,
    /// Whether others of its side take part.
    pub company: Company,
}

/// Whether a thrower is the only one of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// It is, so that its number need not be said.
    Alone,
    /// There are others.
    Among,
}

impl Throw {
    /// A throw of `pool` by `by`, called `label`, for `purpose`.
    pub fn new(
        by: impl Into<SmolStr>,
        label: impl Into<SmolStr>,
        purpose: impl Into<SmolStr>,
        pool: Pool,
    ) -> Throw {
        Throw {
            by: by.into(),
            label: label.into(),
            purpose: purpose.into(),
            pool,
            company: Company::Among,
        }
    }

    /// The same throw by the only one of its side.
    #[must_use]
    pub fn alone(self) -> Throw {
        Throw {
            company: Company::Alone,
            ..self
        }
    }

    /// Who throws, for a person to read: `attacker, hussars`, or `attacker 2, hussars` of several.
    pub fn thrower(&self) -> String {
        let by = match self.company {
            Company::Alone => self.by.trim_end_matches(" 1"),
            Company::Among => self.by.as_str(),
        };
        match (by, self.label.as_str()) {
            (by, "") => by.to_owned(),
            ("", label) => label.to_owned(),
            (by, label) => format!("{by}, {label}"),
        }
    }
}

/// A throw whose sum counts so many times in a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighted {
    /// The throw.
    pub throw: Throw,
    /// How many times its sum counts, 0 or more.
    pub weight: i64,
}

/// Whoever answers when a procedure asks for dice.
///
/// A procedure must ask the same questions in the same order whenever the
/// answers are the same, and must hand a [`Halt`] on as soon as it gets one.
/// It should ask for no more than it needs: [`explore`](super::explore)
/// follows one branch for each different answer.
pub trait Dice {
    /// The sum of the faces; 0 for no dice.
    ///
    /// # Errors
    /// The [`Halt`] of whoever answers; so for all questions.
    fn sum(&mut self, throw: &Throw) -> Result<u32, Halt>;

    /// The sum of the faces, where only `lump(sum)` matters to what follows.
    fn sum_lumped(&mut self, throw: &Throw, lump: &dyn Fn(u32) -> i64) -> Result<u32, Halt> {
        let _ = lump;
        self.sum(throw)
    }

    /// For each cut, given in rising order, how many dice show at least it.
    fn tally(&mut self, throw: &Throw, cuts: &[u32]) -> Result<Vec<u32>, Halt>;

    /// The same, where only `lump(counts)` matters to what follows.
    ///
    /// # Errors
    /// As for all questions.
    fn tally_lumped(
        &mut self,
        throw: &Throw,
        cuts: &[u32],
        lump: &dyn Fn(&[u32]) -> i64,
    ) -> Result<Vec<u32>, Halt> {
        let _ = lump;
        self.tally(throw, cuts)
    }

    /// The highest face less the lowest: of two dice, their difference.
    fn spread(&mut self, throw: &Throw) -> Result<u32, Halt>;

    /// The sums of several throws, of which only how the two weighted totals compare matters.
    ///
    /// The sums come in the order of `left`, then `right`.
    fn contest(&mut self, left: &[Weighted], right: &[Weighted]) -> Result<Vec<u32>, Halt> {
        left.iter()
            .chain(right)
            .map(|weighted| self.sum(&weighted.throw))
            .collect()
    }

    /// From here on, only `key` (and which merge of the run this is) matters.
    ///
    /// Whatever the procedure does or returns after this must follow from
    /// `key` and later throws alone, so that branches with one key can be
    /// followed as one.
    fn merge(&mut self, key: &[i64]) -> Result<(), Halt> {
        let _ = key;
        Ok(())
    }

    /// The throws just made decide nothing and are made again, as after a tie in a roll-off.
    ///
    /// These are all throws since the last [`merge`](Dice::merge), or since the start: in the middle
    /// of a procedure, merge before a roll-off.
    ///
    /// # Errors
    /// [`Halt::Endless`] if they would be made again for ever.
    fn again(&mut self) -> Result<(), Halt>;

    /// Whether someone reads the working, or only the outcome counts.
    fn shown(&self) -> bool;
}
