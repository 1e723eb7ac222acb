//! What a result does to the stacks attacked, unit by unit.

use smol_str::SmolStr;

use super::super::case::{Case, Subject};
use super::super::outcome::UnitOutcome;
use super::super::working::Working;
use super::Verdict;
use crate::number::Number;
use crate::rules::condition::Role;
use crate::rules::procedure::OddsTable;
use crate::rules::result::{ResultPhrase, Routs};
use crate::rules::shelf::Id;

/// What becomes of one unit of a stack.
pub(super) struct Fate {
    /// The unit as the outcome shows it.
    pub(super) unit: UnitOutcome,
    /// Whether it leaves its hex.
    leaves: Routs,
}

/// What becomes of every unit of every stack attacked, each from the top.
pub(super) fn fates(
    case: Case<'_>,
    numbers: &OddsTable,
    verdict: &Verdict<'_>,
    working: &mut Working,
) -> Vec<Fate> {
    let mut fates = Vec::new();
    for stack in case.subjects(Role::Defender) {
        let mut place = 0;
        for group in &stack.unit.groups {
            let subject = stack.group(group);
            for _ in 0..case.standing(group).floor() {
                let result = match verdict {
                    Verdict::Does(effect) => effect.of(place),
                    Verdict::Blank(_) | Verdict::OutOfRange => None,
                };
                let result =
                    result.and_then(|result| instead(case, numbers, subject, result, working));
                place += 1;
                fates.push(fate(case, subject, verdict, result));
            }
        }
    }
    fates
}

/// What happens to a unit by its result, or instead of that.
fn instead(
    case: Case<'_>,
    numbers: &OddsTable,
    subject: Subject<'_>,
    result: Id<ResultPhrase>,
    working: &mut Working,
) -> Option<Id<ResultPhrase>> {
    let other = numbers
        .instead
        .iter()
        .find(|instead| instead.of.contains(&result) && case.all_hold(subject, &instead.when));
    let Some(other) = other else {
        return Some(result);
    };
    working.note(&other.cite, || {
        let say = |result: Id<ResultPhrase>| case.rules.results.get(result).say.as_str();
        let names = subject.groups().iter().map(|group| group.troop);
        let name = names.map(|troop| case.rules.types.get(troop).name.as_str());
        format!(
            "{}: {} instead of {}",
            name.collect::<String>(),
            other.result.map_or("nothing", say),
            say(result)
        )
    });
    other.result
}

fn fate(
    case: Case<'_>,
    subject: Subject<'_>,
    verdict: &Verdict<'_>,
    result: Option<Id<ResultPhrase>>,
) -> Fate {
    let result = result.map(|result| case.rules.results.get(result));
    let lost = match verdict {
        Verdict::Blank(_) => None,
        Verdict::Does(_) | Verdict::OutOfRange => {
            Some(result.map_or(Number::ZERO, |result| result.loses))
        }
    };
    let mut troops = subject.groups().iter().map(|group| group.troop);
    let troop = troops.next().map(|troop| case.rules.types.get(troop));
    Fate {
        unit: UnitOutcome {
            types: troop.map_or(SmolStr::default(), |troop| SmolStr::new(&troop.id)),
            name: troop.map_or(SmolStr::default(), |troop| SmolStr::new(&troop.name)),
            lost,
            result: result.map(|result| result.say.clone()),
            fields: Vec::new(),
        },
        leaves: result.map_or(Routs::No, |result| result.routs),
    }
}

/// One line on all units to whom something happens, and one on the hex if nobody is left in it.
pub(super) fn brief(numbers: &OddsTable, fates: &[Fate], working: &Working) -> Vec<String> {
    if !working.has_words() {
        return Vec::new();
    }
    let said: Vec<String> = fates
        .iter()
        .filter_map(|fate| {
            let result = fate.unit.result.as_deref()?;
            Some(format!("{} {result}", fate.unit.name))
        })
        .collect();
    let mut lines = Vec::new();
    if !said.is_empty() {
        lines.push(said.join(", "));
    }
    let empty = !fates.is_empty() && fates.iter().all(|fate| fate.leaves == Routs::Yes);
    if let (true, Some(vacant)) = (empty, &numbers.vacant) {
        lines.push(vacant.clone());
    }
    lines
}
