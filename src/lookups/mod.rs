//! Look-ups: what the tables say, without a ruling.

mod charts;
mod grids;
mod help;
mod odds_table;
mod ranges;
mod resolved;
mod scenarios;
mod settings;
mod types;

pub use charts::{chart, charts, moves};
pub use help::help;
pub use ranges::{ranges, weapon, weapon_at};
pub use resolved::resolved_by;
pub use scenarios::{scenario, scenarios};
pub use settings::settings;
pub use types::{power, powers, show, types};

use crate::rules::RuleSet;
use crate::rules::entry::Entry;
use crate::rules::shelf::Id;
use crate::sheet::Sheet;

/// The entries of the rules, a line each.
pub fn entries(rules: &RuleSet) -> Sheet {
    let mut sheet = Sheet::new(format!("Rules of {}", rules.name), &["rule", "heading"]);
    for (_, entry) in rules.entries.iter() {
        sheet.row([entry.id.clone(), entry.title.clone()]);
    }
    sheet
}

/// One entry of the rules.
pub fn entry(rules: &RuleSet, entry: Id<Entry>) -> Sheet {
    let entry = rules.entries.get(entry);
    Sheet {
        title: format!("{}: {}", entry.id, entry.title),
        notes: vec![entry.text.clone()],
        cite: entry.cite.clone(),
        ..Sheet::default()
    }
}
