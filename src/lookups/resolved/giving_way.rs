//! What units do that give way, by a difference or a miss, as sheets.

use crate::rules::RuleSet;
use crate::rules::bands::Bands;
use crate::rules::kind::Attribute;
use crate::rules::procedure::{TestsByTarget, WeightedTotals};
use crate::rules::result::ResultPhrase;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::sheet::Sheet;

/// The results by the difference of the totals.
pub(super) fn by_difference(
    rules: &RuleSet,
    ruling: &Ruling,
    numbers: &WeightedTotals,
) -> Vec<Sheet> {
    let results = results(rules, ruling, "difference", &numbers.results);
    vec![results, ratings(rules, numbers.rating)]
}

/// The results by how much a test is missed.
pub(super) fn by_miss(rules: &RuleSet, ruling: &Ruling, numbers: &TestsByTarget) -> Vec<Sheet> {
    let mut results = results(rules, ruling, "missed by", &numbers.misses);
    let changes = rules
        .rulings
        .named(&ruling.id)
        .into_iter()
        .flat_map(|id| rules.modifiers_of(id));
    for modifier in changes {
        results.note(format!("{}: {}", modifier.say, modifier.effect));
    }
    vec![results, ratings(rules, numbers.rating)]
}

fn results(rules: &RuleSet, ruling: &Ruling, head: &str, bands: &Bands<Id<ResultPhrase>>) -> Sheet {
    let mut sheet = Sheet {
        cite: ruling.cite.clone(),
        ..Sheet::new("What gives way", &[head, "result"])
    };
    for (span, result) in bands.rows() {
        sheet.row([span.to_string(), rules.results.get(*result).say.clone()]);
    }
    sheet
}

fn ratings(rules: &RuleSet, rating: Id<Attribute>) -> Sheet {
    let name = &rules.attributes.get(rating).name;
    let mut sheet = Sheet::new("Ratings", &["troops", name]);
    for (_, troop) in rules.types.iter() {
        let rating = super::super::charts::given(troop.number(rating));
        sheet.row([troop.name.to_string(), rating]);
    }
    sheet
}
