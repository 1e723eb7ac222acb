//! Whether a unit that is still being typed can have a word.

use super::standing::Standing;
use crate::rules::RuleSet;
use crate::rules::condition::{Condition, Role};
use crate::rules::kind::{Kind, TroopType};
use crate::rules::shelf::Id;
use crate::rules::word::Word;

/// What can be told of a condition before the whole line is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    Holds,
    Fails,
    NotYet,
}

impl Told {
    fn of(holds: bool) -> Told {
        if holds { Told::Holds } else { Told::Fails }
    }

    fn not(self) -> Told {
        match self {
            Told::Holds => Told::Fails,
            Told::Fails => Told::Holds,
            Told::NotYet => Told::NotYet,
        }
    }
}

/// Whether the unit, or the other side if the word is of it, can still have a word.
pub(super) fn can_have(
    rules: &RuleSet,
    standing: &Standing,
    id: Id<Word>,
    word: &Word,
) -> Possible {
    let of_foe = standing.is_of_foe(word);
    let (troops, said, role) = if of_foe {
        (&standing.foes, &standing.said_of_foes, word.role)
    } else {
        (&standing.troops, &standing.said, standing.role)
    };
    let bars = |one: &Word, other| one.bars.contains(&other);
    let barred = said
        .iter()
        .any(|other| bars(word, *other) || bars(rules.words.get(*other), id));
    let unit = Unit {
        rules,
        troops,
        said,
        role,
    };
    if !standing.takes(word) || said.contains(&id) || barred || unit.all(&word.needs) == Told::Fails
    {
        Possible::No
    } else if of_foe {
        Possible::OfTheFoe
    } else {
        Possible::Yes
    }
}

/// Whether a word can still be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Possible {
    /// Of this unit.
    Yes,
    /// Of the other side, though it is not its turn.
    OfTheFoe,
    /// No more, or not of such troops.
    No,
}

/// A unit as far as it is known.
struct Unit<'a> {
    rules: &'a RuleSet,
    troops: &'a [Id<TroopType>],
    said: &'a [Id<Word>],
    role: Role,
}

impl Unit<'_> {
    fn told(&self, condition: &Condition) -> Told {
        match condition {
            Condition::Said(word) if self.said.contains(word) => Told::Holds,
            Condition::Is(kind) if self.shows(*kind) => {
                Told::of(self.troops.iter().all(|troop| self.rules.is(*troop, *kind)))
            }
            Condition::Has(kind) if self.shows(*kind) => {
                Told::of(self.troops.iter().any(|troop| self.rules.is(*troop, *kind)))
            }
            Condition::Side(role) => Told::of(*role == Role::Either || *role == self.role),
            Condition::Not(condition) => self.told(condition).not(),
            Condition::All(conditions) => self.all(conditions),
            Condition::Any(conditions) => self.any(conditions),
            _ => Told::NotYet,
        }
    }

    /// Whether the troops named so far show if they are of a kind; a mix may still come about.
    fn shows(&self, kind: Kind) -> bool {
        !matches!(
            (self.troops, kind),
            ([], _) | (_, Kind::Mix(_)) | ([_, _, ..], Kind::Class(_))
        )
    }

    fn all(&self, conditions: &[Condition]) -> Told {
        conditions
            .iter()
            .map(|condition| self.told(condition))
            .fold(Told::Holds, |all, one| match (all, one) {
                (Told::Fails, _) | (_, Told::Fails) => Told::Fails,
                (Told::NotYet, _) | (_, Told::NotYet) => Told::NotYet,
                (Told::Holds, Told::Holds) => Told::Holds,
            })
    }

    fn any(&self, conditions: &[Condition]) -> Told {
        conditions
            .iter()
            .map(|condition| self.told(condition).not())
            .fold(Told::Holds, |none, one| match (none, one) {
                (Told::Fails, _) | (_, Told::Fails) => Told::Fails,
                (Told::NotYet, _) | (_, Told::NotYet) => Told::NotYet,
                (Told::Holds, Told::Holds) => Told::Holds,
            })
            .not()
    }
}
