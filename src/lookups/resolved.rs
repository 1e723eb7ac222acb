//! The tables that a ruling resolves with, laid out as sheets.

mod giving_way;
mod matrix;

use super::charts::given;
use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::bands::{Bands, Span};
use crate::rules::procedure::{PointsTimesScore, Procedure, RollTest, TargetFrom};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::sheet::Sheet;

/// The tables of a ruling; none where it resolves without any, or with weapons alone.
pub fn resolved_by(rules: &RuleSet, id: Id<Ruling>) -> Vec<Sheet> {
    let ruling = rules.rulings.get(id);
    let Some(procedure) = &ruling.procedure else {
        return Vec::new();
    };
    match procedure {
        Procedure::ColumnShift(numbers) => super::grids::column_shift(rules, id, numbers),
        Procedure::DiceAMan(numbers) => vec![matrix::matrix(rules, ruling, numbers)],
        Procedure::HitDice(_) => vec![super::ranges(rules)],
        Procedure::OddsTable(numbers) => vec![super::odds_table::sheet(rules, ruling, numbers)],
        Procedure::Pips(numbers) => {
            let sheets = [super::tolls::toll(rules, ruling, numbers.toll)];
            let saves = super::tolls::saves(rules, &numbers.saves);
            sheets
                .into_iter()
                .chain(saves)
                .chain(super::grids::modifiers(rules, id))
                .collect()
        }
        Procedure::PipsByRange(numbers) => {
            let sheets = [super::ranges(rules)];
            let saves = super::tolls::saves(rules, &numbers.saves);
            sheets
                .into_iter()
                .chain(saves)
                .chain(super::grids::modifiers(rules, id))
                .collect()
        }
        Procedure::PointsTimesScore(numbers) => points_times_score(rules, ruling, numbers),
        Procedure::RollTest(numbers) => roll_test(rules, id, numbers),
        Procedure::Superiority(numbers) => super::grids::superiority(rules, id, numbers),
        Procedure::Instructions(_) | Procedure::RollOff(_) => Vec::new(),
        Procedure::TestsByTarget(numbers) => giving_way::by_miss(rules, ruling, numbers),
        Procedure::WeightedTotals(numbers) => giving_way::by_difference(rules, ruling, numbers),
    }
}

fn points_times_score(rules: &RuleSet, ruling: &Ruling, numbers: &PointsTimesScore) -> Vec<Sheet> {
    let lost = numbers.losses.iter().map(|(kind, bands)| {
        let of = rules.kind_name(*kind).to_owned();
        (of, each(bands, Number::to_string))
    });
    let say = |result: &Id<_>| rules.results.get(*result).say.clone();
    let by_arm = numbers
        .results_by_arm
        .iter()
        .map(|(arm, bands)| (rules.arms.get(*arm).0.name.to_string(), each(bands, say)));
    let by_class = numbers.results.iter().map(|(class, bands)| {
        (
            rules.classes.get(*class).0.name.to_string(),
            each(bands, say),
        )
    });
    let sheets = [
        (
            format!(
                "Defeated: {} lost, by the difference of two dice",
                rules.loss.many
            ),
            lost.collect::<Vec<_>>(),
        ),
        (
            "Defeated: what it does, by the difference of two dice".to_owned(),
            by_arm.chain(by_class).collect(),
        ),
    ];
    sheets
        .into_iter()
        .map(|(title, rows)| laid_out(title, rows, ruling))
        .collect()
}

/// The targets by troop type, where there are such, and all modifiers.
fn roll_test(rules: &RuleSet, id: Id<Ruling>, numbers: &RollTest) -> Vec<Sheet> {
    let ruling = rules.rulings.get(id);
    let attributes: Vec<Id<_>> = numbers
        .targets
        .iter()
        .filter_map(|target| match target.from {
            TargetFrom::Attribute(attribute) => Some(attribute),
            TargetFrom::Amount(_) => None,
        })
        .chain(numbers.adds)
        .collect();
    let mut sheets = Vec::new();
    if !attributes.is_empty() {
        let names = attributes
            .iter()
            .map(|attribute| rules.attributes.get(*attribute).name.to_string());
        let mut sheet = Sheet {
            columns: std::iter::once("unit".to_owned()).chain(names).collect(),
            cite: ruling.cite.clone(),
            ..Sheet::new(format!("Targets of {}", ruling.id), &[])
        };
        for (_, troop) in rules.types.iter() {
            let cells = attributes
                .iter()
                .map(|attribute| given(troop.number(*attribute)));
            sheet.row(std::iter::once(troop.name.to_string()).chain(cells));
        }
        sheets.push(sheet);
    }
    sheets.extend(super::grids::modifiers(rules, id));
    sheets
}

/// What each number of some bands gives.
fn each<T>(bands: &Bands<T>, show: impl Fn(&T) -> String) -> Vec<(Span, String)> {
    bands
        .rows()
        .map(|(span, gives)| (span, show(gives)))
        .collect()
}

fn laid_out(title: String, rows: Vec<(String, Vec<(Span, String)>)>, ruling: &Ruling) -> Sheet {
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new(title, &["unit", "difference", "gives"])
    };
    for (of, bands) in rows {
        for (place, (span, gives)) in bands.into_iter().enumerate() {
            let of = if place == 0 { of.as_str() } else { "" };
            sheet.row([of.to_owned(), span.to_string(), gives]);
        }
    }
    sheet
}
