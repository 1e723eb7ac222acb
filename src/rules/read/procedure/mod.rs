//! Reading the numbers of each procedure, one file each.

mod column_shift;
mod dice_a_man;
mod hit_dice;
mod instructions;
mod odds_table;
mod pips;
mod pips_by_range;
mod points_times_score;
mod roll_off;
mod roll_test;
mod superiority;
mod tests_by_target;
mod toll;
mod weighted_totals;

use super::battle::follows;
use super::lexicon::Lexicon;
use super::steps::{RawGoesOn, RawHead, RawRuling};
use crate::rules::chart::Chart;
use crate::rules::kind::Attribute;
use crate::rules::procedure::{NAMES, Procedure};
use crate::rules::reader::{Reader, Record};
use crate::rules::ruling::{AimsAt, GoesOn, Often, Ruling};
use crate::rules::shelf::{Id, Shelf};

/// The rulings, and the steps of those that are written as steps.
pub(super) fn rulings<'d>(
    lexicon: &Lexicon<'d>,
    charts: &Shelf<Chart>,
    file: &mut Reader<'d>,
) -> (Shelf<Ruling>, Vec<RawRuling>) {
    let mut shelf = Shelf::default();
    let mut raw = Vec::new();
    let read = file.keyed_tables("ruling", |id, table| {
        let head = RawHead::read(table);
        let follows = follows(lexicon, table, "follows");
        let steps = head.as_ref().is_some_and(|head| head.steps.is_some());
        // While rulings are rewritten, one may have its old procedure beside its steps.
        let procedure = match steps && !table.has("procedure") {
            true => Some(None),
            false => procedure(lexicon, charts, table).map(Some),
        };
        let old = procedure.as_ref().and_then(Option::as_ref);
        let old = old.map_or(&[][..], Procedure::quantities);
        let head = head?;
        raw.extend(RawRuling::read(id.get_ref(), &head, old, table));
        let goes_on = head.goes_on.map(|rounds| goes_on(lexicon, table, &rounds));
        Some(Ruling {
            id: id.into_inner().into(),
            say: head.say.0?,
            sides: head.sides.0?,
            aims_at: head.aims_at.unwrap_or(AimsAt::Troops),
            examples: head.examples,
            goes_on: goes_on.unwrap_or_default(),
            procedure: procedure?,
            program: crate::rules::steps::Program::default(),
            follows,
            often: head.often.unwrap_or(Often::Always),
            heard: head.heard,
            cite: head.cite,
        })
    });
    for ruling in read {
        shelf.add(ruling);
    }
    (shelf, raw)
}

/// What of a ruling holds in the rounds after the first.
fn goes_on<'d>(lexicon: &Lexicon<'d>, table: &Reader<'d>, raw: &RawGoesOn) -> GoesOn {
    let sink = table.sink();
    let after = raw.after.iter();
    let words = raw.words.iter();
    GoesOn {
        after: after
            .filter_map(|name| lexicon.results.named(name, sink))
            .collect(),
        words: words
            .filter_map(|name| lexicon.words.named(name, sink))
            .collect(),
    }
}

fn procedure<'d>(
    lexicon: &Lexicon<'d>,
    charts: &Shelf<Chart>,
    table: &mut Reader<'d>,
) -> Option<Procedure> {
    let names: Vec<(&str, &str)> = NAMES.iter().map(|name| (*name, *name)).collect();
    let Some(name) = table.one_of("procedure", &names) else {
        // Without its procedure nothing is known of the other keys.
        table.keys_left();
        return None;
    };
    match name {
        "column-shift" => {
            let numbers = column_shift::read(lexicon, table)?;
            Some(Procedure::ColumnShift(Box::new(numbers)))
        }
        "dice-a-man" => dice_a_man::read(lexicon, table).map(Procedure::DiceAMan),
        "hit-dice" => hit_dice::read(lexicon, table).map(Procedure::HitDice),
        "pips" => {
            let numbers = pips::read(lexicon, table)?;
            Some(Procedure::Pips(Box::new(numbers)))
        }
        "pips-by-range" => pips_by_range::read(lexicon, table).map(Procedure::PipsByRange),
        "points-times-score" => {
            let numbers = points_times_score::read(lexicon, table)?;
            Some(Procedure::PointsTimesScore(Box::new(numbers)))
        }
        "instructions" => instructions::read(lexicon, charts, table).map(Procedure::Instructions),
        "odds-table" => {
            let numbers = odds_table::read(lexicon, table)?;
            Some(Procedure::OddsTable(Box::new(numbers)))
        }
        "roll-off" => roll_off::read(table).map(Procedure::RollOff),
        "roll-test" => {
            let numbers = roll_test::read(lexicon, table)?;
            Some(Procedure::RollTest(Box::new(numbers)))
        }
        "superiority" => {
            let numbers = superiority::read(lexicon, table)?;
            Some(Procedure::Superiority(Box::new(numbers)))
        }
        "tests-by-target" => tests_by_target::read(lexicon, table).map(Procedure::TestsByTarget),
        "weighted-totals" => weighted_totals::read(lexicon, table).map(Procedure::WeightedTotals),
        _ => None,
    }
}

/// The number of troop types that a key names, if the key is there.
fn maybe_attribute<'d>(
    lexicon: &Lexicon<'d>,
    table: &mut Reader<'d>,
    key: &'static str,
) -> Option<Id<Attribute>> {
    table.raw(key).and_then(|value| lexicon.attribute(&value))
}
