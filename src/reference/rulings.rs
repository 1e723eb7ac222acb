//! A ruling on the sheet: its tables, its steps in lines, its modifiers by what they change.

use super::places::Places;
use super::{add, capital};
use crate::lookups::{self, Change, Order, Step};
use crate::naming::key_in_words;
use crate::paper::{Block, Section};
use crate::rules::RuleSet;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::steps::OrderKind;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// The fewest things of an earlier ruling that are not named one by one.
const MANY: usize = 3;
/// The most characters of what a modifier does in one line.
const SHORT: usize = 11;

/// What is on the page already.
#[derive(Default)]
pub(super) struct Seen {
    /// Tables.
    pub(super) sheets: Vec<Sheet>,
    /// Places in the source.
    pub(super) places: Places,
    steps: Known<Step>,
    changes: Known<Change>,
    orders: Known<Order>,
}

/// What earlier rulings have.
struct Known<T>(Vec<(String, Vec<T>)>);

impl<T> Default for Known<T> {
    fn default() -> Self {
        Known(Vec::new())
    }
}

/// All that a ruling resolves with; what an earlier ruling has alike is only named.
pub(super) fn section(
    rules: &RuleSet,
    settings: &Settings,
    id: Id<Ruling>,
    ruling: &Ruling,
    seen: &mut Seen,
) -> Option<Section> {
    let name = key_in_words(&ruling.id).to_string();
    let mut section = Section::new(capital(&name));
    let parts = lookups::ruling_on_paper(rules, settings, id);
    add(&mut section, parts.tables, &mut seen.sheets);
    let (own, elsewhere) = seen.steps.sift(&name, parts.steps, |step| &step.name);
    put(&mut section, steps(&own), "Resolved", elsewhere);
    section.run("Besides", ruling.on_paper.clone());
    let (own, elsewhere) = seen
        .changes
        .sift(&name, parts.changes, |change| &change.say);
    put(
        &mut section,
        changes(&own, &mut seen.places),
        "Modifiers",
        elsewhere,
    );
    let (own, elsewhere) = seen.orders.sift(&name, parts.orders, in_brief);
    for (kind, head) in [
        (OrderKind::Forbid, "Not allowed"),
        (OrderKind::Warn, "Mind"),
    ] {
        section.run(head, orders(&own, kind, &mut seen.places));
    }
    let elsewhere = elsewhere.map(|there| format!("Not allowed, or to mind, {there}."));
    section.blocks.extend(elsewhere.map(Block::Remark));
    if section.blocks.is_empty() {
        return None;
    }
    let mut about = capital(&ruling.say) + ".";
    if let Some(cite) = &parts.cite {
        about.push_str(&format!(" ({cite})"));
    }
    let about = Block::Prose(about);
    section.blocks.insert(0, about);
    Some(section)
}

/// Adds a part of a ruling, or where the whole of it stands.
fn put(section: &mut Section, mut sheet: Sheet, what: &str, elsewhere: Option<String>) {
    if sheet.rows.is_empty() {
        let elsewhere = elsewhere.map(|there| Block::Remark(format!("{what} {there}.")));
        return section.blocks.extend(elsewhere);
    }
    if let Some(there) = elsewhere {
        sheet.note(there);
    }
    section.table(sheet);
}

impl<T: PartialEq> Known<T> {
    /// What no earlier ruling has, and where the rest stands.
    fn sift(
        &mut self,
        under: &str,
        all: Vec<T>,
        name: impl Fn(&T) -> &str,
    ) -> (Vec<T>, Option<String>)
    where
        T: Clone,
    {
        let is_known = |one: &T| self.0.iter().any(|(_, earlier)| earlier.contains(one));
        let (mut known, own): (Vec<T>, Vec<T>) = all.iter().cloned().partition(is_known);
        let mut elsewhere = Vec::new();
        // An earlier ruling of which everything is here again stands for all of it.
        let whole = self.0.iter().filter(|(_, earlier)| {
            earlier.len() >= MANY && earlier.iter().all(|one| known.contains(one))
        });
        if let Some((there, all)) = whole.max_by_key(|(_, earlier)| earlier.len()) {
            known.retain(|one| !all.contains(one));
            elsewhere.push(format!("as in {there}"));
        }
        for (there, earlier) in &self.0 {
            let (here, rest): (Vec<T>, Vec<T>) =
                known.into_iter().partition(|one| earlier.contains(one));
            known = rest;
            let names: Vec<&str> = here.iter().map(&name).collect();
            if !names.is_empty() {
                elsewhere.push(format!("as in {there}: {}", names.join("; ")));
            }
        }
        self.0.push((under.to_owned(), all));
        let elsewhere = (!elsewhere.is_empty()).then(|| elsewhere.join(" · "));
        (own, elsewhere)
    }
}

/// A line for each step, with all that it can be.
fn steps(steps: &[Step]) -> Sheet {
    let mut sheet = Sheet::new("", &[]);
    for step in steps {
        sheet.row([step.name.clone(), in_a_line(step)]);
    }
    sheet
}

/// `8 if veteran; 9 if elite; otherwise 7`.
fn in_a_line(step: &Step) -> String {
    let branches = step.is.iter().enumerate().map(|(place, branch)| {
        if !branch.when.is_empty() {
            format!("{} if {}", branch.is, branch.when)
        } else if place > 0 {
            format!("otherwise {}", branch.is)
        } else {
            branch.is.clone()
        }
    });
    let branches: Vec<String> = branches.collect();
    let line = branches.join("; ");
    if step.when.is_empty() {
        line
    } else {
        format!("if {}: {line}", step.when)
    }
}

/// Modifiers under what they change.
fn changes(changes: &[Change], places: &mut Places) -> Sheet {
    let mut of: Vec<&str> = Vec::new();
    for change in changes {
        if !of.contains(&change.on.as_str()) {
            of.push(&change.on);
        }
    }
    let mut row = |change: &Change, does: String| {
        [
            change.say.clone(),
            held_together(does),
            change.when.clone(),
            places.sign(change.place.as_deref()),
        ]
    };
    let mut sheet = Sheet::new("", &["modifier", "does", "when", ""]);
    // Headings for one or two rows each would take more than they give.
    if of.len() * 2 >= changes.len() {
        for change in changes {
            sheet.row(row(change, format!("{} {}", change.on, change.does)));
        }
    } else {
        for on in of {
            sheet.row([on.to_owned()]);
            for change in changes.iter().filter(|change| change.on == on) {
                sheet.row(row(change, change.does.clone()));
            }
        }
    }
    sheet.drop_empty_columns();
    sheet
}

/// What a short cell says in one line.
fn held_together(text: String) -> String {
    match text.chars().count() <= SHORT {
        true => text.replace(' ', "\u{a0}"),
        false => text,
    }
}

/// What an order says. Whose it is stands before it in an answer, and is nobody's here.
fn said(order: &Order) -> &str {
    order.say.trim_start_matches("…: ")
}

/// What an order says before it says more.
fn in_brief(order: &Order) -> &str {
    said(order).split(": ").next().unwrap_or_default()
}

/// What is refused, or told, each with when and where.
fn orders(orders: &[Order], kind: OrderKind, places: &mut Places) -> Vec<String> {
    let of_kind = orders.iter().filter(|order| order.kind == kind);
    let said = of_kind.map(|order| {
        let when = match order.when.is_empty() {
            true => String::new(),
            false => format!(" ({})", order.when),
        };
        let said = format!("{}{when}", said(order));
        places.after(said, order.place.as_deref())
    });
    said.collect()
}
