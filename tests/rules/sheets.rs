//! Reference sheets: what the table says, all of it, and nothing else.

use std::collections::BTreeSet;
use std::path::Path;

use drumhead::naming::key_in_words;
use drumhead::paper::Page;
use drumhead::reference::reference_sheet;
use drumhead::rules::RuleSet;
use drumhead::rules::amount::{BLANK, Given};
use drumhead::rules::beside::entries_of;
use drumhead::rules::chart::{Body, Cell};
use drumhead::rules::condition::Condition;
use drumhead::rules::library::{BUILT_IN, Library};
use drumhead::rules::modifier::Effect;
use drumhead::rules::on_paper::{OnPaper, Shows};
use drumhead::rules::phase::PhaseOf;
use drumhead::rules::setting::SettingKind;
use drumhead::rules::steps::expression::Quantity;
use drumhead::rules::steps::lookup::Cells;
use drumhead::rules::steps::mentions::Mentions;
use drumhead::rules::steps::{Act, Headline};
use drumhead::rules::word::Takes;
use drumhead::session::Session;

use crate::harness::pages::{Table, html_tables, markdown_tables, texts};

/// What a sheet shows for a value that the source does not give.
const TO_FILL_IN: &str = "____";

fn session(id: &str) -> Session {
    Session::open(Library::default(), id, None).unwrap()
}

fn sheet_of(session: &Session, page: Page) -> String {
    let entries = entries_of(session.rules(), &Library::default()).ok();
    let sheet = reference_sheet(session.rules(), session.settings(), entries.as_ref());
    // A house value is the value all the same.
    sheet.on(page).replace('°', "")
}

/// Whether some table has a row, or a column where it lies down.
fn has_row(tables: &[Table], row: &[String]) -> bool {
    let fits = |known: &Vec<String>| {
        row.iter().all(|cell| known.contains(cell)) && known.len() >= row.len()
    };
    let lies = |table: &Table| (1..table.columns.len()).any(|place| fits(&column(table, place)));
    tables
        .iter()
        .any(|table| table.rows.iter().any(fits) || lies(table))
}

/// A column with its heading.
fn column(table: &Table, place: usize) -> Vec<String> {
    let cells = table.rows.iter().filter_map(|row| row.get(place));
    table
        .columns
        .get(place)
        .into_iter()
        .chain(cells)
        .cloned()
        .collect()
}

/// What is run together on a sheet: words, states, settings.
fn expected_runs(session: &Session) -> Vec<String> {
    let rules = session.rules();
    let mut runs = Vec::new();
    for (id, setting) in rules.settings.iter() {
        let number = session.settings().number(rules, id);
        let reading = setting.of.reading(number);
        let means = reading.map_or(&setting.say, |reading| &reading.say);
        let is = setting.of.value(number);
        runs.push(format!("{} {is}: {}", setting.id, means.replace('`', "")));
        for other in setting.of.readings().iter().filter(|other| other.id != is) {
            runs.push(other.id.to_string());
        }
        if let SettingKind::Number { least, most, .. } = &setting.of {
            runs.push(format!("(or {least} to {most})"));
        }
        runs.extend(setting.cite.clone());
    }
    let words = rules.words.iter();
    for (_, word) in words.filter(|(_, word)| word.shows == Shows::Yes) {
        runs.push(word.say.replace('`', ""));
        if let Takes::Number(least, most) = &word.takes {
            runs.push(format!(
                "{} {least} to {most} {}",
                word.id,
                word.say.replace('`', "")
            ));
        }
    }
    for (_, troop) in rules.types.iter() {
        runs.extend(troop.note.iter().map(|note| note.replace('`', "")));
    }
    runs
}

#[test]
fn every_word_and_setting_is_on_its_sheet() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let page = texts(&sheet_of(&session, Page::Html));
        for run in expected_runs(&session) {
            assert!(page.contains(&run), "{id}: {run}");
        }
    }
}

fn shown(text: &str) -> String {
    if text == BLANK {
        TO_FILL_IN.to_owned()
    } else {
        text.replace('`', "")
    }
}

/// Every row that a sheet must have, cell by cell.
fn expected(rules: &RuleSet) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut tables: Vec<_> = rules.tables.iter().map(|(_, table)| table).collect();
    tables.extend(
        rules
            .rulings
            .iter()
            .flat_map(|(_, ruling)| &ruling.program.tables),
    );
    for table in tables {
        for row in &table.rows {
            let cells: Vec<_> = match &row.cells {
                Cells::One(cell) => vec![cell.holds],
                Cells::Columns(cells) => cells.iter().map(|(_, cell)| cell.holds).collect(),
            };
            let numbers = cells.iter().filter_map(|cell| match cell {
                drumhead::rules::steps::Cell::Number(number) => Some(number.to_string()),
                drumhead::rules::steps::Cell::Blank(_) => Some(TO_FILL_IN.to_owned()),
                _ => None,
            });
            let key = shown(&rules.key_text(&row.key));
            rows.push(std::iter::once(key).chain(numbers).collect());
        }
    }
    let charts = rules.charts.iter();
    for (_, chart) in charts.filter(|(_, chart)| chart.shows == Shows::Yes) {
        if let Body::Rows { rows: of_chart, .. } = &chart.body {
            for row in of_chart {
                let cells = row.cells.iter().map(|cell| match cell {
                    Cell::Number(Given::Known(number)) => number.to_string(),
                    Cell::Number(Given::Blank) => TO_FILL_IN.to_owned(),
                    Cell::Text(text) => shown(text),
                    Cell::None => "-".to_owned(),
                });
                rows.push(std::iter::once(row.name.clone()).chain(cells).collect());
            }
        }
    }
    for (_, troop) in rules.types.iter() {
        let name = match troop.name == troop.id {
            true => troop.name.to_string(),
            false => format!("{} ({})", troop.name, troop.id),
        };
        let numbers = troop.numbers.iter().map(|one| match one.number {
            Given::Known(number) if one.brackets.is_some() => format!("({number})"),
            Given::Known(number) => number.to_string(),
            Given::Blank => TO_FILL_IN.to_owned(),
        });
        rows.push(std::iter::once(name).chain(numbers).collect());
    }
    for (_, weapon) in rules.weapons.iter() {
        let bands = weapon.bands.iter().map(|band| {
            let numbers = band.numbers.iter().map(|one| match one.number {
                Given::Known(number) => number.to_string(),
                Given::Blank => TO_FILL_IN.to_owned(),
            });
            let numbers: Vec<String> = numbers.collect();
            let shown = rules.measure.show(band.to);
            let to = match shown.ends_with('"') {
                true => shown,
                false => band.to.to_string(),
            };
            if numbers.is_empty() {
                to
            } else {
                format!("{to}: {}", numbers.join(" · "))
            }
        });
        rows.push(
            std::iter::once(weapon.name.to_string())
                .chain(bands)
                .collect(),
        );
    }
    for (_, phase) in rules.phases.iter() {
        let whose = match phase.of {
            PhaseOf::All => "",
            PhaseOf::First => " (first side)",
            PhaseOf::Second => " (second side)",
        };
        rows.push(vec![format!("{}{whose}", phase.name)]);
    }
    rows
}

#[test]
fn every_number_of_a_table_is_on_its_sheet() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let tables = html_tables(&sheet_of(&session, Page::Html));
        for row in expected(session.rules()) {
            assert!(has_row(&tables, &row), "{id}: {row:?}");
        }
    }
}

#[test]
fn every_modifier_stands_on_the_sheet_with_its_amount_and_place() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let rules = session.rules();
        let page = sheet_of(&session, Page::Html);
        let tables = html_tables(&page);
        for (_, modifier) in rules.modifiers.iter() {
            let Effect::Change(change) = &modifier.effect else {
                continue;
            };
            if modifier.when.iter().any(|when| of_scenarios(rules, when)) {
                continue;
            }
            let place = modifier.cite.as_deref().unwrap_or_default();
            assert!(
                texts(&page).contains(&place.replace('`', "")),
                "{id}: {place}"
            );
            let say = modifier.on_paper.words().unwrap_or(&modifier.say);
            let say = say.replace('`', "");
            let rows = tables.iter().flat_map(|table| &table.rows);
            let mut rows = rows.filter(|row| row.first() == Some(&say));
            let amount = match change.amount {
                drumhead::rules::amount::Amount::Fixed(number) => number.abs().to_string(),
                _ => String::new(),
            };
            let found = rows.any(|row| row[1].contains(&amount));
            assert!(found, "{id}: {say} {amount}");
        }
    }
}

/// Whether a condition asks for a word that scenarios alone say.
fn of_scenarios(rules: &RuleSet, condition: &Condition) -> bool {
    let words = rules.words.iter();
    let mut hidden = words.filter(|(_, word)| word.shows == Shows::No);
    hidden.any(|(word, _)| condition.asks(word))
}

/// Whether the settings alone may decide a condition.
fn of_settings(condition: &Condition) -> bool {
    match condition {
        Condition::Setting(_) | Condition::Reading(..) => true,
        Condition::Not(inner) => of_settings(inner),
        Condition::Any(several) | Condition::All(several) => several.iter().any(of_settings),
        _ => false,
    }
}

#[test]
fn every_step_that_decides_what_comes_is_on_its_sheet() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let rules = session.rules();
        let page = sheet_of(&session, Page::Html);
        let rows: Vec<String> = html_tables(&page)
            .iter()
            .flat_map(|table| &table.rows)
            .filter_map(|row| row.first().cloned())
            .collect();
        for (_, ruling) in rules.rulings.iter() {
            let program = &ruling.program;
            let effects = program.steps.iter().filter(|step| {
                step.headline == Headline::Yes
                    || !matches!(
                        step.act,
                        Act::Work(_) | Act::Holds(_) | Act::Look(_) | Act::Reading(..)
                    )
            });
            // What decides something, and what that names.
            let decide = effects.flat_map(|step| {
                let named = Mentions::of_step(step).quantities.into_iter();
                let named = named.filter_map(|quantity| match quantity {
                    Quantity::Step(named) => program.step(*named),
                    _ => None,
                });
                std::iter::once(step).chain(named.collect::<Vec<_>>())
            });
            for step in decide {
                let asks = |condition: &Condition| {
                    of_settings(condition) || of_scenarios(rules, condition)
                };
                if step.on_paper == OnPaper::Elsewhere || step.when.iter().any(asks) {
                    continue;
                }
                let name = key_in_words(&step.id);
                let own = rows
                    .iter()
                    .any(|row| *row == name || row.starts_with(&format!("{name} (")));
                let again = texts(&page).contains("as in") && texts(&page).contains(name.as_str());
                assert!(own || again, "{id}: {}: {name}", ruling.id);
            }
            // What stands elsewhere is in the words of some step.
            let elsewhere = program
                .steps
                .iter()
                .any(|step| step.on_paper == OnPaper::Elsewhere);
            let words = program
                .steps
                .iter()
                .any(|step| step.on_paper.words().is_some());
            assert!(
                words || !elsewhere || !ruling.on_paper.is_empty(),
                "{id}: {}",
                ruling.id
            );
        }
    }
}

/// Every rule set of the program and of the authors in the tests.
fn all_sheets() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/authors");
    let mut ids: Vec<String> = BUILT_IN.iter().map(|(id, ..)| (*id).to_owned()).collect();
    for file in std::fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let id = name
            .strip_suffix(".toml")
            .filter(|id| !id.ends_with(".cases"));
        ids.extend(id.map(str::to_owned));
    }
    let library = Library::new(vec![folder]);
    let sheets = ids.into_iter().map(|id| {
        let session = Session::open(library.clone(), &id, None).unwrap();
        (id, sheet_of(&session, Page::Html))
    });
    sheets.collect()
}

#[test]
fn no_program_text_is_on_a_sheet() {
    for (id, page) in all_sheets() {
        let page = texts(&page);
        for text in ["≤", "≥", "≠", "foe (", "friend (", "> 0", "{", "}"] {
            let found = page
                .find(text)
                .map(|at| page[..at].chars().rev().take(60).collect::<String>());
            let found = found.map(|back| back.chars().rev().collect::<String>());
            assert!(found.is_none(), "{id}: {text} after {found:?}");
        }
    }
}

#[test]
fn a_sheet_counts_the_boxes_that_are_on_it() {
    for (id, ..) in BUILT_IN {
        let page = sheet_of(&session(id), Page::Markdown);
        let boxes = page.matches("\\_\\_\\_\\_").count();
        let said = page
            .lines()
            .find(|line| line.contains("write in what your own copy says"));
        let said = said.and_then(|line| line.split(' ').next()?.parse().ok());
        assert_eq!(said.unwrap_or(0), boxes, "{id}");
    }
}

/// The numbers of a text by their values to four places, however they are written.
fn numbers(text: &str) -> BTreeSet<String> {
    let fractions = [
        ('½', 0.5),
        ('⅓', 1.0 / 3.0),
        ('⅔', 2.0 / 3.0),
        ('¼', 0.25),
        ('¾', 0.75),
        ('⅕', 0.2),
        ('⅙', 1.0 / 6.0),
        ('⅛', 0.125),
    ];
    let mut values = Vec::new();
    let is_digit = |sign: char| sign.is_ascii_digit() || sign == '.' || sign == '/';
    for part in
        text.split(|sign: char| !is_digit(sign) && fractions.iter().all(|(one, _)| *one != sign))
    {
        let fraction = fractions.iter().find(|(sign, _)| part.ends_with(*sign));
        let digits = part
            .trim_end_matches(|sign: char| !is_digit(sign))
            .trim_matches(['.', '/']);
        let mut of_digits = digits
            .split('/')
            .filter_map(|digits| digits.parse::<f64>().ok());
        let whole = match (of_digits.next(), of_digits.next()) {
            (Some(above), Some(below)) => {
                values.extend([above, below]);
                Some(above / below)
            }
            (whole, _) => whole,
        };
        match (whole, fraction) {
            (Some(whole), Some((_, more))) => values.push(whole + more),
            (None, Some((_, more))) => values.push(*more),
            (Some(whole), None) => values.push(whole),
            (None, None) => {}
        }
    }
    values.iter().map(|value| format!("{value:.4}")).collect()
}

#[test]
fn no_number_is_on_a_sheet_that_is_not_in_the_table() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let rules = session.rules();
        let known = numbers(rules.texts.whole());
        for table in html_tables(&sheet_of(&session, Page::Html)) {
            // Phases, bands and steps of a level are counted.
            let counted = table.columns.first().is_some_and(String::is_empty);
            for row in &table.rows {
                for cell in row.iter().skip(usize::from(counted)) {
                    for number in numbers(cell) {
                        assert!(known.contains(&number), "{id}: {number} in {row:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_sheet_says_the_same_in_markdown() {
    for (id, ..) in BUILT_IN {
        let session = session(id);
        let html = html_tables(&sheet_of(&session, Page::Html));
        let markdown = markdown_tables(&sheet_of(&session, Page::Markdown));
        let mut html: Vec<_> = html.into_iter().map(|table| table.rows).collect();
        let mut markdown: Vec<_> = markdown.into_iter().map(|table| table.rows).collect();
        // A sheet in HTML has what is wide before the rest.
        html.sort();
        markdown.sort();
        assert_eq!(html, markdown, "{id}");
    }
}

#[test]
fn a_sheet_leans_on_nothing_and_runs_nothing() {
    for (id, ..) in BUILT_IN {
        let page = sheet_of(&session(id), Page::Html);
        for outside in ["<script", "<link", "<img", "http://", "https://", "url("] {
            assert!(!page.contains(outside), "{id}: {outside}");
        }
    }
}
