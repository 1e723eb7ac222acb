//! The reference sheet of a rule set: all that a quick-reference sheet has, from its table.

mod cheat;
mod units;
mod words;

pub use cheat::cheat_sheet;

use crate::lookups;
use crate::naming::key_in_words;
use crate::paper::{Block, Document, Layout, Section};
use crate::rules::RuleSet;
use crate::rules::chart::Body;
use crate::rules::ruling::Ruling;
use crate::rules::shelf::Id;
use crate::rules::steps::Program;
use crate::rulings::phrasing::Phrasing;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// What stands for the place of the row above.
const DITTO: &str = "″";

/// The reference sheet of a rule set, with the settings in force.
///
/// `blanks` says how many values the source of the rules does not give.
pub fn reference_sheet(rules: &RuleSet, settings: &Settings, blanks: usize) -> Document {
    let mut seen = Seen::default();
    let mut sections = Vec::new();
    sections.extend(the_turn(rules));
    sections.push(units::troops(rules));
    sections.extend(ranges(rules, &mut seen.sheets));
    sections.extend(movement(rules, &mut seen.sheets));
    for (id, ruling) in rules.rulings.iter() {
        sections.extend(ruling_section(rules, id, ruling, &mut seen));
    }
    sections.extend(words::results(rules));
    sections.extend(states(rules));
    sections.extend(words::words(rules));
    sections.extend(other_tables(rules, &mut seen.sheets));
    sections.push(settings_in_force(rules, settings));
    Document {
        title: rules.name.to_string(),
        layout: Layout::Reference,
        lead: lead(rules, blanks),
        sections,
        foot: vec![format!(
            "Rule set `{}` from {}. Made by Drumhead {} from its table {}.",
            rules.id,
            rules.source,
            env!("CARGO_PKG_VERSION"),
            rules.hash().get(..12).unwrap_or_default(),
        )],
    }
}

/// What is measured, counted and lost, and what is left to write in.
fn lead(rules: &RuleSet, blanks: usize) -> Vec<String> {
    let (count, loss) = (&rules.count, &rules.loss);
    let mut line = format!("Distances in {}", rules.measure.unit().plural());
    if let Some(ground) = rules.ground {
        line.push_str(&format!(", {ground} yards of ground to each"));
    }
    line.push_str(&format!(". Troops are counted in {}", count.many));
    if count.many != loss.many {
        line.push_str(&format!(", losses in {}", loss.many));
    }
    line.push('.');
    if let Some(withdraws) = &rules.withdraws {
        line.push_str(&format!(
            " A unit that has lost {} of its {} {}.",
            withdraws.at, loss.many, withdraws.say
        ));
    }
    let mut lines = vec![line];
    if blanks > 0 {
        let values = crate::naming::phrase::count(
            i64::try_from(blanks).unwrap_or(i64::MAX),
            "value that the source does not give is an empty box",
            "values that the source does not give are empty boxes",
        );
        lines.push(format!("{values}: write in what your own copy says."));
    }
    lines
}

/// Adds the sheets that are not on the page yet.
fn add(section: &mut Section, sheets: impl IntoIterator<Item = Sheet>, shown: &mut Vec<Sheet>) {
    for sheet in sheets {
        let known = shown
            .iter()
            .any(|known| known.rows == sheet.rows && known.columns.len() == sheet.columns.len());
        if known && !sheet.rows.is_empty() {
            continue;
        }
        shown.push(sheet.clone());
        section.table(sheet);
    }
}

/// A section, unless nothing stands in it.
fn unless_empty(section: Section) -> Option<Section> {
    (!section.blocks.is_empty()).then_some(section)
}

/// Weapons with their bands in a row each, then the tables that a distance reads.
fn ranges(rules: &RuleSet, shown: &mut Vec<Sheet>) -> Option<Section> {
    let mut section = Section::new("Ranges");
    section.blocks.extend(bands(rules).map(Block::Table));
    let skip = usize::from(!rules.weapons.is_empty());
    let by_distance = lookups::ranges(rules).into_iter().skip(skip);
    add(&mut section, by_distance, shown);
    unless_empty(section)
}

/// A row for each weapon, with a cell for each of its bands: `16": 4 · 3`.
fn bands(rules: &RuleSet) -> Option<Sheet> {
    let weapons = || rules.weapons.iter().map(|(_, weapon)| weapon);
    let most = weapons().map(|weapon| weapon.bands.len()).max()?;
    let has = |id| {
        weapons()
            .flat_map(|weapon| &weapon.bands)
            .any(|band| band.number(id).is_some())
    };
    let numbers: Vec<_> = rules.attributes.iter().filter(|(id, _)| has(*id)).collect();
    let heads = (1..=most).map(|place| format!("band {place}"));
    let mut sheet = Sheet {
        columns: std::iter::once("weapon".to_owned()).chain(heads).collect(),
        cite: weapons().find_map(|weapon| weapon.cite.clone()),
        ..Sheet::default()
    };
    for weapon in weapons() {
        let bands = weapon.bands.iter().map(|band| {
            let numbers = numbers.iter().filter_map(|(id, _)| band.number(*id));
            let numbers: Vec<String> = numbers.map(|number| lookups::given(Some(number))).collect();
            let to = rules.measure.show(band.to);
            match numbers.is_empty() {
                true => to,
                false => format!("{to}: {}", numbers.join(" · ")),
            }
        });
        sheet.row(std::iter::once(weapon.name.to_string()).chain(bands));
        let program = Program::default();
        for (when, other) in &weapon.becomes {
            let when = Phrasing {
                rules,
                program: &program,
            }
            .conditions(when);
            let other = &rules.weapons.get(*other).name;
            sheet.note(format!("{} counts as {other} when {when}", weapon.name));
        }
    }
    let names: Vec<&str> = numbers
        .iter()
        .map(|(_, number)| match number.name.is_empty() {
            true => number.id.as_str(),
            false => number.name.as_str(),
        })
        .collect();
    if !names.is_empty() {
        sheet.notes.insert(
            0,
            format!("each band: up to how far, {}", names.join(" · ")),
        );
    }
    Some(sheet)
}

/// The phases of a turn, in order; `None` where the rule set has none.
fn the_turn(rules: &RuleSet) -> Option<Section> {
    if rules.phases.is_empty() {
        return None;
    }
    let mut section = Section::new("The turn");
    section.table(untitled(lookups::sequence(rules)));
    Some(section)
}

/// What brings and ends each state; `None` where there are none.
fn states(rules: &RuleSet) -> Option<Section> {
    let mut sheet = untitled(lookups::life_of_states(rules));
    // What a state changes stands with the modifiers.
    sheet.columns.truncate(3);
    sheet.rows.iter_mut().for_each(|row| row.truncate(3));
    if sheet.rows.is_empty() {
        return None;
    }
    let mut section = Section::new("States");
    section.table(sheet);
    Some(section)
}

/// A sheet under a heading that says already what it is.
fn untitled(sheet: Sheet) -> Sheet {
    Sheet {
        title: String::new(),
        ..sheet
    }
}

fn movement(rules: &RuleSet, shown: &mut Vec<Sheet>) -> Option<Section> {
    let mut section = Section::new("Movement");
    if let Some(id) = rules.moves {
        add(&mut section, [lookups::chart(rules, id)], shown);
    }
    unless_empty(section)
}

/// All that a ruling resolves with; what an earlier ruling has alike is only named.
fn ruling_section(
    rules: &RuleSet,
    id: Id<Ruling>,
    ruling: &Ruling,
    seen: &mut Seen,
) -> Option<Section> {
    let name = key_in_words(&ruling.id);
    let mut section = Section::new(capital(&name));
    let parts = lookups::ruling_parts(rules, id);
    add(&mut section, parts.tables, &mut seen.sheets);
    for (part, known) in [
        (parts.steps, &mut seen.steps),
        (parts.modifiers, &mut seen.modifiers),
        (parts.orders, &mut seen.orders),
    ] {
        let Some(sheet) = part else { continue };
        section.table(with_dittos(without_known(sheet, &name, known)));
    }
    if section.blocks.is_empty() {
        return None;
    }
    let about = Block::Prose(capital(&ruling.say) + ".");
    section.blocks.insert(0, about);
    Some(section)
}

/// What is on the page already.
#[derive(Default)]
struct Seen {
    sheets: Vec<Sheet>,
    steps: Vec<Known>,
    modifiers: Vec<Known>,
    orders: Vec<Known>,
}

/// Rows that belong together, and the ruling under which they stand.
struct Known {
    rows: Vec<Vec<String>>,
    under: String,
}

/// A sheet without the rows that stand under an earlier ruling, which a note names instead.
fn without_known(mut sheet: Sheet, under: &str, known: &mut Vec<Known>) -> Sheet {
    let mut groups: Vec<Vec<Vec<String>>> = Vec::new();
    for row in std::mem::take(&mut sheet.rows) {
        // A row whose first cell is empty goes on with the one above it.
        match groups.last_mut() {
            Some(group) if row.first().is_some_and(String::is_empty) => group.push(row),
            _ => groups.push(vec![row]),
        }
    }
    let mut elsewhere: Vec<(String, Vec<String>)> = Vec::new();
    for group in groups {
        let earlier = known
            .iter()
            .find(|earlier| earlier.under != under && same_but_places(&earlier.rows, &group));
        let Some(earlier) = earlier else {
            sheet.rows.extend(group.iter().cloned());
            known.push(Known {
                rows: group,
                under: under.to_owned(),
            });
            continue;
        };
        let name = group.first().and_then(|row| row.first());
        let name = name.cloned().unwrap_or_default();
        match elsewhere
            .iter_mut()
            .find(|(there, _)| *there == earlier.under)
        {
            Some((_, names)) => names.push(name),
            None => elsewhere.push((earlier.under.clone(), vec![name])),
        }
    }
    for (there, names) in elsewhere {
        sheet.note(format!("as in {there}: {}", names.join("; ")));
    }
    sheet
}

/// Whether two groups of rows say the same; a place that holds for a whole sheet stands in no row of it.
fn same_but_places(one: &[Vec<String>], other: &[Vec<String>]) -> bool {
    let first_three = |row: &Vec<String>| row.iter().take(3).cloned().collect::<Vec<String>>();
    one.iter()
        .map(first_three)
        .eq(other.iter().map(first_three))
}

/// A sheet with a sign for a place that is that of the row above.
fn with_dittos(mut sheet: Sheet) -> Sheet {
    if sheet.columns.last().is_none_or(|head| head != "place") {
        return sheet;
    }
    let mut above = String::new();
    for place in sheet.rows.iter_mut().filter_map(|row| row.last_mut()) {
        if *place == above && !place.is_empty() {
            DITTO.clone_into(place);
        } else {
            above.clone_from(place);
        }
    }
    sheet
}

/// The charts and tables that no other section has.
fn other_tables(rules: &RuleSet, shown: &mut Vec<Sheet>) -> Option<Section> {
    let mut section = Section::new("Other tables");
    // What the troop types have stands with the troops.
    let charts = rules
        .charts
        .iter()
        .filter(|(_, chart)| !matches!(chart.body, Body::Types(_)));
    let charts: Vec<Sheet> = charts.map(|(id, _)| lookups::chart(rules, id)).collect();
    add(&mut section, charts, shown);
    let tables: Vec<Sheet> = rules
        .tables
        .iter()
        .map(|(id, _)| lookups::file_table(rules, id))
        .collect();
    add(&mut section, tables, shown);
    unless_empty(section)
}

/// The reading of each setting that is in force.
fn settings_in_force(rules: &RuleSet, settings: &Settings) -> Section {
    let mut section = Section::new("Settings in force");
    for sheet in lookups::settings(rules, settings) {
        section.table(sheet);
    }
    section
}

/// A text that begins with a capital letter.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => String::new(),
    }
}
