//! The cells of the sources' tables: what a source prints is what its rule set holds.
//!
//! `tests/cells/ID.toml` lays out the tables of rule set `ID` as its source
//! prints them; each is compared, cell by cell, with the loaded rule set.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use drumhead::naming::{Found, Names};
use drumhead::number::Number;
use drumhead::rules::RuleSet;
use drumhead::rules::amount::{Amount, Given};
use drumhead::rules::bands::Bands;
use drumhead::rules::grid::Head;
use drumhead::rules::library::Library;
use drumhead::rules::modifier::Effect;
use drumhead::rules::procedure::{PointsTimesScore, Procedure};
use drumhead::session::{Answer, Hand, Session};
use serde::Deserialize;

/// The tables of one source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellFile {
    rules: String,
    table: Vec<Printed>,
}

/// One table as the source prints it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    /// Where the source has it.
    source: String,
    /// How the rule set is laid out to be compared.
    layout: Layout,
    /// What of the rule set, where the layout asks.
    #[serde(default)]
    of: String,
    /// Which of the sheets that answer a look-up, from 0.
    #[serde(default)]
    sheet: usize,
    /// Rows of the rule set that the source has not.
    #[serde(default)]
    without: Vec<String>,
    /// The cells: a line a row, `|` between them, the first row and column being names.
    cells: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Layout {
    Lookup,
    MeleeResults,
    Modifiers,
    Ranges,
    Superiority,
    Types,
    Weapons,
}

type Grid = Vec<Vec<String>>;

#[test]
fn every_cell_is_as_the_source_prints_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cells");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cells")
        .map(|entry| entry.expect("an entry of it").path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let file: CellFile =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut session =
            Session::open(Library::default(), &file.rules, None).expect("a rule set that loads");
        for table in &file.table {
            let printed = grid(&table.cells);
            let mut held = laid_out(table, &printed, &mut session);
            held.retain(|row| !table.without.contains(&row[0]));
            wrong.extend(
                differences(&printed, &held)
                    .map(|why| format!("{}, {}: {why}", file.rules, table.source)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn grid(cells: &str) -> Grid {
    let row = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    cells.lines().map(row).collect()
}

fn differences(printed: &Grid, held: &Grid) -> impl Iterator<Item = String> {
    let mut wrong = Vec::new();
    if printed.len() != held.len() {
        wrong.push(format!("{} rows, not {}", held.len(), printed.len()));
    }
    for (printed_row, held_row) in printed.iter().zip(held) {
        if printed_row.len() != held_row.len() {
            wrong.push(format!(
                "{held_row:?} has not as many cells as {printed_row:?}"
            ));
        }
        for (printed, held) in printed_row.iter().zip(held_row) {
            if printed != held {
                wrong.push(format!("row `{}`: {held}, not {printed}", printed_row[0]));
            }
        }
    }
    wrong.into_iter()
}

/// The same table out of the rule set, under the names of the printed one.
fn laid_out(table: &Printed, printed: &Grid, session: &mut Session) -> Grid {
    let lookup = match table.layout {
        Layout::Lookup => session.answer(&table.of, Hand::Program).ok(),
        _ => None,
    };
    if let Some(Answer::Sheets(sheets)) = lookup {
        let sheet = sheets.into_iter().nth(table.sheet).expect("a sheet");
        return std::iter::once(sheet.columns).chain(sheet.rows).collect();
    }
    let rules = session.rules();
    let (heads, rows) = printed.split_first().expect("a first row");
    let cell = |row: &str, column: &str| match table.layout {
        Layout::Lookup => panic!("`{}` is no look-up", table.of),
        Layout::Types => of_type(rules, row, column),
        Layout::Weapons => of_weapon(rules, row, column),
        Layout::MeleeResults => of_melee(rules, &table.of, row, column),
        Layout::Modifiers => of_modifier(rules, row, column),
        Layout::Ranges => of_range(rules, &table.of, row, column),
        Layout::Superiority => of_superiority(rules, &table.of, row, column),
    };
    let held = rows.iter().map(|row| {
        let cells = heads[1..].iter().map(|column| cell(&row[0], column));
        std::iter::once(row[0].clone()).chain(cells).collect()
    });
    std::iter::once(heads.clone()).chain(held).collect()
}

fn found<T: Copy + Eq>(names: &Names<T>, name: &str) -> T {
    match names.find(name) {
        Found::One(thing) => thing,
        _ => panic!("nothing is called `{name}`"),
    }
}

fn shown(given: Option<Given<Number>>) -> String {
    match given {
        Some(Given::Known(number)) => number.to_string(),
        Some(Given::Blank) => "blank".to_owned(),
        None => "-".to_owned(),
    }
}

/// The figures of a troop type, or a number that it has.
fn of_type(rules: &RuleSet, row: &str, column: &str) -> String {
    let troop = rules.types.get(found(&rules.index.types, row));
    if column != "figures" {
        let number = rules.attributes.named(column).expect("a number's name");
        return shown(troop.number(number));
    }
    match troop.figures {
        Given::Known(Amount::Fixed(figures)) => figures.to_string(),
        Given::Known(Amount::Setting(setting)) => rules.settings.get(setting).id.to_string(),
        _ => "blank".to_owned(),
    }
}

/// How far a weapon hits with a face, and with how many dice if the table says.
fn of_weapon(rules: &RuleSet, row: &str, column: &str) -> String {
    let weapon = rules.weapons.get(found(&rules.index.weapons, row));
    let hits_on = rules.attributes.named("hits-on").expect("a number to hit");
    let dice = rules.attributes.named("dice").expect("a number of dice");
    let band = weapon
        .bands
        .iter()
        .find(|band| shown(band.number(hits_on)) == column);
    let Some(band) = band else {
        return "-".to_owned();
    };
    let to = rules.measure.show(band.to);
    match shown(band.number(dice)).as_str() {
        "-" => to,
        "1" => format!("{to} (1 die)"),
        dice => format!("{to} ({dice} dice)"),
    }
}

/// What a difference of dice gives in one of a melee's tables, such as `results mixed`.
fn of_melee(rules: &RuleSet, ruling: &str, row: &str, column: &str) -> String {
    let difference: i64 = row.parse().expect("a difference of dice");
    let ruling = rules
        .rulings
        .get(rules.rulings.named(ruling).expect("a ruling"));
    let Some(Procedure::PointsTimesScore(numbers)) = &ruling.procedure else {
        panic!("`{}` is no melee of points and scores", ruling.id);
    };
    let (table, kind) = column.split_once(' ').expect("a table and a kind");
    let numbers: &PointsTimesScore = numbers;
    match table {
        "losses" => {
            let rows = numbers.losses.iter();
            let lost = rows.map(|(of, bands)| (rules.kind_name(*of), given(bands, difference)));
            of_kind(lost, kind).to_string()
        }
        "results" => {
            let rows = numbers.results.iter();
            let result = rows.map(|(of, bands)| {
                (
                    rules.classes.get(*of).0.id.as_str(),
                    given(bands, difference),
                )
            });
            rules.results.get(of_kind(result, kind)).say.clone()
        }
        "results-of-arm" => {
            let rows = numbers.results_by_arm.iter();
            let result = rows
                .map(|(of, bands)| (rules.arms.get(*of).0.id.as_str(), given(bands, difference)));
            rules.results.get(of_kind(result, kind)).say.clone()
        }
        _ => panic!("a melee has no table `{table}`"),
    }
}

/// What a modifier does to a quantity.
fn of_modifier(rules: &RuleSet, row: &str, column: &str) -> String {
    let id = rules.modifiers.named(row).expect("a modifier");
    let modifier = rules.modifiers.get(id);
    match &modifier.effect {
        Effect::Change(change) if change.on == column => {
            let shown = modifier.effect.to_string();
            let amount = shown.strip_prefix(column).expect("the quantity first");
            amount.trim().to_owned()
        }
        _ => "-".to_owned(),
    }
}

/// What a distance adds, by the name of who fires.
fn of_range(rules: &RuleSet, ruling: &str, row: &str, column: &str) -> String {
    let id = rules.rulings.named(ruling).expect("a ruling");
    let Some(Procedure::ColumnShift(numbers)) = &rules.rulings.get(id).procedure else {
        panic!("`{ruling}` has no range effects");
    };
    let mut effects = numbers.ranges.iter();
    let effect = effects
        .find(|effect| effect.name == row)
        .unwrap_or_else(|| panic!("no range effect of `{row}`"));
    let distance = column.parse().expect("a distance");
    match given(&effect.rows, distance) {
        Given::Known(number) => number.signed(),
        Given::Blank => "blank".to_owned(),
    }
}

/// Who is superior, by the heads of the row and the column.
fn of_superiority(rules: &RuleSet, ruling: &str, row: &str, column: &str) -> String {
    let id = rules.rulings.named(ruling).expect("a ruling");
    let Some(Procedure::Superiority(numbers)) = &rules.rulings.get(id).procedure else {
        panic!("`{ruling}` has no superiority");
    };
    let place = |heads: &[Head], name: &str| {
        let mut places = heads.iter();
        places.position(|head| head.name == name).expect(name)
    };
    let kinds = &numbers.kinds;
    let row = &kinds.cells[place(&kinds.attackers, row)];
    match row[place(&kinds.defenders, column)] {
        Given::Known(degree) => numbers.signs.show(degree),
        Given::Blank => "blank".to_owned(),
    }
}

fn given<T: Copy>(bands: &Bands<T>, difference: i64) -> T {
    *bands
        .find(difference)
        .expect("a row for every difference")
        .1
}

fn of_kind<'r, T>(mut rows: impl Iterator<Item = (&'r str, T)>, kind: &str) -> T {
    let row = rows.find(|(of, _)| *of == kind);
    row.unwrap_or_else(|| panic!("no row for `{kind}`")).1
}
