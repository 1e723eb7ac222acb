//! The strength that defends: the units in the hex, the ground under them, or the ground alone.

use super::super::case::{Case, Subject};
use super::super::marks;
use super::super::outcome::Blank;
use super::super::weigh::weigh;
use super::super::working::Working;
use super::attack::{blank_of, of_type, product};
use crate::number::Number;
use crate::rules::amount::Given;
use crate::rules::condition::Role;
use crate::rules::kind::Kind;
use crate::rules::procedure::{Defence, OddsTable};
use crate::situation::Group;
use crate::typed_line::LineFault;

/// Adds up the defence of every hex attacked; `None` where `blank` then says what hides it.
///
/// # Errors
/// A unit without the strength that is asked for.
pub(super) fn strength(
    case: Case<'_>,
    numbers: &OddsTable,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let mut total = Some(Number::ZERO);
    for subject in case.subjects(Role::Defender) {
        let of_hex = match &numbers.defence {
            Some(defence) => {
                let units = of_units(case, defence, subject, blank, working)?;
                let times = ground(case, numbers, subject, blank, working);
                units.zip(times).map(|(units, times)| units * times)
            }
            None => ground(case, numbers, subject, blank, working),
        };
        total = total.zip(of_hex).map(|(total, more)| total + more);
    }
    if let Some(total) = total {
        working.note(&None, || format!("defence strength {total}"));
    }
    Ok(total)
}

/// What the ground of a hex is worth.
fn ground(
    case: Case<'_>,
    numbers: &OddsTable,
    subject: Subject<'_>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Option<Number> {
    let ground = &numbers.ground;
    let mut rows = ground.by_word.iter();
    let said = rows.find(|(word, _)| case.said(subject, *word).is_some());
    let word = said.map_or(ground.unsaid, |(word, _)| *word);
    let mut rows = ground.by_word.iter();
    let given = rows.find(|(known, _)| *known == word);
    let given = given.map_or(Given::Blank, |(_, given)| *given);
    let about = case.rules.words.get(word);
    let verb = &case.rules.rulings.get(case.situation.ruling).id;
    match given {
        Given::Blank => {
            blank.get_or_insert_with(|| Blank {
                what: format!("what {} is worth in {verb}", about.id),
                key: format!("ruling.{verb}.ground.by-word.{}", about.id),
            });
        }
        Given::Known(number) => working.note(&about.cite, || {
            let mark = marks::of_ruling(case, &["ground", "by-word", &about.id]);
            match numbers.defence {
                Some(_) => format!("{}: defence ×{number}{mark}", about.id),
                None => format!("{}: {number}{mark}", about.id),
            }
        }),
    }
    weigh(case, subject, "ground", given.known(), working)
}

/// The strength of the units that defend one hex.
fn of_units<'a>(
    case: Case<'a>,
    defence: &Defence,
    subject: Subject<'a>,
    blank: &mut Option<Blank>,
    working: &mut Working,
) -> Result<Option<Number>, LineFault> {
    let defending = defending(case, defence, subject);
    let alone = |group: &Group| {
        let of = |kind: Kind| case.rules.is(group.troop, kind);
        defence.alone.is_some_and(of)
    };
    let all_alone = defending.iter().all(|(group, _)| alone(group));
    let mut total = Some(Number::ZERO);
    for (group, count) in defending {
        let troop = case.rules.types.get(group.troop);
        if alone(group) && !all_alone {
            working.note(&troop.cite, || {
                let mark = case.rules.house.mark(&["type", &troop.id, "tags"]);
                format!("{}: 0 beside others{mark}", case.group_name(group))
            });
            continue;
        }
        let each = of_type(case, group, defence.strength)?;
        if each == Given::Blank {
            blank.get_or_insert_with(|| blank_of(case, group, defence.strength));
        }
        working.note(&troop.cite, || {
            let each = each
                .known()
                .map_or("blank".to_owned(), |each| each.to_string());
            let mark = marks::of_number(case, group, defence.strength);
            format!("{}: {each}{mark}", case.group_name(group))
        });
        let subject = subject.group(group);
        let each = weigh(case, subject, "strength", each.known(), working);
        let count = Number::whole(count);
        if let Some(each) = each.filter(|_| count != Number::ONE) {
            working.note(&None, || product(case, group, each, count));
        }
        total = total.zip(each).map(|(total, each)| total + each * count);
    }
    Ok(total)
}

/// The groups that defend a hex, and how many units of each.
fn defending<'a>(case: Case<'a>, defence: &Defence, subject: Subject<'a>) -> Vec<(&'a Group, i64)> {
    let further: Vec<Kind> = defence
        .further
        .iter()
        .filter(|(when, _)| case.all_hold(subject, when))
        .map(|(_, kind)| *kind)
        .collect();
    let mut above = 0;
    let mut defending = Vec::new();
    for group in &subject.unit.groups {
        let standing = case.standing(group).floor();
        let all = further.iter().any(|kind| case.rules.is(group.troop, *kind));
        let count = if all {
            standing
        } else {
            standing.min((defence.top - above).max(0))
        };
        above += standing;
        if count > 0 {
            defending.push((group, count));
        }
    }
    defending
}
