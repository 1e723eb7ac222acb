//! The reference sheet of a rule set: all that a quick-reference sheet has, from its table.

mod cheat;
mod places;
mod rulings;
mod shapes;
mod units;
mod words;

pub use cheat::cheat_sheet;

use self::places::Places;
use self::rulings::Seen;
use crate::distance::LengthUnit;
use crate::lookups;
use crate::paper::{Block, Document, Layout, Section};
use crate::rules::RuleSet;
use crate::rules::amount::{BLANK, Given};
use crate::rules::chart::Body;
use crate::rules::entry::Entries;
use crate::rules::given_numbers::GivenNumber;
use crate::rules::on_paper::Shows;
use crate::rules::steps::Program;
use crate::rulings::phrasing::Phrasing;
use crate::settings::Settings;
use crate::sheet::Sheet;

/// What is written in by hand, where it stands among others.
const TO_FILL_IN: &str = "____";

/// The reference sheet of a rule set, with the settings in force.
///
/// `entries` is what its rules say, of which some stands on the sheet.
pub fn reference_sheet(
    rules: &RuleSet,
    settings: &Settings,
    entries: Option<&Entries>,
) -> Document {
    let mut seen = Seen::default();
    let mut sections = Vec::new();
    sections.extend(the_turn(rules, settings));
    sections.push(units::troops(rules));
    sections.extend(ranges(rules, &mut seen.sheets));
    sections.extend(movement(rules, &mut seen.sheets));
    for (id, ruling) in rules.rulings.iter() {
        sections.extend(rulings::section(rules, settings, id, ruling, &mut seen));
    }
    sections.extend(entries.and_then(|entries| words::entries(entries, &mut seen.places)));
    let mut rest = Vec::new();
    rest.extend(other_tables(rules, &mut seen.sheets));
    rest.extend(words::results(rules, &sections));
    rest.extend(words::states(rules));
    rest.extend(words::words(rules));
    rest.extend(settings_in_force(rules, settings, &mut seen.places));
    rest.extend(seen.places.section());
    let to_fill_in = sections.iter().chain(&rest).map(boxes).sum();
    Document {
        title: rules.name.to_string(),
        layout: Layout::Reference,
        lead: lead(rules, to_fill_in),
        sections,
        rest,
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
    if !rules.house.is_empty() {
        lines.push("° marks what is not the source's, but a house value.".to_owned());
    }
    lines
}

/// How many values of a section are to be written in.
fn boxes(section: &Section) -> usize {
    let tables = section.blocks.iter().filter_map(|block| match block {
        Block::Table(sheet) => Some(sheet),
        _ => None,
    });
    let cells = tables.flat_map(|sheet| sheet.rows.iter().flatten());
    cells
        .map(|cell| match cell == BLANK {
            true => 1,
            false => cell.matches(TO_FILL_IN).count(),
        })
        .sum()
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
        section.table(shapes::folded(shapes::laid_down(sheet)));
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
            let numbers = numbers.iter().filter_map(|(id, _)| band.numbers.get(*id));
            let numbers: Vec<String> = numbers.map(|number| in_a_line(rules, number)).collect();
            let to = match rules.measure.unit() {
                LengthUnit::Inches => rules.measure.show(band.to),
                // The unit stands under the table once.
                _ => band.to.to_string(),
            };
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
            format!(
                "each band: up to how many {}, {}",
                rules.measure.unit().plural(),
                names.join(" · ")
            ),
        );
    }
    Some(sheet)
}

/// A number among others in a cell, with room to write it where the source gives none.
fn in_a_line(rules: &RuleSet, number: &GivenNumber) -> String {
    match number.number {
        Given::Known(_) => lookups::given_on_paper(rules, Some(number)),
        Given::Blank => TO_FILL_IN.to_owned(),
    }
}

/// The phases of a turn, in order; `None` where the rule set has none.
fn the_turn(rules: &RuleSet, settings: &Settings) -> Option<Section> {
    if rules.phases.is_empty() {
        return None;
    }
    let mut section = Section::new("The turn");
    let turn = lookups::sequence_on_paper(rules, settings);
    let mut sheet = Sheet::new("", &["phase", "what happens"]);
    for row in &turn.rows {
        let cells = turn.columns.iter().zip(row).skip(1);
        let told = cells.filter(|(_, cell)| *cell != lookups::NOTHING);
        let told = told.map(|(head, cell)| format!("{head}: {cell}"));
        let told = told.collect::<Vec<_>>().join("; ");
        sheet.row(row.first().cloned().into_iter().chain([told]));
    }
    sheet.drop_empty_columns();
    section.table(sheet);
    Some(section)
}

fn movement(rules: &RuleSet, shown: &mut Vec<Sheet>) -> Option<Section> {
    let mut section = Section::new("Movement");
    let of_types = |id| matches!(rules.charts.get(id).body, Body::Types(_));
    // What the troop types have stands with the troops.
    if let Some(id) = rules.moves.filter(|id| of_types(*id)) {
        let chart = lookups::chart_on_paper(rules, id);
        let mut told = vec![format!("{}: with the troops", chart.title)];
        told.extend(chart.notes.into_iter().chain(chart.cite));
        section.run("", told);
    } else if let Some(id) = rules.moves {
        add(&mut section, [lookups::chart_on_paper(rules, id)], shown);
    }
    unless_empty(section)
}

/// The charts and tables that no other section has.
fn other_tables(rules: &RuleSet, shown: &mut Vec<Sheet>) -> Option<Section> {
    let mut section = Section::new("Other tables");
    // What the troop types have stands with the troops.
    let charts = rules
        .charts
        .iter()
        .filter(|(_, chart)| chart.shows == Shows::Yes && !matches!(chart.body, Body::Types(_)));
    let charts: Vec<Sheet> = charts
        .map(|(id, _)| lookups::chart_on_paper(rules, id))
        .collect();
    add(&mut section, charts, shown);
    let tables: Vec<Sheet> = rules
        .tables
        .iter()
        .map(|(id, _)| lookups::file_table_on_paper(rules, id))
        .collect();
    add(&mut section, tables, shown);
    unless_empty(section)
}

/// The reading of each setting that is in force; `None` where nothing is to be set.
fn settings_in_force(rules: &RuleSet, settings: &Settings, places: &mut Places) -> Option<Section> {
    let mut section = Section::new("Settings in force");
    let mut told: Vec<String> = Vec::new();
    for one in lookups::settings_in_force(rules, settings) {
        let mut said = format!("`{}` {}: {}", one.id, one.is, one.means);
        if !one.others.is_empty() {
            said.push_str(&format!(" (or {})", one.others));
        }
        told.push(places.after(said, one.place.as_deref()));
    }
    section.run("", told);
    unless_empty(section)
}

/// A text that begins with a capital letter.
fn capital(text: &str) -> String {
    let mut signs = text.chars();
    match signs.next() {
        Some(first) => first.to_uppercase().chain(signs).collect(),
        None => String::new(),
    }
}
