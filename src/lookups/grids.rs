//! Result tables as sheets.

use super::charts::{given, show};
use crate::rules::RuleSet;
use crate::rules::amount::Given;
use crate::rules::grid::Grid;
use crate::rules::procedure::{ColumnShift, RangeEffect, Superiority};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::sheet::Sheet;

/// The tables of a `column-shift`: what distance adds, then each result table.
pub(super) fn column_shift(rules: &RuleSet, id: Id<Ruling>, numbers: &ColumnShift) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    sheets.extend(ranges(&numbers.ranges));
    sheets.extend(numbers.tables.iter().map(result_table));
    sheets.extend(modifiers(rules, id));
    sheets
}

/// The tables of a `superiority`: by kind, then the result table.
pub(super) fn superiority(rules: &RuleSet, id: Id<Ruling>, numbers: &Superiority) -> Vec<Sheet> {
    let kinds = &numbers.kinds;
    let heads = kinds.defenders.iter().map(|head| head.name.as_str());
    let columns: Vec<&str> = std::iter::once("attacker").chain(heads).collect();
    let mut by_kind = Sheet {
        cite: kinds.cite.clone(),
        ..Sheet::new("Superiority by kind, against", &columns)
    };
    for (head, cells) in kinds.attackers.iter().zip(&kinds.cells) {
        let cells = cells.iter().map(|cell| match cell {
            Given::Known(degree) => numbers.signs.show(*degree),
            Given::Blank => given(Some(Given::Blank)),
        });
        by_kind.row(std::iter::once(head.name.clone()).chain(cells));
    }
    let mut sheets = vec![by_kind, result_table(&numbers.table)];
    sheets.extend(modifiers(rules, id));
    sheets
}

fn result_table(grid: &Grid) -> Sheet {
    let names = grid.columns.names();
    let names = names.iter().map(String::as_str);
    let columns: Vec<&str> = std::iter::once("row").chain(names).collect();
    let mut sheet = Sheet {
        cite: grid.cite.clone(),
        ..Sheet::new(grid.title.clone(), &columns)
    };
    for (span, cells) in grid.rows.rows() {
        sheet.row(std::iter::once(span.to_string()).chain(cells.iter().map(show)));
    }
    sheet
}

fn ranges(effects: &[RangeEffect]) -> Option<Sheet> {
    let first = effects.first()?;
    let mut sheet = Sheet {
        cite: first.cite.clone(),
        ..Sheet::new("Added by range", &["who", "at", "adds"])
    };
    for effect in effects {
        for (place, (span, adds)) in effect.rows.rows().enumerate() {
            let name = if place == 0 { effect.name.as_str() } else { "" };
            let adds = match adds {
                Given::Known(number) => number.signed(),
                Given::Blank => given(Some(Given::Blank)),
            };
            sheet.row([name.to_owned(), span.to_string(), adds]);
        }
    }
    Some(sheet)
}

/// Every modifier of the ruling.
pub(super) fn modifiers(rules: &RuleSet, id: Id<Ruling>) -> Option<Sheet> {
    let ruling = rules.rulings.get(id);
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new(format!("Modifiers of {}", ruling.id), &["when", "does"])
    };
    for modifier in rules.modifiers_of(id) {
        sheet.row([modifier.say.clone(), modifier.effect.to_string()]);
    }
    (!sheet.rows.is_empty()).then_some(sheet)
}
