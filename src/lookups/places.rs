//! Places of a source, as answers print them: what the rules say there, and what the table has from there.

use super::named;
use crate::naming::{Found, key_in_words};
use crate::rules::RuleSet;
use crate::rules::entry::{Entries, Entry};
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Named;
use crate::rules::steps::lookup::LookupTable;
use crate::rules::steps::{Run, StepSays};
use crate::sheet::Sheet;
use crate::typed_line::LineFault;

/// An entry of the rules, or a place of the source as it is printed: `6.6`, `6.6 (N)`, `Errata 9.0`.
///
/// # Errors
/// There is no such entry and no such place, or several entries are called so.
pub fn entry(rules: &RuleSet, entries: &Entries, typed: &str) -> Result<Sheet, LineFault> {
    let place = Place::of(typed);
    let found = entries.find(typed);
    let cited = match found {
        Found::One(_) if entries.is_name(typed) => Vec::new(),
        _ => cited_at(rules, &place),
    };
    if let (Found::One(one), []) = (&found, cited.as_slice()) {
        return Ok(of_entry(entries.get(*one)));
    }
    match (place.entries(entries).as_slice(), cited.as_slice()) {
        ([], []) => named(found, "rule", typed).map(|one| of_entry(entries.get(one))),
        ([only], []) => Ok(of_entry(only)),
        (said, _) => Ok(of_place(typed, said, cited)),
    }
}

/// One entry of the rules.
fn of_entry(entry: &Entry) -> Sheet {
    Sheet {
        title: format!("{}: {}", entry.id, entry.title),
        notes: vec![entry.text.clone()],
        cite: entry.cite.clone(),
        ..Sheet::default()
    }
}

/// What there is of a place: what the table has from there, and what the rules say.
fn of_place(typed: &str, said: &[&Entry], cited: Vec<[String; 2]>) -> Sheet {
    let mut sheet = Sheet::new(typed, &[]);
    if !cited.is_empty() {
        sheet.columns = ["in the table", "is"].map(str::to_owned).to_vec();
    }
    for row in cited {
        if !sheet.rows.iter().any(|known| *known == row) {
            sheet.row(row);
        }
    }
    for entry in said {
        sheet.note(format!("{}, {}: {}", entry.id, entry.title, entry.text));
    }
    sheet
}

/// A place of a source: the words and numbers of it, whatever stands between them.
struct Place(Vec<String>);

impl Place {
    fn of(text: &str) -> Place {
        let parts = text.split(|sign: char| !sign.is_alphanumeric() && sign != '.');
        let parts = parts.map(|part| part.trim_matches('.').to_lowercase());
        Place(parts.filter(|part| !part.is_empty()).collect())
    }

    /// Whether this place names another: `Errata 9.0` names `9.0`.
    fn names(&self, other: &Place) -> bool {
        let length = other.0.len();
        length > 0 && self.0.windows(length).any(|part| part == other.0)
    }

    /// The entries that it names by number or heading, and those from there, in the author's order.
    fn entries<'e>(&self, entries: &'e Entries) -> Vec<&'e Entry> {
        let is_named = |entry: &&Entry| {
            let also = entry.also.iter();
            let mut names = also.chain([&entry.id, &entry.title]);
            let cited = entry.cite.as_deref().map(Place::of);
            names.any(|name| self.names(&Place::of(name)))
                || cited.is_some_and(|cited| cited.0 == self.0)
        };
        entries.iter().filter(is_named).collect()
    }
}

/// What of the table has this place: what it is called, and what it is.
fn cited_at(rules: &RuleSet, place: &Place) -> Vec<[String; 2]> {
    let all = everything(rules).into_iter();
    let here = all.filter(|one| Place::of(one.cite).0 == place.0);
    here.map(|one| [format!("{} `{}`", one.sort, one.id), one.is])
        .collect()
}

/// Something of the table that has a place.
struct Cited<'r> {
    cite: &'r str,
    /// What sort of thing it is.
    sort: &'static str,
    /// Its key in the table; for a part of a ruling that of the ruling.
    id: &'r str,
    /// What it is.
    is: String,
}

/// Everything of the table that has a place.
fn everything(rules: &RuleSet) -> Vec<Cited<'_>> {
    let mut all = Vec::new();
    macro_rules! add {
        ($sort:literal, $shelf:ident, $is:ident) => {
            for (_, one) in rules.$shelf.iter() {
                all.extend(cited(&one.cite, $sort, one.id(), &one.$is));
            }
        };
    }
    add!("troop type", types, name);
    add!("mix", mixes, name);
    add!("weapon", weapons, name);
    add!("word", words, say);
    add!("setting", settings, say);
    add!("modifier", modifiers, say);
    add!("result", results, say);
    add!("chart", charts, title);
    add!("phase", phases, name);
    add!("ruling", rulings, say);
    if let Some(withdraws) = &rules.withdraws {
        all.extend(cited(&withdraws.cite, "rule", "withdraws", &withdraws.say));
    }
    for (_, table) in rules.tables.iter() {
        all.extend(cited(&table.cite, "table", &table.id, title_of(table)));
    }
    for (_, ruling) in rules.rulings.iter() {
        all.extend(of_ruling(ruling));
    }
    all
}

/// What of a ruling has a place: its tables, its steps, and what they say.
fn of_ruling(ruling: &Ruling) -> Vec<Cited<'_>> {
    let id = ruling.id();
    let program = &ruling.program;
    let mut all = Vec::new();
    for table in &program.tables {
        all.extend(cited(&table.cite, "table of", id, title_of(table)));
    }
    for step in &program.steps {
        let words = key_in_words(&step.id);
        all.extend(cited(&step.cite, "step of", id, &words));
        if let StepSays::Words(sayings) = &step.say {
            let cites = sayings.iter().map(|saying| &saying.cite);
            all.extend(cites.filter_map(|cite| cited(cite, "step of", id, &words)));
        }
    }
    for shared in &program.shared {
        let words = key_in_words(&shared.id);
        all.extend(cited(&shared.cite, "step of", id, &words));
    }
    for run in &program.sequence {
        if let Run::Each(each) = run {
            all.extend(cited(&each.cite, "step of", id, "one after another"));
        }
    }
    all
}

fn title_of(table: &LookupTable) -> &str {
    table.title.as_deref().unwrap_or(&table.id)
}

fn cited<'r>(
    cite: &'r Option<String>,
    sort: &'static str,
    id: &'r str,
    is: &str,
) -> Option<Cited<'r>> {
    Some(Cited {
        cite: cite.as_deref()?,
        sort,
        id,
        is: is.to_owned(),
    })
}
