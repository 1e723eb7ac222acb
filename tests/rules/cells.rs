//! The cells of the sources' tables: what a source prints is what its rule set holds.
//!
//! `tests/cells/ID.toml` lays out the tables of rule set `ID` as its source
//! prints them; each is compared, cell by cell, with the loaded rule set.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use drumhead::naming::{Found, Names};
use drumhead::number::Number;
use drumhead::report;
use drumhead::rules::RuleSet;
use drumhead::rules::amount::{Amount, Given};
use drumhead::rules::beside::scenarios_of;
use drumhead::rules::kind::Figures;
use drumhead::rules::library::Library;
use drumhead::rules::modifier::Effect;
use drumhead::rules::scenario::{Army, Scenario};
use drumhead::rules::steps::{Act, Reading};
use drumhead::session::{Answer, Hand, Session};
use drumhead::sheet::Sheet;
use serde::Deserialize;
use serde_json::Value;

/// The tables of one source.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellFile {
    rules: String,
    table: Vec<Printed>,
}

/// One table as the source prints it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Printed {
    /// Where the source has it.
    source: String,
    /// How the rule set is laid out to be compared.
    layout: Layout,
    /// What of the rule set, where the layout asks.
    #[serde(default)]
    of: String,
    /// The title of the sheet that is meant, where several answer a look-up.
    #[serde(default)]
    title: String,
    /// Whether the source has the rows of the sheet for columns.
    #[serde(default)]
    turned: bool,
    /// Rows of the rule set that the source has not.
    #[serde(default)]
    without: Vec<String>,
    /// Columns of a sheet that the source has not.
    #[serde(default)]
    without_columns: Vec<String>,
    /// The cells: a line a row, `|` between them, the first row and column being names.
    cells: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Layout {
    Faces,
    Lines,
    Lookup,
    Modifiers,
    Scenarios,
    Strengths,
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
    if let Layout::Lookup = table.layout {
        let held = of_sheet(table, session);
        return in_the_order_of(printed, table, held);
    }
    let (heads, rows) = printed.split_first().expect("a first row");
    let mut cell = |row: &str, column: &str| match table.layout {
        Layout::Lookup => panic!("`{}` is no look-up", table.of),
        Layout::Lines => of_line(session, row, column),
        Layout::Faces => of_face(session.rules(), &table.of, row, column),
        Layout::Modifiers => of_modifier(session.rules(), row, column),
        Layout::Scenarios => of_scenario(session.rules(), row, column),
        Layout::Strengths => of_strength(session.rules(), row, column),
        Layout::Types => of_type(session.rules(), row, column),
        Layout::Weapons => of_weapon(session.rules(), row, column),
    };
    let held = rows.iter().map(|row| {
        let cells = heads[1..].iter().map(|column| cell(&row[0], column));
        std::iter::once(row[0].clone()).chain(cells).collect()
    });
    std::iter::once(heads.clone()).chain(held).collect()
}

/// The sheet that answers a line, as it stands or turned.
fn of_sheet(table: &Printed, session: &mut Session) -> Grid {
    let Ok(Answer::Sheets(sheets)) = session.answer(&table.of, Hand::Program) else {
        panic!("`{}` is no look-up", table.of);
    };
    let meant = |sheet: &Sheet| table.title.is_empty() || sheet.title == table.title;
    let sheet = sheets.into_iter().find(meant);
    let sheet = sheet.unwrap_or_else(|| panic!("`{}`: no `{}`", table.of, table.title));
    let held: Grid = std::iter::once(sheet.columns).chain(sheet.rows).collect();
    if !table.turned {
        return held;
    }
    let columns = 0..held[0].len();
    let turned = columns.map(|column| held.iter().map(|row| row[column].clone()).collect());
    turned.collect()
}

/// The columns in the order of the printed ones; the printed name of the first, which says what the
/// rows are, is the author's own.
fn in_the_order_of(printed: &Grid, table: &Printed, held: Grid) -> Grid {
    let wanted = &printed[0];
    let heads = &held[0];
    let mut places = vec![0];
    places.extend(wanted[1..].iter().map(|name| {
        let place = heads.iter().position(|head| head == name);
        place.unwrap_or_else(|| panic!("{}: no column `{name}` in {heads:?}", table.of))
    }));
    for (place, head) in heads.iter().enumerate() {
        let known = places.contains(&place) || table.without_columns.contains(head);
        assert!(known, "{}: the column `{head}` is not printed", table.of);
    }
    let rows = held.iter().enumerate().map(|(number, row)| {
        let cells = places.iter().map(|place| row[*place].clone());
        let mut cells: Vec<String> = cells.collect();
        if number == 0 {
            cells[0].clone_from(&wanted[0]);
        }
        cells
    });
    rows.collect()
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

/// The name, the tags or the figures of a troop type, or a number that it has.
fn of_type(rules: &RuleSet, row: &str, column: &str) -> String {
    let troop = rules.types.get(found(&rules.index.types, row));
    if column == "name" {
        return troop.name.to_string();
    }
    if column == "tags" {
        let tags = troop
            .tags
            .iter()
            .map(|tag| rules.tags.get(*tag).0.id.as_str());
        return tags.collect::<Vec<_>>().join(", ");
    }
    if column != "figures" {
        let number = rules.attributes.named(column).expect("a number's name");
        return shown(troop.number(number));
    }
    match troop.figures {
        Given::Known(Figures::Amount(Amount::Fixed(figures))) => figures.to_string(),
        Given::Known(Figures::Amount(Amount::Setting(setting))) => {
            rules.settings.get(setting).id.to_string()
        }
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

/// What a face of the dice of a step is worth.
fn of_face(rules: &RuleSet, ruling: &str, step: &str, face: &str) -> String {
    let id = rules.rulings.named(ruling).expect("a ruling");
    let program = &rules.rulings.get(id).program;
    let step = program.step_named(step).and_then(|id| program.step(id));
    let Some(Act::Roll(roll)) = step.map(|step| &step.act) else {
        panic!("no dice in `{ruling}`");
    };
    let Reading::Worth(worth) = &roll.reading else {
        panic!("the faces are all worth the same");
    };
    let face: usize = face.parse().expect("a face");
    worth[face - 1].to_string()
}

/// A value of the outcome of a line: `defender.1.lost`.
fn of_line(session: &mut Session, line: &str, path: &str) -> String {
    let answer = session.answer(line, Hand::Program);
    let answer = answer.unwrap_or_else(|why| panic!("`{line}`: {why:?}"));
    let object = report::answer_json("", line, &answer).expect("an answer");
    let object: Value = serde_json::from_str(&object).expect("JSON");
    let value = path.split('.').fold(&object["outcome"], |value, key| {
        match key.parse::<usize>() {
            Ok(place) => &value[place - 1],
            Err(_) => &value[key],
        }
    });
    value.to_string()
}

/// What the usual weapon of a troop type can do at a distance.
fn of_strength(rules: &RuleSet, row: &str, column: &str) -> String {
    let troop = rules.types.get(found(&rules.index.types, row));
    let strength = rules.attributes.named("strength").expect("a strength");
    let weapon = rules.weapons.get(troop.weapons[0]);
    let distance = column.parse().expect("a distance");
    let band = weapon.band(Number::whole(distance));
    shown(band.and_then(|(_, band)| band.number(strength)))
}

/// What a scenario prints.
fn of_scenario(rules: &RuleSet, row: &str, column: &str) -> String {
    let scenarios = scenarios_of(rules, &Library::default()).expect("scenarios");
    let mut all = scenarios.iter();
    let scenario: &Scenario = all.find(|scenario| scenario.id == row).expect(row);
    let [first, second] = &scenario.armies;
    match column {
        "complexity" => scenario.complexity.to_string(),
        "turns" => scenario.turns.to_string(),
        "first" => army(rules, first),
        "second" => army(rules, second),
        _ => panic!("a scenario has no `{column}`"),
    }
}

/// `Spanish, 3: 15EP, 8MM; 2HA`: the army, its stacking, the units of each force.
fn army(rules: &RuleSet, army: &Army) -> String {
    let forces: Vec<String> = army
        .forces
        .iter()
        .map(|force| {
            let units = force.units.iter();
            let units = units.map(|(id, count)| format!("{count}{}", rules.types.get(*id).id));
            units.collect::<Vec<_>>().join(", ")
        })
        .collect();
    format!("{}, {}: {}", army.name, army.stacking, forces.join("; "))
}
