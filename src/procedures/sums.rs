//! Sums over all groups of a unit, or all units of a side.

use smol_str::SmolStr;

use super::case::{Case, Subject};
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::kind::Attribute;
use crate::rules::shelf::Id;
use crate::situation::Group;

impl Case<'_> {
    /// What the subject has left, in losses that it can still take.
    pub fn left_of(self, subject: Subject<'_>) -> Number {
        subject.groups().iter().map(|group| self.left(group)).sum()
    }

    /// The lowest that any troop type of the subject has of a number; `None` where one has none.
    pub fn lowest(self, subject: Subject<'_>, number: Id<Attribute>) -> Option<Number> {
        let of = |group: &Group| self.rules.types.get(group.troop).number(number)?.known();
        let mut numbers = subject.groups().iter().map(of);
        let first = numbers.next()??;
        numbers.try_fold(first, |lowest, number| Some(lowest.min(number?)))
    }

    /// What a side began with, in losses that it could take.
    pub fn begun_by_side(self, role: Role) -> Number {
        self.subjects(role).map(|unit| self.losses(unit).0).sum()
    }

    /// What a side has lost, in the rule set's casualty measure; in a battle, in this turn.
    pub fn lost_by_side(self, role: Role) -> Number {
        let groups = self
            .subjects(role)
            .flat_map(|subject| subject.unit.groups.iter());
        groups.map(|group| self.lost(group) - group.earlier).sum()
    }

    /// What a side has left, in losses that it can still take.
    pub fn left_of_side(self, role: Role) -> Number {
        self.subjects(role).map(|unit| self.left_of(unit)).sum()
    }

    /// What a person calls a side: its units, joined.
    pub fn side_name(self, role: Role) -> String {
        let names: Vec<SmolStr> = self.subjects(role).map(|of| self.name(of.unit)).collect();
        names.join(" and ")
    }
}
