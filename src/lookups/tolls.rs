//! What pips cost and what saves leave of it, as sheets.

use crate::number::Number;
use crate::rules::RuleSet;
use crate::rules::procedure::{Save, Toll};
use crate::rules::ruling::Ruling;
use crate::sheet::Sheet;

/// What pips cost.
pub(super) fn toll(rules: &RuleSet, ruling: &Ruling, toll: Toll) -> Sheet {
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new("What pips cost the enemy", &["pips", "lost"])
    };
    let lost = |lost| rules.loss.of(lost);
    sheet.row([format!("every {}", toll.whole), lost(Number::ONE)]);
    if let Some(half) = toll.half {
        sheet.row([format!("{half} left over"), lost(Number::HALF)]);
    }
    sheet
}

/// What is lost after a save, by the face; `None` where nobody saves.
pub(super) fn saves(rules: &RuleSet, saves: &[Save]) -> Option<Sheet> {
    let one = &rules.loss.one;
    let of = [format!("of a {one}"), format!("of half a {one}")];
    let first = saves.first()?;
    let mut sheet = Sheet {
        cite: first.cite.clone(),
        ..Sheet::new(
            "What is lost after a save",
            &["by", "lost", "face", "leaves"],
        )
    };
    for save in saves {
        for (of, bands) in of.iter().zip([&save.whole, &save.half]) {
            for (span, lost) in bands.rows() {
                let cells = [
                    save.say.clone(),
                    of.clone(),
                    span.to_string(),
                    lost.to_string(),
                ];
                sheet.row(cells);
            }
        }
    }
    Some(sheet)
}
