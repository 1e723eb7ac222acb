//! Units that give way: how far a result takes them, and who guards those that give themselves up.

use super::case::{Case, Subject};
use super::outcome::Field;
use crate::number::Number;
use crate::rules::kind::Attribute;
use crate::rules::result::ResultPhrase;
use crate::rules::shelf::Id;

/// How far a result takes a unit, in the rule set's measure: its share of the unit's own
/// move, of several troop types the slowest. `None` where it goes nowhere.
pub(super) fn distance(
    case: Case<'_>,
    subject: Subject<'_>,
    moves: Option<Id<Attribute>>,
    result: Id<ResultPhrase>,
) -> Option<Number> {
    let share = case.rules.results.get(result).moves?;
    Some(case.lowest(subject, moves?)? * share)
}

/// A result as a person reads it, with its distance: `retreat 1 move (9")`.
pub(super) fn phrase(case: Case<'_>, result: Id<ResultPhrase>, distance: Option<Number>) -> String {
    let say = &case.rules.results.get(result).say;
    match distance {
        Some(distance) => format!("{say} ({})", case.rules.measure.show(distance)),
        None => say.clone(),
    }
}

/// Those who gave themselves up, and the guards they take.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Prisoners {
    count: Number,
    a_guard: Option<Number>,
}

impl Prisoners {
    /// Counts the unit among them, if its result is that it gives itself up.
    pub(super) fn take(&mut self, case: Case<'_>, subject: Subject<'_>, result: Id<ResultPhrase>) {
        if let Some(a_guard) = case.rules.results.get(result).prisoners_a_guard {
            self.count += case.left_of(subject);
            self.a_guard = Some(a_guard);
        }
    }

    /// The guards: one for so many prisoners, and one for the rest of them.
    fn guards(self) -> Option<i64> {
        self.a_guard.map(|a_guard| self.count.over(a_guard).ceil())
    }

    /// The fields of the outcome; null where nobody gave himself up.
    pub(super) fn fields(self) -> [Field; 2] {
        [
            Field::step("prisoners", self.a_guard.map(|_| self.count)),
            Field::step("guards", self.guards()),
        ]
    }

    /// What the victor has to leave behind.
    pub(super) fn brief(self) -> Option<String> {
        let guards = self.guards()?;
        let each = if guards == 1 { "guard" } else { "guards" };
        let prisoners = if self.count == Number::ONE {
            "prisoner"
        } else {
            "prisoners"
        };
        Some(format!(
            "{} {prisoners}: the victor leaves {guards} {each} behind",
            self.count
        ))
    }
}
