//! A throw that is asked for.

use smol_str::SmolStr;

use super::{Needs, Pool};

/// A throw that is asked for: who throws, for what, and which dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The thrower as records name it: `attacker 1`.
    pub by: SmolStr,
    /// The thrower by its places.
    pub seat: Seat,
    /// What a person calls the thrower: `hussars`; may be empty.
    pub label: SmolStr,
    /// What the throw decides: `score`.
    pub purpose: SmolStr,
    /// The dice.
    pub pool: Pool,
    /// Whether others of its side take part.
    pub company: Company,
    /// What each of the dice has to show, where that can be said.
    pub needs: Option<Needs>,
}

/// Where a thrower stands, by places from 0: of two sides, and of the units of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Nobody has said.
    #[default]
    Unknown,
    /// A whole side.
    Side(usize),
    /// A unit of a side.
    Unit(usize, usize),
}

/// Whether a thrower is the only one of its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// It is, so that its number need not be said.
    Alone,
    /// There are others.
    Among,
    /// It is called by a name that nobody else has.
    Named,
}

/// Whether the dice that one thrower threw lie there for another, as records name them: both are whole
/// sides, and no units of one, which have numbers.
pub fn share_dice(one: &str, other: &str) -> bool {
    let has_number = |thrower: &str| thrower.ends_with(|sign: char| sign.is_ascii_digit());
    !has_number(one) && !has_number(other)
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
            seat: Seat::Unknown,
            label: label.into(),
            purpose: purpose.into(),
            pool,
            company: Company::Among,
            needs: None,
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

    /// What the dice have to show, in words: `hits on 6`.
    pub fn needs_in_words(&self) -> Option<String> {
        let needs = self.needs.as_ref()?;
        Some(needs.in_words(self.pool.lowest, self.pool.highest_face()))
    }

    /// Who throws, for a person to read: `attacker, hussars`, or `attacker 2, hussars` of several;
    /// of a battle `Grey's (grey)`.
    pub fn thrower(&self) -> String {
        let by = match self.company {
            Company::Alone => self.by.trim_end_matches(" 1"),
            Company::Named if !self.label.is_empty() => "",
            Company::Among | Company::Named => self.by.as_str(),
        };
        match (by, self.label.as_str()) {
            (by, "") => by.to_owned(),
            ("", label) => label.to_owned(),
            (by, label) => format!("{by}, {label}"),
        }
    }
}
