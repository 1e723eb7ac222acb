//! Troop types: the list, one in full, melee powers.

use super::charts::{chart, chart_of_type, given, rows_of_type, show as cell_text};
use crate::rules::RuleSet;
use crate::rules::amount::{Amount, Given};
use crate::rules::chart::Cell;
use crate::rules::kind::{Figures, TroopType};
use crate::rules::shelf::Id;
use crate::rulings::compile::Keep;
use crate::rulings::context::RulingContext;
use crate::rulings::declaration::declare;
use crate::rulings::wording::WorkingLine;
use crate::settings::Settings;
use crate::sheet::Sheet;
use crate::situation::Situation;
use crate::typed_line::LineFault;

/// Every troop type, a line each.
pub fn types(rules: &RuleSet) -> Sheet {
    let mut sheet = Sheet::new(
        format!("Troop types of {}", rules.name),
        &["type", "name", "arm", "class"],
    );
    for (_, troop) in rules.types.iter() {
        sheet.row([
            troop.id.to_string(),
            troop.name.to_string(),
            rules.arms.get(troop.arm).0.name.to_string(),
            class(rules, troop),
        ]);
    }
    sheet
}

fn class(rules: &RuleSet, troop: &TroopType) -> String {
    match troop.class {
        Some(Given::Known(class)) => rules.classes.get(class).0.name.to_string(),
        Some(Given::Blank) => "blank".to_owned(),
        None => "-".to_owned(),
    }
}

/// All that the rules give one troop type.
pub fn show(rules: &RuleSet, settings: &Settings, id: Id<TroopType>) -> Sheet {
    let troop = rules.types.get(id);
    let mut sheet = Sheet {
        title: format!("{} ({})", troop.name, troop.id),
        columns: vec!["what".to_owned(), "is".to_owned()],
        cite: troop.cite.clone(),
        ..Sheet::default()
    };
    sheet.row([
        "arm".to_owned(),
        rules.arms.get(troop.arm).0.name.to_string(),
    ]);
    if troop.class.is_some() {
        sheet.row(["class".to_owned(), class(rules, troop)]);
    }
    let figures = match troop.figures {
        Given::Known(Figures::Unlimited) => "unlimited".to_owned(),
        Given::Known(Figures::Amount(Amount::Fixed(number))) => number.to_string(),
        Given::Known(Figures::Amount(Amount::Setting(setting))) => {
            let about = rules.settings.get(setting);
            format!("{} (`set {}`)", settings.number(rules, setting), about.id)
        }
        Given::Known(Figures::Amount(Amount::Said(_) | Amount::Worked)) => "as said".to_owned(),
        Given::Blank => "blank".to_owned(),
    };
    if rules.loss.many != rules.count.many {
        sheet.row([
            format!("{} a {}", rules.loss.many, rules.count.one),
            figures,
        ]);
    }
    if troop.together > 1 {
        sheet.row([
            format!("{} that act as one", rules.count.many),
            troop.together.to_string(),
        ]);
    }
    for one in troop.numbers.iter() {
        let name = rules.attributes.get(one.of).name.to_string();
        sheet.row([name, given(Some(one.number))]);
    }
    for (what, is) in in_charts(rules, id) {
        sheet.row([what, is]);
    }
    let weapons: Vec<&str> = troop
        .weapons
        .iter()
        .map(|weapon| rules.weapons.get(*weapon).name.as_str())
        .collect();
    if !weapons.is_empty() {
        sheet.row(["fires".to_owned(), weapons.join(", ")]);
    }
    if !troop.also.is_empty() {
        sheet.row(["also called".to_owned(), troop.also.join(", ")]);
    }
    if let Some(note) = &troop.note {
        sheet.note(note.clone());
    }
    sheet
}

/// What the rows of charts that stand for a troop type give it, each with where it stands.
fn in_charts(rules: &RuleSet, id: Id<TroopType>) -> Vec<(String, String)> {
    let mut given = Vec::new();
    for (_, chart) in rules.charts.iter() {
        for row in rows_of_type(rules, chart, id) {
            for (column, cell) in chart.columns().iter().zip(&row.cells) {
                if *cell != Cell::None {
                    given.push((format!("{}: {column}", chart.title), cell_text(cell)));
                }
            }
        }
    }
    given
}

/// Melee powers: all, or one type's; `None` where the rule set has none.
///
/// They stand in a chart, or else in the tables of the ruling that they are for.
pub fn powers(rules: &RuleSet, of: Option<Id<TroopType>>) -> Option<Vec<Sheet>> {
    let powers = rules.powers?;
    let Some(id) = powers.chart else {
        return Some(super::ruling_tables(rules, powers.ruling));
    };
    let own = of.and_then(|troop| chart_of_type(rules, id, troop));
    Some(vec![own.unwrap_or_else(|| chart(rules, id))])
}

/// The steps of a described melee that need no dice.
///
/// # Errors
/// What the rules forbid or do not know.
pub fn power(
    rules: &RuleSet,
    settings: &Settings,
    situation: &Situation,
) -> Result<Vec<WorkingLine>, LineFault> {
    let context = RulingContext {
        rules,
        settings,
        situation,
    };
    Ok(declare(context, Keep::Working)?.working_before_dice())
}
