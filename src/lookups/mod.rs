//! Look-ups: what the tables say, without a ruling.

mod by_distance;
mod charts;
mod dice;
mod help;
mod help_pages;
mod parts;
mod places;
mod ranges;
mod rulings;
mod scenarios;
mod settings;
mod settled;
mod states;
mod steps;
mod tables;
mod types;

pub use by_distance::ranges_of_type;
pub use charts::{chart, chart_on_paper, charts, given, given_on_paper, moves};
pub use help::{help, nearest_topic};
pub use parts::{Branch, Change, Order, RulingParts, Step, ruling_tables};
pub use places::entry;
pub use ranges::{ranges, weapon, weapon_at};
pub use rulings::{ruling_on_paper, ruling_parts};
pub use scenarios::{scenario, scenario_named, scenarios};
pub use settings::{InForce, settings, settings_in_force, settings_of_session};
pub use states::{
    LifeInWords, NOTHING, SAID, life_in_words, life_of_states, one_at_a_time, sequence,
    sequence_on_paper,
};
pub use tables::{file_table, file_table_on_paper};
pub use types::{power, powers, show, types};

use crate::naming::Found;
use crate::rules::RuleSet;
use crate::rules::entry::Entries;
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

/// The entries of the rules, a line each.
pub fn entries(rules: &RuleSet, entries: &Entries) -> Sheet {
    let mut sheet = Sheet::new(format!("Rules of {}", rules.name), &["rule", "heading"]);
    for entry in entries.iter() {
        sheet.row([entry.id.clone(), entry.title.clone()]);
    }
    sheet
}

/// What was found by a name, if it is one thing.
fn named<T>(found: Found<'_, T>, what: &str, typed: &str) -> Result<T, LineFault> {
    match found {
        Found::One(thing) => Ok(thing),
        Found::Several(names) => Err(LineFault::several(typed, &names)),
        Found::None { nearest } => {
            let fault = LineFault::new(format!("there is no {what} `{typed}`"));
            Err(fault.hinted(match nearest {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("`{what}` alone lists them"),
            }))
        }
    }
}
