//! The table of an odds table, laid out as a source prints it.

use crate::rules::RuleSet;
use crate::rules::amount::Given;
use crate::rules::procedure::{OddsTable, StackEffect};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::sheet::Sheet;

/// How a result is shown that does nothing.
const NO_EFFECT: &str = "•";

/// Odds across, the die as modified down, what the results mean under it.
pub(super) fn sheet(rules: &RuleSet, ruling: &Ruling, numbers: &OddsTable) -> Sheet {
    let odds = numbers.columns.names();
    let odds = odds.iter().map(String::as_str);
    let columns: Vec<&str> = std::iter::once("die").chain(odds).collect();
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new(format!("Results of {}", ruling.id), &columns)
    };
    for (span, cells) in numbers.results.rows() {
        let cells = cells.iter().map(|cell| shown(numbers, *cell).to_owned());
        sheet.row(std::iter::once(span.to_string()).chain(cells));
    }
    for (id, effect) in numbers.effects.iter() {
        let letter = shown(numbers, Given::Known(id));
        sheet.note(format!("{letter}: {}", effect.say));
    }
    for instead in &numbers.instead {
        if let Some(cite) = &instead.cite {
            let say = |result: Id<_>| rules.results.get(result).say.clone();
            let of: Vec<String> = instead.of.iter().map(|result| say(*result)).collect();
            let result = instead.result.map_or("nothing".to_owned(), say);
            sheet.note(format!("{result} instead of {}: see {cite}", of.join(", ")));
        }
    }
    sheet
}

fn shown(numbers: &OddsTable, cell: Given<Id<StackEffect>>) -> &str {
    match cell {
        Given::Blank => "blank",
        Given::Known(effect) => {
            let effect = numbers.effects.get(effect);
            if effect.stack.is_empty() && effect.others.is_none() {
                NO_EFFECT
            } else {
                &effect.id
            }
        }
    }
}
