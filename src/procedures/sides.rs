//! Sums over all units of a side.

use super::case::Case;
use crate::number::Number;
use crate::rules::condition::Role;

impl Case<'_> {
    /// What a side began with, in losses that it could take.
    pub fn begun_by_side(self, role: Role) -> Number {
        self.subjects(role).map(|unit| self.losses(unit).0).sum()
    }

    /// What a side has lost, in the rule set's casualty measure.
    pub fn lost_by_side(self, role: Role) -> Number {
        self.subjects(role).map(|unit| self.losses(unit).1).sum()
    }

    /// What a side has left, in losses that it can still take.
    pub fn left_of_side(self, role: Role) -> Number {
        self.subjects(role).map(|unit| self.left_of(unit)).sum()
    }

    /// What a person calls a side: its units, joined.
    pub fn side_name(self, role: Role) -> String {
        let names: Vec<String> = self.subjects(role).map(|of| self.name(of.unit)).collect();
        names.join(" and ")
    }
}
