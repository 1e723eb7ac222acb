//! What odds are given for.

use std::fmt;

use crate::rules::condition::Role;

/// A headline of an outcome, such as `hits` or `defender.1.lost`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic {
    /// Whose.
    pub of: Of,
    /// Its name in the outcome, such as `hits`.
    pub name: String,
}

/// Whose headline it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// The whole outcome's.
    Whole,
    /// One unit's.
    Unit {
        /// Its side.
        role: Role,
        /// Its place in the side, from 1.
        place: usize,
        /// What a person calls it.
        called: String,
    },
}

impl Topic {
    /// A headline of the whole outcome.
    pub fn whole(name: impl Into<String>) -> Topic {
        Topic {
            of: Of::Whole,
            name: name.into(),
        }
    }

    /// Whether this is `name` of the same thing, whatever a person calls it.
    pub(super) fn is(&self, of: Place<'_>, name: &str) -> bool {
        if self.name != name {
            return false;
        }
        match (&self.of, of) {
            (Of::Whole, Place::Whole) => true,
            (Of::Unit { role, place, .. }, Place::Unit(other, at, _)) => {
                *role == other && *place == at
            }
            _ => false,
        }
    }

    /// Whether the other is the same headline of the same place.
    pub fn same_as(&self, other: &Topic) -> bool {
        let place = match &other.of {
            Of::Whole => Place::Whole,
            Of::Unit {
                role,
                place,
                called,
            } => Place::Unit(*role, *place, called),
        };
        self.is(place, &other.name)
    }
}

/// Shows the path in the outcome: `hits`, `attacker.1.lost`.
impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.of {
            Of::Whole => f.write_str(&self.name),
            Of::Unit { role, place, .. } => {
                write!(f, "{}.{place}.{}", side_name(*role), self.name)
            }
        }
    }
}

/// What a side is called in outcomes.
pub(crate) fn side_name(role: Role) -> &'static str {
    match role {
        Role::Attacker | Role::Either => "attacker",
        Role::Defender => "defender",
    }
}

/// Whose headline is being read.
#[derive(Clone, Copy)]
pub(super) enum Place<'n> {
    Whole,
    /// The side, the place in it from 1, and what a person calls it.
    Unit(Role, usize, &'n str),
}

impl Place<'_> {
    pub(super) fn topic(self, name: &str) -> Topic {
        let of = match self {
            Place::Whole => Of::Whole,
            Place::Unit(role, place, called) => Of::Unit {
                role,
                place,
                called: called.to_owned(),
            },
        };
        Topic {
            of,
            name: name.to_owned(),
        }
    }
}
