//! A ruling part by part, and its parts as sheets.

use crate::rules::RuleSet;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::steps::OrderKind;
use crate::sheet::Sheet;

/// What a ruling resolves with, part by part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingParts {
    /// Its look-up tables.
    pub tables: Vec<Sheet>,
    /// What its troops count.
    pub numbers_of_troops: Option<Sheet>,
    /// What its weapons count.
    pub numbers_of_weapons: Option<Sheet>,
    /// Its modifiers.
    pub changes: Vec<Change>,
    /// Its dice, with what they are held against.
    pub steps: Vec<Step>,
    /// What it refuses or warns of.
    pub orders: Vec<Order>,
    /// Where the source says so.
    pub cite: Option<String>,
}

/// A modifier of a ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What the modifier is called.
    pub say: String,
    /// What it changes.
    pub on: String,
    /// How it changes that: `-1 a base`.
    pub does: String,
    /// When it does.
    pub when: String,
    /// Where the source says so.
    pub place: Option<String>,
}

/// A step of a ruling that a reader at the table takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub name: String,
    /// When it is taken at all.
    pub when: String,
    /// What it can be.
    pub is: Vec<Branch>,
}

/// One of the things that a step can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// What it is.
    pub is: String,
    /// When it is so; nothing where it always is, or where nothing before it is.
    pub when: String,
}

/// What a ruling refuses or warns of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// What is said.
    pub say: String,
    /// Whether it is refused or only told.
    pub kind: OrderKind,
    /// When.
    pub when: String,
    /// Where the source says so.
    pub place: Option<String>,
}

/// All that a ruling resolves with: its look-up tables, then what its troops and weapons count, its
/// modifiers, its dice with what they are held against, and what it refuses.
pub fn ruling_tables(rules: &RuleSet, id: Id<Ruling>) -> Vec<Sheet> {
    let parts = super::ruling_parts(rules, id);
    let name = &rules.rulings.get(id).id;
    let after = [
        changes_sheet(name, &parts.changes),
        steps_sheet(name, &parts),
        orders_sheet(name, &parts.orders),
    ];
    let numbers = [parts.numbers_of_troops, parts.numbers_of_weapons];
    let after = numbers.into_iter().chain(after).flatten();
    parts.tables.into_iter().chain(after).collect()
}

fn changes_sheet(name: &str, changes: &[Change]) -> Option<Sheet> {
    let title = format!("Modifiers of {name}");
    let mut sheet = Sheet::new(title, &["modifier", "does", "when", "place"]);
    for change in changes {
        sheet.row([
            change.say.clone(),
            format!("{} {}", change.on, change.does),
            change.when.clone(),
            change.place.clone().unwrap_or_default(),
        ]);
    }
    with_places(sheet, changes.iter().map(|change| change.place.as_ref()))
}

fn steps_sheet(name: &str, parts: &RulingParts) -> Option<Sheet> {
    let title = format!("How {name} is resolved");
    let mut sheet = Sheet {
        cite: parts.cite.clone(),
        ..Sheet::new(title, &["step", "is", "when"])
    };
    for step in &parts.steps {
        for (place, branch) in step.is.iter().enumerate() {
            let mut when = vec![step.when.as_str(), branch.when.as_str()];
            if place > 0 && branch.when.is_empty() {
                when.push("otherwise");
            }
            when.retain(|when| !when.is_empty());
            let name = if place == 0 { step.name.as_str() } else { "" };
            sheet.row([name.to_owned(), branch.is.clone(), when.join(", ")]);
        }
    }
    (!sheet.rows.is_empty()).then_some(sheet)
}

fn orders_sheet(name: &str, orders: &[Order]) -> Option<Sheet> {
    let title = format!("What {name} refuses or warns of");
    let mut sheet = Sheet::new(title, &["what", "is", "when", "place"]);
    for order in orders {
        let is = match order.kind {
            OrderKind::Forbid => "refused",
            OrderKind::Warn => "told",
        };
        sheet.row([
            order.say.clone(),
            is.to_owned(),
            order.when.clone(),
            order.place.clone().unwrap_or_default(),
        ]);
    }
    with_places(sheet, orders.iter().map(|order| order.place.as_ref()))
}

/// The one place that all of several things stand in; `None` where they differ.
pub(super) fn common(cites: &[Option<&String>]) -> Option<String> {
    let first = cites.first().copied().flatten()?;
    let same = cites.iter().all(|cite| *cite == Some(first));
    same.then(|| first.clone())
}

/// A sheet whose last column are places in the source: one for all of it where they are the same.
fn with_places<'c>(
    mut sheet: Sheet,
    cites: impl Iterator<Item = Option<&'c String>>,
) -> Option<Sheet> {
    if sheet.rows.is_empty() {
        return None;
    }
    let cites: Vec<Option<&String>> = cites.collect();
    let nowhere = cites.iter().all(Option::is_none);
    let place = common(&cites);
    if place.is_some() || nowhere {
        sheet.cite = place;
        sheet.columns.pop();
        for row in &mut sheet.rows {
            row.pop();
        }
    }
    Some(sheet)
}
