//! The matrix of `dice-a-man` as a sheet.

use crate::rules::RuleSet;
use crate::rules::amount::Given;
use crate::rules::procedure::{Blows, DiceAMan};
use crate::rules::ruling::Ruling;
use crate::sheet::Sheet;

/// Who strikes down the side, who is struck along the top.
pub(super) fn matrix(rules: &RuleSet, ruling: &Ruling, numbers: &DiceAMan) -> Sheet {
    let name = |class| rules.classes.get(class).0.name.as_str();
    let mut columns = vec!["strikes"];
    columns.extend(numbers.matrix.iter().map(|row| name(row.striker)));
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new("Dice a man, lowest score that kills", &columns)
    };
    for row in &numbers.matrix {
        let cells = numbers
            .matrix
            .iter()
            .map(|column| cell(numbers.blows(row.striker, column.striker)));
        sheet.row(std::iter::once(name(row.striker).to_owned()).chain(cells));
    }
    sheet.note(fight_as(rules, numbers));
    sheet
}

fn cell(blows: Option<Given<Blows>>) -> String {
    match blows {
        Some(Given::Known(blows)) => format!("{}, {}", blows.dice, blows.kills_on),
        Some(Given::Blank) => "blank".to_owned(),
        None => "-".to_owned(),
    }
}

/// Which troop types fight in each row.
fn fight_as(rules: &RuleSet, numbers: &DiceAMan) -> String {
    let rows = numbers.matrix.iter().map(|row| {
        let types: Vec<&str> = rules
            .types
            .iter()
            .filter(|(_, troop)| troop.class == Some(Given::Known(row.striker)))
            .map(|(_, troop)| troop.id.as_str())
            .collect();
        let class = &rules.classes.get(row.striker).0.name;
        format!("{class}: {}", types.join(", "))
    });
    rows.collect::<Vec<_>>().join("; ")
}
