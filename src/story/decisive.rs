//! The rulings that decided a battle, with the odds that they had.

use super::Telling;
use super::chronicle::{Chronicle, Told};
use crate::battle::What;
use crate::odds::{Of, chance_text, fall_text};
use crate::paper::Section;
use crate::rules::amount::Given;
use crate::rulings::odds::Limit;
use crate::rulings::outcome::FieldValue;
use crate::session::CameTo;
use crate::sheet::Sheet;

/// How many rulings are told of.
const MOST: usize = 5;
/// How far the exact odds of a headline go: what takes longer is left out, a story waits for nothing.
const LIMIT: Limit = Limit {
    evaluations: 200_000,
};

/// The rulings by which most was lost, with what each came to and how likely that was.
///
/// One side is not told: odds give the strengths of the other away.
pub(super) fn decisive(telling: &mut Telling<'_>, chronicle: &Chronicle<'_>) -> Option<Section> {
    if telling.side.is_some() {
        return None;
    }
    let session = telling
        .session
        .as_mut()
        .filter(|session| session.is_by_table_on_record())?;
    let turns = chronicle.turns.iter();
    let told = turns.flat_map(|turn| turn.told.iter().map(move |told| (turn.number, told)));
    let ruling = |(_, told): &(u32, &Told<'_>)| matches!(&told.entry.what, What::Ruling { throws, .. } if !throws.is_empty());
    let mut rulings: Vec<(u32, &Told<'_>)> = told.filter(ruling).collect();
    rulings.retain(|(_, told)| told.weight > (0, crate::number::Number::ZERO));
    // Of equal ones the earlier stays before.
    rulings.sort_by_key(|(_, told)| std::cmp::Reverse(told.weight));
    rulings.truncate(MOST);
    rulings.sort_by_key(|(turn, told)| (*turn, told.entry.n));
    let mut sheet = Sheet::new("", &["turn", "ruling", "came to", "chance of that"]);
    for (turn, told) in rulings {
        let mut first = true;
        let came = session.odds_of_entry(told.entry.n, LIMIT);
        for one in came
            .iter()
            .filter(|one| !is_certain(one) && is_something(one))
        {
            let (turn, ruling) = match std::mem::take(&mut first) {
                true => (turn.to_string(), told.text.clone()),
                false => (String::new(), String::new()),
            };
            sheet.row([turn, ruling, headline(one), chance(one)]);
        }
        if first {
            sheet.row([
                turn.to_string(),
                told.text.clone(),
                "-".to_owned(),
                "-".to_owned(),
            ]);
        }
    }
    if sheet.rows.is_empty() {
        return None;
    }
    let mut section = Section::new("What decided it");
    section.table(sheet);
    Some(section)
}

/// Whether nothing else could have come of it.
fn is_certain(one: &CameTo) -> bool {
    one.spread.chance(&one.came).is_certain()
}

/// Whether something came of it at all, rather than nothing or 0.
fn is_something(one: &CameTo) -> bool {
    match &one.came {
        Given::Known(FieldValue::Number(number)) => !number.is_zero(),
        Given::Known(FieldValue::Null | FieldValue::Truth(false)) => false,
        Given::Known(FieldValue::Truth(true) | FieldValue::Text(_)) | Given::Blank => true,
    }
}

/// `musketeers: lost 5`.
fn headline(one: &CameTo) -> String {
    let name = one.topic.name.replace(['_', '-'], " ");
    let value = fall_text(&one.came);
    match &one.topic.of {
        Of::Whole => format!("{name} {value}"),
        Of::Unit { called, .. } => format!("{called}: {name} {value}"),
    }
}

/// `12.3 %`, of a number with how often it is as much or more.
fn chance(one: &CameTo) -> String {
    let exactly = chance_text(&one.spread.chance(&one.came));
    match &one.came {
        Given::Known(FieldValue::Number(number)) if *number > crate::number::Number::ZERO => {
            let more = one.spread.chance_where(|value| match value {
                Given::Known(FieldValue::Number(other)) => other >= number,
                _ => false,
            });
            format!("{exactly}; so much or more {}", chance_text(&more))
        }
        _ => exactly,
    }
}
