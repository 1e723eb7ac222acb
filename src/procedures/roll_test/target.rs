//! What a unit has to throw.

use super::super::case::{Case, Subject};
use super::super::marks;
use super::super::outcome::Blank;
use super::super::weigh::weigh;
use super::super::working::Working;
use crate::number::Number;
use crate::rules::amount::{Amount, Given};
use crate::rules::kind::Attribute;
use crate::rules::procedure::{Passes, RollTest, TargetFrom};
use crate::rules::shelf::Id;
use crate::typed_line::LineFault;

/// The target of a unit: the first that applies, after its modifiers.
///
/// `None` where the source does not give it; `blank` then says where it would stand.
///
/// # Errors
/// No target applies.
pub(super) fn of(
    case: Case<'_>,
    numbers: &RollTest,
    subject: Subject<'_>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let found = numbers
        .targets
        .iter()
        .filter(|target| case.all_hold(subject, &target.when))
        .find_map(|target| Some((target.from, read(case, numbers, subject, target.from)?)));
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let Some((from, given)) = found else {
        let name = case.name(subject.unit);
        return Err(
            LineFault::refused(format!("`{}` has no target for {name}", ruling.id))
                .hinted(numbers.asks.clone())
                .at(subject.unit.at),
        );
    };
    if let Given::Known(target) = given {
        working.note(&ruling.cite, || {
            let name = case.name(subject.unit);
            let mark = mark(case, subject, from);
            format!("{name}: {}{target}{mark}", named(case, from))
        });
    }
    let target = weigh(case, subject, "target", given.known(), working);
    if target.is_none() && blank.is_none() {
        *blank = Some(blank_of(case, subject, from));
    }
    Ok(target)
}

/// What the troop type of a unit adds to what is thrown; 0 where it adds nothing.
///
/// `None` where the source does not give it; `blank` then says where it would stand.
pub(super) fn added(
    case: Case<'_>,
    numbers: &RollTest,
    subject: Subject<'_>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Option<Number> {
    let Some(attribute) = numbers.adds else {
        return Some(Number::ZERO);
    };
    let against = match numbers.passes {
        Passes::AtMost => Passes::AtLeast,
        Passes::AtLeast => Passes::AtMost,
    };
    match hardest(case, against, subject, attribute) {
        None => Some(Number::ZERO),
        Some(Given::Known(number)) => {
            let cite = &case.rules.rulings.get(case.situation.ruling).cite;
            working.note(cite, || {
                let name = case.name(subject.unit);
                let mark = mark(case, subject, TargetFrom::Attribute(attribute));
                format!("{name}: {}{mark}", number.signed())
            });
            Some(number)
        }
        Some(Given::Blank) => {
            let of = TargetFrom::Attribute(attribute);
            blank.get_or_insert_with(|| blank_of(case, subject, of));
            None
        }
    }
}

/// A target as it stands for the unit; `None` where it does not apply.
fn read(
    case: Case<'_>,
    numbers: &RollTest,
    subject: Subject<'_>,
    from: TargetFrom,
) -> Option<Given<Number>> {
    match from {
        TargetFrom::Amount(Given::Blank) => Some(Given::Blank),
        TargetFrom::Amount(Given::Known(amount)) => case.amount(subject, amount).map(Given::Known),
        TargetFrom::Attribute(attribute) => hardest(case, numbers.passes, subject, attribute),
    }
}

/// The number of all its troop types that is hardest to throw; a blank hides it.
fn hardest(
    case: Case<'_>,
    passes: Passes,
    subject: Subject<'_>,
    attribute: Id<Attribute>,
) -> Option<Given<Number>> {
    let mut hardest: Option<Number> = None;
    for group in subject.groups() {
        let Given::Known(number) = case.rules.types.get(group.troop).number(attribute)? else {
            return Some(Given::Blank);
        };
        hardest = Some(match (hardest, passes) {
            (None, _) => number,
            (Some(before), Passes::AtMost) => before.min(number),
            (Some(before), Passes::AtLeast) => before.max(number),
        });
    }
    hardest.map(Given::Known)
}

/// What the target is called before its number: `rating `.
fn named(case: Case<'_>, from: TargetFrom) -> String {
    match from {
        TargetFrom::Amount(Given::Known(Amount::Said(word))) => {
            format!("{} ", case.rules.words.get(word).id)
        }
        TargetFrom::Attribute(attribute) => {
            format!("{} ", case.rules.attributes.get(attribute).name)
        }
        TargetFrom::Amount(_) => "target ".to_owned(),
    }
}

/// The mark of a target that is a house rule.
fn mark(case: Case<'_>, subject: Subject<'_>, from: TargetFrom) -> String {
    let TargetFrom::Attribute(attribute) = from else {
        let ruling = &case.rules.rulings.get(case.situation.ruling).id;
        return case.rules.house.mark_any(&["ruling", ruling, "target"]);
    };
    let groups = subject.groups().iter();
    let marks = groups.map(|group| marks::of_number(case, group, attribute));
    marks.max().unwrap_or_default()
}

fn blank_of(case: Case<'_>, subject: Subject<'_>, from: TargetFrom) -> Blank {
    let ruling = case.rules.rulings.get(case.situation.ruling);
    let TargetFrom::Attribute(attribute) = from else {
        return Blank {
            what: format!("the target of `{}`", ruling.id),
            key: format!("ruling.{}.target", ruling.id),
        };
    };
    let about = case.rules.attributes.get(attribute);
    let mut types = subject
        .groups()
        .iter()
        .map(|group| case.rules.types.get(group.troop));
    let troop = types.find(|troop| troop.number(attribute) == Some(Given::Blank));
    let (name, id) = troop.map_or(("", ""), |troop| (troop.name.as_str(), troop.id.as_str()));
    Blank {
        what: format!("{name}, {}", about.name),
        key: format!("type.{id}.numbers.{}", about.id),
    }
}
