//! What stands behind a value in a working step that a table changes: ` (house rule, printed 2)`.

use super::case::Case;
use crate::rules::kind::Attribute;
use crate::rules::shelf::{Id, Named};
use crate::situation::Group;

/// The mark of a value of the ruling, by the keys that lead to it there.
pub(super) fn of_ruling(case: Case<'_>, keys: &[&str]) -> String {
    let ruling = case.rules.rulings.get(case.situation.ruling).id();
    let keys: Vec<&str> = ["ruling", ruling].iter().chain(keys).copied().collect();
    case.rules.house.mark(&keys)
}

/// The mark of a number of the group's troop type.
pub(super) fn of_number(case: Case<'_>, group: &Group, number: Id<Attribute>) -> String {
    let troop = case.rules.types.get(group.troop).id();
    let number = case.rules.attributes.get(number).id();
    case.rules.house.mark(&["type", troop, "numbers", number])
}
